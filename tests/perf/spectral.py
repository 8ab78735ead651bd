# Spectral norm: float arithmetic in generator sums.
def entry(i, j):
    return 1.0 / ((i + j) * (i + j + 1) // 2 + i + 1)


def apply(u, swap):
    n = range(len(u))
    return [sum((entry(j, i) if swap else entry(i, j)) * u[j] for j in n) for i in n]


u = [1.0] * 280
for _ in range(10):
    v = apply(apply(u, False), True)
    u = apply(apply(v, False), True)
print("%.9f" % (sum(a * b for a, b in zip(u, v)) / sum(b * b for b in v)) ** 0.5)
