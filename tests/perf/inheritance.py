# Deep and multiple inheritance: super() chains, operators, __getattr__, isinstance, abstract bases.
from abc import ABC, abstractmethod


class Base(ABC):
    @abstractmethod
    def size(self): ...

    def describe(self, n):
        return n + 1


class Left(Base):
    def describe(self, n):
        return super().describe(n) + 2


class Right(Base):
    def describe(self, n):
        return super().describe(n) + 3


class Both(Left, Right):
    def __init__(self, n):
        self.n = n

    def describe(self, n):
        return super().describe(n) + self.size()

    def size(self):
        return self.n

    def __getattr__(self, name):
        if name == "missing":
            return self.n * 2
        raise AttributeError(name)


class Vec:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    def __eq__(self, other):
        return isinstance(other, Vec) and self.x == other.x and self.y == other.y

    def __getitem__(self, i):
        return self.y if i else self.x

    def __len__(self):
        return 2


total, v, one = 0, Vec(0, 0), Vec(1, 2)
objects = [Both(i % 5) for i in range(50)]
for i in range(9000):
    for o in objects:
        total += o.describe(i)
    total += objects[i % 50].missing + isinstance(o, Right) + hasattr(o, "absent")
for i in range(300000):
    v = v + one * (i & 3)
    total += v[i & 1] + len(v) + (v == one)
print(total, v.x, v.y)
