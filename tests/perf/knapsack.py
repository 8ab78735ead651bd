# Dynamic programming over lists.
items = [(i * 37 % 91 + 3, i * 53 % 127 + 5) for i in range(800)]
best = [0] * 4001
for weight, gain in items:
    for room in range(4000, weight - 1, -1):
        other = best[room - weight] + gain
        if other > best[room]:
            best[room] = other
print(best[4000], sum(best))
