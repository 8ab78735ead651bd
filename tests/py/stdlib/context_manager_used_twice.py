# A generator's context manager is good for one `with`: what a second one says, and what is left.
from contextlib import asynccontextmanager, contextmanager
import asyncio


@contextmanager
def opened(name, *, mode='r'):
    """Doc of opened."""
    yield name + mode


cm = opened('x', mode='w')
print(cm.args, cm.kwds, cm.func.__name__, cm.__doc__)
with cm as value:
    print(value, sorted(vars(cm)))
for _ in range(2):
    try:
        with cm:
            print('not here')
    except Exception as e:
        print(type(e).__name__, e)


@asynccontextmanager
async def aopened(n):
    yield n


async def main():
    acm = aopened(3)
    async with acm as v:
        print(v)
    try:
        async with acm:
            print('not here')
    except Exception as e:
        print(type(e).__name__, e)


asyncio.run(main())
