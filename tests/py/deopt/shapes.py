# One attribute site sees many shapes, so that the isolate's cache serves it; then classes change.
import gc

class A:
    kind = "a"
    def __init__(self, v):
        self.v = v
    def m(self):
        return self.v

class B:
    kind = "b"
    def __init__(self, v):
        self.other = 0
        self.v = v
    def m(self):
        return -self.v

class C(A):
    def __init__(self, v):
        self.x = self.y = 1
        self.v = v * 2

class D:
    __slots__ = ("v", "z")
    kind = "d"
    def __init__(self, v):
        self.v = v
    def m(self):
        return self.v + 1000

def read(o): return o.v
def kind(o): return o.kind
def call(o): return o.m()
def write(o, v): o.v = v
def add(o, v): o.fresh = v

objects = [k(i) for i in range(20) for k in (A, B, C, D)]
def everything():
    return sum(map(read, objects)), "".join(map(kind, objects))[:8], sum(map(call, objects))
for _ in range(5):
    first = everything()
print(first, everything() == first)
for i, o in enumerate(objects):
    write(o, i)
print(everything())
for k in (A, B, C):
    for i in range(30):
        add(k(1), i)
o = C(1)
add(o, 5)
print(o.fresh, o.__dict__)
try:
    add(D(1), 1)
except AttributeError as e:
    print(e)
B.m = lambda self: 1
print(everything())
A.v = property(lambda self: "prop", lambda self, v: print("setter", v))
print(read(objects[0]), read(objects[1]), read(objects[2]))
write(objects[0], 3)
del A.v
B.__getattr__ = lambda self, name: "no " + name
del objects[1].v
print(read(objects[1]), read(objects[5]))
objects[0].kind = "own"
objects[0].m = lambda: "mine"
print(kind(objects[0]), kind(objects[4]), call(objects[0]), call(objects[4]))
for i in range(300):
    T = type("T%d" % i, (), {"kind": i, "m": lambda self, i=i: i})
    t = T()
    for name in "abcdv"[i % 5 :]:
        setattr(t, name, i)
    t.v = i
    if not (read(t) == kind(t) == call(t) == i):
        print("wrong", i)
    if i % 100 == 0:
        gc.collect()
print(read(o), kind(o), call(o))
o.__class__ = A
print(read(o), kind(o), call(o), type(o).__name__)

class P:
    def __init__(self, n):
        self.n = n
    @property
    def twice(self):
        return self.n * 2
    @property
    def fails(self):
        return self.absent

def twice(o): return o.twice
p = P(4)
print([twice(P(i)) for i in range(6)])
class Q(P):
    twice = 7
print(twice(Q(1)), twice(p))
P.twice = property(lambda self: self.n + 1)
print(twice(p))
P.twice = "plain"
print(twice(p))
p.twice = "own"
print(twice(p))
P.twice = property(lambda self, extra=3: self.n + extra)
print(twice(p), twice(P(1)))
for _ in range(3):
    try:
        p.fails
    except AttributeError as e:
        print(e)
P.__getattr__ = lambda self, name: "fallback " + name
print(p.fails, p.fails)
P.twice = property(lambda self: (yield self.n))
print(list(twice(p)))
