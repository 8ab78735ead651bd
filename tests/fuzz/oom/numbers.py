# Big integers, floats, complex, decimal, fractions, statistics, random.
import decimal
import fractions
import math
import random
import statistics

n = 3**200 - 7**100
print(n // 12345, divmod(n, 10**20), n & (1 << 90), n >> 33, hex(n), math.isqrt(n), pow(7, n, 10**9 + 7))
print(int("9" * 60) * int("-" + "8" * 30), math.gcd(n, 3**50), n.to_bytes(50, "little"), int.from_bytes(b"abcdefgh" * 3))
print(1.1.as_integer_ratio(), (0.1).hex(), round(2.675, 2), complex(1, 2) ** 2, float("1e300") * 1e10, math.fsum([0.1] * 10))
D = decimal.Decimal
with decimal.localcontext() as ctx:
    ctx.prec = 40
    print(D(2).sqrt(), D("1.1") / 3, D(10) ** -20, D("1e5").quantize(D("0.01")), sum([D(1), D(2)]))
print(fractions.Fraction(1, 3) + fractions.Fraction("2.5"), statistics.mean([1, 2, 4]), statistics.stdev([1.0, 2, 4]))
random.seed(1)
print(random.random(), random.sample(range(100), 5), random.shuffle([1, 2, 3]), math.comb(40, 20), math.factorial(30))
