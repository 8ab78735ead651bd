# Integer powers below the least number of a context, under each rounding; and the last digit of
# powers whose working precision decides it.
from decimal import *

ROUNDINGS = [ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP,
             ROUND_UP, ROUND_05UP]


def power(a, n, rounding, prec=6, emin=-20):
    with localcontext() as ctx:
        ctx.prec, ctx.Emin, ctx.Emax, ctx.rounding = prec, emin, 30, rounding
        ctx.clear_traps()
        ctx.clear_flags()
        r = ctx.power(Decimal(a), n)
        return str(r), sorted(f.__name__ for f, on in ctx.flags.items() if on)


for rounding in ROUNDINGS:
    for a, n in [("0.1", 26), ("0.1", 27), ("0.12", 30), ("-0.12", 31), ("1E-7", 4), ("1E-7", 5),
                 ("3.3E+5", -5), ("-3.3E+5", -5), ("9.99E-3", 40), ("2E-20", 2), ("7", -33)]:
        print(rounding, a, n, *power(a, n, rounding))
for a, n in [("1.23456789", 7), ("9.87654321", 13), ("0.333333333", 9), ("1.00001", 400),
             ("123456.789", -3), ("6.6666666", -11)]:
    for prec in (5, 9, 17, 28):
        print(a, n, prec, *power(a, n, ROUND_HALF_EVEN, prec, -999))
for name in ("max", "min"):
    try:
        print(eval(name)(x=1))
    except TypeError as e:
        print(e)
