def new_class(name, bases=(), kwds=None, exec_body=None):
    """Create a class object dynamically using the appropriate metaclass."""
    resolved = resolve_bases(bases)
    meta, ns, kwds = prepare_class(name, resolved, kwds)
    if exec_body is not None:
        exec_body(ns)
    if resolved is not bases:
        ns['__orig_bases__'] = bases
    return meta(name, resolved, ns, **kwds)


def resolve_bases(bases):
    """Resolve MRO entries dynamically as specified by PEP 560."""
    out = []
    changed = False
    for base in bases:
        entries = None if isinstance(base, type) else getattr(base, '__mro_entries__', None)
        if entries is None:
            out.append(base)
            continue
        changed = True
        extra = entries(bases)
        if not isinstance(extra, tuple):
            raise TypeError('__mro_entries__ must return a tuple')
        out.extend(extra)
    return tuple(out) if changed else bases


def prepare_class(name, bases=(), kwds=None):
    """Call the __prepare__ method of the appropriate metaclass."""
    kwds = dict(kwds or {})
    meta = kwds.pop('metaclass', None) or (type(bases[0]) if bases else type)
    if isinstance(meta, type):
        for base in bases:
            m = type(base)
            if issubclass(meta, m):
                continue
            if not issubclass(m, meta):
                raise TypeError('metaclass conflict: the metaclass of a derived class must be a '
                                '(non-strict) subclass of the metaclasses of all its bases')
            meta = m
    prepare = getattr(meta, '__prepare__', None)
    return meta, {} if prepare is None else prepare(name, bases, **kwds), kwds


def get_original_bases(cls, /):
    """Return the class's "original" bases prior to modification by __mro_entries__."""
    try:
        return cls.__dict__.get('__orig_bases__', cls.__bases__)
    except AttributeError:
        raise TypeError(f'Expected an instance of type, not {type(cls).__name__!r}') from None


class DynamicClassAttribute:
    """Route attribute access on a class to __getattr__."""

    def __init__(self, fget=None, fset=None, fdel=None, doc=None):
        self.fget = fget
        self.fset = fset
        self.fdel = fdel
        self.__doc__ = doc or fget.__doc__
        self.overwrite_doc = doc is None
        self.__isabstractmethod__ = bool(getattr(fget, '__isabstractmethod__', False))

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.__isabstractmethod__:
                return self
            raise AttributeError()
        if self.fget is None:
            raise AttributeError('unreadable attribute')
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("can't set attribute")
        self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError("can't delete attribute")
        self.fdel(instance)

    def getter(self, fget):
        return type(self)(fget, self.fset, self.fdel, self.__doc__)

    def setter(self, fset):
        return type(self)(self.fget, fset, self.fdel, self.__doc__)

    def deleter(self, fdel):
        return type(self)(self.fget, self.fset, fdel, self.__doc__)


def coroutine(func):
    """Convert regular generator function to a coroutine."""
    if not callable(func):
        raise TypeError('types.coroutine() expects a callable')
    import functools

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        result = func(*args, **kwargs)
        return _Awaitable(result) if isinstance(result, GeneratorType) else result
    return wrapped


class _Awaitable:
    def __init__(self, gen):
        self._gen = gen

    def __await__(self):
        return (yield from self._gen)

    __iter__ = __await__

    def send(self, value):
        return self._gen.send(value)

    def throw(self, *args):
        return self._gen.throw(*args)

    def close(self):
        return self._gen.close()
