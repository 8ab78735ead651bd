# Library functions that never ran have their code; those that fail have their lines.
import contextlib
import statistics
import traceback

code = statistics.quantiles.__code__
print(code.co_name, code.co_argcount, code.co_kwonlyargcount, code.co_varnames[:1])
print('len' in code.co_names, any(isinstance(c, str) for c in code.co_consts))

gen = contextlib.contextmanager(lambda: (yield 1))
try:
    gen().__enter__().missing
except AttributeError as e:
    print(e)

try:
    statistics.quantiles([1, 2, 3], n=0)
except statistics.StatisticsError as e:
    frames = traceback.extract_tb(e.__traceback__)
    print(len(frames), frames[-1].name, frames[-1].lineno > 1)


async def unused():
    pass


c = unused()
try:
    c.throw(KeyError('x'))
except KeyError as e:
    print('thrown', e)
