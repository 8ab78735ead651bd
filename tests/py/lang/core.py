# core: language features, evaluation order and error texts as CPython 3.12 has them
# evaluation order
log=[]
def t(x): log.append(x); return x
def order():
    d = {}
    d[t(1)] = t(2)
    t(d)[t(1)] += t(3)
    {t('k1'): t('v1'), t('k2'): t('v2')}
    f = lambda *a, **k: None
    f(t(1), *[t(2)], k=t(3), **{t('z'): t(4)})
    t(1) < t(2) < t(3) > t(0)
    [t(1), *(t(2),)], (t(3),)
    x, y = t(1), t(2)
    t([0])[t(0)], = [t(9)]
    return (t(1) if t(2) else t(3))
order()
print(log)
# walrus
def w(x):
    a = x + (x := 5) + x
    b = [y := 1, y**2, (y := 3)]
    c = (z := 10) + z * (z := 2)
    print(a, b, c, x, y, z)
    l=[1,2,3]
    i=0
    l[i] = (i := 2)
    print(l, i)
    print([q := k for k in range(4) if (m := k) % 2], q, m)
    print(any((hit := n) > 2 for n in range(5)), hit)
    i = 1
    l[i] += (i := 2)
    print(l)
    print(x.__add__((x := 3)), x)
    return x < (x := 1) < x
print(w(1))
# closures
def outer():
    n = 0
    def inc(by=1):
        nonlocal n
        n += by
        return n
    def get(): return n
    return inc, get
i, g = outer(); i(); i(5); print(g())
fs = [lambda: k for k in range(3)]; print([f() for f in fs])
def comp():
    fs = [lambda: (k, j) for k in range(2) for j in range(2)]
    return [f() for f in fs]
print(comp())
def c2():
    x = 'outer'
    r = [x for x in range(3)]
    r2 = {x: y for x, y in [(1,2)]}
    r3 = [[x for x in range(y)] for y in range(3)]
    return x, r, r2, r3, [x for _ in [0]]
print(c2())
class K:
    a = 5
    b = [a for _ in range(2)] if False else 0
    items = [i for i in range(a)]
    def f(self): return __class__
    try:
        z = [a for _ in range(1)]
    except NameError as e:
        z = str(e)
    lst = list(x*2 for x in items)
print(K.items, K.z, K().f(), K.lst)
def cc():
    a = 'enc'
    class D:
        b = a
        a = 'cls' if False else 'x'
    return D.b
try: print(cc())
except NameError as e: print(e)
a='glob'
def c3():
    a = 'enc'
    class D:
        b = a
        def m(self): return a
    return D.b, D().m()
print(c3())
def ub():
    print(x)
    x = 1
for f in (ub,):
    try: f()
    except UnboundLocalError as e: print(e)
def ub2():
    try:
        def f(): return v
        f()
        v = 1
    except NameError as e: print(type(e).__name__, e)
ub2()
def dl(p):
    del p
    try: p
    except UnboundLocalError as e: print(e)
dl(1)
def fin():
    for i in range(3):
        try:
            if i == 1: continue
            if i == 2: break
            print('b', i)
        finally:
            print('f', i)
    else: print('else')
    try: return 'r'
    finally: print('fin')
print(fin())
def fin2():
    try: return 1
    finally: return 2
print(fin2())
def fin3():
    while True:
        try: 1/0
        finally: break
    return 'ok'
print(fin3())
def fin4():
    x = 1
    try: return x
    finally: x = 2
print(fin4())
class CM:
    def __init__(s, n, sup=False): s.n=n; s.sup=sup
    def __enter__(s): print('enter', s.n); return s
    def __exit__(s, *a): print('exit', s.n, a[0] and a[0].__name__); return s.sup
def wi():
    with CM(1) as a, CM(2, True) as b:
        raise ValueError
    with (CM(3), CM(4)):
        pass
    for i in range(3):
        with CM(i):
            if i == 1: continue
            if i == 2: return 'ret'
print(wi())
try:
    with CM(9): 1/0
except ZeroDivisionError as e: print('zde', e)
try:
    try: 1/0
    except ZeroDivisionError as e: raise KeyError('x') from e
except KeyError as k: print(repr(k.__cause__), k.__suppress_context__)
try:
    try: 1/0
    except ZeroDivisionError: undefined_name
except NameError as k: print(repr(k.__context__))
import sys
try:
    try: 1/0
    except ValueError: pass
    else: print('no')
    finally: print(sys.exc_info()[0])
except ZeroDivisionError: print(sys.exc_info()[0])
print(sys.exc_info())
def ge():
    try:
        x = yield 1
        print('got', x)
        yield 2
    except ValueError as e:
        print('ve', e); yield 3
    finally: print('cleanup')
g = ge(); next(g); g.send('hi'); print(g.throw(ValueError('v'))); print(list(g))
def yf():
    r = yield from ge()
    return r
print(list(yf()))
def f(a, b=1, /, c=2, *args, d, e=5, **kw): return a,b,c,args,d,e,kw
print(f(1, d=4), f(1,2,3,4,5,d=6,z=7), f(*[1,2], **{'d':3,'e':4}))
for bad in (lambda: f(), lambda: f(1), lambda: f(1,d=1,a=3), lambda: f(b=2,d=1), lambda: f(1,c=2,d=1,**{'c':3})):
    try: print(bad())
    except TypeError as e: print(e)
x = y = z = []
x.append(1); print(z)
a, (b, *c), d = 1, (2, 3, 4), 5
print(a,b,c,d)
[a, b], c = (1,2), 3
*a, = 'xyz'
print(a)
for i, (j, k) in enumerate([(1,2),(3,4)]): print(i,j,k)
print(f"{a!r:>20}|{3.14159:.{2}f}|{'x':*^5}|{{}}|{i=}")
def deco(n):
    def d(f):
        print('deco', n, f.__name__)
        return f
    return d
@deco(1)
@deco(2)
def dd(): pass
@deco('c')
class DC(object, metaclass=type): 
    """doc"""
    x: int = 1
    y: str
    __priv = 3
    def m(self): return self.__priv
print(DC.__annotations__, DC.__doc__, DC().m(), DC.__qualname__, [k for k in DC.__dict__ if 'priv' in k])
def lc():
    class In:
        def me(self): pass
    return In.me.__qualname__, (lambda: 0).__qualname__, In.__qualname__
print(lc())
print((lambda x, *y, z=1, **k: (x,y,z,k))(1,2,3,q=5))
assert True, "no"
try: assert 1 == 2, "msg"
except AssertionError as e: print(repr(e))
global_x = 1
def gl():
    global global_x, new_g
    global_x += 1
    new_g = 7
gl(); print(global_x, new_g)
print([x for x in range(10) if x % 2 if x > 3], {k: v for k, v in zip('ab', [1,2])}, sorted({c for c in 'aab'}))
print(1 if [] else 2, not 0, 1 and 0 or 3, None is None, 3 in [1,2,3], 'a' not in 'abc')
print(-5 // 2, -5 % 3, 2 ** -1, 7 @ 1 if False else 0, ~5, 5 & 3 | 8 ^ 1)
while False: pass
else: print('while else')
n = 0
while True:
    n += 1
    if n > 5: break
else: print('never')
print(n)
def many(**kw): return sorted(kw)
try: many(**{'a':1}, **{'a':2})
except TypeError as e: print(e)
try: many(*1)
except TypeError as e: print(e)
try: many(**1)
except TypeError as e: print(e)
class Base:
    def __init_subclass__(cls, **kw): print('sub', cls.__name__, kw)
    def hi(self, x=0): return 'base', x
class Sub(Base, flag=1):
    def hi(self, x=1):
        f = super().hi
        return super().hi(x), f(2), super(Sub, self).hi()
print(Sub().hi())
del n
try: n
except NameError as e: print(e)
print(eval('1+2'), eval('x', {'x': 5}), eval('a+b', {'a':1}, {'b':2}))
exec('zz = 5; yy = [zz for _ in range(2)]'); print(zz, yy)
ns = {}; exec('def q(): return v\nv = 3', ns); print(ns['q']())
def loc():
    a = 1
    b = [c for c in range(2)]
    def inner(): return a
    return sorted(locals())
print(loc())
