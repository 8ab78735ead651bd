# Attribute loads and stores, __slots__, properties, class attributes.
class Point:
    scale = 2

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Cell:
    __slots__ = ("value", "next")

    def __init__(self, value, next):
        self.value = value
        self.next = next

    @property
    def double(self):
        return self.value * 2


def drift(points, n):
    for i in range(n):
        for p in points:
            p.x += p.y * p.scale
            p.y = p.x - i & 0xFFFF
    return sum(p.x ^ p.y for p in points) & 0xFFFFFFFF


def chain(n):
    head = None
    for i in range(n):
        head = Cell(i, head)
    total = 0
    while head is not None:
        total += head.value + head.double
        head = head.next
    return total


print(drift([Point(i, i * 3) for i in range(100)], 30000), chain(500000))
