# Module copyreg: how objects that do not say so themselves are taken apart and made again, for copy and pickle.
import types as _types

__all__ = ['pickle', 'constructor', 'add_extension', 'remove_extension', 'clear_extension_cache']

dispatch_table = {}
_extension_registry, _inverted_registry, _extension_cache = {}, {}, {}
_MOST = 0x7fffffff  # the largest code


def pickle(ob_type, pickle_function, constructor_ob=None):
    """Objects of that class are taken apart by that function."""
    if not callable(pickle_function):
        raise TypeError('reduction functions must be callable')
    dispatch_table[ob_type] = pickle_function
    if constructor_ob is not None:
        constructor(constructor_ob)


def constructor(object):
    if not callable(object):
        raise TypeError('constructors must be callable')


def _reconstructor(cls, base, state):
    """An object of cls over an object of a builtin base: for protocols below 2."""
    made = base.__new__(cls) if base is object else base.__new__(cls, state)
    fill = base.__init__
    if base is not object and fill is not object.__init__:
        fill(made, state)
    return made


def __newobj__(cls, *args):
    return cls.__new__(cls, *args)


def __newobj_ex__(cls, args, kwargs):
    return cls.__new__(cls, *args, **kwargs)


def _stored(cls):
    """The names of its own slots: a private one has the name of the class in it."""
    slots, owner = cls.__dict__.get('__slots__', ()), cls.__name__.lstrip('_')
    slots = [slots] if isinstance(slots, str) else slots
    private = [name for name in slots if owner and name.startswith('__') and not name.endswith('__')]
    return [f'_{owner}{name}' if name in private else name for name in slots
            if name not in ('__dict__', '__weakref__')]


def _slotnames(cls):
    """The names of the slots of a class and its bases, as they are stored."""
    kept = cls.__dict__.get('__slotnames__')
    if kept is None:
        kept = [name for base in cls.__mro__ for name in _stored(base)] if hasattr(cls, '__slots__') else []
        try:
            cls.__slotnames__ = kept
        except (AttributeError, TypeError):
            pass
    return kept


def add_extension(module, name, code):
    """A code for module.name, instead of the names."""
    key, code = (module, name), int(code)
    if code < 1 or code > _MOST:
        raise ValueError('code out of range')
    had, taken = _extension_registry.get(key), _inverted_registry.get(code)
    if had is not None and had != code:
        raise ValueError(f'key {key} is already registered with code {had}')
    if taken is not None and taken != key:
        raise ValueError(f'code {code} is already in use for key {taken}')
    _inverted_registry[code] = key
    _extension_registry[key] = code


def remove_extension(module, name, code):
    key = module, name
    if (_extension_registry.get(key), _inverted_registry.get(code)) != (code, key):
        raise ValueError(f'key {key} is not registered with code {code}')
    for table, entry in ((_extension_registry, key), (_inverted_registry, code), (_extension_cache, code)):
        table.pop(entry, None)


def clear_extension_cache():
    _extension_cache.clear()


pickle(complex, lambda c: (complex, (c.real, c.imag)))


def _pickle_union(union):
    import functools
    import operator
    return functools.reduce, (operator.or_, union.__args__)


pickle(type(int | str), _pickle_union)
pickle(_types.SimpleNamespace, lambda space: (type(space), (), vars(space)))
