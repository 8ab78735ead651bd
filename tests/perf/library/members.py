# enum: members by attribute, value and name, flags combined and taken apart, classes made.
from enum import Enum, Flag, IntEnum, IntFlag, StrEnum, auto


class Colour(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3


class Access(Flag):
    READ = auto()
    WRITE = auto()
    RUN = auto()


class Bits(IntFlag):
    A = 1
    B = 2
    C = 4


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Kind(StrEnum):
    ONE = auto()
    TWO = auto()


n = 0
for i in range(15000):
    c = Colour(i % 3 + 1)
    n += c.value + len(c.name) + (c is Colour.RED) + Colour['BLUE'].value + {Colour.RED: 1}.get(c, 0)
    rw = Access.READ | Access.WRITE
    n += ((rw & Access.READ) is Access.READ) + (Access.RUN in rw) + (rw ^ Access.READ).value + (~rw).value
    n += (Bits.A | Bits.C) + (Bits(i & 7) & 5) + Level(2) + (Level.LOW < Level.HIGH) + len(Kind.ONE)
for i in range(2000):
    n += sum(c.value for c in Colour) + len(list(Access(7))) + len(str(Colour.RED)) + len(repr(Access.READ))
for i in range(80):
    n += len(Enum(f'E{i}', 'A B C D'))
print(n, list(Colour), rw, Kind.TWO)
