# Floats in nested lists.
def multiply(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


n = 130
a = [[(i * j % 7) / 3.0 for j in range(n)] for i in range(n)]
b = [[(i + j) % 5 - 1.5 for j in range(n)] for i in range(n)]
for _ in range(4):
    b = multiply(a, b)
    top = max(max(map(abs, row)) for row in b)
    b = [[x / top for x in row] for row in b]
print("%.6f" % sum(map(sum, b)))
