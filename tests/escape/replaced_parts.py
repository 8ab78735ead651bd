# Parts of library modules, and modules themselves, that a program has put something else for: natives that look
# them up see whether it is what they made.
import abc, array, asyncio, ast, collections, contextlib, copy, datetime, decimal, functools, io, json, random, re, statistics, sys, traceback, types, typing, warnings, weakref


class Thing:
    def __call__(self): return 1


def uses():
    thing = Thing()
    yield lambda: sorted([2, 1], key=functools.cmp_to_key(lambda a, b: a - b))
    yield lambda: (weakref.proxy(thing), weakref.proxy(contextlib), weakref.ref(thing), weakref.getweakrefs(thing))
    yield lambda: (re.compile("("), 1)
    yield lambda: re.sub("(a)", lambda m: m.group(1), "aa")
    yield lambda: (json.loads("{"), 1)
    yield lambda: json.loads("{}", cls=json.JSONDecoder)
    yield lambda: json.dumps({1: 2.5}, cls=json.JSONEncoder, indent=2)
    yield lambda: copy.deepcopy([array.array("i", [1]), datetime.date(2020, 1, 1), decimal.Decimal(1)])
    yield lambda: compile(ast.parse("x = 1"), "f", "exec")
    yield lambda: "\u00e9".encode("ascii", "namereplace")
    yield lambda: warnings.warn("w")
    yield lambda: print(end="", file=sys.stdout)
    yield lambda: open("/nowhere")
    yield lambda: sys.stdout.read()
    yield lambda: io.TextIOWrapper(io.BytesIO(b"a")).read()
    yield lambda: (decimal.Decimal(1) / 3, decimal.getcontext().prec, decimal.Decimal("x"))
    yield lambda: (datetime.datetime.now(datetime.timezone.utc).isoformat(), datetime.datetime.strptime("2020", "%Y"))
    yield lambda: asyncio.run(asyncio.sleep(0))
    yield lambda: exec("def f[T](x: T) -> T: return x\nclass C[*A]: pass\ntype X = int")
    yield lambda: functools.lru_cache(len)("a")
    yield lambda: random.Random(1).sample(range(9), 3)
    yield lambda: statistics.mean([1, 2])
    yield lambda: collections.Counter("aab").most_common()
    yield lambda: isinstance(1, abc.ABC)
    yield lambda: traceback.format_exc()
    yield lambda: typing.List[int]
    yield lambda: exec("from collections import abc, missing")
    yield lambda: exec("import collections.abc, xml.etree")
    yield lambda: exec("from xml import etree")


def use_all():
    for f in uses():
        try: f()
        except Exception: pass


use_all()
for module in (abc, array, ast, asyncio, collections, copy, datetime, decimal, functools, io, json, random, re, statistics, traceback, types, typing, warnings, weakref):
    names = vars(module)
    kept = dict(names)
    for bad in (36, list, type("Sub", (int,), {})):
        for name in kept:
            if name.startswith("__"): continue
            names[name] = bad
        use_all()
        names.update(kept)
modules = dict(sys.modules)
for bad in (36, None, Thing()):
    for name in modules: sys.modules[name] = bad
    use_all()
    sys.modules.update(modules)
use_all()
print("sound")
