# Integer arithmetic and branches in a hot loop.
best = (0, 0)
for start in range(1, 60000):
    n, steps = start, 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
        if n < start and steps > 200:
            break
    if steps > best[1]:
        best = (start, steps)
print(best)
