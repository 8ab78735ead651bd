# + and * where subclasses of sequences meet objects with reflected methods: by which methods a class has
class R:
    def __radd__(s, o): return 'radd'
    def __rmul__(s, o): return 'rmul'
    def __add__(s, o): return NotImplemented
class R2:
    def __radd__(s, o): return NotImplemented
for base in (list, tuple, str, bytes, bytearray):
    for own in ({}, {'__mul__': lambda s, o: 'zmul'}, {'__add__': lambda s, o: 'zadd'}, {'__radd__': lambda s, o: 'zradd'}, {'__sub__': lambda s, o: 'zsub'}, {'__add__': lambda s, o: NotImplemented}, {'__rmul__': lambda s, o: 'zrmul'}, {'__mod__': lambda s, o: 'zmod'}):
        Z = type('Z', (base,), own)
        o = Z()
        for e in ('o + R()', 'R() + o', 'o * R()', 'R() * o', 'o + R2()', 'o + 5', '5 + o', 'o * 2', '2 * o', 'o + base()', 'base() + o', 'o - 1', '1 - o', 'o % 1', 'base() * o', 'o * base()', 'o + o', 'o.__add__(R())', 'o * 1.5', '1.5 * o'):
            try: r = eval(e); r = r if not isinstance(r, base) or isinstance(r, str) else type(r).__name__
            except Exception as x: r = f'{type(x).__name__} {x}'
            print(base.__name__, list(own), e, r)
        for e in ('o += R()', 'o += 5', 'o *= R()', 'o *= 2', 'o -= 1', 'o += base()'):
            ns = dict(globals()); ns['o'] = Z()
            try: exec(e, ns); r = ns['o']; r = r if not isinstance(r, base) or isinstance(r, str) else type(r).__name__
            except Exception as x: r = f'{type(x).__name__} {x}'
            print(base.__name__, list(own), e, r)
