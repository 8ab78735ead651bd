# Module reprlib: repr() with limits on size, and a guard for __repr__ of what contains itself.
import builtins as _builtins
from itertools import islice as _islice

__all__ = ['Repr', 'repr', 'recursive_repr']


_running = []  # (function, what it prints)
_put_back = _running.clear  # after a cell that was ended: nothing is printed


def recursive_repr(fillvalue='...'):
    """Guards a __repr__: inside itself, for the same object, it gives fillvalue instead of going on."""
    def decorating_function(user_function):
        def wrapper(self):
            if any(f is wrapper and o is self for f, o in _running):
                return fillvalue
            _running.append((wrapper, self))
            try:
                return user_function(self)
            finally:
                _running.pop()

        for name in ('__module__', '__doc__', '__name__', '__qualname__', '__annotations__',
                     '__type_params__'):
            if hasattr(user_function, name):
                setattr(wrapper, name, getattr(user_function, name))
        wrapper.__wrapped__ = user_function
        return wrapper
    return decorating_function


def _sorted(x):
    try:
        return sorted(x)
    except Exception:
        return list(x)


class Repr:
    """Limits on what its repr() shows; repr_TYPE methods format the types that have one."""

    def __init__(self, *, maxlevel=6, maxtuple=6, maxlist=6, maxarray=5, maxdict=4, maxset=6,
                 maxfrozenset=6, maxdeque=6, maxstring=30, maxlong=40, maxother=30,
                 fillvalue='...', indent=None):
        self.maxlevel, self.maxtuple, self.maxlist, self.maxarray = (maxlevel, maxtuple, maxlist,
                                                                    maxarray)
        self.maxdict, self.maxset, self.maxfrozenset = maxdict, maxset, maxfrozenset
        self.maxdeque, self.maxstring, self.maxlong = maxdeque, maxstring, maxlong
        self.maxother, self.fillvalue, self.indent = maxother, fillvalue, indent

    def repr(self, x):
        return self.repr1(x, self.maxlevel)

    def repr1(self, x, level):
        name = type(x).__name__
        if ' ' in name:
            name = '_'.join(name.split())
        method = getattr(self, 'repr_' + name, self.repr_instance)
        return method(x, level)

    def _laid_out(self, pieces, level):
        """The pieces in one line, or in lines of their own that step in by the level."""
        step = self.indent
        if step is None:
            return ', '.join(pieces)
        if not pieces:
            return ''
        if isinstance(step, int):
            if step < 0:
                raise ValueError(f'Repr.indent cannot be negative int (was {step!r})')
            step = ' ' * step
        if not isinstance(step, str):
            raise TypeError(f'Repr.indent must be a str, int or None, not {type(step)}')
        outer = '\n' + step * (self.maxlevel - level)
        return ''.join([f'{outer}{step}{piece},' for piece in pieces]) + outer

    def _items(self, x, level, left, right, most, trail='', show=None):
        size, show = len(x), show or self.repr1
        if size and level <= 0:
            return f'{left}{self.fillvalue}{right}'
        shown = [show(part, level - 1) for part in _islice(x, most)] + [self.fillvalue] * (size > most)
        end = trail if size == 1 and self.indent is None else ''
        return f'{left}{self._laid_out(shown, level)}{end}{right}'

    def repr_tuple(self, x, level):
        return self._items(x, level, '(', ')', self.maxtuple, ',')

    def repr_list(self, x, level):
        return self._items(x, level, '[', ']', self.maxlist)

    def repr_array(self, x, level):
        if not x:
            return "array('%s')" % x.typecode
        return self._items(x, level, "array('%s', [" % x.typecode, '])', self.maxarray)

    def repr_set(self, x, level):
        if not x:
            return 'set()'
        return self._items(_sorted(x), level, '{', '}', self.maxset)

    def repr_frozenset(self, x, level):
        if not x:
            return 'frozenset()'
        return self._items(_sorted(x), level, 'frozenset({', '})', self.maxfrozenset)

    def repr_deque(self, x, level):
        return self._items(x, level, 'deque([', '])', self.maxdeque)

    def repr_dict(self, x, level):
        def pair(key, level):
            return self.repr1(key, level) + ': ' + self.repr1(x[key], level)

        return self._items(_sorted(x), level, '{', '}', self.maxdict, show=pair)

    def _cut(self, text, limit, between):
        """Both ends of a text, such as fit in with three dots between them."""
        room = max(0, limit - 3)
        return text[:room // 2] + between + text[len(text) - (room - room // 2):]

    def repr_str(self, x, level):
        most = self.maxstring
        text = _builtins.repr(x[:most])
        if len(text) > most:
            text = self._cut(_builtins.repr(self._cut(x, most, '')), most, self.fillvalue)
        return text

    def repr_int(self, x, level):
        text = _builtins.repr(x)
        return text if len(text) <= self.maxlong else self._cut(text, self.maxlong, self.fillvalue)

    def repr_instance(self, x, level):
        try:
            text = _builtins.repr(x)
        except Exception:
            return '<%s instance at %#x>' % (type(x).__name__, id(x))
        return text if len(text) <= self.maxother else self._cut(text, self.maxother, self.fillvalue)


aRepr = Repr()
repr = aRepr.repr
