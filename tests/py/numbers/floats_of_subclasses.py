# What __float__ and __complex__ give is a plain float or complex; a subclass is taken with a warning.
for f in (lambda: int.__new__(bool, 0)), (lambda: int.__new__(bool)), (lambda: object.__new__(bool)), (lambda: int.__new__(float)),:
    try: print(f())
    except TypeError as e: print(e)
import warnings
warnings.simplefilter("always")
warnings.showwarning = lambda m, *a: print(m)
class F(float): pass
class A:
    def __float__(self): return F(2.5)
class B(float):
    def __float__(self): return F(3.5)
print(type(float(A())), float(B(1)))
import math
print(math.sqrt(A()))
print('%f' % A(), complex(A()), complex(1, A()))
class C(complex): pass
class D:
    def __complex__(self): return C(1j)
print(type(complex(D())), complex(D(), 2))
class E(complex):
    def __complex__(self): return C(7)
print(complex(E()))
import cmath
print(cmath.sqrt(D()))
