# Module functools, the part in Python: completing classes, generic functions, partial methods. reduce, partial,
# cmp_to_key, cached_property and what a cache is are in mod/functools.c, which this module has as its own names.
# Most programs want little of it, so nothing is imported before it is needed.
__all__ = [
    'update_wrapper', 'wraps', 'WRAPPER_ASSIGNMENTS', 'WRAPPER_UPDATES', 'partial', 'partialmethod', 'reduce',
    'cache', 'lru_cache', 'cached_property', 'cmp_to_key', 'total_ordering', 'singledispatch', 'singledispatchmethod']

WRAPPER_ASSIGNMENTS = '__module__', '__name__', '__qualname__', '__doc__', '__annotations__', '__type_params__'
WRAPPER_UPDATES = '__dict__',

GenericAlias = type(list[int])
_MappingProxy = type(type.__dict__)


# --- wrappers -------------------------------------------------------------------------------------

def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """Give a wrapper the name, docstring and so on of what it wraps, and return it."""
    return _dress(wrapper, wrapped, assigned, updated)


def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    """A decorator for a wrapper of `wrapped`, as update_wrapper() does it."""
    return partial(update_wrapper, wrapped=wrapped, assigned=assigned, updated=updated)


class partialmethod:
    """As partial(), for methods: what the attribute gives has the arguments filled in behind self."""

    def __init__(self, func, /, *args, **keywords):
        if isinstance(func, partialmethod):     # one of two is made one
            args, keywords, func = func.args + args, func.keywords | keywords, func.func
        elif not (callable(func) or hasattr(func, '__get__')):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        self.func, self.args, self.keywords = func, args, keywords

    def __get__(self, obj, cls=None):
        bind = getattr(self.func, '__get__', None)
        bound = bind(obj, cls) if bind else self.func
        if bound is self.func:  # it does not bind, so a function does
            return self._function().__get__(obj, cls)
        method = partial(bound, *self.args, **self.keywords)
        if hasattr(bound, '__self__'):
            method.__self__ = bound.__self__
        return method

    def _function(self):
        def method(cls_or_self, /, *args, **keywords):
            return self.func(cls_or_self, *self.args, *args, **{**self.keywords, **keywords})
        method.__isabstractmethod__ = self.__isabstractmethod__
        method._partialmethod = self
        return method

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)

    def __repr__(self):
        cls = type(self)
        filled = ', '.join(map(repr, self.args)), ', '.join([f'{name}={v!r}' for name, v in self.keywords.items()])
        return f'{cls.__module__}.{cls.__qualname__}({self.func}, {filled[0]}, {filled[1]})'

    __class_getitem__ = classmethod(GenericAlias)


# --- caches ---------------------------------------------------------------------------------------

def cache(user_function, /):
    """Remember the results of a function, all of them."""
    return _cached(user_function, None, False)


def lru_cache(maxsize=128, typed=False):
    """Remember the results of a function for its last maxsize arguments; None: for all.

    typed: equal arguments of different classes, such as 3 and 3.0, have results of their own."""
    if callable(maxsize) and isinstance(typed, bool):
        return _cached(maxsize, 128, typed)
    if isinstance(maxsize, int):
        maxsize = max(maxsize, 0)
    elif maxsize is not None:
        raise TypeError('Expected first argument to be an integer, a callable, or None')
    return lambda user_function: _cached(user_function, maxsize, typed)


_CacheInfo = None       # a named tuple, made when first asked for


def _cache_info(*figures):
    global _CacheInfo
    if _CacheInfo is None:
        from _namedtuple import namedtuple
        _CacheInfo = namedtuple('CacheInfo', 'hits misses maxsize currsize', module='functools')
    return _CacheInfo(*figures)


def _cached(function, maxsize, typed):
    cached = _lru_cache_wrapper(function, maxsize, typed, _cache_info)
    cached.cache_parameters = lambda: {'maxsize': maxsize, 'typed': typed}
    return update_wrapper(cached, function)


# --- comparison -----------------------------------------------------------------------------------

# Three ways to derive an answer from the one of the method at hand.
def _opposite(root, keep):
    def method(self, other):
        answer = getattr(type(self), root)(self, other)
        return answer if answer is NotImplemented else not answer
    return method


def _and_differs(root, keep):
    def method(self, other):
        answer = getattr(type(self), root)(self, other)
        return answer if answer is NotImplemented else (not answer) is not keep and self != other
    return method


def _or_equals(root, keep):
    def method(self, other):
        answer = getattr(type(self), root)(self, other)
        return answer if answer is NotImplemented else (not answer) is not keep or self == other
    return method


# By the method that is there: how each of the others follows, and with which answer of its.
_ORDER = {
    '__lt__': {'__gt__': (_and_differs, False), '__le__': (_or_equals, True), '__ge__': (_opposite, False)},
    '__le__': {'__ge__': (_or_equals, False), '__lt__': (_and_differs, True), '__gt__': (_opposite, False)},
    '__gt__': {'__lt__': (_and_differs, False), '__ge__': (_or_equals, True), '__le__': (_opposite, False)},
    '__ge__': {'__le__': (_or_equals, False), '__gt__': (_and_differs, True), '__lt__': (_opposite, False)},
}


def total_ordering(cls):
    """A class decorator: from one of < > <= >= (and ==) come the other three."""
    there = [name for name in _ORDER if getattr(cls, name, None) is not getattr(object, name)]
    if not there:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    root = there[0]     # of several the one that the table has first
    missing = {name: way for name, way in _ORDER[root].items() if name not in there}
    for name, (derive, keep) in missing.items():
        method = derive(root, keep)
        method.__name__, method.__qualname__ = name, f'{cls.__qualname__}.{name}'
        method.__doc__ = f'Follows from {root}, by total_ordering().'
        setattr(cls, name, method)
    return cls


# --- generic functions ----------------------------------------------------------------------------

def _c3_merge(orders):
    """One order that agrees with each of several: C3, of which Python's own is made."""
    result = []
    while orders := [order for order in orders if order]:
        followers = {cls for order in orders for cls in order[1:]}
        first = next((order[0] for order in orders if order[0] not in followers), None)
        if first is None:
            raise RuntimeError('Inconsistent hierarchy')
        result.append(first)
        orders = [order[order[0] is first:] for order in orders]
    return result


def _c3_mro(cls, abcs=()):
    """The order of cls and its bases, as if it had those of abcs among them that it is an instance of.

    PEP 443: such an ABC comes into the order at the class that brings what it asks for."""
    bases = cls.__bases__
    brought, others = [], []
    for abc in abcs or ():
        new = issubclass(cls, abc) and not any(issubclass(base, abc) for base in bases)
        (brought if new else others).append(abc)
    # Behind the last of the bases that are ABCs themselves.
    place = len(bases)
    while place and not hasattr(bases[place - 1], '__abstractmethods__'):
        place -= 1
    groups = list(bases[:place]), brought, list(bases[place:])
    return _c3_merge([[cls], *[_c3_mro(base, others) for group in groups for base in group], *groups])


def _compose_mro(cls, types):
    """The order in which cls's classes are asked for an implementation, with the ABCs among types."""
    own = {*cls.__mro__}

    def implied(other):
        return other not in own and issubclass(cls, other)

    fits = [t for t in types if hasattr(t, '__mro__') and not isinstance(t, GenericAlias) and implied(t)]
    general = {base for t in fits for base in t.__mro__[1:]}    # others of them stand for these
    leaves = {t: None for t in fits if t not in general}
    order = {}      # for its keys, as leaves
    for t in leaves:
        # Through the subclasses that cls is one of as well, those first that tell of most.
        chains = [[c for c in sub.__mro__ if c in leaves] for sub in filter(implied, t.__subclasses__())]
        for chain in sorted(chains, key=len, reverse=True) or [[t]]:
            order |= dict.fromkeys(chain)
    return _c3_mro(cls, order)


def _find_impl(cls, registry):
    """The implementation for the class that is closest to cls."""
    order = _compose_mro(cls, registry)
    at = next((i for i, t in enumerate(order) if t in registry), None)
    if at is None:
        return None
    best, *rest = order[at:]
    for rival in rest[:1]:      # an ABC beside it, equally close
        unsure = best not in cls.__mro__ and rival not in cls.__mro__ and rival in registry
        if unsure and not issubclass(best, rival):
            raise RuntimeError(f'Ambiguous dispatch: {best} or {rival}')
    return registry[best]


class _Dispatcher(dict):
    """The implementations of a generic function by class. The dict has those looked up while no ABC is
    registered; with one an answer holds only until the next ABC.register(), so those are kept apart."""

    __slots__ = 'registry', 'passing', 'token', 'current_token'

    def __init__(self, default):
        self.registry, self.passing = {object: default}, {}
        self.token = self.current_token = None

    def find(self, cls):
        """The implementation that is called for an argument of class cls."""
        known = self
        if self.current_token:
            known, now = self.passing, self.current_token()
            if self.token != now:
                self.token = now
                known.clear()
        if cls not in known:
            known[cls] = self.registry.get(cls) or _find_impl(cls, self.registry)
        return known[cls]

    def forget(self):
        """Look everything up anew."""
        self.clear()
        self.passing.clear()

    def add(self, cls, func=None):
        """Register an implementation for a class or a union; as a decorator, the class may be an annotation."""
        if _classes(cls) is None:
            if func is not None:
                raise TypeError(f'Invalid first argument to `register()`. {cls!r} is not a class or union type.')
            cls, func = _annotated(cls), cls
        elif func is None:
            return partial(self.add, cls)
        for each in _classes(cls):
            self.registry[each] = func
            if hasattr(each, '__abstractmethods__'):
                from abc import get_cache_token
                self.current_token = get_cache_token
        self.forget()
        return func


def _is_union(cls):
    from typing import Union, get_origin
    return get_origin(cls) in (Union, type(int | str))


def _classes(cls):
    """The classes that an implementation is for, of a class or a union of classes; else None."""
    if isinstance(cls, type):
        return cls,
    if not _is_union(cls):
        return None
    members = cls.__args__
    return members if all(isinstance(member, type) for member in members) else None


def _annotated(func):
    """The class that a function's first parameter is annotated with."""
    if not getattr(func, '__annotations__', None):
        raise TypeError(f'Invalid first argument to `register()`: {func!r}. Use either '
                        '`@register(some_class)` or plain `@register` on an annotated function.')
    from typing import get_type_hints
    name, cls = next(iter(get_type_hints(func).items()))
    if _classes(cls) is None:
        fault = 'not all arguments are classes.' if _is_union(cls) else 'is not a class.'
        raise TypeError(f'Invalid annotation for {name!r}. {cls!r} {fault}')
    return cls


def singledispatch(func):
    """A function of which each class of first arguments may have its own implementation."""
    dispatcher = _Dispatcher(func)
    known, find = dispatcher.get, dispatcher.find

    def generic(*args, **kw):
        if args:
            return (known(args[0].__class__) or find(args[0].__class__))(*args, **kw)
        raise TypeError(getattr(func, '__name__', 'singledispatch function') +
                        ' requires at least 1 positional argument')

    generic.dispatch, generic.register, generic._clear_cache = find, dispatcher.add, dispatcher.forget
    generic.registry = _MappingProxy(dispatcher.registry)
    return update_wrapper(generic, func)


class singledispatchmethod:
    """A method, or what else is a descriptor, of which each class of arguments may have its own."""

    def __init__(self, func):
        if not (callable(func) or hasattr(func, '__get__')):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        self.func, self.dispatcher = func, singledispatch(func)

    def register(self, cls, method=None):
        """Register an implementation, as of a singledispatch() function."""
        return self.dispatcher.register(cls, method)

    def __get__(self, obj, cls=None):
        find = self.dispatcher.dispatch

        def method(*args, **kwargs):
            return find(args[0].__class__).__get__(obj, cls)(*args, **kwargs)

        method.register, method.__isabstractmethod__ = self.register, self.__isabstractmethod__
        return update_wrapper(method, self.func)

    @property
    def __isabstractmethod__(self):
        return getattr(self.func, '__isabstractmethod__', False)
