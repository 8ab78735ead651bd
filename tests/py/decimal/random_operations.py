# Operations on random values in random contexts: results, flags and trapped signals.
import random
from decimal import *

r = random.Random(20)
SPECIALS = ['NaN', '-NaN', 'sNaN', 'Infinity', '-Infinity', '0', '-0', '0E+5', '-0E-7', 'NaN123', 'sNaN77']
ROUNDINGS = [ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,
             ROUND_05UP]
SPECS = ['.2f', '', '.3e', 'g', '.5g', '%', '.1%', ',', '010.2f', '+.0f', '<20', 'n', 'z.1f', ',.3f', '.12', 'E',
         '^30.4f', 'G', 'F', '=+20,.2f', '.0f', ',.0f', '.30f']
OPERATIONS = [
    lambda a, b: a + b, lambda a, b: a - b, lambda a, b: a * b, lambda a, b: a / b, lambda a, b: a // b,
    lambda a, b: a % b, lambda a, b: divmod(a, b), lambda a, b: a < b, lambda a, b: a >= b, lambda a, b: a == b,
    lambda a, b: a != b, lambda a, b: a.quantize(b), lambda a, b: a.quantize(b, ROUND_HALF_UP), lambda a, b: -a,
    lambda a, b: +a, lambda a, b: abs(a), lambda a, b: repr(a), lambda a, b: 0 if a.is_nan() else hash(a),
    lambda a, b: a.compare(b), lambda a, b: a.max(b), lambda a, b: a.normalize(), lambda a, b: a.to_integral_value(),
    lambda a, b: a.remainder_near(b), lambda a, b: a.fma(b, a), lambda a, b: round(a, r.randrange(-5, 8)),
    lambda a, b: int(a), lambda a, b: float(a), lambda a, b: format(a, r.choice(SPECS)), lambda a, b: a.scaleb(3),
    lambda a, b: a ** r.choice([2, 3, 5, -1, -2, 0, 10]), lambda a, b: 5 + a, lambda a, b: 7 / a, lambda a, b: 7 // a,
    lambda a, b: a.as_integer_ratio(), lambda a, b: a.as_tuple(), lambda a, b: a.to_eng_string(),
    lambda a, b: Decimal(str(a)), lambda a, b: a.sqrt(), lambda a, b: a.next_plus(), lambda a, b: a.next_toward(b),
]


def value():
    if r.random() < .08:
        return Decimal(r.choice(SPECIALS))
    n = r.choice([1, 2, 3, 5, 9, 18, 19, 20, 28, 29, 40, 60])
    digits = str(r.randrange(10 ** n))
    if r.random() < .15:
        digits = r.choice('915') + r.choice('905') * (n - 1)
    exponent = r.choice([0, 0, -1, -2, -5, 3, r.randrange(-40, 40), r.randrange(-300, 300)])
    return Decimal('%s%sE%d' % (r.choice(['', '-']), digits, exponent))


for i in range(800):
    setcontext(Context(
        prec=r.choice([1, 2, 3, 5, 9, 16, 28, 28, 28, 50, 100]), rounding=r.choice(ROUNDINGS),
        Emin=r.choice([-999999, -999999, -10, 0, -400]), Emax=r.choice([999999, 999999, 10, 400, 60]),
        clamp=r.choice([0, 0, 1]), capitals=r.choice([1, 1, 0]),
        traps=r.choice([[], [], [], [InvalidOperation, DivisionByZero, Overflow], [Inexact]])))
    ctx = getcontext()
    a, b = value(), value()
    if r.random() < .1:
        b = a
    which = r.randrange(len(OPERATIONS))
    if which < 11 and r.random() < .1:
        b = r.randrange(-1000, 1000)
    try:
        result = OPERATIONS[which](a, b)
    except Exception as e:
        result = type(e).__name__, str(e)
    print(i, which, a, b, result, sorted(s.__name__ for s in ctx.flags if ctx.flags[s]))
