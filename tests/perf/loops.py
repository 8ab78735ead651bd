# Nested range and while loops over small ints.
def count(n):
    total = 0
    for i in range(n):
        for j in range(i % 60):
            if (i ^ j) & 3 == 1:
                total += j
            elif j > 40:
                continue
            else:
                total -= 1
    k = n * 20
    while k > 0:
        k -= 3
        total += k & 1
    return total


print(count(220000))
