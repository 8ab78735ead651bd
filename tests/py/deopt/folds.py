# Generators consumed by sum, any, all, min, max, list, tuple, sorted and join run inside the loop
# while their items are plain; then something else comes by.
import sys

class Third:
    def __radd__(self, other):
        return other + 0.25

def gen(*items):
    for x in items:
        yield x

# Sums: ints into big ints, into floats (compensated), into anything that adds, and not at all.
big = 2 ** 62
print(sum(gen(1, 2, True, -5)), sum(gen()), sum(gen(big, big, big, big, 1)), sum(gen(2 ** 70, 1)))
print(sum(gen(-big, -big, -big, -big - 1, 0.5)), sum(gen(1, 0.5, 2, True, 2 ** 70, 0.25)))
print(sum(0.1 for _ in range(10)), sum(gen(1e100, 1.0, -1e100, 3)), sum(gen(1e308, 1e308, -1e308)))
print(sum(gen(1, 2, Third(), 4, 0.5)), sum(gen(1.5, 2j)), sum(gen(-0.0, 0.0)), sum(gen(1e-320, 2)))
print(sum((x for x in (1, 2)), 10), sum(gen([1], [2]), []))
for bad in (gen(1, "a"), gen("a"), gen(1.0, None), gen([1], [2])):
    try:
        print(sum(bad))
    except TypeError as e:
        print(e)

# any and all stop early: the generator goes on where they stopped.
g = gen(False, 0, "", [1], 5)
print(any(g), next(g), any(g), any(gen()), any(gen(False, None)))
g = gen(True, 1, "x", [], 7)
print(all(g), next(g), all(g), all(gen()), all(gen(True, 2.5)))

class Truth:
    def __init__(self, log):
        self.log = log
    def __bool__(self):
        self.log.append(next(suspended))  # not running while its items are looked at
        return False

log = []
suspended = gen(False, Truth(log), "taken", False, 3)
print(any(suspended), log)

# Extremes.
print(min(gen(3, 1, 2)), max(gen(3, 1, 2)), min(gen(1.5, -2.5)), max(gen(2, 2.5, 3)), max(gen("b", "a")))
print(min(gen((1, 2), (1,))), max(gen(True, 1)), max(gen(1, True)), min(gen(0, False)), min(gen(2 ** 80, 5)))
nan = float("nan")
print(min(gen(nan, 1.0)), min(gen(1.0, nan)), max(gen(5, nan, 3)))
for f, g in ((min, gen()), (max, gen()), (min, gen(1, "a")), (max, gen([], 1))):
    try:
        print(f(g))
    except (ValueError, TypeError) as e:
        print(type(e).__name__, e)
print(min(gen(), default=4), max(gen(3, -4), key=abs), max(gen(1, 2), 3) if False else "")

# Lists and what is made of them.
print(list(gen(1, "a", None)), tuple(gen(1, 2)), sorted(gen(3, 1, 2)), list(gen()), tuple(gen()))
print("-".join(gen("a", "b")), "".join(gen()), str.join(":", gen("x", "y")), list(map(",".join, [gen("p", "q")])))
j = ", ".join
print(j(gen("bound", "method")), sorted(gen(2, 3, 1), reverse=True))
for make in (lambda: "".join(gen("a", 1)), lambda: sorted(gen(1, "a")), lambda: str.join(5, gen("a"))):
    try:
        print(make())
    except TypeError as e:
        print(e)

# Delegation, nesting, generators inside generators, sent values.
def outer():
    yield 1
    yield from gen(2, 3)
    yield from [4, 5]
    yield 6
print(sum(outer()), list(outer()), max(outer()), all(outer()), tuple(outer()), sum(x for x in outer()))
print(sum(sum(j for j in range(i)) for i in range(6)), [max(x for x in r) for r in ([1, 2], [4, 3])])
print(sum(sum(k * k for k in gen(*range(j)) if any(k == z for z in gen(2, 3))) for j in range(8)))
def echo():
    got = yield 1
    print("got", got)
    got = yield 2
    print("got", got)
print(sum(echo()))

# Errors in the body go through the call, with the lines of both.
def failing(n):
    for i in range(n):
        yield i
    raise KeyError(n)
def caller(f):
    try:
        return f(failing(3))
    except KeyError as e:
        tb, lines = e.__traceback__, []
        while tb:
            lines.append(tb.tb_lineno - caller.__code__.co_firstlineno)
            tb = tb.tb_next
        return e.args, lines
print(caller(sum), caller(list), caller(max), caller(any))
def stops():
    yield 1
    raise StopIteration
for f in (sum, list):
    try:
        f(stops())
    except RuntimeError as e:
        print(e)

# A generator that consumes itself, one that is consumed already, one half consumed.
def own():
    yield 1
    yield sum(me)
me = own()
try:
    print(list(me))
except ValueError as e:
    print(e)
g = gen(1, 2, 3)
next(g)
print(sum(g), sum(g), list(g), max(gen(9)))

# Names that come to mean something else under a hot loop.
def hot(n):
    return [sum(x for x in range(i)) for i in range(n)]
print(hot(5))
sum = lambda it: "mine"
print(hot(3))
del sum
print(hot(3))

def deep(n):
    return sum(deep(n - 1) for _ in range(1)) if n else 1
print(deep(100))
try:
    deep(100000)
except RecursionError as e:
    print(type(e).__name__)
print(sys.getrecursionlimit() > 0, sum(x for x in range(100000)), len(list(x for x in range(70000))))
