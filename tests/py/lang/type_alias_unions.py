# Unions with aliases of the type statement are types.UnionType.
import typing, types
type A = int
type B[T] = list[T]
type C = A | str | None
def t(f):
    try: r = f(); print(r, type(r).__name__)
    except Exception as e: print(type(e).__name__, e)
for f in (lambda: A | None, lambda: None | A, lambda: A | int, lambda: int | A, lambda: A | A, lambda: A | B, lambda: B[int] | None, lambda: A | B[int], lambda: B[int] | A, lambda: A | 'x', lambda: 'x' | A, lambda: 5 | A, lambda: A | (int | str), lambda: (int | str) | A, lambda: A | list[int], lambda: list[int] | A, lambda: typing.Union[A, int], lambda: typing.Optional[A], lambda: typing.get_args(A | None), lambda: C.__value__, lambda: C | C, lambda: A | typing.List[int], lambda: A | typing.Any, lambda: typing.Any | A, lambda: typing.TypeVar('T') | A, lambda: A | typing.TypeVar('T'), lambda: isinstance(1, A | None), lambda: (A | None) == (None | A), lambda: hash(A | None) == hash(None | A), lambda: typing.get_origin(A | None), lambda: (A | B[typing.TypeVar('T')]).__parameters__, lambda: A | typing.Literal[1], lambda: A | typing.NewType('N', int), lambda: A | ..., lambda: A.__or__(3), lambda: A.__ror__(3)):
    t(f)
def g(x: A | None = None) -> C: ...
print(g.__annotations__, typing.get_type_hints(g))
t(lambda: list(A)); t(lambda: 5 in A)
