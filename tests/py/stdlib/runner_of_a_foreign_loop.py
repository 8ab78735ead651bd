# A Runner of a loop that the program has made up closes it; the stack that is logged comes from traceback.print_stack.
import asyncio
import logging
import traceback
from unittest import mock

loop = mock.Mock()
with asyncio.Runner(loop_factory=lambda: loop) as runner:
    print(runner.get_loop() is loop)
print(loop.close.call_count, loop.shutdown_asyncgens.call_count)

with mock.patch.object(traceback, 'print_stack', lambda frame, file: file.write('shown by another\n')):
    record = logging.getLogger('x').findCaller(stack_info=True)
print(record[2:])
