# Module collections and its ABCs.
from collections import *
import collections, collections.abc as cabc
def t(f, *a, **k):
    try:
        r = f(*a, **k)
        print(type(r).__name__, repr(r))
    except Exception as e:
        print(type(e).__name__, e)
d = deque([1, 2, 3]); d.append(4); d.appendleft(0); print(d, len(d), d[0], d[-1], d.pop(), d.popleft(), d)
t(lambda: d[10]); t(lambda: d["a"]); t(lambda: d[0:1]); d[1] = 9; print(d); del d[0]; print(d); t(deque().pop); t(deque().popleft)
d = deque(range(10), maxlen=4); print(d, d.maxlen); d.append(99); print(d); d.appendleft(-1); print(d); d.extend([7, 8]); print(d); d.extendleft("ab"); print(d); t(d.insert, 0, 1); t(lambda: deque(maxlen=-1)); t(lambda: deque([], "a")); t(lambda: deque(5)); t(lambda: deque([], maxlen=0)); x = deque([1], maxlen=0); x.append(2); print(x)
d = deque("abcdef"); d.rotate(2); print(d); d.rotate(-3); print(d); d.rotate(100); print(d); d.rotate(); print(d); d.reverse(); print(d); print(d.count("a"), d.index("c"), "z" in d, "a" in d); t(d.index, "q"); t(d.index, "a", 4); d.remove("c"); print(d); t(d.remove, "c"); d.insert(2, "X"); d.insert(-1, "Y"); d.insert(100, "Z"); print(d); print(list(reversed(d)), d.copy(), d == d.copy(), d < deque("zzz"), d + deque("q"), d * 2, 2 * deque("a"), deque([1]) != [1]); t(lambda: d + [1]); t(lambda: d * "a"); d += "pq"; print(d); d *= 2; print(d); d.clear(); print(d, bool(d))
d = deque([1, 2]); it = iter(d); next(it); d.append(3)
t(lambda: next(it)); t(lambda: deque([1, 2]) == deque([1, 2])); d.append(d); print(d)
t(lambda: deque(maxlen=3) * 5); t(lambda: deque("abc", maxlen=5) * 3); t(lambda: deque([1, 2, 3], 2)); t(lambda: deque(iterable="ab", maxlen=None)); t(lambda: deque(foo=1))
class D(deque): pass
q = D("ab", 5); q.z = 1; print(q, q.z, q.copy(), type(q.copy()), q + q); t(lambda: d.__reduce__()[:2]); t(lambda: iter(deque("abc")).__length_hint__())
q = deque(); 
for i in range(1000): q.append(i)
s = 0
for i in range(2000): s += q.popleft() if i % 2 else 0; q.append(i)
print(s, len(q), sum(q))
m = [deque([1]), deque()]; print(m, isinstance(q, cabc.MutableSequence), isinstance(q, cabc.Sequence))
dd = defaultdict(list); dd["a"].append(1); dd["b"]; print(dd, dd == {"a": [1], "b": []}, dd.default_factory, "c" in dd, dd.get("c")); t(lambda: defaultdict(5)); t(lambda: defaultdict()["x"]); t(lambda: defaultdict(int, a=1)); t(lambda: defaultdict(int, {"a": 1}, b=2)); t(lambda: defaultdict(lambda: 7)["q"]); dd.default_factory = None; t(lambda: dd["zz"]); c = defaultdict(int, x=1).copy(); print(c, type(c)); t(lambda: defaultdict(int, a=1) | {"b": 2}); t(lambda: {"b": 2} | defaultdict(int, a=1)); t(lambda: type(defaultdict(int) | {}).__name__); print(isinstance(dd, dict), repr(defaultdict(defaultdict)))
x = defaultdict(int)
for w in "the cat the dog".split(): x[w] += 1
print(dict(x), sorted(x.items()))
class DD(defaultdict):
    def __missing__(self, k): return "m" + k
t(lambda: DD(int)["k"]); n = defaultdict(lambda: defaultdict(int)); n["a"]["b"] += 1; print(n["a"]["b"], len(n))
o = OrderedDict([("a", 1), ("b", 2), ("c", 3)]); o.move_to_end("a"); print(o); o.move_to_end("c", last=False); print(o); print(o.popitem(), o.popitem(last=False), o); t(o.move_to_end, "zz"); t(OrderedDict().popitem); print(OrderedDict(a=1) == OrderedDict(a=1), OrderedDict([(1, 2), (3, 4)]) == OrderedDict([(3, 4), (1, 2)]), OrderedDict([(1, 2), (3, 4)]) == {3: 4, 1: 2}, OrderedDict([(1, 2)]) != {1: 2}); print(OrderedDict.fromkeys("ab", 0), OrderedDict(a=1) | {"b": 2}, {"b": 2} | OrderedDict(a=1), list(reversed(OrderedDict.fromkeys("abc"))), OrderedDict(a=1).copy(), OrderedDict()); o = OrderedDict(a=1); o.update(b=2); o |= {"c": 3}; print(o, o.pop("a"), o.pop("zz", 5)); t(o.pop, "zz"); t(lambda: o["nope"]); o.setdefault("k", []).append(1); print(o, dict(o), list(o.items())); del o["k"]; print(len(o), "b" in o)
class OD(OrderedDict): pass
print(OD(a=1), type(OD(a=1).copy()).__name__)
class LRU(OrderedDict):
    def __init__(self, n): super().__init__(); self.n = n
    def __getitem__(self, k): v = super().__getitem__(k); self.move_to_end(k); return v
    def __setitem__(self, k, v):
        super().__setitem__(k, v)
        if len(self) > self.n: del self[next(iter(self))]
l = LRU(2); l["a"] = 1; l["b"] = 2; l["a"]; l["c"] = 3; print(l)
c = Counter("abracadabra"); print(c, c.most_common(), c.most_common(2), c["z"], c.total(), sorted(c.elements()), sum(c.values())); c.update("aaa"); c.subtract("b"); print(c); print(Counter(a=3, b=1) + Counter(a=1, b=2), Counter(a=3, b=1) - Counter(a=1, b=2), Counter(a=3, b=1) & Counter(a=1, b=2), Counter(a=3, b=1) | Counter(a=1, b=2), +Counter(a=-1, b=2), -Counter(a=-1, b=2), Counter(a=1) == Counter(a=1, b=0), Counter(a=1) <= Counter(a=2), Counter(a=1) < Counter(a=1), Counter(a=1) == {"a": 1}); c = Counter(a=5); c += Counter(b=2); c -= Counter(a=1); c |= Counter(z=3); c &= Counter(a=2, z=9); print(c); t(Counter.fromkeys, "ab"); t(lambda: Counter(5)); del c["nope"]; print(Counter(), Counter([1, 1, 2]), Counter({"x": 2}), Counter(cats=4, dogs=8), Counter(c).copy(), Counter([3, 1, 2, 3]).most_common(1)); print(Counter("hello world").most_common(3), Counter(x for x in [1.0, 1, True]))
P = namedtuple("P", "x y"); p = P(1, y=2); print(p, p.x, p.y, p[0], p._fields, p._asdict(), p._replace(x=9), P._make([3, 4]), p == (1, 2), hash(p) == hash((1, 2)), P.__doc__, P.x.__doc__, isinstance(p, tuple), len(p), list(p), P.__match_args__, P._field_defaults, P.__name__, P.__module__); x, y = p; print(x, y); t(P); t(P, 1); t(P, 1, 2, 3); t(lambda: P(1, z=2)); t(lambda: P._make([1])); t(lambda: p._replace(q=1)); t(lambda: setattr(p, "x", 5)); t(lambda: setattr(p, "zz", 5)); t(namedtuple, "A", "a a"); t(namedtuple, "A", "_a"); t(namedtuple, "A", "class"); t(namedtuple, "A", "1x"); t(namedtuple, "1A", "x"); print(namedtuple("A", "a, class _b a", rename=True)._fields); Q = namedtuple("Q", ["a", "b", "c"], defaults=[5, 6]); print(Q(1), Q(1, 2), Q._field_defaults, Q.__new__.__defaults__); t(Q); t(namedtuple, "Q", "a", defaults=[1, 2]); E0 = namedtuple("E0", ""); print(E0(), E0._fields); print(sorted([P(3, 1), P(1, 2)]), max(P(1, 2), P(1, 3)))
class PP(P):
    __slots__ = ()
    @property
    def s(self): return self.x + self.y
    def __str__(self): return "PP!"
print(PP(1, 2).s, PP(1, 2), repr(PP(1, 2)), PP(1, 2)._replace(x=5).s)
class PQ(namedtuple("PQ", "a b")):
    def __new__(cls, a, b=3): return super().__new__(cls, a, b)
print(PQ(1), PQ(1)._asdict())
import copy
print(copy.copy(p), copy.deepcopy(P([1], 2)), copy.copy(deque([1])), copy.deepcopy(defaultdict(list, a=[1])), copy.deepcopy(OrderedDict(a=[1])), copy.copy(Counter("aab")))
cm = ChainMap({"a": 1}, {"a": 2, "b": 3}); print(cm, cm["a"], cm["b"], len(cm), list(cm), dict(cm), cm.maps, cm.parents, cm.new_child({"z": 0}), "b" in cm, cm.get("q", 5)); cm["n"] = 1; del cm["a"]; print(cm["a"], cm); t(lambda: cm["zz"]); t(lambda: cm.pop("b")); t(cm.popitem); t(cm.popitem); t(lambda: cm.__delitem__("b")); print(ChainMap(), cm | {"k": 1}, {"k": 1} | cm, ChainMap({1: 2}) == {1: 2}, cm.copy(), bool(ChainMap({})), cm.new_child(x=1))
class UD(UserDict):
    def __missing__(self, k): return k
u = UD({"a": 1}, b=2); print(u, u["q"], len(u), "a" in u, u | {"z": 1}, dict(u), u.copy(), u.pop("a"), list(u.items()), u.get("zzz")); t(lambda: UserDict()["x"]); ul = UserList([3, 1, 2]); ul.sort(); ul.append(5); print(ul, ul[0], ul[1:], ul + [1], [1] + ul, ul * 2, len(ul), 5 in ul, ul == [1, 2, 3, 5], type(ul[1:]).__name__, ul.index(3), ul.pop()); us = UserString("abc"); print(us, us.upper(), us + "d", "z" + us, us * 2, us[1:], len(us), us == "abc", us.replace("a", "x"), us.split("b"), type(us.upper()).__name__, us.find("c"), hash(us) == hash("abc"), "b" in us, us.startswith("a"), f"{us}", us % ())
for a in ("Hashable Iterable Iterator Generator Reversible Sized Container Callable Collection Set MutableSet Mapping MutableMapping MappingView KeysView ItemsView ValuesView Sequence MutableSequence Buffer Awaitable Coroutine AsyncIterable").split():
    A = getattr(cabc, a)
    print(a, A.__module__, [n for n, v in [("int", 1), ("list", []), ("tuple", ()), ("str", ""), ("dict", {}), ("set", set()), ("fs", frozenset()), ("keys", {}.keys()), ("items", {}.items()), ("vals", {}.values()), ("range", range(1)), ("it", iter([])), ("gen", (i for i in [])), ("fn", len), ("deque", deque()), ("od", OrderedDict()), ("bytes", b""), ("map", map(str, [])), ("zip", zip()), ("none", None)] if isinstance(v, A)])
class S(cabc.Sequence):
    def __init__(s, *a): s.a = a
    def __getitem__(s, i): return s.a[i]
    def __len__(s): return len(s.a)
s = S(1, 2, 3, 2); print(list(s), 2 in s, s.index(2), s.count(2), list(reversed(s)), isinstance(s, cabc.Sequence)); t(s.index, 9); t(cabc.Sequence); t(cabc.Mapping)
class MM(cabc.MutableMapping):
    def __init__(s): s.d = {}
    def __getitem__(s, k): return s.d[k]
    def __setitem__(s, k, v): s.d[k] = v
    def __delitem__(s, k): del s.d[k]
    def __iter__(s): return iter(s.d)
    def __len__(s): return len(s.d)
m = MM(); m.update(a=1, b=2); print(dict(m), m.pop("a"), m.setdefault("z", 9), list(m.items()), m.get("k"), m == {"b": 2, "z": 9}, m.keys() & {"b"}, list(m.values()), m.popitem(), "b" in m, 9 in m.values()); m.clear(); print(len(m)); t(lambda: m["x"]); t(m.pop, "x")
class MS(cabc.MutableSet):
    def __init__(s, it=()): s.d = list(dict.fromkeys(it))
    def __contains__(s, x): return x in s.d
    def __iter__(s): return iter(s.d)
    def __len__(s): return len(s.d)
    def add(s, x): x in s.d or s.d.append(x)
    def discard(s, x): x in s.d and s.d.remove(x)
a, b = MS([1, 2, 3]), MS([2, 3, 4]); print(sorted(a & b), sorted(a | b), sorted(a - b), sorted(a ^ b), a <= b, a == MS([3, 2, 1]), a.isdisjoint(b), a < {1, 2, 3, 4}, {9} | a == {1, 2, 3, 9}); a |= b; a -= {4}; print(sorted(a), a.pop()); t(a.remove, 99); t(lambda: cabc.Set._hash(frozenset("ab")) == hash(frozenset("ab")))
class ML(cabc.MutableSequence):
    def __init__(s, a=()): s.a = list(a)
    def __getitem__(s, i): return s.a[i]
    def __setitem__(s, i, v): s.a[i] = v
    def __delitem__(s, i): del s.a[i]
    def __len__(s): return len(s.a)
    def insert(s, i, v): s.a.insert(i, v)
m = ML("abc"); m.append("d"); m.extend("ef"); m.reverse(); m += ["z"]; m.remove("c"); print(m.a, m.pop(), m.pop(0), m.index("a"), list(m)); m.clear(); print(m.a)
t(lambda: cabc.Iterable[int]); t(lambda: deque[int]); t(lambda: cabc.Mapping[str, int].__origin__)
