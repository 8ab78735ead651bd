# Float arithmetic in locals: numeric integration and an iterated map.
import math


def simpson(f, a, b, n):
    h = (b - a) / n
    total = f(a) + f(b)
    for i in range(1, n):
        total += (4.0 if i % 2 else 2.0) * f(a + i * h)
    return total * h / 3.0


def orbit(x, y, n):
    for _ in range(n):
        x, y = 1.0 - 1.4 * x * x + y, 0.3 * x
        if abs(x) > 1e6:
            return math.inf
    return x + y


def bell(x):
    return math.exp(-x * x) + x ** 2 - math.sqrt(abs(x)) / 2.0


print("%.9f" % simpson(bell, -3.0, 3.0, 1500000), "%.6f" % orbit(0.1, 0.1, 40), round(sum(orbit(i / 1e3, 0.0, 900) for i in range(1800)), 3) < 1e9)
