"""Containers beyond list, dict, set and tuple; collections.abc has the abstract ones."""
# deque, defaultdict, OrderedDict and counting are in C: mod/collections.c, deque.c, odict_type.c.
import _collections_abc
from _collections import (OrderedDict, _add_counts, _all_keys, _combine, _compare, _count_elements, _count_of, _in_any,
                          _look_up, defaultdict, deque)
from _namedtuple import namedtuple

__all__ = ['namedtuple', 'deque', 'ChainMap', 'Counter', 'OrderedDict', 'defaultdict', 'UserDict', 'UserList',
           'UserString']

_Mapping = _collections_abc.Mapping


def __getattr__(name):
    if name != 'abc':
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    import collections.abc as module
    return module


class Counter(dict):
    """Counts by what is counted: of the items of an iterable, or as a mapping or keywords say.

    >>> Counter('abracadabra').most_common(2)
    [('a', 5), ('b', 2)]
    """

    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)

    def __missing__(self, key):
        """What is not there was counted 0 times."""
        return 0

    @classmethod
    def fromkeys(cls, iterable, v=None):
        """Not for counts."""
        raise NotImplementedError('Counter.fromkeys() is undefined.  Use Counter(iterable) instead.')

    # --- counting ---

    def update(self, iterable=None, /, **kwds):
        """Add the counts of an iterable's items, or of a mapping."""
        counted = isinstance(iterable, _Mapping)
        if not counted and iterable is not None:
            _count_elements(self, iterable)
        for counts in (iterable if counted else None, kwds or None):
            if counts is not None:
                self._include(counts)

    def _include(self, counts):
        if self:
            _add_counts(self, counts, 1)
        else:
            super().update(counts)

    def subtract(self, iterable=None, /, **kwds):
        """Take the counts of an iterable's items, or of a mapping, away; they may become negative."""
        if iterable is not None:
            _add_counts(self, iterable if isinstance(iterable, _Mapping) else Counter(iterable), -1)
        if kwds:
            self.subtract(kwds)

    def total(self):
        """The sum of the counts."""
        return sum(self.values())

    def most_common(self, n=None):
        """Pairs of item and count, from the highest count down: n of them, or all."""
        pairs = self.items()
        if n is not None:
            from heapq import nlargest
            return nlargest(n, pairs, _count_of)
        return sorted(pairs, key=_count_of, reverse=True)

    def elements(self):
        """An iterator over the items, each as often as it was counted."""
        from itertools import chain, repeat
        return chain.from_iterable(map(repeat, self.keys(), self.values()))

    # --- dict's ---

    def __delitem__(self, elem):
        """Forget a count; that of nothing is no error."""
        if elem in self:
            super().__delitem__(elem)

    def copy(self):
        """Another one with the same counts."""
        return type(self)(self)

    __copy__ = copy

    def __reduce__(self):
        return type(self), (dict(self),)

    def __repr__(self):
        shown = ''
        if self:
            try:
                ranked = self.most_common()
            except TypeError:   # counts that have no order
                ranked = self
            shown = repr(dict(ranked))
        return f'{type(self).__name__}({shown})'

    # --- comparison: of all counts, 0 where there is none ---

    def __eq__(self, other):
        return _compare(self, other, '=') if isinstance(other, Counter) else NotImplemented

    def __le__(self, other):
        return _compare(self, other, '<') if isinstance(other, Counter) else NotImplemented

    def __ge__(self, other):
        return _compare(self, other, '>') if isinstance(other, Counter) else NotImplemented

    def __ne__(self, other):
        return not self == other if isinstance(other, Counter) else NotImplemented

    def __lt__(self, other):
        return self <= other and self != other if isinstance(other, Counter) else NotImplemented

    def __gt__(self, other):
        return self >= other and self != other if isinstance(other, Counter) else NotImplemented

    # --- multisets: results have positive counts only ---

    def __add__(self, other):
        return _combine(Counter(), self, other, '+') if isinstance(other, Counter) else NotImplemented

    def __sub__(self, other):
        return _combine(Counter(), self, other, '-') if isinstance(other, Counter) else NotImplemented

    def __or__(self, other):
        return _combine(Counter(), self, other, '|') if isinstance(other, Counter) else NotImplemented

    def __and__(self, other):
        return _combine(Counter(), self, other, '&') if isinstance(other, Counter) else NotImplemented

    def __pos__(self):
        return _combine(Counter(), self, {}, '+')

    def __neg__(self):
        return _combine(Counter(), {}, self, '-')

    def _become(self, other, op):
        counts = _combine({}, self, other if isinstance(other, dict) else dict(other.items()), op)
        self.clear()
        super().update(counts)
        return self

    def __iadd__(self, other):
        return self._become(other, '+')

    def __isub__(self, other):
        return self._become(other, '-')

    def __ior__(self, other):
        return self._become(other, '|')

    def __iand__(self, other):
        return self._become(other, '&')


class ChainMap(_collections_abc.MutableMapping):
    """Several mappings seen as one: a key is looked for in one after the other, the first takes all changes."""

    def __init__(self, *maps):
        self.maps = list(maps) if maps else [{}]

    def __getitem__(self, key):
        return _look_up(self, key)

    def __missing__(self, key):
        raise KeyError(key)

    def get(self, key, default=None):
        """The value of a key, or default."""
        return self[key] if key in self else default

    def __contains__(self, key):
        return _in_any(self, key)

    def __iter__(self):
        return iter(_all_keys(self))

    def __len__(self):
        return len(_all_keys(self))

    def __bool__(self):
        return any(self.maps)

    def __repr__(self):
        return f'{type(self).__name__}({", ".join(map(repr, self.maps))})'

    @classmethod
    def fromkeys(cls, iterable, value=None, /):
        """Of one dict whose keys all have the same value."""
        return cls(dict.fromkeys(iterable, value))

    def copy(self):
        """Another one, with a copy of the first mapping and the same others."""
        first, *others = self.maps
        return type(self)(first.copy(), *others)

    __copy__ = copy

    def new_child(self, m=None, **kwargs):
        """The same mappings behind a new one: m, with the keywords."""
        if m is None:
            m = {}
        if kwargs:
            m.update(kwargs)
        return type(self)(m, *self.maps)

    @property
    def parents(self):
        """All mappings but the first."""
        return type(self)(*self.maps[1:])

    # --- changes ---

    def __delitem__(self, key):
        try:
            del self.maps[0][key]
        except KeyError:
            raise _not_first(key) from None

    def pop(self, key, *args):
        """Take a key out of the first mapping and return its value, or the default given."""
        try:
            return self.maps[0].pop(key, *args)
        except KeyError:
            raise _not_first(key) from None

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def popitem(self):
        """Take a pair of key and value out of the first mapping."""
        try:
            return self.maps[0].popitem()
        except KeyError:
            raise KeyError('No keys found in the first mapping.') from None

    def clear(self):
        """Take everything out of the first mapping."""
        self.maps[0].clear()

    def __ior__(self, other):
        self.maps[0].update(other)
        return self

    def __or__(self, other):
        if not isinstance(other, _Mapping):
            return NotImplemented
        both = self.copy()
        both |= other
        return both

    def __ror__(self, other):
        if not isinstance(other, _Mapping):
            return NotImplemented
        below = dict(other)
        for scope in self.maps[::-1]:
            below.update(scope)
        return type(self)(below)


def _not_first(key):
    return KeyError(f'Key not found in the first mapping: {key!r}')


# --- bases for classes of the user's --------------------------------------------------------------

def _data(other):
    """What is in one of the classes below, of anything else itself."""
    return other.data if isinstance(other, (UserDict, UserList, UserString)) else other


def _twin(self, data):
    """A copy of one of them with other data, of any class and with its attributes."""
    made = self.__class__.__new__(self.__class__)
    made.__dict__.update(self.__dict__, data=data)
    return made


class UserDict(_collections_abc.MutableMapping):
    """A mapping whose items are in its `data`, a dict: a base that goes through its own methods."""

    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, key):
        return key in self.data

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        missing = getattr(type(self), '__missing__', None)
        if missing is None:
            raise KeyError(key)
        return missing(self, key)

    def __setitem__(self, key, item):
        self.data[key] = item

    def __delitem__(self, key):
        del self.data[key]

    def get(self, key, default=None):
        """The value of a key, or default."""
        return self[key] if key in self else default

    def __repr__(self):
        return repr(self.data)

    def __or__(self, other):
        return type(self)(self.data | _data(other)) if isinstance(other, (UserDict, dict)) else NotImplemented

    def __ror__(self, other):
        return type(self)(_data(other) | self.data) if isinstance(other, (UserDict, dict)) else NotImplemented

    def __ior__(self, other):
        self.data |= _data(other)
        return self

    def __copy__(self):
        return _twin(self, self.data.copy())

    def copy(self):
        """Another one with the same items."""
        made = UserDict() if type(self) is UserDict else _twin(self, {})
        made.update(self)
        return made

    @classmethod
    def fromkeys(cls, iterable, value=None):
        """Of keys that all have the same value."""
        made = cls()
        for key in iterable:
            made[key] = value
        return made


class UserList(_collections_abc.MutableSequence):
    """A sequence whose items are in its `data`, a list."""

    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(_data(initlist))

    def __repr__(self):
        return repr(self.data)

    def __eq__(self, other):
        return self.data == _data(other)

    def __lt__(self, other):
        return self.data < _data(other)

    def __le__(self, other):
        return self.data <= _data(other)

    def __gt__(self, other):
        return self.data > _data(other)

    def __ge__(self, other):
        return self.data >= _data(other)

    def __len__(self):
        return len(self.data)

    def __contains__(self, item):
        return item in self.data

    def __getitem__(self, i):
        found = self.data[i]
        return self.__class__(found) if isinstance(i, slice) else found

    def __setitem__(self, i, item):
        self.data[i] = item

    def __delitem__(self, i):
        del self.data[i]

    def __imul__(self, n):
        self.data *= n
        return self

    def __radd__(self, other):
        return self.__class__(list(_data(other)) + self.data)

    def __add__(self, other):
        return self.__class__(self.data + list(_data(other)))

    def __iadd__(self, other):
        self.data += _data(other)
        return self

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def __copy__(self):
        return _twin(self, self.data[:])

    def copy(self):
        """Another one with the same items."""
        return self.__class__(self)

    def count(self, item):
        """How many items equal this."""
        return self.data.count(item)

    def remove(self, item):
        """Take out the first item that equals this."""
        self.data.remove(item)

    def reverse(self):
        """Turn the order round, in place."""
        self.data.reverse()

    def append(self, item):
        """Put an item at the end."""
        self.data.append(item)

    def insert(self, i, item):
        """Put an item before that of number i."""
        self.data.insert(i, item)

    def extend(self, other):
        """Put all the items at the end."""
        self.data.extend(_data(other))

    def pop(self, i=-1):
        """Take an item out, the last if not said, and return it."""
        return self.data.pop(i)

    def clear(self):
        """Take everything out."""
        self.data.clear()

    def index(self, item, *args):
        """The number of the first item that equals this."""
        return self.data.index(item, *args)

    def sort(self, /, *args, **kwds):
        """Sort it in place, as list.sort()."""
        self.data.sort(*args, **kwds)


class UserString(_collections_abc.Sequence):
    """A sequence whose characters are in its `data`, a str. It has the methods of str; where those give a str
    that is a changed one, these give one of this class."""

    def __init__(self, seq):
        if isinstance(seq, UserString):
            self.data = seq.data[:]
        else:
            self.data = seq if isinstance(seq, str) else str(seq)

    def __hash__(self):
        return hash(self.data)

    def __str__(self):
        return str(self.data)

    def __repr__(self):
        return repr(self.data)

    def __complex__(self):
        return complex(self.data)

    def __int__(self):
        return int(self.data)

    def __float__(self):
        return float(self.data)

    def __getnewargs__(self):
        return self.data[:],

    def __len__(self):
        return len(self.data)

    def __eq__(self, other):
        return self.data == _data(other)

    def __lt__(self, other):
        return self.data < _data(other)

    def __le__(self, other):
        return self.data <= _data(other)

    def __gt__(self, other):
        return self.data > _data(other)

    def __ge__(self, other):
        return self.data >= _data(other)

    def __contains__(self, char):
        return _data(char) in self.data

    def __getitem__(self, index):
        return self.__class__(self.data[index])

    def __mod__(self, args):
        return self.__class__(self.data % args)

    def __rmod__(self, template):
        return self.__class__(str(template) % self)

    def __radd__(self, other):
        return self.__class__((other if isinstance(other, str) else str(other)) + self.data)

    def __add__(self, other):
        other = _data(other)
        return self.__class__(self.data + (other if isinstance(other, str) else str(other)))

    def __mul__(self, n):
        return self.__class__(self.data * n)

    __rmul__ = __mul__

    def encode(self, encoding='utf-8', errors='strict'):
        """Its bytes."""
        return self.data.encode(encoding or 'utf-8', errors or 'strict')

    maketrans = str.maketrans


def _lent(name, like_self):
    """A method of str for UserString."""
    method = getattr(str, name)

    def lent(self, /, *args, **kwds):
        result = method(self.data, *map(_data, args), **kwds) if args or kwds else method(self.data)
        return self.__class__(result) if like_self else result

    lent.__name__, lent.__qualname__ = name, f'UserString.{name}'
    lent.__doc__ = f'As str.{name}().'
    return lent


for _name in '''capitalize casefold center expandtabs ljust lower lstrip removeprefix removesuffix replace rjust
                rstrip strip swapcase title translate upper zfill'''.split():
    setattr(UserString, _name, _lent(_name, True))
for _name in '''count endswith find format format_map index isalnum isalpha isascii isdecimal isdigit isidentifier
                islower isnumeric isprintable isspace istitle isupper join partition rfind rindex rpartition rsplit
                split splitlines startswith'''.split():
    setattr(UserString, _name, _lent(_name, False))
del _name

_collections_abc.MutableSequence.register(deque)
