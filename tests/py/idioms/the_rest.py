from enum import Enum
from functools import lru_cache
@lru_cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
class C(Enum): A = 1; B = 2
class Err(Exception): pass
print(fib(50), sorted('bCa', key=lambda s: s.lower()), list(map(lambda x: x * 2, [1, 2])), list(filter(lambda x: x > 1, [1, 2])), C.B, C(1).name)
try:
    try: 1 / 0
    except ZeroDivisionError as e: raise Err('x') from e
except Err as e: print(repr(e), repr(e.__cause__))
def f(*a, **k): return a, k
print([1, 2, 3, 4][::-2], 1 < 2 < 3, 'a' if 0 else 'b', f(*[1, 2], **{'k': 3}))
