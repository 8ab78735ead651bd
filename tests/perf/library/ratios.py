# fractions: made, calculated with, compared, hashed, shown.
from fractions import Fraction

a, b, n = Fraction(3, 7), Fraction(22, 35), 0
for i in range(1, 6000):
    x = Fraction(i, 36)
    n += (a + x) * b - x / b
    n = Fraction(n.numerator % 1000003, n.denominator % 1009 + 1)
    n += (x < b) + (x == a) + (x + 1 > 2 * x) + int(x) + hash(x) % 7
print(n, sum(Fraction(1, k) for k in range(1, 300)) > 6)
terms = {Fraction(i, j): i for i in range(1, 60) for j in range(1, 60)}
print(len(terms), sum(terms.values()), max(terms), float(sum(terms)))
print(sum(float(Fraction(str(i / 8))) + len(str(Fraction(i, 10))) for i in range(3000)))
print([Fraction(3.14159265358979).limit_denominator(10 ** k) for k in range(1, 7)], a ** 5, -a, abs(-b), round(b, 2))
