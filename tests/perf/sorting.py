# Lists: build, sort with keys, slice, bisect by hand.
seed = 12345
values = []
for _ in range(350000):
    seed = (seed * 1103515245 + 12345) % 2147483648
    values.append(seed)
ordered = sorted(values)
by_tail = sorted(values, key=lambda v: (v % 1000, v))
print(ordered[::10000], by_tail[::10000])
hits = 0
for v in values[:50000]:
    low, high = 0, len(ordered)
    while low < high:
        middle = (low + high) // 2
        if ordered[middle] < v:
            low = middle + 1
        else:
            high = middle
    hits += ordered[low] == v
print(hits)
