# Named tuples and ordered dicts whose subclasses override what the methods go through; items that change it meanwhile.
from collections import OrderedDict, namedtuple
import copy, weakref
d = OrderedDict([(1,2),(3,4)], a=5)
print(d, d.copy(), copy.copy(d), copy.deepcopy(d), d == OrderedDict(d), d == {1:2,3:4,'a':5}, d != OrderedDict([(3,4),(1,2),('a',5)]))
d.x = 1; print(d.__dict__, copy.copy(d).x, vars(d)); 
class S(OrderedDict):
    def __setitem__(self, k, v): super().__setitem__(k, v*2 if isinstance(v, int) else v)
    def __missing__(self, k): return 'm'
s = S(a=1); s.update(b=2); s |= {'c': 3}; print(s, s | {'d': 1}, {'d': 1} | s, s.copy(), s['zz'], s.get('zz'), s.pop('zz', 3))
for f in (lambda: OrderedDict(1, 2), lambda: OrderedDict([(1,2,3)]), lambda: OrderedDict([(1,)]), lambda: OrderedDict([()]), lambda: OrderedDict([1]), lambda: OrderedDict.update(), lambda: d.update(1, 2), lambda: OrderedDict.fromkeys(), lambda: d.pop(), lambda: d.pop('no'), lambda: d.setdefault(), lambda: hash(d), lambda: OrderedDict(5), lambda: d.pop(default=1), lambda: OrderedDict.x, lambda: d | 3, lambda: setattr(OrderedDict, 'q', 1), lambda: d.popitem(3, 4)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
print(OrderedDict.__mro__, OrderedDict.__module__, OrderedDict.__hash__, OrderedDict.fromkeys('ab', 1), d.setdefault(key='q', default=3), d.setdefault('q'), d.pop(key='q'))
w = weakref.ref(d); print(w() is d)
class W(OrderedDict):
    __slots__ = ('t',)
w = W(a=1); w.t = 5; print(w.__reduce__()[:3], copy.copy(w).t, d.__reduce__()[:3], OrderedDict().__reduce__()[:3])
P = namedtuple('P', 'x y')
p = P(1, 2)
print(p, p._replace(x=5), p._asdict(), P._make([3, 4]), copy.copy(p))
for f in (lambda: P._make([1]), lambda: p._replace(z=1), lambda: P._make(5)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class PP(P):
    def __repr__(self): return 'PP' + super().__repr__()
    def __iter__(self): return iter((7, 8))
    @classmethod
    def _make(cls, it): return ('made', cls, list(it))
print(PP(1, 2), PP(1, 2)._asdict(), PP(1, 2)._replace(x=3))
r = P(1, []); r.y.append(r); print(r)
def bad():
    o = OrderedDict()
    class K:
        def __init__(s, n): s.n = n
        def __hash__(s): return 1
        def __eq__(s, o2):
            if flag: o.clear()
            return s.n == o2.n
    flag = []
    a, b = OrderedDict((K(i), i) for i in range(5)), OrderedDict((K(i), i) for i in range(5))
    o = b
    flag.append(1)
    try: print(a == b)
    except Exception as e: print(type(e).__name__, e)
bad()
