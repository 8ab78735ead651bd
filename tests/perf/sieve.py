# Prime sieves: list and bytearray with slice assignment, and one by inner loops.
def by_slices(n):
    flags = bytearray([1]) * (n + 1)
    flags[0:2] = b"\0\0"
    for i in range(2, int(n**0.5) + 1):
        if flags[i]:
            flags[i * i :: i] = bytes(len(range(i * i, n + 1, i)))
    return [i for i, f in enumerate(flags) if f]


def by_loops(n):
    flags = [True] * (n + 1)
    primes = []
    for i in range(2, n + 1):
        if flags[i]:
            primes.append(i)
            for j in range(i * i, n + 1, i):
                flags[j] = False
    return primes


a, b = by_slices(4000000), by_loops(4000000)
print(len(a), a[-1], a == b, sum(b) % 1000003)
