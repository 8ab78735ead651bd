# List operations: append, pop, insert, slices, extend, index, reverse, zip, enumerate, unpacking.
def shuffle(values, n):
    for i in range(n):
        head, *rest = values[:5]
        values[:5] = rest + [head]
        values.append(values.pop(i % 50))
        if i % 3 == 0:
            values[10:20] = values[19:9:-1]
    return values


def merge(a, b):
    out, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            out.append(a[i])
            i += 1
        else:
            out.append(b[j])
            j += 1
    out.extend(a[i:])
    out += b[j:]
    return out


def merge_sort(v):
    if len(v) < 2:
        return v
    half = len(v) // 2
    return merge(merge_sort(v[:half]), merge_sort(v[half:]))


values = shuffle(list(range(200)), 300000)
stack = []
for i in range(1500000):
    stack.append(i)
    if i % 3 == 0:
        stack.pop()
flat = [x for pair in zip(values, reversed(values)) for x in pair] * 40
print(values[:6], len(stack), merge_sort([i * 7919 % 60013 for i in range(140000)])[::9999])
print(sum(i * x for i, x in enumerate(flat)), flat.index(199), flat.count(7), sorted(flat, reverse=True)[5], [flat[-1], *flat[:2]])
