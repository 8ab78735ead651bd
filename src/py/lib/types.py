# The Python part of module types: making classes, and coroutines of generators. The names of the
# types are in the native part.


def resolve_bases(bases):
    """The bases with those that are no classes replaced by what their __mro_entries__ say."""
    found, changed = [], False
    for base in bases:
        entries = None if isinstance(base, type) else getattr(base, '__mro_entries__', None)
        if entries is None:
            found.append(base)
            continue
        changed = True
        instead = entries(bases)
        if not isinstance(instead, tuple):
            raise TypeError('__mro_entries__ must return a tuple')
        found += instead
    return tuple(found) if changed else bases


def prepare_class(name, bases=(), kwds=None):
    """The metaclass of a class to be made, its namespace, and the keywords that are left."""
    kwds = dict(kwds or ())
    meta = kwds.pop('metaclass', type(bases[0]) if bases else type)
    if isinstance(meta, type):
        for other in map(type, bases):  # the lowest of all
            if issubclass(other, meta):
                meta = other
            elif not issubclass(meta, other):
                raise TypeError('metaclass conflict: the metaclass of a derived class must be a '
                                '(non-strict) subclass of the metaclasses of all its bases')
    prepare = getattr(meta, '__prepare__', None)
    return meta, {} if prepare is None else prepare(name, bases, **kwds), kwds


def new_class(name, bases=(), kwds=None, exec_body=None):
    """Makes a class; exec_body fills its namespace."""
    actual = resolve_bases(bases)
    meta, space, left = prepare_class(name, actual, kwds)
    fillers = [exec_body] if exec_body else []
    if actual is not bases:
        fillers.append(lambda ns: ns.__setitem__('__orig_bases__', bases))
    for fill in fillers:
        fill(space)
    return meta(name, actual, space, **left)


def get_original_bases(cls, /):
    """The bases as they stand in the class statement."""
    if not isinstance(cls, type):
        raise TypeError(f'Expected an instance of type, not {type(cls).__name__!r}')
    return cls.__dict__.get('__orig_bases__', cls.__bases__)


class DynamicClassAttribute:
    """A property of instances only: of the class, the metaclass's __getattr__ is asked."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget, self.fset, self.fdel = fget, fset, fdel
        self.overwrite_doc = doc is None    # a new getter then brings its own
        self.__doc__ = doc or fget.__doc__
        self.__isabstractmethod__ = bool(getattr(fget, '__isabstractmethod__', False))

    def __get__(self, instance, ownerclass=None):
        if instance is not None:
            if self.fget is not None:
                return self.fget(instance)
            raise AttributeError('unreadable attribute')
        if not self.__isabstractmethod__:
            raise AttributeError()
        return self

    def __set__(self, instance, value):
        if not self.fset:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if not self.fdel:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def _with(self, doc, **functions):
        made = type(self)(*({'fget': self.fget, 'fset': self.fset, 'fdel': self.fdel} |
                            functions).values(), doc)
        made.overwrite_doc = self.overwrite_doc
        return made

    def getter(self, fget):
        """The same with another function that gets."""
        return self._with((self.overwrite_doc and fget.__doc__) or self.__doc__, fget=fget)

    def setter(self, fset):
        """The same with another function that sets."""
        return self._with(self.__doc__, fset=fset)

    def deleter(self, fdel):
        """The same with another function that deletes."""
        return self._with(self.__doc__, fdel=fdel)


class _GeneratorWrapper:
    """A generator, or what behaves like one, that can be awaited."""

    def __init__(self, gen):
        self._gen = gen
        self.__name__ = getattr(gen, '__name__', None)
        self.__qualname__ = getattr(gen, '__qualname__', None)

    def send(self, value):
        return self._gen.send(value)

    def throw(self, type_, *rest):
        return self._gen.throw(type_, *rest)

    def close(self):
        return self._gen.close()

    def __next__(self):
        return next(self._gen)

    def __iter__(self):
        return self._gen if isinstance(self._gen, GeneratorType) else self

    __await__ = __iter__


def _passed_on(name):
    return property(lambda self: getattr(self._gen, name))


for _name in ('code', 'running', 'frame', 'yieldfrom'):
    for _kind in ('gi_', 'cr_'):
        setattr(_GeneratorWrapper, _kind + ('await' if _kind + _name == 'cr_yieldfrom' else _name),
                _passed_on('gi_' + _name))
del _name, _kind


_GENERATOR, _COROUTINE, _AWAITABLE_GENERATOR = 0x20, 0x80, 0x100    # in co_flags


def _awaitable(made):
    """What a call gave, or something around it that can be awaited, when it is a generator that cannot."""
    from _collections_abc import Coroutine, Generator
    if isinstance(made, Coroutine) or not isinstance(made, Generator):
        return made
    marked = type(made) is GeneratorType and made.gi_code.co_flags & _AWAITABLE_GENERATOR
    return made if marked else _GeneratorWrapper(made)


def coroutine(func):
    """Makes a function whose generators can be awaited."""
    if not callable(func):
        raise TypeError('types.coroutine() expects a callable')
    flags = func.__code__.co_flags if isinstance(func, FunctionType) else 0
    if not flags & (_GENERATOR | _COROUTINE | _AWAITABLE_GENERATOR):
        from functools import wraps
        return wraps(func)(lambda *args, **kwargs: _awaitable(func(*args, **kwargs)))
    if not flags & (_COROUTINE | _AWAITABLE_GENERATOR):
        func.__code__ = func.__code__.replace(co_flags=flags | _AWAITABLE_GENERATOR)
    return func
