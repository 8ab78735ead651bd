# Insertion order under many insertions and deletions, checked against a list.
import random
rng = random.Random(3)
d, order = {}, []
for step in range(20000):
    k = rng.randrange(300)
    k = str(k) if k % 2 else k
    if rng.random() < 0.55:
        if k not in d:
            order.append(k)
        d[k] = step
    elif k in d:
        del d[k]
        order.remove(k)
print(list(d) == order, len(d), list(reversed(d)) == order[::-1], list(d.copy()) == order)
while d:
    k, v = d.popitem()
    assert k == order.pop()
q = {}
for i in range(50000):
    q[i] = i
    if i >= 100:
        del q[next(iter(q))]
print(len(q), next(iter(q)), list(q)[-1])
t = tuple(range(3))
h = {t: 1, 2.5: 2, None: 3, (): 4, b"x": 5, 10**30: 6, -1: 7, -2: 8, 1j: 9, frozenset({1}): 10}
print([h[k] for k in ((0, 1, 2), 5 / 2, None, (), b"x", 10**30, -1, -2, 1j, frozenset([1]))], h)
