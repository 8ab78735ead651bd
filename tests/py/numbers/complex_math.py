# Module cmath.
import cmath
def t(f, *a, **k):
    try:
        r = f(*a, **k)
        print(type(r).__name__, repr(r))
    except Exception as e:
        print(type(e).__name__, e)
vals = [0, 1, -1, 1j, -1j, 1+1j, -2.5+0.5j, 3, 100-50j, 1e-10+1e-10j, 0.5, -0.5j, 2+3j, 700, 1000, 710j]
for name in "acos acosh asin asinh atan atanh cos cosh exp sin sinh sqrt tan tanh log log10 phase polar isfinite isnan isinf".split():
    for v in vals: print(name, v, end=' '); t(getattr(cmath, name), v)
t(cmath.rect, 1, 2); t(cmath.rect, 0, 0); t(cmath.log, 1j, 2); t(cmath.log, 0); t(cmath.isclose, 1, 1+1e-12j); t(cmath.isclose, 1, 2, rel_tol=-1); t(cmath.sqrt, "a"); t(cmath.sqrt, None); t(cmath.isinf, complex('inf')); t(cmath.isnan, cmath.nanj); print(cmath.pi, cmath.e, cmath.tau, cmath.inf, cmath.infj, cmath.nan, cmath.nanj); t(cmath.rect, 1, float('inf')); t(cmath.sqrt, -4)
