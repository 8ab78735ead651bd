# Float attributes updated pair by pair.
class Body:
    def __init__(self, x, y, vx, vy, mass):
        self.x, self.y, self.vx, self.vy, self.mass = x, y, vx, vy, mass


bodies = [Body(i * 1.5, i * i * 0.25, 0.01 * i, -0.02 * i, 1.0 / (i + 1)) for i in range(5)]
for _ in range(70000):
    for i, a in enumerate(bodies):
        for b in bodies[i + 1:]:
            dx, dy = a.x - b.x, a.y - b.y
            pull = 0.001 / ((dx * dx + dy * dy + 0.01) ** 1.5)
            a.vx -= dx * b.mass * pull
            a.vy -= dy * b.mass * pull
            b.vx += dx * a.mass * pull
            b.vy += dy * a.mass * pull
    for a in bodies:
        a.x += a.vx * 0.001
        a.y += a.vy * 0.001
print("%.9f" % sum(b.x * b.y for b in bodies))
