import types, operator, functools, abc
from functools import *
@lru_cache(maxsize=3)
def f(x, y=0): print('call', x); return x + y
for i in [1, 2, 3, 1, 4, 2, 1]: f(i)
print(f.cache_info(), f.__name__, f.cache_parameters()); f.cache_clear(); print(f.cache_info())
@cache
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(90), fib.cache_info())
class K:
    @cached_property
    def v(self): "docv"; print('compute'); return 42
    @lru_cache(None)
    def m(self, a): print('m', a); return a
k = K(); print(k.v, k.v, k.__dict__, K.v.__doc__, k.m(1), k.m(1)); del k.v; print(k.v)
p = partial(int, base=2); print(p('101'), p.func, p.args, p.keywords, repr(p), partial(p, '11')())
print(partial(print, 1, 2, sep='-')(3), reduce(operator.add, [1, 2, 3], 10), reduce(lambda a, b: a * b, range(1, 6)))
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)))
@total_ordering
class TO:
    def __init__(s, n): s.n = n
    def __eq__(s, o): return s.n == o.n
    def __lt__(s, o): return s.n < o.n
print(TO(1) <= TO(1), TO(1) > TO(0), TO(2) >= TO(3), max(TO(1), TO(5)).n)
@singledispatch
def sd(x): return 'obj'
@sd.register
def _(x: int): return 'int'
@sd.register(list)
def _(x): return 'list'
@sd.register(str | bytes)
def _(x): return 'sb'
print(sd(1), sd(True), sd([]), sd(2.5), sd('a'), sd.dispatch(bool), sorted(t.__name__ for t in sd.registry)) if 0 else print(sd(1), sd(True), sd([]), sd(2.5), sd('a'))
class SDM:
    @singledispatchmethod
    def g(self, a): return 'base'
    @g.register
    def _(self, a: int): return 'int'
print(SDM().g(1), SDM().g('x'))
def deco(fn):
    @wraps(fn)
    def w(*a, **k): "w doc"; return fn(*a, **k)
    return w
@deco
def named(a: int) -> str: "named doc"; return a
print(named.__name__, named.__doc__, named.__wrapped__ is not None, named.__annotations__, named(3))
class PM:
    def set(self, k, v): return (k, v)
    on = partialmethod(set, 'state', True)
print(PM().on())
print(operator.itemgetter(1)([1, 2]), operator.itemgetter(0, 2)('abc'), operator.attrgetter('real')(3), operator.attrgetter('a.b')(types.SimpleNamespace(a=types.SimpleNamespace(b=5))), operator.methodcaller('upper')('a'), operator.methodcaller('split', sep=',')('a,b'))
print(operator.itemgetter(1), operator.attrgetter('a', 'b'), operator.methodcaller('f', 1, x=2), operator.not_(3), operator.contains([1], 1), operator.indexOf([1, 2], 2), operator.countOf([1, 1], 1), operator.iadd([1], [2]), operator.concat('a', 'b'), operator.length_hint([1, 2]))
print(types.SimpleNamespace(a=1, b='x'), types.SimpleNamespace(a=1) == types.SimpleNamespace(a=1), types.MappingProxyType({'a': 1}), types.MethodType(lambda s: s, 4)(), types.FunctionType, types.NoneType)
class AB(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
    @property
    @abc.abstractmethod
    def p(self): ...
    @classmethod
    @abc.abstractmethod
    def c(cls): ...
for c in (AB, type('AB2', (AB,), {'f': 1}), type('AB3', (AB,), {'f': 1, 'p': 2, 'c': 3, '__repr__': lambda s: 'AB3'})):
    try: print(c())
    except TypeError as e: print(e)
    print(sorted(c.__abstractmethods__))
AB.register(int); print(isinstance(3, AB), issubclass(bool, AB), isinstance('', AB), issubclass(AB, AB))
class Hook(abc.ABC):
    @classmethod
    def __subclasshook__(cls, c):
        if cls is Hook: return hasattr(c, 'quack')
        return NotImplemented
print(isinstance(type('D', (), {'quack': 1})(), Hook), isinstance(3, Hook), type(Hook), AB)
print(types.new_class('NC', (int,), {}, lambda ns: ns.update(z=3)).z)
try: f([])
except TypeError as e: print(e)
for s in ["reduce(max, [])", "partial()", "partial(3)", "lru_cache('a')", "operator.indexOf([1], 2)", "K.v.__set_name__(K, 'zz')", "types.SimpleNamespace(1)"]:
    try: print(eval(s))
    except Exception as e: print(type(e).__name__, e)
class Sl:
    __slots__ = ()
    @cached_property
    def q(self): return 1
try: Sl().q
except TypeError as e: print(e)
def fn(a, b=1, *c, d, e=2, **f): "doc"
print(fn.__defaults__, fn.__kwdefaults__, fn.__code__.co_varnames, fn.__code__.co_argcount, fn.__code__.co_kwonlyargcount, fn.__code__.co_flags, fn.__code__.co_name, fn.__doc__)
fn.attr = 1; print(fn.__dict__, fn.attr)
