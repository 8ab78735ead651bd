# Twenty thousand moves to the front of a large OrderedDict, each as cheap as one to its end.
import random
from collections import OrderedDict

d = OrderedDict((i, i) for i in range(20_000))
for i in range(20_000):
    d.move_to_end(i * 7 % 20_000, False)
print(list(d)[:5], list(d)[-5:], len(d), d[13993])

# Beside a list that does the same.
random.seed(5)
for keys in (range(40), [str(i) for i in range(40)], [(i, i / 2) for i in range(40)]):
    keys = list(keys)
    d, order = OrderedDict(), []
    for step in range(4000):
        key = random.choice(keys)
        what = random.randrange(6)
        if what == 0 or key not in d:
            if key not in d:
                order.append(key)
            d[key] = step
        elif what in (1, 2, 3):
            front = what != 3
            order.remove(key)
            order.insert(0 if front else len(order), key)
            d.move_to_end(key, last=not front)
        elif what == 4:
            order.remove(key)
            del d[key]
        else:
            last = bool(step & 1)
            assert d.popitem(last)[0] == order.pop(-1 if last else 0)
        assert list(d) == order and list(reversed(d)) == order[::-1], step
        assert len(d) == len(order)
    copy = OrderedDict(d)
    assert copy == d and list(copy.copy()) == order and list({**d}) == order
    print(order[:3], len(order))

d = OrderedDict.fromkeys('abc')
d.move_to_end('c', last=False)
it = iter(d)
print(next(it))
d.move_to_end('a', last=False)
try:
    print(list(it))
except RuntimeError as e:
    print(e)
d = OrderedDict([(1, 'int'), (2, 2)])
d.move_to_end(1.0)
print(d)
d.move_to_end(2.0, last=False)
d.move_to_end(1.0, last=False)
print(d)
try:
    d.move_to_end(3)
except KeyError as e:
    print(repr(e))
