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

# An instance made before its class learned how many attributes there are keeps some outside its
# inline room: stores to those are specialised too; then other shapes and setters come by.
class Wide:
    def __init__(self, n):
        for i in range(n):
            setattr(self, "a%d" % i, i)
def bump(o):
    o.a9 += 1
    return o.a9
early, later = Wide(12), Wide(12)
print([bump(early) for _ in range(4)], [bump(later) for _ in range(3)], bump(early))
early.more = 1
print(bump(early), bump(early), bump(later))
early.__dict__["a9"] = 50
print(bump(early), bump(early), vars(early)["a9"])
del later.a9
try:
    bump(later)
except AttributeError as e:
    print(e)
later.a9 = 5
print(bump(later), list(vars(later))[-1])
third = Wide(10)
print(bump(third), bump(third))
Wide.__setattr__ = lambda self, k, v: object.__setattr__(self, k, v * 10)
print(bump(third), bump(later), bump(Wide(11)))
del Wide.__setattr__
Wide.a9 = property(lambda self: 77, lambda self, v: print("set", v))
print(bump(third), bump(later))

# __class__ is found once for each shape; a class may change, or have a __class__ of its own.
def same(a, b):
    return a.__class__ is b.__class__
class P: pass
class Q: pass
class Liar:
    __class__ = P
class Proxy:
    @property
    def __class__(self):
        return Q
p, q = P(), Q()
print([same(p, P()), same(p, q), same(P(), p), same(q, Q())], same(Liar(), p), same(Proxy(), q), same(1, 2), same(1, "a"))
p.x = 1
p.__class__ = Q
print(same(p, q), same(p, P()), p.x)
p.__dict__["__class__"] = "own"
print(p.__class__ is Q, same(p, q))
