# Enumerations: members found by values that are unhashable, hostile or of other classes; flags combined with others.
from enum import CONFORM, EJECT, KEEP, Enum, EnumMeta, Flag, IntEnum, IntFlag, auto


def tried(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


class Mixed(Enum):
    LIST = [1]
    ONE = 1
    HALF = 0.5
    PAIR = 1, 2


class Odd:
    def __init__(self, error):
        self.error = error

    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise self.error('from __eq__')

    def __repr__(self):
        return 'Odd()'


for value in ([1], 1, 1.0, True, 0.5, (1, 2), Mixed.ONE, [2], 7, None):
    tried(lambda: Mixed(value))
tried(lambda: Mixed(Odd(ValueError)))
tried(lambda: Mixed(1, 2))
tried(lambda: Mixed())


class Bits(Flag):
    A = 1
    B = 2
    C = 4
    AB = 3


class Kept(Flag, boundary=KEEP):
    A = 1
    B = 2


class Thrown(IntFlag, boundary=EJECT):
    A = 1
    B = 2


class Bent(Flag, boundary=CONFORM):
    A = 1
    B = 2


class Number(IntFlag):
    A = 1
    B = 2
    BIG = 1 << 70


tried(lambda: (Bits.A | Bits.B) is Bits.AB)
tried(lambda: [Bits.A | Bits.C, Bits.AB & Bits.C, Bits.A ^ Bits.AB, ~Bits.A, Bits(0), Bits(7)])
tried(lambda: Bits.A | 1)
tried(lambda: 1 | Bits.A)
tried(lambda: Bits.A | Kept.A)
tried(lambda: [Number.A | 8, 8 | Number.A, Number.A | Number.BIG, Number.BIG & Number.A, Number.A ^ True, Number.A | Bits.A])
tried(lambda: [Number.A | Thrown.B, Thrown.A | Thrown.B, Thrown.A | 4, Kept.A | Kept(8), Bent(9) | Bent.B])
tried(lambda: Bits(8))
tried(lambda: (Number.A | Number.B) is (Number.B | Number.A))


class Counting(EnumMeta):
    calls = []

    def __call__(cls, *args, **kwds):
        Counting.calls.append(args)
        return super().__call__(*args, **kwds)


class Watched(Flag, metaclass=Counting):
    A = auto()
    B = auto()


both = Watched.A | Watched.B
print(both, Watched.A | Watched.B is both, Watched(1), len(Counting.calls) > 2)


class Level(IntEnum):
    LOW = 1

    @classmethod
    def _missing_(cls, value):
        return cls.LOW if value == 'low' else None


tried(lambda: Level('low'))
tried(lambda: Level('high'))
tried(lambda: Level(Level.LOW))
Mixed._value2member_map_[99] = Mixed.ONE
tried(lambda: Mixed(99))
tried(lambda: Enum(5))
