"""The classes of module typing that few programs use: protocols of one method, and files."""
import types
from abc import abstractmethod
from typing import AnyStr, Generic, Protocol, T_co, runtime_checkable

__name__ = 'typing'


def _supports(name, method, result, base=Protocol):
    """The protocol of one method that gives `result`."""
    def call(self):
        pass
    call.__name__, call.__qualname__ = method, f'{name}.{method}'
    call.__annotations__ = {'return': result}
    ns = {'__slots__': (), '__module__': 'typing', '__qualname__': name,
          method: abstractmethod(call),
          '__doc__': f'An ABC with one abstract method {method}.'}
    return runtime_checkable(types.new_class(name, (base,), {}, lambda d: d.update(ns)))


SupportsInt = _supports('SupportsInt', '__int__', int)
SupportsFloat = _supports('SupportsFloat', '__float__', float)
SupportsComplex = _supports('SupportsComplex', '__complex__', complex)
SupportsBytes = _supports('SupportsBytes', '__bytes__', bytes)
SupportsIndex = _supports('SupportsIndex', '__index__', int)
SupportsAbs = _supports('SupportsAbs', '__abs__', T_co, Protocol[T_co])
SupportsRound = _supports('SupportsRound', '__round__', T_co, Protocol[T_co])


# --- files

class IO(Generic[AnyStr]):
    """A file; its type parameter is what is read and written."""
    __slots__ = ()


class BinaryIO(IO[bytes]):
    """A file of bytes."""
    __slots__ = ()


class TextIO(IO[str]):
    """A file of text."""
    __slots__ = ()


def _abstract(cls, methods=(), properties=()):
    """Give `cls` abstract methods and properties of these names."""
    for name in (*methods, *properties):
        def member(self, *args):
            pass
        member.__name__, member.__qualname__ = name, f'{cls.__name__}.{name}'
        member = abstractmethod(member)
        setattr(cls, name, property(member) if name in properties else member)


_abstract(IO, ('close', 'fileno', 'flush', 'isatty', 'read', 'readable', 'readline', 'readlines',
               'seek',
               'seekable', 'tell', 'truncate', 'writable', 'write', 'writelines', '__enter__',
               '__exit__'),
          ('mode', 'name', 'closed'))
_abstract(BinaryIO, ('write', '__enter__'))
_abstract(TextIO, ('__enter__',), ('buffer', 'encoding', 'errors', 'line_buffering', 'newlines'))
