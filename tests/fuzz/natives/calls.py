# Run inside the engine by run.py: finds everything that can be called (builtins, types with their
# methods and slots, functions of every module) and calls some of it with hostile arguments.
# `seed`, `calls`, `only` and `modules` are put before this text. What is about to be called is printed first,
# so that run.py can say what was running.
import importlib
import random
import sys

random.seed(seed)
pick = random.choice
MODULES = sorted(m for m in modules)


def module(name):
    try:
        return importlib.import_module(name)
    except BaseException:
        return None


# --- the pool: each a function, because most are too large to make beforehand ----------------------


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
        return pick([None, self, 10**9, -1, "x" * 1000, b"", [], 1.5, True, NotImplemented, iter([])])


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


def nested(make, depth=100_000):
    value = make(0)
    for _ in range(depth):
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


SMALL = [
    lambda: 0, lambda: 1, lambda: -1, lambda: 2, lambda: 7, lambda: 255, lambda: 10**6, lambda: 10**9,
    lambda: 2**31, lambda: 2**63 - 1, lambda: -(2**63), lambda: 2**64, lambda: 0.0, lambda: -1.5, lambda: 1e308,
    lambda: float("nan"), lambda: float("inf"), lambda: 1j, lambda: True, lambda: None, lambda: "", lambda: "a",
    lambda: "ab", lambda: "utf-8", lambda: "utf-16", lambda: "replace", lambda: "backslashreplace", lambda: "%s%d",
    lambda: "{0}{a.b}", lambda: "é\ud800\U0001f600", lambda: b"", lambda: b"ab", lambda: bytearray(b"abc"),
    lambda: (), lambda: [], lambda: {}, lambda: set(), lambda: frozenset([1]), lambda: range(10), lambda: slice(None),
    lambda: int, lambda: str, lambda: list, lambda: object, lambda: type, lambda: Exception, lambda: len,
    lambda: (lambda *a, **k: 0), lambda: print, lambda: sys, lambda: iter([1, 2]), lambda: memoryview(b"abcd"),
    lambda: Ellipsis, lambda: NotImplemented, lambda: [3, 1, 2], lambda: {"a": 1}, lambda: Sub(), lambda: ValueError(),
]
STRS = [
    lambda: "a" * 100_000_000, lambda: "ab" * 40_000_000, lambda: "é" * 50_000_000, lambda: "\u4e00x" * 20_000_000,
    lambda: "\U0001f600" * 10_000_000, lambda: "a b\n" * 20_000_000, lambda: "(" * 10_000_000,
    lambda: "1" * 10_000_000, lambda: "\ud800a" * 5_000_000, lambda: "%s" * 5_000_000, lambda: "{}" * 5_000_000,
    lambda: "<a>" * 3_000_000, lambda: "[" * 3_000_000, lambda: "," * 20_000_000, lambda: '"\\' * 10_000_000,
    lambda: "&#1;" * 5_000_000, lambda: "%41" * 5_000_000, lambda: "=\n" * 10_000_000, lambda: "a+" * 10_000_000,
]
BYTES = [
    lambda: b"a" * 100_000_000, lambda: b"\xff\n" * 30_000_000, lambda: b"=41" * 10_000_000, lambda: bytes(100_000_000),
    lambda: bytearray(100_000_000), lambda: memoryview(bytearray(100_000_000)), lambda: b"\x80a" * 20_000_000,
]
INTS = [
    lambda: 1 << 800_000_000, lambda: (1 << 400_000_000) - 1, lambda: -(3 << 200_000_000), lambda: 10**1_000_000,
    lambda: 7**100_000, lambda: (1 << 60_000_000) // 3,
]
LISTS = [
    lambda: [0] * 20_000_000, lambda: list(range(2_000_000)), lambda: [[]] * 5_000_000, lambda: ["ab"] * 5_000_000,
    lambda: [b"ab"] * 5_000_000, lambda: (1,) * 20_000_000, lambda: (int,) * 5_000_000, lambda: [1.5] * 5_000_000,
]
TABLES = [
    lambda: dict.fromkeys(range(1_000_000)), lambda: set(range(1_000_000)), lambda: frozenset(range(1_000_000)),
    lambda: {str(i): i for i in range(300_000)},
]
OTHERS = [
    lambda: range(10**12), lambda: range(-(2**70), 2**70),
    lambda: [2**70 + i for i in range(300_000)], lambda: [chr(i % 60000 + 1) for i in range(300_000)],
    lambda: [(1, 2)] * 3_000_000, lambda: [("a", "b")] * 3_000_000, lambda: [{}] * 3_000_000,
    lambda: chain(200_000), lambda: wide(20_000), lambda: deep_class(700), lambda: iter(range(10**12)),
    lambda: iter([1] * 10_000_000), lambda: map(str, range(10**9)), lambda: zip(range(10**9), range(10**9)),
    lambda: module("itertools").repeat("a"), lambda: module("itertools").count(), lambda: endless(),
    lambda: module("itertools").cycle([1, 2]), lambda: module("collections").deque(range(2_000_000)),
    lambda: module("array").array("q", range(2_000_000)), lambda: module("io").StringIO("ab\n" * 10_000_000),
    lambda: module("io").BytesIO(b"ab\n" * 20_000_000), lambda: module("decimal").Decimal("1" * 1_000_000),
    lambda: module("decimal").Decimal("1e999999"), lambda: module("fractions").Fraction(7**100_000, 3**100_000),
]
HUGE = STRS + BYTES + INTS + LISTS + TABLES + OTHERS
DEEP = [
    lambda: nested(lambda v: [v]), lambda: nested(lambda v: (v,)), lambda: nested(lambda v: {"a": v}),
    lambda: nested(lambda v: (v, v), 60), lambda: nested(lambda v: [v, v], 60), lambda: nested(lambda v: iter([v])),
    lambda: nested(lambda v: (int, v), 1000), lambda: nested(lambda v: (v or int, v or int), 60),
    lambda: nested(lambda v: sub_of(list, [v]), 1000), lambda: nested(lambda v: map(str, v or [])),
    lambda: nested(lambda v: enumerate(v or []), 20_000), lambda: nested(lambda v: reversed([v])),
    lambda: nested(lambda v: frozenset([v]), 3000), lambda: nested(lambda v: module("functools").partial(print, v)),
    lambda: nested(lambda v: ValueError(v)), lambda: nested(lambda v: ExceptionGroup("g", [v or KeyError()]), 3000),
    lambda: looped(list), lambda: looped(dict), lambda: nested(lambda v: list[v or int], 500),
]
HOWS = ["recurse", "raise", "mutate", "other"]
shared = []


def argument():
    r = random.random()
    if shared and r < 0.15:
        return pick(shared)
    if r < 0.45:
        return pick(SMALL)()
    if r < 0.75:
        value = pick(HUGE)()
    elif r < 0.9:
        value = pick(DEEP)()
    elif r < 0.95:
        base = pick([int, float, str, bytes, list, dict, set, tuple, bytearray])
        value = sub_of(base)
    else:
        value = Calls(pick(HOWS))
    if len(shared) < 4:
        shared.append(value)
    return value


# --- what is called --------------------------------------------------------------------------------


def types():
    seen, todo = {object}, [object]
    while todo:
        try:
            below = type.__subclasses__(todo.pop())
        except TypeError:
            continue
        for c in below:
            if c not in seen and c.__name__ not in ("Calls", "Sub", "Of", "Base", "Wide", "Deep"):
                seen.add(c)
                todo.append(c)
    return sorted(seen, key=lambda c: (str(c.__module__), c.__qualname__))


SKIP = {"input", "breakpoint", "exit", "quit", "_exit", "open", "sleep", "final_answer"}


def targets():
    if random.random() < 0.5:
        name = pick(MODULES)
        m = module(name)
        if m is None:
            return
        names = sorted(n for n in vars(m) if n not in SKIP)
        if not names:
            return
        n = pick(names)
        f = vars(m)[n]
        if isinstance(f, type) and random.random() < 0.7:
            n2 = pick(sorted(dir(f)) or ["mro"])
            return f"{name}.{n}.{n2}", f, n2
        return f"{name}.{n}", f, None
    if random.random() < 0.2:
        b = vars(module("builtins"))
        n = pick(sorted(n for n in b if n not in SKIP))
        return f"builtins.{n}", b[n], None
    t = pick(BASIC) if random.random() < 0.7 else pick(types())
    n = pick(sorted(dir(t)))
    return f"{t.__qualname__}.{n}", t, n


BASIC = [int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, slice, memoryview,
         type, object, BaseException, ExceptionGroup, enumerate, zip, map, filter, reversed, property, super]
OF_TYPE = {int: INTS, str: STRS, bytes: BYTES, bytearray: BYTES, list: LISTS, tuple: LISTS, dict: TABLES,
           set: TABLES, frozenset: TABLES, memoryview: BYTES}


def receiver(t):
    if t in OF_TYPE and random.random() < 0.7:
        value = pick(OF_TYPE[t])()
        return value if isinstance(value, t) else t(value)
    for _ in range(3):
        args = [argument() for _ in range(random.randrange(3))]
        try:
            return t(*args)
        except Exception:
            pass
    return argument()


def one():
    shared.clear()
    found = targets()
    if not found or (only and only not in found[0]):
        return False
    label, f, name = found
    print(label, file=sys.stderr, flush=True)
    if name is not None:
        on = receiver(f) if random.random() < 0.85 else f
        if on is not f and len(shared) < 4:
            shared.append(on)
        f = getattr(on, name)
    args = [argument() for _ in range(pick([0, 1, 1, 1, 2, 2, 3, 4]))]
    print(label, [type(a).__name__ for a in args], file=sys.stderr, flush=True)
    r = f(*args)
    if hasattr(r, "__next__"):
        for _, _ in zip(range(100_000), r):
            pass
    return True


done = tries = 0
while done < calls and tries < 100_000:
    tries += 1
    try:
        done += one()
    except Exception:
        done += 1
    except BaseException as e:
        if isinstance(e, SystemExit):
            done += 1
        else:
            raise
