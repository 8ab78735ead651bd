# Module contextvars: variables local to a context, such as a task.
from sys import _as_native

__all__ = ['Context', 'ContextVar', 'Token', 'copy_context']
_GenericAlias = type(list[int])


def _no_subclasses(cls, **kwargs):
    raise TypeError(f"type '_contextvars.{cls.__mro__[1].__name__}' is not an acceptable base type")


class Token:
    __module__ = '_contextvars'
    __init_subclass__ = _no_subclasses
    MISSING = type('_Missing', (), {'__repr__': lambda self: '<Token.MISSING>'})()

    def __init__(self, context, var, old):
        self._context, self.var, self.old_value, self._used = context, var, old, False

    def __repr__(self):
        return '<Token%s var=%r at %#x>' % (' used' * self._used, self.var, id(self))

    __class_getitem__ = classmethod(_GenericAlias)


class Context:
    __module__ = '_contextvars'
    __init_subclass__ = _no_subclasses

    def __init__(self, *args, **kwargs):
        if args or kwargs:
            raise TypeError('Context() does not accept any arguments')
        self._data = {}
        self._entered = False

    def run(self, callable, *args, **kwargs):
        if self._entered:
            raise RuntimeError('cannot enter context: %r is already entered' % (self,))
        _entered.append(self)
        self._entered = True
        try:
            return callable(*args, **kwargs)
        finally:
            self._entered = False
            _entered.pop()

    def copy(self):
        new = Context()
        new._data = dict(self._data)
        return new

    def __getitem__(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError('a ContextVar key was expected, got %r' % (var,))
        return self._data[var]

    def __eq__(self, other):
        if not isinstance(other, Context):
            return NotImplemented
        return self._data == other._data

    __hash__ = None

    def __contains__(self, var):
        if not isinstance(var, ContextVar):
            raise TypeError('a ContextVar key was expected, got %r' % (var,))
        return var in self._data

    def get(self, var, default=None):
        if not isinstance(var, ContextVar):
            raise TypeError('a ContextVar key was expected, got %r' % (var,))
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


_entered = [Context()]  # the last one is current; module decimal looks there too
_none = object()


def _put_back():
    """After a cell that was ended: no context is entered."""
    for context in _entered[1:]:
        context._entered = False
    del _entered[1:]


def copy_context():
    return _entered[-1].copy()


class ContextVar:
    __module__ = '_contextvars'
    __init_subclass__ = _no_subclasses

    def __init__(self, *args, default=_none, **kwargs):
        for key in kwargs:
            raise TypeError(f'{key!r} is an invalid keyword argument for ContextVar()')
        if len(args) != 1:
            wanted = 'at most' if args else 'exactly'
            raise TypeError(f'ContextVar() takes {wanted} 1 positional argument ({len(args)} given)')
        name, = args
        if not isinstance(name, str):
            raise TypeError('context variable name must be a str')
        self._name, self._default = name, default

    name = property(lambda self: self._name)

    def __repr__(self):
        default = '' if self._default is _none else ' default=%r' % (self._default,)
        return '<ContextVar name=%r%s at %#x>' % (self.name, default, id(self))

    __class_getitem__ = classmethod(_GenericAlias)

    def get(self, default=_none):
        data = _entered[-1]._data
        if self in data:
            return data[self]
        if default is not _none:
            return default
        if self._default is not _none:
            return self._default
        raise LookupError(self)

    def set(self, value):
        context = _entered[-1]
        token = Token(context, self, context._data.get(self, Token.MISSING))
        context._data[self] = value
        return token

    def reset(self, token):
        if not isinstance(token, Token):
            raise TypeError('expected an instance of Token, got %r' % (token,))
        if token._used:
            raise RuntimeError('%r has already been used once' % token)
        if token.var is not self:
            raise ValueError('%r was created by a different ContextVar' % token)
        if token._context is not _entered[-1]:
            raise ValueError('%r was created in a different Context' % token)
        token._used = True
        if token.old_value is Token.MISSING:
            token._context._data.pop(self, None)
        else:
            token._context._data[self] = token.old_value


_as_native(Context, ContextVar, Token)
