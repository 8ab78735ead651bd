# list, tuple, range, slice, sorting and the builtin iterators.
def t(f, *a):
    try:
        r = f(*a)
        print(type(r).__name__, repr(r))
    except Exception as e:
        print(type(e).__name__, e)
class Idx:
    def __init__(s, v): s.v = v
    def __index__(s): return s.v
for mk in (list, tuple, range):
    x = mk(range(10)) if mk is not range else range(10)
    for a in (None, 0, 1, -1, 5, -5, 9, 10, -10, 11, -11, 100, -100, Idx(3), 2**70, -2**70):
        for b in (None, 0, 3, -1, -3, 10, 20, 2**65):
            for c in (None, 1, 2, -1, -2, 3, 100, -100, 2**66, -2**66):
                print(x[a:b:c], end=' ')
        print()
    t(lambda: x[0]); t(lambda: x[-1]); t(lambda: x[10]); t(lambda: x[-11]); t(lambda: x["a"]); t(lambda: x[1.0]); t(lambda: x[None]); t(lambda: x[2**70]); t(lambda: x[True]); t(lambda: x[Idx(4)]); t(lambda: x[::0]); t(lambda: x["a":]); t(lambda: x[1.5:]); t(lambda: len(x)); t(lambda: 5 in x); t(lambda: 5.0 in x); t(lambda: "a" in x); t(lambda: x.index(5)); t(lambda: x.index(50)); t(lambda: x.count(5)); t(lambda: x.count(5.0)); t(lambda: x.index(5.0)); t(lambda: list(reversed(x))); t(lambda: x == x); t(lambda: x < x); t(lambda: x + x); t(lambda: x * 2); t(lambda: 2 * x); t(lambda: x + 5); t(lambda: x + "a"); t(lambda: x * 1.5); t(lambda: x * "a"); t(lambda: 1.5 * x); t(lambda: x * -1); t(lambda: hash(x)); t(lambda: bool(x)); t(lambda: x.index()); t(lambda: x.index(1,2,3,4)); t(lambda: x * 2**62); t(lambda: x * 2**70)
for a in ([], [1], [1, 2], [1, 2, 3], [1, 3], [2], [1.0], ["a"], [[1]], [float('nan')]):
    for b in ([], [1], [1, 2], [1, 2, 3], [1, 3], [2], [1.0], ["a"], [[1]]):
        for f in (lambda a, b: a < b, lambda a, b: a <= b, lambda a, b: a == b, lambda a, b: a != b, lambda a, b: a > b, lambda a, b: a >= b):
            try: print(f(a, b), f(tuple(a), tuple(b)), end=' ')
            except Exception as e: print(e, end=' ')
    print()
t(lambda: [1] == (1,)); t(lambda: [1] < (1,)); t(lambda: (1,) + [1]); t(lambda: [1] + (1,))
for x in [(), (1,), (1, 2), (1, (2, 3)), ((),), (0, -1, 2**70, 1.5), tuple(range(20))]: print(hash(x), repr(x))
t(lambda: hash(([],))); t(lambda: {}[[]]); t(lambda: hash([]))
l = [1, 2, 3]
l.append(l); print(l); l.pop(); tt = (l,); l.append(tt); print(tt, l); l.pop()
t(l.append, 4); t(l.insert, 0, 'a'); t(l.insert, 100, 'z'); t(l.insert, -1, 'y'); t(l.insert, -100, 'b'); print(l)
t(l.pop); t(l.pop, 0); t(l.pop, 100); t(l.pop, "a"); t([].pop); t(l.remove, 2); t(l.remove, 99); print(l)
t(l.extend, "xyz"); t(l.extend, 5); t(l.extend, l); print(l); t(l.reverse); print(l); t(l.copy); t(l.clear); print(l); t(l.append); t(l.append, 1, 2); t(lambda: l.append(object=1))
def sl(l, *a):
    l = list(l)
    try:
        if len(a) == 4: l[a[0]:a[1]:a[2]] = a[3]
        else: del l[a[0]:a[1]:a[2]]
        print(l)
    except Exception as e: print(type(e).__name__, e)
for a in (None, 0, 2, -2, 10, -10):
    for b in (None, 0, 3, -1, 10):
        for c in (None, 1, 2, -1, -2):
            sl(range(6), a, b, c)
            for v in ([], "ab", (7, 8, 9), range(3), 5):
                sl(range(6), a, b, c, v)
l = list(range(5)); l[1:3] = l; print(l); l[:] = l[::-1]; print(l); l[::2] = l[::2]; print(l); l += l; print(l); l *= 2; print(l); l *= 0; print(l); l += "ab"; print(l); l *= -5; print(l)
try: l += 5
except TypeError as e: print(e)
try: l *= 1.5
except TypeError as e: print(e)
l = [1,2,3]
t(lambda: l.__setitem__(5, 1)); t(lambda: l.__setitem__("a", 1)); t(lambda: l.__delitem__(5)); t(lambda: l.__delitem__(0)); print(l); t(lambda: l.__setitem__(-1, 'q')); print(l)
try: (1,2)[0] = 1
except TypeError as e: print(e)
try: del (1,2)[0]
except TypeError as e: print(e)
try: range(3)[0] = 1
except TypeError as e: print(e)
t(list); t(list, "abc"); t(list, 5); t(list, (1, 2)); t(lambda: list(x=1)); t(list, 1, 2); t(tuple); t(tuple, "abc"); t(tuple, 5); t(tuple, [1]); t(lambda: tuple(sequence=1)); t(tuple, 1, 2)
class L(list):
    def __init__(self, *a): super().__init__(*a); self.z = 5
q = L([3, 1, 2]); t(lambda: q.z); t(lambda: q); q.sort(); t(lambda: q); t(lambda: type(q + q)); t(lambda: type(q * 2)); t(lambda: type(q[:])); t(lambda: type(q.copy())); t(lambda: q == [1, 2, 3]); t(lambda: str(q))
class T(tuple):
    def __new__(cls, *a): return super().__new__(cls, a)
q = T(1, 2); q.z = 7; t(lambda: q.z); t(lambda: q); t(lambda: q + (3,)); t(lambda: q == (1, 2)); t(lambda: hash(q) == hash((1, 2))); t(lambda: type(q[:])); t(lambda: {q: 1}[(1, 2)])
class E:
    def __eq__(s, o): return True
t(lambda: [1, 2].index(E())); t(lambda: [1, 2].count(E())); t(lambda: E() in (1, 2))
class Bad:
    def __eq__(s, o): raise ValueError("bad eq")
t(lambda: [Bad()].index(1)); t(lambda: 1 in [Bad()]); t(lambda: [Bad()] == [1]); t(lambda: [Bad()].remove(1))
class Mut:
    def __init__(s, l): s.l = l
    def __eq__(s, o): s.l.clear(); return False
l = []; l.extend([Mut(l), 1, 2, 3]); t(lambda: 7 in l); print(l)
l = []; l.extend([Mut(l), 1, 2, 3]); t(lambda: l == [1, 2, 3, 4]); l = []; l.extend([Mut(l), 1]); t(lambda: l.remove(5)); l = []; l.extend([Mut(l), 1]); t(lambda: l.count(5))
# sorting
r = 12345
def rnd(n):
    global r
    r = (r * 1103515245 + 12345) % 2**31
    return (r >> 8) % n
def is_sorted(x): return all(not (x[i+1] < x[i]) for i in range(len(x)-1))
for n in (0, 1, 2, 3, 5, 10, 31, 32, 63, 64, 65, 100, 200, 1000, 3000):
    for kind in range(8):
        if kind == 0: x = [rnd(1000) for _ in range(n)]
        elif kind == 1: x = [rnd(1000) / 7 for _ in range(n)]
        elif kind == 2: x = [str(rnd(1000)) for _ in range(n)]
        elif kind == 3: x = [(rnd(10), i) for i in range(n)]
        elif kind == 4: x = list(range(n)); x[n//2:n//2] = [5]
        elif kind == 5: x = list(range(n, 0, -1))
        elif kind == 6: x = [rnd(5) for _ in range(n)]
        else: x = [rnd(100) if i % 2 else rnd(100) / 3 for i in range(n)]
        y = sorted(x); assert is_sorted(y), (n, kind); assert len(y) == len(x)
        k = [(v, i) for i, v in enumerate(x)]
        z = sorted(k, key=lambda p: p[0]); assert all(z[i][0] < z[i+1][0] or (z[i][0] == z[i+1][0] and z[i][1] < z[i+1][1]) for i in range(len(z)-1)), (n, kind)
        z = sorted(k, key=lambda p: p[0], reverse=True); assert all(z[i][0] > z[i+1][0] or (z[i][0] == z[i+1][0] and z[i][1] < z[i+1][1]) for i in range(len(z)-1)), (n, kind)
        print(hash(tuple(y)) if kind != 2 else y[:5], sorted(x, reverse=True)[:3])
t(lambda: sorted([3, "a", 1])); t(lambda: sorted([None, 1])); t(lambda: sorted([1j, 2j])); t(lambda: sorted([[2], [1, 5], [1]])); t(lambda: sorted("hello")); t(lambda: sorted(["é", "a", "z", "ü", "€", "😀", "b"])); t(lambda: sorted([True, False, 2, 0])); t(lambda: sorted([2**70, 1, -2**70])); t(lambda: sorted([1.5, float('inf'), -float('inf'), 0])); t(lambda: sorted([3, 1], key=5)); t(lambda: sorted([3, 1], key=None)); t(lambda: sorted([3, 1], lambda x: x)); t(lambda: sorted([(1, 'b'), (1, 'a'), (0, 'z')])); t(lambda: sorted([(1, 'b'), (1, 2)])); t(lambda: sorted([(), (1,), ()])); t(lambda: sorted([b"b", b"a"])); t(lambda: sorted([-0.0, 0.0, -1.0])); t(lambda: sorted([0, -0.0, False, 0.0], key=lambda v: v)); t(lambda: sorted(["a\0", "a", "a\0\0", "abcdefgh", "abcdefghi", "abcdefg"])); t(lambda: sorted([float('nan'), 1.0, 0.5]))
l = [3, 2, 1]
def kf(v): l.append(v); return v
t(lambda: l.sort(key=kf)); print(l)
def kx(v): raise KeyError(v)
l = [3, 2, 1]; t(lambda: l.sort(key=kx)); print(l)
class C:
    n = 0
    def __init__(s, v): s.v = v
    def __lt__(s, o):
        C.n += 1
        if C.n == 50: raise ValueError("stop")
        return s.v < o.v
l = [C(rnd(100)) for _ in range(40)]; ids = sorted(c.v for c in l); t(lambda: l.sort()); print(sorted(c.v for c in l) == ids)
# iterators
t(lambda: list(iter(()))) ; t(lambda: type(iter([])).__name__); t(lambda: type(reversed([])).__name__); t(lambda: type(iter(())).__name__); t(lambda: type(reversed(())).__name__); t(lambda: type(iter(range(3))).__name__); t(lambda: type(iter(range(2**70))).__name__)
l = [1, 2, 3]; it = iter(l); next(it); t(it.__length_hint__); l.append(4); t(lambda: list(it)); l.append(5); t(lambda: list(it)); t(lambda: next(it, 'end'))
l = [1, 2, 3]; it = reversed(l); next(it); t(it.__length_hint__); l.pop(); t(lambda: list(it))
class S:
    def __init__(s, n): s.n = n
    def __getitem__(s, i):
        if i >= s.n: raise IndexError(i)
        return i * i
t(lambda: list(S(5))); t(lambda: type(iter(S(1))).__name__); t(lambda: reversed(S(3))); t(lambda: 4 in S(5)); t(lambda: 5 in S(5))
class S2(S):
    def __len__(s): return s.n
t(lambda: list(reversed(S2(4)))); t(lambda: type(reversed(S2(1))).__name__); t(lambda: iter(S2(3)).__length_hint__())
class S3(S2):
    def __reversed__(s): return "rev"
t(lambda: reversed(S3(1))); t(lambda: reversed(5)); t(lambda: reversed({1})); t(lambda: reversed()); t(lambda: list(reversed("abc"))); t(lambda: list(reversed((1, 2)))); t(lambda: list(reversed(range(5)))); t(lambda: list(reversed(range(0)))); t(lambda: list(reversed(range(0, 10, 3))))
t(lambda: list(enumerate("ab"))); t(lambda: list(enumerate("ab", 5))); t(lambda: list(enumerate("ab", start=2**62 - 1))); t(lambda: enumerate()); t(lambda: enumerate(5)); t(lambda: enumerate([], "a")); t(lambda: enumerate([], 1, 2)); t(lambda: list(enumerate(iterable="ab", start=3))); t(lambda: enumerate([], foo=1))
t(lambda: list(zip())); t(lambda: list(zip([1, 2], "ab", (3.0,)))); t(lambda: list(zip([1, 2], [1], strict=True))); t(lambda: list(zip([1], [1, 2], strict=True))); t(lambda: list(zip([1], [1], [1, 2], strict=True))); t(lambda: list(zip([1, 2], [1, 2], [1], strict=True))); t(lambda: zip(5)); t(lambda: zip([1], 5)); t(lambda: zip([1], foo=1)); t(lambda: list(zip([1], strict=True)))
t(lambda: list(map(str, [1, 2]))); t(lambda: list(map(lambda a, b: a + b, [1, 2, 3], [10, 20]))); t(lambda: map()); t(lambda: map(str)); t(lambda: map(str, 5)); t(lambda: list(map(5, [1]))); t(lambda: list(map(lambda: 1, [1]))); t(lambda: list(map(max, *[[1, 5]] * 12)))
t(lambda: list(filter(None, [0, 1, "", "a"]))); t(lambda: list(filter(lambda v: v > 1, [1, 2, 3]))); t(lambda: filter(None)); t(lambda: filter(None, 5)); t(lambda: list(filter(bool, [0, 2]))); t(lambda: list(filter(5, [1])))
for a in (range(0), range(5), range(1, 10, 3), range(10, 0, -2), range(2**70), range(2**62, 2**62 + 5), range(-2**65, 2**65, 2**63), range(5, 5), range(0, 10, 100)):
    print(a, len(a) if len(range(a.start, a.stop, a.step)[:5]) < 5 else '', list(a[:6]), a[::-1][:3], hash(a) == hash(a[:]), a.start, a.stop, a.step, 3 in a, 2**63 in a, a == range(5), bool(a)); t(lambda: len(a)); t(lambda: list(reversed(a))[:3] if a.stop < 2**63 else next(reversed(a)))
t(lambda: range(1, 2, 0)); t(lambda: range()); t(lambda: range(1, 2, 3, 4)); t(lambda: range(1.0)); t(lambda: range("a")); t(lambda: range(x=1)); t(lambda: range(3).index(5)); t(lambda: range(3).index("a")); t(lambda: range(0, 10, 2) == range(0, 9, 2)); t(lambda: range(3)[5]); t(lambda: hash(range(3)) == hash(range(0, 3, 1))); t(lambda: range(3).foo); t(lambda: range(True))
t(lambda: slice(1)); t(lambda: slice(1, 2)); t(lambda: slice(1, 2, "a")); t(lambda: slice()); t(lambda: slice(1, 2, 3, 4)); t(lambda: slice(5).indices(3)); t(lambda: slice(None, None, -1).indices(5)); t(lambda: slice(-100, 100, 2).indices(7)); t(lambda: slice(1, 2, 0).indices(5)); t(lambda: slice(1).indices(-1)); t(lambda: slice("a").indices(5)); t(lambda: slice(1) == slice(1)); t(lambda: slice(1) < slice(2)); t(lambda: hash(slice(1, 2)) == hash(slice(1, 2))); t(lambda: slice(1).start); t(lambda: slice(1).stop); t(lambda: slice(1).step); t(lambda: slice(2**70).indices(2**71)); t(lambda: {slice(1): 2}[slice(1)]); t(lambda: slice(1) == 1)
it = iter(range(10)); next(it); t(it.__length_hint__); t(lambda: it.__reduce__()[1:]); t(lambda: iter([1, 2]).__reduce__()[1:])
class Base(type): pass
try:
    class R(range): pass
except TypeError as e: print(e)
try:
    class R(slice): pass
except TypeError as e: print(e)
try:
    class R(bool): pass
except TypeError as e: print(e)
class En(enumerate): pass
t(lambda: list(En("ab"))); e = En("a"); e.x = 1; t(lambda: e.x)
class Zi(zip): pass
t(lambda: list(Zi("ab", "cd")))
a, *b = [1, 2, 3]; print(a, b); t(lambda: [*range(3), *(4, 5)]); t(lambda: (lambda *a: a)(*[1, 2], *range(2)))
for x in ([1, 2] * 3, [[]] * 2, [0] * 10, (0,) * 5): print(x)
d = []
for i in range(100): d.append(i)
for i in range(95): d.pop()
print(d)
