ProxyTypes = (ProxyType, CallableProxyType)
__all__ = ['ref', 'proxy', 'getweakrefcount', 'getweakrefs', 'WeakKeyDictionary', 'ReferenceType', 'ProxyType',
           'CallableProxyType', 'ProxyTypes', 'WeakValueDictionary', 'WeakSet', 'WeakMethod', 'finalize']


class KeyedRef(ref):
    """Specialized reference that includes a key corresponding to the value."""
    __slots__ = 'key',

    def __new__(type, ob, callback, key):
        self = ref.__new__(type, ob, callback)
        self.key = key
        return self

    def __init__(self, ob, callback, key):
        super().__init__(ob, callback)


class WeakMethod(ref):
    """A custom `weakref.ref` subclass which simulates a weak reference to a bound method."""

    def __new__(cls, meth, callback=None):
        try:
            obj, func = meth.__self__, meth.__func__
        except AttributeError:
            raise TypeError(f'argument should be a bound method, not {type(meth)}') from None
        self = ref.__new__(cls, obj, (lambda arg: callback(self)) if callback is not None else (lambda arg: None))
        self._func_ref = ref(func)
        self._meth_type = type(meth)
        return self

    def __call__(self):
        obj = super().__call__()
        func = self._func_ref()
        return None if obj is None or func is None else self._meth_type(func, obj)

    def __eq__(self, other):
        if isinstance(other, WeakMethod):
            if super().__call__() is None or ref.__call__(other) is None:
                return self is other
            return ref.__eq__(self, other) and self._func_ref == other._func_ref
        return NotImplemented

    def __ne__(self, other):
        result = self.__eq__(other)
        return result if result is NotImplemented else not result

    __hash__ = ref.__hash__


class _WeakMapping:
    """What the two weak dictionaries share: a dict from key to value with one side held weakly."""

    def __len__(self):
        _settle()
        return len(self.data)

    def __repr__(self):
        return f'<{type(self).__name__} at {id(self):#x}>'

    def __iter__(self):
        return self.keys()

    def __eq__(self, other):
        if not hasattr(other, 'items'):
            return NotImplemented
        return dict(self.items()) == dict(other.items())

    __hash__ = None

    def copy(self):
        new = type(self)()
        for k, v in list(self.items()):
            new[k] = v
        return new

    __copy__ = copy

    def __deepcopy__(self, memo):
        from copy import deepcopy
        new = type(self)()
        for k, v in list(self.items()):
            if isinstance(self, WeakKeyDictionary):
                new[k] = deepcopy(v, memo)
            else:
                new[deepcopy(k, memo)] = v
        return new

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def keys(self):
        for k, v in self.items():
            yield k

    def values(self):
        for k, v in self.items():
            yield v

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
            return default

    def update(self, other=None, /, **kwargs):
        if other is not None:
            if hasattr(other, 'items'):
                other = other.items()
            elif hasattr(other, 'keys'):
                other = [(k, other[k]) for k in other.keys()]
            for k, v in list(other):
                self[k] = v
        for k, v in kwargs.items():
            self[k] = v

    def clear(self):
        self.data.clear()

    def __or__(self, other):
        if not hasattr(other, 'items'):
            return NotImplemented
        new = self.copy()
        new.update(other)
        return new

    def __ror__(self, other):
        if not hasattr(other, 'items'):
            return NotImplemented
        new = type(self)()
        new.update(other)
        new.update(self)
        return new

    def __ior__(self, other):
        self.update(other)
        return self


_missing = object()


class WeakValueDictionary(_WeakMapping):
    """Mapping class that references values weakly."""

    def __init__(self, other=(), /, **kw):
        self.data = {}
        self.update(other, **kw)

    def _ref(self, key, value):
        data = self.data

        def remove(r):
            if data.get(key) is r:
                del data[key]
        return ref(value, remove)

    def __getitem__(self, key):
        o = self.data[key]()
        if o is None:
            raise KeyError(key)
        return o

    def __delitem__(self, key):
        del self.data[key]

    def __contains__(self, key):
        r = self.data.get(key)
        return r is not None and r() is not None

    def __setitem__(self, key, value):
        self.data[key] = self._ref(key, value)

    def items(self):
        for k, r in list(self.data.items()):
            v = r()
            if v is not None:
                yield k, v

    def itervaluerefs(self):
        yield from list(self.data.values())

    def valuerefs(self):
        return list(self.data.values())

    def popitem(self):
        while True:
            key, r = self.data.popitem()
            o = r()
            if o is not None:
                return key, o

    def pop(self, key, default=_missing):
        try:
            o = self.data.pop(key)()
        except KeyError:
            o = None
        if o is not None:
            return o
        if default is _missing:
            raise KeyError(key)
        return default


class WeakKeyDictionary(_WeakMapping):
    """Mapping class that references keys weakly."""

    def __init__(self, dict=None):
        self.data = {}
        data = self.data

        def remove(r):
            data.pop(r, None)
        self._remove = remove
        if dict is not None:
            self.update(dict)

    def __getitem__(self, key):
        return self.data[ref(key)]

    def __setitem__(self, key, value):
        self.data[ref(key, self._remove)] = value

    def __delitem__(self, key):
        del self.data[ref(key)]

    def __contains__(self, key):
        try:
            r = ref(key)
        except TypeError:
            return False
        return r in self.data

    def items(self):
        for r, v in list(self.data.items()):
            k = r()
            if k is not None:
                yield k, v

    def keyrefs(self):
        return list(self.data)

    def popitem(self):
        while True:
            r, value = self.data.popitem()
            o = r()
            if o is not None:
                return o, value

    def pop(self, key, *args):
        return self.data.pop(ref(key), *args)


class WeakSet:
    def __init__(self, data=None):
        self.data = set()
        held = self.data

        def _remove(item):
            held.discard(item)
        self._remove = _remove
        if data is not None:
            self.update(data)

    def __iter__(self):
        for r in list(self.data):
            item = r()
            if item is not None:
                yield item

    def __len__(self):
        _settle()
        return len(self.data)

    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:
            return False

    def __reduce__(self):
        return self.__class__, (list(self),), self.__getstate__()

    def add(self, item):
        self.data.add(ref(item, self._remove))

    def clear(self):
        self.data.clear()

    def copy(self):
        return self.__class__(self)

    def pop(self):
        while True:
            try:
                item = self.data.pop()()
            except KeyError:
                raise KeyError('pop from empty WeakSet') from None
            if item is not None:
                return item

    def remove(self, item):
        self.data.remove(ref(item))

    def discard(self, item):
        self.data.discard(ref(item))

    def update(self, other):
        for element in other:
            self.add(element)

    def __ior__(self, other):
        self.update(other)
        return self

    def difference(self, other):
        new = self.copy()
        new.difference_update(other)
        return new
    __sub__ = difference

    def difference_update(self, other):
        if self is other:
            self.data.clear()
        else:
            self.data.difference_update(ref(item) for item in other)

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def intersection(self, other):
        return self.__class__(item for item in other if item in self)
    __and__ = intersection

    def intersection_update(self, other):
        self.data.intersection_update([ref(item) for item in other])

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def issubset(self, other):
        return self.data.issubset(ref(item) for item in other)
    __le__ = issubset

    def __lt__(self, other):
        return self.data < set(map(ref, other))

    def issuperset(self, other):
        return self.data.issuperset(ref(item) for item in other)
    __ge__ = issuperset

    def __gt__(self, other):
        return self.data > set(map(ref, other))

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return self.data == set(map(ref, other))

    __hash__ = None

    def symmetric_difference(self, other):
        new = self.copy()
        new.symmetric_difference_update(other)
        return new
    __xor__ = symmetric_difference

    def symmetric_difference_update(self, other):
        if self is other:
            self.data.clear()
        else:
            self.data.symmetric_difference_update(ref(item, self._remove) for item in other)

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    def union(self, other):
        return self.__class__(e for s in (self, other) for e in s)
    __or__ = union

    def isdisjoint(self, other):
        return len(self.intersection(other)) == 0

    def __repr__(self):
        return repr(self.data)

    __class_getitem__ = classmethod(type(list[int]))


class finalize:
    """Class for finalization of weakrefable objects."""

    __slots__ = ()
    _registry = {}
    _registered_with_atexit = False

    class _Info:
        __slots__ = ('weakref', 'func', 'args', 'kwargs', 'atexit', 'index')

    def __init__(self, obj, func, /, *args, **kwargs):
        if not finalize._registered_with_atexit:
            import atexit
            atexit.register(self._exitfunc)
            finalize._registered_with_atexit = True
        info = self._Info()
        info.weakref = ref(obj, self)
        info.func = func
        info.args = args
        info.kwargs = kwargs or None
        info.atexit = True
        self._registry[self] = info

    def __call__(self, _=None):
        """If alive then mark as dead and return func(*args, **kwargs); otherwise return None"""
        info = self._registry.pop(self, None)
        if info:
            return info.func(*info.args, **(info.kwargs or {}))

    def detach(self):
        info = self._registry.get(self)
        obj = info and info.weakref()
        if obj is not None and self._registry.pop(self, None):
            return (obj, info.func, info.args, info.kwargs or {})

    def peek(self):
        info = self._registry.get(self)
        obj = info and info.weakref()
        if obj is not None:
            return (obj, info.func, info.args, info.kwargs or {})

    @property
    def alive(self):
        _settle()
        return self in self._registry

    @property
    def atexit(self):
        info = self._registry.get(self)
        return bool(info) and info.atexit

    @atexit.setter
    def atexit(self, value):
        info = self._registry.get(self)
        if info:
            info.atexit = bool(value)

    @classmethod
    def _exitfunc(cls):
        """Calls what is alive and wants it at the end of the program, the youngest first."""
        while pending := [f for f, info in cls._registry.items() if info.atexit]:
            try:
                pending[-1]()
            except Exception:
                import traceback
                traceback.print_exc()

    def __repr__(self):
        info = self._registry.get(self)
        obj = info and info.weakref()
        if obj is None:
            return f'<{type(self).__name__} object at {id(self):#x}; dead>'
        return f'<{type(self).__name__} object at {id(self):#x}; for {type(obj).__name__!r} at {id(obj):#x}>'


def _register():
    from _collections_abc import MutableMapping, MutableSet
    MutableMapping.register(_WeakMapping)
    MutableSet.register(WeakSet)


_register()
