# Dict heavy: int, str and tuple keys, get, setdefault, pop, update, items, in, grouping.
def histogram(n):
    counts = {}
    for i in range(n):
        key = i * i % 1013
        counts[key] = counts.get(key, 0) + 1
    return counts


def group(n):
    groups = {}
    for i in range(n):
        groups.setdefault("k%d" % (i % 500), []).append(i)
    return {k: sum(v) for k, v in groups.items()}


def grid(n):
    cells = {}
    for x in range(n):
        for y in range(n):
            cells[x, y] = x ^ y
    return sum(cells[x, y] for x in range(n) for y in range(n) if (y, x) in cells)


def churn(n):
    d = {}
    for i in range(n):
        d[i] = i
        if i >= 100:
            d.pop(i - 100)
    d.update(dict.fromkeys(range(50), 0))
    return len(d), sum(d)


for _ in range(2):
    print(len(histogram(700000)), sum(group(200000).values()), grid(300), churn(300000))
big = {i: i for i in range(800000)}
print(sum(v for k, v in big.items() if k & 1), len(big), max(big))
