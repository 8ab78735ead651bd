# The last of many __slots__ is set first, in objects that have no room for them inside.
class A(Exception):
    __slots__ = tuple('abcdefghijklmnopqrstuvwxyz')


for name in 'z', 'm', 'e', 'a':
    kept = []
    for i in range(50):
        o = A()
        setattr(o, name, i)
        kept.append((o, [str(i)] * 3))
    print(name, all(getattr(o, name) == i and texts == [str(i)] * 3 for i, (o, texts) in enumerate(kept)),
          [n for n in A.__slots__ if hasattr(o, n)])


for base in (Exception, int, str, float, list, dict, set, frozenset, bytearray, type('D', (), {}), BaseExceptionGroup):
    try:
        cls = type('T', (base,), {'__slots__': tuple(f's{i}' for i in range(20))})
        o = cls('x', [OSError()]) if base is BaseExceptionGroup else cls()
        o.s19 = 19
        o.s7 = 7
        del o.s19
        print(base.__name__, o.s7, hasattr(o, 's19'), hasattr(o, 's0'))
    except TypeError as e:
        print(base.__name__, e)
many = type('Many', (), {'__slots__': [f'a{i}' for i in range(70000)]})
o, p = many(), many()
o.a69999 = 1
print(o.a69999, hasattr(o, 'a35000'), hasattr(p, 'a69999'))
