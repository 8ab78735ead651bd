# Module copy: shallow and deep copies by the reduce protocol.
import sys
import types

__all__ = ['Error', 'copy', 'deepcopy']


class Error(Exception):
    pass


error = Error

# Types whose objects are their own copies.
_atomic = {type(None), int, float, bool, complex, str, bytes, type, range, property,
           types.EllipsisType, types.NotImplementedType, types.BuiltinFunctionType, types.FunctionType,
           types.CodeType, types.UnionType}


_copiers = {cls: cls.copy for cls in (list, dict, set, bytearray)}


def copy(x):
    """A new object of the same class that holds the very same things."""
    cls = type(x)
    copier = _copiers.get(cls)
    if copier is not None:
        return copier(x)
    if cls in _atomic or cls is slice or cls is tuple or cls is frozenset or issubclass(cls, type):
        return x
    copier = getattr(cls, '__copy__', None)
    if copier is not None:
        return copier(x)
    rv = _reduce(x, cls, 'un(shallow)copyable')
    return x if isinstance(rv, str) else _rebuild(x, None, *rv)


def _reduce(x, cls, problem):
    if cls is getattr(sys.modules.get('weakref'), 'ref', None):
        return ''  # itself
    reductor = getattr(x, '__reduce_ex__', None)
    if reductor is not None:
        return reductor(4)
    reductor = getattr(x, '__reduce__', None)
    if reductor:
        return reductor()
    raise Error(f'{problem} object of type {cls}')


def deepcopy(x, memo=None, _nil=[]):
    """A new object with copies of all that it holds, at any depth; what occurs twice is copied
    once."""
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
    elif cls is slice:
        y = slice(deepcopy(x.start, memo), deepcopy(x.stop, memo), deepcopy(x.step, memo))
    elif cls is types.MethodType:
        y = cls(x.__func__, deepcopy(x.__self__, memo))
    elif issubclass(cls, type):
        y = x
    else:
        y = _deepcopy_object(x, cls, memo)
    if y is not x:
        memo[d] = y
        memo.setdefault(id(memo), []).append(x)  # keeps it alive, so that its id stays its own
    return y


def _deepcopy_object(x, cls, memo):
    copier = getattr(x, '__deepcopy__', None)
    if copier is not None:
        return copier(memo)
    rv = _reduce(x, cls, 'un(deep)copyable')
    return x if isinstance(rv, str) else _rebuild(x, memo, *rv)


def _deepcopy_tuple(x, memo, d):
    parts = tuple([deepcopy(part, memo) for part in x])
    same = all([old is new for old, new in zip(x, parts)])
    return memo.get(d, x if same else parts)    # it has been copied on the way where it is in itself


def _set_state(y, state):
    if hasattr(y, '__setstate__'):
        y.__setstate__(state)
        return
    slots = None
    if isinstance(state, tuple) and len(state) == 2:
        state, slots = state
    if state is not None:
        y.__dict__.update(state)
    if slots is not None:
        for key, value in slots.items():
            setattr(y, key, value)


def _rebuild(x, memo, func, args, state=None, listiter=None, dictiter=None):
    """The object that a reduce value describes; deep when there is a memo."""
    deep = memo is not None
    if deep and args:
        args = tuple([deepcopy(a, memo) for a in args])
    y = func(*args)
    if deep:
        memo[id(x)] = y
    if state is not None:
        _set_state(y, deepcopy(state, memo) if deep else state)
    if listiter is not None:
        for item in listiter:
            y.append(deepcopy(item, memo) if deep else item)
    if dictiter is not None:
        for key, value in dictiter:
            if deep:
                key, value = deepcopy(key, memo), deepcopy(value, memo)
            y[key] = value
    return y
