"""Module typing: names for annotations. At run time they exist, can be subscripted and compared,
and print as CPython's do. The forms and aliases themselves are made in _typing_forms. What few
programs use is made when it is first asked for: the aliases here (_ALIASES), the protocols of one
method and the classes of files in _typing_late.
"""
import sys
import types
from abc import ABCMeta
from types import GenericAlias

from _typing_forms import (
    Annotated, Any, ClassVar, Concatenate, Final, ForwardRef, Generic, Literal, LiteralString,
    Never, NoReturn, NotRequired, Optional, Required, Self, TypeAlias, TypeGuard, Union, Unpack,
    _AnnotatedAlias, _BaseGenericAlias, _CallableType, _cleanups, _collect_parameters, _eval_type,
    _GenericAlias, _generic_class_getitem, _is_param_expr, _PLAIN_GENERICS, _should_unflatten,
    _SpecialForm, _SpecialGenericAlias, _subscript_generic, _TupleType, _type_check, _type_repr,
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

T = TypeVar('T')
KT = TypeVar('KT')
VT = TypeVar('VT')
T_co = TypeVar('T_co', covariant=True)
V_co = TypeVar('V_co', covariant=True)
VT_co = TypeVar('VT_co', covariant=True)
CT_co = TypeVar('CT_co', covariant=True, bound=type)
T_contra = TypeVar('T_contra', contravariant=True)
AnyStr = TypeVar('AnyStr', bytes, str)
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
    attrs = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ not in ('Protocol', 'Generic'):
            attrs.update(n for n in (*base.__dict__, *getattr(base, '__annotations__', {}))
                         if not n.startswith('_abc_') and n not in EXCLUDED_ATTRIBUTES)
    return attrs


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
    if cls.__init__ is not _no_init_or_replace_init:
        return
    for base in cls.__mro__:  # the __init__ that this one hides
        init = base.__dict__.get('__init__', _no_init_or_replace_init)
        if init is not _no_init_or_replace_init:
            cls.__init__ = init
            break
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
    for attr in cls.__protocol_attrs__:
        for base in other.__mro__:
            if attr in base.__dict__:
                if base.__dict__[attr] is None:
                    return NotImplemented
                break
            annotations = getattr(base, '__annotations__', {})
            if protocol and attr in annotations and _is_mapping(annotations):
                break
        else:
            return NotImplemented
    return True


class _ProtocolMeta(ABCMeta):
    _abc_depth = 0  # within ABCMeta's search through bases and subclasses the checks rest

    def __new__(mcls, name, bases, namespace, /, **kwargs):
        if any(b in _PLAIN_GENERICS and b is not Generic for b in bases):
            for base in bases:
                if not (base in (object, Generic)
                        or base.__name__ in _PROTO_ALLOWLIST.get(base.__module__, ())
                        or issubclass(base, Generic) and getattr(base, '_is_protocol', False)):
                    raise TypeError(f'Protocols can only inherit from other protocols, got {base!r}')
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
            return type.__subclasscheck__(cls, other)
        if getattr(cls, '_is_protocol', False) and not _ProtocolMeta._abc_depth:
            if not isinstance(other, type):
                raise TypeError('issubclass() arg 1 must be a class')
            own_hook = cls.__dict__.get('__subclasshook__') is not _proto_hook
            if not cls.__callable_proto_members_only__ and not own_hook:
                raise TypeError("Protocols with non-method members don't support issubclass()")
            if not getattr(cls, '_is_runtime_protocol', False):
                raise TypeError(_NOT_RUNTIME)
        return cls._abc_check(other)

    def __instancecheck__(cls, instance):
        if cls is Protocol:
            return type.__instancecheck__(cls, instance)
        if not getattr(cls, '_is_protocol', False):
            return super().__instancecheck__(instance)
        if not getattr(cls, '_is_runtime_protocol', False) and not _ProtocolMeta._abc_depth:
            raise TypeError(_NOT_RUNTIME)
        if cls._abc_check(instance.__class__) or cls._abc_check(type(instance)):
            return True
        for attr in cls.__protocol_attrs__:
            value = _static_attr(instance, attr)
            if value is _missing or value is None and callable(getattr(cls, attr, None)):
                return False
        return True


class Protocol(Generic, metaclass=_ProtocolMeta):
    """Base class for protocol classes."""
    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get('_is_protocol', False):
            cls._is_protocol = any(b is Protocol for b in cls.__bases__)
        if '__subclasshook__' not in cls.__dict__:
            cls.__subclasshook__ = _proto_hook
        if cls._is_protocol and cls.__init__ is Protocol.__init__:
            cls.__init__ = _no_init_or_replace_init


_PLAIN_GENERICS.append(Protocol)


def runtime_checkable(cls):
    """Mark a protocol class as a runtime protocol."""
    if not issubclass(cls, Generic) or not getattr(cls, '_is_protocol', False):
        raise TypeError(f'@runtime_checkable can be only applied to protocol classes, got {cls!r}')
    cls._is_runtime_protocol = True
    return cls


# --- named tuples and typed dicts

def _make_nmtuple(name, fields, module, defaults=()):
    fields = {n: _type_check(t, f'field {n} annotation must be a type') for n, t in fields}
    from _namedtuple import namedtuple
    made = namedtuple(name, list(fields), defaults=defaults, module=module)
    made.__annotations__ = made.__new__.__annotations__ = fields
    return made


_NMTUPLE_PROHIBITED = frozenset(('__new__', '__init__', '__slots__', '__getnewargs__', '_fields',
                                 '_field_defaults', '_field_types', '_make', '_replace', '_asdict',
                                 '_source'))


class NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        for base in bases:
            if base is not _NamedTuple and base is not Generic:
                raise TypeError('can only inherit from a NamedTuple type and Generic')
        bases = tuple(tuple if base is _NamedTuple else base for base in bases)
        fields = ns.get('__annotations__', {})
        defaults = []
        for name in fields:
            if name in ns:
                defaults.append(name)
            elif defaults:
                raise TypeError(f'Non-default namedtuple field {name} cannot follow default '
                                f'field{"s" if len(defaults) > 1 else ""} {", ".join(defaults)}')
        made = _make_nmtuple(typename, fields.items(), ns['__module__'], [ns[n] for n in defaults])
        if bases != made.__bases__:
            made.__bases__ = bases
        if Generic in bases:
            made.__class_getitem__ = classmethod(_generic_class_getitem)
        for key, value in ns.items():
            if key in _NMTUPLE_PROHIBITED:
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + key)
            if key not in ('__module__', '__name__', '__annotations__') and key not in made._fields:
                setattr(made, key, value)
                set_name = getattr(type(value), '__set_name__', None)
                if set_name is not None:
                    set_name(value, made, key)
        if Generic in bases:
            made.__init_subclass__()
        return made


def NamedTuple(typename, fields=None, /, **kwargs):
    """Typed version of namedtuple."""
    if fields is None:
        fields = kwargs.items()
    elif kwargs:
        raise TypeError('Either list of fields or keywords can be provided to NamedTuple, not both')
    made = _make_nmtuple(typename, fields, _caller())
    made.__orig_bases__ = (NamedTuple,)
    return made


_NamedTuple = type.__new__(NamedTupleMeta, 'NamedTuple', (), {})
NamedTuple.__mro_entries__ = lambda bases: (_NamedTuple,)


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        for base in bases:
            if type(base) is not _TypedDictMeta and base is not Generic:
                raise TypeError('cannot inherit from both a TypedDict type and a non-TypedDict base class')
        generic = (Generic,) if any(issubclass(b, Generic) for b in bases) else ()
        made = type.__new__(_TypedDictMeta, name, (*generic, dict), ns)
        if not hasattr(made, '__orig_bases__'):
            made.__orig_bases__ = bases
        msg = "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type"
        own = {n: _type_check(t, msg, module=made.__module__)
               for n, t in ns.get('__annotations__', {}).items()}
        annotations, required, optional = {}, set(), set()
        for base in bases:
            annotations.update(base.__dict__.get('__annotations__', {}))
            required |= base.__dict__.get('__required_keys__', frozenset())
            optional |= base.__dict__.get('__optional_keys__', frozenset())
        annotations.update(own)
        for key, tp in own.items():
            origin = get_origin(tp)
            if origin is Annotated:
                origin = get_origin(tp.__origin__)
            needed = origin is Required or origin is not NotRequired and total
            (required if needed else optional).add(key)
        made.__annotations__ = annotations
        made.__required_keys__ = frozenset(required)
        made.__optional_keys__ = frozenset(optional)
        if not hasattr(made, '__total__'):
            made.__total__ = total
        return made

    __call__ = dict  # a call makes a plain dict

    def __subclasscheck__(cls, other):
        raise TypeError('TypedDict does not support instance and class checks')

    __instancecheck__ = __subclasscheck__


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    """A simple typed namespace. At runtime it is equivalent to a plain dict."""
    if fields is None:
        fields = kwargs
    elif kwargs:
        raise TypeError('TypedDict takes either a dict or keyword arguments, but not both')
    if kwargs:
        import warnings
        warnings.warn('The kwargs-based syntax for TypedDict definitions is deprecated in Python 3.11, will '
                      'be removed in Python 3.13, and may not be understood by third-party type checkers.',
                      DeprecationWarning, stacklevel=2)
    ns = {'__annotations__': dict(fields), '__module__': _caller()}
    made = _TypedDictMeta(typename, (), ns, total=total)
    made.__orig_bases__ = (TypedDict,)
    return made


_TypedDict = type.__new__(_TypedDictMeta, 'TypedDict', (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


def is_typeddict(tp):
    """Check if an annotation is a TypedDict class."""
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
    """Ask a static type checker to confirm that the value is of the given type."""
    return val


def reveal_type(obj, /):
    """Reveal the inferred type of a variable."""
    print(f'Runtime type is {type(obj).__name__!r}', file=sys.stderr)
    return obj


_ASSERT_NEVER_REPR_MAX_LENGTH = 100


def assert_never(arg, /):
    """Statically assert that a line of code is unreachable."""
    text = repr(arg)
    if len(text) > _ASSERT_NEVER_REPR_MAX_LENGTH:
        text = text[:_ASSERT_NEVER_REPR_MAX_LENGTH] + '...'
    raise AssertionError(f'Expected code to be unreachable, but got: {text}')


def _mark(obj, name):
    """Set a mark on what can bear one."""
    try:
        setattr(obj, name, True)
    except (AttributeError, TypeError):
        pass
    return obj


def final(f):
    """Decorator to indicate final methods and final classes."""
    return _mark(f, '__final__')


def override(method, /):
    """Indicate that a method is intended to override a method in a base class."""
    return _mark(method, '__override__')


def no_type_check(arg):
    """Decorator to indicate that annotations are not type hints."""
    if isinstance(arg, type):
        for key in dir(arg):
            obj = getattr(arg, key)
            if (getattr(obj, '__qualname__',
                        None) != f'{arg.__qualname__}.{getattr(obj, "__name__", "")}'
                    or getattr(obj, '__module__', None) != arg.__module__):
                continue  # not defined here
            if isinstance(obj, types.FunctionType):
                obj.__no_type_check__ = True
            elif isinstance(obj, types.MethodType):
                obj.__func__.__no_type_check__ = True
            elif isinstance(obj, type):
                no_type_check(obj)
    return _mark(arg, '__no_type_check__')


def no_type_check_decorator(decorator):
    """Decorator to give another decorator the @no_type_check effect."""
    import functools

    @functools.wraps(decorator)
    def wrapped(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped


def dataclass_transform(*, eq_default=True, order_default=False, kw_only_default=False,
                        frozen_default=False, field_specifiers=(), **kwargs):
    """Decorator to mark an object as providing dataclass-like behaviour."""
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = {
            'eq_default': eq_default, 'order_default': order_default,
            'kw_only_default': kw_only_default,
            'frozen_default': frozen_default, 'field_specifiers': field_specifiers,
            'kwargs': kwargs}
        return cls_or_fn
    return decorator


# module -> qualified name -> first line -> function
_overload_registry = {}


def _overload_dummy(*args, **kwds):
    raise NotImplementedError(
        'You should not call an overloaded function. A series of @overload-decorated functions outside a '
        'stub module should always be followed by an implementation that is not @overload-ed.')


def overload(func):
    """Decorator for overloaded functions/methods."""
    f = getattr(func, '__func__', func)
    try:
        named = _overload_registry.setdefault(f.__module__, {}).setdefault(f.__qualname__, {})
        named[f.__code__.co_firstlineno] = func
    except AttributeError:
        pass  # something that is no function
    return _overload_dummy


def get_overloads(func):
    """Return all defined overloads for *func* as a sequence."""
    f = getattr(func, '__func__', func)
    return list(_overload_registry.get(f.__module__, {}).get(f.__qualname__, {}).values())


def clear_overloads():
    """Clear all overloads in the registry."""
    _overload_registry.clear()


def get_origin(tp):
    """Get the unsubscripted version of a type."""
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, (_BaseGenericAlias, GenericAlias, ParamSpecArgs)):
        return tp.__origin__
    if tp is Generic:
        return Generic
    if isinstance(tp, types.UnionType):
        return types.UnionType
    return None


def get_args(tp):
    """Get type arguments with all substitutions performed."""
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__,) + tp.__metadata__
    if isinstance(tp, (_GenericAlias, GenericAlias)):
        args = tp.__args__
        return (list(args[:-1]), args[-1]) if _should_unflatten(tp, args) else args
    if isinstance(tp, types.UnionType):
        return tp.__args__
    return ()


def _strip_annotations(t):
    """`t` without Annotated, Required and NotRequired, at every depth."""
    if isinstance(t, _AnnotatedAlias):
        return _strip_annotations(t.__origin__)
    if not isinstance(t, (_GenericAlias, GenericAlias, types.UnionType)):
        return t
    if not isinstance(t, types.UnionType) and t.__origin__ in (Required, NotRequired):
        return _strip_annotations(t.__args__[0])
    args = tuple(_strip_annotations(a) for a in t.__args__)
    if args == t.__args__:
        return t
    if isinstance(t, GenericAlias):
        return GenericAlias(t.__origin__, args)
    if isinstance(t, types.UnionType):
        from functools import reduce
        return reduce(lambda a, b: a | b, args)
    return t.copy_with(args)


def _class_hints(cls, globalns, localns):
    hints = {}
    for base in reversed(cls.__mro__):
        annotations = base.__dict__.get('__annotations__', {})
        if isinstance(annotations, types.GetSetDescriptorType):
            continue
        outer, inner = globalns, localns
        if globalns is None:
            outer = getattr(sys.modules.get(base.__module__), '__dict__', {})
        if localns is None:
            inner = dict(vars(base))
            if globalns is None:
                outer, inner = inner, outer  # names of the module win
        for name, value in annotations.items():
            if value is None:
                value = type(None)
            if isinstance(value, str):
                value = ForwardRef(value, is_argument=False, is_class=True)
            hints[name] = _eval_type(value, outer, inner)
    return hints


_NO_HINTS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.ModuleType,
             types.WrapperDescriptorType, types.MethodWrapperType, types.MethodDescriptorType)


def _object_hints(obj, globalns, localns):
    if globalns is None:
        if isinstance(obj, types.ModuleType):
            globalns = obj.__dict__
        else:
            owner = obj
            while hasattr(owner, '__wrapped__'):
                owner = owner.__wrapped__
            globalns = getattr(owner, '__globals__', {})
    if localns is None:
        localns = globalns
    found = getattr(obj, '__annotations__', None)
    if found is None:
        if isinstance(obj, _NO_HINTS):
            return {}
        raise TypeError(f'{obj!r} is not a module, class, method, or function.')
    hints = dict(found)
    for name, value in hints.items():
        if value is None:
            value = type(None)
        if isinstance(value, str):
            value = ForwardRef(value, is_argument=not isinstance(obj, types.ModuleType))
        hints[name] = _eval_type(value, globalns, localns)
    return hints


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    """Return type hints for an object."""
    if getattr(obj, '__no_type_check__', None):
        return {}
    hints = (_class_hints if isinstance(obj, type) else _object_hints)(obj, globalns, localns)
    return hints if include_extras else {k: _strip_annotations(t) for k, t in hints.items()}
