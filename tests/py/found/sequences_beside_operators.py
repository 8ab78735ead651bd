# + and * of sequences beside objects with operators of their own: who is asked first.
from array import array
from collections import deque
from itertools import product


def make(base, names):
    def method(name):
        return lambda self, other: (name, type(self).__name__)
    return type(base.__name__.title() + "".join(n.strip("_")[:2] for n in names), (base,), {n: method(n) for n in names})


values = {list: ([1],), str: ("s",), bytearray: (b"a",), deque: ([1],), array: ("b", b"x"), object: ()}
names = [(), ("__add__", "__mul__"), ("__radd__", "__rmul__"), ("__iadd__", "__imul__"), ("__iter__",),
         ("__iter__", "__radd__"), ("__index__",), ("__index__", "__rmul__")]
makers = [(base, (lambda b=base: b(*values[b]))) for base in values]
for base in (list, deque, array, object):
    for own in names:
        if "__iter__" in own and base is not object or "__index__" in own and base is not object:
            continue
        cls = make(base, own)
        if "__iter__" in own:
            cls.__iter__ = lambda self: iter([7])
        if "__index__" in own:
            cls.__index__ = lambda self: 2
        makers.append((cls, lambda c=cls, b=base: c(*values[b])))


def add(a, b): return a + b
def mul(a, b): return a * b
def iadd(a, b): a += b; return a
def imul(a, b): a *= b; return a


for (left, a), (right, b) in product(makers, makers):
    told = []
    for op in (add, mul, iadd, imul):
        try:
            r = op(a(), b())
            told.append(f"{type(r).__name__} {'object' if type(r).__repr__ is object.__repr__ else r}")
        except Exception as e:
            told.append(str(e))
    print(left.__name__, right.__name__, told)
