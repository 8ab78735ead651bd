"""Shapes about the object model: descriptors, metaclasses, attribute hooks, slots, inheritance from builtins, super,
abstract classes, enums, data classes, weak references, class creation in every form.
"""
import methods
from dynamic import attempts


def descriptors(g):
    g.w("class Data:\n    def __set_name__(self, owner, name): self.name = name; P('set_name', owner.__name__, name)\n    def __get__(self, o, t=None): return (self.name, type(o).__name__, t and t.__name__)")
    g.w("    " + g.pick("def __set__(self, o, v): P('set', v)",
                        "def __set__(self, o, v): raise ValueError(v)",
                        "__set__ = None" if 0 else "def __delete__(self, o): P('delete')", "pass"))
    g.w("class K(%s):\n    d = Data()\n    n = 5\n    def __init__(self): self.i = 1" % g.pick("",
        "list", "dict"))
    for text in g.r.sample(["@property\ndef p(self): return self.i\n@p.setter\ndef p(self, v): self.i = v\n@p.deleter\ndef p(self): P('gone')", "@property\ndef p(self): 'pd'; return self.nope", "p = property()", "p = property(None, lambda s, v: P('w', v))",
                            "@classmethod\ndef cm(cls, *a): return cls.__name__, a",
                            "@staticmethod\ndef sm(*a): return a",
                            "def __getattr__(self, n): return 'G' + n",
                            "def __getattribute__(self, n):\n    if n == 'i': return 'hidden'\n    return super().__getattribute__(n)",
                            "def __setattr__(self, n, v): super().__setattr__(n, [v])",
                            "def __delattr__(self, n): P('del', n); super().__delattr__(n)",
                            "import functools\n@functools.cached_property\ndef cp(self): P('computed'); return 7", "def __dir__(self): return ['z', 'a']",
                            "def __getattr__(self, n): raise AttributeError('no ' + n)",
                            "m = lambda self, *a: a", "f = len",
                            "cls = classmethod(property(lambda c: c.__name__))",
                            "@staticmethod\n@property\ndef sp(): return 1"], g.n(2, 6)):
        g.w("    " + text.replace("\n", "\n    "))
    g.w("o = K()")
    attempts(g, ["o.d", "K.d", "setattr(o, 'd', <i>)", "delattr(o, 'd')", "vars(o)", "o.p", "K.p",
                 "setattr(o, 'p', 4) or o.i", "delattr(o, 'p')", "K.p.__doc__", "K.p.fget",
                 "o.cm(1)", "K.cm", "o.sm(2)", "o.nope", "o.i", "setattr(o, 'n', 6) or (o.n, K.n)",
                 "delattr(o, 'n')",
                 "o.cp, o.cp", "dir(o)[:2]", "[x for x in dir(o) if '_' not in x]", "o.m(1)", "o.f",
                 "o.f()", "o.cls", "K.cls", "o.sp", "hasattr(o, 'zz')", "getattr(o, 'zz', 3)",
                 "o.__dict__.get('d')", "o.__dict__.update(d=9) or o.d",
                 "K.__dict__['d'].__get__(1, int)",
                 "setattr(K, 'd', 3) or o.d", "setattr(K, 'late', Data()) or o.late",
                 "object.__getattribute__(o, 'i')", "object.__setattr__(o, 'q', 1) or o.q",
                 "type(o).__getattribute__(o, 'n')", "delattr(K, 'n') or o.n",
                 "o.__class__.__name__", "setattr(o, '__class__', int)",
                 "setattr(o, '__dict__', {'i': 8}) or o.i", "delattr(o, '__dict__') or vars(o)",
                 "o.__doc__", "o.__module__", "super(K, o).__init__()", "getattr(o, <odd>)",
                 "setattr(o, <odd>, 1)", "o.d.x", "K.p.__get__(o)", "K.p.__set__(o, 3)",
                 "K.p.setter(len).fset", "o == o, o != o"], 6, 12)


def metaclasses(g):
    g.w("class M(type):")
    for text in g.r.sample(["def __new__(m, n, b, ns, **k): P('new', n, sorted(x for x in ns if x[0] != '_'), k); return super().__new__(m, n, b, ns)", "def __init__(c, n, b, ns, **k): P('init', n); super().__init__(n, b, ns)", "def __call__(c, *a, **k): P('call', a); return super().__call__(*a, **k)",
                            "@classmethod\ndef __prepare__(m, n, b, **k): P('prepare', n); return %s" % g.pick("{}", "{'pre': 1}", "dict(pre=2)", "5", "[]"), "def __getattr__(c, n): return 'M' + n", "def __instancecheck__(c, o): return o == 1", "def __subclasscheck__(c, o): return True", "def __len__(c): return 3", "def __iter__(c): return iter('it')",
                            "def __getitem__(c, k):\n    if k == 4: raise IndexError(k)\n    return ('mi', k)", "def __contains__(c, k): return k == 1", "def __repr__(c): return 'R' + c.__name__", "def __add__(c, o): return 'added'", "def mro(c): P('mro'); return super().mro()", "x = 'mx'", "def meth(c): return c.__name__", "def __eq__(c, o): return 'meq'", "def __or__(c, o): return 'mor'",
                            "def __setattr__(c, n, v): P('mset', n); super().__setattr__(n, v)",
                            "__hash__ = type.__hash__", "@property\ndef mp(c): return 'mp'",
                            "def __dir__(c): return ['b', 'a']", "def __bool__(c): return False"],
                           g.n(1, 6)):
        g.w("    " + text.replace("\n", "\n    "))
    g.w("    pass")
    g.w("class A(metaclass=M%s):\n    x2 = 1\n    def __init__(self, *a): self.a = a" % g.pick("",
        "", ", k=1"))
    g.w("class B(A%s):\n    %s" % (g.pick("", ", z=2", ", metaclass=type"), g.pick("pass",
        "def __init_subclass__(cls, **k): P('sub', cls.__name__, k); super().__init_subclass__(**k)", "x = 'bx'", "__slots__ = ()")))
    g.w("try:\n    class C(B%s): pass\nexcept Exception as e: X(e)" % g.pick("", ", q=1", ", int",
        ", metaclass=M"))
    attempts(g, ["A", "B(1).a", "type(A)", "A.zz", "A().zz", "A.x", "A().x", "isinstance(1, A)",
                 "isinstance(A(), A)", "issubclass(int, A)", "issubclass(B, A)", "len(A)",
                 "list(A)", "A[1]", "1 in A", "A + 1", "A.meth()", "A().meth()", "A == 1",
                 "A | int", "A.mp", "A().mp", "[x.__name__ for x in B.__mro__]",
                 "[x.__name__ for x in B.mro()]",
                 "setattr(A, 'new', 1) or A.new", "type(A.__subclasses__())", "A.__class__",
                 "M.__call__(A, 1).a", "M('N', (A,), {}).x2", "M('N', (int,), {'y': 1}).y",
                 "type('N', (A,), {})", "type('N', (A, int), {}).__mro__[0].__name__",
                 "type.__call__(A)", "hash(A) == hash(A)", "dir(A)[:3]", "A.pre", "bool(A)",
                 "type(B).__name__", "C", "C.__base__", "A.__dict__['x2']",
                 "B.__bases__", "type.__new__(M, 'N', (), {})", "type.__new__(type, 'N', (A,), {})",
                 "type.__new__(int, 'N', (), {})", "M(<odd>)", "M('n', <odd>, {})",
                 "M.mro(A)[0].__name__", "super(M, A).__repr__() if 0 else 1", "A.__name__",
                 "A.__qualname__", "A.__module__", "A.mro is None", "A.__prepare__ is None",
                 "M.__prepare__('q', ())"], 6, 12)


def hierarchies(g):
    names = ["H%d" % i for i in range(g.n(3, 5))]
    for i, name in enumerate(names):
        bases = g.r.sample(names[:i], min(i, g.n(0, 2)))
        g.w("try:\n    class %s(%s):" % (name, ", ".join(bases)))
        g.ind += 2
        g.w("tag = '%s'" % name)
        for text in g.r.sample(["def m(self, *a): return ['%s'] + %s" % (name,
            "super().m(*a)" if bases and g.chance(0.8) else "[]"),
                                "def __init__(self, *a, **k): P('%s', a, k); super().__init__(%s)" % (name, g.pick("", "*a", "**k", "*a, **k")), "__slots__ = ('%s_s',)" % name.lower(), "def __init_subclass__(cls, **k): P('%s sub', cls.__name__); super().__init_subclass__(**k)" % name,
                                "def __new__(cls, *a, **k): P('new %s'); return super().__new__(cls)" % name, "def __eq__(self, o): return '%s eq'" % name, "def __hash__(self): return 1", "@classmethod\ndef c(cls): return ['%s'] + %s" % (name, "super().c()" if bases else "[cls.__name__]"), "@property\ndef p(self): return ('%s', %s)" % (name, "super().p" if bases else "0"),
                                "def __getattr__(self, n): return '%s ' + n" % name,
                                "def __lt__(self, o): return NotImplemented",
                                "def __add__(self, o): return '%s+'" % name,
                                "def __radd__(self, o): return '+%s'" % name,
                                "def __repr__(self): return '%s()' + type(self).__name__" % name,
                                "def __enter__(self): return self.tag\ndef __exit__(self, *a): return None", "z = super", "__match_args__ = ('tag', 'm')",
                                "def __class_getitem__(cls, k): return (cls.__name__, k)",
                                "def __bool__(self): raise ValueError('bool')",
                                "def __len__(self): return 0", "def __iter__(self): yield self.tag",
                                "def __call__(self, *a): return a", "__hash__ = None"], g.n(1, 5)):
            g.w(text)
        g.ind -= 2
        g.w("except TypeError as e:\n    X(e)\n    %s = %s" % (name,
            names[i - 1] if i else "object"))
    pick = lambda: g.pick(*names)
    attempts(g, ["[k.__name__ for k in %s.__mro__]" % pick(), "%s().m()" % pick(),
                 "%s(1).m()" % pick(), "%s.c()" % pick(), "%s().p" % pick(), "%s().tag" % pick(),
                 "%s() == %s()" % (pick(), pick()), "%s() + %s()" % (pick(), pick()),
                 "isinstance(%s(), %s)" % (pick(), pick()), "issubclass(%s, (%s, int))" % (pick(),
                     pick()), "%s().nope" % pick(), "repr(%s())[:9]" % pick(), "%s[int]" % pick(),
                 "hash(%s()) is None" % pick(), "bool(%s())" % pick(), "list(%s())" % pick(),
                 "%s()(1)" % pick(), "%s(a=1).m()" % pick(), "vars(%s())" % pick(),
                 "super(%s, %s()).m()" % (pick(), pick()),
                 "[k.__name__ for k in %s.__subclasses__() if k is %s]" % (pick(), pick()), "%s.__base__" % pick(),
                 "setattr(%s(), 'new', 1)" % pick(), "%s.m" % pick(),
                 "%s.__dict__.get('__slots__')" % pick(),
                 "setattr(%s, 'tag', 'T') or %s().tag" % (pick(), pick()),
                 "%s() < %s()" % (pick(), pick()), "%s.__weakref__" % pick() if 0 else "1",
                 "setattr(%s, '__bases__', (%s,)) or %s.__mro__" % (pick(), pick(), names[-1]),
                 "setattr(%s(), '__class__', %s)" % (pick(), pick()),
                 "type('Z', (%s, %s), {})" % (pick(), pick()), "object.__new__(%s).tag" % pick(),
                 "%s.__init__(1)" % pick(), "%s.z(%s, %s()).tag" % (pick(), pick(), pick()),
                 "[1] + %s()" % pick(), "'%%s' %% %s().tag" % pick()], 6, 12)
    g.w("match %s():\n    case %s(tag=t): P('kw', t)\n    case %s(t): P('pos', t)\n    case _: P('none')" % (pick(), pick(), pick()))


def builtin_subclasses(g):
    base, make = g.pick(("int", "5"), ("str", "'text'"), ("list", "[1, 2]"), ("dict", "{'a': 1}"),
                        ("tuple", "(1, 2)"), ("float", "2.5"), ("bytes", "b'ab'"), ("set",
                            "{1, 2}"), ("frozenset", "{1}"), ("bytearray", "b'xy'"), ("complex",
                                "1+2j"), ("Exception", "'m'"), ("type", "1") if 0 else ("OSError",
                                    "2, 'm'"), ("range", "3"),
                        ("bool", "1"), ("slice", "1"), ("memoryview", "b'a'"), ("enumerate",
                            "'ab'"), ("zip", "'ab', [1]"), ("map", "len, ['a']"), ("KeyError",
                                "'k'"), ("StopIteration", "3"), ("super", ""), ("staticmethod",
                                    "len"), ("classmethod", "len"), ("object", ""),
                        ("BaseExceptionGroup", "'g', [ValueError(1)]"), ("type(None)", ""),
                        ("type(len)", ""))
    g.w("class Z(%s):" % base)
    for text in g.r.sample(["def __repr__(self): return 'Z:' + super().__repr__()",
                            "def __str__(self): return 'zs'",
                            "def __new__(cls, *a, **k): P('new', len(a)); return super().__new__(cls, *a, **k)", "def __init__(self, *a, **k): self.extra = len(a); super().__init__(*a, **k)", "def __eq__(self, o): return 'zeq'", "def __hash__(self): return 3", "def __len__(self): return 7", "def __getitem__(self, k):\n    if k == 5: raise IndexError(k)\n    return ('zg', k)",
                            "def __iter__(self): yield 'zi'", "def __add__(self, o): return 'zadd'",
                            "def __radd__(self, o): return 'zradd'",
                            "def __contains__(self, o): return True",
                            "def __bool__(self): return False",
                            "def __missing__(self, k): return 'miss'",
                            "def upper(self): return super().upper() + '!'",
                            "def append(self, v): super().append((v,))", "__slots__ = ()",
                            "__slots__ = ('s',)", "def __format__(self, s): return 'fmt' + s",
                            "def __index__(self): return 1",
                            "def __int__(self): return 42", "def __float__(self): return 4.2",
                            "def __lt__(self, o): return True",
                            "def __call__(self): return 'called'",
                            "def __getattr__(self, n): return 'ga' + n",
                            "def __setitem__(self, k, v): super().__setitem__(k, (v,))",
                            "def keys(self): return ['a']", "def __iadd__(self, o): return 'ziadd'",
                            "def __reduce__(self): return 'red'",
                            "def __mul__(self, o): return 'zmul'",
                            "def __delitem__(self, k): P('zdel', k)",
                            "def __next__(self):\n    self.nth = getattr(self, 'nth', 0) + 1\n    if self.nth > 4: raise StopIteration\n    return 'zn'", "def __neg__(self): return 'zneg'", "def __abs__(self): return 'zabs'", "def __round__(self, *a): return a", "def __pow__(self, o, m=None): return ('zpow', m)", "def __class_getitem__(cls, k): return k", "def with_traceback(self, t): return 'wt'"], g.n(0, 5)):
        g.w("    " + text.replace("\n", "\n    "))
    g.w("    tag = 'Z'\no = Z(%s)" % make)
    attempts(g, ["o", "str(o)", "f'{o}'", "f'{o!r:>12}'", "o == <odd>", "o == o", "len(o)",
                 "o + <odd>", "<odd> + o", "o * 2", "2 * o", "o[0]", "o['zz']", "o[0:1]", "list(o)",
                 "[*o]", "<odd> in o", "bool(o)", "not o", "hash(o) == 3", "type(o + o)",
                 "type(o * 2)", "type(o[0:1])", "o.extra", "setattr(o, 'x', 1) or o.x", "[*vars(o)]",
                 "o.tag", "isinstance(o, %s)" % base, "int(o)", "float(o)", "o.upper()", "'%s' % o",
                 "'%d' % o", "format(o, '>9')", "o < <odd>", "sorted([o, o])", "max(o, o) is o",
                 "-o", "abs(o)", "round(o)", "o ** 2", "pow(o, 2, 3)", "range(5)[o]",
                 "[1, 2, 3][o]", "'abc'[o]", "dict(o)", "{**o}", "set(o) is None",
                 "str.join('-', o)", "o.__class__.__name__", "o.copy()", "type(o.copy())", "o()",
                 "o.nope", "bytes(o)", "complex(o)", "o.args", "iter(o) is None", "next(o)",
                 "tuple(o)", "o.append(5) or o",
                 "%s(o)" % base, "type(%s(o))" % base, "%s.__repr__(o)" % base,
                 "%s.__len__(o)" % base, "super(Z, o).__repr__()", "o is o", "Z.__mro__",
                 "Z.__base__", "Z[int]", "isinstance(1, Z)", "Z(<odd>)", "Z()", "Z(%s, 1)" % make,
                 "Z(%s, k=1)" % make, "Z(%s).__eq__(o)" % make, "[*o.__dict__]", "o.s",
                 "setattr(o, 's', 3) or o.s", "del_(o)" if 0 else "o | o", "o & o", "o - o",
                 "o ^ o", "o.real", "o.__sizeof__() > 0",
                 "{o: 1}.get(o)", "{1: 2, 5: 3}.get(o)", "o in [o]", "o != o", "''.join([o])",
                 "[].extend(o)", "sum([o, o])", "divmod(o, 2)", "~o", "o // 2", "o / 2", "o % 2",
                 "o << 1", "hex(o)", "chr(o)", "print(o)", "repr(o).startswith('Z')", "ascii(o)",
                 "o.__doc__ is None", "type(o).__name__", "o.__format__('')", "o.__str__()",
                 "o.__ne__(1)"], 6, 12)
    if g.chance(0.4):
        g.w(g.pick("o += <odd>", "o *= 2", "o[0] = <odd>", "del o[0]", "o.tag = 3",
                   "for k in o: P(k)", "a, *b = o\nP(a, b)",
                   "match o:\n    case Z(tag=t): P(t)\n    case %s(): P('base')" % (base if base.isidentifier() else "int"), "raise o").replace("<odd>", g.pick(*methods.ODD)) + "\nP(o)")


def library_classes(g):
    """Classes the library makes: dataclass, enum, namedtuple, ABC, total_ordering, singledispatch, weakref."""
    k = g.n(0, 7)
    if k == 0:
        g.w("from dataclasses import *\n@dataclass(%s)\nclass D:\n    a: int\n    b: str = 'b'\n    c: list = field(default_factory=list%s)\n    %s" % (g.pick("", "frozen=True", "order=True", "slots=True", "eq=False", "kw_only=True", "unsafe_hash=True", "repr=False"), g.pick("", ", repr=False", ", compare=False", ", init=False"), g.pick("pass", "def __post_init__(self): self.d = 1", "e: int = field(default=3, kw_only=True)", "f: InitVar[int] = 4")))
        texts = ["D(1)", "D(1, 'x', [2])", "D()", "D(1) == D(1)", "D(1) < D(2)",
                 "hash(D(1)) is None", "asdict(D(1))", "astuple(D(1))", "replace(D(1), a=5)",
                 "[f.name for f in fields(D)]", "D(a=1, b='q').b", "setattr(D(1), 'a', 2)",
                 "D(1, z=2)", "D.__match_args__", "D.__doc__", "is_dataclass(D)", "D(1).__dict__",
                 "D(1, 2, 3, 4, 5)", "D.__init__.__annotations__", "delattr(D(1), 'a')", "D.c",
                 "D.a", "D.b"]
    elif k == 1:
        g.w("import enum\nclass E(enum.%s):\n    A = %s\n    B = %s\n    C = %s\n    def m(self): return self.name" % (g.pick("Enum", "IntEnum", "Flag", "IntFlag", "StrEnum"), g.pick("1", "enum.auto()"), g.pick("2", "enum.auto()"), g.pick("4", "1", "enum.auto()")))
        texts = ["E.A", "E(1)", "E['B']", "list(E)", "E.A.value", "E.A.name", "E.A == 1",
                 "E.A is E(1)", "E.A < E.B", "E.A | E.B", "E.A & E.B", "~E.A", "E(9)", "E['Z']",
                 "E.Z", "len(E)", "E.A in E", "1 in E", "repr(E.C)", "str(E.A)", "f'{E.A}'",
                 "E.A.m()", "setattr(E, 'A', 3)", "setattr(E.A, 'value', 3)", "E.__members__",
                 "isinstance(E.A, int)", "hash(E.A) is None", "E.A.B", "bool(E.A)", "E(3)",
                 "E.A + 1",
                 "type(E.A)", "dir(E)[:3]", "E('A')", "sorted(E)", "{E.A: 1}[E.A]", "E.A.__class__",
                 "E(<odd>)", "enum.Enum('F', 'x y').y", "iter(E.A)", "E.A ^ E.B", "E.A.real",
                 "__import__('copy').copy(E.A) is E.A"]
    elif k == 2:
        g.w("import collections, typing\nN = %s" % g.pick("collections.namedtuple('N', 'a b c', defaults=[3])", "typing.NamedTuple('N', [('a', int), ('b', str), ('c', int)])", "collections.namedtuple('N', ['a', 'b', 'c'])"))
        texts = ["N(1, 2)", "N(1, 2, 3)", "N(1, b=2, c=4)", "N._fields", "N._make([1, 2, 3])",
                 "N(1, 2, 3)._asdict()", "N(1, 2, 3)._replace(a=9)", "N(1, 2, 3).a",
                 "N(1, 2, 3)[1:]", "N(1, 2, 3) == (1, 2, 3)", "N(1)", "N(1, 2, 3, 4)",
                 "N(1, 2, 3)._replace(z=1)", "setattr(N(1, 2, 3), 'a', 1)", "N.a", "N.__doc__",
                 "N._field_defaults", "hash(N(1, 2, 3)) == hash((1, 2, 3))", "N(1, 2, 3) + (4,)",
                 "len(N(1, 2, 3))",
                 "collections.namedtuple('B', 'a a')", "collections.namedtuple('B', 'def')",
                 "collections.namedtuple('B', 'a _b')",
                 "collections.namedtuple('B', 'a def _x a', rename=True)._fields",
                 "collections.namedtuple('1', 'a')", "N(*'abc') < N(*'abd')", "N.__match_args__",
                 "N.__annotations__" if 0 else "1", "N(1, 2, 3).__getnewargs__()", "N._make(<odd>)"]
    elif k == 3:
        g.w("import abc, collections.abc as cabc\nclass A(abc.ABC):\n    @abc.abstractmethod\n    def m(self): return 'base'\n    @property\n    @abc.abstractmethod\n    def p(self): ...\nclass B(A):\n    def m(self): return super().m() + 'b'\nclass D(B): p = 5\nclass L:\n    def __len__(self): return 2\n    def __getitem__(self, i):\n        if i > 1: raise IndexError\n        return i")
        texts = ["A()", "B()", "D().m()", "D().p", "A.__abstractmethods__ == {'m', 'p'}",
                 "B.__abstractmethods__", "A.register(int)", "A.register(L) and isinstance(L(), A)",
                 "issubclass(L, cabc.Sized)", "isinstance(L(), cabc.Iterable)",
                 "isinstance(<odd>, cabc.Iterable)", "isinstance(<odd>, cabc.Hashable)",
                 "isinstance(<odd>, cabc.Sequence)", "isinstance(<odd>, cabc.Mapping)",
                 "isinstance(<odd>, cabc.Callable)", "isinstance(<odd>, cabc.Container)",
                 "isinstance(<odd>, cabc.Iterator)",
                 "isinstance(<odd>, cabc.Set)", "isinstance(<odd>, cabc.Buffer)",
                 "isinstance(<odd>, cabc.Collection)", "isinstance(<odd>, cabc.Reversible)",
                 "issubclass(<odd>, cabc.Sized)", "cabc.Sequence()",
                 "type('Q', (cabc.Sequence,), {'__len__': lambda s: 2, '__getitem__': lambda s, i: [7, 8][i]})().index(8)", "type('Q', (cabc.Sized,), {})()", "isinstance(<odd>, __import__('numbers').Number)", "isinstance(<odd>, cabc.MutableMapping)"]
    elif k == 4:
        g.w("import functools\n@functools.total_ordering\nclass T:\n    def __init__(self, v): self.v = v\n    def __eq__(self, o): return self.v == o.v\n    def __%s__(self, o): return self.v %s o.v\n@functools.singledispatch\ndef sd(x): return 'any'\n@sd.register\ndef _(x: int): return 'int'\n@sd.register(list)\ndef _(x): return 'list'\n@functools.lru_cache(maxsize=2)\ndef lc(x): P('run', x); return x\n@functools.wraps(len)\ndef wr(*a): return a" % g.pick(("lt", "<"), ("ge", ">=")))
        texts = ["T(1) < T(2)", "T(1) >= T(1)", "T(1) > T(2)", "T(1) <= T(0)", "T(1) != T(1)",
                 "sd(<odd>)", "sd(True)", "sd([])", "sd.dispatch(bool)(1)", "lc(1)", "lc(2)",
                 "lc(3)", "lc.cache_info()", "lc.cache_clear()", "lc([])", "wr.__name__",
                 "wr.__wrapped__ is len", "functools.partial(int, base=2)('101')",
                 "functools.partial(max, 3)(<i>)", "functools.partial(print, 1)",
                 "functools.reduce(lambda a, b: a + b, <li>)", "functools.reduce(max, [])",
                 "functools.cmp_to_key(lambda a, b: b - a)(1) < functools.cmp_to_key(lambda a, b: b - a)(1)" if 0 else "sorted(<li>, key=functools.cmp_to_key(lambda a, b: b - a))",
                 "functools.partial(<odd>)", "functools.reduce(<odd>, <odd>)",
                 "functools.partialmethod(len).func is len", "T(1) < 3", "sd()",
                 "functools.partial(int, 5).args", "functools.partial(int, '7', base=8)()",
                 "hash(T(1)) is None"]
    elif k == 5:
        g.w("import weakref\nclass W: pass\nw = W()\nr = weakref.ref(w)\nd = weakref.WeakValueDictionary(a=w)\ns = weakref.WeakSet([w])\nk = weakref.WeakKeyDictionary({w: 1})\np = weakref.proxy(w)\nw.x = 5")
        texts = ["r() is w", "d['a'] is w", "len(s)", "w in s", "k[w]", "p.x",
                 "setattr(p, 'y', 2) or w.y", "weakref.ref(<odd>) is None", "r == weakref.ref(w)",
                 "hash(r) == hash(w)", "weakref.getweakrefcount(w) > 0", "list(d)",
                 "list(k.values())", "type(r)", "p.nope", "weakref.ref(w) is r", "callable(r)",
                 "d.get('b')", "weakref.ref(w, len) is r", "r.__callback__", "weakref.proxy(5)"]
    elif k == 6:
        g.w("import contextlib\n@contextlib.contextmanager\ndef cm(k):\n    P('enter', k)\n    try: yield k\n    except ValueError as e: P('eaten', e)\n    finally: P('leave', k)")
        texts = ["[P(x) for x in [1]]"]
        for body in ["with cm(1) as a: P(a)", "with cm(1) as a, cm(2): raise ValueError('v')",
                     "with cm(1): raise KeyError('k')",
                     "with contextlib.suppress(KeyError): {}['z']",
                     "with contextlib.ExitStack() as st:\n        st.enter_context(cm(3)); st.callback(P, 'cb'); raise ValueError('st')", "@cm(4)\n    def f(): P('in f')\n    f()", "with contextlib.closing(It(1)): pass", "with contextlib.nullcontext(5) as n: P(n)", "with cm(): pass", "c = cm(1)\n    with c: pass\n    with c: pass",
                     "import io\n    with contextlib.redirect_stdout(io.StringIO()) as o: print('hid')\n    P(o.getvalue())"]:
            if g.chance(0.5):
                g.w("try:\n    %s\nexcept Exception as e: X(e)" % body)
    else:
        g.w("import typing\nfrom typing import *\nT = TypeVar('T')\nclass G(Generic[T]):\n    def m(self) -> T: ...\nclass P1(Protocol):\n    def m(self): ...\n@runtime_checkable\nclass P2(Protocol):\n    def m(self): ...\nclass TD(TypedDict):\n    a: int")
        texts = ["G[int]", "G[int]()" if 0 else "G[int].__args__", "isinstance(G(), P2)",
                 "isinstance(1, P2)", "isinstance(1, P1)", "TD(a=1)", "TD.__annotations__",
                 "Optional[int]", "Union[int, str]", "Union[int, None, int]", "List[int]",
                 "Dict[str, List[int]]", "Callable[[int], str]", "Any", "Literal[1, 'a']", "T",
                 "Tuple[int, ...]", "get_type_hints(G.m)", "get_origin(list[int])",
                 "get_args(Dict[int, str])", "cast(int, 'x')", "G[T]", "G.__parameters__",
                 "Optional[<odd>]",
                 "list[T][int]", "dict[T, int][str]", "Annotated[int, 'm']", "ClassVar[int]",
                 "Final[int]", "Type[int]", "NewType('U', int)(5)", "G[int, str]", "P1()",
                 "List[int] == List[int]", "Union[int, str] == Union[str, int]",
                 "int | None == Optional[int]", "isinstance(1, int | str)",
                 "isinstance(1, list[int])", "NoReturn", "overload(len) is None", "final(G) is G",
                 "Iterable[int]", "__import__('collections').abc.Callable[[int], str]",
                 "Sequence[str].__origin__", "Union[int]"]
    attempts(g, texts, 4, 8)


SHAPES = [descriptors, metaclasses, hierarchies, builtin_subclasses, builtin_subclasses,
          library_classes]
