# Keys of a TypedDict declared again, slots that a base has already, annotations as text.
import typing
from dataclasses import InitVar, dataclass, fields
from typing import ClassVar, TypedDict


class Loose(TypedDict, total=False):
    a: int
    b: int


class Strict(Loose):
    a: str


class Both(Strict, Loose):
    c: int


for cls in (Loose, Strict, Both):
    print(cls.__name__, sorted(cls.__required_keys__), sorted(cls.__optional_keys__), sorted(cls.__annotations__))


class Base:
    __slots__ = ('__weakref__', 'a')


@dataclass(slots=True, weakref_slot=True)
class Slotted(Base):
    a: int
    b: int = 2


print(Slotted.__slots__, Slotted(1))


class Iterated:
    __slots__ = iter(['x'])


try:
    @dataclass(slots=True)
    class Derived(Iterated):
        y: int
except TypeError as e:
    print(e)

for text in ('ClassVar', 'ClassVar[int]', ' ClassVar [int]', 'typing.ClassVar.[int]', 'typing. ClassVar', 'typing.ClassVar+',
             'typing.x.ClassVar', 'ClassVarx', 'InitVar[int]', 'x.ClassVar'):
    @dataclass
    class Texts:
        n: text = 1
    print(repr(text), [f.name for f in fields(Texts)])
