# functions of complex numbers at infinities, NaNs and zeros; logarithms of large, tiny and no numbers
import cmath
import math

names = 'acos acosh asin asinh atan atanh cos cosh exp sin sinh sqrt tan tanh log log10'.split()
parts = 0.0, -0.0, 1.0, -2.5, math.inf, -math.inf, math.nan


def show(name, *args):
    try:
        print(name, *args, getattr(cmath, name)(*args))
    except (ValueError, OverflowError) as e:
        print(name, *args, e)


for x in parts:
    for y in parts:
        for name in names:
            show(name, complex(x, y))
        show('rect', x, y)
        for base in 1, 0, 0.5 + 1j:
            show('log', complex(x, y), base)
for z in 8.3e307j - 0.75, 7.7e307 + 0j, 5e-324j, 1.0000001 + 1e-9j, 710 + 3j, -709 + 1j, 1e-310 + 1e-312j:
    for name in names:
        show(name, z)
for z in 1e-200, 1e-200j, 5e-324 + 5e-324j, 1e200 + 1j:
    try:
        print(z ** -2)
    except (ZeroDivisionError, OverflowError) as e:
        print(type(e).__name__, e)
for a in 1 + 2j, complex(math.inf, 1), complex(0, math.nan), -0j:
    for b in 3 - 4j, -1e-300 + 2e300j, complex(math.inf, math.inf), complex(0, math.nan), 2, 2j:
        print(a / b)
for x in -5.5e-309, 5e-324, -1e-310, 171.5, 171.7, -170.5, -200.5, -201.25, 1e-21, 23, 24, 0.5:
    for f in math.gamma, math.lgamma:
        try:
            print(x, f(x))
        except (ValueError, OverflowError) as e:
            print(x, e)
