# Lists, dicts, sets, tuples and their methods, with callbacks that allocate.
class K:
    def __init__(self, v):
        self.v = v

    def __eq__(self, other):
        return isinstance(other, K) and str(self.v) == str(other.v)

    def __hash__(self):
        return hash(str(self.v))

    def __lt__(self, other):
        return [self.v] < [other.v]

    def __repr__(self):
        return f"K({self.v!r})"


a = [K(i * 7 % 5) for i in range(12)]
a.sort()
a.sort(key=lambda k: -k.v, reverse=True)
d = {k: [k.v] for k in a}
d.update({K(9): 1}, x=2)
d |= {"y": {}}
s = {*a, K("z")} | frozenset(a[:2]) ^ {1, 2.5}
t = tuple(a[::-2]) + (1,) * 3
a[1:3] = (K(i) for i in range(4))
del a[::2], d["x"]
x, *y = sorted(map(repr, s))
print(a, d, len(s), t, x, y, list(zip(a, d.items())), dict.fromkeys(range(3), t))
try:
    d.popitem(), s.remove("no")
except KeyError as e:
    print(repr(e))
