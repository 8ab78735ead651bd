# Big ints: factorials, powers, modular powers, roots, text both ways, bit work.
from math import gcd, isqrt


def fermat(n, bases):
    return all(pow(b, n - 1, n) == 1 for b in bases)


factorial = 1
for i in range(1, 1500):
    factorial *= i
a, b = 0, 1
for _ in range(120000):
    a, b = b, a + b
text = str(factorial)  # 4111 digits: python3 refuses more than 4300
print(len(text), int(text[:3000]) % 1000003, a % 10**9, isqrt(a) % 10**9)
print([k for k in range(3, 640, 2) if fermat(2**k - 1, (3, 5, 7))][:9])
x, mixed = 3**2000, 0
for i in range(60000):
    x = (x << 5 ^ x >> 3) & (1 << 4000) - 1
    mixed = (mixed * 31 + (x | i) % 1000007) % (10**18 + 9)
print(mixed, bin(x).count("1"), gcd(factorial, 7**900 * 11**400) % 10**9)
