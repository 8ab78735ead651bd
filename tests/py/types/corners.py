def ex(s, g=None):
    try: exec(s, g if g is not None else globals())
    except BaseException as e: print(type(e).__name__, e, getattr(e, '__notes__', ''))
class D:
    def __set_name__(s, o, n): 1/0
ex("class E: d = D()")
class M(type):
    def mro(cls): return [cls, object]
class X(metaclass=M): pass
print(X.__mro__)
class A:
    def f(self): return 'A'
    @classmethod
    def c(cls): return 'Ac', cls.__name__
    @staticmethod
    def s(): return 'As'
    @property
    def p(self): return 'Ap'
class B(A):
    def f(self): return super().f() + 'B'
    @classmethod
    def c(cls): return super().c()
    @property
    def p(self): return super().p + 'B'
    def g(self): return [super().f() for _ in range(2)] if 0 else super(B, self).f()
class C(B):
    def f(self):
        def inner(): return super(C, self).f()
        return inner() + 'C'
print(C().f(), C().c(), C().p, C().g(), C.s(), super(C, C).c())
ex("super(B, C()).zzz"); ex("super().x"); ex("class Q:\n def f(): super()\nQ.f()")
class Multi(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__
m = Multi(a=1); print(m.a); m.b = 2; print(m); del m.a; print(m)
ex("m.zz")
class Cnt:
    n = 0
    def __init__(self): Cnt.n += 1; type(self).n2 = Cnt.n
for i in range(3): Cnt()
print(Cnt.n, Cnt.n2)
class Bool:
    def __bool__(self): raise ValueError('nobool')
ex("if Bool(): pass"); ex("not Bool()")
class Cmp:
    def __init__(s, v): s.v = v
    def __lt__(s, o): return s.v < o.v
    def __gt__(s, o): print('gt'); return s.v > o.v
print(sorted([Cmp(3), Cmp(1)], key=None)[0].v, min(Cmp(2), Cmp(1)).v, max(Cmp(2), Cmp(5)).v, Cmp(1) > Cmp(2))
ex("Cmp(1) <= Cmp(2)")
class EqOnly:
    def __eq__(s, o): return 'eq!'
print(EqOnly() == 1, EqOnly() != 1, [EqOnly()] == [1])
class NI:
    def __eq__(s, o): return NotImplemented
    def __add__(s, o): return NotImplemented
print(NI() == NI(), NI() != 3); ex("NI() + NI()"); ex("NI() + 1"); ex("1 + NI()"); ex("x = NI(); x += 1"); ex("-NI()"); ex("NI() @ 1"); ex("NI() ** 2"); ex("divmod(NI(), 1)"); ex("abs(NI())"); ex("~NI()"); ex("NI() < NI()"); ex("NI() >> 2"); ex("[] + NI()"); ex("'a' + NI()"); ex("'a' * NI()"); ex("x=NI(); x -= 'a'"); ex("x=NI();x **= 2"); ex("int(NI())"); ex("float(NI())"); ex("NI()[1:2]"); ex("'%d' % NI()"); ex("hash(NI())"); ex("for i in NI(): pass"); ex("a, b = NI()"); ex("with NI(): pass"); ex("print(*NI())"); ex("print(**NI())"); ex("NI().a.b"); ex("NI().a = 1; print('set')"); ex("len(NI())"); ex("1 in NI()"); ex("next(NI())"); ex("reversed(NI())"); ex("[1,2][NI()]"); ex("{NI(): 1}"); ex("{}[NI()]"); ex("round(NI())"); ex("NI() and 1"); ex("del NI().x"); ex("range(NI())"); ex("'abc'.join([NI()])"); ex("isinstance(1, NI())"); ex("issubclass(NI(), int)"); ex("raise NI()"); ex("try: 1/0\nexcept NI(): pass"); ex("NI()()"); ex("NI.f()"); ex("NI().f()"); ex("NI.__eq__()")
class Idx:
    def __index__(s): return 3
    def __int__(s): return 7
    def __float__(s): return 1.5
    def __complex__(s): return 2j
    def __round__(s, n=None): return ('round', n)
    def __trunc__(s): return 't'
    def __floor__(s): return 'fl'
    def __ceil__(s): return 'ce'
    def __format__(s, spec): return f'<{spec}>'
    def __bytes__(s): return b'by'
    def __reversed__(s): return 'rev'
    def __length_hint__(s): return 5
    def __dir__(s): return ['b', 'a']
    def __sizeof__(s): return 100
import math
print(int(Idx()), float(Idx()), complex(Idx()), round(Idx()), round(Idx(), 2), math.floor(Idx()), math.ceil(Idx()), math.trunc(Idx()), f'{Idx():abc}', format(Idx(), 'q'), bytes(Idx()), reversed(Idx()), dir(Idx()), list(range(5))[Idx()], 'abcdef'[Idx()], bin(Idx()), chr(Idx() .__index__() + 60), [0] * Idx(), (1, 2, 3, 4, 5)[:Idx()])
class Slots:
    __slots__ = ['x', '__dict__']
s = Slots(); s.x = 1; s.y = 2; print(s.__dict__, s.x, s.y)
class SlotD:
    __slots__ = {'a': 'doc a', 'b': 'doc b'}
print(sorted(SlotD.__slots__), hasattr(SlotD(), '__dict__'), hasattr(SlotD(), '__weakref__'))
class Par:
    __slots__ = ('a',)
class Chi(Par):
    __slots__ = ('b',)
c = Chi(); c.a, c.b = 1, 2; print(c.a, c.b); ex("c.c = 3"); ex("class Z(Par, SlotD): pass"); ex("class Z(Par, Chi): pass")
print(Chi.a, Chi.b, Chi.__dict__.keys())
def f(a, b: int = 2, *args, c=3, **kw) -> str: "doc f"
f.x = 1
print(f.__name__, f.__qualname__, f.__module__, f.__doc__, f.__defaults__, f.__kwdefaults__, f.__annotations__, f.__dict__, f.__closure__, f.__code__.co_name)
f.__defaults__ = (5, 6); f.__name__ = 'g'; print(f.__defaults__, repr(f)[:12]); f.__doc__ = 'new'; print(f.__doc__)
def mk(n):
    def inner(): return n
    return inner
i = mk(3); print(i.__closure__[0].cell_contents, i.__code__.co_freevars, mk.__code__.co_cellvars, i.__qualname__)
i.__closure__[0].cell_contents = 9; print(i())
print((lambda: 0).__name__, (lambda: 0).__qualname__, type(mk.__code__).__name__)
import copy
class Cp:
    def __init__(s): s.l = [1]; s.s = s
o = Cp(); o2 = copy.deepcopy(o); print(o2.l == o.l, o2.l is o.l, o2.s is o2); o3 = copy.copy(o); print(o3.l is o.l)
class CpS:
    __slots__ = ('a', 'b')
cs = CpS(); cs.a = [1]; print(copy.copy(cs).a is cs.a, copy.deepcopy(cs).a is cs.a)
print(copy.deepcopy({'a': [1, (2, [3])]}), copy.copy(Multi(a=1)), type(copy.copy(Multi())).__name__)
print([c.__name__ for c in type.__mro__], type.__base__, object.__base__, bool.__base__, bool.__bases__, object.__bases__)
print(type(int.__doc__), list.__name__, dict.__module__, str.__qualname__, int.__class__, type.__class__)
ex("int.foo = 1"); ex("del int.real"); ex("object.__setattr__(int, 'a', 1)"); ex("type.__setattr__(int, 'a', 1)"); ex("A.__class__ = 3"); ex("class Y(metaclass=3): pass"); ex("class Y(x=1): pass"); ex("type('a b', (), {})"); print(type('a b', (), {}))
print(hasattr(A, 'zz'), hasattr(A(), 'f'), getattr(A, 'zz', 5), callable(A), callable(A()), callable(len), callable(A().f))
setattr(A, 'dyn', lambda self: 'dyn'); print(A().dyn(), B().dyn(), C().dyn()); delattr(A, 'dyn'); ex("C().dyn")
class WithCall:
    def __call__(self, *a, **k): return a, k
w = WithCall(); w.__call__ = lambda: 'inst'; print(w(1, z=2))
print(list(map(WithCall(), [1, 2])), sorted([3, 1], key=lambda x: -x))
class Gen:
    def __iter__(self): yield 1; yield 2
    def __len__(self): return 2
print(list(Gen()), tuple(Gen()), set(Gen()), dict(zip(Gen(), Gen())), sum(Gen()), [*Gen(), *Gen()], 2 in Gen(), bool(Gen()))
a, b = Gen(); print(a, b)
class OldIter:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * 10
print(list(OldIter()), 20 in OldIter(), [x for x in OldIter()], dict(enumerate(OldIter())))
class Meta(type):
    def __getattr__(cls, n): return f'meta {n}'
    def __setattr__(cls, n, v): print('meta set', n); super().__setattr__(n, v)
    def __call__(cls, *a): print('call', a); return super().__call__(*a)
    def __repr__(cls): return f'<Meta {cls.__name__}>'
    def __eq__(cls, o): return True
    def __hash__(cls): return 1
    def __add__(cls, o): return 'added'
    def __dir__(cls): return ['x']
    def __bool__(cls): return False
class MM(metaclass=Meta): pass
print(MM.foo, MM, MM == 3, MM + 1, dir(MM), bool(MM), MM() is not None); MM.z = 4; print(MM.z)
class P:
    def __init__(self): self._x = 1
    @property
    def x(self): return self._x
    @x.setter
    def x(self, v): self._x = v
    @x.deleter
    def x(self): del self._x
    y = property(lambda s: 5, doc='ydoc')
p = P(); p.x = 5; print(p.x, P.x.fget.__name__, P.y.__doc__); del p.x; ex("p.x"); ex("p.y = 1"); ex("del p.y"); print(isinstance(P.x, property), P.x)  if 0 else None
class Q(P):
    @P.x.getter
    def x(self): return 'Q'
print(Q().x); ex("P.__init__()"); ex("P(1)"); ex("P().nope()")
print(object() == object(), object().__eq__(1), object().__ne__(1), object.__eq__(1, 1))
class RR:
    def __repr__(self): return 'RR'
    def __format__(self, s): return 'F' + s
print(str(RR()), f'{RR()}', f'{RR()!r}', '%s %r' % (RR(), RR()), '{:x}'.format(RR()), [RR()], {RR()}.__len__())
ex("class T(tuple): __slots__ = ('a',)"); ex("class T: __slots__ = ('a', 'a')\nprint(T.a)"); ex("class T: a = 1; __slots__ = ('a',)"); ex("class T: __slots__ = ('__dict__', '__dict__')"); ex("class T(bool): pass"); ex("class T(type(None)): pass"); ex("class T(type(lambda: 0)): pass"); ex("class T(int, float): pass"); ex("class T(list, dict): pass"); ex("class T(int, A): pass\nprint(T(3).f())"); ex("class T(Exception, A): pass\nprint(T('x').f(), T('x').args)"); ex("class T(KeyError, AttributeError): pass\nprint(repr(T('x')))")
print(type(A.f), type(A().f), type(A.c), type(A.__dict__['c']), type(A.__dict__['s']), type(A.__dict__['p']), type(len), type([].append), type(list.append), type(int.__add__), type((1).__add__), type(int.real), type(dict.fromkeys), type(dict.__dict__['fromkeys']), type(Chi.a))
