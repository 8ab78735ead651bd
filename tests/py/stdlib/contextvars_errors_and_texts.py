# Contexts compare by content, tokens are used once and where they were made.
import asyncio
import contextvars
import re
from decimal import Decimal, getcontext, localcontext


def shown(v):
    return re.sub(r'0x[0-9a-f]+', '0x0', repr(v))


def attempt(f, *args):
    try:
        print(shown(f(*args)))
    except Exception as e:
        print(type(e).__name__, re.sub(r'0x[0-9a-f]+', '0x0', str(e)))


a = contextvars.ContextVar('a')
b = contextvars.ContextVar('b', default=[1])
print(shown(a), shown(b), contextvars.ContextVar[int], contextvars.Token[str])
attempt(a.get)
attempt(a.get, 5)
attempt(b.get)
t = a.set(1)
print(shown(t), shown(t.var), shown(t.old_value), shown(a.set(2).old_value))
attempt(b.reset, t)
attempt(a.reset, 7)
a.reset(t)
attempt(a.reset, t)
c = contextvars.copy_context()
d = c.copy()
print(c == d, c is d, c == 3, len(c), list(c))
attempt(hash, c)
c.run(b.set, 9)
print(c == d, c[b], b in c, b in d, b.get(), [shown(v) for v in c.keys()], list(c.values()))
attempt(c.get, 'b')
attempt(c.get, a)
attempt(lambda: c['b'])
attempt(lambda: 'b' in c)
attempt(c.run, c.run, len)
u = c.run(a.set, 3)
attempt(a.reset, u)
attempt(c.run, a.reset, u)


# decimal's context is one of them
def half():
    getcontext().prec = 3
    return Decimal(1) / 7


print(Decimal(1) / 7)
print(contextvars.copy_context().run(half), getcontext().prec, Decimal(1) / 7)
with localcontext() as ctx:
    ctx.prec = 5
    print(contextvars.copy_context().run(lambda: Decimal(1) / 7), Decimal(1) / 7)


async def task(prec):
    with localcontext() as ctx:
        ctx.prec = prec
        await asyncio.sleep(0)
        return Decimal(2) / 3


async def main():
    print(await asyncio.gather(*(task(p) for p in (2, 4, 6))), Decimal(2) / 3)


asyncio.run(main())
