# The mixins of collections.abc: methods that raise, stop, or change the container while it is walked through.
from collections.abc import ItemsView, KeysView, Mapping, MutableMapping, MutableSequence, MutableSet, Sequence, Set, ValuesView


def tried(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Q(MutableSequence):
    def __init__(self, items, error=None, at=None):
        self.items, self.error, self.at = list(items), error, at

    def __getitem__(self, i):
        if i == self.at:
            raise self.error
        return self.items[i]

    def __setitem__(self, i, v):
        self.items[i] = v

    def __delitem__(self, i):
        del self.items[i]

    def __len__(self):
        return len(self.items)

    def insert(self, i, v):
        self.items.insert(i, v)


for error in (None, IndexError('x'), ValueError('y'), StopIteration('z')):
    q = Q('abcab', error, 3)
    if error is None:
        q.at = None
    for f in (lambda: list(q), lambda: list(reversed(q)), lambda: 'z' in q, lambda: q.count('a'), lambda: q.index('b', 2),
              lambda: q.index('b', -1), lambda: q.index('a', 1, 3), lambda: q.index('b', -3, -1)):
        tried(f)
nan = float('nan')
print(nan in Q([nan]), Q([nan]).count(nan), Q([nan]).index(nan), Q([1.0]).index(True), list(zip(*[iter(Q('abcd'))] * 2)))
it = iter(Q('ab'))
print(next(it), next(it), next(it, 'end'), next(it, 'end'), iter(it) is it)
q = Q('ab')
for c in q:
    if len(q) < 5:
        q.append(c)
print(list(q))


class S(MutableSet):
    def __init__(self, items=()):
        self.s = list(dict.fromkeys(items))
        self.on = None

    def __contains__(self, x):
        if self.on:
            self.on()
        return x in self.s

    def __iter__(self):
        return iter(list(self.s))

    def __len__(self):
        return len(self.s)

    def add(self, x):
        if x not in self.s:
            self.s.append(x)

    def discard(self, x):
        if x in self.s:
            self.s.remove(x)

    def __repr__(self):
        return f'S({self.s})'


a, b = S(range(5)), S(range(3, 8))
print(a & b, a | b, a - b, a ^ b, a <= b, a >= S([1]), a < a, S([1]) < a, a == S(range(4, -1, -1)), a.isdisjoint([9, 10]))
print(a & [1, 1, 9], a | [9], [9, 1] - a, [9] | a, [1, 9] ^ a, a - [0, 1], {1, 2} & a, a == {0, 1, 2, 3, 4}, a != [0])
tried(lambda: a & 5)
tried(lambda: a <= [1])
tried(lambda: 5 - a)
a &= [0, 1, 2]
a |= 'x'
a ^= [1, 'y']
a -= ['x']
print(a, a.pop(), a)
a -= a
tried(a.pop)
a.on = lambda: b.s.append(len(b.s)) if len(b.s) < 20 else b.s.clear()
print(len(a & b), len(b - a), a.isdisjoint(b), b <= a)


def stop():
    raise StopIteration('hidden')


b = S('ab')
b.on = stop
tried(lambda: S('ab') & b)
tried(lambda: list(b & 'ab'))
tried(lambda: S('ab') - b)
tried(lambda: b.isdisjoint('a'))


class M(MutableMapping):
    def __init__(self, *args, **kwds):
        self.d = dict(*args, **kwds)

    def __getitem__(self, k):
        v = self.d[k]
        if isinstance(v, Exception):
            raise v
        return v

    def __setitem__(self, k, v):
        self.d[k] = v

    def __delitem__(self, k):
        del self.d[k]

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)


for v in (2, KeyError('k'), StopIteration('s'), ValueError('v')):
    m = M(a=1, b=v)
    for f in (lambda: list(m.items()), lambda: list(m.values()), lambda: list(m), lambda: ('b', 2) in m.items(),
              lambda: m.get('b', 'd'), lambda: 'b' in m, lambda: dict(m), lambda: M().update(m), lambda: m == {'a': 1, 'b': 2},
              lambda: m.items() & {('a', 1)}, lambda: m.keys() | 'c', lambda: m.pop('b', 'p')):
        tried(lambda: sorted(r, key=str) if isinstance(r := f(), set) else r)
m = M()
m.update([('x', 1), 'yz'], w=3)
m.update({'x': 5})
print(m.d, m.setdefault('q'), m.popitem(), len(m))
tried(lambda: m.update([1]))
tried(lambda: m.update(5))
tried(lambda: m.update({}, {}))
tried(lambda: m.popitem() and [k for k in m.items() if m.clear()])
print(issubclass(KeysView, Set), issubclass(ItemsView, Set), issubclass(ValuesView, Set), isinstance(Q(''), Sequence), isinstance(m, Mapping))
