# collections.OrderedDict: filled, reordered as a cache does, popped at both ends, walked, copied, compared.
from collections import OrderedDict

n = 0
for _ in range(60):
    d = OrderedDict((i, str(i)) for i in range(1000))
    for i in range(0, 1000, 3):
        d.move_to_end(i)
        d.move_to_end(i + 1 if i < 999 else 0, last=False)
    e = d.copy()
    n += (d == e) + len(list(d.items())) + next(reversed(d))
    for k, v in d.items():
        n += len(v)
    while len(e) > 500:
        n += e.popitem()[0] + e.popitem(last=False)[0]
    for i in range(100):
        e[i] = i
        n += e.pop(i) + e.setdefault(i, 2)
cache = OrderedDict()
for i in range(60000):
    key = i * 7919 % 613
    if key in cache:
        cache.move_to_end(key)
    cache[key] = i
    if len(cache) > 400:
        cache.popitem(last=False)
print(n, len(cache), next(iter(cache)))
