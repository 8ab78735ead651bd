# Module copy: shallow and deep copies by the reduce protocol.
import sys
import types

__all__ = ['Error', 'copy', 'deepcopy']


class Error(Exception):
    pass


error = Error
_ABSENT = object()

# Types whose objects are their own copies, at any depth.
_IMMUTABLE = {type(None), int, float, bool, complex, str, bytes, type, range, property,
              types.EllipsisType, types.NotImplementedType, types.BuiltinFunctionType, types.FunctionType,
              types.CodeType, types.UnionType}


def _itself(x):
    return x


_SHALLOW = {**dict.fromkeys((*_IMMUTABLE, tuple, frozenset, slice), _itself),
            **{cls: cls.copy for cls in (list, dict, set, bytearray)},
            types.MethodType: lambda method: types.MethodType(method.__func__, method.__self__)}


def copy(x):
    """A new object of the same class that holds the very same things."""
    cls = type(x)
    way = _SHALLOW.get(cls)
    if way is None:
        way = _itself if issubclass(cls, type) else getattr(cls, '__copy__', None)
    return _rebuilt(x, None, 'un(shallow)copyable') if way is None else way(x)


def deepcopy(x, memo=None):
    """A new object with copies of all that it holds, at any depth; what occurs twice is copied
    once."""
    cls = type(x)
    if cls in _IMMUTABLE:
        return x
    if memo is None:
        memo = {}
    else:
        known = memo.get(id(x), _ABSENT)
        if known is not _ABSENT:
            return known
    if cls is list:
        memo[id(x)] = made = []
        for item in x:
            made.append(deepcopy(item, memo))
    elif cls is dict:
        memo[id(x)] = made = {}
        for key, value in x.items():
            made[deepcopy(key, memo)] = deepcopy(value, memo)
    else:
        made = (_DEEP.get(cls) or _deep)(x, memo)
        if made is x:
            return x
        memo[id(x)] = made
    memo.setdefault(id(memo), []).append(x)  # keeps it alive, so that its id stays its own
    return made


def _deep(x, memo):
    if isinstance(x, type):
        return x
    own = getattr(x, '__deepcopy__', None)
    return _rebuilt(x, memo, 'un(deep)copyable') if own is None else own(memo)


def _deep_tuple(x, memo):
    parts = tuple([deepcopy(part, memo) for part in x])
    for old, new in zip(x, parts):
        if old is not new:
            return memo.get(id(x), parts)   # it has been copied on the way where it is in itself
    return memo.get(id(x), x)


def _deep_slice(x, memo):
    return slice(deepcopy(x.start, memo), deepcopy(x.stop, memo), deepcopy(x.step, memo))


def _deep_method(x, memo):
    return type(x)(x.__func__, deepcopy(x.__self__, memo))


_DEEP = {tuple: _deep_tuple, slice: _deep_slice, types.MethodType: _deep_method}


def _rebuilt(x, memo, problem):
    """The object that the reduction of x describes."""
    cls, loaded = type(x), sys.modules  # what is not loaded has no such objects
    if 'weakref' in loaded and cls is loaded['weakref'].ref:
        return x
    if 'copyreg' in loaded and cls in loaded['copyreg'].dispatch_table:
        reduction = loaded['copyreg'].dispatch_table[cls](x)
    elif (reduce := getattr(x, '__reduce_ex__', None)) is not None:
        reduction = reduce(4)
    elif reduce := getattr(x, '__reduce__', None):
        reduction = reduce()
    else:
        raise Error(f'{problem} object of type {cls}')
    return x if isinstance(reduction, str) else _made(x, memo, *reduction)


def _made(x, memo, make, args, state=None, items=None, pairs=None):
    """A new object by a reduction, of the same parts or, where there is a memo, of copies of them."""
    if memo is None:
        made = make(*args)
    else:
        made = memo[id(x)] = make(*[deepcopy(arg, memo) for arg in args])
        state = deepcopy(state, memo)
        items = items and (deepcopy(item, memo) for item in items)
        pairs = pairs and ((deepcopy(key, memo), deepcopy(value, memo)) for key, value in pairs)
    if state is not None:
        _give_state(made, state)
    for item in items or ():
        made.append(item)
    for key, value in pairs or ():
        made[key] = value
    return made


def _give_state(made, state):
    if hasattr(made, '__setstate__'):
        made.__setstate__(state)
        return
    attributes, slots = state if isinstance(state, tuple) and len(state) == 2 else (state, {})
    if attributes is not None:
        made.__dict__.update(attributes)
    if slots is not None:
        for name, value in slots.items():
            setattr(made, name, value)
