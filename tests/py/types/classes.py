class A:
    x = 1
    def __init__(self, a, b=2): self.a, self.b = a, b
    def f(self): return self.a + self.b
    @property
    def p(self): "doc p"; return self.a * 10
    @p.setter
    def p(self, v): self.a = v
    @classmethod
    def make(cls, *a): return cls(*a)
    @staticmethod
    def st(x): return x + 1
    def __repr__(self): return f"A({self.a!r})"
    def __eq__(self, o): return isinstance(o, A) and self.a == o.a
    def __lt__(self, o): return self.a < o.a
    def __len__(self): return self.a
    def __getitem__(self, k): return k * 2
    def __contains__(self, k): return k == 3
    def __call__(self, *a, **k): return (a, k)
    def __bool__(self): return self.a != 0
    def __add__(self, o): return A(self.a + (o.a if isinstance(o, A) else o))
    __radd__ = __add__
    def __iadd__(self, o): self.a += o; return self
    def __neg__(self): return A(-self.a)
    def __hash__(self): return hash(self.a)
a = A(3)
print(a, a.f(), a.p, A.make(5), A.st(1), a.st(4), a == A(3), a != A(4), a < A(9), A(9) > a, len(a), a[4], 3 in a, 4 in a, a(1, k=2), bool(A(0)))
a.p = 7; print(a.p, a.x, A.x, a.__dict__, vars(a))
print(a + 1, 1 + a, a + a, -a, sum([A(1), A(2)], A(0)))
a += 5; print(a, hash(a), {a: 1}[A(12)])
class B(A):
    def f(self): return super().f() * 100
    def __init__(self, *args, **kw): super().__init__(*args, **kw); self.z = 9
b = B(1); print(b.f(), b.z, isinstance(b, A), issubclass(B, A), B.__mro__, B.__bases__, B.__name__)
class M(type):
    def __new__(m, n, bs, ns, **kw): c = super().__new__(m, n, bs, ns); c.tag = kw.get('tag'); return c
    def __init__(c, n, bs, ns, **kw): super().__init__(n, bs, ns)
    def __call__(c, *a): o = super().__call__(*a); o.called = True; return o
    def __getitem__(c, k): return (c.__name__, k)
    def __len__(c): return 42
    @property
    def mp(c): return 'mp ' + c.__name__
class C(metaclass=M, tag=5): pass
print(C.tag, C().called, C[3], len(C), C.mp, type(C), C)
class D(C, tag='d'): pass
print(D.tag, type(D))
class S:
    __slots__ = ('a', '__b', 'c')
    def __init__(self): self.a = 1; self.__b = 2
s = S(); print(s.a, s._S__b)
try: s.c
except AttributeError as e: print(e)
try: s.zz = 1
except AttributeError as e: print(e)
s.c = 4; del s.c
try: del s.c
except AttributeError as e: print(e)
class S2(S): pass
s2 = S2(); s2.zz = 1; print(s2.__dict__, s2.a); s2.__dict__['q'] = 2; print(s2.q, s2.a, s2.zz); s2.a = 10; print(s2.a, vars(s2))
class X: pass
class Y: pass
class Z(X, Y): pass
class W(Y, X): pass
try:
    class V(Z, W): pass
except TypeError as e: print(e)
class Desc:
    def __set_name__(self, o, n): self.n = n
    def __get__(self, o, t=None): return ('get', self.n, o is None, t.__name__)
    def __set__(self, o, v): print('set', self.n, v)
    def __delete__(self, o): print('del', self.n)
class H: d = Desc()
h = H(); print(h.d, H.d); h.d = 3; del h.d; h.__dict__['d'] = 5; print(h.d)
class N:
    def __get__(self, o, t): return 'nd'
class H2: n = N()
h = H2(); print(h.n); h.n = 4; print(h.n); del h.n; print(h.n)
class G:
    def __getattr__(self, n):
        if n.startswith('x'): return n
        raise AttributeError(n)
print(G().xyz, hasattr(G(), 'y'), getattr(G(), 'zz', 'dflt'))
class GA:
    def __getattribute__(self, n):
        if n == 'boo': return 'hit'
        return object.__getattribute__(self, n)
    def k(self): return 'k'
print(GA().boo, GA().k())
class SA:
    def __setattr__(self, n, v): object.__setattr__(self, n, v * 2)
    def __delattr__(self, n): print('delattr', n); object.__delattr__(self, n)
o = SA(); o.v = 4; print(o.v); del o.v; print(hasattr(o, 'v'))
class IS:
    subs = []
    def __init_subclass__(cls, /, k=None, **kw): super().__init_subclass__(**kw); IS.subs.append((cls.__name__, k))
class IS1(IS, k=3): pass
class IS2(IS1): pass
print(IS.subs)
class CG:
    def __class_getitem__(cls, k): return (cls.__name__, k)
print(CG[int, 3])
class E:
    def __eq__(self, o): return True
try: hash(E())
except TypeError as e: print(e)
print(E.__hash__)
class NW:
    def __new__(cls, *a): o = super().__new__(cls); o.a = a; return o
print(NW(1, 2).a)
class I(int):
    def __add__(self, o): return I(int.__add__(self, o) * 10)
    def __repr__(self): return f'I({int.__repr__(self)})'
print(I(3) + 4, I(3) - 1, I(5) * 2, 2 * I(5), I(7), [I(1)]); i = I(4); i.attr = 1; print(i.attr, i.__dict__)
class L(list):
    def __getitem__(self, k): return ('L', list.__getitem__(self, k))
    def append(self, v): super().append(v * 2)
l = L([1, 2]); l.append(4); l.tag = 't'; print(l, l[2], l.tag, len(l), list(l), l == [1, 2, 8])
class DD(dict):
    def __missing__(self, k): return 'miss ' + k
print(DD(a=1)['a'], DD()['q'], DD(a=3))
class T(tuple):
    def __new__(cls, a, b): return super().__new__(cls, (a, b))
    @property
    def first(self): return self[0]
t = T(1, 2); t.foo = 'bar'; print(t, t.first, t.foo, t + (3,), t == (1, 2), hash(t) == hash((1, 2)))
class St(str):
    def up(self): return self.upper()
s = St('abc'); s.k = 4; print(s, s.up(), s.k, s + 'd', type(s + 'd').__name__, s == 'abc', {s: 1}['abc'])
class Fl(float): pass
f = Fl(2.5); f.q = 1; print(f, f + 1, f.q, type(f + 1))
class MyE(Exception):
    def __init__(self, code): super().__init__(f'code {code}'); self.code = code
try: raise MyE(4)
except MyE as e: print(e, e.code, e.args, repr(e))
print(type('Dyn', (A,), {'q': 5})(1).q, type(3), type(None), type(...), type(A), type(type))
print(A.f, a.f, len, [].append, list.append, int.__add__, (1).__add__, dict.fromkeys, type.mro, object.__init__) if 0 else None
print(A.f.__name__, A.f.__qualname__, a.f.__func__ is A.f, a.f.__self__ is a, a.f == a.f, A.p.__doc__, A.p.fget.__name__)
class Op:
    def __init__(s, n): s.n = n
    def __radd__(s, o): return f'{o}r+{s.n}'
    def __rsub__(s, o): return f'{o}r-{s.n}'
    def __sub__(s, o): return NotImplemented
    def __matmul__(s, o): return 'mm'
    def __divmod__(s, o): return 'dm'
    def __pow__(s, o, m=None): return ('pow', o, m)
    def __index__(s): return s.n
    def __invert__(s): return 'inv'
    def __abs__(s): return 'abs'
    def __ior__(s, o): return 'ior'
print(1 + Op(2), 1 - Op(2), Op(1) @ 2, divmod(Op(1), 2), Op(1) ** 2, pow(Op(1), 2, 3), [1, 2, 3][Op(1)], ~Op(1), abs(Op(1)), 'abc' + Op(1), hex(Op(17)), range(10)[Op(2)])
o = Op(1); o |= 3; print(o)
try: Op(1) - Op(2)
except TypeError as e: print(e)
try: Op(1) * 2
except TypeError as e: print(e)
class Base:
    def __add__(s, o): return 'base add'
    def __radd__(s, o): return 'base radd'
class Sub(Base):
    def __radd__(s, o): return 'sub radd'
print(Base() + Sub(), Sub() + Base(), Base() + Base(), 1 + Sub())
class It:
    def __init__(s): s.i = 0
    def __iter__(s): return s
    def __next__(s):
        s.i += 1
        if s.i > 3: raise StopIteration
        return s.i
print(list(It()), [*It()], sum(It()), max(It()), 2 in It())
class BadIter:
    def __iter__(s): return 3
for code in ["iter(BadIter())", "len(type('x',(),{'__len__':lambda s:-1})())", "len(type('x',(),{'__len__':lambda s:'a'})())", "bool(type('x',(),{'__bool__':lambda s:3})())", "repr(type('x',(),{'__repr__':lambda s:3})())", "str(type('x',(),{'__str__':lambda s:3})())", "hash(type('x',(),{'__hash__':lambda s:'a'})())", "[1][type('x',(),{'__index__':lambda s:'a'})()]", "type('x',(),{'__init__':lambda s:3})()", "iter(type('x',(),{'__iter__':None})())", "3 in type('x',(),{'__contains__':None})()"]:
    try: print(eval(code))
    except Exception as e: print(type(e).__name__, e)
print(sorted(x for x in dir(A) if not x.startswith('__')), '__add__' in dir(A), dir(3)[:5])
print(A.__dict__['x'], type(A.__dict__), 'f' in A.__dict__, list(S.__dict__), list(X.__dict__))
print(X.__module__, X.__qualname__, X.__doc__, A.__annotations__)
def outer():
    class Inner:
        def m(self): pass
    return Inner
print(outer().__qualname__, outer().m.__qualname__, outer())
A.x = 10; print(a.x, b.x); A.newm = lambda self: 'new' ; print(b.newm()); del A.newm; print(hasattr(b, 'newm'))
A.__len__ = lambda s: 77; print(len(b))
B.__str__ = lambda s: 'B-str'; print(str(b), b)
x = X(); x.__class__ = Y; print(type(x).__name__, isinstance(x, Y))
for i in range(20): setattr(x, f'a{i}', i)
print(x.a0, x.a19, len(x.__dict__)); del x.a5; print(len(vars(x)), hasattr(x, 'a5'), x.a6)
y = X()
for i in range(200): setattr(y, f'b{i}', i)
print(y.b0, y.b199, len(y.__dict__)); y.__dict__ = {'k': 1}; print(y.k, hasattr(y, 'b0'))
print(X.__subclasses__(), Z.mro())
print([c.__name__ for c in A.__subclasses__()])
class Ctx:
    def __enter__(s): print('enter'); return s
    def __exit__(s, *a): print('exit', a[0]); return True
with Ctx() as c: 1/0
print(super(B, b).f(), super(B, B).make(4).a)
class Meta2(type):
    def __instancecheck__(c, o): return o == 5
    def __subclasscheck__(c, o): return o is int
class Q(metaclass=Meta2): pass
print(isinstance(5, Q), isinstance(6, Q), issubclass(int, Q), issubclass(str, Q), isinstance(5, (str, Q)))
class Meta3(type):
    @classmethod
    def __prepare__(m, n, b, **k): return {'prep': n}
    def __iter__(c): return iter([1, 2])
    def __contains__(c, x): return x == 1
class R(metaclass=Meta3): y = prep
print(R.y, list(R), 1 in R, 2 in R)
