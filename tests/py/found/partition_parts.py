# the parts that partition() gives as they are
class B(bytes): pass
for o in b'abc', bytearray(b'abc'), B(b'abc'):
    for sep in b'b', bytearray(b'b'), memoryview(b'b'), B(b'b'), b'x', bytearray(b'x'), B(b'x'):
        for m in 'partition', 'rpartition':
            r = getattr(o, m)(sep)
            print(type(o).__name__, type(sep).__name__, m, [(type(x).__name__, bytes(x)) for x in r], r[1] is sep, r[0] is o, r[2] is o)
class S(str): pass
for o in 'abc', S('abc'):
    for sep in 'b', S('b'), 'x', S('x'):
        for m in 'partition', 'rpartition':
            r = getattr(o, m)(sep)
            print(type(o).__name__, type(sep).__name__, m, [(type(x).__name__, x) for x in r], r[1] is sep, r[0] is o, r[2] is o)
