# Generators, exceptions, tracebacks, context managers, coroutines, closures, comprehensions.
import asyncio
import contextlib
import traceback


def g(n):
    try:
        for i in range(n):
            got = yield [i]
            if got:
                yield from (got, got)
    finally:
        print("closed")


it = g(5)
print(next(it), it.send("x"), next(it), list(it))


@contextlib.contextmanager
def cm(name):
    try:
        yield name
    except ZeroDivisionError as e:
        raise ValueError(name) from e


def fail(depth):
    if depth:
        return fail(depth - 1)
    with cm("a") as a, contextlib.suppress(KeyError):
        print(a)
        1 / 0


try:
    fail(3)
except ValueError as e:
    print(traceback.format_exc(), e.__cause__)
try:
    raise ExceptionGroup("eg", [ValueError(1), TypeError(2), OSError(3)])
except* (ValueError, TypeError) as eg:
    print(eg.exceptions)
except* OSError as eg:
    print(eg)


async def co(n):
    await asyncio.sleep(0)
    return n * 2


async def main():
    async with asyncio.TaskGroup() as tg:
        ts = [tg.create_task(co(i)) for i in range(3)]
    return [t.result() for t in ts] + [x async for x in agen()]


async def agen():
    for i in range(2):
        yield i


print(asyncio.run(main()))
fs = [lambda x=i: x + i for i in range(3)]
print([f() for f in fs], {k: v for k, v in enumerate("ab")}, (lambda *a, k=1, **kw: (a, k, kw))(1, 2, z=3))
