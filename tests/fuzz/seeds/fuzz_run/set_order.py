# Iteration order of ints follows from CPython's table: same probes, same growth, same reuse of gaps.
import random
for seed in range(12):
    rng = random.Random(seed)
    top = (20, 100, 3000, 10**6, 10**12)[seed % 5]
    s = set()
    for _ in range((30, 400, 5000)[seed % 3]):
        v = rng.randrange(-top, top)
        if rng.random() < 0.7:
            s.add(v)
        else:
            s.discard(v)
    t = {rng.randrange(top) for _ in range(50)}
    for r in (s, s | t, t | s, s & t, s - t, s ^ t, t ^ s, set(list(s)), s.copy(), s.difference(list(t)), s.union(t, s), frozenset(s)):
        print(len(r), hash(tuple(r)), list(r)[:6])
    s -= t
    s.update(range(20))
    print(list(s)[:10], [s.pop() for _ in range(5)])
s = {2.5, 1e10, 0.1, -3.75, 2**70, -5, 10**25}
print(s, set(range(100, 0, -7)), {(1, 2), (3, 4), (5,), ()})
d = {k: 0 for k in (9, 40, 3, 77, 12)}
print(set(d), d.keys() | {1}, d.keys() - {9}, d.keys() ^ {9, 10}, set(d) - d.keys(), d.keys() & set(range(50)))
