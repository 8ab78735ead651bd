# set and frozenset: methods, operators, errors.
s = {3, 1, 2}
print(s, len(s), 1 in s, 9 in s, set(), frozenset(), frozenset([1]), set("a"), {1, True, 1.0})
s.add(4); s.discard(9); s.remove(1)
print(s, s.pop() in (2, 3, 4), len(s), s.copy() == s)
a, b = {1, 2, 3, 4}, {3, 4, 5}
print(a | b, a & b, a - b, a ^ b, a.union([9], (8,)), a.intersection([1, 2], {2}), a.difference([1], [2]), a.symmetric_difference([1, 9]))
print(a <= b, a < b, {3} < a, a >= {1}, a > a, a == {4, 3, 2, 1}, a != b, a == frozenset(a), frozenset(a) == a, a == [1])
print(a.issubset(range(9)), a.issuperset([1, 2]), a.isdisjoint(b), a.isdisjoint([7]), a.isdisjoint({7}))
x = set(a); x |= b; print(x)
x &= {1, 3, 5, 7}; print(x)
x -= {5}; print(x)
x ^= {1, 100}; print(x)
x.update([1], "z", {5: 0}); print(sorted(map(str, x)))
x.intersection_update([1, 5, 7], [5]); x.difference_update([9]); x.symmetric_difference_update([5, 6]); print(x)
x.clear(); print(x, bool(x))
f = frozenset([1, 2, 3])
print(f | {4}, type(f | {4}).__name__, type({4} | f).__name__, f & a, f - {1}, f ^ {1, 7}, f.copy() is f, frozenset(f) is f)
print(hash(f) == hash(frozenset([3, 2, 1])), hash(f), hash(frozenset()), hash(frozenset([frozenset([1]), frozenset([2])])), {f: 1}[frozenset([1, 2, 3])])
print({1, 2} in {frozenset([1, 2])}, {frozenset([1])} - {frozenset([1])})
print({frozenset([1, 2])}, {(1, 2), "a"} == {"a", (1, 2)}, repr(frozenset({"q"})))
for bad in (lambda: {[]}, lambda: set().pop(), lambda: set().remove(1), lambda: {1} | [1], lambda: set(1), lambda: {1} < [1],
            lambda: hash(set()), lambda: set(1, 2), lambda: frozenset(a=1), lambda: {1} + {2}, lambda: set().add(), lambda: [] in set(),
            lambda: {1}.union(1), lambda: {1}.remove([]), lambda: (lambda s: s[0])({1}), lambda: set(x=1), lambda: {1}.remove("key")):
    try:
        print(bad())
    except Exception as err:
        print(type(err).__name__, err)
try:
    for v in (t := {1, 2, 3}):
        t.add(v + 10)
except RuntimeError as e:
    print(e)
class S(set):
    pass
class F(frozenset):
    def __new__(cls, *a, **k): return super().__new__(cls, *a)
    def __init__(self, *a, tag=None): self.tag = tag
z = S([1, 2]); z.name = "n"
print(z, z.name, type(z | {3}).__name__, type(z.copy()).__name__, z == {1, 2}, F([1], tag=5), F([1], tag=5).tag)
it = iter({5})
print(type(it).__name__, it.__length_hint__(), next(it), next(it, None), it.__length_hint__())
print(set[int], frozenset[str], {*range(3), *"a"} == {0, 1, 2, "a"}, {i % 3 for i in range(9)})
print(min({3, 1}), sum({1, 2}), sorted({3, 1, 2}, reverse=True), any({0}), all(set()))
