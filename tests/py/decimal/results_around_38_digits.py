# Operands and results on both sides of what fits a machine word and two of them: values, signs and
# flags of 12,000 operations in every rounding, a digest for every thousand.
import hashlib
import random
from decimal import *

random.seed(38)
ROUNDINGS = [ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN,
             ROUND_HALF_EVEN, ROUND_05UP]
LENGTHS = [1, 1, 2, 3, 5, 9, 10, 15, 18, 19, 20, 25, 28, 30, 37, 38, 39, 40, 45]
FORMS = [lambda n: random.randrange(10**n), lambda n: 10**n - random.randrange(3),
         lambda n: 5 * 10**(n - 1) + random.randrange(-1, 2),
         lambda n: random.randrange(100) * 10**random.randrange(n), lambda n: 0]


def number():
    c = random.choice(FORMS)(random.choice(LENGTHS))
    e = random.choice([0, 0, -1, -2, 3, -20, 17, -38, 40, random.randrange(-70, 70)])
    return Decimal((random.randrange(2), tuple(map(int, str(c))), e))


def line():
    ctx = Context(prec=random.choice([1, 2, 3, 9, 17, 18, 19, 20, 28, 28, 37, 38, 39, 40, 50]),
                  rounding=random.choice(ROUNDINGS), Emin=random.choice([-999999, -20, 0]),
                  Emax=random.choice([999999, 30, 5]), clamp=random.randrange(2), traps=[])
    a, b = number(), number()
    op = random.choice(['add', 'subtract', 'multiply', 'divide'])
    r = getattr(ctx, op)(a, b)
    flags = sorted(f.__name__ for f, on in ctx.flags.items() if on)
    return f'{op} {a} {b} {ctx.prec} {ctx.rounding} {ctx.Emin} {ctx.Emax} {ctx.clamp}: {r} {flags}'


for _ in range(12):
    lines = [line() for _ in range(1000)]
    print(hashlib.sha256('\n'.join(lines).encode()).hexdigest()[:16], lines[0])
