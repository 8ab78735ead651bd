# skip: gcstress deep or large on purpose
# Bound methods whose function is a bound method, a bound builtin or a class: each adds a receiver before the arguments,
# none may reach what lies beside them.
import types
def show(*args, **kw): return args[:4], len(args), kw
class Made:
    def __init__(self, *args): self.args = args
class Called:
    def __call__(self, *args): return args
def chain(f, n):
    for i in range(n): f = types.MethodType(f, i)
    return f
for n in (1, 2, 3, 5, 50):
    m = chain(show, n)
    print(["left", 1.5, m(), m("a"), m("a", k=1), m(*"ab"), "right"])
    print({"left": 1, "here": m("x"), "right": m(k=2)}, f"{m(1)} {m()}")
    print("left", chain(Made, n)("y").args[-3:], chain(Called(), n)("z")[-3:], chain(max, n)(9), chain([].append, 1)(), "right")
def nested(depth, m, *rest):
    a, b, c = depth, depth * 2, m()
    return (a, b, c[1], nested(depth - 1, m) if depth else m(1, 2)[1])
print(nested(5, chain(show, 3)))
class Holder:
    f = types.MethodType(types.MethodType(show, "inner"), "outer")
    g = classmethod(types.MethodType(show, "class"))
print(["left", Holder().f(1), Holder.f(), [Holder.g(2), "mid"], "right"][1:3])
deep = chain(show, 20000)
for call in (lambda: deep(), lambda: deep(1, k=2), lambda: deep(*(1, 2)), lambda: [deep()]):
    try: print(call()[1])
    except RecursionError: print("RecursionError")
