# Small things of enum, contextlib, asyncio, types and logging that programs meet.
import asyncio
import contextlib
import enum
import inspect
import types


class Color(enum.Enum):
    RED = enum.auto()
    PAIR = enum.auto(), enum.auto()
    BLUE = enum.auto()


print(list(Color), inspect.signature(Color), inspect.signature(enum.Enum))
for wrong in ({'_ignore_': 'a', 'a': 1}, {'mro': 1}, {'_x_': 1}):
    try:
        space = enum.EnumType.__prepare__('E', (enum.Enum,))
        for name, value in wrong.items():
            space[name] = value
        print(list(enum.EnumType('E', (enum.Enum,), space)))
    except (TypeError, ValueError) as e:
        print(e)


class Half:
    @types.DynamicClassAttribute
    def name(self):
        """own"""
        return 1

    @name.getter
    def name(self):
        """other"""
        return 2


print(Half.__dict__['name'].__doc__, Half().name)

with contextlib.suppress(ZeroDivisionError), contextlib.ExitStack() as stack:
    stack.callback(lambda: 1 / 0)
    stack.callback([].index, 5)
    stack.push(lambda kind, value, traceback: print(kind, value) or True)
    raise KeyError('first')
try:
    with contextlib.ExitStack() as stack:
        stack.callback(lambda: {}['last'])
        stack.callback(lambda: 1 / 0)
        raise OSError('first')
except KeyError as e:
    print(repr(e), repr(e.__context__), repr(e.__context__.__context__), e.__context__.__context__.__context__)


@types.coroutine
def steps():
    got = yield 'step'
    return got


async def groups():
    wrapper = steps()
    print(wrapper.send(None))
    group = asyncio.TaskGroup()
    async with group:
        pass
    try:
        await group.__aenter__()
    except RuntimeError as e:
        print(e)
    try:
        asyncio.timeout(1).reschedule(2)
    except RuntimeError as e:
        print(e)
    semaphore = asyncio.Semaphore(1)
    order = []

    async def worker(n):
        async with semaphore:
            order.append(n)
            await asyncio.sleep(0)

    tasks = [asyncio.ensure_future(worker(n)) for n in range(4)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    print(await asyncio.gather(*tasks, return_exceptions=True), order, semaphore.locked())


asyncio.run(groups())
