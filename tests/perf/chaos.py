# A chaos game on a B-spline: points, knots, weighted random affine maps.
import math
import random


class Point:
    def __init__(self, x=0.0, y=0.0):
        self.x, self.y = x, y

    def __sub__(self, other):
        return Point(self.x - other.x, self.y - other.y)

    def length(self):
        return math.hypot(self.x, self.y)

    def blend(self, other, t):
        return Point(self.x + (other.x - self.x) * t, self.y + (other.y - self.y) * t)


class Spline:
    def __init__(self, points, degree):
        self.points, self.degree = points, degree
        n = len(points) - degree
        self.knots = [0] * degree + list(range(n + 1)) + [n] * degree

    def __call__(self, u):
        low = self.degree
        while low < len(self.points) - 1 and self.knots[low + 1] <= u:
            low += 1
        work = [self.points[low - self.degree + i] for i in range(self.degree + 1)]
        for step in range(1, self.degree + 1):
            for i in range(self.degree, step - 1, -1):
                left = self.knots[low - self.degree + i]
                width = self.knots[low + 1 + i - step] - left
                work[i] = work[i - 1].blend(work[i], (u - left) / width if width else 0.0)
        return work[-1]


random.seed(1234)
splines = [Spline([Point(math.cos(i * k), math.sin(i + k)) for i in range(9)], 3) for k in range(1, 4)]
weights = []
for s in splines:
    steps = [s(i / 40.0) for i in range(240)]
    weights.append(sum((b - a).length() for a, b in zip(steps, steps[1:])))
grid = [[0] * 64 for _ in range(64)]
p, total = Point(0.3, 0.3), sum(weights)
for _ in range(90000):
    pick, i = random.random() * total, 0
    while pick > weights[i]:
        pick -= weights[i]
        i += 1
    q = splines[i](min(max(p.x, 0.0), 1.0) * 5.9)
    p = p.blend(q, 0.6 + 0.1 * math.sin(p.y))
    grid[int((p.x + 1.5) * 20) & 63][int((p.y + 1.5) * 20) & 63] += 1
print(sum(map(max, grid)), sum(1 for row in grid for v in row if v), "%.6f" % p.length())
