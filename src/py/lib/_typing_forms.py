"""The machinery under module typing: type variables, special forms, aliases and Generic.

What is made here says that it lives in typing, as typing re-exports the public names.
"""
import functools
import operator
import sys
import types
from types import GenericAlias

from _typing_vars import ParamSpec, TypeVar, TypeVarTuple, _Unions

__name__ = 'typing'
_cleanups = []
_PLAIN_GENERICS = []  # Generic and Protocol, which are no types themselves


def _cached(func=None, /, *, typed=False):
    """Cache a subscription; arguments that cannot be hashed are worked out each time."""
    def decorate(func):
        cached = functools.lru_cache(typed=typed)(func)
        _cleanups.append(cached.cache_clear)

        @functools.wraps(func)
        def call(*args):
            try:
                return cached(*args)
            except TypeError:
                pass
            return func(*args)
        return call
    return decorate if func is None else decorate(func)


# --- checks

def _type_convert(arg, module=None, *, allow_special_forms=False):
    """None and strings as what they stand for."""
    if arg is None:
        return type(None)
    if isinstance(arg, str):
        return ForwardRef(arg, module=module, is_class=allow_special_forms)
    return arg


def _type_check(arg, msg, is_argument=True, module=None, *, allow_special_forms=False):
    """Refuse what cannot be a type in an annotation; classes that are not types at all may pass."""
    arg = _type_convert(arg, module, allow_special_forms=allow_special_forms)
    if isinstance(arg, _GenericAlias):
        origin = arg.__origin__
        if origin in _PLAIN_GENERICS or not allow_special_forms and (
                origin is ClassVar or is_argument and origin is Final):
            raise TypeError(f'{arg} is not valid as type argument')
    if isinstance(arg, _SpecialForm):
        if arg in _PLAIN_FORMS or allow_special_forms and arg in (ClassVar, Final):
            return arg
        raise TypeError(f'Plain {arg} is not valid as type argument')
    if isinstance(arg, type) and arg in _PLAIN_GENERICS:
        raise TypeError(f'Plain {arg} is not valid as type argument')
    if type(arg) is tuple:
        raise TypeError(f'{msg} Got {arg!r:.100}.')
    return arg


def _check_generic(cls, params, expected):
    """Raise when `cls` takes another number of parameters."""
    if not expected:
        raise TypeError(f'{cls} is not a generic class')
    _check_count(cls, len(params), expected)


def _check_count(cls, actual, expected):
    if actual != expected:
        raise TypeError(f'Too {"many" if actual > expected else "few"} arguments for {cls}; '
                        f'actual {actual}, expected {expected}')


def _is_param_expr(arg):
    """Can `arg` stand for a parameter list?"""
    return arg is ... or isinstance(arg, (tuple, list, ParamSpec, _ConcatenateGenericAlias))


def _is_unpacked_typevartuple(x):
    return not isinstance(x, type) and getattr(x, '__typing_is_unpacked_typevartuple__', False)


def _is_callable(origin):
    """Is it collections.abc.Callable, which need not be loaded?"""
    known = sys.modules.get('_collections_abc')
    return known is not None and origin is known.Callable


def _is_dunder(name):
    return name.startswith('__') and name.endswith('__')


def _type_repr(obj):
    """The text of a type inside another type's text."""
    if isinstance(obj, type):
        if obj.__module__ == 'builtins':
            return obj.__qualname__
        return f'{obj.__module__}.{obj.__qualname__}'
    if obj is ...:
        return '...'
    if isinstance(obj, types.FunctionType):
        return obj.__name__
    if isinstance(obj, tuple):
        return '[' + ', '.join(map(_type_repr, obj)) + ']'
    return repr(obj)


def _collect_parameters(args):
    """The type variables in `args`, each once, in order."""
    found = {}
    for arg in args:
        if isinstance(arg, type):
            continue
        if isinstance(arg, tuple):
            found.update(dict.fromkeys(_collect_parameters(arg)))
        elif hasattr(arg, '__typing_subst__'):
            found[arg] = None
        else:
            found.update(dict.fromkeys(getattr(arg, '__parameters__', ())))
    return tuple(found)


def _unpack_args(args):
    """`args` with unpacked tuples of known length laid out."""
    out = []
    for arg in args:
        inner = getattr(arg, '__typing_unpacked_tuple_args__', None)
        if inner is not None and not (inner and inner[-1] is ...):
            out.extend(inner)
        else:
            out.append(arg)
    return out


# --- bases

class _Final:
    """Base of classes that programs may not derive from."""
    __slots__ = ('__weakref__',)

    def __init_subclass__(cls, /, *args, _root=False, **kwds):
        if not _root:
            raise TypeError('Cannot subclass special typing classes')


class _NotIterable:
    __slots__ = ()
    __iter__ = None


class _SpecialForm(_Final, _NotIterable, _Unions, _root=True):
    # A name that may be subscripted, or only stands for itself.
    __slots__ = ('_name', '__doc__', '_getitem')

    def __init__(self, getitem):
        self._getitem = getitem
        self._name = getitem.__name__
        self.__doc__ = getitem.__doc__

    def __getattr__(self, name):
        if name in ('__name__', '__qualname__'):
            return self._name
        raise AttributeError(name)

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass {self!r}')

    def __call__(self, *args, **kwds):
        raise TypeError(f'Cannot instantiate {self!r}')

    def __instancecheck__(self, obj):
        raise TypeError(f'{self} cannot be used with isinstance()')

    def __subclasscheck__(self, cls):
        raise TypeError(f'{self} cannot be used with issubclass()')

    def __getitem__(self, params):
        return self._getitem(self, params)


class ForwardRef(_Final, _Unions, _root=True):
    """A type that is given as text, to be evaluated when asked for."""
    __slots__ = ('__forward_arg__', '__forward_code__', '__forward_evaluated__',
                 '__forward_value__',
                 '__forward_is_argument__', '__forward_is_class__', '__forward_module__')

    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f'Forward reference must be a string -- got {arg!r}')
        text = f'({arg},)[0]' if arg[:1] == '*' else arg
        try:
            code = compile(text, '<string>', 'eval')
        except SyntaxError:
            raise SyntaxError(f'Forward reference must be an expression -- got {arg!r}') from None
        self.__forward_arg__ = arg
        self.__forward_code__ = code
        self.__forward_evaluated__ = False
        self.__forward_value__ = None
        self.__forward_is_argument__ = is_argument
        self.__forward_is_class__ = is_class
        self.__forward_module__ = module

    def _evaluate(self, globalns, localns, recursive_guard=frozenset()):
        if self.__forward_arg__ in recursive_guard:
            return self
        if not self.__forward_evaluated__ or localns is not globalns:
            if globalns is None:
                globalns = {} if localns is None else localns
            if localns is None:
                localns = globalns
            if self.__forward_module__ is not None:
                module = sys.modules.get(self.__forward_module__)
                globalns = getattr(module, '__dict__', globalns)
            value = _type_check(eval(self.__forward_code__, globalns, localns),
                                'Forward references must evaluate to types.',
                                is_argument=self.__forward_is_argument__,
                                allow_special_forms=self.__forward_is_class__)
            guard = recursive_guard | {self.__forward_arg__}
            self.__forward_value__ = _eval_type(value, globalns, localns, guard)
            self.__forward_evaluated__ = True
        return self.__forward_value__

    def __eq__(self, other):
        if not isinstance(other, ForwardRef):
            return NotImplemented
        if self.__forward_evaluated__ and other.__forward_evaluated__:
            return (self.__forward_arg__ == other.__forward_arg__
                    and self.__forward_value__ == other.__forward_value__)
        return (self.__forward_arg__ == other.__forward_arg__
                and self.__forward_module__ == other.__forward_module__)

    def __hash__(self):
        return hash((self.__forward_arg__, self.__forward_module__))

    def __repr__(self):
        module = self.__forward_module__
        return f'ForwardRef({self.__forward_arg__!r}{"" if module is None else f", module={module!r}"})'


def _should_unflatten(tp, args):
    """Is `args` the flat form of Callable's [arguments], result?"""
    return (_is_callable(tp.__origin__)
            and not (len(args) == 2 and _is_param_expr(args[0])))


def _eval_type(t, globalns, localns, recursive_guard=frozenset()):
    """`t` with its forward references evaluated."""
    if isinstance(t, ForwardRef):
        return t._evaluate(globalns, localns, recursive_guard)
    if not isinstance(t, (_GenericAlias, GenericAlias, types.UnionType)):
        return t
    if isinstance(t, GenericAlias):
        args = tuple(ForwardRef(a) if isinstance(a, str) else a for a in t.__args__)
        unpacked = t.__unpacked__
        t = t.__origin__[(args[:-1], args[-1]) if _should_unflatten(t, args) else args]
        if unpacked:
            t = Unpack[t]
    args = tuple(_eval_type(a, globalns, localns, recursive_guard) for a in t.__args__)
    if args == t.__args__:
        return t
    if isinstance(t, GenericAlias):
        return GenericAlias(t.__origin__, args)
    if isinstance(t, types.UnionType):
        return functools.reduce(operator.or_, args)
    return t.copy_with(args)


# --- aliases: what subscription makes

class _BaseGenericAlias(_Final, _Unions, _root=True):
    """A name for a class, with parameters or waiting for them."""

    def __init__(self, origin, *, inst=True, name=None):
        self.__dict__.update(_inst=inst, _name=name, __origin__=origin)

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError(f'Type {self._name} cannot be instantiated; '
                            f'use {self.__origin__.__name__}() instead')
        made = self.__origin__(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except AttributeError:
            pass
        return made

    def __mro_entries__(self, bases):
        out = [] if self.__origin__ in bases else [self.__origin__]
        for base in bases[bases.index(self) + 1:]:
            if isinstance(base, _BaseGenericAlias) or isinstance(base, type) and issubclass(base,
                                                                                            Generic):
                break
        else:
            out.append(Generic)
        return tuple(out)

    def __getattr__(self, name):
        if name in ('__name__', '__qualname__'):
            return self._name or self.__origin__.__name__
        if '__origin__' in self.__dict__ and not _is_dunder(name):
            return getattr(self.__origin__, name)
        raise AttributeError(name)

    def __setattr__(self, name, value):
        if _is_dunder(name) or name in ('_name', '_inst', '_nparams'):
            super().__setattr__(name, value)
        else:
            setattr(self.__origin__, name, value)

    def __instancecheck__(self, obj):
        return self.__subclasscheck__(type(obj))

    def __subclasscheck__(self, cls):
        raise TypeError('Subscripted generics cannot be used with class and instance checks')

    def __dir__(self):
        return list({*super().__dir__(), *(n for n in dir(self.__origin__) if not _is_dunder(n))})


class _GenericAlias(_BaseGenericAlias, _root=True):
    """List[int], MyGeneric[T], ClassVar[str]."""

    def __init__(self, origin, args, *, inst=True, name=None):
        super().__init__(origin, inst=inst, name=name)
        self.__args__ = args if isinstance(args, tuple) else (args,)
        self.__parameters__ = _collect_parameters(self.__args__)
        if not name:
            self.__module__ = origin.__module__

    def __eq__(self, other):
        if not isinstance(other, _GenericAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__args__ == other.__args__

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    @_cached
    def __getitem__(self, args):
        if self.__origin__ in _PLAIN_GENERICS:
            raise TypeError(f'Cannot subscript already-subscripted {self}')
        params = self.__parameters__
        if not params:
            raise TypeError(f'{self} is not a generic class')
        if not isinstance(args, tuple):
            args = (args,)
        args = tuple(_unpack_args(_type_convert(a) for a in args))
        for param in params:
            prepare = getattr(param, '__typing_prepare_subst__', None)
            if prepare is not None:
                args = prepare(self, args)
        _check_count(self, len(args), len(params))
        return self.copy_with(tuple(self._substitute(self.__args__, dict(zip(params, args)))))

    def _substitute(self, args, table):
        """`args` with each type variable replaced by what `table` has for it."""
        out = []
        for old in args:
            if isinstance(old, type):
                out.append(old)
                continue
            new = old
            subst = getattr(old, '__typing_subst__', None)
            if subst:
                new = subst(table[old])
            elif not isinstance(old, tuple):
                inner = []
                for p in getattr(old, '__parameters__', ()):
                    if isinstance(p, TypeVarTuple):
                        inner.extend(table[p])
                    else:
                        inner.append(table[p])
                if inner or getattr(old, '__parameters__', ()):
                    new = old[tuple(inner)]
            if _is_callable(self.__origin__) and isinstance(new, tuple):
                out.extend(new)  # Callable's arguments are kept flat
            elif _is_unpacked_typevartuple(old):
                out.extend(new)
            elif isinstance(old, tuple):
                out.append(tuple(self._substitute(old, table)))
            else:
                out.append(new)
        return out

    def copy_with(self, args):
        return self.__class__(self.__origin__, args, name=self._name, inst=self._inst)

    def __repr__(self):
        name = 'typing.' + self._name if self._name else _type_repr(self.__origin__)
        return f'{name}[{", ".join(map(_type_repr, self.__args__)) or "()"}]'

    def __reduce__(self):
        origin = getattr(sys.modules['typing'], self._name) if self._name else self.__origin__
        args = self.__args__
        if len(args) == 1 and not isinstance(args[0], tuple):
            args, = args
        return operator.getitem, (origin, args)

    def __copy__(self):
        return self.copy_with(self.__args__)

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _SpecialForm):
            raise TypeError(f'Cannot subclass {self!r}')
        if self._name:
            return super().__mro_entries__(bases)
        if self.__origin__ is Generic:
            if any(b in _PLAIN_GENERICS for b in bases if isinstance(b, type)):
                return ()
            if any(isinstance(b, _BaseGenericAlias) and b is not self
                   for b in bases[bases.index(self) + 1:]):
                return ()
        return (self.__origin__,)

    def __iter__(self):
        yield Unpack[self]


class _SpecialGenericAlias(_NotIterable, _BaseGenericAlias, _root=True):
    """List, Dict, Mapping before they are subscripted."""

    def __init__(self, origin, nparams, *, inst=True, name=None):
        super().__init__(origin, inst=inst, name=name or origin.__name__)
        doc = f'A generic version of {origin.__module__}.{origin.__qualname__}.'
        self.__dict__.update(_nparams=nparams, __doc__=doc)

    @_cached
    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        params = tuple(_type_check(p, 'Parameters to generic types must be types.') for p in params)
        _check_generic(self, params, self._nparams)
        return self.copy_with(params)

    def copy_with(self, params):
        return _GenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __subclasscheck__(self, cls):
        if isinstance(cls, _SpecialGenericAlias):
            return issubclass(cls.__origin__, self.__origin__)
        if not isinstance(cls, _GenericAlias):
            return issubclass(cls, self.__origin__)
        return super().__subclasscheck__(cls)


class _CallableGenericAlias(_NotIterable, _GenericAlias, _root=True):
    """Callable[[int], str]; its arguments are the flat (int, str)."""

    def __repr__(self):
        args = self.__args__
        if not _should_unflatten(self, args):
            return super().__repr__()
        return f'typing.Callable[[{", ".join(map(_type_repr, args[:-1]))}], {_type_repr(args[-1])}]'

    def __reduce__(self):
        args = self.__args__
        if _should_unflatten(self, args):
            args = list(args[:-1]), args[-1]
        return operator.getitem, (sys.modules['typing'].Callable, args)


class _CallableType(_SpecialGenericAlias, _root=True):
    def copy_with(self, params):
        return _CallableGenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def __getitem__(self, params):
        if not isinstance(params, tuple) or len(params) != 2:
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        args, result = params
        return self._subscript(tuple(args) if isinstance(args, list) else args, result)

    @_cached
    def _subscript(self, args, result):
        result = _type_check(result, 'Callable[args, result]: result must be a type.')
        if not isinstance(args, tuple):
            args = (args,)
        return self.copy_with(tuple(_type_convert(a) for a in args) + (result,))


class _TupleType(_SpecialGenericAlias, _root=True):
    @_cached
    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        if len(params) >= 2 and params[-1] is ...:
            msg = 'Tuple[t, ...]: t must be a type.'
            return self.copy_with((*(_type_check(p, msg) for p in params[:-1]), ...))
        msg = 'Tuple[t0, t1, ...]: each t must be a type.'
        return self.copy_with(tuple(_type_check(p, msg) for p in params))


class _UnionGenericAlias(_NotIterable, _GenericAlias, _root=True):
    def copy_with(self, params):
        return Union[params]

    def __eq__(self, other):
        if not isinstance(other, (_UnionGenericAlias, types.UnionType)):
            return NotImplemented
        return set(self.__args__) == set(other.__args__)

    def __hash__(self):
        return hash(frozenset(self.__args__))

    def __repr__(self):
        args = self.__args__
        if len(args) == 2 and type(None) in args:
            return f'typing.Optional[{_type_repr(args[args[0] is type(None)])}]'
        return super().__repr__()

    def __subclasscheck__(self, cls):
        return any(issubclass(cls, arg) for arg in self.__args__)

    def __reduce__(self):
        return operator.getitem, (Union, self.__args__)


class _LiteralGenericAlias(_GenericAlias, _root=True):
    def __eq__(self, other):
        if not isinstance(other, _LiteralGenericAlias):
            return NotImplemented
        return set(_with_types(self.__args__)) == set(_with_types(other.__args__))

    def __hash__(self):
        return hash(frozenset(_with_types(self.__args__)))


class _ConcatenateGenericAlias(_GenericAlias, _root=True):
    def copy_with(self, params):
        last = params[-1]
        if isinstance(last, (list, tuple)):
            return (*params[:-1], *last)
        if isinstance(last, _ConcatenateGenericAlias):
            params = (*params[:-1], *last.__args__)
        return super().copy_with(params)


class _UnpackGenericAlias(_GenericAlias, _root=True):
    def __getitem__(self, args):
        return args if self.__typing_is_unpacked_typevartuple__ else super().__getitem__(args)

    @property
    def __typing_unpacked_tuple_args__(self):
        arg, = self.__args__
        if isinstance(arg, (_GenericAlias, GenericAlias)):
            if arg.__origin__ is not tuple:
                raise TypeError('Unpack[...] must be used with a tuple type')
            return arg.__args__
        return None

    @property
    def __typing_is_unpacked_typevartuple__(self):
        return isinstance(self.__args__[0], TypeVarTuple)


class _AnnotatedAlias(_NotIterable, _GenericAlias, _root=True):
    """Annotated[type, metadata...]: the type, with notes."""

    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            origin, metadata = origin.__origin__, origin.__metadata__ + metadata
        super().__init__(origin, origin, name='Annotated')
        self.__metadata__ = metadata

    def copy_with(self, params):
        return _AnnotatedAlias(params[0], self.__metadata__)

    def __repr__(self):
        return f'typing.Annotated[{_type_repr(self.__origin__)}, {", ".join(map(repr, self.__metadata__))}]'

    def __reduce__(self):
        return operator.getitem, (Annotated, (self.__origin__,) + self.__metadata__)

    def __eq__(self, other):
        if not isinstance(other, _AnnotatedAlias):
            return NotImplemented
        return self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))

    def __getattr__(self, name):
        return 'Annotated' if name in ('__name__', '__qualname__') else super().__getattr__(name)

    def __mro_entries__(self, bases):
        return (self.__origin__,)


# --- special forms

class _AnyMeta(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError('typing.Any cannot be used with isinstance()')
        return super().__instancecheck__(obj)

    def __repr__(self):
        return 'typing.Any' if self is Any else super().__repr__()


class Any(metaclass=_AnyMeta):
    """Special type indicating an unconstrained type."""

    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError('Any cannot be instantiated')
        return super().__new__(cls)


def _bare(name, doc):
    """A form that takes no parameters."""
    def getitem(self, params):
        raise TypeError(f'{self} is not subscriptable')
    getitem.__name__, getitem.__doc__ = name, doc
    return _SpecialForm(getitem)


def _single(name, doc, text='{} accepts only single type.', alias=_GenericAlias):
    """A form that takes one type."""
    def getitem(self, param):
        return alias(self, (_type_check(param, text.format(self, self._name)),))
    getitem.__name__, getitem.__doc__ = name, doc
    return _SpecialForm(getitem)


NoReturn = _bare('NoReturn', 'Special type indicating functions that never return.')
Never = _bare('Never', 'The bottom type, a type that has no members.')
Self = _bare('Self', 'Used to spell the type of "self" in classes.')
LiteralString = _bare('LiteralString', 'Represents an arbitrary literal string.')
TypeAlias = _bare('TypeAlias', 'Special form for marking type aliases.')
ClassVar = _single('ClassVar', 'Special type construct to mark class variables.')
Final = _single('Final', 'Special typing construct to indicate final names to type checkers.')
TypeGuard = _single('TypeGuard',
                    'Special typing construct for marking user-defined type guard functions.')
Required = _single('Required', 'Special typing construct to mark a TypedDict key as required.',
                   '{1} accepts only a single type.')
NotRequired = _single('NotRequired',
                      'Special typing construct to mark a TypedDict key as potentially missing.',
                      '{1} accepts only a single type.')
Unpack = _single('Unpack', 'Type unpack operator.', alias=_UnpackGenericAlias)
_PLAIN_FORMS = (NoReturn, Never, Self, LiteralString, TypeAlias)


@_SpecialForm
@_cached
def Union(self, params):
    """Union type; Union[X, Y] means either X or Y."""
    if params == ():
        raise TypeError('Cannot take a Union of no types.')
    if not isinstance(params, tuple):
        params = (params,)
    flat = []
    for p in params:
        p = _type_check(p, 'Union[arg, ...]: each arg must be a type.')
        if isinstance(p, (_UnionGenericAlias, types.UnionType)):
            flat.extend(p.__args__)
        else:
            flat.append(p)
    args = tuple(dict.fromkeys(flat))
    if len(args) == 1:
        return args[0]
    return _UnionGenericAlias(self, args, name='Optional' if len(args) == 2 and type(None) in args
                              else None)


@_SpecialForm
@_cached
def Optional(self, params):
    """Optional[X] is equivalent to Union[X, None]."""
    return Union[_type_check(params, f'{self} requires a single type.'), type(None)]


def _with_types(values):
    return [(v, type(v)) for v in values]


@_cached(typed=True)
def _literal(form, *params):
    flat = []
    for p in params:
        flat.extend(p.__args__ if isinstance(p, _LiteralGenericAlias) else (p,))
    try:
        flat = [v for v, _ in dict.fromkeys(_with_types(flat))]
    except TypeError:
        pass  # unhashable values stay as they are
    return _LiteralGenericAlias(form, tuple(flat))


@_SpecialForm
def Literal(self, params):
    """Special typing form to define literal types (a.k.a. value types)."""
    return _literal(self, *(params if isinstance(params, tuple) else (params,)))


@_SpecialForm
def Concatenate(self, params):
    """Special form for annotating higher-order functions."""
    if params == ():
        raise TypeError('Cannot take a Concatenate of no types.')
    if not isinstance(params, tuple):
        params = (params,)
    if not (params[-1] is ... or isinstance(params[-1], ParamSpec)):
        raise TypeError('The last parameter to Concatenate should be a ParamSpec variable or ellipsis.')
    msg = 'Concatenate[arg, ...]: each arg must be a type.'
    return _ConcatenateGenericAlias(self, (*(_type_check(p, msg) for p in params[:-1]), params[-1]))


class Annotated:
    """Add context-specific metadata to a type."""
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError('Type Annotated cannot be instantiated.')

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple) or len(params) < 2:
            raise TypeError('Annotated[...] should be used with at least two arguments '
                            '(a type and an annotation).')
        if _is_unpacked_typevartuple(params[0]):
            raise TypeError('Annotated[...] should not be used with an unpacked TypeVarTuple')
        origin = _type_check(params[0], 'Annotated[t, ...]: t must be a type.',
                             allow_special_forms=True)
        return _AnnotatedAlias(origin, params[1:])

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError(f'Cannot subclass {cls.__bases__[0].__module__}.Annotated')


# --- Generic

@_cached
def _generic_class_getitem(cls, params):
    """`cls[params]` for Generic, Protocol and the classes derived from them."""
    if not isinstance(params, tuple):
        params = (params,)
    params = tuple(_type_convert(p) for p in params)
    if cls in _PLAIN_GENERICS:
        if not params:
            raise TypeError(f'Parameter list to {cls.__qualname__}[...] cannot be empty')
        if not all(isinstance(p, (TypeVar, ParamSpec)) or _is_unpacked_typevartuple(p)
                   for p in params):
            raise TypeError(f'Parameters to {cls.__name__}[...] must all be type variables '
                            'or parameter specification variables.')
        if len(set(params)) != len(params):
            raise TypeError(f'Parameters to {cls.__name__}[...] must all be unique')
        return _GenericAlias(cls, params)
    for param in cls.__parameters__:
        prepare = getattr(param, '__typing_prepare_subst__', None)
        if prepare is not None:
            params = prepare(cls, params)
    _check_generic(cls, params, len(cls.__parameters__))
    args = []
    for param, arg in zip(cls.__parameters__, params):
        if isinstance(param, TypeVarTuple):
            args.extend(arg)
        else:
            args.append(arg)
    return _GenericAlias(cls, tuple(args))


class Generic:
    """Abstract base class for generic types."""
    __slots__ = ()
    _is_protocol = False

    @classmethod
    def __class_getitem__(cls, params):
        return _generic_class_getitem(cls, params)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        bases = cls.__dict__.get('__orig_bases__')
        if bases is None:
            if Generic in cls.__bases__ and cls.__name__ != 'Protocol' and type(cls).__name__ != '_TypedDictMeta':
                raise TypeError('Cannot inherit from plain Generic')
            cls.__parameters__ = ()
            return
        if Generic in bases:
            raise TypeError('Cannot inherit from plain Generic')
        found = _collect_parameters(bases)
        listed = [b.__parameters__ for b in bases if isinstance(b, _GenericAlias)
                  and b.__origin__ is Generic]
        if len(listed) > 1:
            raise TypeError('Cannot inherit from Generic[...] multiple times.')
        if listed:
            missing = ', '.join(str(t) for t in found if t not in listed[0])
            if missing:
                raise TypeError(f'Some type variables ({missing}) are not listed in '
                                f'Generic[{", ".join(map(str, listed[0]))}]')
            found = listed[0]
        cls.__parameters__ = found


def _subscript_generic(params):
    """The base that the compiler gives `class C[T, *Ts]`."""
    return Generic[tuple(Unpack[p] if isinstance(p, TypeVarTuple) else p for p in params)]


_PLAIN_GENERICS.append(Generic)
