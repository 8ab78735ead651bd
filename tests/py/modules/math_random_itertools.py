# Modules math, random, heapq, bisect, itertools.
import math, random, heapq, bisect
from itertools import *
def t(f, *a, **k):
    try:
        r = f(*a, **k)
        print(type(r).__name__, repr(r))
    except Exception as e:
        print(type(e).__name__, e)
vals = [0, 1, -1, 0.5, -0.5, 2, 3.7, 10, 100, 1000, 1e300, -1e300, float('inf'), -float('inf'), float('nan'), 10**400, True, "a", None, 171, 170, -2.5, 1e-310]
for name in "acos acosh asin asinh atan atanh cbrt ceil cos cosh degrees erf erfc exp exp2 expm1 fabs factorial floor frexp gamma isfinite isinf isnan isqrt lgamma log log10 log1p log2 modf radians sin sinh sqrt tan tanh trunc ulp".split():
    for v in vals:
        if name in ("factorial",) and v in (10**400, 1e300): continue
        print(name, v if v != 10**400 else 'big', end=' ')
        t(getattr(math, name), v)
for name in "atan2 copysign fmod pow remainder nextafter log gcd lcm dist hypot comb perm isclose ldexp".split():
    for a in (0, 1, -2, 5, 2.5, float('inf'), float('nan'), 10**30):
        for b in (0, 1, -1, 3, 0.5, -float('inf'), 40):
            if name in ("comb", "perm") and a == 10**30 and b == 40: pass
            print(name, a, b, end=' '); t(getattr(math, name), a, b)
t(math.gcd); t(math.lcm); t(math.gcd, 12, 18, 27); t(math.gcd, 2**100 * 3, 2**90 * 9); t(math.gcd, -5); t(math.lcm, 4, 6, 10); t(math.lcm, 0, 5); t(math.comb, 100, 50); t(math.comb, 5, 7); t(math.comb, -1, 2); t(math.comb, 10**20, 3); t(math.perm, 10); t(math.perm, 10, 3); t(math.perm, 5, 6); t(math.comb, 70, 35); t(math.comb, 1000, 500); t(math.factorial, 100); t(math.factorial, 0); t(math.factorial, -1); t(math.isqrt, 10**50); t(math.isqrt, 2**128 - 1); t(math.isqrt, -1)
t(math.fsum, [0.1] * 10); t(math.fsum, [1e308, 1e308, -1e308]); t(math.fsum, [1e16, 1, -1e16]); t(math.fsum, [float('inf'), 1]); t(math.fsum, [float('inf'), -float('inf')]); t(math.fsum, []); t(math.fsum, ["a"]); t(math.fsum, [2**70, 0.5])
t(math.prod, [1, 2, 3]); t(math.prod, []); t(math.prod, [0.5, 4], start=3); t(math.prod, ["a", 2]); t(math.sumprod, [1, 2], [3, 4]); t(math.sumprod, [1.5, 2], [3, 4]); t(math.sumprod, [1], [1, 2]); t(math.sumprod, [0.1] * 10, [1] * 10); t(math.sumprod, [10**30], [2]); t(math.dist, (0, 0), (3, 4)); t(math.dist, (1,), (1, 2)); t(math.hypot); t(math.hypot, 3, 4); t(math.hypot, 1, 1, 1); t(math.hypot, 1e308, 1e308); t(math.hypot, 1e-320, 1e-320); t(math.hypot, 0.1, 0.2, 0.3, 0.4)
t(math.log, 8, 2); t(math.log, 10**400); t(math.log2, 2**5000); t(math.log10, 10**400); t(math.log, 10**400, 10); t(math.log, -10**400); t(math.log, 1, 1); t(math.nextafter, 1.0, 2.0, steps=3); t(math.nextafter, 0.0, -1.0, steps=5); t(math.nextafter, 1.0, 2.0, steps=-1); t(math.isclose, 1.0, 1.0 + 1e-10); t(math.isclose, 1, 2, rel_tol=-1); t(math.isclose, 0, 1e-10, abs_tol=1e-9); t(math.ldexp, 1.0, 10**10); t(math.ldexp, 1.0, -10**10); t(math.ldexp, 1.0, 1.5); t(math.pi.__repr__); print(math.e, math.tau, math.inf, math.nan)
class C:
    def __ceil__(s): return "c"
    def __floor__(s): return "f"
    def __trunc__(s): return "t"
    def __float__(s): return 2.5
t(math.ceil, C()); t(math.floor, C()); t(math.trunc, C()); t(math.sqrt, C()); t(math.sqrt, "x");
# random
for s in (0, 1, 42, -5, 10**40, 1.5, "hello", b"bytes", bytearray(b"x"), "", True):
    random.seed(s)
    print(s, random.random(), random.getrandbits(5), random.getrandbits(100), random.randrange(10), random.randrange(5, 50, 7), random.randint(-3, 3), random.choice("abcdef"))
    x = list(range(10)); random.shuffle(x); print(x, random.sample(range(100), 5), random.sample(range(1000), 30), random.sample("abcdef", 3))
    print(random.choices("abc", k=5), random.choices("abc", [1, 2, 3], k=5), random.choices("abc", cum_weights=[1, 5, 6], k=3), random.sample(["a", "b"], 3, counts=[2, 5]))
    print(random.uniform(1, 5), random.triangular(), random.triangular(1, 5, 2), random.gauss(0, 1), random.gauss(), random.normalvariate(5, 2), random.expovariate(2), random.lognormvariate(0, 1))
    print(random.betavariate(2, 3), random.gammavariate(2, 3), random.gammavariate(0.5, 3), random.gammavariate(1, 3), random.paretovariate(3), random.weibullvariate(1, 2), random.vonmisesvariate(1, 2), random.vonmisesvariate(0, 1e-7))
    print(random.binomialvariate(10, 0.3), random.binomialvariate(1000, 0.3), random.binomialvariate(100, 0.7), random.randbytes(7), random.getrandbits(0))
st = random.getstate(); a = random.random(); random.setstate(st); print(a == random.random(), len(st), len(st[1]), st[0])
r = random.Random(7); print(r.random(), r.randrange(2**70)); t(r.randrange, 0); t(r.randrange, 5, 5); t(r.randrange, 1, 10, 0); t(r.randrange, 1.5); t(r.choice, []); t(r.sample, [1], 2); t(r.sample, {1}, 1); t(r.choices, [1], [0]); t(r.choices, [1, 2], [1]); t(random.seed, [1]); t(r.getrandbits, -1); t(random.Random, (1,)); t(r.choices, [1,2], 3); t(random.SystemRandom().getstate)
class RR(random.Random):
    def random(self): return 0.25
print(RR().randrange(10), RR().choice("abcdefgh"), RR().random())
s = random.SystemRandom(); print(0 <= s.random() < 1, s.randrange(5) < 5)
# heapq, bisect
random.seed(3)
h = []
for i in range(50): heapq.heappush(h, random.randrange(100))
print(h); print([heapq.heappop(h) for _ in range(50)]); t(heapq.heappop, []); t(heapq.heapify, (1,)); h = [5, 3, 8, 1]; heapq.heapify(h); print(h, heapq.heapreplace(h, 4), heapq.heappushpop(h, 0), h)
x = [random.randrange(100) for _ in range(40)]; print(heapq.nlargest(5, x), heapq.nsmallest(5, x), heapq.nlargest(3, x, key=lambda v: -v), heapq.nsmallest(100, x), heapq.nlargest(1, x), heapq.nsmallest(0, x), list(heapq.merge([1, 4], [2, 3], [0])), list(heapq.merge([4, 1], [3, 2], reverse=True)), list(heapq.merge(["a", "bbb"], ["cc"], key=len)))
t(heapq.nsmallest, 2, iter("hello")); t(heapq.nlargest, 2, iter("hello")); t(heapq.heappush, [1], "a")
l = [1, 2, 2, 3, 5]
for v in (0, 1, 2, 2.5, 5, 6): print(bisect.bisect(l, v), bisect.bisect_left(l, v), bisect.bisect_right(l, v, 1, 3))
bisect.insort(l, 2.5); bisect.insort_left(l, 2); print(l); t(bisect.bisect, l, "a"); t(bisect.bisect, l, 1, -1); t(bisect.bisect, ["a", "bb", "ccc"], 2, key=len); t(bisect.insort, l, 4, key=lambda v: v); print(l); t(bisect.bisect_left, range(100), 50)
# itertools
def L(x, n=20): return list(islice(x, n))
t(lambda: L(count())); t(lambda: L(count(5, 2), 3)); t(lambda: L(count(1.5, 0.5), 3)); t(lambda: count("a")); t(lambda: count(5)); t(lambda: count(5, 2)); t(lambda: L(count(2**62 - 1), 3)); t(lambda: L(count(step=3), 3)); t(lambda: L(cycle("ab"), 5)); t(lambda: L(cycle(""))); t(lambda: L(repeat(1), 3)); t(lambda: list(repeat(1, 3))); t(lambda: repeat(1, 3)); t(lambda: repeat(1)); t(lambda: list(repeat(1, -3))); t(lambda: list(repeat(object=1, times=2)))
t(lambda: list(accumulate([1, 2, 3]))); t(lambda: list(accumulate([1, 2, 3], lambda a, b: a * b))); t(lambda: list(accumulate([1, 2], initial=10))); t(lambda: list(accumulate([]))); t(lambda: list(accumulate([], initial=5))); t(lambda: list(accumulate([1, "a"])))
t(lambda: list(chain("ab", [1]))); t(lambda: list(chain())); t(lambda: list(chain.from_iterable(["ab", "cd"]))); t(lambda: list(chain(5))); t(lambda: list(chain([1], 5)))
t(lambda: list(compress("abcdef", [1, 0, 1, 0, 1]))); t(lambda: list(dropwhile(lambda x: x < 3, [1, 2, 3, 1]))); t(lambda: list(takewhile(lambda x: x < 3, [1, 2, 3, 1]))); t(lambda: list(filterfalse(lambda x: x % 2, range(6)))); t(lambda: list(filterfalse(None, [0, 1, ""]))); t(lambda: list(starmap(pow, [(2, 3), [3, 2]]))); t(lambda: dropwhile(1)); t(lambda: takewhile(1, 2)); t(lambda: list(starmap(pow, [5])))
t(lambda: [(k, list(g)) for k, g in groupby("aaabbc")]); t(lambda: [(k, list(g)) for k, g in groupby([1, 3, 2, 4, 5], key=lambda x: x % 2)]); t(lambda: [k for k, g in groupby("aabb")]); gs = list(groupby("aabb")); t(lambda: [list(g) for k, g in gs]); t(lambda: list(groupby([])))
g = groupby("aab"); k, gg = next(g); print(k, next(gg), next(g)[0], list(gg))
t(lambda: list(islice(range(10), 3))); t(lambda: list(islice(range(10), 2, 5))); t(lambda: list(islice(range(10), 2, None, 3))); t(lambda: list(islice(range(10), None))); t(lambda: islice(range(10), -1)); t(lambda: islice(range(10), 1, -1)); t(lambda: islice(range(10), 1, 5, 0)); t(lambda: islice(range(10), "a")); t(lambda: islice([])); t(lambda: list(islice([1, 2, 3], 5, 2)))
it = iter(range(10)); print(list(islice(it, 2, 5)), list(it)); it = iter(range(10)); print(list(islice(it, 0, 5, 2)), next(it)); it = iter(range(10)); print(list(islice(it, 0)), next(it))
t(lambda: list(pairwise("abcd"))); t(lambda: list(pairwise("a"))); t(lambda: list(batched("abcdefg", 3))); t(lambda: batched("abc", 0)); t(lambda: list(batched("", 3))); t(lambda: list(zip_longest("abc", [1], fillvalue="-"))); t(lambda: list(zip_longest())); t(lambda: list(zip_longest("ab", "")))
a, b = tee([1, 2, 3]); print(next(a), next(a), list(b), list(a)); t(lambda: tee([1], 0)); t(lambda: tee([1], -1)); a, b, c = tee(range(5), 3); next(a); a2, = tee(a, 1); print(list(a2), list(b), list(a), list(c))
for r_ in (0, 1, 2, 3, 4): print(list(combinations("abc", r_)), list(combinations_with_replacement("abc", r_))[:12], list(permutations("abc", r_)))
t(lambda: list(permutations("abc"))); t(lambda: list(product("ab", [1, 2]))); t(lambda: list(product("ab", repeat=2))); t(lambda: list(product())); t(lambda: list(product("", "ab"))); t(lambda: list(product("ab", repeat=0))); t(lambda: product("a", repeat=-1)); t(lambda: combinations("ab", -1)); t(lambda: combinations("ab")); t(lambda: permutations("ab", "a")); t(lambda: len(list(permutations(range(6))))); t(lambda: sum(1 for _ in product(range(10), repeat=4))); t(lambda: product("a", foo=1)); t(lambda: list(combinations(range(4), 2)))
class MyC(chain): pass
t(lambda: list(MyC([1], [2])))
