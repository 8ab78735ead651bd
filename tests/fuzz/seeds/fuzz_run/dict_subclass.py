# Subclasses: __missing__, attributes, overridden methods, keys with Python-level hash and equality.
class D(dict):
    def __missing__(self, key):
        return key * 2
d = D(a=1)
d.note = "x"
print(d["a"], d["b"], d.get("b"), "b" in d, d, d.note, type(d.copy()).__name__, isinstance(d, dict))
print(D.fromkeys("ab", 0), type(D.fromkeys("ab")).__name__, type(d | {}).__name__)
class U(dict):
    def __setitem__(self, k, v):
        super().__setitem__(k.upper(), v)
u = U(a=1)
u["b"] = 2
u.update(c=3)
print(u)
class K:
    log = []
    def __init__(self, n, h=None): self.n, self.h = n, n if h is None else h
    def __hash__(self): return self.h
    def __eq__(self, other):
        K.log.append((self.n, getattr(other, "n", other)))
        return isinstance(other, K) and self.n == other.n
x = {K(1, 7): "a", K(2, 7): "b", K(3, 7): "c"}
print(K.log); K.log.clear()
print(x[K(3, 7)], K.log); K.log.clear()
print(7 in x, K.log); K.log.clear()
k = K(2, 7)
x[k] = "new"
print(list(x.values()), k in x, len(x))
class Evil:
    def __hash__(self): return 1
    def __eq__(self, other):
        table.clear()
        return False
table = {Evil(): 1}
table[1] = 2
print(table, len(table))
class Bad:
    def __hash__(self): raise ValueError("no hash")
for f in (lambda: {Bad(): 1}, lambda: {}[Bad()], lambda: Bad() in {}, lambda: {}.get(Bad())):
    try:
        f()
    except ValueError as e:
        print(e)
class M:
    def keys(self): return ["p", "q"]
    def __getitem__(self, k): return k + k
print(dict(M()), {**M()}, dict(M(), r=1))
class S(str): pass
s = S("key")
print({"key": 1}[s], {s: 2}["key"], {s: 1, "key": 2}, type(list({s: 1})[0]).__name__)
def f(**kw): return kw
print(f(**{"a": 1}, b=2), dict(**{"x": 1}))
print(dict[str, int], dict.__class_getitem__(int))
