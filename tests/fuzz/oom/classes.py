# Classes, descriptors, metaclasses, slots, properties, dataclasses, enums, pattern matching.
import dataclasses
import enum
import functools


class Meta(type):
    def __new__(mcls, name, bases, ns, **kw):
        return super().__new__(mcls, name, bases, {**ns, "extra": kw})


class D:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, owner):
        return self if obj is None else getattr(obj, self.name, None)

    def __set__(self, obj, value):
        setattr(obj, self.name, value)


class A(metaclass=Meta, tag="t"):
    d = D()

    @property
    def p(self):
        return self.d

    @staticmethod
    def s(*a, **k):
        return a, k

    @classmethod
    def c(cls):
        return cls.__name__

    def __getattr__(self, name):
        return name.upper()


class B(A):
    __slots__ = ("q",)

    def __init__(self, **kw):
        super().__init__()
        self.q = kw


@dataclasses.dataclass(order=True)
class P:
    x: int
    y: list = dataclasses.field(default_factory=list)


class Color(enum.Enum):
    RED = 1
    BLUE = enum.auto()


@functools.lru_cache(maxsize=4)
def f(n):
    return n if n < 2 else f(n - 1) + f(n - 2)


b = B(a=1)
b.d = [1]
print(b.p, b.s(1, k=2), b.c(), b.nothing, A.extra, B.__mro__, b.q, f(12))
match P(1, [2, 3]):
    case P(x=1, y=[z, *rest]):
        print(z, rest, Color(2), list(Color), sorted([P(2), P(1)]))
print(type("X", (B,), {"m": lambda self: 1})().m(), dataclasses.asdict(P(3)))
