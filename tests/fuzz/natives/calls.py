# Run inside the engine by tests/helpers/natives.c for run.py: finds everything that can be called (builtins,
# types with their methods and slots, functions of every module), prepares one call of it with hostile arguments
# and makes it. `modules` is put before this text. Lines on stderr that begin with a mark are for the driver:
# "=" what there is (a line of numbers and kinds, then a target each), "@" what is about to be called, "+" a call that its argument check let pass.
import importlib
import random
import sys

pick = random.choice
scale = 10
of = hostile = None


def tell(mark, text=""):
    sys.stderr.write(f"{mark}{text}\n")
    sys.stderr.flush()


def module(name):
    try:
        return importlib.import_module(name)
    except Exception:
        return None


# --- the pool: each a function, made in the process of the call ----------------------


class Calls:
    """Dunders that recurse, change what is gone through, raise or return what they should not."""

    def __init__(self, how):
        self.how = how
        self.inside = []

    def act(self, *args):
        how = self.how
        if how == "recurse":
            return pick([repr, hash, len, str, iter, bool])(self)
        if how == "raise":
            raise pick([KeyError, StopIteration, ValueError, TypeError, RecursionError, MemoryError])
        if how == "mutate":
            for held in shared:
                if isinstance(held, (list, bytearray, dict, set)):
                    held.clear() if random.random() < 0.5 else grow(held)
        return pick([None, self, 10**9, -1, "x" * 1000, b"", [], 1.5, True, NotImplemented, iter([]), pick(WRAPPING), 2**63 - 1,
                     ("x", 0), ("", 2**62), (b"ab", -1), (self, self)])


def grow(held):
    if isinstance(held, list):
        held.extend(range(1000))
    elif isinstance(held, bytearray):
        held.extend(bytes(1000))
    elif isinstance(held, dict):
        held.update(zip(range(1000), range(1000)))
    else:
        held.update(range(1000))


for name in """repr str hash len bool iter next getitem setitem delitem contains call eq ne lt le gt ge add radd
        sub mul rmul truediv floordiv mod pow index int float complex round trunc floor ceil enter exit get set
        delete format bytes reversed length_hint missing copy deepcopy reduce_ex instancecheck subclasscheck await
        aiter anext fspath sizeof dir neg pos abs invert and or xor lshift rshift iadd imul divmod""".split():
    setattr(Calls, f"__{name}__", lambda self, *args: self.act(*args))


class Sub:
    pass


def sub_of(base, *args):
    return type("Of", (base,), {})(*args)


def size(n):
    """Most objects are a tenth as large as they could be: making them takes longer than the calls."""
    return n // scale


def nested(make, depth=None):
    value = make(0)
    for _ in range(depth or size(60_000)):
        value = make(value)
    return value


def looped(make):
    value = make()
    value.append(value) if isinstance(value, list) else value.update(me=value)
    return value


def endless():
    while True:
        yield 1


def chain(length):
    first = last = ValueError("x")
    for _ in range(length):
        last.__context__ = KeyError()
        last = last.__context__
    return first


def wide(n):
    base = type("Base", (), {})
    shared.append([type("Wide", (base,), {}) for _ in range(n)])
    return base


def deep_class(n):
    c = object
    for _ in range(n):
        c = type("Deep", (c,), {"__slots__": ()})
    return c


WRAPPING = [2**p + d for p in (56, 57, 58, 59, 60, 61, 62) for d in (-1, 0, 1)]  # times the size of something: few bytes
SMALL = [
    lambda: 0, lambda: 1, lambda: -1, lambda: 2, lambda: 7, lambda: 255, lambda: 10**6, lambda: 10**9,
    lambda: 2**31, lambda: 2**63 - 1, lambda: -(2**63), lambda: 2**64, lambda: 0.0, lambda: -1.5, lambda: 1e308,
    lambda: float("nan"), lambda: float("inf"), lambda: 1j, lambda: True, lambda: None, lambda: "", lambda: "a",
    lambda: "ab", lambda: "utf-8", lambda: "utf-16", lambda: "replace", lambda: "backslashreplace", lambda: "%s%d",
    lambda: "{0}{a.b}", lambda: "é\ud800\U0001f600", lambda: b"", lambda: b"ab", lambda: bytearray(b"abc"),
    lambda: (), lambda: [], lambda: {}, lambda: set(), lambda: frozenset([1]), lambda: range(10), lambda: slice(None),
    lambda: int, lambda: str, lambda: list, lambda: object, lambda: type, lambda: Exception, lambda: len,
    lambda: "own", lambda: "cp1252", lambda: "utf-7", lambda: "idna", lambda: "punycode", lambda: "unicode_escape", lambda: "utf-32-be",
    lambda: "surrogatepass", lambda: "namereplace", lambda: "strict", lambda: pick(WRAPPING), lambda: ("x", 0), lambda: b"\\777\\q+2AA-",
    lambda: UnicodeDecodeError("utf-8", b"ab", -5, 2**62, "x"), lambda: UnicodeEncodeError("utf-16", "a\ud800", 0, 9, "x"),
    lambda: (lambda *a, **k: 0), lambda: print, lambda: sys, lambda: iter([1, 2]), lambda: memoryview(b"abcd"),
    lambda: Ellipsis, lambda: NotImplemented, lambda: [3, 1, 2], lambda: {"a": 1}, lambda: Sub(), lambda: ValueError(),
]
STRS = [
    lambda: "a" * size(60_000_000), lambda: "ab" * size(20_000_000), lambda: "é" * size(50_000_000), lambda: "\u4e00x" * size(20_000_000),
    lambda: "\U0001f600" * size(10_000_000), lambda: "a b\n" * size(20_000_000), lambda: "(" * size(10_000_000),
    lambda: "1" * size(10_000_000), lambda: "\ud800a" * size(5_000_000), lambda: "%s" * size(5_000_000), lambda: "{}" * size(5_000_000),
    lambda: "<a>" * size(3_000_000), lambda: "[" * size(3_000_000), lambda: "," * size(20_000_000), lambda: '"\\' * size(10_000_000),
    lambda: "&#1;" * size(5_000_000), lambda: "%41" * size(5_000_000), lambda: "=\n" * size(10_000_000), lambda: "a+" * size(10_000_000),
    lambda: "\\N{BELL}" * size(1_000_000), lambda: "xn--a." * size(1_000_000), lambda: "\ud800" * size(10_000_000), lambda: "\\777" * size(5_000_000),
    lambda: "-" * size(10_000_000), lambda: "\u4e00" * size(300_000), lambda: "+2AA" * size(5_000_000),
]
BYTES = [
    lambda: b"a" * size(60_000_000), lambda: b"\xff\n" * size(30_000_000), lambda: b"=41" * size(10_000_000), lambda: bytes(size(60_000_000)),
    lambda: bytearray(size(60_000_000)), lambda: memoryview(bytearray(size(60_000_000))), lambda: b"\x80a" * size(20_000_000),
    lambda: bytearray(b"\\777\\q\\N{BELL}" * size(1_000_000)), lambda: b"+2AA" * size(10_000_000), lambda: b"xn--a." * size(1_000_000),
    lambda: pickled(b"(" * size(10_000_000)), lambda: pickled(b"K\1" + b"\x85" * size(300_000)), lambda: pickled(b"]" + b"\x94h\0a" * size(1_000_000)),
    lambda: pickled(b"K\1" + b"\x94" * size(3_000_000)), lambda: pickled(b"N" * size(10_000_000) + b"t"), lambda: pickled(b"2" * 1000),
    lambda: pickled(b"\x95" + b"\xff" * 8), lambda: pickled(b"\x8e" + b"\xff\xff\xff\xff\xff\xff\xff\x3f" + b"a" * 100),
    lambda: pickled(b"r" + b"\xff" * 4), lambda: pickled(b"K\1r\xff\xff\xff\x7f"), lambda: pickled(b"cbuiltins\nlist\n)\x81" * size(300_000)),
    lambda: pickled(bytes(random.choices(PICKLING, k=200))),
]
PICKLING = b"(.012FIJKLMNPQRSTUVXabcdeghijlopqrstu}\x80\x81\x85\x86\x87\x88\x89\x8a\x8c\x8f\x90\x91\x92\x93\x94\x95\n\0\1"


def pickled(code):
    return b"\x80\4" + code + b"."

INTS = [
    lambda: 1 << size(400_000_000), lambda: (1 << size(100_000_000)) - 1, lambda: -(3 << size(50_000_000)), lambda: 10**size(400_000),
    lambda: 7**size(100_000), lambda: (1 << size(60_000_000)) // 3,
]
LISTS = [
    lambda: [0] * size(10_000_000), lambda: list(range(size(400_000))), lambda: [[]] * size(5_000_000), lambda: ["ab"] * size(5_000_000),
    lambda: [b"ab"] * size(5_000_000), lambda: (1,) * size(10_000_000), lambda: (int,) * size(5_000_000), lambda: [1.5] * size(5_000_000),
]
TABLES = [
    lambda: dict.fromkeys(range(size(400_000))), lambda: set(range(size(400_000))), lambda: frozenset(range(size(400_000))),
    lambda: {str(i): i for i in range(size(100_000))},
]
OTHERS = [
    lambda: range(10**12), lambda: range(-(2**70), 2**70),
    lambda: [2**70 + i for i in range(size(100_000))], lambda: [chr(i % 60000 + 1) for i in range(size(100_000))],
    lambda: [(1, 2)] * size(3_000_000), lambda: [("a", "b")] * size(3_000_000), lambda: [{}] * size(3_000_000),
    lambda: iter(range(10**12)),
    lambda: iter([1] * size(10_000_000)), lambda: map(str, range(10**9)), lambda: zip(range(10**9), range(10**9)),
    lambda: module("itertools").repeat("a"), lambda: module("itertools").count(), lambda: endless(),
    lambda: module("itertools").cycle([1, 2]), lambda: module("collections").deque(range(size(400_000))),
    lambda: module("array").array("q", range(size(400_000))), lambda: module("io").StringIO("ab\n" * size(10_000_000)),
    lambda: module("io").BytesIO(b"ab\n" * size(20_000_000)), lambda: module("decimal").Decimal("1" * size(1_000_000)),
    lambda: module("decimal").Decimal("1e999999"), lambda: module("fractions").Fraction(7**size(100_000), 3**size(100_000)),
]
DEEP = [
    lambda: nested(lambda v: [v]), lambda: nested(lambda v: (v,)), lambda: nested(lambda v: {"a": v}),
    lambda: nested(lambda v: (v, v), 60), lambda: nested(lambda v: [v, v], 60), lambda: nested(lambda v: iter([v])),
    lambda: nested(lambda v: (int, v), 1000), lambda: nested(lambda v: (v or int, v or int), 60),
    lambda: nested(lambda v: sub_of(list, [v]), 1000), lambda: nested(lambda v: map(str, v or [])),
    lambda: nested(lambda v: enumerate(v or []), size(20_000)), lambda: nested(lambda v: reversed([v])),
    lambda: nested(lambda v: frozenset([v]), 3000), lambda: nested(lambda v: module("functools").partial(print, v)),
    lambda: nested(lambda v: ValueError(v)), lambda: nested(lambda v: ExceptionGroup("g", [v or KeyError()]), 3000),
    lambda: looped(list), lambda: looped(dict), lambda: nested(lambda v: list[v or int], 500),
]
CLASSES = [
    lambda: chain(size(50_000)), lambda: wide(size(10_000)), lambda: deep_class(700), lambda: sub_of(wide(size(10_000))),
    lambda: sub_of(deep_class(700)), lambda: sub_of(int), lambda: sub_of(str), lambda: sub_of(list), lambda: sub_of(dict),
    lambda: type("Meta", (type,), {"__call__": lambda *a: 1, "mro": lambda c: [c, object]})("M", (), {}),
    lambda: type("Slots", (), {"__slots__": [f"s{i}" for i in range(size(20_000))]}),
    lambda: type("Names", (), {f"s{i}": i for i in range(size(20_000))}),
]


def with_dunders(base, *args):
    """An instance of a subclass that is laid out as its base and behaves as nothing does."""
    made = sub_of(base, *args)
    odd = type("Odd", (type(made),), {n: f for n, f in vars(Calls).items() if n in ODD_DUNDERS})
    try:
        made.__class__ = odd
        made.how = pick(["recurse", "raise", "mutate", "other"])
    except TypeError:
        pass
    return made


ODD_DUNDERS = """__len__ __bool__ __iter__ __eq__ __hash__ __index__ __int__ __float__ __getitem__ __contains__ __str__ __repr__
        __bytes__ __length_hint__ __format__ __lt__ __add__ __radd__ __mod__ __mul__ __copy__ __deepcopy__ act""".split()
ODD = [
    lambda: with_dunders(int, 1 << size(50_000_000)), lambda: with_dunders(str, "a" * size(50_000_000)), lambda: with_dunders(float, 1.5),
    lambda: with_dunders(bytes, bytes(size(50_000_000))), lambda: with_dunders(list, range(size(400_000))), lambda: with_dunders(complex, 1j),
    lambda: with_dunders(tuple, range(size(400_000))), lambda: with_dunders(dict, {1: 2}), lambda: with_dunders(set, range(size(400_000))),
    lambda: with_dunders(frozenset, range(size(400_000))), lambda: with_dunders(bytearray, bytes(size(50_000_000))),
    lambda: with_dunders(ValueError, "x"), lambda: with_dunders(module("collections").deque, range(size(400_000))),
    lambda: with_dunders(module("collections").OrderedDict, {1: 2}), lambda: with_dunders(module("decimal").Decimal, "1" * size(100_000)),
    lambda: with_dunders(module("datetime").datetime, 2000, 1, 1), lambda: with_dunders(module("array").array, "i", [1]),
    lambda: with_dunders(module("types").ModuleType, "m"), lambda: with_dunders(type, "T", (), {}), lambda: with_dunders(object),
    lambda: with_dunders(module("io").StringIO, "ab\n"), lambda: with_dunders(module("random").Random), lambda: with_dunders(property, len),
]


def holding_itself(value, put):
    put(value)
    return value


SELF = [
    lambda: holding_itself([], lambda v: v.append(v)), lambda: holding_itself({}, lambda v: v.update(a=v)),
    lambda: holding_itself([], lambda v: v.append((v, v))), lambda: holding_itself(Sub(), lambda v: setattr(v, "me", v)),
    lambda: holding_itself(module("collections").deque(), lambda v: v.append(v)),
    lambda: holding_itself(module("collections").OrderedDict(), lambda v: v.update(a=v)),
    lambda: holding_itself(ValueError(), lambda v: setattr(v, "args", (v,))),
    lambda: holding_itself(ValueError(), lambda v: setattr(v, "__cause__", v)),
    lambda: holding_itself(module("functools").partial(print), lambda v: v.__setstate__((v, (v,), {"k": v}, None))),
    lambda: holding_itself(module("types").SimpleNamespace(), lambda v: setattr(v, "me", v)),
    lambda: holding_itself(sub_of(list), lambda v: v.append({"a": v})), lambda: holding_itself([], lambda v: v.append(iter(v))),
    lambda: holding_itself([], lambda v: v.extend([v] * 1000)), lambda: holding_itself({}, lambda v: v.update({1: v, 2: v.items()})),
    lambda: holding_itself(module("types").ModuleType("m"), lambda v: setattr(v, "me", v)),
    lambda: holding_itself(type("C", (), {}), lambda v: setattr(v, "__slots__", v)),
    lambda: holding_itself(module("xml.etree.ElementTree").Element("a"), lambda v: v.append(v)),
]


def ended(value, *steps):
    """The value after these methods of it: closed, exhausted, released."""
    for step in steps:
        try:
            getattr(value, step)()
        except Exception:
            pass
    return value


def used_up(it):
    for _ in it:
        pass
    return it


CLOSED = [
    lambda: ended(endless(), "__next__", "close"), lambda: ended(coroutine(), "close"), lambda: used_up(iter([1, 2])),
    lambda: used_up(iter({1: 2}.items())), lambda: used_up(map(str, [1])), lambda: used_up(zip([1], [2])), lambda: used_up(iter("ab")),
    lambda: ended(module("io").StringIO("ab"), "close"), lambda: ended(module("io").BytesIO(b"ab"), "close"),
    lambda: ended(memoryview(bytearray(size(50_000_000))), "release"), lambda: ended(memoryview(b"ab"), "release"),
    lambda: ended(module("zlib").compressobj(), "flush"), lambda: ended(module("zlib").decompressobj(), "flush"),
    lambda: used_up(reversed([1])), lambda: used_up(enumerate([1])), lambda: used_up(module("itertools").chain([1], [2])),
    lambda: used_up(module("csv").reader(["a,b"])), lambda: used_up(module("itertools").groupby([1])),
    lambda: ended(module("xml.parsers.expat").ParserCreate(), "Parse"), lambda: module("weakref").ref(Sub()),
    lambda: module("weakref").proxy(Sub()), lambda: ended([1] * size(5_000_000), "clear"), lambda: emptied(set(range(size(400_000)))),
    lambda: emptied(dict.fromkeys(range(size(400_000)))), lambda: used_up(iter(int, 0)), lambda: used_up(module("re").finditer("a", "aa")),
]


def emptied(table):
    """Large, with two elements left in the middle."""
    middle = len(table) // 2
    for i in range(len(table)):
        if i not in (middle, middle + 1):
            table.discard(i) if isinstance(table, set) else table.pop(i)
    return table


CALLS = [lambda how=how: Calls(how) for how in ("recurse", "raise", "mutate", "other")]
KINDS = {"small": SMALL, "str": STRS, "bytes": BYTES, "int": INTS, "list": LISTS, "table": TABLES, "other": OTHERS,
         "deep": DEEP, "self": SELF, "closed": CLOSED, "odd": ODD, "calls": CALLS, "class": CLASSES}
shared = []


# --- what is called --------------------------------------------------------------------------------


def generator():
    yield sys._getframe() if hasattr(sys, "_getframe") else 1


async def coroutine():
    pass


def error():
    try:
        raise ValueError
    except ValueError as e:
        return e


# Receivers by their classes: of the types whose names cannot be called, or hardly.
SAMPLES = [
    lambda: generator(), lambda: coroutine(), lambda: generator, lambda: generator.__code__, lambda: [].append,
    lambda: Sub().__init__, lambda: str.join, lambda: str.__add__, lambda: "".__add__, lambda: type.__dict__, lambda: sys,
    lambda: error().__traceback__, lambda: Calls("other").act, lambda: list[int], lambda: int | str, lambda: iter(""),
    lambda: iter(b""), lambda: iter([1]), lambda: iter((1,)), lambda: iter({1: 2}), lambda: iter({1}), lambda: {}.keys(),
    lambda: {}.values(), lambda: {}.items(), lambda: iter({1: 2}.items()), lambda: iter({1: 2}.values()),
    lambda: reversed([1]), lambda: iter(range(9)), lambda: iter(int, 1), lambda: reversed({1: 2}), lambda: type(Sub.__init__),
    lambda: module("re").compile("(a)|b"), lambda: module("re").match("(a)|b", "a"), lambda: module("struct").Struct("i"),
    lambda: module("hashlib").sha256(), lambda: module("zlib").compressobj(), lambda: module("zlib").decompressobj(),
    lambda: module("hmac").new(b"k", b"", "md5"), lambda: module("datetime").datetime(2000, 1, 1), lambda: next(generator()),
    lambda: module("datetime").timedelta(1), lambda: module("datetime").date(2000, 1, 1), lambda: module("array").array("i"),
    lambda: module("csv").reader(["a"]), lambda: module("csv").writer(module("io").StringIO()),
    lambda: module("collections").deque([1]), lambda: module("collections").OrderedDict(a=1),
    lambda: module("collections").defaultdict(int), lambda: module("collections").Counter("a"),
    lambda: module("itertools").tee([1])[0], lambda: next(module("itertools").groupby([1]))[1],
    lambda: module("weakref").ref(Sub), lambda: module("weakref").proxy(Sub), lambda: module("functools").lru_cache(len),
    lambda: module("functools").partial(len), lambda: module("functools").cmp_to_key(lambda a, b: 0)(1),
    lambda: module("operator").itemgetter(1), lambda: module("operator").attrgetter("a"),
    lambda: module("operator").methodcaller("a"), lambda: module("decimal").Decimal(3), lambda: module("decimal").getcontext(),
    lambda: module("random").Random(), lambda: module("io").StringIO("a\n"), lambda: module("io").BytesIO(b"a\n"),
    lambda: module("xml.parsers.expat").ParserCreate(), lambda: module("contextvars").ContextVar("a"),
    lambda: module("contextvars").copy_context(), lambda: sys.stdout, lambda: sys.stdin, lambda: property(len),
    lambda: staticmethod(len), lambda: classmethod(len), lambda: super(Sub, Sub()), lambda: ExceptionGroup("g", [error()]),
    lambda: coroutine().__await__(), lambda: (lambda: generator.__closure__ or Sub)(), lambda: re_scanner(),
    lambda: type("M", (), {"__slots__": "a"}).a, lambda: module("types").SimpleNamespace(a=1), lambda: int.real,
    lambda: module("collections").OrderedDict(a=1).items(), lambda: iter(module("collections").OrderedDict(a=1)),
    lambda: module("collections").OrderedDict(a=1).values(), lambda: module("collections").OrderedDict(a=1).keys(),
    lambda: module("collections").ChainMap({}, {1: 2}), lambda: module("difflib").SequenceMatcher(None, "ab", "ba"),
    lambda: module("_collections_abc")._forth([1]), lambda: module("_collections_abc")._those_in([1], [1]),
    lambda: module("_collections_abc")._pairs({1: 2}), lambda: module("_collections_abc")._back("ab"),
    lambda: module("pickle").Pickler(module("io").BytesIO()), lambda: module("pickle").Unpickler(module("io").BytesIO(b"N.")),
    lambda: module("codecs").getincrementaldecoder("utf-16")(), lambda: module("codecs").getincrementalencoder("idna")(),
    lambda: module("codecs").lookup("cp1252"), lambda: module("codecs").getreader("utf-7")(module("io").BytesIO(b"+AAA-")),
    lambda: module("threading").Lock(), lambda: module("threading").RLock(), lambda: module("threading").Condition(),
    lambda: module("threading").Event(), lambda: module("threading").Semaphore(), lambda: module("threading").Barrier(2),
    lambda: module("threading").Thread(target=len), lambda: module("threading").local(), lambda: module("queue").Queue(),
    lambda: module("concurrent.futures").Future(), lambda: module("concurrent.futures").ThreadPoolExecutor(),
    lambda: module("enum").Enum("E", "a b").a, lambda: module("enum").Flag("F", "a b").a, lambda: module("enum").IntFlag("F", "a b").b,
    lambda: module("argparse").ArgumentParser(), lambda: sys._getframe(), lambda: codecs_error(),
]


def codecs_error():
    try:
        b"\xff".decode("utf-8")
    except UnicodeDecodeError as e:
        return e


def hostile_hooks():
    """What C asks on the way: handlers of coding errors, and what shows warnings; both change what is held."""
    def handler(exc):
        Calls("mutate").act()
        if random.random() < 0.3 and isinstance(exc, UnicodeDecodeError):
            exc.object = pick([b"", b"\xff" * 1000, bytearray(9), "x"])
        return pick([("", exc.end), ("x", 0), ("\ud800", -1), (b"ab", exc.start), ("y", 2**62), ("", exc.start), None, ("é" * 1000, exc.end)])

    if module("codecs"):
        module("codecs").register_error("own", handler)
    if module("warnings"):
        module("warnings").simplefilter("always")
        module("warnings").showwarning = lambda *args, **named: Calls("mutate").act()

# What is made of the hostile argument, for methods of iterators, views and the like.
MAKERS = [iter, reversed, lambda v: v.keys(), lambda v: v.items(), lambda v: v.values(), memoryview, enumerate, list, tuple,
          dict.fromkeys, set, lambda v: iter(v.items()), lambda v: module("re").compile(v), lambda v: error().with_traceback(None),
          lambda v: module("types").MappingProxyType(v), lambda v: module("csv").reader(v), lambda v: slice(v, v, v),
          lambda v: module("io").StringIO(v), lambda v: module("io").BytesIO(v), lambda v: module("functools").partial(v, v),
          lambda v: module("operator").itemgetter(v), lambda v: iter(reversed(v)), lambda v: module("weakref").ref(v),
          lambda v: module("re").search("(a+)(.|\n)*", v), lambda v: v[0:5], lambda v: module("struct").Struct(v)]


def re_scanner():
    return module("re").compile("a").scanner("aaa")


SKIP = {"input", "breakpoint", "exit", "quit", "_exit", "open", "sleep", "final_answer"}
OURS = {"Calls", "Sub", "Of", "Base", "Wide", "Deep", "Odd", "C", "T"}


def types():
    seen, todo = {object}, [object]
    while todo:
        try:
            below = type.__subclasses__(todo.pop())
        except TypeError:
            continue
        new = [c for c in below if c not in seen and c.__name__ not in OURS]
        seen.update(new)
        todo += new
    for sample in SAMPLES:
        try:
            seen.update(c for c in type(sample()).__mro__ if c.__name__ not in OURS)
        except Exception:
            pass
    return sorted(seen, key=lambda c: (str(c.__module__), c.__qualname__))


def targets():
    """(label, owner, name): natives of modules and of types, each once, then what is written in Python."""
    python, native, seen = type(generator), {}, set()
    library = {}
    for m in modules:
        if (held := module(m)) is None:
            continue
        for n, f in sorted(vars(held).items()):
            if n in SKIP or not callable(f) or id(f) in seen:
                continue
            seen.add(id(f))
            (library if isinstance(f, python) else native)[f"{m}.{n}"] = (held, n)
    for t in types():
        for n, f in sorted(vars(t).items()):
            if n in SKIP or n in ("__doc__", "__module__", "__dict__", "__weakref__") or id(f) in seen:
                continue
            seen.add(id(f))
            plain = getattr(f, "__func__", f)
            if callable(plain) or hasattr(type(plain), "__get__"):
                wrote = isinstance(plain, (python, property))
                (library if wrote else native)[f"{t.__module__}.{t.__qualname__}.{n}"] = (t, n)
    return list(native.items()), list(library.items())


def made_by(ways, values):
    """What each of the ways makes of small values: (way, its classes)."""
    found = []
    for way in ways:
        classes = set()
        for value in values:
            try:
                classes.update(type(way(*value)).__mro__)
            except Exception:
                pass
        found.append((way, classes))
    return found


def receiver(t, hostile):
    """An instance of t, of the hostile object if there is a way."""
    if isinstance(hostile, t):
        return hostile
    ways = [lambda m=m: m(hostile) for m, classes in MADE if t in classes]
    random.shuffle(ways)
    direct = [lambda: t(hostile), lambda: t(pick(SMALL)(), hostile)]
    ways = direct + ways if random.random() < 0.5 else ways
    ways += [sample for sample, classes in SAMPLED if t in classes]
    ways += [lambda: t(*[pick(SMALL)() for _ in range(pick([0, 1, 2, 3]))]) for _ in range(20)]
    for way in ways:
        try:
            if isinstance(value := way(), t):
                return value
        except Exception:
            pass
    return hostile


def prepare(target, kind, seed):
    """The targets of a program have one hostile object, as long as it lives."""
    global pending, scale, hostile, of, kept
    random.seed(seed * 1000003 + target)
    scale = 1 if seed % 16 == 0 else 10
    label, (owner, name) = TARGETS[target]
    tell("@", f"{label}: preparing")
    if of != seed:
        shared.clear()
        hostile, of = pick(list(KINDS.values())[kind])(), seed
        shared.append(hostile)
        kept = len(shared)
    del shared[kept:]
    if random.random() < 0.2:
        shared.append(pick(pick(list(KINDS.values())))())
    on = None
    if isinstance(owner, type) and not (owner is type and random.random() < 0.3):
        on = receiver(owner, hostile)
        shared.append(on)
    pending = label, owner, name, on


def short(value):
    if type(value) in (int, float, bool, str, bytes, type(None)) and (type(value) is not int or abs(value) < 2**70):
        return repr(value[:20] if isinstance(value, (str, bytes)) and len(value) > 20 else value)
    return type(value).__name__


def attempt(label, f, args):
    tell("@", f"{label} [{', '.join(map(short, args))}]")
    r = f(*args)
    if hasattr(r, "__next__"):
        for _, _ in zip(range(20_000), r):
            pass


def call():
    """Tries arguments until the call gets past their check, a few times: the hostile one at each place in turn."""
    label, owner, name, on = pending
    passed = 0
    of_class = isinstance(owner, type)
    for attempts in range(40):
        f = vars(owner)[name] if of_class else getattr(owner, name)
        bound = of_class and not callable(f)
        if of_class and hasattr(f, "__set__"):  # a member or a property
            f, bound = pick([f.__get__, f.__set__]), False
        elif bound:  # class and static methods
            f = getattr(owner, name)
        args = [pick(shared) if random.random() < 0.4 else pick(SMALL)() for _ in range((attempts + 1) % 5)]
        if of_class and not bound:
            args = [on, *args]
        if args and not any(a is hostile for a in args):
            args[attempts // 5 % len(args)] = hostile
        try:
            attempt(label, f, args)
        except TypeError:
            continue
        except Exception:
            pass
        except SystemExit:
            pass
        tell("+")
        if (passed := passed + 1) == 2:
            break


def list_targets():
    natives, library = targets()
    tell("=", f"{len(natives)} {len(library)} {' '.join(KINDS)}")
    for label, _ in natives + library:
        tell("=", label)
    return natives + library


TARGETS = list_targets()
MADE = made_by(MAKERS, [("ab",), (b"ab",), ([1, 2],), ({1: 2},), (7,), (len,), ({"i"},)])
SAMPLED = made_by(SAMPLES + SMALL, [()])
hostile_hooks()
