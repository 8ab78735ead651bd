# Method calls on several classes at one site, bound methods, class and static methods.
class Shape:
    made = 0

    def __init__(self, size):
        self.size = size
        Shape.made += 1

    def area(self):
        return 0

    def twice(self):
        return self.area() * 2

    @staticmethod
    def unit():
        return 1

    @classmethod
    def of(cls, size):
        return cls(size)


class Square(Shape):
    def area(self):
        return self.size * self.size


class Strip(Shape):
    def __init__(self, size, width=3):
        super().__init__(size)
        self.width = width

    def area(self):
        return self.size * self.width


class Dot(Shape):
    def area(self):
        return self.unit()


shapes = [kind.of(i % 10) for i in range(300) for kind in (Square, Strip, Dot)]
total = 0
for _ in range(1600):
    for s in shapes:
        total += s.twice()
grow = [s.area for s in shapes]
for _ in range(400):
    for area in grow:
        total += area()
for i in range(150000):
    total += Strip(i & 7, width=2).area()
print(total, Shape.made)
