# tee() whose source asks for an item of it; iterators of deque made by hand; dunder names of operator.
import operator
from collections import deque
from itertools import tee
print([n for n in dir(operator) if not n.startswith('_') and getattr(operator, '__' + n.strip('_') + '__', getattr(operator, n)) is not getattr(operator, n)])
print(operator.__and__.__name__, operator.__add__.__name__, operator.__iadd__ is operator.iadd, operator.__index__(3), operator.__call__(len, 'ab'))
for d in deque('abcd'), deque():
    for it in iter(d), reversed(d):
        print(list(type(it)(d)), list(type(it)(d, 2)), list(type(it)(d, -2)), list(type(it)(d, 9)))
        for args in (), ([],), (d, 'x'), (d, 1, 2):
            try: print(type(it)(*args))
            except TypeError as e: print('TypeError')
class I:
    depth = 0
    def __iter__(self): return self
    def __next__(self):
        self.depth += 1
        if self.depth == 1: return next(b)
        if self.depth > 5: raise StopIteration
        if self.depth == 3: raise ValueError('third')
        return self.depth
a, b = tee(I())
for i in range(6):
    for it in a, b:
        try: print(next(it))
        except Exception as e: print(type(e).__name__)
