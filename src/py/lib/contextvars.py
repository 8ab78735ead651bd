# Module contextvars: variables local to a context, such as a task.
from sys import _as_native

__all__ = ['Context', 'ContextVar', 'Token', 'copy_context']


class Token:
    __module__ = '_contextvars'
    MISSING = type('_Missing', (), {'__repr__': lambda self: '<Token.MISSING>'})()

    def __init__(self, context, var, old):
        self._context, self.var, self.old_value, self._used = context, var, old, False


class Context:
    __module__ = '_contextvars'
    def __init__(self):
        self._data = {}
        self._entered = False

    def run(self, callable, *args, **kwargs):
        global _current
        if self._entered:
            raise RuntimeError('cannot enter context: %r is already entered' % self)
        previous, _current, self._entered = _current, self, True
        try:
            return callable(*args, **kwargs)
        finally:
            _current, self._entered = previous, False

    def copy(self):
        new = Context()
        new._data = dict(self._data)
        return new

    def __getitem__(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError('a ContextVar key was expected, got %r' % (var,))
        return self._data[var]

    def __contains__(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError('a ContextVar key was expected, got %r' % (var,))
        return var in self._data

    def get(self, var, default=None):
        return self._data.get(var, default)

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)

    def keys(self):
        return self._data.keys()

    def values(self):
        return self._data.values()

    def items(self):
        return self._data.items()


_current = Context()
_none = object()


def copy_context():
    return _current.copy()


class ContextVar:
    __module__ = '_contextvars'
    def __init__(self, name, *, default=_none):
        if not isinstance(name, str):
            raise TypeError('context variable name must be a str')
        self.name, self._default = name, default

    def __repr__(self):
        return '<ContextVar name=%r>' % self.name

    def __class_getitem__(cls, item):
        return cls

    def get(self, default=_none):
        data = _current._data
        if self in data:
            return data[self]
        if default is not _none:
            return default
        if self._default is not _none:
            return self._default
        raise LookupError(self)

    def set(self, value):
        data = _current._data
        token = Token(_current, self, data.get(self, Token.MISSING))
        data[self] = value
        return token

    def reset(self, token):
        if token._used:
            raise RuntimeError('%r has already been used once' % token)
        if token.var is not self:
            raise ValueError('%r was created by a different ContextVar' % token)
        token._used = True
        if token.old_value is Token.MISSING:
            _current._data.pop(self, None)
        else:
            _current._data[self] = token.old_value
_as_native(Context, ContextVar, Token)
