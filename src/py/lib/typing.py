"""Module typing: names for annotations. At run time they exist, can be subscripted and compared,
and print as CPython's do. The forms and aliases themselves are made in _typing_forms. What few
programs use is made when it is first asked for: the aliases here (_ALIASES), the protocols of one
method and the classes of files in _typing_late.
"""
import itertools
import sys
import types
from abc import ABCMeta, _searching
from types import GenericAlias

from _typing_forms import (
    Annotated, Any, ClassVar, Concatenate, Final, ForwardRef, Generic, Literal, LiteralString,
    Never, NoReturn, NotRequired, Optional, Required, Self, TypeAlias, TypeGuard, Union, Unpack,
    _AnnotatedAlias, _BaseGenericAlias, _CallableType, _cleanups, _collect_parameters, _eval_type,
    _GenericAlias, _generic_class_getitem, _is_param_expr, _PLAIN_GENERICS, _should_unflatten,
    _SpecialForm, _FadingAlias, _SpecialGenericAlias, _subscript_generic, _TupleType, _type_check, _type_repr,
    _UnionGenericAlias)
from _typing_vars import (
    ParamSpec, ParamSpecArgs, ParamSpecKwargs, TypeAliasType, TypeVar, TypeVarTuple, _caller,
    _make_paramspec, _make_typealias, _make_typevar, _make_typevartuple)

__all__ = [
    'Annotated', 'Any', 'Callable', 'ClassVar', 'Concatenate', 'Final', 'ForwardRef', 'Generic',
    'Literal', 'Optional', 'ParamSpec', 'Protocol', 'Tuple', 'Type', 'TypeVar', 'TypeVarTuple',
    'Union', 'AbstractSet', 'ByteString', 'Container', 'ContextManager', 'Hashable', 'ItemsView',
    'Iterable', 'Iterator', 'KeysView', 'Mapping', 'MappingView', 'MutableMapping',
    'MutableSequence', 'MutableSet', 'Sequence', 'Sized', 'ValuesView', 'Awaitable',
    'AsyncIterator', 'AsyncIterable', 'Coroutine', 'Collection', 'AsyncGenerator',
    'AsyncContextManager', 'Reversible', 'SupportsAbs', 'SupportsBytes', 'SupportsComplex',
    'SupportsFloat', 'SupportsIndex', 'SupportsInt', 'SupportsRound', 'ChainMap', 'Counter',
    'Deque', 'Dict', 'DefaultDict', 'List', 'OrderedDict', 'Set', 'FrozenSet', 'NamedTuple',
    'TypedDict', 'Generator', 'BinaryIO', 'IO', 'Match', 'Pattern', 'TextIO', 'AnyStr',
    'assert_type', 'assert_never', 'cast', 'clear_overloads', 'dataclass_transform', 'final',
    'get_args', 'get_origin', 'get_overloads', 'get_type_hints', 'is_typeddict', 'LiteralString',
    'Never', 'NewType', 'no_type_check', 'no_type_check_decorator', 'NoReturn', 'NotRequired',
    'overload', 'override', 'ParamSpecArgs', 'ParamSpecKwargs', 'Required', 'reveal_type',
    'runtime_checkable', 'Self', 'Text', 'TYPE_CHECKING', 'TypeAlias', 'TypeGuard',
    'TypeAliasType', 'Unpack']

TYPE_CHECKING = False
Text = str

# --- names for the generic classes

# name -> module and name of the class, number of parameters. Made by _late().
_ALIASES = {
    'ContextManager': ('contextlib', 'AbstractContextManager', 1),
    'AsyncContextManager': ('contextlib', 'AbstractAsyncContextManager', 1),
    'AbstractSet': ('_collections_abc', 'Set', 1), 'Deque': ('collections', 'deque', 1),
    'DefaultDict': ('collections', 'defaultdict', 2),
    'OrderedDict': ('collections', 'OrderedDict', 2), 'Counter': ('collections', 'Counter', 1),
    'ChainMap': ('collections', 'ChainMap', 2), 'Pattern': ('re', 'Pattern', 1),
    'Match': ('re', 'Match', 1)}
_ALIASES.update((name, ('_collections_abc', name, n)) for n, names in enumerate((
    ('Hashable', 'Sized', 'ByteString'),
    ('Awaitable', 'AsyncIterable', 'AsyncIterator', 'Iterable', 'Iterator', 'Reversible',
     'Container', 'Collection', 'MutableSet', 'Sequence', 'MutableSequence', 'MappingView',
     'KeysView', 'ValuesView'),
    ('Callable', 'Mapping', 'MutableMapping', 'ItemsView', 'AsyncGenerator'),
    ('Coroutine', 'Generator'))) for name in names)
_LATE = ('SupportsAbs', 'SupportsBytes', 'SupportsComplex', 'SupportsFloat', 'SupportsIndex',
         'SupportsInt', 'SupportsRound', 'IO', 'BinaryIO', 'TextIO')


def __getattr__(name):
    if name in _ALIASES:
        module, origin, nparams = _ALIASES[name]
        origin = getattr(__import__(module), origin)
        made = (_CallableType(origin, nparams) if name == 'Callable'
                else _FadingAlias(origin, nparams, name=name) if name == 'ByteString'
                else _SpecialGenericAlias(origin, nparams, name=name))
        globals()[name] = made
        return made
    if name in _LATE:
        import _typing_late
        globals().update({n: getattr(_typing_late, n) for n in _LATE})
        return globals()[name]
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


def __dir__():
    return sorted({*globals(), *_ALIASES, *_LATE})


def _made(origin, nparams, name):
    """A name whose class would be made by another one: list() for List()."""
    return _SpecialGenericAlias(origin, nparams, inst=False, name=name)


Tuple = _TupleType(tuple, -1, inst=False, name='Tuple')
List = _made(list, 1, 'List')
Dict = _made(dict, 2, 'Dict')
Set = _made(set, 1, 'Set')
FrozenSet = _made(frozenset, 1, 'FrozenSet')
Type = _made(type, 1, 'Type')

AnyStr = TypeVar('AnyStr', bytes, str)
T, KT, VT = map(TypeVar, ('T', 'KT', 'VT'))
T_contra = TypeVar('T_contra', contravariant=True)
CT_co = TypeVar('CT_co', covariant=True, bound=type)
T_co, V_co, VT_co = [TypeVar(_name, covariant=True) for _name in ('T_co', 'V_co', 'VT_co')]
for _var in (T, KT, VT, T_co, V_co, VT_co, CT_co, T_contra, AnyStr):
    _var.__module__ = 'typing'
del _var

# --- protocols

EXCLUDED_ATTRIBUTES = frozenset((
    '__abstractmethods__', '__annotations__', '__dict__', '__doc__', '__init__', '__module__',
    '__new__',
    '__slots__', '__subclasshook__', '__weakref__', '__class_getitem__', '__match_args__',
    '__parameters__', '__orig_bases__', '__orig_class__', '_is_protocol', '_is_runtime_protocol',
    '__protocol_attrs__', '__callable_proto_members_only__', '__type_params__', '__qualname__'))
# Modules whose abstract classes may be bases of a protocol.
_PROTO_ALLOWLIST = {
    'collections.abc': ('Callable', 'Awaitable', 'Iterable', 'Iterator', 'AsyncIterable',
                        'Hashable',
                        'Sized', 'Container', 'Collection', 'Reversible', 'Buffer'),
    'contextlib': ('AbstractContextManager', 'AbstractAsyncContextManager')}
_NOT_RUNTIME = 'Instance and class checks can only be used with @runtime_checkable protocols'
_missing = object()


def _get_protocol_attrs(cls):
    """The names that a class must have to follow the protocol."""
    spaces = [base.__dict__ for base in cls.__mro__[:-1] if base.__name__ not in ('Protocol', 'Generic')]
    hints = [space.get('__annotations__', ()) for space in spaces]
    names = set().union(*spaces, *hints) - EXCLUDED_ATTRIBUTES
    return {name for name in names if not name.startswith('_abc_')}


def _static_attr(obj, name):
    """Attribute `name` of `obj` as stored, running no code of the program; or _missing."""
    try:
        own = object.__getattribute__(obj, '__dict__')
    except AttributeError:
        own = {}
    if type(own) is dict and name in own:
        return own[name]
    for base in (*type(obj).__mro__, *(obj.__mro__ if isinstance(obj, type) else ())):
        if name in base.__dict__:
            return base.__dict__[name]
    return _missing


def _no_init_or_replace_init(self, *args, **kwargs):
    cls = type(self)
    if cls._is_protocol:
        raise TypeError('Protocols cannot be instantiated')
    if cls.__init__ is _no_init_or_replace_init:    # put there while the class was a protocol's: the next one is right
        own = [vars(base)['__init__'] for base in cls.__mro__ if '__init__' in vars(base)]
        cls.__init__ = [init for init in own if init is not _no_init_or_replace_init][0]
        cls.__init__(self, *args, **kwargs)


def _is_mapping(value):
    from _collections_abc import Mapping
    return isinstance(value, Mapping)


@classmethod
def _proto_hook(cls, other):
    """A protocol's __subclasshook__: does `other` have the members?"""
    if not cls.__dict__.get('_is_protocol', False):
        return NotImplemented
    protocol = isinstance(other, type) and issubclass(other, Generic) and getattr(other,
                                                                                  '_is_protocol',
                                                                                  False)
    def has(name):
        for space in [base.__dict__ for base in other.__mro__]:
            if name in space:
                return space[name] is not None
            hints = space.get('__annotations__', {})
            if protocol and _is_mapping(hints) and name in hints:
                return True
        return False

    return all(map(has, cls.__protocol_attrs__)) or NotImplemented


def _fits_protocol(base):
    """May it be a base of a protocol?"""
    if getattr(base, '_is_protocol', False) and Generic in base.__mro__:
        return True
    return base in (object, Generic) or base.__name__ in _PROTO_ALLOWLIST.get(base.__module__, ())


class _ProtocolMeta(ABCMeta):
    _abc_depth = 0  # within ABCMeta's search through bases and subclasses the checks rest

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        if any(base is not Generic and base in _PLAIN_GENERICS for base in bases):
            for stranger in itertools.filterfalse(_fits_protocol, bases):
                raise TypeError(f'Protocols can only inherit from other protocols, got {stranger!r}')
        return super().__new__(mcls, name, bases, namespace, **kwargs)

    def __init__(cls, *args, **kwargs):
        if getattr(cls, '_is_protocol', False):
            cls.__protocol_attrs__ = _get_protocol_attrs(cls)
            cls.__callable_proto_members_only__ = all(
                callable(getattr(cls, attr, None)) for attr in cls.__protocol_attrs__)

    def _abc_call(cls, method, other):
        _ProtocolMeta._abc_depth += 1
        try:
            return method(cls, other)
        finally:
            _ProtocolMeta._abc_depth -= 1

    def _abc_check(cls, other):
        return cls._abc_call(ABCMeta.__subclasscheck__, other)

    def register(cls, subclass):
        return cls._abc_call(ABCMeta.register, subclass)

    def __subclasscheck__(cls, other):
        if cls is Protocol:
            return super(ABCMeta, cls).__subclasscheck__(other)
        if not (_ProtocolMeta._abc_depth or _searching()) and getattr(cls, '_is_protocol', False):
            cls._check_issubclass(other)
        return cls._abc_check(other)

    def _check_issubclass(cls, other):
        """Refuses to tell of a protocol what only instances show."""
        with_data = not cls.__callable_proto_members_only__
        for refused, why in (
                (not isinstance(other, type), 'issubclass() arg 1 must be a class'),
                (with_data and cls.__dict__.get('__subclasshook__') is _proto_hook,
                 "Protocols with non-method members don't support issubclass()"),
                (not getattr(cls, '_is_runtime_protocol', False), _NOT_RUNTIME)):
            if refused:
                raise TypeError(why)

    def __instancecheck__(cls, instance):
        asked = getattr(cls, '_is_protocol', False)
        if not asked or cls is Protocol:
            return super(ABCMeta if asked else _ProtocolMeta, cls).__instancecheck__(instance)
        if not (getattr(cls, '_is_runtime_protocol', False) or _ProtocolMeta._abc_depth or _searching()):
            raise TypeError(_NOT_RUNTIME)
        return (any(map(cls._abc_check, (instance.__class__, type(instance))))
                or all(cls._is_met(instance, name) for name in cls.__protocol_attrs__))

    def _is_met(cls, instance, name):
        """Has an instance this member? None is none where a method is wanted."""
        value = _static_attr(instance, name)
        if value is None:
            return not callable(getattr(cls, name, None))
        return value is not _missing


class Protocol(Generic, metaclass=_ProtocolMeta):
    """Base class for protocol classes."""
    __slots__ = ()
    _is_runtime_protocol, _is_protocol = False, True

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        own = cls.__dict__
        made = {'_is_protocol': own.get('_is_protocol') or Protocol in cls.__bases__,
                '__subclasshook__': own.get('__subclasshook__', _proto_hook)}
        if made['_is_protocol'] and cls.__init__ is Protocol.__init__:
            made['__init__'] = _no_init_or_replace_init
        for name, value in made.items():
            setattr(cls, name, value)


_PLAIN_GENERICS.append(Protocol)


def runtime_checkable(cls):
    """Lets isinstance() and issubclass() ask for a protocol's members."""
    if not issubclass(cls, Generic) or not getattr(cls, '_is_protocol', False):
        raise TypeError(f'@runtime_checkable can be only applied to protocol classes, got {cls!r}')
    cls._is_runtime_protocol = True
    return cls


# --- named tuples and typed dicts

def _fields_given(fields, kwargs, problem):
    """What defines a class without a class statement: pairs in one argument, or keywords."""
    if fields is None:
        return kwargs.items()
    if kwargs:
        raise TypeError(problem)
    return fields


def _make_nmtuple(name, fields, module, defaults=()):
    from _namedtuple import namedtuple
    pairs = [(field, _type_check(hint, f'field {field} annotation must be a type')) for field, hint in fields]
    made = namedtuple(name, [field for field, _ in pairs], module=module, defaults=defaults)
    made.__annotations__ = made.__new__.__annotations__ = dict(pairs)
    return made


_NMTUPLE_PROHIBITED = frozenset(('__new__', '__init__', '__slots__', '__getnewargs__', '_fields',
                                 '_field_defaults', '_field_types', '_make', '_replace', '_asdict',
                                 '_source'))


def _optional_fields(hints, ns):
    """Names of the fields that have defaults, which come behind the others."""
    found = []
    for name in hints:
        if name in ns:
            found.append(name)
        elif found:
            which = f"{'s' if len(found) > 1 else ''} {', '.join(found)}"
            raise TypeError(f'Non-default namedtuple field {name} cannot follow default field{which}')
    return found


class NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        if not {*bases} <= {_NamedTuple, Generic}:
            raise TypeError('can only inherit from a NamedTuple type and Generic')
        hints = ns.get('__annotations__', {})
        optional = _optional_fields(hints, ns)
        made = _make_nmtuple(typename, hints.items(), ns['__module__'], [ns[n] for n in optional])
        generic = Generic in bases
        if len(bases) > 1:
            made.__bases__ = tuple([tuple if base is _NamedTuple else base for base in bases])
        if generic:
            made.__class_getitem__ = classmethod(_generic_class_getitem)
        for key, value in ns.items():
            if key in _NMTUPLE_PROHIBITED:
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + key)
            if key in hints or key in ('__module__', '__name__', '__annotations__'):
                continue
            setattr(made, key, value)
            hook = getattr(type(value), '__set_name__', None)
            if hook:
                hook(value, made, key)
        if generic:
            made.__init_subclass__()
        return made


def NamedTuple(typename, fields=None, /, **kwargs):
    """Makes a named tuple whose fields have types; also a base to derive such classes from."""
    fields = _fields_given(fields, kwargs, 'Either list of fields or keywords can be provided to NamedTuple, not both')
    made = _make_nmtuple(typename, fields, _caller())
    made.__orig_bases__ = NamedTuple,
    return made


_NamedTuple = type.__new__(NamedTupleMeta, 'NamedTuple', (), {})
NamedTuple.__mro_entries__ = lambda bases: (_NamedTuple,)


def _is_needed(hint, total):
    """Has a key of a TypedDict to be there?"""
    origin = get_origin(hint)
    if origin is Annotated:
        origin = get_origin(hint.__origin__)
    return origin is Required or total and origin is not NotRequired


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        others = {base for base in bases if type(base) is not _TypedDictMeta}
        if others - {Generic}:
            raise TypeError('cannot inherit from both a TypedDict type and a non-TypedDict base class')
        is_generic = any([issubclass(base, Generic) for base in bases])
        made = type.__new__(_TypedDictMeta, name, (Generic, dict) if is_generic else (dict,), ns)
        spaces = [base.__dict__ for base in bases]
        hints, needed = {}, {}      # by key; whether it has to be there, as the last class says that has it
        for space in spaces:
            hints |= space.get('__annotations__', {})
            needed |= dict.fromkeys(space.get('__required_keys__', ()), True)
            needed |= dict.fromkeys(space.get('__optional_keys__', ()), False)
        problem = "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type"
        for key, hint in ns.get('__annotations__', {}).items():
            hints[key] = _type_check(hint, problem, module=made.__module__)
            needed[key] = _is_needed(hints[key], total)
        made.__annotations__ = hints
        made.__required_keys__ = frozenset([key for key, must in needed.items() if must])
        made.__optional_keys__ = frozenset(needed) - made.__required_keys__
        for name, value in ('__orig_bases__', bases), ('__total__', total):
            if not hasattr(made, name):
                setattr(made, name, value)
        return made

    __call__ = dict  # a call makes a plain dict

    def __instancecheck__(cls, other):
        raise TypeError('TypedDict does not support instance and class checks')

    __subclasscheck__ = __instancecheck__


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    """Names the keys of plain dicts and their types; also a base to derive such classes from."""
    hints = dict(_fields_given(
        fields, kwargs, 'TypedDict takes either a dict or keyword arguments, but not both'))
    if kwargs:
        import warnings
        warnings.warn('The kwargs-based syntax for TypedDict definitions is deprecated in Python 3.11, will '
                      'be removed in Python 3.13, and may not be understood by third-party type checkers.',
                      DeprecationWarning, stacklevel=2)
    made = _TypedDictMeta(typename, (), {'__annotations__': hints, '__module__': _caller()}, total=total)
    made.__orig_bases__ = TypedDict,
    return made


_TypedDict = type.__new__(_TypedDictMeta, 'TypedDict', (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


def is_typeddict(tp):
    """Is it a class made with TypedDict?"""
    return isinstance(tp, _TypedDictMeta)


class NewType:
    """Create simple unique types with almost zero runtime overhead."""

    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition('.')[-1]
        self.__supertype__ = tp
        module = _caller()
        if module != 'typing':
            self.__module__ = module

    def __call__(self, x, /):
        return x

    def __mro_entries__(self, bases):
        name = self.__name__

        class Dummy:
            def __init_subclass__(cls):
                sub = cls.__name__
                raise TypeError('Cannot subclass an instance of NewType. Perhaps you were looking for: '
                                f'`{sub} = NewType({sub!r}, {name})`')
        return (Dummy,)

    def __repr__(self):
        return f'{self.__module__}.{self.__qualname__}'

    def __reduce__(self):
        return self.__qualname__

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


# --- functions

def cast(typ, val):
    """Cast a value to a type: returned unchanged."""
    return val


def assert_type(val, typ, /):
    """For type checkers; gives the value back."""
    return val


def reveal_type(obj, /):
    """Prints the type of a value, and gives the value back."""
    print(f'Runtime type is {type(obj).__name__!r}', file=sys.stderr)
    return obj


_ASSERT_NEVER_REPR_MAX_LENGTH = 100


def assert_never(arg, /):
    """For what no value may reach; raises AssertionError."""
    text = repr(arg)
    if len(text) > _ASSERT_NEVER_REPR_MAX_LENGTH:
        text = text[:_ASSERT_NEVER_REPR_MAX_LENGTH] + '...'
    raise AssertionError(f'Expected code to be unreachable, but got: {text}')


def _mark(obj, name, refusals=(AttributeError, TypeError)):
    """Set a mark on what can bear one."""
    try:
        setattr(obj, name, True)
    except refusals:
        pass
    return obj


def final(f):
    """Marks a method or class that is not to be overridden."""
    return _mark(f, '__final__')


def override(method, /):
    """Marks a method that overrides one of a base."""
    return _mark(method, '__override__')


def _made_in(cls):
    """Functions and classes of a class that were written in it."""
    for item in [getattr(cls, name) for name in dir(cls)]:
        place = getattr(item, '__module__', None), getattr(item, '__qualname__', None)
        if place == (cls.__module__, f"{cls.__qualname__}.{getattr(item, '__name__', '')}"):
            yield item.__func__ if isinstance(item, types.MethodType) else item


def no_type_check(arg):
    """What stands in a function's or class's annotations is no type."""
    for item in _made_in(arg) if isinstance(arg, type) else ():
        if isinstance(item, (types.FunctionType, type)):
            no_type_check(item)
    return _mark(arg, '__no_type_check__', TypeError)


def no_type_check_decorator(decorator):
    """Makes a decorator do what no_type_check does, too."""
    import functools

    @functools.wraps(decorator)
    def wrapped(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False,
                        frozen_default=False, field_specifiers=(), **kwargs):
    """Marks what makes classes as dataclass does."""
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = {
            'eq_default': eq_default, 'order_default': order_default,
            'kw_only_default': kw_only_default,
            'frozen_default': frozen_default, 'field_specifiers': field_specifiers,
            'kwargs': kwargs}
        return cls_or_fn
    return decorator


# (module, qualified name) -> first line -> function
_overload_registry = {}


def _overload_place(func):
    f = getattr(func, '__func__', func)
    return f.__module__, f.__qualname__


def _overload_dummy(*args, **kwds):
    raise NotImplementedError(
        'You should not call an overloaded function. A series of @overload-decorated functions outside a '
        'stub module should always be followed by an implementation that is not @overload-ed.')


def overload(func):
    """Decorator for overloaded functions/methods."""
    try:
        line = getattr(func, '__func__', func).__code__.co_firstlineno
        _overload_registry.setdefault(_overload_place(func), {})[line] = func
    except AttributeError:  # something that is no function
        pass
    return _overload_dummy


def get_overloads(func):
    """The overloads that were defined for a function."""
    return [*_overload_registry.get(_overload_place(func), {}).values()]


def clear_overloads():
    """Forgets all overloads."""
    _overload_registry.clear()


def get_origin(tp):
    """What stands before the brackets of a type: dict of dict[int, str]."""
    for kind, origin in ((_AnnotatedAlias, Annotated), (types.UnionType, types.UnionType)):
        if isinstance(tp, kind):
            return origin
    known = isinstance(tp, (GenericAlias, _BaseGenericAlias, ParamSpecArgs))
    return tp.__origin__ if known else tp if tp is Generic else None


def get_args(tp):
    """What stands in the brackets of a type: int, str of dict[int, str]."""
    if not isinstance(tp, (_GenericAlias, GenericAlias, types.UnionType)):
        return ()
    if isinstance(tp, _AnnotatedAlias):
        return tp.__origin__, *tp.__metadata__
    args = tp.__args__
    if isinstance(tp, types.UnionType) or not _should_unflatten(tp, args):
        return args
    return [*args[:-1]], args[-1]


def _united(union, args):
    from functools import reduce
    return reduce(lambda a, b: a | b, args)


# Hints that hold others, and how one is made with other parts.
_WITH_PARTS = ((types.UnionType, _united), (GenericAlias, lambda hint, args: GenericAlias(hint.__origin__, args)),
               (_GenericAlias, lambda hint, args: hint.copy_with(args)))


def _plain(hint):
    """A hint without Annotated, Required and NotRequired, at every depth."""
    while get_origin(hint) in (Annotated, Required, NotRequired):
        hint = get_args(hint)[0]
    for kind, made in _WITH_PARTS:
        if isinstance(hint, kind):
            args = *map(_plain, hint.__args__),
            return hint if args == hint.__args__ else made(hint, args)
    return hint


def _evaluated(annotations, scopes, **kind):
    """The names and values of annotations; scopes: the global and the local names, kind: what ForwardRef is told."""
    for name, value in annotations.items():
        hint = ForwardRef(value, **kind) if isinstance(value, str) else types.NoneType if value is None else value
        yield name, _eval_type(hint, *scopes)


def _class_scopes(cls, globalns, localns):
    own, module = dict(vars(cls)), getattr(sys.modules.get(cls.__module__), '__dict__', {})
    if globalns is None and localns is None:
        return own, module  # names of the module win
    return module if globalns is None else globalns, own if localns is None else localns


def _class_hints(cls, *given):
    hints = {}
    for base in reversed(cls.__mro__):
        annotations = vars(base).get('__annotations__')
        if annotations is not None and not hasattr(type(annotations), '__get__'):  # not those of its instances
            hints |= _evaluated(annotations, _class_scopes(base, *given), is_class=True, is_argument=False)
    return hints


_NO_HINTS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType,
             types.WrapperDescriptorType, types.MethodWrapperType, types.MethodDescriptorType)


def _function_scope(obj):
    return _function_scope(obj.__wrapped__) if hasattr(obj, '__wrapped__') else getattr(obj, '__globals__', {})


def _object_hints(obj, globalns, localns):
    found, of_module = getattr(obj, '__annotations__', None), isinstance(obj, types.ModuleType)
    if found is None:
        if isinstance(obj, _NO_HINTS):
            return {}
        raise TypeError(f'{obj!r} is not a module, class, method, or function.')
    if globalns is None:
        globalns = vars(obj) if of_module else _function_scope(obj)
    scopes = globalns, globalns if localns is None else localns
    return dict(_evaluated(dict(found), scopes, is_argument=not of_module))


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """The annotations of a class, module or function, with what they refer to."""
    if getattr(obj, '__no_type_check__', None):
        return {}
    hints = (_class_hints if isinstance(obj, type) else _object_hints)(obj, globalns, localns)
    return hints if include_extras else {k: _plain(t) for k, t in hints.items()}
