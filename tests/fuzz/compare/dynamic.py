"""Shapes about what programs do with themselves: eval, exec, compile, namespaces, annotations, imports, introspection
of functions, frames, tracebacks; generators, coroutines and async generators driven by hand; every statement form.
"""
import methods


def attempts(g, texts, least=3, most=7):
    for _ in range(g.n(least, most)):
        methods.attempt(g, g.pick(*texts))


SOURCES = ["x = 1", "x + 1", "y = x * 2; y", "for i in range(3): x += i", "def f(a): return a + x",
           "class K: z = x", "del x", "import math", "lambda: x",
           "[x for x in range(3)]", "(w := x)", "global x; x = 5", "x: int = 4",
           "if x: y = 1\\nelse: y = 2", "raise ValueError(x)", "x +", "return 1", "print(x)",
           "nope",
           "try:\\n  x / 0\\nexcept ZeroDivisionError as e:\\n  y = e.args", "while x < 9: x += 4",
           "locals() is globals()", "sorted(k for k in locals() if len(k) == 1)", "__name__",
           "assert x, 'm'", "x if y else 2", "{'a': x}", "*a, b = 1, x", "type T = int",
           "match x:\\n  case 1: y = 'one'\\n  case _: y = 'other'", "await x", "yield 1",
           "x = yield",
           "with x: pass", "@x\\ndef f(): pass", "exec('x = 7')", "eval('x + 2')",
           "from math import floor as x", "from __future__ import annotations\\ndef f(a: b): pass"]


def evaluation(g):
    g.w("ns = {'x': %s}\nloc = %s" % (g.fill(g.pick("<i>", "<s>", "1", "3"), 1), g.pick("None",
        "{}", "{'x': 9}", "ns", "Dct(x=2)", "Map(x=3)")))
    for _ in range(g.n(3, 7)):
        src = g.pick(*SOURCES)
        how = g.pick("exec('%s', ns)", "exec('%s', ns, loc)", "P(eval('%s', ns, loc))",
                     "P(eval('%s', ns))", "c = compile('%s', 'file', 'exec'); exec(c, ns)",
                     "c = compile('%s', 'file', 'eval'); P(eval(c, ns, loc))",
                     "c = compile('%s\\n', 'f', 'single'); exec(c, ns)",
                     "exec('%s', {'x': 4}, loc)", "x = 6; P(eval('%s'))")
        if "single" in how and ("\\n" in src or ";" in src):
            how = "exec('%s', ns)"
        g.w("try: %s\nexcept Exception as e: X(e)" % (how % src))
        # not v: where locals() shows a captured name that a comprehension has as well is not kept
        g.w("P({n: o if isinstance(o, (int, str, tuple, list)) else type(o).__name__ for n, o in ns.items() if n != '__builtins__'})")
        if g.chance(0.3):
            g.w("try: P(ns['f'](3), ns['f'].__annotations__)\nexcept Exception as e: X(e)")


def namespaces(g):
    g.w("v, w = %s, 'w'" % g.e("i", 1))
    g.w("def f(a, b=2, *c, d: int = 3, **e) -> 'ret':\n    'doc'\n    q = a\n    def g(): return (q, v)\n    return locals(), g")
    g.w("class K:\n    'kdoc'\n    a: int = 1\n    b: 'str'\n    def m(self): return vars(self)\n    P(sorted(k for k in locals() if not k.startswith('__')))")
    attempts(g, ["sorted(f(1, 4, 5, d=<i>, z=6)[0])", "f(<i>)[1]()",
                 "f(1)[1].__closure__[0].cell_contents", "f.__name__", "f.__qualname__",
                 "f.__doc__", "f.__defaults__",
                 "f.__kwdefaults__", "f.__annotations__", "f.__code__.co_cellvars",
                 "f(1)[1].__code__.co_freevars", "f.__code__.co_name",
                 "f.__code__.co_argcount, f.__code__.co_posonlyargcount, f.__code__.co_flags & 15",
                 "K.__dict__['a']", "K.__annotations__", "K.__doc__", "K().m()", "vars(K)['a']",
                 "'a' in dir(K)",
                 "[x for x in dir(K()) if not x.startswith('__')]",
                 "sorted(k for k in locals() if k in ('K', 'f', 'v'))", "globals()['__name__']",
                 "'f' in globals()", "type(f.__code__).__name__", "f.__module__", "K.__module__",
                 "K.__qualname__", "f.__get__(K()).__self__.__class__.__name__",
                 "setattr(f, 'x', <i>) or f.x", "f.__dict__", "delattr(f, 'nope')", "f.nope",
                 "setattr(K, 'n', 5) or K.n",
                 "hasattr(K, <s>)", "getattr(K, 'a', 0)", "type('N', (K,), {'b': <i>}).b",
                 "type('N', (), {})().__class__.__name__", "callable(f)", "f.__call__(1)[0]['a']",
                 "vars()['v'] == v",
                 "f.__type_params__", "f.__closure__",
                 "setattr(f, '__defaults__', (7,)) or f(1)[0]['b']",
                 "setattr(f, '__kwdefaults__', {'d': 8}) or f(1)[0]['d']",
                 "setattr(f, '__defaults__', <odd>)",
                 "setattr(f, '__name__', <odd>)",
                 "setattr(f, '__code__', (lambda a: 1).__code__) or f(2)",
                 "setattr(f, '__annotations__', <odd>)", "setattr(f, '__kwdefaults__', <odd>)",
                 "setattr(f, '__dict__', <odd>)",
                 "setattr(f, '__qualname__', 'new') or f", "setattr(K, '__name__', <odd>)",
                 "setattr(K, '__qualname__', <odd>)", "setattr(K, '__bases__', <odd>)",
                 "setattr(K, '__doc__', <odd>) or K.__doc__",
                 "setattr(K, '__module__', 'm') or K", "delattr(K, '__module__')",
                 "delattr(K, 'a') or hasattr(K, 'a')", "delattr(f, '__doc__') or f.__doc__",
                 "delattr(f, '__defaults__') or f.__defaults__",
                 "setattr(K(), '__class__', <odd>)", "setattr(K(), '__dict__', <odd>)",
                 "f(1)[1].__code__.co_name", "(lambda: (yield))().gi_code.co_name",
                 "__import__('inspect').signature(f)", "str(__import__('inspect').signature(K.m))",
                 "list(__import__('inspect').signature(f).parameters)",
                 "__import__('inspect').isfunction(f)",
                 "__import__('types').FunctionType(f.__code__, {'v': 1}, 'n', (5,))(1)[0]['b']",
                 "__import__('types').SimpleNamespace(a=<i>, b=<s>)",
                 "__import__('types').MethodType(len, [1])()",
                 "__import__('typing').get_type_hints(K)", "__import__('sys').getsizeof(1) > 0",
                 "__import__('sys')._getframe().f_code.co_name if 0 else 1"], 5, 10)


TRACE = ["raise ValueError(%s)", "1 / 0", "[][5]", "int('q')", "nope_", "(lambda: {}['k'])()",
         "assert 0, 'why'", "raise KeyError from ValueError('c')", "None.x", "f2(n)"]


def tracebacks(g):
    g.w("import sys, traceback")
    g.w("def f2(n): return %s" % g.pick("n.attr", "n // 0", "len(n)", "[n][1]"))
    g.w("def f1(n):")
    body = g.pick(*TRACE)
    g.w("    " + (body % g.e("i", 1) if "%s" in body else body))
    g.w("def f0(n):\n    try:\n        f1(n)\n    except %s as e:\n        %s" % (
        g.pick("ValueError", "LookupError", "Exception", "(TypeError, ZeroDivisionError)",
               "AssertionError"),
        g.pick("raise RuntimeError('second') from e", "raise RuntimeError('second')", "raise",
               "raise e", "raise RuntimeError from None", "e.add_note('note'); raise",
               "return str(e)", "[][n]")))
    g.w("try: P(f0(3))\nexcept BaseException as e:")
    g.ind += 1
    show = ["P([(t.name, t.line) for t in traceback.extract_tb(e.__traceback__)][1:])",
            "P(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)",
            "P([x for x in ''.join(traceback.format_exception(e)).split('\\n') if not x.lstrip().startswith('File')])", "P(sys.exc_info()[0].__name__, sys.exc_info()[1] is e)",
            "tb = e.__traceback__\nn = 0\nwhile tb:\n    n += 1\n    P(tb.tb_frame.f_code.co_name, tb.tb_lineno - tb.tb_frame.f_code.co_firstlineno)\n    tb = tb.tb_next\nP(n)" if 0 else "P(e.args)",
            "P(getattr(e, '__notes__', None))", "P(e.with_traceback(None) is e, e.__traceback__)",
            "e.__cause__ = %s\nP(repr(e.__cause__))" % g.pick("None", "KeyError(1)", "5"),
            "e.__context__ = %s\nP(repr(e.__context__))" % g.pick("None", "e", "'x'"),
            "e.__traceback__ = %s" % g.pick("None", "5"), "P(traceback.format_exc().count('File'))",
            "del e.__cause__", "e.args = %s\nP(str(e))" % g.pick("(1, 2)", "5", "'ab'"),
            "P(traceback.format_tb(e.__traceback__)[-1].split('\\n')[1:])",
            "P(sys.exception() is e)"]
    for text in g.r.sample(show, g.n(2, 5)):
        g.w("try:\n    %s\nexcept Exception as x: X(x)" % text.replace("\n", "\n    "))
    g.ind -= 1
    g.w("P(sys.exc_info(), sys.exception())")


# No throw() with arguments that are refused: it leaves an inner generator suspended that CPython, which
# counts references, finalises when the outer one ends, and ours never (tests/py/found/throw_refused.py).
STEPS = ["next(it)", "it.send(None)", "it.send(%d)", "it.throw(ValueError('in'))",
         "it.throw(KeyError)", "it.throw(E, 'v')", "it.close()", "it.throw(GeneratorExit)",
         "it.throw(StopIteration(5))",
         "it.gi_frame is None", "it.gi_running", "it.gi_suspended",
         "it.gi_yieldfrom is None", "list(it)", "it.gi_code.co_name", "it.__name__"]
BODY = ["x = yield n\nlog.append(x)",
        "try:\n    yield 't'\nexcept E as e:\n    log.append(repr(e))\n    yield 'caught'",
        "try:\n    yield 'f'\nfinally:\n    log.append('fin')",
        "try:\n    yield 'g'\nexcept GeneratorExit:\n    log.append('exit')\n    raise",
        "try:\n    yield 'h'\nexcept GeneratorExit:\n    yield 'no'",
        "r = yield from inner(n)\nlog.append(r)", "yield from [1, 2]",
        "yield from It(2)", "yield from %s", "raise StopIteration(n)", "return n",
        "try:\n    yield from inner(n)\nexcept ValueError as e:\n    log.append(('out', repr(e)))",
        "next(it)", "yield (yield (yield 1))",
        "try:\n    raise KeyError(n)\nexcept KeyError:\n    yield 'k'\n    log.append(repr(sys.exception()))", "yield *'ab', n", "with CM() as c: yield c", "yield [(yield i) for i in range(0)] if 0 else 2",
        "try:\n    yield 1\nexcept:\n    return 'ret'", "log.append(it.gi_running)",
        "yield lambda: n", "n = (yield n) or 3", "it.close()", "raise E('own')"]


def driven(g):
    g.w("import sys")
    g.w("class E(%s): pass" % g.pick("ValueError", "Exception", "KeyError", "BaseException"))
    g.w("class CM:\n    def __enter__(self): return 'cm'\n    def __exit__(self, *a):\n        log.append(a[0] and a[0].__name__)\n        return %s" % g.pick("True", "False"))
    g.w("log = []\ndef inner(n):\n    try:\n        x = yield 'i1'\n        log.append(('inner', x))\n        yield 'i2'\n    %s\n    return 'ir'" % g.pick(
        "except ValueError as e: log.append(('inner', repr(e)))", "finally: log.append('ifin')",
        "except GeneratorExit: return 'gx'", "except KeyError: yield 'key'"))
    g.w("def gen(n):")
    g.ind += 1
    for _ in range(g.n(1, 4)):
        text = g.pick(*BODY)
        g.w(text % g.pick(*methods.ODD) if "%s" in text else text)
    g.w("yield 'last'")
    g.ind -= 1
    g.w("it = gen(%d)" % g.n(0, 3))
    for i in range(g.n(3, 8)):
        text = g.pick(*STEPS[:3]) if g.chance(0.5) else g.pick(*STEPS)
        g.w("try: P(%s)\nexcept BaseException as e: X(e); P(repr(e.__context__), repr(e.__cause__))" % (text % i if "%d" in text else text))
    g.w("P(log)\nit = None")  # what its finalisation does in CPython comes too late to be seen


ASYNC_BODY = ["x = yield n\nlog.append(x)", "await tick('a')",
              "try:\n    yield 't'\nexcept E as e:\n    log.append(repr(e))\n    yield 'caught'",
              "try:\n    yield 'f'\nfinally:\n    log.append('fin')\n    await tick('fin')",
              "async for y in other(2): yield y", "yield [z async for z in other(3) if z]",
              "async with ACM() as c: yield c", "return", "raise StopIteration",
              "raise StopAsyncIteration", "raise E('own')", "yield {k: await val(k) for k in 'ab'}",
              "yield await val(n)", "try:\n    yield 'h'\nexcept GeneratorExit:\n    yield 'no'",
              "yield {i async for i in other(2)}", "yield sum([i async for i in other(4)])",
              "try:\n    async for y in other(2): raise E(y)\nexcept E as e: yield repr(e)",
              "async for y in other(3):\n    if y: break\nelse: yield 'else'",
              "yield (i async for i in other(1)).__name__"]
ASYNC_STEPS = ["drive(it.__anext__())", "drive(it.asend(None))", "drive(it.asend(%d))",
               "drive(it.athrow(E('in')))", "drive(it.athrow(KeyError))", "drive(it.aclose())",
               "drive(anext(it))", "drive(anext(it, 'dflt'))", "it.ag_running",
               "it.ag_frame is None",
               "it.ag_await is None", "it.__aiter__() is it", "it.ag_code.co_name", "drive(val(3))",
               "drive(collect(it))", "drive(it.athrow(GeneratorExit))", "it.__anext__().close()",
               "it.asend(1).throw(E)", "it.asend(3).send(None)", "it.aclose().send(None)",
               "drive(awaits(%d))", "drive(5)", "drive(nested())"]


def async_driven(g):
    g.w("class E(Exception): pass")
    g.w("class Tick:\n    def __init__(self, v): self.v = v\n    def __await__(self):\n        r = yield ('tick', self.v)\n        return r")
    g.w("log = []\nasync def tick(v): log.append(await Tick(v))\nasync def val(v):\n    await tick(v)\n    return v")
    g.w("async def other(n):\n    for i in range(n):\n        await tick(i)\n        yield i")
    g.w("class ACM:\n    async def __aenter__(self): await tick('in'); return 'acm'\n    async def __aexit__(self, *a): log.append(a[0] and a[0].__name__); return %s" % g.pick("True", "False"))
    g.w("async def collect(it): return [x async for x in it]")
    g.w("async def awaits(n): return await %s" % g.fill(g.pick("val(n)", "<odd>", "Tick(n)",
        "val(1) if n else Tick(2)"), 1).replace("<odd>", g.pick(*methods.ODD)))
    g.w("async def nested():\n    async with ACM() as a, ACM():\n        async for x in %s: log.append(x)\n        return a" % g.pick("other(2)", "5", "It(2)", "[1]"))
    g.w("def drive(c):\n    k = 0\n    try:\n        while True: log.append(c.send(None)); k += 1\n    except StopIteration as e: return ('done', k, e.value)")
    g.w("async def agen(n):")
    g.ind += 1
    for _ in range(g.n(1, 4)):
        g.w(g.pick(*ASYNC_BODY))
    g.w("yield 'last'")
    g.ind -= 1
    g.w("it = agen(%d)" % g.n(0, 3))
    for i in range(g.n(3, 8)):
        text = g.pick(*ASYNC_STEPS[:3]) if g.chance(0.5) else g.pick(*ASYNC_STEPS)
        g.w("try: P(%s)\nexcept BaseException as e: X(e); P(repr(e.__context__), repr(e.__cause__))" % (text % i if "%d" in text else text))
    g.w("P(log)\nit = None")
    g.w("co = val(%d)" % g.n(0, 3))
    for _ in range(g.n(2, 6)):
        g.w("try: P(%s)\nexcept BaseException as e: X(e)" % g.pick("co.send(None)", "co.send(1)",
            "co.throw(E('c'))", "co.close()", "co.cr_running", "co.cr_await is None",
            "co.cr_frame is None", "co.__name__", "co.cr_code.co_name",
                                                                  "next(co)", "iter(co)",
            "co.__await__().send(None)", "co.cr_suspended", "co.__await__().__next__()",
            "co.cr_origin"))
    g.w("co.close()\nlog = co = None")


def statements(g):
    """One of each rarer statement form."""
    forms = ["import math, json as j\nP(math.floor(2.5), j.dumps(1))",
             "from math import *\nP(floor(2.5))" if 0 else "from math import floor, ceil as c\nP(floor(2.5), c(2.5))", "import collections.abc\nP(collections.abc.Sized.__name__)",
             "from itertools import nope_", "from nope_ import x", "import nope_.x",
             "from . import x", "a = b = c = [1]\na.append(2)\nP(a, b, c)",
             "a, (b, *c), d = 1, (2, 3, 4), 5\nP(a, b, c, d)", "*a, = 'xyz'\nP(a)",
             "a = [0, 1, 2]\ni = 0\ni, a[i] = 1, 9\nP(i, a)",
             "del (a := [1]) if 0 else None" if 0 else "a = [1, 2, 3]\ndel a[0], a[-1]\nP(a)",
             "a = 1\ndel a\nP(a)", "def f():\n    P(a)\n    a = 1\nf()",
             "x = 5\ndef f():\n    global x_\n    x_ = x\nf()\nP(x_)",
             "a: int\nP(a)", "a: int = 5\nP(a)",
             "class K:\n    x: int = 1\n    y: 'K'\n    z: nope_\n", "def f(a: nope_ = 1): pass",
             "lambda a=1, /, b=2, *, c: (a, b, c)",
             "P((lambda *a, b=2, **k: (a, b, k))(1, b=3, z=4))",
             "assert (1, 'no')\nassert 0, (1, 2)",
             "for i in range(3):\n    if i == 1: continue\n    P(i)\nelse: P('else')",
             "while True:\n    break\nelse: P('no')", "for i, in [(1,), (2,)]: P(i)",
             "for i in 1, 2, 3: P(i)", "for x in *[1, 2], 3: P(x)",
             "try: raise ValueError(1)\nexcept (TypeError, ValueError): P('v')\nelse: P('n')\nfinally: P('f')", "try: pass\nfinally: P('f')", "def f():\n    try: return 1\n    finally: return 2\nP(f())", "def f():\n    for i in range(3):\n        try: continue\n        finally: P(i)\nf()",
             "with (It(2) if 0 else CM(1)) as a, CM(2) as b: P(a, b)",
             "with (CM(1) as a, CM(2) as b,): P(a, b)", "with CM(3) as (a, b): P(a)",
             "try:\n    with CM(1, True): raise ValueError\n    P('eaten')\nexcept ValueError: P('not')", "type A[T] = list[T]\nP(A, A.__value__, A.__type_params__, A[int])",
             "def f[T: int, *Ts, **Ps](a: T) -> T: return a\nP(f(1), f.__type_params__)",
             "class K[T]:\n    x: T\nP(K[int], K.__type_params__, K.__parameters__)",
             "@(lambda f: 5)\ndef f(): pass\nP(f)", "@property\ndef p(s): pass\nP(type(p))",
             "x = 1 if 0 else 2 if 0 else 3\nP(x)",
             "P(1 < 2 < 3 > 2 != 5 == 5 in [5])", "P(not 1 == 2, 1 is 1, 1 is not None)",
             "P(*[1], *(2, 3), sep if 0 else 4)" if 0 else "P(*[1], *(2, 3), 4)",
             "P({**{'a': 1}, 'b': 2, **{'a': 3}})", "P([*'ab', *range(2)], {*[1, 1]}, (*'c',))",
             "P(f'{1+1=} {\"x\"!r:>4} {3.14159:.{2}f} {{}}')",
             "P(f'{x!s:^{w}}' if 0 else f'{[1, 2][0]:03}')", "P(f\"{'a' 'b'}\" 'c' f'{1}')",
             "P(rf'\\d{1}', b'\\x00' b'a', '\\N{DIGIT ONE}\\u00e9\\101')",
             "P(0x1F, 0b11, 0o17, 1_000, 1e3, 1.5j, .5, 5.)", "P((yield_ := 3), yield_)",
             "P([y := 1, y + 1], y)", "if (n := 5) > 3: P(n)",
             "match [1, [2, 3], {'k': 4, 'z': 5}]:\n    case [int(a), [b, *c], {'k': d, **r}] if a < b: P(a, b, c, d, r)", "match 5:\n    case 1 | 2: P('a')\n    case int() as n if n > 9: P('b')\n    case _: P('c')", "match 'x':\n    case str(s): P(s)", "match (1, 2):\n    case (a, b) | [a, b, _]: P(a, b)",
             "match {'a': 1}:\n    case {'a': 2}: P(2)\n    case {**kw}: P(kw)",
             "match 1.5:\n    case -1.5 | 1.5: P('f')", "match b'x':\n    case b'x': P('bytes')",
             "match None:\n    case None: P('none')", "match It(1):\n    case It(n=k): P(k)",
             "match It(1):\n    case It(k): P(k)",
             "try:\n    raise ExceptionGroup('g', [ValueError(1), TypeError(2)])\nexcept* ValueError as e: P(e.exceptions)\nexcept* TypeError: P('t')", "try: raise ValueError(3)\nexcept* ValueError as e: P(repr(e))", "try: raise ExceptionGroup('g', [ValueError(1)])\nexcept* TypeError: P('no')",
             "def f():\n    nonlocal_ = 1\n    def g():\n        nonlocal nonlocal_\n        nonlocal_ += 1\n        return nonlocal_\n    return g() + g()\nP(f())", "def f():\n    def g(): return q\n    P(g())\n    q = 1\nf()", "def f():\n    q = 1\n    def g(): return q\n    del q\n    g()\nf()",
             "class K:\n    a = 1\n    b = [a for _ in range(2)]\n",
             "class K:\n    a = 1\n    def f(self): return a\nP(K().f())",
             "class K:\n    def f(self): return __class__.__name__\nP(K().f())",
             "class K:\n    __x = 1\n    def g(self): return self.__x\nP(K().g(), K._K__x)",
             "class K(Nope_): pass", "class K(int, str): pass",
             "class K(1): pass", "b, k = (int,), {}\nclass K(*b, **k): x = 1\nP(K(3), K.__mro__)",
             "x, y = 6, 1\nx &= 3; x |= 8; y <<= x; x @= 2", "x, y = 3, 2\nx @= y",
             "class K(metaclass=5): pass", "class K(object, object): pass", "class K(bool): pass",
             "class K(int):\n    __slots__ = ('a',)", "class K:\n    __slots__ = ('a', 'a b')",
             "class K:\n    __slots__ = 'a'\n    a = 1", "raise", "raise 5",
             "raise ValueError from 5", "raise ValueError(1) from TypeError(2)",
             "def f(): yield\nP(type(f()))", "async def f(): pass\nc = f()\nP(type(c))\nc.close()",
             "x = [1, 2]\nx[0], x[1] = x[1], x[0]\nP(x)", "x = {}\nx['a'] = x['b'] = 1\nP(x)",
             "x = [[0] * 2] * 2\nx[0][0] += 1\nP(x)",
             "x = (1, [2])\ntry: x[1] += [3]\nexcept TypeError as e: X(e)\nP(x)",
             "x = 10\nx -= 3; x *= 2; x //= 3; x **= 2; x %= 7; x <<= 3; x >>= 1; x |= 1; x ^= 3; x &= 14\nP(x)", "x = 7.5\nx /= 2; x -= 1; x *= 3; x //= 2; x %= 3; x **= 2\nP(x)", "x = 'a'\nx += 'b'; x *= 2\nP(x)", "P(__debug__, __name__)", "P(...)", "P(print)", "() = []", "[] = ()", "[a, b] = 1, 2, 3",
             "import sys\nP(sys.maxsize, sys.byteorder, sys.version_info[:2] >= (3, 11))",
             "x = y = 1\nx, y = y, x + y\nP(x, y)", "if 0: x = 1\nelif 1: x = 2\nelse: x = 3\nP(x)",
             "def f(a, /, b, *, c): return a, b, c\nP(f(1, b=2, c=3))",
             "def f(a, b=[]):\n    b.append(a)\n    return b\nf(1)\nP(f(2))",
             "def f(x):\n    if x: return 1\nP(f(0), f(1))",
             "def f(): pass\nf.a = 1\nf.a += 1\nP(f.a)", "x = lambda: (yield)\nP(type(x()))",
             "P([i for i in range(9) if i % 2 if i > 3])",
             "P([(i, j) for i in range(2) for j in range(i)])",
             "P({i: j for i, j in zip('ab', [1, 2])}, {i for i in [1]})",
             "P(list(i for i in range(3)))",
             "a = -5\nP(a // 3, a % 3, divmod(a, 3), -a ** 2, 2 ** -1, ~a, +a)",
             "import __future__\nP(__future__.annotations.compiler_flag if 0 else 1)",
             "x = 1,\nP(x)", "P(1 if [] else 2, [] or 'd', 0 and 1, not [])",
             "P('%s' % 1, '%d%%' % 5)", "while 0: pass\nelse: P('e')",
             "for _ in (): pass\nelse: P('e')",
             "a = [1, 2, 3, 4]\na[1:3] = [9]\na[::2] = 'xy'\nP(a)",
             "a = [3, 1]\na.sort(); a += (4,)\nP(a)", "x = object()\nP(x == x, x != x, x is x)",
             "P(type(x) if 0 else type(1), int.__name__)", "a = b'ab'\nfor i in a: P(i)",
             "a = {'k': 1}\nfor k in a: a['z'] = 2", "a = {1}\nfor k in a: a.add(2)",
             "a = [1]\nfor k in a:\n    if len(a) < 4: a.append(k)\nP(a)"]
    g.w("class Exits:\n    def __init__(self, k, eat=False): self.k, self.eat = k, eat\n    def __enter__(self): return self.k\n    def __exit__(self, *a): P('exit', self.k, a[0] and a[0].__name__); return self.eat")
    for text in g.r.sample(forms, g.n(3, 7)):
        text = text.replace("CM(", "Exits(").replace("\n", "\n    ")
        g.w("try:\n    %s\nexcept Exception as e: X(e)" % text)


SHAPES = [evaluation, namespaces, tracebacks, driven, async_driven, statements]
