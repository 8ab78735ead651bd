# Tables of ints and strs that get other keys, and back; tables of every width of index slot.
class Key:
    def __init__(self, n): self.n = n
    def __hash__(self): return self.n % 5
    def __eq__(self, other): return isinstance(other, Key) and self.n == other.n


def fill(n, exotic):
    d = {}
    for i in range(n):
        d[i if i % 2 else 'k%d' % i] = i
        if i == exotic: d[(i, 'x')] = d[i + 0.5] = d[Key(i)] = -i
    return d


for n in 3, 5, 6, 150, 170, 40000, 45000:
    for exotic in -1, 0, n // 2, n - 1:
        d = fill(n, exotic)
        assert all(d[i if i % 2 else 'k%d' % i] == i for i in range(n))
        assert 'k1' not in d and 0 not in d and 1.0 in d and Key(-1) not in d
        gone = [d.pop(i) for i in range(1, n, 4)]
        assert 1 not in d and all(d['k%d' % i] == i for i in range(0, n, 2))
        if exotic >= 0:
            assert d[exotic, 'x'] == d[exotic + .5] == d[Key(exotic)] == -exotic
            del d[exotic, 'x']
        copy, merged = dict(d), {**d, 'more': 1}
        assert copy == d and merged != d and merged.pop('more') == 1 and merged == d
        assert set(d) == d.keys() and not set(d) ^ d.keys() and len(set(d) - d.keys()) == 0
        if exotic < 0: print(n, len(d), sum(gone), list(d)[:6], list(reversed(d))[:2])
        else: print(n, exotic, len(d), sum(gone), [k for k in d if type(k) is float])

d = {}
for turn in range(4):  # emptied tables forget what they held
    for k in ('a', 1, (2,), 2.5, None, True)[turn:]: d[k] = turn
    print(d)
    for k in list(d): del d[k]
d['x'] = 1
print(d, {1: 'a', True: 'b', 1.0: 'c'}, {'': 1, 'a': 2}[''], {0: 1, '': 2, (): 3})
