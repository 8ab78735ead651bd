# Attributes and functions of modules are cached by the version of the module's dict.
import math
import types

def root(x): return math.sqrt(x)
def pi(): return math.pi
def get(m): return m.value
def call(m): return m.f()

print([root(i * i) for i in range(4)], pi())
keep = math.sqrt
math.sqrt = lambda x: "patched"
print(root(4))
math.sqrt = keep
math.pi = 3
print(root(4), pi())
del math.pi
try:
    pi()
except AttributeError as e:
    print(e)
a, b = types.ModuleType("a"), types.ModuleType("b")
a.value, b.value = 1, 2
a.f, b.f = (lambda: "af"), (lambda: "bf")
print([get(m) for m in (a, a, b, a, b)], [call(m) for m in (a, a, b, b, a)])
for i in range(100):
    setattr(a, "n%d" % i, i)
    a.value += 1
print(get(a), call(a))
del a.value
a.__getattr__ = lambda name: "dynamic " + name
print(get(a), get(b), get(a))
a.value = "back"
print(get(a))
class Box:
    value = "box"
    def f(self):
        return "box f"
print(get(Box()), call(Box()), get(b), call(b))
