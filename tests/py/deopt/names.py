# Globals and builtins change under cached lookups.
import builtins
g = 1
def get(): return g
def size(v): return len(v)
def put(v):
    global g
    g = v
def warm(f, *a):
    for _ in range(50):
        f(*a)
    return f(*a)
print(warm(get), warm(size, [1, 2]))
g = 2
print(get())
for i in range(300):
    globals()["filler%d" % i] = i
print(get(), size([1]))
warm(put, 4)
print(get())
del g
try:
    get()
except NameError as e:
    print("NameError", e)
put("again")
print(get())
len = lambda v: "shadowed"
print(size([1]), warm(size, []))
del len
print(size([1, 2, 3]))
old = builtins.len
builtins.len = lambda v: "builtin patched"
print(size([]))
builtins.len = old
print(size([]))
def f(): return "old"
def caller(): return f()
out = []
for i in range(60):
    if i == 50:
        def f(): return "new"
    out.append(caller())
print(out.count("old"), out.count("new"))
f.__code__ = (lambda: "code").__code__
print(caller())
