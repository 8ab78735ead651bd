"""The flags and traps of a decimal context as a mapping from signals to truth values. Not in module
decimal itself, as few programs look at flags and the abstract base classes are much to load."""
from _collections_abc import MutableMapping
from decimal import _BAD_SIGNAL, _SIGNALS, _dict_bits


class SignalDict(MutableMapping):
    __module__ = 'abc'
    __slots__ = ('_f', '_i')

    def __new__(cls, *args, **kwargs):
        self = object.__new__(cls)
        self._f, self._i = None, 0
        return self

    @classmethod
    def _of(cls, state, index):
        """What shows and changes state[index]."""
        self = cls()
        self._f, self._i = state, index
        return self

    def _state(self):
        if self._f is None:  # one that belongs to no context
            raise ValueError('invalid signal dict')
        return self._f

    def _bits(self):
        return self._state()[self._i]

    def _mask(self, key):
        try:
            return _SIGNALS[key]
        except (KeyError, TypeError):
            raise KeyError(_BAD_SIGNAL) from None

    def __getitem__(self, key):
        return bool(self._bits() & self._mask(key))

    def __setitem__(self, key, value):
        bits, mask = self._bits(), self._mask(key)
        self._f[self._i] = bits | mask if value else bits & ~mask

    def __delitem__(self, key):
        self._state()
        raise ValueError('signal keys cannot be deleted')

    def __iter__(self):
        self._state()
        return iter(_SIGNALS)

    def __len__(self):
        self._state()
        return len(_SIGNALS)

    def __repr__(self):
        return '{%s}' % ', '.join(['%r:%r' % pair for pair in self.copy().items()])

    def __eq__(self, other):
        bits = self._bits()
        if isinstance(other, SignalDict):
            return bits == other._bits()
        if isinstance(other, dict) and other.keys() == _SIGNALS.keys():
            return bits == _dict_bits(other)
        return NotImplemented

    __hash__ = None

    def copy(self):
        return {key: self[key] for key in self}
