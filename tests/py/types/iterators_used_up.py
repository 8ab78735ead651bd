# What a copy of an iterator that has ended is made from, also of one that ends while that is asked for.
import builtins, copy

for x in [1, 2], (1, 2), 'ab', b'ab', range(2), {1: 2}, bytearray(b'ab'):
    it = iter(x)
    list(it)
    made = it.__reduce__()
    print(type(x).__name__, made[0].__name__, made[1], list(copy.copy(it)))
it = reversed([1, 2])
list(it)
print(it.__reduce__()[1])


class Name:
    def __init__(self, name, it): self.name, self.it = name, it
    def __hash__(self): return hash(self.name)
    def __eq__(self, other):
        list(self.it)
        return other == self.name


old = iter
for x in [1, 2, 3], (1, 2, 3), bytes(3):
    it = iter(x)
    names = vars(builtins)
    key = Name('iter', it)
    del names['iter']
    names[key] = old
    try:
        made = it.__reduce__()
    finally:
        del names[key]
        names['iter'] = old
    print(made[1:])
