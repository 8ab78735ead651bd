# corners: language features, evaluation order and error texts as CPython 3.12 has them
# assorted corners
def f():
    try:
        try:
            raise ValueError(1)
        finally:
            try: raise KeyError(2)
            except KeyError as e: print('inner', repr(e), repr(e.__context__))
    except ValueError as e:
        print('outer', repr(e), repr(e.__context__))
    try: print(e)
    except UnboundLocalError as x: print(x)
f()
def nested_handlers():
    try: 1/0
    except ZeroDivisionError:
        try: [][0]
        except IndexError:
            try: raise
            except IndexError as e: print('re', e, repr(e.__context__))
        try: raise
        except ZeroDivisionError as e: print('outer re', e, repr(e.__context__))
nested_handlers()
try: raise
except RuntimeError as e: print(e)
def loop_try():
    out = []
    for i in range(5):
        try:
            if i == 1: raise ValueError
            if i == 2: continue
            if i == 4: break
            out.append(i)
        except ValueError:
            out.append('v')
            continue
        else: out.append('e')
        finally: out.append('f')
    return out
print(loop_try())
def ret_in_loop():
    for i in range(3):
        for j in range(3):
            try:
                if j == 1: return i, j
            finally:
                if i == 0: break
    return 'end'
print(ret_in_loop())
def ctx():
    try: raise ValueError('a')
    except ValueError:
        try: raise TypeError('b')
        except TypeError: pass
        raise KeyError('c')
try: ctx()
except KeyError as e: print(repr(e.__context__), e.__context__.__context__)
def gen_exc():
    try:
        yield 1
    except GeneratorExit: raise
    finally: print('closed')
g = gen_exc(); next(g); g.close()
def gen_in_except():
    try: raise ValueError('x')
    except ValueError as e:
        yield 1
        print('still', e)
        try: raise
        except ValueError as e2: print('reraised', e2 is not None)
        yield 2
for _ in gen_in_except():
    try: raise KeyError
    except KeyError: pass
class A:
    x = 1
    def f(self, y=x): return y
    class B:
        z = 2
        def g(self): return self.z, __class__.__name__
    def __getattr__(self, n):
        if n.startswith('__'): raise AttributeError(n)
        return n
    @property
    def p(self): return self._p
    @p.setter
    def p(self, v): self._p = v * 2
    @p.deleter
    def p(self): print('del'); del self._p
    @staticmethod
    def s(a): return a
    @classmethod
    def c(cls): return cls.__name__
a = A(); a.p = 4; print(a.p, a.s(3), A.c(), a.c(), A.B().g(), a.f(), a.zzz); del a.p; print(a.p)
x = 10
class Scope:
    print(x); x = 20; print(x); del x; print(x)
    for i in range(2): pass
    y = [i * j for j in range(3) for i in [j]] if True else None
print(Scope.y, Scope.i)
def free_in_class():
    v = 1
    class C:
        v = v if False else 2
        w = (lambda: v)()
    return C.v, C.w
try: print(free_in_class())
except NameError as e: print(e)
def star():
    a, *b, c = range(5); print(a, b, c)
    *a, b = 'x',; print(a, b)
    (a, *b), *c = [1, 2, 3], 4, 5; print(a, b, c)
    for a, *b in [(1, 2, 3), (4,)]: print(a, b)
    print(*[1, 2], *'ab', sep='-', **{'end': '!\n'})
    print([*range(3), *[]], {*'a'}, (*'ab',), {**{'a': 1}, 'b': 2, **{'a': 3}})
    try: a, b = 1,
    except ValueError as e: print(e)
    try: a, b = 1, 2, 3
    except ValueError as e: print(e)
    try: a, *b, c = 1,
    except ValueError as e: print(e)
    try: a, b = 5
    except TypeError as e: print(e)
star()
def swap():
    a, b, c = 1, 2, 3
    a, b = b, a; print(a, b)
    a, b, c = c, a, b; print(a, b, c)
    l = [1, 2]; i = 0
    i, l[i] = 1, 9; print(i, l)
    a = b = c = a + b; print(a, b, c)
    a, a = 1, 2; print(a)
    [a, b] = b, a; print(a, b)
swap()
def aug():
    class L(list):
        def __iadd__(self, o): print('iadd'); self.append(o); return self
    l = L(); l += 1; print(l)
    d = {'a': [1]}; d['a'] += [2]; print(d)
    t = ([],)
    try: t[0] += [1]
    except TypeError as e: print(e, t)
    x = 5; x **= 2; x //= 3; x %= 5; x <<= 2; x |= 1; x ^= 3; x &= 14; x >>= 1; x -= 1; x *= 3; x /= 2; print(x)
    s = 'a'; s += 'b'; s *= 2; print(s)
aug()
def chain():
    def p(v): print('p', v, end=' '); return v
    print(p(1) < p(2) < p(3), p(3) < p(2) < p(1), p(1) == p(1) != p(2) is not None)
    print(1 < 2 in [2], not 1 < 2, 1 if 3 > 2 > 1 else 0)
    if not (p(1) < p(0) < p(5)): print('no')
    while p(2) > p(1) > p(5): print('never')
    print((1 < 2) and 3 or 4, 0 or [] or {}, 1 and 2 and 0 and 3)
chain()
def nan():
    n = float('nan')
    print(n < 1, not n < 1, n == n, n != n, [n] == [n])
    if n < 1: print('a')
    if not n < 1: print('b')
    if n >= 1: print('c')
    else: print('d')
    if n < 1 or n > 1 or n == 1: print('e')
nan()
def dflt(a, b=[], *c, d={}, **e): b.append(a); return b, d
print(dflt(1), dflt(2))
print((lambda *, k=1: k)(k=3), (lambda a, /, b: (a, b))(1, b=2))
def g1():
    x = yield
    while x: x = yield x * 2
g = g1(); print(next(g), g.send(2), g.send(5)); print(next(g, 'done'))
def inf():
    i = 0
    while 1:
        i += 1
        yield i
print([x for x, _ in zip(inf(), range(3))], sum(x for x in range(4)), dict((k, v) for k, v in [(1, 2)]))
print([[j for j in range(i)] for i in range(3)], [i for i in range(3) for i in range(i)])
print([(lambda: i)() for i in range(3)], [f() for f in [(lambda i=i: i) for i in range(3)]])
print(list(map(lambda x: [y + x for y in (1, 2)], (10, 20))))
def deep(n): return [n, [k + n for k in [m * n for m in range(2)]]]
print(deep(3))
def cellparam(a, *b, c=1, **d):
    def inner(): return a, b, c, d
    a += 1
    return inner
print(cellparam(1, 2, z=3)())
def delcell():
    x = 1
    def g(): return x
    del x
    try: g()
    except NameError as e: print(e)
    x = 2
    print(g())
delcell()
global_del = 1
def gd():
    global global_del
    del global_del
gd()
try: global_del
except NameError as e: print(e)
print({1: 'a', **{2: 'b'}}, {i: {j: i * j for j in range(2)} for i in range(2)})
print("a" "b" f"{1}" 'c', b'x' b'y', r'\n', '\x41\u00e9' if 0 else '')
print(1_000, 0x_ff, 0b11, 0o17, 1e3, 1.5j, ..., 10 ** 20, -2 ** 2, (-2) ** 2, 2 ** -1)
print('%s %d %05.2f' % ('a', 3, 2.5), '{:>5}|{!r}'.format('x', 'y'))
if (n := 10) > 5: print(n)
print([y := 5, y ** 2], (z := 3) + z)
def outer_w():
    r = [last := k for k in range(3)]
    return last, r
print(outer_w())
i = 100
print([i for i in range(2)], i)
try: exec('x = 1 +')
except SyntaxError as e: print(e.msg, e.lineno, e.offset)
try: eval('1 1')
except SyntaxError as e: print(e.msg)
try: compile('return 1', 'f', 'exec')
except SyntaxError as e: print(e)
c = compile('a = 1\nb = a + 1', '<s>', 'exec'); ns = {}; exec(c, ns); print(ns['b'], c.co_name, c.co_filename)
print(eval(compile('[x for x in range(n)]', 'e', 'eval'), {'n': 3}))
l = {}
exec('def f(): return 5\nclass Q: y = f()', {}, l) if 0 else None
exec('x = 1\ny = [x for _ in range(1)] if 0 else x', {}, l); print(sorted(l))
def lo():
    q = 1
    exec('q = 2')
    return q, 'q' in locals()
print(lo())
print(__import__('math').floor(2.5) if 0 else '')
del x
try:
    with open('nonexistent') if 0 else A() as q: pass
except (TypeError, AttributeError) as e: print(type(e).__name__, e)
print(isinstance(lambda: 0, type(lo)), type(lo).__name__, type((lambda: (yield))()).__name__)
print(sorted([3, 1, 2], key=lambda v: -v), max([1, 5, 3], key=lambda v: v % 5))
""" trailing """
