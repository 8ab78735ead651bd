# Results that end do not fill the largest precision.
import decimal
from decimal import Context, Decimal as D, MAX_EMAX, MAX_PREC, MIN_EMIN
c = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)
for a, b in ((4, 2), (1, 8), (3, 1024), (400, 7), (1, D('0.00016')), (12345, 5 ** 20), (10 ** 30, 3 * 2 ** 40), (-7, D('1.25')), (D('1E+5'), 4)):
    try: print(a, b, c.divide(a, b))
    except MemoryError: print(a, b, 'MemoryError')
for x in (4, D('1.44'), D('40E9'), D('0.25'), D('2.5E-3'), 2, D('1E+7'), D('10000E-2')):
    try: print(x, c.sqrt(x))
    except MemoryError: print(x, 'MemoryError')
for f in (lambda: c.power(D(400), -1), lambda: c.power(10, -2), lambda: c.exp(0), lambda: c.ln(1), lambda: c.log10(10 ** 5), lambda: c.divmod(10, 3)):
    print(f())
for prec in (3, 28, 2500):
    c = Context(prec=prec)
    print([str(c.divide(a, b))[-12:] for a, b in ((1, 3), (1, 8), (1, 2 ** 40), (10 ** 50, 2 ** 30))], str(c.sqrt(D('1.44'))), str(c.sqrt(2))[-10:])
