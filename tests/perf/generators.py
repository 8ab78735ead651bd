# Generators, comprehensions and sets.
def primes(limit):
    found = []
    for n in range(2, limit):
        for p in found:
            if p * p > n:
                found.append(n)
                yield n
                break
            if n % p == 0:
                break
        else:
            found.append(n)
            yield n


def pairs(values):
    seen = set(values)
    for v in values:
        if v + 2 in seen:
            yield v, v + 2


twins = list(pairs(list(primes(700000))))
print(len(twins), twins[-1], len({a % 1000 for a, b in twins}))
