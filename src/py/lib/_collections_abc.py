# The abstract base classes of containers, functions and coroutines (PEP 3119), which collections.abc shows.
# A class that only asks for methods takes any class that has them; the others are inherited from or registered,
# and bring everything that follows from their abstract methods.
# Their loops are in mod/abc_mixins.c.
from abc import ABCMeta, _check_methods, abstractmethod
from itertools import chain as _chain

__name__ = 'collections.abc'    # where the classes are known to be

__all__ = [
    'Awaitable', 'Coroutine', 'AsyncIterable', 'AsyncIterator', 'AsyncGenerator', 'Hashable', 'Iterable', 'Iterator',
    'Generator', 'Reversible', 'Sized', 'Container', 'Callable', 'Collection', 'Set', 'MutableSet', 'Mapping',
    'MutableMapping', 'MappingView', 'KeysView', 'ItemsView', 'ValuesView', 'Sequence', 'MutableSequence',
    'ByteString', 'Buffer']

GenericAlias = type(list[int])
_generic = classmethod(GenericAlias)


def _asks_for(*methods):
    """The __subclasshook__ of a class of which everything is an instance that has the methods."""
    def __subclasshook__(cls, C):
        # Subclasses inherit the hook, but ask for more than it knows.
        return _check_methods(C, *methods) if '__subclasshook__' in cls.__dict__ else NotImplemented
    return classmethod(__subclasshook__)


def _thrown(typ, val, tb):
    """What throw(typ, val, tb) raises."""
    if val is None and tb is None:
        return typ
    error = typ() if val is None else val
    return error if tb is None else error.with_traceback(tb)


def _outlived(kind):
    return RuntimeError(kind + ' ignored GeneratorExit')


# --- one method -----------------------------------------------------------------------------------

class Hashable(metaclass=ABCMeta):
    """Has a hash()."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__hash__')

    @abstractmethod
    def __hash__(self):
        return 0


class Sized(metaclass=ABCMeta):
    """Has a len()."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__len__')

    @abstractmethod
    def __len__(self):
        return 0


class Container(metaclass=ABCMeta):
    """Answers `in`."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__contains__')
    __class_getitem__ = _generic

    @abstractmethod
    def __contains__(self, x):
        return False


class Iterable(metaclass=ABCMeta):
    """Can be looped over."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__iter__')
    __class_getitem__ = _generic

    @abstractmethod
    def __iter__(self):
        yield from ()


class Awaitable(metaclass=ABCMeta):
    """Can be awaited."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__await__')
    __class_getitem__ = _generic

    @abstractmethod
    def __await__(self):
        yield


class AsyncIterable(metaclass=ABCMeta):
    """Can be looped over by `async for`."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__aiter__')
    __class_getitem__ = _generic

    @abstractmethod
    def __aiter__(self):
        return AsyncIterator()


class Buffer(metaclass=ABCMeta):
    """Lends its memory (PEP 688)."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__buffer__')

    @abstractmethod
    def __buffer__(self, flags: int, /) -> memoryview:
        raise NotImplementedError


# --- calls ----------------------------------------------------------------------------------------

def _is_param_expr(obj):
    """May it stand for all parameters in Callable[obj, result]?"""
    if obj is Ellipsis or isinstance(obj, list):
        return True
    cls = type(obj)
    return cls.__module__ == 'typing' and cls.__name__ in ('ParamSpec', '_ConcatenateGenericAlias')


def _parts(alias):
    """Parameters and result of a Callable[...], as they would be written."""
    *taken, result = alias.__args__
    return (taken[0] if len(taken) == 1 and _is_param_expr(taken[0]) else taken), result


class _CallableGenericAlias(GenericAlias):
    """Callable[parameters, result], whose __args__ are flat; only a list of parameters is taken apart."""

    __slots__ = ()

    def __new__(cls, origin, args):
        if not isinstance(args, tuple) or len(args) != 2:
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        taken, result = args
        if isinstance(taken, (list, tuple)):
            return super().__new__(cls, origin, (*taken, result))
        if _is_param_expr(taken):
            return super().__new__(cls, origin, args)
        raise TypeError(f'Expected a list of types, an ellipsis, ParamSpec, or Concatenate. Got {taken}')

    def __repr__(self):
        taken, result = _parts(self)
        if not isinstance(taken, list):
            return super().__repr__()
        from typing import _type_repr
        return f'collections.abc.Callable[[{", ".join(map(_type_repr, taken))}], {_type_repr(result)}]'

    def __reduce__(self):
        return _CallableGenericAlias, (Callable, _parts(self))

    def __getitem__(self, item):
        filled = super().__getitem__(item if isinstance(item, tuple) else (item,)).__args__
        if not isinstance(filled[0], (list, tuple)):
            filled = filled[:-1], filled[-1]
        return _CallableGenericAlias(Callable, tuple(filled))


class Callable(metaclass=ABCMeta):
    """Can be called."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__call__')
    __class_getitem__ = classmethod(_CallableGenericAlias)

    @abstractmethod
    def __call__(self, *args, **kwds):
        return False


# --- iteration ------------------------------------------------------------------------------------

class Iterator(Iterable):
    """Gives one item after the other."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__iter__', '__next__')

    @abstractmethod
    def __next__(self):
        """The next item; StopIteration after the last."""
        raise StopIteration

    def __iter__(self):
        return self


class Reversible(Iterable):
    """Has a reversed()."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__reversed__', '__iter__')

    @abstractmethod
    def __reversed__(self):
        yield from ()


class Generator(Iterator):
    """An iterator that also takes values and exceptions."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__iter__', '__next__', 'send', 'throw', 'close')

    @abstractmethod
    def send(self, value):
        """Go on with a value, as far as the next item."""
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        """Go on with an exception, as far as the next item."""
        raise _thrown(typ, val, tb)

    def __next__(self):
        """The next item."""
        return self.send(None)

    def close(self):
        """Have it end, by GeneratorExit."""
        try:
            self.throw(GeneratorExit)
        except (StopIteration, GeneratorExit):
            return
        raise _outlived('generator')


class AsyncIterator(AsyncIterable):
    """Gives one item after the other, each to be awaited."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__anext__', '__aiter__')

    @abstractmethod
    async def __anext__(self):
        """The next item; StopAsyncIteration after the last."""
        raise StopAsyncIteration

    def __aiter__(self):
        return self


class AsyncGenerator(AsyncIterator):
    """An asynchronous iterator that also takes values and exceptions."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__aiter__', '__anext__', 'asend', 'athrow', 'aclose')

    @abstractmethod
    async def asend(self, value):
        """Go on with a value, as far as the next item."""
        raise StopAsyncIteration

    @abstractmethod
    async def athrow(self, typ, val=None, tb=None):
        """Go on with an exception, as far as the next item."""
        raise _thrown(typ, val, tb)

    async def __anext__(self):
        """The next item."""
        return await self.asend(None)

    async def aclose(self):
        """Have it end, by GeneratorExit."""
        try:
            await self.athrow(GeneratorExit)
        except (StopAsyncIteration, GeneratorExit):
            return
        raise _outlived('asynchronous generator')


class Coroutine(Awaitable):
    """What an async function gives."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__await__', 'send', 'throw', 'close')

    @abstractmethod
    def send(self, value):
        """Go on with a value, as far as the next await."""
        raise StopIteration

    @abstractmethod
    def throw(self, typ, val=None, tb=None):
        """Go on with an exception, as far as the next await."""
        raise _thrown(typ, val, tb)

    def close(self):
        """Have it end, by GeneratorExit."""
        try:
            self.throw(GeneratorExit)
        except (StopIteration, GeneratorExit):
            return
        raise _outlived('coroutine')


class Collection(Sized, Iterable, Container):
    """Has a len(), can be looped over and answers `in`."""

    __slots__ = ()
    __subclasshook__ = _asks_for('__len__', '__iter__', '__contains__')


# --- sequences ------------------------------------------------------------------------------------

class Sequence(Reversible, Collection):
    """Items by number, of __getitem__ and __len__."""

    __slots__ = ()
    __abc_tpflags__ = 1 << 5    # the match statement takes it for a sequence

    @abstractmethod
    def __getitem__(self, index):
        raise IndexError

    def __iter__(self):
        return _forth(self)

    def __reversed__(self):
        return _back(self)

    def __contains__(self, value):
        return _holds(self, value)

    def count(self, value):
        """How many items equal value."""
        return _count(self, value)

    def index(self, value, start=0, stop=None):
        """The number of the first item that equals value, from start on and below stop."""
        first, end = [bound if bound is None or bound >= 0 else bound + len(self) for bound in (start, stop)]
        place = _find(self, value, max(first, 0), end)
        if place is None:
            raise ValueError
        return place


class MutableSequence(Sequence):
    """A sequence that changes, by __setitem__, __delitem__ and insert."""

    __slots__ = ()

    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError

    @abstractmethod
    def __delitem__(self, index):
        raise IndexError

    @abstractmethod
    def insert(self, index, value):
        """Put value before the item of that number."""
        raise IndexError

    def extend(self, values):
        """Put all the values at the end."""
        for value in list(values) if values is self else values:
            self.append(value)

    def __iadd__(self, values):
        self.extend(values)
        return self

    def append(self, value):
        """Put value at the end."""
        self.insert(len(self), value)

    def pop(self, index=-1):
        """Take an item out, the last if not said, and return it."""
        item = self[index]
        del self[index]
        return item

    def remove(self, value):
        """Take out the first item that equals value."""
        del self[self.index(value)]

    def clear(self):
        """Take everything out."""
        try:
            while True:
                self.pop()
        except IndexError:
            pass

    def reverse(self):
        """Turn the order round, in place."""
        low, high = 0, len(self) - 1
        while low < high:
            self[low], self[high] = self[high], self[low]
            low, high = low + 1, high - 1


class _Fading(ABCMeta):
    """Of a class that is to go: warns where it is asked or inherited from."""

    def _warn(cls):
        from warnings import warn
        warn("'collections.abc.ByteString' is deprecated and slated for removal in Python 3.14",
             DeprecationWarning, stacklevel=3)

    def __new__(cls, name, bases, namespace, **kwargs):
        if name != 'ByteString':
            cls._warn(cls)
        return super().__new__(cls, name, bases, namespace, **kwargs)

    def __instancecheck__(cls, instance):
        cls._warn()
        return super().__instancecheck__(instance)


class ByteString(Sequence, metaclass=_Fading):
    """bytes and bytearray. Deprecated: use Buffer or Sequence."""

    __slots__ = ()


# --- sets -----------------------------------------------------------------------------------------

class Set(Collection):
    """Things that are in or not, of __contains__, __iter__ and __len__.

    Operators make their results by _from_iterable, for a subclass that is not made from an iterable."""

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

    def _as_set(self, other):
        """The other operand as a Set; None: it is none and cannot be made one."""
        if isinstance(other, Set):
            return other
        return self._from_iterable(other) if isinstance(other, Iterable) else None

    def isdisjoint(self, other):
        """Has it nothing in common with other?"""
        return _none_in(other, self)

    def __le__(self, other):
        if isinstance(other, Set):
            return len(self) <= len(other) and _all_in(self, other)
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, Set):
            return len(self) >= len(other) and _all_in(other, self)
        return NotImplemented

    def __lt__(self, other):
        return len(self) < len(other) and self.__le__(other) if isinstance(other, Set) else NotImplemented

    def __gt__(self, other):
        return len(self) > len(other) and self.__ge__(other) if isinstance(other, Set) else NotImplemented

    def __eq__(self, other):
        return len(self) == len(other) and self.__le__(other) if isinstance(other, Set) else NotImplemented

    def __and__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(_those_in(other, self))

    def __or__(self, other):
        if not isinstance(other, Iterable):
            return NotImplemented
        return self._from_iterable(_chain(self, other))

    def _less(self, minuend, subtrahend):
        return self._from_iterable(_those_not_in(minuend, subtrahend))

    def __sub__(self, other):
        other = self._as_set(other)
        return NotImplemented if other is None else self._less(self, other)

    def __rsub__(self, other):
        other = self._as_set(other)
        return NotImplemented if other is None else self._less(other, self)

    def __xor__(self, other):
        other = self._as_set(other)
        return NotImplemented if other is None else (self - other) | (other - self)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def _hash(self):
        """For the __hash__ of a subclass that does not change: as of an equal frozenset."""
        return hash(frozenset(self))


class MutableSet(Set):
    """A set that changes, by add and discard."""

    __slots__ = ()

    @abstractmethod
    def add(self, value):
        """Put value in."""
        raise NotImplementedError

    @abstractmethod
    def discard(self, value):
        """Take value out, if it is there."""
        raise NotImplementedError

    def remove(self, value):
        """Take value out; KeyError if it is not there."""
        if value in self:
            self.discard(value)
        else:
            raise KeyError(value)

    def pop(self):
        """Take any value out and return it; KeyError if there is none."""
        for value in self:
            self.discard(value)
            return value
        raise KeyError

    def clear(self):
        """Take everything out."""
        try:
            while True:
                self.pop()
        except KeyError:
            pass

    def __ior__(self, it):
        for value in it:
            self.add(value)
        return self

    def __iand__(self, it):
        for value in self - it:
            self.discard(value)
        return self

    def __isub__(self, it):
        if it is self:
            self.clear()
        else:
            for value in it:
                self.discard(value)
        return self

    def __ixor__(self, it):
        if it is self:
            self.clear()
            return self
        for value in it if isinstance(it, Set) else self._from_iterable(it):
            (self.discard if value in self else self.add)(value)
        return self


# --- mappings -------------------------------------------------------------------------------------

class Mapping(Collection):
    """Values by key, of __getitem__, __iter__ and __len__."""

    __slots__ = ()
    __abc_tpflags__ = 1 << 6    # the match statement takes it for a mapping

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    __reversed__ = None

    def get(self, key, default=None):
        """The value of a key, or default."""
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        """A view of the keys, which is a set."""
        return KeysView(self)

    def values(self):
        """A view of the values."""
        return ValuesView(self)

    def items(self):
        """A view of pairs of key and value, which is a set."""
        return ItemsView(self)

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return _as_dict(self, ItemsView) == _as_dict(other, ItemsView)


class MappingView(Sized):
    """What is in a mapping at any time."""

    __slots__ = '_mapping',
    __class_getitem__ = _generic

    def __init__(self, mapping):
        self._mapping = mapping

    def __len__(self):
        return len(self._mapping)

    def __repr__(self):
        return f'{type(self).__name__}({self._mapping!r})'


class KeysView(MappingView, Set):
    """The keys of a mapping."""

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, key):
        return key in self._mapping

    def __iter__(self):
        return _keys(self._mapping)


class ItemsView(MappingView, Set):
    """The pairs of key and value of a mapping."""

    __slots__ = ()

    @classmethod
    def _from_iterable(cls, it):
        return set(it)

    def __contains__(self, item):
        key, value = item
        try:
            found = self._mapping[key]
        except KeyError:
            return False
        return found is value or found == value

    def __iter__(self):
        return _pairs(self._mapping)


class ValuesView(MappingView, Collection):
    """The values of a mapping."""

    __slots__ = ()

    def __contains__(self, value):
        return _holds(self, value)

    def __iter__(self):
        return _values(self._mapping)


_NOTHING = object()


class MutableMapping(Mapping):
    """A mapping that changes, by __setitem__ and __delitem__."""

    __slots__ = ()

    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError

    @abstractmethod
    def __delitem__(self, key):
        raise KeyError

    def pop(self, key, default=_NOTHING):
        """Take a key out and return its value; without the key the default, or KeyError."""
        try:
            value = self[key]
        except KeyError:
            if default is not _NOTHING:
                return default
            raise
        del self[key]
        return value

    def popitem(self):
        """Take a pair of key and value out and return it; KeyError if there is none."""
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def clear(self):
        """Take everything out."""
        try:
            while True:
                self.popitem()
        except KeyError:
            pass

    def setdefault(self, key, default=None):
        """The value of a key, which is set to default if it is not there."""
        try:
            return self[key]
        except KeyError:
            self[key] = default
            return default

    def update(self, other=(), /, **kwds):
        """Set keys from a mapping or pairs, then from the keywords."""
        if isinstance(other, Mapping):
            _set_all(self, other, other)
        elif hasattr(other, 'keys'):
            _set_all(self, other, other.keys())
        else:
            for key, value in other:
                self[key] = value
        if kwds:
            _set_all(self, kwds, kwds)


for _abc, _builtins in {
        Buffer: (bytes, bytearray, memoryview),
        Sequence: (tuple, str, range, memoryview),
        ByteString: (bytes, bytearray),
        MutableSequence: (list, bytearray),
        Set: (frozenset,),
        MutableSet: (set,),
        Mapping: (type(type.__dict__),),
        MutableMapping: (dict,),
        KeysView: (type({}.keys()),),
        ItemsView: (type({}.items()),),
        ValuesView: (type({}.values()),)}.items():
    for _builtin in _builtins:
        _abc.register(_builtin)
del _abc, _builtins, _builtin
