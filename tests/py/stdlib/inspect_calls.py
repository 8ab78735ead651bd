# inspect: signatures of everything, binding, members, states, source, closures.
import inspect, functools, types, asyncio, enum
from inspect import Parameter as P, Signature as S
def deco(f):
    @functools.wraps(f)
    def inner(*a, **k): return f(*a, **k)
    return inner
# says what it does
def full(a: int, /, b=2, *c: str, d, e=5, **g) -> 'str':
    """Doc.

        More.
    """
    return a
class C:
    "class doc"
    attr = 1
    def __init__(self, x, *, y=1): self.x = x
    def m(self, z: int = 3): "m doc"
    @classmethod
    def cm(cls, p): pass
    @staticmethod
    def sm(q): pass
    @property
    def prop(self): "prop doc"
    def __call__(self, *args, **kw): pass
    pm = functools.partialmethod(m, 5)
class D(C):
    def m(self, z=4): pass
class Meta(type):
    def __call__(cls, via_meta): pass
class WithNew:
    def __new__(cls, n): pass
class E(metaclass=Meta): pass
for f in (full, deco(full), C, C(1), C(1).m, C.m, C.cm, C.sm, C.pm, C(1).pm, functools.partial(full, 1, d=4), functools.partial(full, 1, 2, 3), WithNew, E, D, lambda: 0, lambda x, y=1, *z: 0, len, [].append, list.append, print):
    print(inspect.signature(f))
print(inspect.signature(deco(full), follow_wrapped=False), inspect.signature(full, eval_str=True).return_annotation, repr(inspect.signature(full)))
sig = inspect.signature(full)
for args, kw in (((1,), dict(d=4)), ((1, 2, 3, 4), dict(d=0, z=9)), ((), {}), ((1,), {}), ((1, 2), dict(b=3, d=1)), ((1,), dict(a=2, d=1))):
    try: b = sig.bind(*args, **kw); print(b, b.args, b.kwargs, b.arguments); b.apply_defaults(); print(b.arguments)
    except TypeError as e: print(e)
print(sig.bind_partial(), sig.bind(1, d=2) == sig.bind(1, d=2), sig == inspect.signature(full), hash(sig) == hash(inspect.signature(full)), inspect.BoundArguments)
for bad in (lambda: inspect.signature(lambda a: 0).bind(1, 2), lambda: inspect.signature(lambda a: 0).bind(b=1, a=1), lambda: inspect.signature(3), lambda: inspect.signature(type), lambda: P('a', 9), lambda: P('1x', P.KEYWORD_ONLY), lambda: P('if', P.KEYWORD_ONLY),
            lambda: P(3, P.KEYWORD_ONLY), lambda: P('a', P.VAR_POSITIONAL, default=1), lambda: S([P('a', P.KEYWORD_ONLY), P('b', P.POSITIONAL_ONLY)]), lambda: S([P('a', P.KEYWORD_ONLY)] * 2), lambda: S([P('a', P.POSITIONAL_ONLY, default=1), P('b', P.POSITIONAL_ONLY)]),
            lambda: inspect.getfullargspec(3), lambda: inspect.getcallargs(full), lambda: inspect.getcallargs(full, 1, d=1, a=2), lambda: inspect.getcallargs(C.sm, 1, 2), lambda: inspect.getsource(len), lambda: inspect.getfile(3), lambda: inspect.getattr_static(C, 'nope'),
            lambda: inspect.get_annotations(3), lambda: inspect.unwrap(loop), lambda: inspect.getclosurevars(3), lambda: inspect.getargs(3)):
    loop = types.SimpleNamespace(); loop.__wrapped__ = loop
    try: print(bad())
    except Exception as e: print(type(e).__name__, str(e).replace(repr(loop), 'LOOP'))
p = P('x', P.POSITIONAL_OR_KEYWORD, default=1, annotation=int); print(p, repr(p), p.replace(name='y', default=P.empty), p.kind, repr(p.kind), p.kind.description, p == p.replace(), P.empty is S.empty)
print(S([p], return_annotation=str).replace(parameters=[]), S.from_callable(full) == sig, list(sig.parameters), sig.parameters['c'].kind)
print(inspect.getfullargspec(full), inspect.getfullargspec(C.cm), inspect.getcallargs(full, 1, d=3, w=4), inspect.getargs(full.__code__))
print(inspect.formatannotation(int), inspect.formatannotation(list[int]), inspect.formatannotation(C), inspect.formatargvalues(['a'], 'b', 'c', dict(a=1, b=(), c={})))
print(inspect.getdoc(full), inspect.getdoc(D), inspect.getdoc(D.m), inspect.getdoc(D(1).m), inspect.cleandoc('  a\n    b\n      c\n'), inspect.indentsize('\t x'))
print(inspect.getsource(full), inspect.getsource(C.cm), inspect.getsourcelines(D), inspect.getcomments(full), inspect.getsource(C.m))
print([(a.name, a.kind, a.defining_class.__name__) for a in inspect.classify_class_attrs(D) if not a.name.startswith('__')])
print([n for n, v in inspect.getmembers(C, inspect.isfunction)], inspect.getmembers(C(7), lambda v: v == 7), [n for n, _ in inspect.getmembers_static(C) if n[0] != '_'])
print(inspect.getattr_static(C(1), 'prop') is C.__dict__['prop'], inspect.getattr_static(C(3), 'x'), inspect.getattr_static(C, 'zip', 5), inspect.getmro(D), inspect.getclasstree([C, D], unique=True))
def gen(): yield 1
async def co(): pass
async def agen(): yield 1
g, c, a = gen(), co(), agen()
print(inspect.getgeneratorstate(g), next(g), inspect.getgeneratorstate(g), g.close(), inspect.getgeneratorstate(g), inspect.getcoroutinestate(c), c.close(), inspect.getcoroutinestate(c), inspect.getasyncgenstate(a))
tests = [n for n in dir(inspect) if n.startswith('is')]; print(tests)
for v in (full, gen, co, agen, g, c, a, C, C(1).m, len, [].append, str.upper, C.__dict__['prop'], types.FunctionType.__code__, types, full.__code__, int.__add__, (1).__add__, functools.partial(co), 3): print([t[2:] for t in tests if t != 'iskeyword' and getattr(inspect, t)(v)])
def outer(k):
    def fn(): return k, len, full, undefined_name
    return fn
cv = inspect.getclosurevars(outer(3)); print(cv.nonlocals, list(cv.globals), list(cv.builtins), cv.unbound)
print(inspect.get_annotations(full), inspect.get_annotations(full, eval_str=True), inspect.get_annotations(C), inspect.unwrap(deco(full)) is full, inspect.iscoroutinefunction(inspect.markcoroutinefunction(lambda: 0)))
print(inspect.currentframe().f_lineno, inspect.stack()[0].function, inspect.getframeinfo(inspect.currentframe()).code_context, inspect.getmodule(C).__name__, inspect.getmodulename('/a/b.py'), inspect.getlineno(inspect.currentframe()))
try: 1 / 0
except ZeroDivisionError as e: print([(f.function, f.code_context) for f in inspect.trace()], inspect.getinnerframes(e.__traceback__)[0].lineno)
