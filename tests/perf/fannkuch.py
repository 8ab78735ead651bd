# Permutations in lexical flip order: list slices, reversals and index arithmetic.
def fannkuch(n):
    p, count, checksum, most, r, nperm = list(range(n)), [0] * n, 0, 0, n, 0
    while True:
        while r != 1:
            count[r - 1] = r
            r -= 1
        first, flips, q = p[0], 0, p[:]
        while first:
            q[: first + 1] = q[first::-1]
            flips += 1
            first = q[0]
        most = max(most, flips)
        checksum += -flips if nperm & 1 else flips
        nperm += 1
        while True:
            if r == n:
                return checksum, most
            head = p[0]
            for i in range(r):
                p[i] = p[i + 1]
            p[r] = head
            count[r] -= 1
            if count[r] > 0:
                break
            r += 1


print(fannkuch(9))
