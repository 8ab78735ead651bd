# Making, reading and changing dictionaries.
d = {"a": 1, "b": 2}
print(d, len(d), d["a"], d.get("z"), d.get("z", 9), "a" in d, "z" in d)
d["c"] = 3
del d["a"]
d["a"] = 4
print(d, list(d), list(d.values()), list(d.items()))
print(dict(), dict(x=1, y=2), dict([("p", 1), ("q", 2)], r=3), dict({1: 2}), dict(zip("ab", range(2))))
print({1: "int"}[True], {1: "a", 1.0: "b", True: "c"}, {"x": 1} == {"x": 1.0}, {} == [], {1: 2} != {1: 3})
print(d.setdefault("n", []), d.setdefault("n", 5), d.pop("n"), d.pop("n", "gone"))
print(d.popitem(), d.popitem(), d)
print(dict.fromkeys("abc"), dict.fromkeys([1, 2], 0))
e = {"k": 1}
e.update({"l": 2}, m=3)
e.update([("n", 4), ["o", 5]])
e.update(p=6)
print(e, e | {"k": 0}, {"z": 1} | e)
e |= [("q", 7)]
print(e, e.copy() == e, e.copy() is e)
e.clear()
print(e, bool(e), bool({1: 1}))
for bad in (lambda: {}["x"], lambda: {}.popitem(), lambda: {[]: 1}, lambda: dict(1), lambda: dict([1]),
            lambda: dict([(1, 2, 3)]), lambda: dict(1, 2), lambda: {}.pop("k"), lambda: {1: 2} < {1: 3},
            lambda: {}.get(), lambda: {1: 2} + {}, lambda: {} | [], lambda: hash({}), lambda: dict(["ab", "c"]),
            lambda: {}.get([]), lambda: {(1, []): 2}, lambda: {}.fromkeys(1), lambda: {}.update(1)):
    try:
        print(bad())
    except Exception as err:
        print(type(err).__name__, err)
r = {}
r["self"] = r
print(r)
big = {i: i * i for i in range(1000)}
for i in range(0, 1000, 2):
    del big[i]
print(len(big), sum(big), list(big)[:5], list(reversed(big))[:3])
for i in range(2000, 2010):
    big[i] = 0
print(list(big)[-12:])
print({**{"a": 1}, "b": 2, **{"a": 3}})
a, *b = {"x": 1, "y": 2, "z": 3}
print(a, b, max({"q": 1, "w": 5}), sorted({"q": 1, "c": 5}))
print(list({3: 0, 1: 0, 2: 0}), {i % 3: i for i in range(10)})
