# Module typing: names for annotations. At run time they only have to exist, subscript, print and
# compare as CPython's do.
import collections
import collections.abc
import contextlib
import functools
import types
from abc import ABCMeta, abstractmethod
from types import GenericAlias

__all__ = ['Annotated', 'Any', 'Callable', 'ClassVar', 'Concatenate', 'Final', 'ForwardRef', 'Generic', 'Literal', 'Optional',
           'ParamSpec', 'Protocol', 'Tuple', 'Type', 'TypeVar', 'TypeVarTuple', 'Union', 'AbstractSet', 'ByteString', 'Container',
           'ContextManager', 'Hashable', 'ItemsView', 'Iterable', 'Iterator', 'KeysView', 'Mapping', 'MappingView', 'MutableMapping',
           'MutableSequence', 'MutableSet', 'Sequence', 'Sized', 'ValuesView', 'Awaitable', 'AsyncIterator', 'AsyncIterable',
           'Coroutine', 'Collection', 'AsyncGenerator', 'AsyncContextManager', 'Reversible', 'SupportsAbs', 'SupportsBytes',
           'SupportsComplex', 'SupportsFloat', 'SupportsIndex', 'SupportsInt', 'SupportsRound', 'ChainMap', 'Counter', 'Deque', 'Dict',
           'DefaultDict', 'List', 'OrderedDict', 'Set', 'FrozenSet', 'NamedTuple', 'TypedDict', 'Generator', 'BinaryIO', 'IO', 'Match',
           'Pattern', 'TextIO', 'AnyStr', 'assert_type', 'assert_never', 'cast', 'clear_overloads', 'dataclass_transform', 'final',
           'get_args', 'get_origin', 'get_overloads', 'get_type_hints', 'is_typeddict', 'LiteralString', 'Never', 'NewType',
           'no_type_check', 'no_type_check_decorator', 'NoReturn', 'NotRequired', 'overload', 'override', 'ParamSpecArgs',
           'ParamSpecKwargs', 'Required', 'reveal_type', 'runtime_checkable', 'Self', 'Text', 'TYPE_CHECKING', 'TypeAlias',
           'TypeGuard', 'TypeAliasType', 'Unpack']

TYPE_CHECKING = False
Text = str


def _type_repr(obj):
    if isinstance(obj, type) and not isinstance(obj, GenericAlias):
        return obj.__qualname__ if obj.__module__ == 'builtins' else '%s.%s' % (obj.__module__, obj.__qualname__)
    if obj is ...:
        return '...'
    if isinstance(obj, types.FunctionType):
        return obj.__name__
    if isinstance(obj, tuple):
        return '[' + ', '.join(_type_repr(t) for t in obj) + ']'
    return repr(obj)


def _check(arg, msg='type expected'):
    if arg is None:
        return type(None)
    if isinstance(arg, str):
        return ForwardRef(arg)
    if type(arg) is tuple or (not callable(arg) and not isinstance(arg, (_Special, _Alias, types.UnionType, TypeVar, ForwardRef))):
        raise TypeError('%s Got %r.' % (msg, arg))
    return arg


class _Final:
    __slots__ = ('__weakref__',)


class _Special:
    # Any other name that may be subscripted: Union, Optional, ClassVar, ...
    def __init__(self, name, getitem=None, doc=None):
        self._name = self.__name__ = self.__qualname__ = name
        self._getitem = getitem
        self.__doc__ = doc

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __call__(self, *args, **kwds):
        raise TypeError('Cannot instantiate %r' % self)

    def __getitem__(self, params):
        if self._getitem is None:
            raise TypeError('%r is not subscriptable' % self)
        return self._getitem(self, params)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __instancecheck__(self, obj):
        raise TypeError('%r cannot be used with isinstance()' % self)

    def __subclasscheck__(self, cls):
        raise TypeError('%r cannot be used with issubclass()' % self)

    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass %r' % self)


class _AnyMeta(type):
    def __instancecheck__(self, obj):
        if self is Any:
            raise TypeError('typing.Any cannot be used with isinstance()')
        return super().__instancecheck__(obj)

    def __repr__(self):
        return 'typing.Any' if self is Any else super().__repr__()


class Any(metaclass=_AnyMeta):
    def __new__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError('Any cannot be instantiated')
        return super().__new__(cls)


class ForwardRef:
    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError('Forward reference must be a string -- got %r' % (arg,))
        try:
            compile(arg, '<string>', 'eval')
        except SyntaxError:
            raise SyntaxError('Forward reference must be an expression -- got %r' % (arg,)) from None
        self.__forward_arg__ = arg
        self.__forward_evaluated__ = False
        self.__forward_value__ = None
        self.__forward_is_argument__ = is_argument
        self.__forward_module__ = module

    def _evaluate(self, globalns, localns, *rest, **kw):
        return eval(self.__forward_arg__, globalns or {}, localns)

    def __eq__(self, other):
        return isinstance(other, ForwardRef) and self.__forward_arg__ == other.__forward_arg__

    def __hash__(self):
        return hash(self.__forward_arg__)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __repr__(self):
        return 'ForwardRef(%r)' % self.__forward_arg__


class _TypeParam:
    def __init__(self, name):
        self.__name__ = name
        self.__module__ = '__main__'

    def __repr__(self):
        if getattr(self, '__infer_variance__', False):
            return self.__name__
        sign = '+' if getattr(self, '__covariant__', False) else '-' if getattr(self, '__contravariant__', False) else '~'
        return sign + self.__name__

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass an instance of %s' % type(self).__name__)

    def __call__(self, *args):
        raise TypeError('%r object is not callable' % type(self).__name__)


class TypeVar(_TypeParam):
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False, infer_variance=False):
        super().__init__(name)
        if covariant and contravariant:
            raise ValueError('Bivariant types are not supported.')
        if constraints and bound is not None:
            raise TypeError('Constraints cannot be combined with bound=...')
        if len(constraints) == 1:
            raise TypeError('A single constraint is not allowed')
        self.__constraints = tuple(_check(c, 'TypeVar(name, constraint, ...): constraints must be types.') for c in constraints)
        self.__bound = bound if bound is None else _check(bound, 'Bound must be a type.')
        self.__covariant__, self.__contravariant__ = bool(covariant), bool(contravariant)
        self.__infer_variance__ = bool(infer_variance)
        self._lazy = None

    @property
    def __bound__(self):
        self._force()
        return self.__bound

    @property
    def __constraints__(self):
        self._force()
        return self.__constraints

    def _force(self):
        if self._lazy is not None:
            made, self._lazy = self._lazy(), None
            if isinstance(made, tuple):
                self.__constraints = made
            else:
                self.__bound = made

    def __typing_subst__(self, arg):
        return _check(arg)


class ParamSpecArgs:
    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return self.__origin__.__name__ + '.args'

    def __eq__(self, other):
        return type(other) is type(self) and self.__origin__ == other.__origin__


class ParamSpecKwargs(ParamSpecArgs):
    def __repr__(self):
        return self.__origin__.__name__ + '.kwargs'


class ParamSpec(_TypeParam):
    def __init__(self, name, *, bound=None, covariant=False, contravariant=False, infer_variance=False):
        super().__init__(name)
        self.__bound__ = bound
        self.__covariant__, self.__contravariant__ = bool(covariant), bool(contravariant)
        self.__infer_variance__ = bool(infer_variance)

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)


class TypeVarTuple(_TypeParam):
    def __init__(self, name):
        super().__init__(name)

    def __repr__(self):
        return self.__name__

    def __iter__(self):
        yield Unpack[self]


def _make_typevar(name, bound):
    t = TypeVar(name, infer_variance=True)
    t._lazy = bound
    return t


def _make_typevartuple(name):
    return TypeVarTuple(name)


def _make_paramspec(name):
    return ParamSpec(name, infer_variance=True)


class TypeAliasType:
    def __init__(self, name, value, *, type_params=()):
        self.__name__, self._value, self._lazy = name, value, None
        self.__type_params__ = self.__parameters__ = type_params
        self.__module__ = '__main__'

    @property
    def __value__(self):
        if self._lazy is not None:
            self._value, self._lazy = self._lazy(), None
        return self._value

    def __repr__(self):
        return self.__name__

    def __getitem__(self, params):
        if not self.__type_params__:
            raise TypeError('Only generic type aliases are subscriptable')
        return GenericAlias(self, params if isinstance(params, tuple) else (params,))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


def _make_typealias(name, params, value):
    t = TypeAliasType(name, None, type_params=params or ())
    t._lazy = value
    return t


def _parameters(args):
    found = []
    for a in args:
        if isinstance(a, _TypeParam):
            if a not in found:
                found.append(a)
        elif isinstance(a, (tuple, list)):
            for p in _parameters(a):
                if p not in found:
                    found.append(p)
        elif not isinstance(a, type) or isinstance(a, GenericAlias):
            for p in getattr(a, '__parameters__', ()):
                if p not in found:
                    found.append(p)
    return tuple(found)


class _Alias:
    # A subscripted generic: List[int], Union[int, str], MyGeneric[T].
    def __init__(self, origin, args, *, name=None, inst=True):
        self.__origin__ = origin
        self.__args__ = args if isinstance(args, tuple) else (args,)
        self.__parameters__ = _parameters(self.__args__)
        self._name = name
        self._inst = inst
        self.__module__ = getattr(origin, '__module__', 'typing') if not name else 'typing'

    def __repr__(self):
        name = 'typing.' + self._name if self._name else _type_repr(self.__origin__)
        args = self.__args__
        if self.__origin__ is Union:
            if len(args) == 2 and type(None) in args:
                other = args[0] if args[1] is type(None) else args[1]
                return 'typing.Optional[%s]' % _type_repr(other)
            return 'typing.Union[%s]' % ', '.join(_type_repr(a) for a in args)
        if self.__origin__ is collections.abc.Callable and self._name == 'Callable':
            if args[0] is ...:
                return 'typing.Callable[..., %s]' % _type_repr(args[-1])
            if len(args) == 2 and isinstance(args[0], (ParamSpec, _Alias)) and getattr(args[0], '__origin__', ParamSpec) in (ParamSpec, Concatenate):
                return 'typing.Callable[%s, %s]' % (_type_repr(args[0]), _type_repr(args[1]))
            return 'typing.Callable[[%s], %s]' % (', '.join(_type_repr(a) for a in args[:-1]), _type_repr(args[-1]))
        if self.__origin__ is Literal:
            return 'typing.Literal[%s]' % ', '.join(repr(a) for a in args)
        if isinstance(self, _AnnotatedAlias):
            return 'typing.Annotated[%s, %s]' % (_type_repr(self.__origin__), ', '.join(repr(a) for a in self.__metadata__))
        if not args:
            return name + '[()]'
        return '%s[%s]' % (name, ', '.join(_type_repr(a) for a in args))

    def __eq__(self, other):
        if not isinstance(other, _Alias):
            if self.__origin__ is Union and isinstance(other, types.UnionType):
                return set(self.__args__) == set(other.__args__)
            return NotImplemented
        if self.__origin__ != other.__origin__:
            return False
        if self.__origin__ is Union:
            return set(self.__args__) == set(other.__args__)
        if self.__origin__ is Literal:
            return {(type(a), a) for a in self.__args__} == {(type(a), a) for a in other.__args__}
        return self.__args__ == other.__args__

    def __hash__(self):
        if self.__origin__ in (Union, Literal):
            return hash(frozenset(self.__args__))
        return hash((self.__origin__, self.__args__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __getitem__(self, args):
        if self.__origin__ in (Generic, Protocol):
            raise TypeError('Cannot subscript already-subscripted %r' % self)
        if not self.__parameters__:
            raise TypeError('%r is not a generic class' % self)
        if not isinstance(args, tuple):
            args = (args,)
        params = self.__parameters__
        if not any(isinstance(p, (TypeVarTuple, ParamSpec)) for p in params) and len(args) != len(params):
            raise TypeError('Too %s arguments for %r; actual %d, expected %d' % (
                'many' if len(args) > len(params) else 'few', self, len(args), len(params)))
        table = dict(zip(params, (_check(a) if not isinstance(a, (list, tuple)) and a is not ... else a for a in args)))
        new = tuple(_substitute(a, table) for a in self.__args__)
        if self.__origin__ is Union:
            return Union[new]
        return self._remade(new)

    def _remade(self, args):
        return type(self)(self.__origin__, args, name=self._name, inst=self._inst)

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError('Type %s cannot be instantiated; use %s() instead' % (self._name, self.__origin__.__name__))
        if not callable(self.__origin__) or isinstance(self.__origin__, _Special):
            raise TypeError('Cannot instantiate %r' % self)
        made = self.__origin__(*args, **kwargs)
        try:
            made.__orig_class__ = self
        except Exception:
            pass
        return made

    def __mro_entries__(self, bases):
        if isinstance(self.__origin__, _Special):
            raise TypeError('Cannot subclass %r' % self)
        if self._name:
            out = []
            if self.__origin__ not in bases:
                out.append(self.__origin__)
            i = bases.index(self)
            if not any(isinstance(b, _Alias) or b is Generic or (isinstance(b, type) and issubclass(b, Generic)) for b in bases[i + 1:]):
                out.append(Generic)
            return tuple(out)
        if self.__origin__ is Generic:
            if Protocol in bases:
                return ()
            i = bases.index(self)
            for b in bases[i + 1:]:
                if isinstance(b, _Alias) and b is not self:
                    return ()
        return (self.__origin__,)

    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__'):
            raise AttributeError(name)
        if name in ('__origin__', '__args__'):
            raise AttributeError(name)
        return getattr(self.__dict__['__origin__'], name)

    def __setattr__(self, name, value):
        if (name.startswith('__') and name.endswith('__')) or name in ('_name', '_inst', '_defaults'):
            object.__setattr__(self, name, value)
        else:
            setattr(self.__origin__, name, value)

    def __instancecheck__(self, obj):
        if self.__origin__ is Union:
            return isinstance(obj, self.__args__)
        if self._name and not self._inst or self._name:
            raise TypeError('Subscripted generics cannot be used with class and instance checks')
        raise TypeError('Subscripted generics cannot be used with class and instance checks')

    def __subclasscheck__(self, cls):
        if self.__origin__ is Union:
            return issubclass(cls, self.__args__)
        raise TypeError('Subscripted generics cannot be used with class and instance checks')

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __iter__(self):
        yield Unpack[self]


def _substitute(a, table):
    if isinstance(a, _TypeParam):
        return table.get(a, a)
    if isinstance(a, (tuple, list)):
        return type(a)(_substitute(x, table) for x in a)
    params = getattr(a, '__parameters__', ())
    if params and not isinstance(a, type):
        return a[tuple(table.get(p, p) for p in params)]
    if params and isinstance(a, GenericAlias):
        return a[tuple(table.get(p, p) for p in params)]
    return a


class _AnnotatedAlias(_Alias):
    def __init__(self, origin, metadata):
        if isinstance(origin, _AnnotatedAlias):
            metadata = origin.__metadata__ + metadata
            origin = origin.__origin__
        super().__init__(origin, origin, name='Annotated')
        self.__metadata__ = metadata

    def _remade(self, args):
        return _AnnotatedAlias(args[0], self.__metadata__)

    def __eq__(self, other):
        return isinstance(other, _AnnotatedAlias) and self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__

    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))


class _BareGeneric:
    # List, Dict, Callable, ... before they are subscripted.
    def __init__(self, origin, nparams, name, inst=False):
        self.__origin__, self._nparams, self._name, self._inst = origin, nparams, name, inst
        self.__module__ = 'typing'
        self.__name__ = self.__qualname__ = name
        self.__doc__ = 'A generic version of %s.%s.' % (origin.__module__, origin.__qualname__)

    def __repr__(self):
        return 'typing.' + self._name

    def __reduce__(self):
        return self._name

    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        if self._name == 'Tuple':
            if params == ((),):
                params = ()
            return _Alias(tuple, tuple(p if p is ... else _check(p, 'Tuple[t0, t1, ...]: each t must be a type.') for p in params), name='Tuple', inst=False)
        if self._name == 'Callable':
            return self._callable(params)
        params = tuple(_check(p, 'Parameters to generic types must be types.') for p in params)
        if self._nparams >= 0 and len(params) != self._nparams:
            raise TypeError('Too %s arguments for %s; actual %d, expected %d' % (
                'many' if len(params) > self._nparams else 'few', self, len(params), self._nparams))
        return _Alias(self.__origin__, params, name=self._name, inst=self._inst)

    def _callable(self, params):
        if len(params) != 2:
            raise TypeError('Callable must be used as Callable[[arg, ...], result].')
        args, result = params
        result = _check(result, 'Callable[args, result]: result must be a type.')
        if isinstance(args, list):
            return _Alias(self.__origin__, tuple(_check(a) for a in args) + (result,), name='Callable', inst=False)
        if args is ... or isinstance(args, (ParamSpec, _Alias)):
            return _Alias(self.__origin__, (args, result), name='Callable', inst=False)
        raise TypeError('Callable[args, result]: args must be a list. Got %r' % (args,))

    def __call__(self, *args, **kwargs):
        if not self._inst:
            raise TypeError('Type %s cannot be instantiated; use %s() instead' % (self._name, self.__origin__.__name__))
        return self.__origin__(*args, **kwargs)

    def __mro_entries__(self, bases):
        out = [] if self.__origin__ in bases else [self.__origin__]
        i = bases.index(self)
        if not any(isinstance(b, (_Alias, _BareGeneric)) or (isinstance(b, type) and issubclass(b, Generic)) for b in bases[i + 1:]):
            out.append(Generic)
        return tuple(out)

    def __instancecheck__(self, obj):
        return isinstance(obj, self.__origin__)

    def __subclasscheck__(self, cls):
        if isinstance(cls, _BareGeneric):
            cls = cls.__origin__
        return issubclass(cls, self.__origin__)

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]

    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__'):
            raise AttributeError(name)
        return getattr(self.__dict__['__origin__'], name)


def _union(self, params):
    if params == ():
        raise TypeError('Cannot take a Union of no types.')
    if not isinstance(params, tuple):
        params = (params,)
    flat = []
    for p in params:
        p = _check(p, 'Union[arg, ...]: each arg must be a type.')
        if isinstance(p, _Alias) and p.__origin__ is Union or isinstance(p, types.UnionType):
            flat.extend(p.__args__)
        else:
            flat.append(p)
    unique = []
    for p in flat:
        if p not in unique:
            unique.append(p)
    return unique[0] if len(unique) == 1 else _Alias(Union, tuple(unique), name='Union')


def _one(self, param):
    return _Alias(self, (_check(param, '%s accepts only single type.' % self._name),), name=self._name)


def _literal(self, params):
    if not isinstance(params, tuple):
        params = (params,)
    flat = []
    for p in params:
        flat.extend(p.__args__ if isinstance(p, _Alias) and p.__origin__ is Literal else (p,))
    unique = []
    for p in flat:
        if not any(type(p) is type(q) and p == q for q in unique):
            unique.append(p)
    return _Alias(Literal, tuple(unique), name='Literal')


def _concatenate(self, params):
    return _Alias(self, params if isinstance(params, tuple) else (params,), name='Concatenate')


Union = _Special('Union', _union)
Optional = _Special('Optional', lambda self, p: Union[_check(p, 'Optional[t] requires a single type.'), type(None)])
Literal = _Special('Literal', _literal)
ClassVar = _Special('ClassVar', _one)
Final = _Special('Final', _one)
TypeGuard = _Special('TypeGuard', _one)
Required = _Special('Required', _one)
NotRequired = _Special('NotRequired', _one)
Unpack = _Special('Unpack', _one)
Concatenate = _Special('Concatenate', _concatenate)
NoReturn, Never, Self, LiteralString, TypeAlias = (_Special(n) for n in ('NoReturn', 'Never', 'Self', 'LiteralString', 'TypeAlias'))


class Annotated:
    def __new__(cls, *args, **kwargs):
        raise TypeError('Type Annotated cannot be instantiated.')

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple) or len(params) < 2:
            raise TypeError('Annotated[...] should be used with at least two arguments (a type and an annotation).')
        return _AnnotatedAlias(_check(params[0], 'Annotated[t, ...]: t must be a type.'), tuple(params[1:]))


class Generic:
    __slots__ = ()
    _is_protocol = False

    def __class_getitem__(cls, params):
        if not isinstance(params, tuple):
            params = (params,)
        if cls in (Generic, Protocol):
            if not params:
                raise TypeError('Parameter list to %s[...] cannot be empty' % cls.__qualname__)
            for p in params:
                if not isinstance(p, _TypeParam) and not (isinstance(p, _Alias) and p.__origin__ is Unpack):
                    raise TypeError('Parameters to %s[...] must all be type variables or parameter specification variables.' % cls.__name__)
            if len(set(params)) != len(params):
                raise TypeError('Parameters to %s[...] must all be unique' % cls.__name__)
        else:
            own = getattr(cls, '__parameters__', ())
            if not own:
                raise TypeError('%r is not a generic class' % (cls,))
            if not any(isinstance(p, (TypeVarTuple, ParamSpec)) for p in own) and len(own) != len(params):
                raise TypeError('Too %s arguments for %r; actual %d, expected %d' % (
                    'many' if len(params) > len(own) else 'few', cls, len(params), len(own)))
            params = tuple(p if isinstance(p, (list, tuple)) or p is ... else _check(p) for p in params)
        return _Alias(cls, params)

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        bases = cls.__dict__.get('__orig_bases__', ())
        found = None
        for b in bases:
            if isinstance(b, _Alias) and b.__origin__ in (Generic, Protocol):
                found = b.__parameters__
        if '__type_params__' in cls.__dict__ and cls.__dict__['__type_params__'] and found is None:
            found = cls.__dict__['__type_params__']
        cls.__parameters__ = found if found is not None else _parameters(bases)


class _ProtocolMeta(ABCMeta):
    def __instancecheck__(cls, instance):
        if cls is Protocol or not cls.__dict__.get('_is_protocol', False):
            return super().__instancecheck__(instance)
        if not cls.__dict__.get('_is_runtime_protocol', False):
            raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
        if super().__instancecheck__(instance):
            return True
        for name in cls.__protocol_attrs__:
            value = getattr(instance, name, _missing)
            if value is _missing or value is None and callable(getattr(cls, name, None)):
                return False
        return True

    def __subclasscheck__(cls, other):
        if cls is Protocol or not cls.__dict__.get('_is_protocol', False):
            return super().__subclasscheck__(other)
        if not isinstance(other, type):
            raise TypeError('issubclass() arg 1 must be a class')
        if not cls.__dict__.get('_is_runtime_protocol', False):
            raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
        if any(not callable(getattr(cls, n, None)) for n in cls.__protocol_attrs__):
            raise TypeError("Protocols with non-method members don't support issubclass()")
        return super().__subclasscheck__(other) or all(
            any(n in b.__dict__ and b.__dict__[n] is not None for b in other.__mro__) for n in cls.__protocol_attrs__)


_missing = object()
_NOT_MEMBERS = {'__abstractmethods__', '__annotations__', '__dict__', '__doc__', '__init__', '__module__', '__new__', '__slots__',
                '__subclasshook__', '__weakref__', '__class_getitem__', '__match_args__', '__parameters__', '__orig_bases__',
                '_is_protocol', '_is_runtime_protocol', '__protocol_attrs__', '_abc_impl', '__qualname__', '__init_subclass__',
                '__type_params__', '__static_attributes__', '__firstlineno__', '__hash__'}


def _protocol_attrs(cls):
    names = set()
    for base in cls.__mro__[:-1]:
        if base.__name__ in ('Protocol', 'Generic') or not base.__dict__.get('_is_protocol', False):
            continue
        names.update(n for n in list(base.__dict__) + list(base.__dict__.get('__annotations__', {}))
                     if n not in _NOT_MEMBERS and not n.startswith('_abc_'))
    return names


def _no_init(self, *args, **kwargs):
    if type(self)._is_protocol:
        raise TypeError('Protocols cannot be instantiated')


class Protocol(Generic, metaclass=_ProtocolMeta):
    __slots__ = ()
    _is_protocol = True
    _is_runtime_protocol = False

    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        if not cls.__dict__.get('_is_protocol', False):
            cls._is_protocol = any(b is Protocol for b in cls.__bases__)
        if cls._is_protocol:
            cls.__protocol_attrs__ = _protocol_attrs(cls)
            if cls.__init__ is Protocol.__init__ or '__init__' not in cls.__dict__:
                cls.__init__ = _no_init
        elif cls.__init__ is _no_init:
            for base in cls.__mro__[1:]:
                if base.__dict__.get('__init__', _no_init) is not _no_init:
                    cls.__init__ = base.__dict__['__init__']
                    break


def runtime_checkable(cls):
    if not issubclass(cls, Generic) or not getattr(cls, '_is_protocol', False):
        raise TypeError('@runtime_checkable can be only applied to protocol classes, got %r' % cls)
    cls._is_runtime_protocol = True
    return cls


def _bare(table):
    for name, (origin, n) in table.items():
        globals()[name] = _BareGeneric(origin, n, name, inst=name in ('DefaultDict', 'OrderedDict', 'Counter', 'ChainMap', 'Deque'))


_abc = collections.abc
_bare({'List': (list, 1), 'Dict': (dict, 2), 'Set': (set, 1), 'FrozenSet': (frozenset, 1), 'Tuple': (tuple, -1), 'Type': (type, 1),
       'DefaultDict': (collections.defaultdict, 2), 'OrderedDict': (collections.OrderedDict, 2), 'Counter': (collections.Counter, 1),
       'ChainMap': (collections.ChainMap, 2), 'Deque': (collections.deque, 1), 'Callable': (_abc.Callable, 2),
       'Hashable': (_abc.Hashable, 0), 'Awaitable': (_abc.Awaitable, 1), 'Coroutine': (_abc.Coroutine, 3),
       'AsyncIterable': (_abc.AsyncIterable, 1), 'AsyncIterator': (_abc.AsyncIterator, 1), 'Iterable': (_abc.Iterable, 1),
       'Iterator': (_abc.Iterator, 1), 'Reversible': (_abc.Reversible, 1), 'Sized': (_abc.Sized, 0), 'Container': (_abc.Container, 1),
       'Collection': (_abc.Collection, 1), 'AbstractSet': (_abc.Set, 1), 'MutableSet': (_abc.MutableSet, 1),
       'Mapping': (_abc.Mapping, 2), 'MutableMapping': (_abc.MutableMapping, 2), 'Sequence': (_abc.Sequence, 1),
       'MutableSequence': (_abc.MutableSequence, 1), 'ByteString': (_abc.ByteString, 0), 'MappingView': (_abc.MappingView, 1),
       'KeysView': (_abc.KeysView, 1), 'ItemsView': (_abc.ItemsView, 2), 'ValuesView': (_abc.ValuesView, 1),
       'Generator': (_abc.Generator, 3), 'AsyncGenerator': (_abc.AsyncGenerator, 2),
       'ContextManager': (contextlib.AbstractContextManager, 1), 'AsyncContextManager': (contextlib.AbstractAsyncContextManager, 1)})

T = TypeVar('T')
KT = TypeVar('KT')
VT = TypeVar('VT')
T_co = TypeVar('T_co', covariant=True)
T_contra = TypeVar('T_contra', contravariant=True)
AnyStr = TypeVar('AnyStr', bytes, str)


class IO(Generic[AnyStr]):
    __slots__ = ()


class BinaryIO(IO[bytes]):
    __slots__ = ()


class TextIO(IO[str]):
    __slots__ = ()


def __getattr__(name):
    if name in ('Pattern', 'Match'):
        import re
        made = globals()[name] = _BareGeneric(getattr(re, name), 1, name)
        return made
    raise AttributeError("module 'typing' has no attribute %r" % name)


def _supports(name, method):
    def call(self):
        pass
    call.__name__ = method
    ns = {'__slots__': (), method: abstractmethod(call), '__module__': 'typing'}
    cls = types.new_class(name, (Protocol,), {}, lambda d: d.update(ns))
    return runtime_checkable(cls)


SupportsInt = _supports('SupportsInt', '__int__')
SupportsFloat = _supports('SupportsFloat', '__float__')
SupportsComplex = _supports('SupportsComplex', '__complex__')
SupportsBytes = _supports('SupportsBytes', '__bytes__')
SupportsIndex = _supports('SupportsIndex', '__index__')
SupportsAbs = _supports('SupportsAbs', '__abs__')
SupportsRound = _supports('SupportsRound', '__round__')


def _make_nmtuple(name, fields, defaults, module):
    cls = collections.namedtuple(name, [n for n, _ in fields], defaults=defaults, module=module)
    cls.__annotations__ = cls.__new__.__annotations__ = {n: _check(t, 'field %s annotation must be a type' % n) for n, t in fields}
    return cls


class _NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        for b in bases:
            if b is not _NamedTuple and b is not Generic:
                raise TypeError('can only inherit from a NamedTuple type and Generic')
        bases = tuple(tuple if b is _NamedTuple else b for b in bases)
        annotations = ns.get('__annotations__', {})
        defaults = []
        for name in annotations:
            if name in ns:
                defaults.append(name)
            elif defaults:
                raise TypeError('Non-default namedtuple field %s cannot follow default field%s %s' % (
                    name, 's' if len(defaults) > 1 else '', ', '.join(defaults)))
        made = _make_nmtuple(typename, annotations.items(), [ns[n] for n in defaults], ns['__module__'])
        made.__bases__ = bases if False else made.__bases__
        for key, value in ns.items():
            if key in ('__new__', '__init__', '__slots__', '__getnewargs__', '_fields', '_field_defaults', '_make', '_replace', '_asdict', '_source'):
                raise AttributeError('Cannot overwrite NamedTuple attribute ' + key)
            if key not in ('__module__', '__qualname__', '__annotations__', '__orig_bases__', '__static_attributes__') and key not in made._fields:
                setattr(made, key, value)
                if hasattr(type(value), '__set_name__'):
                    type(value).__set_name__(value, made, key)
        made.__qualname__ = ns.get('__qualname__', typename)
        if Generic in bases:
            made.__class_getitem__ = classmethod(lambda c, params: _Alias(c, params))
        made.__orig_bases__ = ns.get('__orig_bases__', (NamedTuple,))
        return made


def NamedTuple(typename, fields=None, /, **kwargs):
    if fields is None:
        fields = kwargs.items()
    elif kwargs:
        raise TypeError('Either list of fields or keywords can be provided to NamedTuple, not both')
    made = _make_nmtuple(typename, list(fields), [], '__main__')
    made.__orig_bases__ = (NamedTuple,)
    return made


_NamedTuple = type.__new__(_NamedTupleMeta, 'NamedTuple', (), {})
NamedTuple.__mro_entries__ = lambda bases: (_NamedTuple,)


class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        generic = (Generic,) if any(b is Generic or isinstance(b, type) and issubclass(b, Generic) for b in bases) else ()
        made = type.__new__(cls, name, generic + (dict,), {k: v for k, v in ns.items() if k != '__total__'})
        annotations, required, optional = {}, set(), set()
        for b in bases:
            annotations.update(b.__dict__.get('__annotations__', {}))
            required |= b.__dict__.get('__required_keys__', frozenset())
            optional |= b.__dict__.get('__optional_keys__', frozenset())
        for key, tp in ns.get('__annotations__', {}).items():
            tp = _check(tp, "TypedDict('Name', {f0: t0, f1: t1, ...}); each t must be a type")
            annotations[key] = tp
            inner = tp.__origin__ if isinstance(tp, _AnnotatedAlias) else tp
            origin = getattr(inner, '__origin__', None)
            if origin is Required or (origin is not NotRequired and total):
                required.add(key)
                optional.discard(key)
            else:
                optional.add(key)
                required.discard(key)
        made.__annotations__ = annotations
        made.__required_keys__, made.__optional_keys__ = frozenset(required), frozenset(optional)
        made.__total__ = total
        return made

    def __call__(cls, /, *args, **kwargs):
        return dict(*args, **kwargs)

    def __subclasscheck__(cls, other):
        raise TypeError('TypedDict does not support instance and class checks')

    __instancecheck__ = __subclasscheck__


def TypedDict(typename, fields=None, /, *, total=True, **kwargs):
    if fields is None:
        fields = kwargs
    ns = {'__annotations__': dict(fields), '__module__': '__main__'}
    made = _TypedDictMeta(typename, (), ns, total=total)
    made.__orig_bases__ = (TypedDict,)
    return made


_TypedDict = type.__new__(_TypedDictMeta, 'TypedDict', (), {})
TypedDict.__mro_entries__ = lambda bases: (_TypedDict,)


class NewType:
    def __init__(self, name, tp):
        self.__qualname__ = name
        self.__name__ = name.rpartition('.')[2]
        self.__supertype__ = tp
        self.__module__ = '__main__'

    def __repr__(self):
        return '%s.%s' % (self.__module__, self.__qualname__)

    def __call__(self, x):
        return x

    def __mro_entries__(self, bases):
        raise TypeError('Cannot subclass an instance of NewType. Perhaps you were looking for: `%s = NewType(%r, %s)`' % (
            'Sub', 'Sub', self.__name__))

    def __or__(self, other):
        return Union[self, other]

    def __ror__(self, other):
        return Union[other, self]


def is_typeddict(tp):
    return isinstance(tp, _TypedDictMeta) and tp is not _TypedDict


def cast(typ, val):
    return val


def assert_type(val, typ, /):
    return val


def reveal_type(obj, /):
    import sys
    print('Runtime type is %r' % type(obj).__name__, file=sys.stderr)
    return obj


def assert_never(arg, /):
    text = repr(arg)
    raise AssertionError('Expected code to be unreachable, but got: %s' % (text[:100] + '...' if len(text) > 100 else text))


def final(f):
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f


def override(method, /):
    try:
        method.__override__ = True
    except (AttributeError, TypeError):
        pass
    return method


def no_type_check(arg):
    try:
        arg.__no_type_check__ = True
    except (AttributeError, TypeError):
        pass
    return arg


def no_type_check_decorator(decorator):
    @functools.wraps(decorator)
    def wrapped(*args, **kwds):
        return no_type_check(decorator(*args, **kwds))
    return wrapped


def dataclass_transform(**kwargs):
    def decorator(cls_or_fn):
        cls_or_fn.__dataclass_transform__ = kwargs
        return cls_or_fn
    return decorator


_overloads = collections.defaultdict(list)


def _overload_dummy(*args, **kwds):
    raise NotImplementedError('You should not call an overloaded function. A series of @overload-decorated functions outside a stub '
                              'module should always be followed by an implementation that is not @overload-ed.')


def overload(func):
    f = getattr(func, '__func__', func)
    _overloads[(getattr(f, '__module__', None), getattr(f, '__qualname__', None))].append(func)
    return _overload_dummy


def get_overloads(func):
    f = getattr(func, '__func__', func)
    return list(_overloads.get((f.__module__, f.__qualname__), ()))


def clear_overloads():
    _overloads.clear()


def get_origin(tp):
    if isinstance(tp, _AnnotatedAlias):
        return Annotated
    if isinstance(tp, (_Alias, _BareGeneric, GenericAlias, ParamSpecArgs)):
        return tp.__origin__
    if tp is Generic:
        return Generic
    if isinstance(tp, types.UnionType):
        return types.UnionType
    return None


def get_args(tp):
    if isinstance(tp, _AnnotatedAlias):
        return (tp.__origin__,) + tp.__metadata__
    if isinstance(tp, (_Alias, GenericAlias)):
        args = tp.__args__
        if tp.__origin__ is collections.abc.Callable and not (len(args) == 2 and (args[0] is ... or isinstance(args[0], (ParamSpec, _Alias)) and
                                                              getattr(args[0], '__origin__', None) in (None, Concatenate))):
            args = (list(args[:-1]), args[-1])
        return args
    if isinstance(tp, types.UnionType):
        return tp.__args__
    return ()


def _resolve(value, globalns, localns):
    if value is None:
        return type(None)
    if isinstance(value, str):
        value = ForwardRef(value)
    if isinstance(value, ForwardRef):
        return _resolve(value._evaluate(globalns, localns), globalns, localns)
    if isinstance(value, (_Alias, GenericAlias, types.UnionType)):
        args = tuple(a if isinstance(a, (list, tuple)) or a is ... or getattr(value, '__origin__', None) is Literal else _resolve(a, globalns, localns)
                     for a in value.__args__)
        if args != value.__args__:
            if isinstance(value, types.UnionType):
                return functools.reduce(lambda a, b: a | b, args)
            if isinstance(value, GenericAlias):
                return GenericAlias(value.__origin__, args)
            return Union[args] if value.__origin__ is Union else value._remade(args)
    return value


def _strip(tp):
    if isinstance(tp, _AnnotatedAlias):
        return _strip(tp.__origin__)
    if isinstance(tp, _Alias):
        if tp.__origin__ in (Required, NotRequired):
            return _strip(tp.__args__[0])
        args = tuple(_strip(a) for a in tp.__args__)
        if args != tp.__args__:
            return Union[args] if tp.__origin__ is Union else tp._remade(args)
    return tp


def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    if getattr(obj, '__no_type_check__', None):
        return {}
    import sys
    hints = {}
    if isinstance(obj, type):
        for base in reversed(obj.__mro__):
            ns = globalns if globalns is not None else getattr(sys.modules.get(base.__module__), '__dict__', {})
            for name, value in base.__dict__.get('__annotations__', {}).items():
                hints[name] = _resolve(value, ns, localns if localns is not None else dict(vars(base)))
    else:
        found = getattr(obj, '__annotations__', None)
        if found is None:
            raise TypeError('%r is not a module, class, method, or function.' % (obj,))
        target = obj
        while hasattr(target, '__wrapped__'):
            target = target.__wrapped__
        ns = globalns if globalns is not None else getattr(target, '__globals__', None) or getattr(obj, '__dict__', {})
        for name, value in found.items():
            hints[name] = _resolve(value, ns, localns)
    return hints if include_extras else {k: _strip(t) for k, t in hints.items()}
