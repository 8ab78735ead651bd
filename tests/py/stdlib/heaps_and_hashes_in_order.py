# Which items heapq compares, in order; hashes and decimals of floats of all sizes.
import random, struct, heapq, decimal, sys
rng = random.Random(1)
t = 0
for i in range(20000):
    d = struct.unpack('d', rng.randbytes(8))[0]
    if d == d: t = (t * 31 + hash(d)) % (1 << 61)
print(t, hash(-2.0**61), hash(2.0**61), hash(-1.0), hash(float('inf')), hash(-2.0**122), hash(5e-324), hash(1e300), hash(-0.5), hash(2.0**-61))
log = []
class K:
    def __init__(s, n): s.n = n
    def __lt__(s, o): log.append((s.n, o.n)); return s.n < o.n
h = []
for i in range(200): heapq.heappush(h, K(rng.randrange(50)))
heapq.heapify(h); out = [heapq.heappop(h).n for _ in range(150)]; heapq.heapreplace(h, K(3)); heapq.heappushpop(h, K(4)); 
print(hash(tuple(log)), out == sorted(out), [k.n for k in h])
for x in (1.5, -0.0, 0.1, float('nan'), -float('nan'), float('-inf'), 5e-324, 10**30, -7, True): print(decimal.Decimal.from_float(x))
class G:
    def __lt__(s, o): g.clear(); return True
for f in (heapq.heapify, heapq.heappop, lambda g: heapq.heappush(g, G())):
    g = [G() for _ in range(9)]
    try: f(g)
    except Exception as e: print(type(e).__name__, e)
