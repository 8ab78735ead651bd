# Enum classes: texts, flags with every boundary, aliases, auto, mixins, errors.
import enum
import warnings
from dataclasses import dataclass
from enum import (CONFORM, CONTINUOUS, EJECT, KEEP, NAMED_FLAGS, STRICT, UNIQUE, Enum, EnumCheck, EnumMeta,
                  EnumType, Flag, FlagBoundary, IntEnum, IntFlag, ReprEnum, StrEnum, auto, global_enum,
                  global_enum_repr, global_flag_repr, global_str, member, nonmember, pickle_by_enum_name,
                  pickle_by_global_name, property, unique, verify)

warnings.simplefilter('ignore')


def attempt(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e, '|', repr(e.__context__))


class Planet(Enum):
    EARTH = (1, 'blue')
    MARS = (2, 'red')
    TERRA = (1, 'blue')

    def __init__(self, n, color):
        self.n, self.color = n, color

    @property
    def text(self):
        return f'{self.name}/{self.color}'


print(list(Planet), Planet.TERRA, Planet.TERRA.text, Planet['MARS'].n, len(Planet), dir(Planet.EARTH))
print(dir(Planet), Planet.__members__, list(reversed(Planet)), Planet, EnumMeta is EnumType)
attempt(Planet, 9)
attempt(Planet.__getitem__, 'X')
attempt(setattr, Planet, 'MARS', 3)
attempt(delattr, Planet, 'MARS')
attempt(setattr, Planet.MARS, 'name', 3)
attempt(type, 'Sub', (Planet,), {})
attempt(lambda: Planet.MARS in Planet and (1, 'blue') in Planet and 5 not in Planet)
attempt(EnumType, 'E', (Enum,), {})


class Low(StrEnum):
    ONE = auto()
    TWO = 'zwei'


class Num(IntEnum):
    A = 3
    B = auto()
    C = A


print(Low.ONE, f'{Low.TWO:>6}', repr(Low.TWO), Num.B + 1, f'{Num.A:03}', repr(Num.C), str(Num.A), Num(4))
attempt(lambda: StrEnum('Bad', {'x': 1}))
attempt(lambda: StrEnum('Bad', {'x': ('a', 2)}))

for boundary in (STRICT, CONFORM, EJECT, KEEP):
    class F(Flag, boundary=boundary):
        A = auto()
        B = auto()
        D = 8
        AB = 3
    print(boundary, repr(boundary), isinstance(boundary, FlagBoundary))
    for value in (0, 3, 4, 9, 11, 16, -1, -2, -17):
        attempt(F, value)
    print([repr(~f) for f in F], F.A | F.D, repr(F.A ^ F.AB), F.A in F.AB, len(F.AB), bool(F(0)), list(F.AB))
attempt(lambda: F.A | 1)
attempt(lambda: 1 in F.A)


class Perm(IntFlag):
    R = 4
    W = 2
    X = 1


print(Perm(7), repr(Perm(7)), repr(Perm(8)), repr(~Perm.R), Perm.R | 8, repr(Perm.R | 8), list(Perm(7)), Perm(0))
print(enum.show_flag_values(13), [enum.bin(v, n) for v in (0, 5, -5, -1) for n in (None, 6)])


@dataclass
class Point:
    x: int
    y: int


class Corner(Point, Enum):
    ORIGIN = 0, 0
    TOP = 1, 2


print(Corner.TOP, repr(Corner.TOP), Corner.TOP.x)


class Kinds(Enum):
    _ignore_ = 'i'
    i = 5

    @member
    def f(self):
        return 1
    n = nonmember(7)
    a, b = auto(), (auto(), 'x')


print(list(Kinds)[1:], Kinds.n, Kinds.f.name, hasattr(Kinds, 'i'))


def duplicate():
    class Dup(Enum):
        A = 1
        A = 2


def reserved():
    class R(Enum):
        _x_ = 1


def misordered():
    class O(Enum):
        _order_ = 'B A'
        A = 1
        B = 2


def late():
    class L(Enum):
        A = auto()

        def _generate_next_value_(name, start, count, last):
            return name


def mro():
    return Enum('M', 'mro')


def wrong_missing():
    class W(Enum):
        A = 1

        @classmethod
        def _missing_(cls, value):
            return 5
    return W(2)




for f in (duplicate, reserved, misordered, late, mro, wrong_missing):
    attempt(f)
attempt(lambda: unique(Enum('U', {'a': 1, 'b': 1})))
attempt(lambda: verify(UNIQUE)(Enum('U', {'a': 1, 'b': 1})))
attempt(lambda: verify(CONTINUOUS)(Enum('U', {'a': 1, 'b': 4})))
attempt(lambda: verify(NAMED_FLAGS)(Flag('U', {'a': 1, 'b': 14})))
print(list(EnumCheck), EnumCheck.UNIQUE)
print(Enum('Q', 'a b c').b, IntEnum('Q', ['a', 'b'], start=5).b, Enum('Q', [('x', 1)], module='m', qualname='o.Q'))


@global_enum
class Tone(Enum):
    DO = 1


print(repr(DO), str(DO), global_str(DO), global_enum_repr(DO), global_flag_repr(Perm.R | Perm.W))


class Unhashable(Enum):
    A = [1]
    B = [2]


class Text(str, ReprEnum):
    A = 'a'


print(Unhashable([2]), Text.A, repr(Text.A), issubclass(Text, ReprEnum))


class Pick(Enum):
    __reduce_ex__ = pickle_by_enum_name
    A = 1


print(Pick.A.__reduce_ex__(2)[1], pickle_by_global_name(Pick.A, 2))
