# Counter and ChainMap: subclasses with __missing__, get, __setitem__ of their own, counts of all kinds, keys that
# change the dict while they are looked for.
import copy
from collections import ChainMap, Counter, UserDict
from fractions import Fraction


def tried(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Loud(Counter):
    def __missing__(self, key):
        return 10

    def __setitem__(self, key, v):
        super().__setitem__(key, v)
        print('set', key, v)

    def get(self, key, default=None):
        return super().get(key, default)


loud = Loud('aab')
loud.update('b', x=3)
loud.subtract({'a': 1, 'q': 2})
loud.update(UserDict(a=5))
print(loud, loud == Counter(a=1), loud <= loud, Loud() == Counter(z=10), Counter(z=10) >= Loud(), loud + loud)
c = Counter({'a': Fraction(1, 2), 'b': 1.5, 'c': 10 ** 20, 'd': True, 'e': -3, 'f': 0})
c.update(c)
c.update({'a': 1, 'new': 2.5})
print(c, c.total(), c.most_common(2), c.most_common(0), c.most_common(100)[-1], +c, -c)
c.subtract(c)
print(c, c == Counter(), c <= Counter(zz=0), c != {}, c < Counter(y=1), c > Counter(y=-1))
print(Counter(a=1) == Counter(a=1.0), Counter(a=0) == Counter(), Counter(a='x') == Counter(a='x'), Counter(2 * [()]))
print(Counter(a=1, b=2) & Counter(b=1), Counter(a=1) | Counter(a=3), Counter(a=1) - Counter(a=3), list(Counter(b=2, c=0).elements()))
tried(lambda: Counter(a='x') + Counter(a=1))
tried(lambda: Counter(a='x').update(a=1))
tried(lambda: Counter([[]]))
tried(lambda: Counter(5))
tried(lambda: Counter('a', 'b'))
tried(lambda: Counter.fromkeys('ab'))
tried(lambda: Counter(a=1).update([('a', 1)]))
tried(lambda: Counter(a='x') <= Counter(a=1))
tried(lambda: Counter(a=None).most_common() + Counter(a=None, b=1).most_common())
tried(lambda: (copy.copy(loud), copy.deepcopy(loud), type(loud.copy())))


class Key:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return 1

    def __eq__(self, other):
        if target is not None and len(target) < 40:
            target[len(target)] = 1
        return isinstance(other, Key) and self.n == other.n


target = None
a, b = Counter(map(Key, range(4))), Counter(map(Key, range(4)))
target = a
tried(lambda: len(a + b))
target = None
a = Counter(map(Key, range(4)))
target = a
tried(lambda: a.update(map(Key, range(6))) or len(a) > 6)
target = None
a = {Key(i): i for i in range(4)}
chain = ChainMap({Key(9): 1}, a)
target = a
tried(lambda: len(chain) > 5)


class Shouting(ChainMap):
    def __missing__(self, key):
        return key.upper()


class Default(dict):
    def __missing__(self, key):
        return 'default ' + key


s = Shouting({'a': 1}, UserDict(b=2))
print(s['a'], s['b'], s['x'], s.get('x'), 'x' in s, len(s), list(s), s)
d = ChainMap({'a': 1}, Default(c=3), {'z': 5})
print(d['z'], d.get('z'), d['c'], dict(d.items()), list(reversed(list(d))), bool(ChainMap({}, {})))
tried(lambda: ChainMap({})['x'])
tried(lambda: ChainMap({})[[]])
tried(lambda: [] in ChainMap({}))
tried(lambda: len(ChainMap({}, 5)))
tried(lambda: ChainMap([1, 2], 'xy')[1])
m = ChainMap({})
m.maps = ({'t': 1}, {'u': 2})
print(m['u'], list(m), 't' in m)
del m.maps
tried(lambda: m['u'])
