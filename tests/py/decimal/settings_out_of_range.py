# Settings and exponents beyond 64 bits; flags that belong to no context.
import sys
from decimal import Context, Decimal, Inexact, InvalidOperation, Overflow, Rounded, Underflow


def show(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as error:
        print(type(error).__name__, error)


context = Context()
for name in 'prec', 'Emin', 'Emax', 'capitals', 'clamp':
    for value in 2**63, -2**63 - 1, 2**63 - 1, -2**63, 1.5:
        show(setattr, context, name, value)
    show(lambda: Context(**{name: 2**63}))
print(hasattr(context, '_clamp'))

context = Context(prec=9, traps=[InvalidOperation, Overflow, Underflow])
for exponent in sys.maxsize, -sys.maxsize - 1, sys.maxsize + 1, -sys.maxsize - 2, 10**30, 10**18, 10**18 - 1:
    for digits in (), (0, 1, 2):
        show(context.create_decimal, (1, digits, exponent))
        show(Decimal, (1, digits, exponent))

# flags compare with the dicts that have just their keys
some, flags = dict(context.flags), context.flags
print(some == flags, flags == some, flags == {Inexact: False}, {Inexact: False} != flags, flags == ['x'], flags == 3)
some[Rounded] = not some[Rounded]
print(some == flags, flags == some)
detached = type(flags)()
for f in (len, iter, repr, bool, list, dict, lambda d: d[Inexact], lambda d: d.get(Inexact), lambda d: d.copy(),
          lambda d: d.__setitem__(Inexact, True), lambda d: d.__delitem__(3), lambda d: d == flags, lambda d: flags == d,
          lambda d: d == 3):
    show(f, detached)
