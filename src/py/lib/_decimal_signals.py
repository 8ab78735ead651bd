"""The flags and traps of a decimal context as a mapping from signals to truth values. Not in module
decimal itself, as few programs look at flags and the abstract base classes are much to load."""
from _collections_abc import MutableMapping
from decimal import _BAD_SIGNAL, _SIGNALS, _dict_bits


class SignalDict(MutableMapping):
    __module__ = 'abc'
    __slots__ = ('_f', '_i')

    def __init__(self, state=None, index=0):
        self._f, self._i = state or [0, 0], index

    def _mask(self, key):
        try:
            return _SIGNALS[key]
        except (KeyError, TypeError):
            raise KeyError(_BAD_SIGNAL) from None

    def __getitem__(self, key):
        return bool(self._f[self._i] & self._mask(key))

    def __setitem__(self, key, value):
        mask = self._mask(key)
        if value:
            self._f[self._i] |= mask
        else:
            self._f[self._i] &= ~mask

    def __delitem__(self, key):
        raise ValueError('signal keys cannot be deleted')

    def __iter__(self):
        return iter(_SIGNALS)

    def __len__(self):
        return len(_SIGNALS)

    def __repr__(self):
        return '{%s}' % ', '.join(['%r:%r' % (k, self[k]) for k in _SIGNALS])

    def __eq__(self, other):
        if isinstance(other, SignalDict):
            return self._f[self._i] == other._f[other._i]
        if isinstance(other, dict):
            return self._f[self._i] == _dict_bits(other, ValueError)
        return NotImplemented

    __hash__ = None

    def copy(self):
        return {k: self[k] for k in _SIGNALS}
