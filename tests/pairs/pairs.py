# Classes mixed in every way that a program can: run by pairs.sh in the sandbox, under a sanitizer.
#   pairs.py MODE FIRST STEP SEED MODULES...   the classes FIRST, FIRST + STEP, ... with all others
#   pairs.py count - - - MODULES...            how many classes there are, and how many natives
# Whatever an instance can be made of is made and touched in every way; a crash is the only failure.
# With "-v" for the last module each step is told before it is taken, so that a crash names it.
import sys, io, random, itertools, importlib

mode, first, step, seed, *modules = sys.argv[1:]
verbose = modules[-1:] == ["-v"] and modules.pop()
out = sys.stdout


def say(*words):
    out.write(" ".join(map(str, words)) + "\n")
    out.flush()


def attempt(f, *a, **k):
    try:
        return f(*a, **k)
    except BaseException:
        return None


# --- the classes

def reach():
    """Classes of all modules, each once, in the same order in every process."""
    for name in modules:
        attempt(importlib.import_module, name)
    seen, found = {id(object)}, [object]
    for c in found:
        for s in attempt(type.__subclasses__, c) or ():
            if id(s) not in seen and s.__module__ != "__main__":
                seen.add(id(s))
                found.append(s)
    return found


def is_native(c):
    return not c.__flags__ & 512


classes = reach()
natives = [c for c in classes if is_native(c)]
solid = [c for c in classes if not is_native(c) and (c.__basicsize__ != object.__basicsize__ or
                                                      any(map(is_native, c.__mro__[1:-1])))]
# For triples: natives, and one class in Python for each native that such classes derive from.
few = natives + list({next(b for b in c.__mro__ if is_native(b)): c for c in solid}.values())
endless = (itertools.count, itertools.cycle, itertools.repeat)

# --- touching

MAKE = [(), (1,), ("ab",), ([1, 2],), (b"ab",), ({"a": 1},), (1, 2), (len, [1, 2]), ("a", (), {}),
        ((1, 2), 2), (1, 1, 1), (print,), ("a", "b", "c")]
SHAPES = [(), (None,), (1,), ("a",), (b"a",), ([1, 2],), ({"a": 1},), (1, 2), ("a", 1, 2), (int,)]
LIGHT = [(), (1,), ("a", None)]
CONSUME = {"__contains__", "__iter__", "__length_hint__"}
# What ends the process or waits is no matter of layout.
LEAVE = {"_exit", "sleep", "run_forever", "serve_forever", "cmdloop", "interact", "set_trace", "get",
         "join", "wait", "acquire", "breakpoint", "run_until_complete", "_run_once", "main"}


def take(o):
    it = iter(o)
    return [next(it), next(it)]


OPS = [repr, str, hash, len, bool, dir, vars, abs, take, next, reversed, format, int, float, complex,
       bytes, callable, id, type, memoryview, aiter, anext,
       lambda o: o == o, lambda o: o < o, lambda o: o != 1, lambda o: o + o, lambda o: o * 2,
       lambda o: 2 * o, lambda o: o % (1,), lambda o: "%s%d" % (o, o), lambda o: -o, lambda o: ~o,
       lambda o: o | o, lambda o: o & {1}, lambda o: o - 1, lambda o: 1 - o, lambda o: o ** 2,
       lambda o: divmod(o, 2), lambda o: o[0], lambda o: o[0:1], lambda o: o["a"], lambda o: [1, 2][o],
       lambda o: {o: 1}, lambda o: {**o}, lambda o: o(), lambda o: o(1), lambda o: range(o),
       lambda o: round(o), lambda o: f"{o:5}", lambda o: f"{o!r}", lambda o: o.__reduce_ex__(2),
       lambda o: o.__reduce_ex__(4), lambda o: o.__getstate__(), lambda o: o.__setstate__({"a": 1}),
       lambda o: o.__sizeof__(), lambda o: setattr(o, "zz", [1] * 50), lambda o: o.zz,
       lambda o: delattr(o, "zz"), lambda o: o.__dict__.update(q=1), lambda o: o.q,
       lambda o: setattr(o, "__dict__", {"a": 1}), lambda o: o.a, lambda o: isinstance(1, o),
       lambda o: issubclass(o, o), lambda o: type("Q", (o,), {})(), lambda o: [].extend(o),
       lambda o: "".join(o), lambda o: "".join([o]), lambda o: (1).__add__(o), lambda o: [1] + o,
       lambda o: {1} | o, lambda o: {}.update(o), lambda o: bytearray(b"a").extend(o), lambda o: sum(o),
       lambda o: sorted(o), lambda o: max(o), lambda o: 1 in o, lambda o: o.__init__(),
       lambda o: super(type(o), o).__init__(), lambda o: super(type(o), o).__repr__(),
       lambda o: type(o).__new__(type(o)).__repr__(), lambda o: copy.copy(o),
       lambda o: copy.deepcopy(o), lambda o: json.dumps(o), lambda o: exec(o), lambda o: raising(o),
       lambda o: setattr(o, "__class__", type(o)), lambda o: o.__setitem__(0, o), lambda o: exec("o @= o")]
ENDLESS = {take, next, repr, str, hash, bool, dir, vars, callable, id, type}


def raising(o):
    try:
        raise o
    except Exception as e:
        e.with_traceback(None).add_note("n")
        raise ValueError from e


def touch(o, shapes=SHAPES, ops=OPS):
    """Every attribute of o, called with arguments of every shape; every operation; set and delete."""
    bound = isinstance(o, endless)
    for name in attempt(dir, type(o)) or ():
        if name in LEAVE or bound and name in CONSUME:
            continue
        try:
            f = getattr(o, name)
        except BaseException:
            continue
        for a in shapes:
            attempt(f, *a)
        if not bound:
            attempt(f, o)
    for op in ops:
        if not bound or op in ENDLESS:
            attempt(op, o)
    if shapes is SHAPES:
        for name in attempt(dir, type(o)) or ():
            if not bound or name not in CONSUME:
                attempt(setattr, o, name, 1)
                attempt(delattr, o, name)


def instances(c):
    """One made by a call and one that was never initialised."""
    for a in MAKE:
        o = attempt(c, *a)
        if o is not None:
            yield o
            break
    news = {id(b.__dict__["__new__"]): b for b in c.__mro__ if "__new__" in b.__dict__}
    for b in news.values():
        o = attempt(b.__new__, c)
        if o is not None:
            yield o


def exercise(c, thorough=True):
    n = 0
    for o in instances(c):
        n += 1
        if thorough:
            touch(o)
        else:
            touch(o, LIGHT, OPS[:16])
        attempt(touch, o, LIGHT, OPS[:16])
    return n


def subclass(*bases, **namespace):
    meta = type(bases[0])
    for b in bases:
        if issubclass(type(b), meta):
            meta = type(b)
    return attempt(meta, "Z", bases, namespace)


# --- the modes: each takes a class and what it is mixed with

def mixed(*bases):
    z = subclass(*bases)
    if z is None:
        return 0
    thorough = len(bases) < 3 and any(b in layouts for b in bases) and bases[0] is not object
    return exercise(z, thorough)


layouts = set(natives) | set(solid)


def assigned(a, b):
    """Instances of a and of a class derived from it become b's; classes change their bases."""
    n = 0
    sa, sb = subclass(a), subclass(b)
    for c in filter(None, (a, sa)):
        for d in filter(None, (b, sb)):
            for o in instances(c):
                try:
                    o.__class__ = d
                except BaseException:
                    continue
                n += 1
                touch(o, LIGHT)
                attempt(setattr, o, "__class__", c)
                touch(o, LIGHT, OPS[:16])
    for d in filter(None, (b, sb)):
        z = subclass(sa or a)
        if z is None:
            continue
        made, below = list(instances(z)), subclass(z)
        made += instances(below) if below else ()
        try:
            z.__bases__ = (d,)
        except BaseException:
            continue
        n += 1
        for o in made:
            touch(o, LIGHT)
        exercise(z, False)
    return n


def borrowed(a, b):
    """A class derived from a that holds everything of b's, and b's functions called with a's."""
    names = {k: v for k, v in vars(b).items() if k not in ("__slots__", "__dict__", "__weakref__")}
    n = 0
    z = subclass(a, **names)
    if z is not None and (is_native(b) or not issubclass(a, endless)):
        n += exercise(z, False)
    for o in instances(a):
        if isinstance(o, endless) and not is_native(b):
            continue  # what is written in Python takes any iterable
        for f in names.values():
            n += 1
            for x in (o,), (o, 1), (o, o), (o, "a", None):
                attempt(f, *x)
            bound = attempt(f.__get__, o, type(o)) if hasattr(f, "__get__") else None
            attempt(bound)
            attempt(bound, o)
            if hasattr(f, "__set__"):
                attempt(f.__set__, o, 1)
                attempt(f.__delete__, o)
    return n


def ordered(a, b):
    """A metaclass's mro() puts b before, behind or in place of what a derives from."""
    n = 0
    for order in (lambda c: [c, b, *a.__mro__], lambda c: [c, *a.__mro__, b], lambda c: [c, b],
                  lambda c: [b, c, a], lambda c: [c, *reversed(a.__mro__)]):
        m = attempt(type, "M", (type(a),), {"mro": order})
        z = attempt(m, "Z", (a,), {}) if m else None
        if z is not None:
            n += exercise(z, False)
    return n


# name: the function, the classes it goes through, and how many of them it mixes
MODES = {"pairs": (mixed, few, 2), "classes": (mixed, classes, 2), "assign": (assigned, few, 2),
         "borrow": (borrowed, few, 2), "mro": (ordered, few, 2), "triples": (mixed, few, 3)}


def run():
    f, pool, many = MODES[mode]
    made = tried = 0
    for i in range(int(first), len(pool), int(step)):
        rest = itertools.product(pool, repeat=many - 1)
        if seed != "-":  # a sample of those that are too many
            random.seed(seed + str(i))
            rest = [random.choices(pool, k=many - 1) for _ in range(len(pool))]
        for others in rest:
            tried += 1
            if verbose:
                say(mode, i, *(c.__module__ + "." + c.__qualname__ for c in (pool[i], *others)))
            sys.stdout = sys.stderr = sys.stdin = io.StringIO()
            made += attempt(f, pool[i], *others) or 0
    say(mode, first, "tried", tried, "made", made)


sys.setrecursionlimit(200)
import copy, json
if mode == "count":
    say(len(classes), len(natives), len(few))
else:
    run()
