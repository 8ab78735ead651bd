# Quotients and divisors of more than half a megabyte are divided in parts.
import math
import random

random.seed(5)


def check(a, b):
    q, r = divmod(a, b)
    return 0 <= r < b and q * b + r == a


def number(limbs):
    return random.getrandbits(64 * limbs) | 1 << 64 * limbs - 1


a = number(140_000)
print([check(a, number(n)) for n in (1, 3, 100)])
a = number(230_000)
print(check(a, number(160_000)), check(a, (1 << 64 * 160_000) - 1), check(a, (1 << 64 * 160_000) + 1))
b = number(150_000)
print(check(b * number(10_000) - 1, b), check(b * number(10_000), b))

square = number(80_000) ** 2
print(math.isqrt(square) ** 2 == square, (math.isqrt(square - 1) + 1) ** 2 == square)

g = number(12_000) | 1
a, b = number(24_000) * g, number(23_000) * g
d = math.gcd(a << 70, b << 64)
print(d % (g << 64) == 0, math.gcd(a // (d >> 64), b // (d >> 64)), math.gcd(a, 1 << 64 * 40_000), math.gcd(a, g) == g)
