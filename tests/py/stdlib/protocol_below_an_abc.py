# A protocol that derives from an abstract class does not keep others from asking that class.
import collections.abc
import contextlib
import typing
import warnings
from abc import ABCMeta


class Measured(collections.abc.Sized, typing.Protocol):
    pass


class Entered(contextlib.AbstractContextManager, typing.Protocol):
    def more(self): ...


def show(f, *args):
    try:
        print(f(*args))
    except Exception as error:
        print(type(error).__name__, error)


for value in 1, 'a', [], contextlib.nullcontext():
    for cls in collections.abc.Sized, typing.Sized, contextlib.AbstractContextManager:
        print(isinstance(value, cls), issubclass(type(value), cls))
    show(isinstance, value, Measured)
    show(issubclass, type(value), Entered)
for given in (lambda x: []), (lambda: 42), (lambda: [42]), (lambda: 1 / 0):
    class Bogus(metaclass=ABCMeta):
        __subclasses__ = given
    show(issubclass, int, Bogus)
for value in b'', bytearray(), 3:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        print(isinstance(value, typing.ByteString), [(str(w.message), w.category.__name__) for w in caught])
