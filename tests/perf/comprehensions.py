# List, dict and set comprehensions, nested and filtered; any, all, sum, min and max over generators.
def table(n):
    return {i: [j for j in range(i % 12) if j & 1] for i in range(n)}


total = 0
for _ in range(24):
    t = table(20000)
    flat = [x * 2 for row in t.values() for x in row]
    seen = {x % 101 for x in flat}
    index = {k: v for k, v in enumerate(flat) if v % 3}
    total += len(flat) + len(seen) + len(index) + sum(index.values())
    total += any(x > 50 for x in flat) + all(x >= 0 for x in flat)
    total += max(len(row) for row in t.values()) + min(k for k in index)
matrix = [[i * j for j in range(300)] for i in range(300)]
print(total, sum(sum(row) for row in [[r[i] for r in matrix] for i in range(300)]))
