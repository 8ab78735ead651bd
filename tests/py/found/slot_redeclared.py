# a slot declared again by a subclass is another variable
class A:
    __slots__ = ('x', 'y')
class B(A):
    __slots__ = ('x',)
class C(B):
    __slots__ = ('x', 'z')
class D(C): pass
class A2(A): x = 5
class B2(A2): __slots__ = ('x',)
def fill(o):
    for i, k in enumerate((A, B, C)):
        k.x.__set__(o, i)
    o.y = 'y'
for k in C, D:
    o = k(); fill(o)
    print(o.x, A.x.__get__(o), B.x.__get__(o), C.x.__get__(o))
    for i in range(50): o.x = i; t = o.x
    print(t, A.x.__get__(o), B.x.__get__(o), o.__getstate__())
    del o.x
    print(hasattr(o, 'x'), A.x.__get__(o))
    try: o.x
    except AttributeError as e: print(e)
    try: C.x.__delete__(o)
    except AttributeError as e: print(e)
    import copy
    o.x = 3
    print(copy.copy(o).x, [hasattr(copy.copy(o), 'y')], o.__dict__ if hasattr(o, '__dict__') else '')
b = B2(); b.x = 1
try: A.x.__get__(b)
except AttributeError as e: print(e)
A.x.__set__(b, 9); print(b.x, A.x.__get__(b), [m for m in dir(b) if not m.startswith('_')])
a = A(); a.x = 1; print(a.x)
for cls in (A, B, A, B, C, A):
    o = cls(); o.x = cls.__name__; print(o.x, o.x)
