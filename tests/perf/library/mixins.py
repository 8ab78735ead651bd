# collections.abc: what classes inherit that define the abstract methods of a mapping, set or sequence only.
from collections.abc import Mapping, MutableMapping, MutableSequence, MutableSet, Sequence, Set


class M(MutableMapping):
    def __init__(self, *args):
        self.d = dict(*args)

    def __getitem__(self, k):
        return self.d[k]

    def __setitem__(self, k, v):
        self.d[k] = v

    def __delitem__(self, k):
        del self.d[k]

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)


class S(MutableSet):
    def __init__(self, items=()):
        self.s = set(items)

    def __contains__(self, x):
        return x in self.s

    def __iter__(self):
        return iter(self.s)

    def __len__(self):
        return len(self.s)

    def add(self, x):
        self.s.add(x)

    def discard(self, x):
        self.s.discard(x)


class Q(MutableSequence):
    def __init__(self, items):
        self.items = list(items)

    def __getitem__(self, i):
        return self.items[i]

    def __setitem__(self, i, x):
        self.items[i] = x

    def __delitem__(self, i):
        del self.items[i]

    def __len__(self):
        return len(self.items)

    def insert(self, i, x):
        self.items.insert(i, x)


m, s, t, q = M(zip(range(60), range(60))), S(range(60)), S(range(30, 90)), Q(range(60))
n = 0
for i in range(400):
    n += sum(v for k, v in m.items()) + sum(m.values()) + len(list(m.keys())) + (m == M(m)) + len(dict(m))
    n += len(s & t) + len(s | t) + len(s - t) + len(s ^ t) + (s <= t) + (s == S(s)) + s.isdisjoint(t)
    n += sum(q) + (59 in q) + q.index(59) + q.count(7) + sum(reversed(q))
    q.reverse()
    q.extend((1, 2, 3))
    n += q.pop() + q.pop() + q.pop()
for i in range(8000):
    n += m.get(i, 0) + (i in m) + m.setdefault(i % 50, 0) + m.pop(1000, 1)
    s.add(100)
    s.remove(100)
print(n, isinstance(m, Mapping), isinstance(q, Sequence), isinstance(s, Set))
