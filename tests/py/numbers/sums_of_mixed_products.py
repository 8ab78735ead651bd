# sums of products of floats, ints and bools in every order; huge ints leave the floats
import math
import random

draw = random.Random(4)
kinds = [lambda: draw.uniform(-2, 2) * 10 ** draw.randrange(-9, 9), lambda: draw.randrange(-9, 9), lambda: draw.random() < .5,
         lambda: draw.randrange(10 ** 30)]
for _ in range(150):
    size = draw.randrange(8)
    p, q = ([draw.choice(kinds)() for _ in range(size)] for _ in range(2))
    print(repr(math.sumprod(p, q)))
for p, q in ([1.5, 10 ** 400], [2.0, 3]), ([1e308, 2.0], [10, 1]), ([1, 1.5], [2]), ([math.inf, 1.0], [1.0, 2.0]):
    try:
        print(math.sumprod(p, q))
    except (OverflowError, ValueError) as e:
        print(type(e).__name__, e)
numbers = [draw.uniform(-1, 1) * 10 ** draw.randrange(-18, 18) for _ in range(200)]
print(math.fsum(numbers), math.fsum(numbers + [-x for x in numbers[::2]]), math.hypot(*numbers), math.dist(numbers[:9], numbers[9:18]))
print(math.fsum([1e16, 1, 1e-16]), math.fsum([1e308, -1e308, 5e-324]), math.hypot(5e-324, 1e-323), math.hypot(1e308, 1e308))
for ints in ([10 ** 10] * 2, [2 ** 62, 1, -1], [2 ** 63 - 1, 1], [-2 ** 63, 5], [2 ** 31, 2 ** 32]):
    print(math.sumprod(ints, ints), math.sumprod(ints, [1] * len(ints)), math.sumprod(ints + [0.5], ints + [3]))
