# Classes that lie about themselves, change under way, or recurse without end.
def ex(s):
    try: exec(s, globals())
    except BaseException as e: print(type(e).__name__, e)
class M(type):
    r = None
    def mro(cls):
        if M.r is not None: return [cls if x is M else x for x in M.r]
        return super().mro()
class A(metaclass=M): pass
for r in ([1], [M, dict, object], [M, 3], [M, int, object], 5, [M]):
    M.r = r
    ex("class B(metaclass=M): pass\nprint(B.__mro__)")
M.r = [M, object]
class B(A): pass
M.r = None
print(B.__mro__)
ex("A.__bases__ = (B,)"); print(A.__bases__)
class X: pass
class Y(X): pass
ex("X.__bases__ = (Y,)"); ex("X.__bases__ = (int,)"); ex("X.__bases__ = (X,)"); ex("Y.__bases__ = (A,)"); ex("del X.__bases__"); ex("X.__bases__ = ()"); ex("X.__bases__ = (3,)")
class Z: z = 5
class X2(Z): pass
class Y2(X2): pass
class W: w = 7
ex("X2.__bases__ = (W,)"); print(Y2.__mro__, Y2.w, hasattr(Y2, 'z'), Z.__subclasses__(), W.__subclasses__())
class P: __slots__ = ('a', 'b')
class Q: __slots__ = ('a', 'b')
class R: pass
p = P(); p.a = 1
ex("p.__class__ = Q"); ex("q = P(); q.__class__ = R"); ex("R().__class__ = P"); ex("p.__class__ = 3"); ex("del p.__class__"); ex("[].__class__ = R"); ex("R().__class__ = list"); ex("R.__class__ = int")
class L1(list): pass
class L2(list): pass
l = L1([1]); l.q = 5; l.__class__ = L2; print(type(l).__name__, l.q, l)
ex("l.__class__ = R")
class D:
    def __get__(s, o, t): del H.d; return 'got'
class H: d = D()
print(H().d, hasattr(H, 'd'))
class Rec:
    def __getattr__(s, n): return getattr(s, n + 'x')
ex("Rec().a")
class Rec2:
    def __eq__(s, o): return s == o
    def __hash__(s): return hash(s)
    def __repr__(s): return repr(s)
    def __len__(s): return len(s)
    def __add__(s, o): return s + o
    def __call__(s): return s()
    def __getitem__(s, k): return s[k]
    def __iter__(s): return iter(s)
    def __setattr__(s, n, v): s.q = v
for e in ("Rec2() == 1", "hash(Rec2())", "repr(Rec2())", "len(Rec2())", "Rec2() + 1", "Rec2()()", "Rec2()[1]", "iter(Rec2())", "Rec2().z = 1", "{Rec2(): 1}"):
    try: exec(e)
    except RecursionError as x: print('RecursionError', str(x)[:32])
c = R
for i in range(300): c = type('C%d' % i, (c,), {})
print(len(c.__mro__), c().__class__.__name__); R.late = 1; print(c.late, c().late)
f = len
for i in range(3000): f = classmethod(f)
ex("print(type(f))")
class PP(property): pass
ex("property.__get__(3, 4)"); ex("PP().__get__(1)"); ex("object.__new__(P, 1)"); ex("P.a.__get__(R())"); ex("list.append(R(), 1)"); ex("type.mro(R())"); ex("type.mro(3)"); ex("int.__new__(R)"); ex("super(R, 3).x"); ex("super.__init__(3)"); ex("super.__new__(super).x"); ex("type.__new__(type)"); ex("type.__new__(int, 'a', (), {})"); ex("type.__call__(3)"); ex("object.__reduce_ex__(3)"); ex("type.__dict__['__name__'].__get__(3)"); ex("type.__dict__['__mro__'].__get__(R())")
import types
ex("types.FunctionType((lambda: x).__code__, {})()"); ex("types.FunctionType((lambda a: (lambda: a)).__code__.co_consts[0], {})") if 0 else None
def clo(a):
    def g(): return a
    return g
ex("types.FunctionType(clo(1).__code__, {}, closure=())"); ex("types.FunctionType(clo(1).__code__, {}, closure=(1,))"); ex("print(types.FunctionType(clo(1).__code__, {}, closure=(types.CellType(4),))())"); ex("clo.__code__ = clo(1).__code__")
