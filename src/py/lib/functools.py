WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__', '__type_params__')
WRAPPER_UPDATES = ('__dict__',)
__all__ = ['update_wrapper', 'wraps', 'WRAPPER_ASSIGNMENTS', 'WRAPPER_UPDATES', 'total_ordering', 'cache',
           'cmp_to_key', 'lru_cache', 'reduce', 'partial', 'partialmethod', 'singledispatch',
           'singledispatchmethod', 'cached_property']


def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Update a wrapper function to look like the wrapped function."""
    for attr in assigned:
        try:
            value = getattr(wrapped, attr)
        except AttributeError:
            pass
        else:
            setattr(wrapper, attr, value)
    for attr in updated:
        getattr(wrapper, attr).update(getattr(wrapped, attr, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Decorator factory to apply update_wrapper() to a wrapper function."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


def _derived(name, root, make):
    op = make(root)
    op.__name__ = name
    op.__qualname__ = f'_{name}'
    op.__doc__ = getattr(int, name).__doc__
    return op


def _negated(root):
    def op(self, other):
        result = getattr(type(self), root)(self, other)
        return result if result is NotImplemented else not result
    return op


def _strict_to_gt(root):
    def op(self, other):
        result = getattr(type(self), root)(self, other)
        return result if result is NotImplemented else not result and self != other
    return op


def _strict_or_equal(root):
    def op(self, other):
        result = getattr(type(self), root)(self, other)
        return result if result is NotImplemented else result or self == other
    return op


def _loose_and_unequal(root):
    def op(self, other):
        result = getattr(type(self), root)(self, other)
        return result if result is NotImplemented else result and self != other
    return op


def _not_or_equal(root):
    def op(self, other):
        result = getattr(type(self), root)(self, other)
        return result if result is NotImplemented else not result or self == other
    return op


_ORDERINGS = {
    '__lt__': (('__gt__', _strict_to_gt), ('__le__', _strict_or_equal), ('__ge__', _negated)),
    '__le__': (('__ge__', _not_or_equal), ('__lt__', _loose_and_unequal), ('__gt__', _negated)),
    '__gt__': (('__lt__', _strict_to_gt), ('__ge__', _strict_or_equal), ('__le__', _negated)),
    '__ge__': (('__le__', _not_or_equal), ('__gt__', _loose_and_unequal), ('__lt__', _negated)),
}


def total_ordering(cls):
    """Class decorator that fills in missing ordering methods"""
    roots = {op for op in _ORDERINGS if getattr(cls, op, None) is not getattr(object, op, None)}
    if not roots:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    root = max(roots)
    for name, make in _ORDERINGS[root]:
        if name not in roots:
            setattr(cls, name, _derived(name, root, make))
    return cls


class _CacheInfo(tuple):
    __slots__ = ()
    _fields = __match_args__ = ('hits', 'misses', 'maxsize', 'currsize')

    def __new__(cls, hits, misses, maxsize, currsize):
        return tuple.__new__(cls, (hits, misses, maxsize, currsize))

    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])

    def _asdict(self):
        return dict(zip(self._fields, self))

    def __repr__(self):
        return 'CacheInfo(hits=%r, misses=%r, maxsize=%r, currsize=%r)' % self


_CacheInfo.__name__ = _CacheInfo.__qualname__ = 'CacheInfo'


def lru_cache(maxsize=128, typed=False):
    """Least-recently-used cache decorator."""
    if isinstance(maxsize, int):
        if maxsize < 0:
            maxsize = 0
    elif callable(maxsize) and isinstance(typed, bool):
        user_function, maxsize = maxsize, 128
        wrapper = _lru_cache_wrapper(user_function, maxsize, typed, _CacheInfo)
        wrapper.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
        return update_wrapper(wrapper, user_function)
    elif maxsize is not None:
        raise TypeError('Expected first argument to be an integer, a callable, or None')

    def decorating_function(user_function):
        wrapper = _lru_cache_wrapper(user_function, maxsize, typed, _CacheInfo)
        wrapper.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
        return update_wrapper(wrapper, user_function)
    return decorating_function


def cache(user_function, /):
    'Simple lightweight unbounded cache.  Sometimes called "memoize".'
    return lru_cache(maxsize=None)(user_function)


class partialmethod:
    """Method descriptor with partial application of the given arguments and keywords."""

    def __init__(self, func, /, *args, **keywords):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        if isinstance(func, partialmethod):
            self.func = func.func
            self.args = func.args + args
            self.keywords = {**func.keywords, **keywords}
        else:
            self.func = func
            self.args = args
            self.keywords = keywords

    def __repr__(self):
        cls = type(self)
        parts = [repr(self.func), *map(repr, self.args), *(f'{k}={v!r}' for k, v in self.keywords.items())]
        return f'{cls.__module__}.{cls.__qualname__}({", ".join(parts)})'

    def _make_unbound_method(self):
        def _method(cls_or_self, /, *args, **keywords):
            return self.func(cls_or_self, *self.args, *args, **{**self.keywords, **keywords})
        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method._partialmethod = self
        return _method

    def __get__(self, obj, cls=None):
        get = getattr(self.func, '__get__', None)
        result = None
        if get is not None:
            new_func = get(obj, cls)
            if new_func is not self.func:
                result = partial(new_func, *self.args, **self.keywords)
                try:
                    result.__self__ = new_func.__self__
                except AttributeError:
                    pass
        if result is None:
            result = self._make_unbound_method().__get__(obj, cls)
        return result

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)

    __class_getitem__ = classmethod(type(list[int]))


def _c3_merge(sequences):
    result = []
    while True:
        sequences = [s for s in sequences if s]
        if not sequences:
            return result
        for s1 in sequences:
            candidate = s1[0]
            for s2 in sequences:
                if candidate in s2[1:]:
                    candidate = None
                    break
            else:
                break
        if candidate is None:
            raise RuntimeError('Inconsistent hierarchy')
        result.append(candidate)
        for seq in sequences:
            if seq[0] == candidate:
                del seq[0]


def _c3_mro(cls, abcs=None):
    for i, base in enumerate(reversed(cls.__bases__)):
        if hasattr(base, '__abstractmethods__'):
            boundary = len(cls.__bases__) - i
            break
    else:
        boundary = 0
    abcs = list(abcs) if abcs else []
    explicit_bases = list(cls.__bases__[:boundary])
    abstract_bases = []
    other_bases = list(cls.__bases__[boundary:])
    for base in abcs:
        if issubclass(cls, base) and not any(issubclass(b, base) for b in cls.__bases__):
            abstract_bases.append(base)
    for base in abstract_bases:
        abcs.remove(base)
    explicit = [_c3_mro(base, abcs=abcs) for base in explicit_bases]
    abstract = [_c3_mro(base, abcs=abcs) for base in abstract_bases]
    other = [_c3_mro(base, abcs=abcs) for base in other_bases]
    return _c3_merge([[cls]] + explicit + abstract + other + [explicit_bases] + [abstract_bases] + [other_bases])


def _compose_mro(cls, types):
    bases = set(cls.__mro__)

    def is_related(typ):
        return (typ not in bases and hasattr(typ, '__mro__') and not isinstance(typ, type(list[int]))
                and issubclass(cls, typ))
    types = [n for n in types if is_related(n)]

    def is_strict_base(typ):
        return any(typ != other and typ in other.__mro__ for other in types)
    types = [n for n in types if not is_strict_base(n)]
    type_set = set(types)
    mro = []
    for typ in types:
        found = []
        for sub in typ.__subclasses__():
            if sub not in bases and issubclass(cls, sub):
                found.append([s for s in sub.__mro__ if s in type_set])
        if not found:
            mro.append(typ)
            continue
        found.sort(key=len, reverse=True)
        for sub in found:
            for subcls in sub:
                if subcls not in mro:
                    mro.append(subcls)
    return _c3_mro(cls, abcs=mro)


def _find_impl(cls, registry):
    mro = _compose_mro(cls, registry.keys())
    match = None
    for t in mro:
        if match is not None:
            if (t in registry and t not in cls.__mro__ and match not in cls.__mro__
                    and not issubclass(match, t)):
                raise RuntimeError(f'Ambiguous dispatch: {match} or {t}')
            break
        if t in registry:
            match = t
    return registry.get(match)


def singledispatch(func):
    """Single-dispatch generic function decorator."""
    import types
    from abc import get_cache_token
    registry = {}
    dispatch_cache = {}
    cache_token = None
    union_types = (types.UnionType,)

    def dispatch(cls):
        nonlocal cache_token
        if cache_token is not None and cache_token != get_cache_token():
            cache_token = get_cache_token()  # an abstract class has new members
            dispatch_cache.clear()
        try:
            return dispatch_cache[cls]
        except KeyError:
            try:
                impl = registry[cls]
            except KeyError:
                impl = _find_impl(cls, registry)
            dispatch_cache[cls] = impl
            return impl

    def _is_union(cls):
        return isinstance(cls, union_types) or getattr(cls, '__origin__', None) is not None and \
            getattr(cls.__origin__, '_name', None) == 'Union'

    def _is_valid_dispatch_type(cls):
        if isinstance(cls, type):
            return True
        return _is_union(cls) and all(isinstance(arg, type) for arg in cls.__args__)

    def register(cls, func=None):
        nonlocal cache_token
        if _is_valid_dispatch_type(cls):
            if func is None:
                return lambda f: register(cls, f)
        else:
            if func is not None:
                raise TypeError(f'Invalid first argument to `register()`. {cls!r} is not a class or union type.')
            ann = getattr(cls, '__annotations__', {})
            if not ann:
                raise TypeError(
                    f'Invalid first argument to `register()`: {cls!r}. '
                    f'Use either `@register(some_class)` or plain `@register` on an annotated function.')
            func = cls
            hints = ann
            if any(isinstance(v, str) for v in ann.values()):
                from typing import get_type_hints
                hints = get_type_hints(func)
            argname, cls = next(iter(hints.items()))
            if not _is_valid_dispatch_type(cls):
                if _is_union(cls):
                    raise TypeError(f'Invalid annotation for {argname!r}. {cls!r} not all arguments are classes.')
                raise TypeError(f'Invalid annotation for {argname!r}. {cls!r} is not a class.')
        for arg in cls.__args__ if _is_union(cls) else (cls,):
            registry[arg] = func
            if cache_token is None and hasattr(arg, '__abstractmethods__'):
                cache_token = get_cache_token()
        dispatch_cache.clear()
        return func

    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f'{funcname} requires at least 1 positional argument')
        return dispatch(args[0].__class__)(*args, **kw)

    funcname = getattr(func, '__name__', 'singledispatch function')
    registry[object] = func
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = types.MappingProxyType(registry)
    wrapper._clear_cache = dispatch_cache.clear
    update_wrapper(wrapper, func)
    return wrapper


class singledispatchmethod:
    """Single-dispatch generic method descriptor."""

    def __init__(self, func):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        self.dispatcher = singledispatch(func)
        self.func = func

    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)

    def __get__(self, obj, cls=None):
        def _method(*args, **kwargs):
            if not args:
                raise TypeError(f'{getattr(self.func, "__name__", "singledispatchmethod method")} '
                                'requires at least 1 positional argument')
            method = self.dispatcher.dispatch(args[0].__class__)
            return method.__get__(obj, cls)(*args, **kwargs)
        _method.__isabstractmethod__ = self.__isabstractmethod__
        _method.register = self.register
        update_wrapper(_method, self.func)
        return _method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)
