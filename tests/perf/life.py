# The game of life twice: on a set of coordinates, and on a bordered list of rows.
from collections import Counter


def step_set(live):
    near = Counter((x + a, y + b) for x, y in live for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b)
    return {p for p, n in near.items() if n == 3 or (n == 2 and p in live)}


def step_rows(rows):
    new = [[0] * len(rows[0]) for _ in rows]
    for y in range(1, len(rows) - 1):
        up, here, down = rows[y - 1], rows[y], rows[y + 1]
        for x in range(1, len(here) - 1):
            n = up[x - 1] + up[x] + up[x + 1] + here[x - 1] + here[x + 1] + down[x - 1] + down[x] + down[x + 1]
            new[y][x] = 1 if n == 3 or (n == 2 and here[x]) else 0
    return new


live = {(x, y) for x in range(40) for y in range(40) if (x * x + y * 3) % 5 < 2}
for _ in range(130):
    live = step_set(live)
rows = [[(x * 7 + y * y) % 3 % 2 for x in range(110)] for y in range(110)]
for _ in range(240):
    rows = step_rows(rows)
print(len(live), min(live), sum(map(sum, rows)))
