# A ray tracer: vector objects with operators, spheres and a plane, shadows and reflections.
import math


class Vector:
    __slots__ = ("x", "y", "z")

    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z

    def __add__(self, o):
        return Vector(self.x + o.x, self.y + o.y, self.z + o.z)

    def __sub__(self, o):
        return Vector(self.x - o.x, self.y - o.y, self.z - o.z)

    def __mul__(self, k):
        return Vector(self.x * k, self.y * k, self.z * k)

    def dot(self, o):
        return self.x * o.x + self.y * o.y + self.z * o.z

    def unit(self):
        return self * (1.0 / math.sqrt(self.dot(self)))


class Sphere:
    def __init__(self, centre, radius, shine):
        self.centre, self.radius, self.shine = centre, radius, shine

    def hit(self, start, way):
        to = self.centre - start
        along = to.dot(way)
        inside = self.radius * self.radius - to.dot(to) + along * along
        if inside < 0.0:
            return None
        t = along - math.sqrt(inside)
        return t if t > 1e-6 else None

    def normal(self, p):
        return (p - self.centre).unit()


class Floor:
    shine = 0.1

    def __init__(self, height):
        self.height = height

    def hit(self, start, way):
        if way.y > -1e-9:
            return None
        t = (self.height - start.y) / way.y
        return t if t > 1e-6 else None

    def normal(self, p):
        return Vector(0.0, 1.0, 0.0)


def nearest(things, start, way):
    best, found = math.inf, None
    for thing in things:
        t = thing.hit(start, way)
        if t is not None and t < best:
            best, found = t, thing
    return best, found


def colour(things, light, start, way, depth):
    t, thing = nearest(things, start, way)
    if thing is None:
        return 0.1 + 0.2 * max(way.y, 0.0)
    p = start + way * t
    n = thing.normal(p)
    to_light = (light - p).unit()
    shade = 0.05
    if nearest(things, p, to_light)[1] is None:
        shade += max(0.0, n.dot(to_light))
    if depth and thing.shine:
        bounce = way - n * (2.0 * n.dot(way))
        shade = shade * (1.0 - thing.shine) + colour(things, light, p, bounce, depth - 1) * thing.shine
    return shade


things = [Sphere(Vector(i * 1.4 - 2.8, math.sin(i), 6.0 + i % 2), 1.0, 0.1 * i) for i in range(5)] + [Floor(-1.5)]
light, eye, size = Vector(5.0, 8.0, -3.0), Vector(0.0, 0.5, -4.0), 160
total = 0.0
for row in range(size):
    for column in range(size):
        way = Vector(column / size - 0.5, 0.5 - row / size, 1.0).unit()
        total += colour(things, light, eye, way, 3)
print("%.6f" % total)
