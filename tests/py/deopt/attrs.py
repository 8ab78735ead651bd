# Attribute and method caches are filled by a hot loop, then what they rely on changes.
class P:
    tag = "class"
    def __init__(self, x):
        self.x = x
    def m(self):
        return self.x

class Slots:
    __slots__ = ("x", "tag")
    def __init__(self, x):
        self.x = x
    def m(self):
        return -self.x

def read(o): return o.x
def tag(o): return o.tag
def call(o): return o.m()
def write(o, v): o.x = v
def warm(f, *a):
    for _ in range(50):
        f(*a)
    return f(*a)

p = P(1)
print(warm(read, p), warm(tag, p), warm(call, p))
print(read(Slots(7)), call(Slots(7)), read(p))
try:
    tag(Slots(1))
except AttributeError as e:
    print("AttributeError", e)
p.tag = "own"
print(tag(p), tag(P(2)))
p.m = lambda: "instance"
print(call(p), call(P(3)))
P.m = lambda self: ("patched", self.x)
print(call(P(4)))
warm(write, p, 5)
P.x = property(lambda self: "prop", lambda self, v: print("set", v))
print(read(p)); write(p, 9)
del P.x
print(read(p), warm(read, p))
P.__getattr__ = lambda self, n: "missing " + n
del p.x
print(read(p), warm(read, p))
del P.__getattr__
try:
    read(p)
except AttributeError as e:
    print("AttributeError", e)
P.__getattribute__ = lambda self, n: "all " + n
print(read(P(8)), tag(p))
del P.__getattribute__
q = P(6)
warm(read, q)
for i in range(200):
    setattr(q, "n%d" % i, i)
for i in range(0, 200, 2):
    delattr(q, "n%d" % i)
print(read(q), warm(read, q), len(q.__dict__))
q.__dict__["x"] = "by dict"
print(read(q))
class Q:
    x = "Q"
    def m(self): return "Qm"
q.__class__ = Q
print(read(q), call(q))
P.__setattr__ = lambda self, n, v: object.__setattr__(self, n, ("via", v))
r = P(1)
write(r, 2)
print(read(r))
class D:
    def __get__(self, o, t): return "descr"
P.tag = D()
print(tag(r), warm(tag, r))
def length(o): return o.count(1)
print(warm(length, [1, 1]), length((1,)), length("1" if 0 else [1]), length(range(3)))
