# A result that is no number, out of arguments that are, is a domain error in cmath.
import cmath
from math import inf
for name in 'exp', 'cosh', 'sinh', 'tanh', 'cos', 'sin', 'tan', 'sqrt', 'log':
    for z in complex(1.5, inf), complex(inf, inf), complex(-1.5, -inf), complex(inf, 1.5), complex(0, inf), complex(inf, 0):
        try: print(name, z, getattr(cmath, name)(z))
        except (ValueError, OverflowError) as e: print(name, z, type(e).__name__, e)
for z in 1j, 1, inf, complex(-inf, 1):
    try: print(cmath.log(z, 1))
    except ValueError as e: print(e)
for r in inf, -inf, 2.0, -2.0:
    print(cmath.rect(r, 0.0), cmath.rect(r, -0.0), cmath.rect(r, 1.0))
