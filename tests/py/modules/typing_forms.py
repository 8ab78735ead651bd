# Forms of typing: texts, equality, substitution, protocols, hints, named tuples, typed dicts, errors.
import collections.abc
import typing
from typing import *


def attempt(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)


T = TypeVar('T')
K = TypeVar('K', bound='int')
S = TypeVar('S', int, str)
P = ParamSpec('P')
Ts = TypeVarTuple('Ts')
print(T, K.__bound__, S.__constraints__, P.args, P.kwargs, Ts, T.__module__, T.__covariant__)

for form in (List[int], Dict[str, List[T]], Optional[int], Union[int, str, int], Union[int, None, str], Tuple[()],
             Tuple[int, ...], Callable[[int, T], str], Callable[..., int], Callable[P, T],
             Callable[Concatenate[int, P], str], Literal[1, 'a', True, 1], ClassVar[int], Final[str],
             Annotated[int, 'x', 3], Annotated[Annotated[int, 1], 2], Type[T], Unpack[Ts], TypeGuard[int],
             Required[int], NotRequired[str], Deque[int], DefaultDict[str, int], Match[str], Pattern[bytes],
             ContextManager[int], AsyncGenerator[int, str], List['A'], collections.abc.Callable[[int], str],
             collections.abc.Callable[P, int], list[T], int | list[T] | None, T | int, int | T, Any, NoReturn, Self,
             LiteralString, Never, TypeAlias, Hashable, List, Text, SupportsInt, IO[str]):
    print(form, get_origin(form), get_args(form), getattr(form, '__parameters__', None))

print(Dict[T, List[S]][int, str], Callable[P, T][[int, str], bytes], Callable[Concatenate[int, P], T][[str], int],
      list[T][int], dict[T, list[T]][int], Tuple[Unpack[Ts]][int, str], Union[T, int][int], Optional[T][str],
      collections.abc.Callable[P, T][[int, str], bytes], (list[T] | int)[str], Annotated[T, 1][int])
print(Union[int, str] == Union[str, int], Union[int, str] == int | str, Literal[1] == Literal[True],
      Callable[[int], str] == Callable[[int], str], List[int] == list[int], hash(List[int]) == hash(List[int]))
for wrong in ('List[int, str]', 'Dict[int]', 'Callable[int]', 'Callable[0, int]', 'Union[()]', 'Optional[1, 2]',
              'ClassVar[int, str]', 'List[ClassVar[int]]', 'List[Generic]', 'Generic[int]', 'Generic[T, T]',
              'Protocol[T][int]', 'Generic[()]', 'Any[int]', 'NoReturn[int]', 'Literal', 'List()', 'Union()',
              'Any()', 'Annotated[int]', 'Concatenate[int]', 'TypeVar("T", int)', 'TypeVar("T", int, bound=str)',
              'TypeVar("T", covariant=True, contravariant=True)', 'isinstance(1, List[int])',
              'issubclass(int, Union)', 'isinstance(1, Any)', 'List[int][str]', 'list[T][int, str]',
              'ForwardRef("1 +")', 'ForwardRef(1)', 'iter(Union[int, str])',
              'class_of(Generic)', 'class_of(ClassVar[int])', 'class_of(T)', 'class_of(type(T))', 'class_of(Union)',
              'class_of(NewType("N", int))', 'runtime_checkable(int)', 'get_type_hints(5)'):
    print(wrong, end=' -> ')

    def class_of(base):
        class C(base):
            pass
        return C
    attempt(lambda: eval(wrong))
print(isinstance(3, Optional[int]), issubclass(bool, Union[int, str]), isinstance([], List))


class Box(Generic[T]):
    item: 'T'

    def get(self) -> Optional[T]:
        return None


class Pair(Box[T], Generic[T, S]):
    pass


print(Box[int], Pair[int, str], Pair.__parameters__, Box[int]().__orig_class__, Box[int].__mro_entries__(()))
print(Pair.__orig_bases__, Box[T] == Box[T], Pair[int, S][str], get_type_hints(Box.get), get_type_hints(Box))


class Sized2(Protocol):
    size: int

    def area(self) -> int: ...


@runtime_checkable
class Closer(Protocol):
    def close(self): ...


class Door:
    def close(self):
        pass


class Shape(Sized2):
    size = 3


print(isinstance(Door(), Closer), issubclass(Door, Closer), isinstance(3, Closer), Shape().size)
attempt(isinstance, 3, Sized2)
attempt(Closer)
attempt(issubclass, Door, runtime_checkable(Sized2))
attempt(lambda: type('Bad', (Protocol, int), {}))
print(isinstance(3, SupportsInt), isinstance(3, SupportsIndex), isinstance('', SupportsAbs),
      issubclass(complex, SupportsFloat), isinstance(1.5, SupportsRound), isinstance(b'', SupportsBytes),
      isinstance(1j, SupportsComplex))


class Emp(NamedTuple):
    name: str
    pay: int = 3

    def text(self):
        return f'{self.name}={self.pay}'


class Movie(TypedDict, total=False):
    title: Required[str]
    year: int


class Sequel(Movie):
    number: Annotated[NotRequired[int], 'n']


print(Emp('a'), Emp('b', 5).text(), Emp.__annotations__, Emp._field_defaults, Emp.__orig_bases__[0].__name__)
print(NamedTuple('X', [('a', int), ('b', 'str')])(1, 2), get_type_hints(NamedTuple('X', [('a', 'int')])))
print(Movie(title='x'), Movie.__required_keys__, Sequel.__optional_keys__ == {'year', 'number'}, Sequel.__total__)
print(get_type_hints(Sequel), get_type_hints(Sequel, include_extras=True), is_typeddict(Movie), is_typeddict(dict))
print(TypedDict('D', {'a': int})(a=1))
attempt(isinstance, {}, Movie)
UserId = NewType('UserId', int)
print(UserId(5), UserId, UserId.__supertype__, UserId | None)


@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
def f(x): return x


@no_type_check
def g(x: 'nothing'): ...


@final
class Last:
    @override
    def m(self): ...


@dataclass_transform(kw_only_default=True)
def deco(c): return c


print(len(get_overloads(f)), get_type_hints(g), Last.__final__, Last.m.__override__)
print(deco.__dataclass_transform__)
clear_overloads()
print(get_overloads(f), cast(int, 'x'), assert_type(3, int), TYPE_CHECKING, get_type_hints(no_type_check_decorator(final)(f)))
attempt(assert_never, 5)
attempt(overload(f), 1)
print(ForwardRef('int'), ForwardRef('int', module='m'), ForwardRef('int') == ForwardRef('int'))


def h(a: 'int', b: Optional['Box[int]'] = None, *c: 'str', d: list['int']) -> None: ...


print(get_type_hints(h))
type Alias[X] = list[X] | None
print(Alias, Alias.__value__, Alias.__type_params__, Alias[int], get_args(Alias[int]))


def generic[A, *B, **C](x: A) -> A: return x


print(generic.__type_params__, [type(p).__name__ for p in generic.__type_params__])
print(sorted(set(typing.__all__) - set(dir(typing))), AnyStr.__constraints__, BinaryIO, TextIO)
