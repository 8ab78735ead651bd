# Runners set the current loop and its debug mode; stacks of tasks; awaitables that are no coroutine objects.
import asyncio, collections.abc, io
class Custom(collections.abc.Coroutine):
    def __init__(self): self.steps = iter((None, None))
    def send(self, value):
        for step in self.steps: return step
        raise StopIteration('custom')
    def throw(self, *args): raise args[0]
    def __await__(self): return self
print(asyncio.iscoroutine(Custom()), asyncio.run(Custom()))
for debug in (None, False, True):
    with asyncio.Runner(debug=debug) as runner: print(runner.get_loop().get_debug(), asyncio.get_event_loop() is runner.get_loop())
try: asyncio.get_event_loop()
except RuntimeError as e: print(e)
async def inner(t):
    print([f.f_code.co_name for f in asyncio.current_task().get_stack(limit=1)])
    await asyncio.sleep(t)
async def outer(t):
    await inner(t)
async def fails(): raise ValueError('no')
async def main():
    task = asyncio.create_task(outer(5), name='waits')
    await asyncio.sleep(0)
    print([f.f_code.co_name for f in task.get_stack()])
    task.print_stack(file=(text := io.StringIO()))
    print(text.getvalue().splitlines()[0][:20], len(text.getvalue().splitlines()))
    task.cancel()
    bad = asyncio.create_task(fails(), name='bad')
    await asyncio.wait([task, bad])
    print(task.get_stack(), [f.f_code.co_name for f in bad.get_stack()])
    bad.print_stack(file=(text := io.StringIO()))
    print(text.getvalue().splitlines()[-1])
asyncio.run(main())
