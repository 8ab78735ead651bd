# skip: gcstress,smallstack deep or large on purpose
# Objects wrapped in themselves very often: what passes an operation on to the wrapped one ends in an exception.
import abc, collections, itertools, types
def attempt(f):
    try: f()
    except (RecursionError, TypeError, AttributeError, ValueError, LookupError, StopIteration): pass
def run(name, wrap, x, y, depth=60000):
    for i in range(depth): x, y = wrap(x), wrap(y)
    for f in (lambda: len(x), lambda: bool(x), lambda: 1 in x, lambda: x[1], lambda: list(x), lambda: next(x), lambda: x == y, lambda: x < y, lambda: x | {}, lambda: hash(x), lambda: repr(x), lambda: x(),
              lambda: x.__get__(1, int), lambda: x.__isabstractmethod__, lambda: x.__doc__, lambda: x.__name__, lambda: x.missing, lambda: dir(x), lambda: x.get(1), lambda: x.__reduce_ex__(4),
              lambda: isinstance(1, x), lambda: type("T", (), {"a": x})().a, lambda: type("T", (abc.ABC,), {"a": x})(), lambda: setattr(x, "b", 1), lambda: x.__length_hint__()):
        attempt(f)
    print(name)
def function(*args): return 1
run("classmethod", classmethod, function, function)
run("staticmethod", staticmethod, function, function)
run("property", property, function, function)
run("method", lambda x: types.MethodType(x, 1), function, function)
run("alias", lambda x: types.GenericAlias(x, int), list, list)
run("mapping", types.MappingProxyType, {}, {})
run("call", lambda x: x.__call__, function, function)
run("list", lambda x: [x], 1, 1)
run("set", lambda x: frozenset([x]), 1, 1)
run("deque", lambda x: collections.deque([x]), 1, 1)
run("items", lambda x: {1: x}.items(), 1, 1)
run("chain", lambda x: itertools.chain(x), [1], [1])
run("map", lambda x: map(function, x), [1], [1])
run("view", memoryview, b"ab", b"ab")
run("cell", types.CellType, 1, 1)
run("slice", lambda x: slice(x), 1, 1)
