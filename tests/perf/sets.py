# Set heavy: membership, union, difference, building, frozensets as keys, a transitive closure.
def reachable(edges, start):
    seen, todo = {start}, [start]
    while todo:
        for n in edges[todo.pop()]:
            if n not in seen:
                seen.add(n)
                todo.append(n)
    return seen


edges = {i: {(i * 7 + 3) % 5000, (i * 11 + 5) % 5000, i // 2} for i in range(5000)}
total = 0
for start in range(0, 5000, 100):
    total += len(reachable(edges, start))
evens, threes = set(range(0, 400000, 2)), set(range(0, 400000, 3))
print(total, len(evens & threes), len(evens | threes), len(evens - threes), len(evens ^ threes))
pairs = {frozenset((a, b)) for a in range(500) for b in range(a, 500)}
words = {"w%d" % (i * 31 % 9973) for i in range(200000)}
hits = sum("w%d" % i in words for i in range(100000))
print(len(pairs), len(words), hits, evens.isdisjoint({1, 3}), {2, 4} <= evens)
