# The class itself: subclasses, identity, contexts of tasks and what it has not.
import asyncio
import contextvars
import copy
import decimal
import inspect
from decimal import Decimal, Context, getcontext, localcontext, setcontext


class Money(Decimal):
    def __new__(cls, value, currency='EUR'):
        self = super().__new__(cls, value)
        self.currency = currency
        return self

    def __add__(self, other):
        return Money(super().__add__(other), self.currency)

    def __repr__(self):
        return f'{self.currency} {self:.2f}'


m = Money('12.345', 'USD')
print(m, repr(m), m + 1, repr(m + 1), type(m + 1), type(1 + m), type(-m), m == Decimal('12.345'), hash(m) == hash(Decimal(m)))
print(repr(Money(m)), Money(m).currency, type(Decimal(m)), type(copy.copy(m)), isinstance(m, Decimal), Money.__mro__)
d = Decimal('1.50')
print(Decimal(d) is d, copy.copy(d) is d, copy.deepcopy(d) is d, Decimal(value=d) is d, Decimal(), Decimal(True))
print(repr(Decimal('  1_000.5\n')), repr(Decimal('\u0661\u0662')), repr(Decimal('1e400000')), Decimal('-.5'), Decimal('5.'))
for bad in ('', '.', 'e5', '1e', '1 2', '--1', '1.2.3', '+', '0x1'):
    try:
        Decimal(bad)
    except decimal.InvalidOperation as e:
        print(repr(bad), e)
for name in ('__lshift__', '__and__', '__invert__', '__matmul__', '__index__', '__dict__', '__pow__', '__rdivmod__',
             '__format__', '__trunc__', 'quantize'):
    print(name, hasattr(Decimal, name), end='; ')
print()
for act in (lambda: d + 1.5, lambda: 1.5 + d, lambda: d < 'a', lambda: d @ d, lambda: d << 1, lambda: ~d, lambda: d ** 'x',
            lambda: Decimal([1]), lambda: Decimal('1', 5), lambda: Decimal(1, context=None, x=1), lambda: Decimal({}),
            lambda: d.quantize(1.5), lambda: d.quantize('x'), lambda: d.quantize(1, 'up'), lambda: d.quantize(1, context=3),
            lambda: setattr(d, 'x', 1), lambda: setattr(Decimal, 'x', 1), lambda: int(Decimal('NaN')),
            lambda: int(Decimal('inf')), lambda: float(Decimal('sNaN')), lambda: hash(Decimal('sNaN')),
            lambda: format(d, '.2d'), lambda: format(d, '.x'), lambda: d.__format__(3), lambda: Decimal.__add__(d, 'x'),
            lambda: pow(d, 2, 0.5), lambda: d.sqrt(3), lambda: sum([d, None])):
    try:
        print(repr(act()))
    except Exception as e:
        print(type(e).__name__, e)
print(inspect.signature(Decimal), Decimal.__module__, Decimal.__qualname__, Decimal.__name__, decimal.Decimal is Decimal)
print(d.__reduce__()[1], pow(Decimal(7), 3, 5), pow(Decimal(7), -1))
print([f'{Decimal(x):.2f}' for x in ('0', '-0', '0.005', '0.015', '-0.001', '123456789.999', '1e3', '1e-30', '99.995')])
print([f'{Decimal(x):,.1f}' for x in ('0', '999', '1000', '-1234567.89', '999999.95', '1e10')], f'{Decimal("inf"):.2f}')
print([float(Decimal(x)) for x in ('0.1', '-0', '1e-22', '9007199254740993', '123456789012345678', '1e400', '-1e-400', '2.5e-320')])


# Every task has its own context, and a change in one is not seen in another.
async def work(prec):
    getcontext().prec = prec
    await asyncio.sleep(0)
    first = Decimal(1) / 3
    with localcontext(prec=prec + 1):
        await asyncio.sleep(0)
        second = Decimal(1) / 3
    return first, second, Decimal(2) / 3


async def main():
    return await asyncio.gather(*[work(p) for p in (3, 5, 9)]), Decimal(1) / 7


print(asyncio.run(main()), Decimal(1) / 7)
copied = contextvars.copy_context()
getcontext().prec = 4
print(copied.run(lambda: (setcontext(Context(prec=2)), Decimal(1) / 7)[1]), Decimal(1) / 7)
with localcontext() as ctx:
    ctx.prec = 6
    print(Decimal(1) / 7, getcontext() is ctx)
print(Decimal(1) / 7)


class Mine(Context):
    note = 'own'


ctx = Mine(prec=3)
ctx.extra = 1
setcontext(ctx)
print(getcontext().note, getcontext().extra, Decimal(1) / 7, ctx.copy().prec, ctx.divide(1, 7), type(ctx.copy()))
