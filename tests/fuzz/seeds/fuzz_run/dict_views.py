# Views are live and set-like; iteration notices changes.
d = {"a": 1, "b": 2, "c": 3}
k, v, i = d.keys(), d.values(), d.items()
print(k, v, i, len(k), len(v), len(i))
d["d"] = 4
print(k, list(reversed(k)), list(reversed(v)), list(reversed(i)))
print("a" in k, 1 in v, ("a", 1) in i, ("a", 2) in i, "a" in i, ("a",) in i)
print(sorted(k & {"a", "z"}), sorted(k | {"z"}), sorted(k - {"a"}), sorted(k ^ {"a", "z"}), sorted({"a"} - k))
print(sorted(k & ["a", "b", "q"]), sorted(["q", "a"] - k), sorted({1, 2} | {3: 0}.keys()))
print(k == {"a", "b", "c", "d"}, k == ["a"], k <= set("abcdef"), k < set("abcd"), k > {"a"}, k >= {"x"})
print(i == {("a", 1), ("b", 2), ("c", 3), ("d", 4)}, sorted(i & [("a", 1)]), i != i, d.values() == d.values())
print(k.isdisjoint("xyz"), k.isdisjoint(["a"]), i.isdisjoint([("a", 1)]), k.mapping, type(k.mapping).__name__)
for kind in (iter(d), iter(v), iter(i), reversed(d)):
    print(type(kind).__name__, kind.__length_hint__(), next(kind), kind.__length_hint__())
try:
    for x in d:
        d[x + "!"] = 0
except RuntimeError as e:
    print(e)
d = {1: 1, 2: 2}
it = iter(d)
next(it)
del d[1]
for _ in range(2):
    try:
        print(next(it))
    except RuntimeError as e:
        print(e)
d = {1: 1}
try:
    for x in d:
        del d[x]
        d[x + 1] = 1
except RuntimeError as e:
    print(e)
for name in ("keys", "values", "items"):
    view = getattr({1: [2]}, name)()
    try:
        print(hash(view) is not None)
    except TypeError as e:
        print(e)
try:
    k[0]
except TypeError as e:
    print(e)
it = iter({1: 2})
print(next(it), next(it, "end"), next(it, "end"), it.__length_hint__())
print({}.keys(), {}.values(), {}.items())
