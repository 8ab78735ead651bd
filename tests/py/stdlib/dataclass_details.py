# Dataclasses: eq as tuples compare, defaults in slots, string annotations resolved, abstract methods, doc.
from dataclasses import *
from typing import ClassVar as CV, List, Optional
import typing, abc, collections
nan = float('nan')
@dataclass
class P:
    x: float
p = P(nan)
print(p == P(nan), P(float('nan')) == P(float('nan')))
@dataclass(slots=True)
class A:
    a: str
    b: str = field(default='b', init=False)
print(A('x'))
@dataclass
class S:
    c: "CV[int]" = 3
    d: "typing.ClassVar" = 4
    e: "InitVar[int]" = 5
    f: "Optional[int]" = None
print(S(), [f.name for f in fields(S)])
class Ordered(abc.ABC):
    @abc.abstractmethod
    def __lt__(self, other): pass
@dataclass(order=True)
class Date(Ordered):
    year: int
print(Date(1) < Date(2), Date.__doc__)
@dataclass
class D:
    x: List[int] = field(default_factory=list)
    y: collections.deque = None
    z: Optional[int] = 3
    w: list[int] = ()
print(D.__doc__)

# frozen and with slots: a state of its own stays
@dataclass(frozen=True, slots=True)
class Kept:
    a: int
    def __getstate__(self): return 'mine', self.a
    def __setstate__(self, state): object.__setattr__(self, 'a', state[1] * 2)
import copy
print(Kept(4).__getstate__(), copy.copy(Kept(4)))

# what a class says of itself is how it is called, whoever wrote __init__
@dataclass(init=False)
class Bare:
    a: int = 3
@dataclass
class Mine:
    a: int
    def __init__(self, *given): pass
print(Bare.__doc__, Mine.__doc__)
