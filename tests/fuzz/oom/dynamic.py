# Compilation at run time, introspection, attributes, dunder protocols, star arguments.
class W:
    def __init__(self, n=0):
        self.n = n

    def __index__(self):
        return self.n

    def __len__(self):
        return self.n

    def __iter__(self):
        return iter([self.n, W(self.n + 1)])

    def __getitem__(self, i):
        if isinstance(i, slice):
            return i.indices(5)
        return self.n + i

    def __contains__(self, x):
        return x == self.n

    def __add__(self, other):
        return W(self.n + other)

    __radd__ = __add__

    def __call__(self, *a, **k):
        return a, k

    def __format__(self, spec):
        return f"<{spec}>"


w = W(3)
print([0] * w, "abcdef"[w], len(w), [*w][0], w[1], w[1:2], 3 in w, sum([w, w]).n, w(1, *[2], k=3, **{"z": 4}), f"{w:abc}")
ns = {}
exec("def f(a, /, b=1, *c, d, **e):\n    '''doc'''\n    return locals()\nclass C:\n    x: int = 1", ns)
print(ns["f"](1, d=2, q=3), ns["C"].__annotations__, eval("[i ** 2 for i in range(5) if i % 2]"), ns["f"].__doc__)
setattr(w, "k" * 3, 5)
print(vars(w), dir(w)[-3:], getattr(w, "kkk"), hasattr(w, "zz"), callable(w), isinstance(w, (int, W)), w.__class__.__mro__)
try:
    eval("1 +")
except SyntaxError as e:
    print(e, e.text)
for bad in ("w.nope", "undefined", "[][5]", "{}['k']", "int('x')", "W(1, 2, 3)", "'a' + 1", "next(iter([]))", "f(1)"):
    try:
        eval(bad)
    except Exception as e:
        print(type(e).__name__, e)
final_answer({"done": [1, 2.5, None, True, "é"], "n": 2**80})
