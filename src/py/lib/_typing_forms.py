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


def _cached(func, typed=False):
    """Cache a subscription; arguments that cannot be hashed are worked out each time."""
    remembered = functools.lru_cache(typed=typed)(func)
    _cleanups.append(remembered.cache_clear)

    def subscript(*args):
        try:
            return remembered(*args)
        except TypeError:   # of the hash, or an error to be raised without this one as its context
            pass
        return func(*args)
    return functools.update_wrapper(subscript, func)


# --- checks

def _type_convert(arg, module=None, *, allow_special_forms=False):
    """None and strings as what they stand for."""
    if isinstance(arg, str):
        arg = ForwardRef(arg, module=module, is_class=allow_special_forms)
    return types.NoneType if arg is None else arg


def _as_tuple(params):
    return params if isinstance(params, tuple) else (params,)


def _type_check(arg, msg, is_argument=True, module=None, *, allow_special_forms=False):
    """Refuse what cannot be a type in an annotation; classes that are not types at all may pass."""
    arg = _type_convert(arg, module, allow_special_forms=allow_special_forms)
    given = isinstance(arg, _GenericAlias)      # with parts in brackets
    head = arg.__origin__ if given else arg
    if isinstance(head, type):
        fits = head not in _PLAIN_GENERICS
    elif not isinstance(head, _SpecialForm):
        fits = True
    elif head is ClassVar or head is Final:     # say what a variable is, not of which type
        fits = allow_special_forms or given and head is Final and not is_argument
    else:
        fits = given or head in _PLAIN_FORMS
    if not fits:
        raise TypeError(f'{"" if given else "Plain "}{arg} is not valid as type argument')
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
    match obj:
        case type():
            home = '' if obj.__module__ == 'builtins' else obj.__module__ + '.'
            return home + obj.__qualname__
        case types.FunctionType():
            return obj.__name__
        case tuple():
            return f"[{', '.join([_type_repr(item) for item in obj])}]"
    return '...' if obj is ... else repr(obj)


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
    def laid_out(arg):
        items = getattr(arg, '__typing_unpacked_tuple_args__', None)
        return (arg,) if items is None or items[-1:] == (...,) else items
    return [item for arg in args for item in laid_out(arg)]


# --- bases

class _Final:
    """Base of classes that programs may not derive from."""
    __slots__ = ('__weakref__',)

    def __init_subclass__(cls, /, *args, _root=False, **kwds):
        if _root:
            return
        raise TypeError('Cannot subclass special typing classes')


_NotIterable = type('_NotIterable', (), {'__slots__': (), '__iter__': None})


class _SpecialForm(_Final, _NotIterable, _Unions, _root=True):
    # A name that may be subscripted, or only stands for itself.
    __slots__ = ('_name', '__doc__', '_getitem')

    def __init__(self, getitem):
        self._name, self.__doc__ = getitem.__name__, getitem.__doc__
        self._getitem = getitem

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
        if type(arg) is not str and not isinstance(arg, str):
            raise TypeError(f'Forward reference must be a string -- got {arg!r}')
        try:
            # `*Ts` is no expression by itself
            code = compile('(%s,)[0]' % arg if arg.startswith('*') else arg, '<string>', 'eval')
        except SyntaxError:
            raise SyntaxError(f'Forward reference must be an expression -- got {arg!r}') from None
        state = {'arg': arg, 'code': code, 'module': module, 'is_argument': is_argument,
                 'is_class': is_class, 'evaluated': False, 'value': None}
        for name, value in state.items():
            setattr(self, f'__forward_{name}__', value)

    def _spaces(self, globalns, localns):
        """Where its names are looked up; the one stands for the other where that is None."""
        given = [ns for ns in (globalns, localns) if ns is not None] or [{}]
        home = sys.modules.get(self.__forward_module__)
        return getattr(home, '__dict__', given[0]), given[-1]

    def _evaluate(self, globalns, localns, recursive_guard=frozenset()):
        if self.__forward_arg__ in recursive_guard:
            return self     # in the middle of being evaluated
        known = self.__forward_evaluated__ and globalns is localns     # those of a module: always the same
        if not known:
            spaces = self._spaces(globalns, localns)
            self.__forward_value__ = _eval_type(self._named(*spaces), *spaces,
                                                recursive_guard.union((self.__forward_arg__,)))
            self.__forward_evaluated__ = True
        return self.__forward_value__

    def _named(self, globalns, localns):
        """What the text says, in which there may be further references."""
        return _type_check(eval(self.__forward_code__, globalns, localns), 'Forward references must evaluate to types.',
                           self.__forward_is_argument__, allow_special_forms=self.__forward_is_class__)

    def __eq__(self, other):
        if isinstance(other, ForwardRef):
            return self._key(other) == other._key(self)
        return NotImplemented

    def _key(self, other):
        """What two references are told apart by: what they are, once that is known of both."""
        if self.__forward_evaluated__ and other.__forward_evaluated__:
            return self.__forward_arg__, self.__forward_value__
        return self.__forward_arg__, self.__forward_module__

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
    if isinstance(t, GenericAlias):
        t = _with_references(t)
    rebuild = next((how for kind, how in _REBUILT if isinstance(t, kind)), None)
    if rebuild is None:
        return t
    args = tuple([_eval_type(arg, globalns, localns, recursive_guard) for arg in t.__args__])
    return t if args == t.__args__ else rebuild(t, args)


def _with_references(alias):
    """The alias of a builtin class, whose strings are plain ones, as one with forward references."""
    args = tuple([ForwardRef(arg) if isinstance(arg, str) else arg for arg in alias.__args__])
    if _should_unflatten(alias, args):
        *taken, result = args
        args = tuple(taken), result
    whole = alias.__origin__[args]
    return Unpack[whole] if alias.__unpacked__ else whole


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
        later = bases[bases.index(self) + 1:]
        brought = any([isinstance(base, _BaseGenericAlias) or isinstance(base, type) and issubclass(base, Generic)
                       for base in later])
        origin = () if self.__origin__ in bases else (self.__origin__,)
        return origin if brought else (*origin, Generic)

    def __getattr__(self, name):
        origin = self.__dict__.get('__origin__')
        if name in ('__qualname__', '__name__'):
            return self._name or origin.__name__
        if origin is None or _is_dunder(name):
            raise AttributeError(name)
        return getattr(origin, name)

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
        if isinstance(other, _GenericAlias):
            return other.__origin__ == self.__origin__ and other.__args__ == self.__args__
        return NotImplemented

    def __hash__(self):
        return hash((self.__origin__, self.__args__))

    @_cached
    def __getitem__(self, args):
        params, done = self.__parameters__, self.__origin__ in _PLAIN_GENERICS
        if done or not params:
            raise TypeError(f'Cannot subscript already-subscripted {self}' if done else
                            f'{self} is not a generic class')
        args = _prepared(self, params, tuple(_unpack_args(map(_type_convert, _as_tuple(args)))))
        _check_count(self, len(args), len(params))
        given = dict(zip(params, args))
        return self.copy_with(tuple(self._substitute(self.__args__, given)))

    def _substitute(self, args, table):
        """`args` with each type variable replaced by what `table` has for it."""
        flat = _is_callable(self.__origin__)    # as the arguments of Callable are kept
        result = []
        for arg in args:
            new = self._with_values(arg, table)
            if _is_unpacked_typevartuple(arg) or flat and arg is not new and type(new) is tuple:
                result += new
            else:
                result.append(new)
        return result

    def _with_values(self, arg, table):
        if isinstance(arg, type):
            return arg
        if isinstance(arg, tuple):
            return tuple(self._substitute(arg, table))
        replace = getattr(arg, '__typing_subst__', None)
        if replace:
            return replace(table[arg])
        inner = getattr(arg, '__parameters__', ())
        if not inner:
            return arg
        values = [table[p] if isinstance(p, TypeVarTuple) else (table[p],) for p in inner]
        return arg[tuple([v for several in values for v in several])]

    def copy_with(self, args):
        return self.__class__(self.__origin__, args, name=self._name, inst=self._inst)

    def __repr__(self):
        name = 'typing.' + self._name if self._name else _type_repr(self.__origin__)
        return f'{name}[{", ".join(map(_type_repr, self.__args__)) or "()"}]'

    def __reduce__(self):
        base = self.__origin__
        if self._name:
            base = vars(sys.modules['typing'])[self._name]
        args = self.__args__
        alone = len(args) == 1 and not isinstance(args[0], tuple)
        return operator.getitem, (base, args[0] if alone else args)

    def __copy__(self):
        return self.copy_with(self.__args__)

    def __mro_entries__(self, bases):
        origin = self.__origin__
        if isinstance(origin, _SpecialForm):
            raise TypeError(f'Cannot subclass {self!r}')
        if self._name:
            return super().__mro_entries__(bases)
        return () if origin is Generic and self._is_brought(bases) else (origin,)

    def _is_brought(self, bases):
        """Does another of the bases have Generic behind it, so that this one need not stand for it?"""
        at = bases.index(self)
        return any([isinstance(base, _BaseGenericAlias) and i > at and base is not self
                    or isinstance(base, type) and base in _PLAIN_GENERICS for i, base in enumerate(bases)])

    def __iter__(self):
        yield Unpack[self]


# How an alias of each kind is made again with other arguments.
_REBUILT = ((GenericAlias, lambda alias, args: GenericAlias(alias.__origin__, args)),
            (types.UnionType, lambda alias, args: functools.reduce(operator.or_, args)),
            (_GenericAlias, lambda alias, args: alias.copy_with(args)))


class _SpecialGenericAlias(_NotIterable, _BaseGenericAlias, _root=True):
    """List, Dict, Mapping before they are subscripted."""

    def __init__(self, origin, nparams, *, inst=True, name=None):
        super().__init__(origin, inst=inst, name=name or origin.__name__)
        doc = f'A generic version of {origin.__module__}.{origin.__qualname__}.'
        self.__dict__.update(_nparams=nparams, __doc__=doc)

    @_cached
    def __getitem__(self, params):
        what = 'Parameters to generic types must be types.'
        given = [_type_check(p, what) for p in _as_tuple(params)]
        _check_generic(self, given, self._nparams)
        return self.copy_with(tuple(given))

    def copy_with(self, params):
        return _GenericAlias(self.__origin__, params, name=self._name, inst=self._inst)

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __subclasscheck__(self, cls):
        if isinstance(cls, _GenericAlias):
            return super().__subclasscheck__(cls)   # which refuses
        plain = cls.__origin__ if isinstance(cls, _SpecialGenericAlias) else cls
        return issubclass(plain, self.__origin__)


class _FadingAlias(_SpecialGenericAlias, _root=True):
    """Of a class that is to go: warns where it is asked."""

    def __instancecheck__(self, obj):
        import warnings
        warnings.warn(f"'typing.{self._name}' is deprecated and slated for removal in Python 3.14", DeprecationWarning,
                      stacklevel=2)
        return super().__instancecheck__(obj)


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
        return _CallableGenericAlias(self.__origin__, params, inst=self._inst, name=self._name)

    def __getitem__(self, params):
        if not (isinstance(params, tuple) and len(params) == 2):
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        args, result = params
        return self._subscript(tuple(args) if isinstance(args, list) else args, result)

    @_cached
    def _subscript(self, args, result):
        result = _type_check(result, 'Callable[args, result]: result must be a type.')
        return self.copy_with((*map(_type_convert, _as_tuple(args)), result))


class _TupleType(_SpecialGenericAlias, _root=True):
    @_cached
    def __getitem__(self, params):
        items = _as_tuple(params)
        endless = items[1:] and items[-1] is ...
        what = f"Tuple[{'t' if endless else 't0, t1'}, ...]: {'' if endless else 'each '}t must be a type."
        checked = [_type_check(t, what) for t in (items[:-1] if endless else items)]
        return self.copy_with((*checked, ...) if endless else tuple(checked))


class _UnionGenericAlias(_NotIterable, _GenericAlias, _root=True):
    def copy_with(self, params):
        return Union[params]

    def __eq__(self, other):
        if isinstance(other, (types.UnionType, _UnionGenericAlias)):
            return set(other.__args__) == set(self.__args__)
        return NotImplemented

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
        *first, last = params
        if isinstance(last, (list, tuple)):
            return *first, *last
        if isinstance(last, _ConcatenateGenericAlias):
            first += last.__args__
        else:
            first.append(last)
        return super().copy_with(tuple(first))


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
        return operator.getitem, (Annotated, (self.__origin__, *self.__metadata__))

    def __eq__(self, other):
        if isinstance(other, _AnnotatedAlias):
            return other.__origin__ == self.__origin__ and other.__metadata__ == self.__metadata__
        return NotImplemented

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
    """Any type will do."""

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


NoReturn = _bare('NoReturn', 'The result of a function that never returns.')
Never = _bare('Never', 'A type without values.')
Self = _bare('Self', 'The class that a method is called on.')
LiteralString = _bare('LiteralString', 'A string that is written in the source.')
TypeAlias = _bare('TypeAlias', 'Marks an alias of a type.')
ClassVar = _single('ClassVar', 'A variable of the class, not of instances.')
Final = _single('Final', 'A name that is not assigned again.')
TypeGuard = _single('TypeGuard',
                    'The result of a function that tells types apart.')
Required = _single('Required', 'A key of a TypedDict that has to be there.',
                   '{1} accepts only a single type.')
NotRequired = _single('NotRequired',
                      'A key of a TypedDict that may be absent.',
                      '{1} accepts only a single type.')
Unpack = _single('Unpack', 'Type unpack operator.', alias=_UnpackGenericAlias)
_PLAIN_FORMS = (NoReturn, Never, Self, LiteralString, TypeAlias)


def _flat(params, kinds):
    """The parameters, with those of aliases of these kinds in place of the alias."""
    return [member for param in params for member in (param.__args__ if isinstance(param, kinds) else (param,))]


@_SpecialForm
@_cached
def Union(self, params):
    """Either of several types."""
    if params == ():
        raise TypeError('Cannot take a Union of no types.')
    checked = [_type_check(p, 'Union[arg, ...]: each arg must be a type.') for p in _as_tuple(params)]
    args = tuple(dict.fromkeys(_flat(checked, (_UnionGenericAlias, types.UnionType))))
    if len(args) > 1:
        with_none = len(args) == 2 and type(None) in args
        return _UnionGenericAlias(self, args, name='Optional' if with_none else None)
    return args[0]


@_SpecialForm
@_cached
def Optional(self, params):
    """X or None."""
    return Union[_type_check(params, f'{self} requires a single type.'), type(None)]


def _with_types(values):
    return [(v, type(v)) for v in values]


@functools.partial(_cached, typed=True)
def _literal(form, *params):
    values, once = _flat(params, _LiteralGenericAlias), {}
    try:
        for value in values:
            once.setdefault((value, type(value)), value)    # 1 is not True here
    except TypeError:
        once = dict(enumerate(values))  # what cannot be hashed stays as it is
    return _LiteralGenericAlias(form, tuple(once.values()))


@_SpecialForm
def Literal(self, params):
    """One of the values that are listed."""
    return _literal(self, *(params if isinstance(params, tuple) else (params,)))


@_SpecialForm
def Concatenate(self, params):
    """Types in front of what a ParamSpec stands for."""
    *types_, last = _as_tuple(params) or (None,)
    if params == ():
        raise TypeError('Cannot take a Concatenate of no types.')
    if last is not ... and not isinstance(last, ParamSpec):
        raise TypeError('The last parameter to Concatenate should be a ParamSpec variable or ellipsis.')
    what = 'Concatenate[arg, ...]: each arg must be a type.'
    return _ConcatenateGenericAlias(self, tuple([_type_check(t, what) for t in types_] + [last]))


class Annotated:
    """A type with remarks about it."""
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError('Type Annotated cannot be instantiated.')

    def __class_getitem__(cls, params):
        match params:
            case (what, _, *_) if isinstance(params, tuple):
                wrong = 'not be used with an unpacked TypeVarTuple' if _is_unpacked_typevartuple(what) else None
            case _:
                wrong = 'be used with at least two arguments (a type and an annotation).'
        if wrong:
            raise TypeError('Annotated[...] should ' + wrong)
        return _AnnotatedAlias(_type_check(what, 'Annotated[t, ...]: t must be a type.', allow_special_forms=True),
                               params[1:])

    def __init_subclass__(cls, *args, **kwargs):
        raise TypeError(f'Cannot subclass {cls.__bases__[0].__module__}.Annotated')


# --- Generic

@_cached
def _generic_class_getitem(cls, params):
    """`cls[params]` for Generic, Protocol and the classes derived from them."""
    given = tuple(map(_type_convert, _as_tuple(params)))
    if cls in _PLAIN_GENERICS:
        _check_variables(cls, given)
        return _GenericAlias(cls, given)
    wanted = cls.__parameters__
    given = _prepared(cls, wanted, given)
    _check_generic(cls, given, len(wanted))
    args = ()
    for param, arg in zip(wanted, given):
        args += tuple(arg) if isinstance(param, TypeVarTuple) else (arg,)
    return _GenericAlias(cls, args)


def _check_variables(cls, given):
    """Generic and Protocol themselves take different type variables."""
    what = None
    if not given:
        raise TypeError(f'Parameter list to {cls.__qualname__}[...] cannot be empty')
    for var in given:
        if not isinstance(var, (TypeVar, ParamSpec)) and not _is_unpacked_typevartuple(var):
            what = 'all be type variables or parameter specification variables.'
    if what is None and len(given) > len(set(given)):
        what = 'all be unique'
    if what:
        raise TypeError(f'Parameters to {cls.__name__}[...] must {what}')


def _prepared(alias, params, args):
    """The arguments after those parameters had a look at them that take other than one."""
    for hook in [getattr(p, '__typing_prepare_subst__', None) for p in params]:
        args = hook(alias, args) if hook else args
    return args


class Generic:
    """Base of classes with type parameters."""
    __slots__ = ()
    _is_protocol = False

    @classmethod
    def __class_getitem__(cls, params):
        return _generic_class_getitem(cls, params)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        written = cls.__dict__.get('__orig_bases__')
        if Generic in cls.__bases__ if written is None else Generic in written:
            if written or cls.__name__ != 'Protocol' and type(cls).__name__ != '_TypedDictMeta':
                raise TypeError('Cannot inherit from plain Generic')
        cls.__parameters__ = _parameters_of(written or ())


def _parameters_of(bases):
    """The type variables of a class with these bases: all that occur, or those in Generic[...], which must be all."""
    used = _collect_parameters(bases)
    lists = [base.__parameters__ for base in bases
             if isinstance(base, _GenericAlias) and base.__origin__ is Generic]
    if len(lists) > 1:
        raise TypeError('Cannot inherit from Generic[...] multiple times.')
    for listed in lists:
        if left := [str(var) for var in used if var not in listed]:
            raise TypeError(f'Some type variables ({", ".join(left)}) are not listed in '
                            f'Generic[{", ".join(map(str, listed))}]')
        return listed
    return used


def _subscript_generic(params):
    """The base that the compiler gives `class C[T, *Ts]`."""
    return Generic[tuple(Unpack[p] if isinstance(p, TypeVarTuple) else p for p in params)]


_PLAIN_GENERICS.append(Generic)
