# Arithmetic, text, contexts and errors of module decimal.
from decimal import *
from fractions import Fraction


def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


D = Decimal
for v in ('1.10', '-0', '1E+5', '1E-7', '0.000001', 'NaN12', '-sNaN', 'inf', ' 1_000.5 ', '.5e+3'):
    print(repr(D(v)), D(v).to_eng_string(), D(v).as_tuple())
for a in ('7', '-7', '2.50', '1E+30', '0'):
    for b in ('2', '-0.3', '3E-20', '0', 'inf'):
        for op in (D.__add__, D.__sub__, D.__mul__, D.__truediv__, D.__floordiv__, D.__mod__, D.__divmod__):
            t(lambda: (a, b, op(D(a), D(b))))
for r in (ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP):
    print(r, [str(D(x).quantize(D('1.0'), rounding=r)) for x in ('1.05', '1.15', '-1.25', '2.501', '-0.04')])
for p in (1, 5, 28, 60):
    with localcontext(prec=p) as ctx:
        print(D(2).sqrt(), D(1).exp(), D(10).ln(), D(2).log10(), D(2) ** D('0.5'), D(7) ** -3, D(1) / 3, ctx)
for f in ('', ',.2f', '020,', 'e', '.3%', '^+20.1e', 'z.0f', '.3g', 'x', '*<12'):
    t(lambda: '%s|%s' % (f, format(D('-1234567.891'), f)))
print(hash(D('0.5')) == hash(0.5) == hash(Fraction(1, 2)), D('0.5') == 0.5, D('0.1') < 0.1, D('0.5') == Fraction(1, 2))
print(D('-0.25').as_integer_ratio(), D(0.1), round(D('2.675'), 2), round(D('2.5')), int(D('-1.9')))
for e in ("D('abc')", "D(1) / 0", "D(0) / 0", "D('nan') < 1", "D(1) + 1.5", "D(None)", "Context(prec=0)", "D((1, 2))",
          "int(D('inf'))", "D('1e999999') * 10", "getcontext().flags[1]", "hash(D('snan'))", "D(1) < 'a'", "-D(-1).sqrt()"):
    t(lambda: eval(e))
ctx = ExtendedContext.copy()
print(ctx.divide(1, 3), ctx.power(2, 10), ctx.next_plus(1), ctx.logical_xor(1100, 1010), ctx.rotate(123, 2), ctx)
print(len(str(D('1' * 5000) * D('9' * 3000))), BasicContext, DefaultContext, getcontext().traps[Overflow])
