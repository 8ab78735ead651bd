# Dynamic programming in tables: edit distance, longest common subsequence, coin change, matrix chain.
def edit(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        corner, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            corner, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, corner + (x != y))
    return row[-1]


def common(a, b):
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a)):
        for j in range(len(b)):
            if a[i] == b[j]:
                table[i + 1][j + 1] = table[i][j] + 1
            else:
                table[i + 1][j + 1] = max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]


def chain(sizes):
    n = len(sizes) - 1
    cost = [[0] * n for _ in range(n)]
    for length in range(2, n + 1):
        for i in range(n - length + 1):
            j = i + length - 1
            cost[i][j] = min(cost[i][k] + cost[k + 1][j] + sizes[i] * sizes[k + 1] * sizes[j + 1] for k in range(i, j))
    return cost[0][-1]


ways = [1] + [0] * 60000
for coin in (1, 2, 5, 10, 20, 50, 100, 200):
    for amount in range(coin, len(ways)):
        ways[amount] += ways[amount - coin]
a = "".join("ACGT"[i * i % 7 % 4] for i in range(1200))
b = "".join("ACGT"[i * 3 % 11 % 4] for i in range(1200))
print(edit(a, b), common(a[:700], b[:700]), chain([i * 7 % 23 + 4 for i in range(100)]), ways[200], ways[-1] % 10**9)
