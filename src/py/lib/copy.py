# Module copy: shallow and deep copies by the reduce protocol.
__all__ = ['Error', 'copy', 'deepcopy', 'replace']


class Error(Exception):
    pass


error = Error
_atomic = {type(None), int, float, bool, complex, str, bytes, type, range, slice, type(Ellipsis), type(NotImplemented),
           type(len), type(lambda: 0), property}


def copy(x):
    cls = type(x)
    if cls in _atomic or issubclass(cls, type) or cls is tuple or cls is frozenset:
        return x
    if cls in (list, dict, set, bytearray):
        return x.copy()
    copier = getattr(cls, '__copy__', None)
    if copier is not None:
        return copier(x)
    rv = _reduce(x, cls)
    return x if isinstance(rv, str) else _rebuild(x, None, *rv)


def _reduce(x, cls):
    reductor = getattr(x, '__reduce_ex__', None)
    if reductor is not None:
        return reductor(4)
    reductor = getattr(x, '__reduce__', None)
    if reductor:
        return reductor()
    raise Error('un(shallow)copyable object of type %s' % cls)


def deepcopy(x, memo=None, _nil=[]):
    cls = type(x)
    if cls in _atomic:
        return x
    if memo is None:
        memo = {}
    d = id(x)
    y = memo.get(d, _nil)
    if y is not _nil:
        return y
    if cls is list:
        y = []
        memo[d] = y
        append = y.append
        for item in x:
            append(deepcopy(item, memo))
    elif cls is dict:
        y = {}
        memo[d] = y
        for key, value in x.items():
            y[deepcopy(key, memo)] = deepcopy(value, memo)
    elif cls is tuple:
        y = _deepcopy_tuple(x, memo, d)
    elif issubclass(cls, type):
        return x
    else:
        copier = getattr(x, '__deepcopy__', None)
        if copier is not None:
            y = copier(memo)
        elif cls is type(copy.__get__(x)):
            y = cls(x.__func__, deepcopy(x.__self__, memo))
        elif cls in (set, frozenset, bytearray):
            y = cls([deepcopy(i, memo) for i in x]) if cls is not bytearray else bytearray(x)
        else:
            rv = _reduce(x, cls)
            y = x if isinstance(rv, str) else _rebuild(x, memo, *rv)
    if y is not x:
        memo[d] = y
        memo.setdefault(id(memo), []).append(x)
    return y


def _deepcopy_tuple(x, memo, d):
    y = [deepcopy(a, memo) for a in x]
    if d in memo:
        return memo[d]
    for a, b in zip(x, y):
        if a is not b:
            return tuple(y)
    return x


def _rebuild(x, memo, func, args, state=None, listiter=None, dictiter=None, *rest):
    deep = memo is not None
    if deep and args:
        args = tuple([deepcopy(a, memo) for a in args])
    y = func(*args)
    if deep:
        memo[id(x)] = y
    if state is not None:
        if deep:
            state = deepcopy(state, memo)
        if hasattr(y, '__setstate__'):
            y.__setstate__(state)
        else:
            slots = None
            if isinstance(state, tuple) and len(state) == 2:
                state, slots = state
            if state is not None:
                y.__dict__.update(state)
            if slots is not None:
                for key, value in slots.items():
                    setattr(y, key, value)
    if listiter is not None:
        for item in listiter:
            y.append(deepcopy(item, memo) if deep else item)
    if dictiter is not None:
        for key, value in dictiter:
            if deep:
                key, value = deepcopy(key, memo), deepcopy(value, memo)
            y[key] = value
    return y


def replace(obj, /, **changes):
    func = getattr(type(obj), '__replace__', None)
    if func is None:
        raise TypeError('replace() does not support %s objects' % type(obj).__name__)
    return func(obj, **changes)
