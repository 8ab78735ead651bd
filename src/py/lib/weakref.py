ProxyTypes = (ProxyType, CallableProxyType)
__all__ = ['ref', 'proxy', 'getweakrefcount', 'getweakrefs', 'WeakKeyDictionary', 'ReferenceType', 'ProxyType',
           'CallableProxyType', 'ProxyTypes', 'WeakValueDictionary', 'WeakSet', 'WeakMethod', 'finalize']


class KeyedRef(ref):
    """A reference that knows under which key its target is kept."""
    __slots__ = ('key',)

    def __new__(cls, ob, callback, key):
        made = super().__new__(cls, ob, callback)
        made.key = key
        return made

    def __init__(self, ob, callback, key):
        ref.__init__(self, ob, callback)


class WeakMethod(ref):
    """A weak reference to a bound method, which lives as long as its object."""

    def __new__(cls, meth, callback=None):
        kind = type(meth)
        if not all([hasattr(meth, part) for part in ('__self__', '__func__')]):
            raise TypeError(f'argument should be a bound method, not {kind}')

        def gone(_):
            if callback is not None:
                callback(made)
        made = super().__new__(cls, meth.__self__, gone)
        made._func_ref, made._meth_type = ref(meth.__func__), kind
        return made

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
        deep = 1 if isinstance(self, WeakKeyDictionary) else 0  # the other side stays: it would die as a copy
        new = type(self)()
        for item in [[*pair] for pair in self.items()]:
            item[deep] = deepcopy(item[deep], memo)
            new[item[0]] = item[1]
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
        given = {} if other is None else dict(other)
        for k, v in (*given.items(), *kwargs.items()):
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
    """A dict of what nothing else may keep alive: such values go, with their keys."""

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
        value = None
        while value is None:
            key, held = self.data.popitem()
            value = held()
        return key, value

    def pop(self, key, default=_missing):
        held = self.data.pop(key, None)
        value = None if held is None else held()
        if value is None and default is _missing:
            raise KeyError(key)
        return default if value is None else value


class WeakKeyDictionary(_WeakMapping):
    """A dict whose items go when nothing else keeps the keys alive."""

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
        key = None
        while key is None:
            held, value = self.data.popitem()
            key = held()
        return key, value

    def pop(self, key, *args):
        return self.data.pop(ref(key), *args)


def _refs(items):
    return {ref(item) for item in items}


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
        while self.data:
            item = self.data.pop()()
            if item is not None:
                return item
        raise KeyError('pop from empty WeakSet')

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
        self.data -= _refs(other)

    def __isub__(self, other):
        self.difference_update(other)
        return self

    def intersection(self, other):
        return self.__class__(item for item in other if item in self)
    __and__ = intersection

    def intersection_update(self, other):
        self.data &= _refs(other)

    def __iand__(self, other):
        self.intersection_update(other)
        return self

    def issubset(self, other):
        return self.data <= _refs(other)
    __le__ = issubset

    def __lt__(self, other):
        return self.data < _refs(other)

    def issuperset(self, other):
        return self.data >= _refs(other)
    __ge__ = issuperset

    def __gt__(self, other):
        return self.data > _refs(other)

    def __eq__(self, other):
        return self.data == _refs(other) if isinstance(other, self.__class__) else NotImplemented

    __hash__ = None

    def symmetric_difference(self, other):
        new = self.copy()
        new.symmetric_difference_update(other)
        return new
    __xor__ = symmetric_difference

    def symmetric_difference_update(self, other):
        self.data ^= {ref(item, self._remove) for item in list(other)}

    def __ixor__(self, other):
        self.symmetric_difference_update(other)
        return self

    def union(self, other):
        both = self.copy()
        both.update(other)
        return both
    __or__ = union

    def isdisjoint(self, other):
        return self.data.isdisjoint(_refs(other))

    def __repr__(self):
        return repr(self.data)

    __class_getitem__ = classmethod(type(list[int]))


class finalize:
    """Calls a function when an object is gone, or at the end of the program at the latest."""

    __slots__ = ()
    _waiting = {}   # (reference, function, arguments, keywords, at exit?) of each that is alive
    _at_exit = False

    def __init__(self, obj, func, /, *args, **kwargs):
        self._waiting[self] = [ref(obj, self), func, args, kwargs, True]
        if not finalize._at_exit:
            import atexit
            finalize._at_exit = True
            atexit.register(finalize._exitfunc)

    def __call__(self, _=None):
        """Calls the function, if that was not done yet, and returns what it gives."""
        found = self._waiting.pop(self, None)
        if found is not None:
            _, func, args, kwargs, _ = found
            return func(*args, **kwargs)

    def peek(self):
        """(object, function, arguments, keywords) while it is alive, or None."""
        found = self._waiting.get(self)
        obj = None if found is None else found[0]()
        return None if obj is None else (obj, *found[1:4])

    def detach(self):
        """The same, and the function will not be called."""
        found = self.peek()
        return found if found and self._waiting.pop(self, None) else None

    @property
    def alive(self):
        """Is the function still to be called?"""
        _settle()
        return self in self._waiting

    @property
    def atexit(self):
        """Is it to be called at the end of the program?"""
        return self in self._waiting and self._waiting[self][4]

    @atexit.setter
    def atexit(self, value):
        if self in self._waiting:
            self._waiting[self][4] = bool(value)

    @classmethod
    def _exitfunc(cls):
        """Calls what is alive and wants it at the end of the program, the youngest first."""
        while pending := [f for f, state in cls._waiting.items() if state[4]]:
            try:
                pending[-1]()
            except Exception:
                import traceback
                traceback.print_exc()

    def __repr__(self):
        found = self.peek()
        what = 'dead' if found is None else f'for {type(found[0]).__name__!r} at {id(found[0]):#x}'
        return f'<{type(self).__name__} object at {id(self):#x}; {what}>'


def _register():
    from _collections_abc import MutableMapping, MutableSet
    MutableMapping.register(_WeakMapping)
    MutableSet.register(WeakSet)


_register()
