"""Whole shapes of program the generator inserts: functions and calls, classes, generators, control flow with
finally, patterns, unpacking, scopes, formatting, slices, coroutines. Each takes the Gen and writes lines.
"""
import re

import table

VALUES = ["0", "1", "-1", "True", "None", "2.5", "'ab'", "''", "'x'", "[]", "[1]", "[1, 2]",
          "[1, 2, 3]", "(1, 2)", "()", "{}", "{'a': 1}",
          "{'a': 1, 'b': [1, 2]}", "(1, [2, 3], {'k': 4})", "b'ab'", "Pt(1, 2)", "Pt(0, [1])",
          "range(3)", "3j", "[[1, 2], [3]]", "'abc'"]


def expr(g, t="i"):
    return g.e(t, 2)


# --- control flow: nested loops, try, with; a log tells the way taken ---
def control(g):
    f = g.fresh("cf")
    steps = [0]

    def body(depth, loop, ind):
        out = []
        for _ in range(g.n(1, 3)):
            steps[0] += 1
            k = g.n(0, 13) if depth else g.n(0, 5)
            pad = "    " * ind
            mark = "log.append(%d)" % steps[0]
            if k < 2:
                out.append(pad + mark)
            elif k == 2:
                out.append(pad + "if n %% %d == %d:" % (g.n(2, 4), g.n(0, 1)))
                out.append(pad + "    " + g.pick("return %d" % steps[0],
                    "raise %s(%d)" % (g.pick("ValueError", "KeyError", "E1", "E2"), steps[0]),
                                                "raise", *(["break",
                                                    "continue"] * 2 if loop else [])))
            elif k == 3:
                out.append(pad + "n += 1")
            elif k == 4:
                out.append(pad + mark + "; log.append(n)")
            elif k == 5:
                out.append(pad + g.pick("n // (n % 3)", "[][n]", "yield_(log, n)", "del log[n]",
                                        "n = n * 2 % 7"))
            elif k in (6, 7):
                v = g.fresh("i")
                out.append(pad + g.pick("for %s in range(%d):" % (v, g.n(1, 3)),
                                        "while steps() < %d:" % g.n(10, 60)))
                out += body(depth - 1, True, ind + 1)
                if g.chance(0.4):
                    out.append(pad + "else:")
                    out += body(depth - 1, loop, ind + 1)
            elif k in (8, 9, 10):
                out.append(pad + "try:")
                out += body(depth - 1, loop, ind + 1)
                kind = g.n(0, 2)
                if kind != 2:
                    for exc in g.r.sample(["ValueError", "(E1, KeyError)", "ArithmeticError", "E1",
                        "Exception"], g.n(1, 2)):
                        named = g.chance(0.5)
                        out.append(pad + "except %s%s:" % (exc, " as e" if named else ""))
                        if named:
                            out.append(pad + "    log.append((type(e).__name__, str(e), type(e.__context__).__name__))")
                        out += body(depth - 1, loop, ind + 1)
                    if g.chance(0.3):
                        out.append(pad + "else:")
                        out += body(depth - 1, loop, ind + 1)
                if kind:
                    out.append(pad + "finally:")
                    out += body(depth - 1, loop, ind + 1)
            elif k == 11:
                out.append(pad + "with CM(log, %d, %s) as m:" % (steps[0], g.pick("True", "False",
                    "False", "None")))
                out += body(depth - 1, loop, ind + 1)
            elif k == 12:
                out.append(pad + "with CM(log, %d) as m, CM(log, %d, n > 2):" % (steps[0],
                    steps[0]))
                out += body(depth - 1, loop, ind + 1)
            else:
                out.append(pad + "match n %% %d:" % g.n(2, 4))
                for c in g.r.sample(range(3), 2):
                    out.append(pad + "    case %d%s:" % (c, g.pick("", " if n > 1")))
                    out += body(depth - 1, loop, ind + 2)
        return out

    gen = g.chance(0.3)
    g.w("class E1(Exception): pass")
    g.w("class E2(E1, ValueError): pass")
    g.w("class CM:\n    def __init__(s, log, k, eat=False): s.log, s.k, s.eat = log, k, eat\n"
        "    def __enter__(s): s.log.append(('in', s.k)); return s.k\n"
        "    def __exit__(s, t, v, tb): s.log.append(('out', s.k, t and t.__name__)); return s.eat")
    g.w("def %s(n, log):" % f)
    g.w("    left = [0]")
    g.w("    def steps():\n        left[0] += 1\n        return left[0]")
    lines = body(3, False, 1)
    for line in lines:
        if gen and g.chance(0.3) and "log.append" in line:
            line = re.sub(r"log\.append\((.*)\)$", r"log.append((yield \1))",
                          line) if line.strip().startswith("log.append(") \
                and ";" not in line else line
        g.w(line)
    if gen:
        g.w("    yield 99")
    g.w("for n in range(5):")
    g.w("    log = []")
    if gen:
        g.w("    it = %s(n, log)" % f)
        g.w("    try:")
        g.w("        for k in range(12):")
        g.w("            log.append(('got', %s))" % g.pick("next(it)", "it.send(k if k else None)",
            "it.throw(E1('t')) if k == 2 else next(it)",
                                                       "it.close() if k == 2 else next(it)",
            "it.throw(KeyError, 'z') if k > 2 else next(it)" if 0 else "next(it)"))
        g.w("    except StopIteration as e: log.append(('stop', e.value))")
    else:
        g.w("    try: log.append(('ret', %s(n, log)))" % f)
    g.w("    except Exception as e:\n        while e is not None:\n            log.append((type(e).__name__, str(e))); e = e.__context__") if not gen else \
        g.w("    except Exception as e: log.append((type(e).__name__, str(e), repr(e.__context__), repr(e.__cause__)))")
    g.w("    P(log)")


# --- signatures against calls ---
def signature(g, names):
    """A random parameter list; returns its text and the names in it."""
    pos = g.r.sample(names, g.n(0, 3))
    used, out, default = [], [], False
    slash = g.n(1, len(pos)) if pos and g.chance(0.3) else 0
    for i, p in enumerate(pos):
        default = default or g.chance(0.3)
        out.append(p + ("=%d" % g.n(0, 9) if default else ""))
        used.append(p)
        if i + 1 == slash:
            out.append("/")
    rest = [n for n in names if n not in pos]
    star = g.n(0, 2)
    if star == 1:
        out.append("*args")
        used.append("args")
    kwonly = g.r.sample(rest, g.n(0, min(2, len(rest)))) if star else []
    if star == 2 and kwonly:
        out.append("*")
    for p in kwonly:
        out.append(p + ("=%d" % g.n(0, 9) if g.chance(0.5) else ""))
        used.append(p)
    if g.chance(0.3):
        out.append("**kw")
        used.append("kw")
    return ", ".join(out), used


def arguments(g, names):
    out, seen = [], set()
    for _ in range(g.n(0, 4)):
        k = g.n(0, 9)
        if k < 5 and not any("=" in a or a.startswith("**") for a in out):
            out.append(str(g.n(10, 19)))
        elif k == 5 and not any(a.startswith("**") for a in out):
            out.append("*%s" % g.pick("(20, 21)", "[22]", "()", "'ab'", "3", "range(2)", "None"))
        elif k == 6:
            out.append("**%s" % g.pick("{'a': 30}", "{'z': 31}", "{}", "{'b': 1, 'c': 2}", "{1: 2}",
                                       "5", "dict(a=1)"))
        else:
            name = g.pick(*names)
            if name not in seen:
                seen.add(name)
                out.append("%s=%d" % (name, g.n(40, 49)))
    return ", ".join(out)


def calls(g):
    names = ["a", "b", "c", "d"]
    sig, used = signature(g, names)
    kind = g.n(0, 4)
    f = g.fresh("fn")
    show = ", ".join(used)
    if kind == 0:
        g.w("%s = lambda %s: (%s)" % (f, sig, show + "," if show else ""))
    elif kind == 1:
        g.w("class K:\n    def %s(self%s): return (%s)" % (f, ", " + sig.replace("/, ",
            "").replace(", /", "").replace("/", "a")
                                                           if sig and "/" not in sig else "",
            show + "," if show and "/" not in sig else ""))
        g.w("%s = K().%s" % (f, f))
    elif kind == 2:
        g.w("def deco(fn):\n    def inner(*a, **k):\n        print('call', a, k)\n        return fn(*a, **k)\n    return inner")
        g.w("@deco\ndef %s(%s): return (%s)" % (f, sig, show + "," if show else ""))
    else:
        g.w("def %s(%s): return (%s)" % (f, sig, show + "," if show else ""))
        g.w("P(%s.__defaults__, %s.__kwdefaults__)" % (f, f))
    for _ in range(g.n(2, 6)):
        g.w("try: P(%s(%s))\nexcept TypeError as e: X(e)" % (f, arguments(g, names)))


# --- classes with operators, against each other and builtins ---
BINARY = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift",
          "rshift", "matmul"]
SIGNS = dict(zip(BINARY, ["+", "-", "*", "/", "//", "%", "**", "&", "|", "^", "<<", ">>", "@"]))
COMPARE = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}


def klass(g, name, bases):
    g.w("class %s%s:" % (name, "(%s)" % ", ".join(bases) if bases else ""))
    g.ind += 1
    if not bases or g.chance(0.3):
        g.w("def __init__(self, v=1): self.v = v" + (("; super().__init__()" if bases and g.chance(0.3) else "")))
    for op in g.r.sample(BINARY, g.n(0, 4)):
        for prefix in g.r.sample(["", "r", "i"], g.n(1, 2)):
            body = g.pick("return ('%s%s', type(self).__name__)" % (prefix, op),
                          "return NotImplemented", "return NotImplemented",
                          "self.v = (self.v, %d); return self" % g.n(0,
                              9) if prefix == "i" else "return %d" % g.n(0, 9))
            g.w("def __%s%s__(self, o): %s" % (prefix, op, body))
    for op in g.r.sample(list(COMPARE), g.n(0, 3)):
        g.w("def __%s__(self, o): %s" % (op, g.pick("return '%s'" % op, "return NotImplemented",
            "return %s" % g.pick("True", "False"))))
    extra = ["def __repr__(self): return '%s!'" % name,
             "def __str__(self): return '<%s %%s>' %% (self.v,)" % name,
             "def __len__(self): return %d" % g.n(0, 3),
             "def __bool__(self): return %s" % g.pick("True", "False", "1"),
             "def __getitem__(self, k):\n    if k == 3: raise IndexError(k)\n    return k",
             "def __iter__(self): yield from (1, 2)", "def __contains__(self, o): return o == 1",
             "def __call__(self, *a, **k): return (a, k)",
             "def __getattr__(self, n): return 'ga ' + n", "def __hash__(self): return 5",
             "def __index__(self): return 2", "def __int__(self): return 7",
             "def __float__(self): return 1.5", "def __neg__(self): return 'neg'",
             "def __abs__(self): return 'abs'", "def __format__(self, s): return 'F' + s",
             "def __enter__(self): return self\ndef __exit__(self, *a): print('exit', a[0]); return True", "@property\ndef p(self): return ('p', self.v)",
             "@classmethod\ndef cm(cls): return cls.__name__",
             "@staticmethod\ndef sm(x=2): return x",
             "def __setitem__(self, k, v): print('set', k, v)",
             "def __delitem__(self, k): print('del', k)", "def m(self): return ('%s',%s)" % (name,
                 " super().m()" if bases and g.chance(0.6) else ""),
             "def __init_subclass__(cls, **k): print('sub', cls.__name__, k)",
             "def __reversed__(self): return iter('zy')", "__slots__ = ('v', 'q')",
             "def __round__(self, n=None): return ('round', n)",
             "def __divmod__(self, o): return 'dm'", "__hash__ = None",
             "def __missing__(self, k): return k",
             "def __getattribute__(self, n): return object.__getattribute__(self, n)",
             "def __delattr__(self, n): print('delattr', n)",
             "def __setattr__(self, n, x): object.__setattr__(self, n, (n, x))", "x: int = 3",
             "y = [i for i in range(3)]", "def __class_getitem__(cls, k): return k"]
    for text in g.r.sample(extra, g.n(2, 9)):
        g.w(text)
    g.w("z = %s" % expr(g))
    g.ind -= 1


def classes(g):
    names = [g.fresh("C") for _ in range(g.n(1, 3))]
    for i, name in enumerate(names):
        bases = [n for n in names[:i] if g.chance(0.6)]
        if g.chance(0.5):
            bases.reverse()
        if not bases and g.chance(0.2):
            bases = [g.pick("int", "list", "str", "dict", "Exception")]
        klass(g, name, bases)
        g.w("def show_%s(x): return repr(x) if '__repr__' in %s.__dict__ else type(x).__name__" % (name, name))
    tests = ["o + p", "o - 1", "2 * o", "o % p", "o ** 2", "o @ p", "o << 1", "1 | o", "o & p",
             "o < p", "o <= 1", "o > p", "o == p", "o != p", "o == 1", "len(o)",
             "bool(o)", "o[1]", "list(o)", "1 in o", "4 in o", "o(1, k=2)", "o.nope",
             "[1, 2, 3, 4][o]", "int(o)", "float(o)", "-o", "abs(o)", "f'{o:>3}'", "o.p", "o.cm()",
             "o.sm()",
             "o.m()", "o.z", "type(o).z", "round(o)", "divmod(o, 2)", "hash(o) == 5",
             "list(reversed(o))", "~o", "range(o)", "str(o) != ''", "[*o]",
             "sorted([o, p]) is None",
             "o.q", "type(o).x", "type(o).y", "max(o, p) is o", "o is p", "isinstance(o, type(p))",
             "issubclass(type(o), type(p))", "type(o)[3]", "o.__dict__ == {}",
             "type(o).__mro__[0].__name__", "[c.__name__ for c in type(o).__mro__]", "{o: 1}[o]",
             "divmod(3, o)", "o and 1", "not o", "type(o).m(o)", "sum([o, p])", "hex(o)",
             "'%d' % o", "'ab' * o", "max([o])  is o", "a, b = o", "o < 1 < 2", "complex(o)", "o.v",
             "print(o.__class__.__name__)", "dict(o)", "next(o)", "iter(o) is o", "o.__add__(1)"]
    stm = ["o += 1", "o -= p", "o *= 2", "o.v = 3", "o.new = 4", "del o.v", "o[1] = 2", "del o[1]",
           "del o.nope", "o.p = 1", "o |= p", "o //= 1", "o **= 2", "type(o).z = 5",
           "with o as w: P(w is o); 1 / 0", "for k in o: P(k)", "a, *b = o; P(a, b)", "raise o",
           "o.__class__ = type(p)", "o <<= 1", "del o.p", "o @= p"]
    g.w("def T(x): return x if isinstance(x, (int, str, tuple, list, float, complex)) and type(x).__module__ == 'builtins' and 'object' not in repr(x) else type(x).__name__")
    for _ in range(g.n(4, 10)):
        g.w("try:\n    o, p = %s(), %s()" % (g.pick(*names), g.pick(*names)))
        if g.chance(0.3):
            g.w("    " + g.pick(*stm))
            g.w("    print(T(o), T(getattr(o, 'v', 'nov')))")
        else:
            t = g.pick(*tests)
            g.w("    a, b = o; print(T(a), T(b))" if "=" in t and t.startswith("a,") else "    print(%r, T(%s))" % (t, t))
        g.w("except Exception as e: print(type(e).__name__, str(e) if ' at 0x' not in str(e) else '')")


# --- generators and closures ---
def generators(g):
    f = g.fresh("g")
    g.w("def %s(n, depth=2):" % f)
    g.ind += 1
    g.w("total = 0")
    for _ in range(g.n(2, 5)):
        g.w(g.pick("x = yield n\nP('got', x)", "yield from range(%d)" % g.n(0, 3),
                   "for i in range(n % 4):\n    yield (i, total)\n    total += i",
                   "r = yield from %s(n - 1, depth - 1) if depth else []\nP('r', r)" % f,
                   "try:\n    yield 'in try'\nexcept ValueError as e:\n    X(e)\n    yield 'handled'",
                   "try:\n    yield 't'\nfinally:\n    total += n",
                   "if n %% 2: return ('early', %s)" % expr(g), "yield [(yield 1), (yield 2)]",
                   "yield %s" % expr(g, "s"),
                   "yield lambda: 0 if 0 else n" if 0 else "yield {n: depth}",
                   "while n > 0:\n    n -= 2\n    if (yield n): break\nelse:\n    yield 'else'"))
    g.w(g.pick("return total", "raise StopIteration(1)", "pass", "return"))
    g.ind -= 1
    g.w("it = %s(%d)" % (f, g.n(0, 4)))
    g.w("for k in range(%d):" % g.n(3, 12))
    g.w("    try: P(%s)" % g.pick("next(it)", "next(it, 'dflt')", "it.send(k or None)",
                                  "it.send(k)",
                                  "it.throw(ValueError('thrown')) if k % 3 == 1 else next(it)",
                                 "it.throw(KeyError('k')) if k == 2 else next(it)",
                                  "it.close() if k == 2 else next(it)"))
    g.w("    except StopIteration as e: P('stop', e.value); break")
    g.w("    except Exception as e: X(e)")
    g.w("P(list(%s(2))[:5] == 0, sum(1 for _ in %s(3)), [str(x) for x in %s(1)])" % (f, f, f))


def scopes(g):
    u = g.fresh("G")
    g.w("global %s_%d" % (u, g.seed))
    name = "%s_%d" % (u, g.seed)
    g.w("%s = 1" % name)
    g.w("def outer(x):")
    g.ind += 1
    g.w("y = [x]; cnt = 0; fs = []")
    g.w("def inner(z=x):")
    g.ind += 1
    decl = g.pick("nonlocal cnt", "global %s" % name, "nonlocal x, cnt", "pass")
    g.w(decl)
    for _ in range(g.n(1, 4)):
        g.w(g.pick("cnt = z", "y.append(z)", "x = 5" if decl == "nonlocal x, cnt" else "z += 1",
                   "cnt += 1", "del cnt", "%s = z" % name,
                   "fs.append(lambda: (z, y[:2]))", "P([x for x in range(3) if x != z])", "P(x)",
                   "P({k: (lambda: k)() for k in range(2)})",
                   "class In:\n    w = z\n    def m(self): return (z, __class__.__name__)\nP(In().m(), In.w)", "P(sorted(k for k in locals() if k in 'xyz'))",
                   "if (q := z) > 1: P(q)", "P([q2 := i for i in range(2)], q2)", "P(cnt)"))
    g.w("return fs")
    g.ind -= 1
    g.w("for i in range(3):\n    fs.append(lambda: i)\n    fs.append(lambda i=i: i)")
    g.w("try: inner()\nexcept (NameError, TypeError) as e: X(e)")
    g.w("try: inner(7)\nexcept (NameError, TypeError) as e: X(e)")
    g.w("try: P(x, y, cnt, [f() for f in fs])\nexcept NameError as e: X(e)")
    if g.chance(0.3):
        g.w("del x\nP(x)")
    g.ind -= 1
    g.w("try: outer(%d)\nexcept Exception as e: X(e)" % g.n(0, 3))
    g.w("P(%s)" % name)


# --- patterns ---
def pattern(g, d, names):
    k = g.n(0, 11) if d else g.n(0, 3)
    if k == 0:
        return g.pick("0", "1", "-1", "'ab'", "None", "True", "2.5", "b'ab'", "'x'", "0 + 3j")
    if k == 1:
        return "_"
    if k in (2, 3):
        name = "n%d" % len(names)
        names.append(name)
        return name
    if k in (4, 5):
        items = [pattern(g, d - 1, names) for _ in range(g.n(0, 3))]
        if g.chance(0.4):
            name = "n%d" % len(names)
            names.append(name)
            items.insert(g.n(0, len(items)), "*" + g.pick(name,
                "_") if g.chance(0.8) else "*" + name)
        return "[%s]" % ", ".join(items) if g.chance(0.7) or len(items) == 1 else "(%s)" % ", ".join(items)
    if k == 6:
        items = ["'%s': %s" % (key, pattern(g, d - 1, names)) for key in g.r.sample(["a", "b", "k"],
            g.n(0, 2))]
        if g.chance(0.4):
            name = "n%d" % len(names)
            names.append(name)
            items.append("**" + name)
        return "{%s}" % ", ".join(items)
    if k == 7:
        return "Pt(%s)" % ", ".join(pattern(g, d - 1, names) for _ in range(g.n(0, 3)))
    if k == 8:
        return g.pick("Pt(x=%s)", "Pt(y=%s)", "int(%s)", "str(%s)", "list(%s)", "Pt(nope=%s)",
                      "bool(%s)") % pattern(g, d - 1, names)
    if k == 9:
        return "(%s)" % " | ".join(g.r.sample(["0", "'ab'", "[1]", "int()", "None", "Pt()",
            "{'a': 1}", "(1, 2)", "str()", "float()"], g.n(2, 3)))
    if k == 10:
        inner = pattern(g, d - 1, names)
        name = "n%d" % len(names)
        names.append(name)
        return "%s as %s" % (inner, name) if re.fullmatch(r"[\[({].*|[\w.]+\(.*\)|'.*'|\d",
            inner) and inner != "_" else name
    return g.pick("K.A", "K.B", "int()", "bool()", "dict()", "tuple()")


def patterns(g):
    g.w("class Pt:\n    __match_args__ = ('x', 'y')\n    def __init__(s, x, y): s.x, s.y = x, y\n    def __repr__(s): return f'Pt({s.x!r}, {s.y!r})'")
    g.w("class K: A = 1; B = 'ab'")
    g.w("def m(v):")
    g.w("    match v:")
    last = False
    for i in range(g.n(2, 6)):
        names = []
        p = pattern(g, 3, names)
        guard = g.pick("", "", " if v", " if %s" % g.e("B", 1))
        if re.fullmatch(r"n\d+|_|\(?n\d+\)?", p.strip("()")) and not guard:
            guard = " if len(str(v)) < 3"
        p = re.sub(r"^(\w+) as \w+$", r"\1", p)
        g.w("        case %s%s: return (%d%s)" % (p, guard, i,
            "".join(", " + n for n in names if re.search(r"\b%s\b" % n, p)) or ","))
    g.w("    return 'none'") if not last else None
    g.w("for v in [%s]:" % ", ".join(VALUES))
    g.w("    try: print(m(v))\n    except Exception as e: X(e)")


# --- unpacking ---
def target(g, d, names):
    items = []
    star = False
    for _ in range(g.n(1, 4)):
        k = g.n(0, 5)
        if k == 0 and d:
            items.append(g.pick("(%s)", "[%s]") % target(g, d - 1, names))
        elif k == 1:
            items.append(g.pick("L[0]", "D_['k']", "O.a", "L[-1:]"))
        else:
            name = "u%d" % g.n(0, 5)
            names.add(name)
            if not star and g.chance(0.25):
                star = True
                name = "*" + name
            items.append(name)
    return ", ".join(items) + ","


def unpacking(g):
    g.w("class O: pass")
    for _ in range(g.n(2, 5)):
        names = set()
        t = target(g, 2, names)
        g.w("L, D_ = [0, 1], {}")
        vals = ", ".join(g.pick("1", "2", "[3, 4]", "(5,)", "'xy'", "[6, [7, 8]]", "()", "{9: 1}",
                                "*'ab'", "*range(2)") for _ in range(g.n(1, 5)))
        how = g.n(0, 3)
        if how == 0:
            g.w("try:\n    %s = %s,\n    P(%s)" % (t, vals, ", ".join(sorted(names) + ["L", "D_",
                "vars(O).get('a')"])))
        elif how == 1:
            g.w("try:\n    for %s in [(%s,)]:\n        P(%s)" % (t.rstrip(",") + ",", vals,
                ", ".join(sorted(names) + ["L", "D_"])))
        elif how == 2:
            g.w("try:\n    q = w = %s = [%s]\n    P(q is w, %s)" % (t, vals,
                ", ".join(sorted(names) + ["L"])))
        else:
            g.w("try:\n    P([(%s,) for %s in [(%s,), [1]]])" % (", ".join(sorted(names)) or "0", t,
                vals))
        g.w("except (TypeError, ValueError) as e: X(e)")


def formats(g):
    for _ in range(g.n(3, 8)):
        t = g.pick("i", "f", "s", "B", "c", "i", "f")
        v = g.e(t, 1)
        spec = g.pick("", "*", "0", "é", " ") + g.pick("", "<", ">", "^", "=") + g.pick("", "+",
            "-", " ") + g.pick("", "z") * (t == "f") + g.pick("", "", "#") \
            + g.pick("", "0") + g.pick("", "1", "7", "12", "30") + g.pick("", "", ",",
                "_") + g.pick("", "", ".0", ".1", ".3", ".10", ".20") \
            + g.pick("", "d", "f", "e", "g", "x", "b", "o", "s", "%", "n", "c", "E", "G", "F", "X",
                     "r")
        g.w("try: P(format(%s, %r))\nexcept (ValueError, OverflowError, TypeError) as e: X(e)" % (v,
            spec))
        old = "%" + g.pick("", "-", "+", " ", "0", "#", "-0", "+0") + g.pick("", "5", "12",
            "*") + g.pick("", "", ".0", ".2", ".10") + g.pick(*"diouxXeEfFgGcrsa%")
        g.w("try: P(%r %% (%s%s,))\nexcept (ValueError, OverflowError, TypeError) as e: X(e)" % (old, "6, " if "*" in old else "", v))
        g.w("try: P(%r %% (%s,))\nexcept (ValueError, OverflowError, TypeError) as e: X(e)" % (old.replace("*", "8").encode(), g.e("b", 0) if g.chance(0.5) else v))


def condition(g, depth):
    """A condition over the numbers a, b, c that nests every comparison with and, or, not and chains."""
    k = g.n(0, 6) if depth else 0
    if k < 3:
        left, right = g.pick("a", "b", "c", "a + 1"), g.pick("b", "c", "2", "1.5", "0",
            "float('nan')", "'x'", "None")
        op = g.pick("<", "<=", "==", "!=", ">", ">=", "<", ">", "is", "is not", "in (1, 2) or b ==")
        if op.startswith("is") and right in ("1.5", "float('nan')"):
            op = "=="  # which floats are the same object is up to the implementation
        return "%s %s %s" % (left, op, right)
    inner = [condition(g, depth - 1) for _ in range(2)]
    return g.pick("not (%s)", "(%s and %s)", "(%s or %s)", "a < b <= %s", "(%s if %s else b)",
                  "((q := b) > 1 or %s)") .replace("%s", "{}").format(*inner)


def conditions(g):
    g.w("def f(a, b, c, n=0):")
    g.ind += 1
    for _ in range(g.n(2, 4)):
        cond = condition(g, 3)
        g.w(g.pick("if %s: n += 1", "while n < 5 and (%s): n += 1",
                   "while n < 9:\n    n += 1\n    if %s: continue\n    a -= 1",
                   "if %s: n += 2\nelse: n -= 1", "P(1 if %s else 0)",
                   "P([a for a in (1, 2, 3) if %s])",
                   "try: assert %s\nexcept AssertionError: n += 7", "P(%s)",
                   "while not (%s):\n    n += 1\n    if n > 6: break\nelse: P('else')") % cond)
    g.w("return n")
    g.ind -= 1
    g.w("for a in (0, 1, 2.5, -1):\n    for b in (1, 2, True):\n        try: P(f(a, b, %s))\n        except TypeError as e: X(e)" % g.pick("0", "1", "3", "2.0", "float('nan')"))


def slices(g):
    kind = g.pick("list(range(8))", "bytearray(b'abcdefgh')", "list('abcdefgh')",
                  "memoryview(bytearray(b'abcdefgh'))", "'abcdefgh'", "range(8)", "(1, 2, 3, 4)")
    for _ in range(g.n(3, 8)):
        idx = table.literal(g, "idx") if g.chance(0.3) else ":".join(table.literal(g,
            x).replace("None", "") for x in ("idx", "idx", "step")[:g.n(2, 3)])
        val = g.pick("[1, 2]", "b'xy'", "range(3)", "'z'", "5", "()", "x", "[1, 2, 3, 4]",
                     "b'wxyz'", "[300]", "None")
        act = g.pick("r = x[%s]" % idx, "x[%s] = %s; r = x" % (idx, val), "del x[%s]; r = x" % idx,
                     "x[%s] += %s; r = x" % (idx, val), "x[%s] *= 2; r = x" % idx)
        g.w("try:\n    x = %s\n    %s\n    P(bytes(r) if isinstance(r, memoryview) else r)\nexcept Exception as e: X(e)" % (kind, act))


def coroutines(g):
    g.w("import asyncio\nlog = []")
    g.w("async def work(name, n):")
    g.ind += 1
    g.w("for i in range(n):\n    log.append((name, i))\n    await asyncio.sleep(0)")
    if g.chance(0.5):
        g.w(g.pick("if n == 2: raise ValueError(name)", "async with lock: log.append(name)",
                   "await q.put(name)", "ev.set()",
                   "try: await asyncio.sleep(0)\nfinally: log.append('fin')"))
    g.w("return (name, n)")
    g.ind -= 1
    g.w("async def agen(n):\n    for i in range(n):\n        yield i\n        await asyncio.sleep(0)")
    g.w("async def main():")
    g.ind += 1
    g.w("global lock, q, ev\nlock, q, ev = asyncio.Lock(), asyncio.Queue(), asyncio.Event()")
    for _ in range(g.n(1, 4)):
        g.w(g.pick("P(await asyncio.gather(work('a', %d), work('b', %d), return_exceptions=%s))" % (g.n(0, 3), g.n(0, 3), g.pick("True", "False")),
                   "t = asyncio.create_task(work('t', %d))\nP(await t, t.done(), t.result())" % g.n(0, 3), "P([i async for i in agen(%d) if i != 1])" % g.n(0, 4),
                   "async for x in agen(2): log.append(x)\nelse: log.append('else')",
                   "t = asyncio.create_task(work('c', 3))\nawait asyncio.sleep(0)\nt.cancel()\ntry: await t\nexcept asyncio.CancelledError: P('cancelled', t.cancelled())",
                   "try: await asyncio.wait_for(asyncio.sleep(5), 0.001)\nexcept asyncio.TimeoutError as e: X(e)", "P({k: await work(k, 1) for k in 'xy'})", "await q.put(1); P(await q.get(), q.empty())",
                   "async with asyncio.TaskGroup() as tg:\n    ts = [tg.create_task(work(k, 1)) for k in 'gh']\nP([t.result() for t in ts])", "P(await asyncio.gather(*[work(k, i) for i, k in enumerate('pq')]))"))
    g.w("return %s" % expr(g))
    g.ind -= 1
    g.w("try: P(asyncio.run(main()))\nexcept Exception as e: X(e)\nP(log)")


def groups(g):
    g.w("def raiser(k):\n    if k == 0: raise ExceptionGroup('eg', [ValueError(1), TypeError('t'), ExceptionGroup('in', [KeyError('k'), ValueError(2)])])\n"
        "    if k == 1: raise ValueError('plain')\n    if k == 2: raise ExceptionGroup('o', [OSError(3)])\n    return k")
    g.w("for k in range(4):\n    try:\n        try: P(raiser(k))")
    for exc in g.r.sample(["ValueError", "TypeError", "(KeyError, OSError)", "LookupError",
                           "Exception"], g.n(1, 3)):
        g.w("        except* %s as eg:\n            P(%r, eg.message, [repr(x) for x in eg.exceptions])%s" % (exc, exc, g.pick("", "\n            raise", "\n            1 / 0")))
    if g.chance(0.4):
        g.w("        finally: P('fin')")
    g.w("    except BaseException as e: P(type(e).__name__, str(e), repr(e), repr(e.__context__), repr(e.__cause__))")
    g.w("try: raise %s from %s\nexcept Exception as e: P(repr(e), repr(e.__cause__), e.__suppress_context__, e.args)" % (g.pick("KeyError(1)", "ValueError", "OSError(2, 'x')", "5"), g.pick("None", "TypeError('c')", "IndexError", "3")))


def stdlib(g):
    one = ["collections.Counter(%(s)s).most_common(%(n)s) == 0",
           "collections.deque(%(li)s, maxlen=3)",
           "list(itertools.product(%(li)s[:2], %(s)s[:2]))",
           "list(itertools.combinations(%(li)s[:4], 2))",
           "[(k, list(v)) for k, v in itertools.groupby(sorted(%(li)s), lambda x: x %% 2)]",
           "list(itertools.zip_longest(%(li)s, %(s)s))",
           "functools.reduce(lambda a, b: a * 3 + b, %(li)s, 0)",
           "list(itertools.takewhile(lambda x: x > 0, %(li)s))", "math.prod(%(li)s)",
           "math.gcd(%(i)s, %(i)s)", "math.lcm(%(i)s, %(n)s)", "math.floor(%(f)s)",
           "math.ceil(%(f)s)",
           "math.trunc(%(f)s)", "math.log(abs(%(i)s))", "math.factorial(%(n)s)",
           "json.dumps([%(i)s, %(s)s, %(f)s, %(d)s])",
           "json.dumps(%(d)s, indent=%(n)s, sort_keys=True)",
           "json.loads(json.dumps(%(li)s))", "json.loads(%(s)s)", r"re.findall(r'\w+', %(s)s)",
           r"re.sub('[a-c]', lambda m: m[0].upper(), %(s)s)", r"re.split(r'\s|,', %(s)s)",
           r"re.escape(%(s)s)",
           "fractions.Fraction(%(i)s, %(i)s)", "fractions.Fraction(%(f)s)",
           "statistics.mean(%(li)s)",
           "statistics.median(%(li)s)", "string.capwords(%(s)s)", "textwrap.wrap(%(s)s, 5)",
           "bisect.bisect(sorted(%(li)s), %(i)s)", "heapq.nsmallest(2, %(li)s)",
           "heapq.nlargest(2, %(li)s)",
           "operator.itemgetter(0)(%(t)s)",
           "dataclasses.make_dataclass('D', ['a', 'b'])(%(i)s, %(s)s)",
           "collections.OrderedDict(%(d)s)", "collections.ChainMap(%(d)s, %(d)s)['a']",
           "collections.namedtuple('N', 'a b')(%(i)s, %(s)s)",
           "functools.partial(int, base=%(n)s)(%(s)s)",
           "random.Random(%(n)s).randint(0, 100)", "random.Random(5).sample(range(50), 4)",
           "datetime.date(2024, 1, 31) + datetime.timedelta(days=%(n)s)", "copy.deepcopy(%(t)s)",
           "unicodedata.normalize('NFKD', %(s)s)", "enum.Enum('E', 'A B').B",
           "datetime.datetime(2024, 2, 29, %(n)s).isoformat()"]
    for _ in range(g.n(3, 7)):
        t = g.pick(*one)
        mod = re.match(r"\[?\(?k?.*?\b(collections|itertools|functools|math|json|re|fractions|decimal|statistics|string|textwrap|bisect|heapq|operator|dataclasses|random|datetime|copy|hashlib|base64|struct|zlib|shlex|"
                       r"html|urllib\.parse|ast|pprint|difflib|unicodedata|enum|array|colorsys|calendar|uuid)\.", t).group(1)
        text = re.sub(r"%\((\w+)\)s", lambda m: g.e(m.group(1), 1), t).replace("%%", "%")
        g.w("try:\n    import %s\n    P(%s)\nexcept Exception as e: X(e)" % (mod, text))


def recursion(g):
    g.w("def rec(n, acc=()):\n    if n <= 0: return %s\n    return %s" % (expr(g, "t"),
        g.pick("rec(n - 1, acc + (n,)) + acc", "(n, rec(n - 1))", "rec(n // 2) + rec(n // 3)",
               "max(rec(n - 1), (n,), key=len)")))
    g.w("P(rec(%d))" % g.n(0, 9))
    g.w("def deep(n): return 0 if n == 0 else 1 + deep(n - 1)\nP(deep(%d))" % g.n(10, 300))
    if g.chance(0.2):
        g.w("try: deep(10 ** 6)\nexcept RecursionError as e: X(e)")
    g.w("from functools import lru_cache\n@lru_cache(maxsize=None)\ndef fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\nP(fib(%d), fib.cache_info())" % g.n(2, 60))


SHAPES = [control, control, conditions, calls, classes, classes, generators, scopes, patterns,
          unpacking, formats, slices, coroutines, groups, stdlib, recursion]
