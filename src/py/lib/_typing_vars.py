"""Type variables and aliases of module typing: TypeVar, ParamSpec, TypeVarTuple, TypeAliasType.

What is made here says that it lives in typing, which re-exports the public names.
"""
import sys
from types import GenericAlias

import _typing_forms as _forms  # which imports this module: to be used when called, not before

__name__ = 'typing'


def _caller():
    """The name of the module that called into typing; None where it has none."""
    depth = 1
    while (name := sys._getframemodulename(depth)) == 'typing':
        depth += 1
    return name


class _Unions:
    """`X | Y` for what is no class."""
    __slots__ = ()

    def __or__(self, other):
        return _forms.Union[self, other]

    def __ror__(self, other):
        return _forms.Union[other, self]


class _TypeParam(_Unions):
    """What TypeVar, ParamSpec and TypeVarTuple share."""

    def __init__(self, name):
        if not isinstance(name, str):
            raise TypeError(f"{type(self).__name__.lower()}() argument 'name' must be str, "
                            f'not {type(name).__name__}')
        self.__name__ = name
        self.__module__ = _caller()

    def __init_subclass__(cls, **kwds):
        if cls.__module__ != 'typing':
            raise TypeError(f"type 'typing.{cls.__bases__[0].__name__}' is not an acceptable base type")

    def _set_variance(self, covariant, contravariant, infer):
        if covariant and contravariant:
            raise ValueError('Bivariant types are not supported.')
        if infer and (covariant or contravariant):
            raise ValueError('Variance cannot be specified with infer_variance.')
        self.__covariant__ = bool(covariant)
        self.__contravariant__ = bool(contravariant)
        self.__infer_variance__ = bool(infer)

    def __repr__(self):
        if self.__infer_variance__:
            return self.__name__
        return ('+' if self.__covariant__ else '-' if self.__contravariant__
                else '~') + self.__name__

    def __reduce__(self):
        return self.__name__

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass an instance of {type(self).__name__}')


class TypeVar(_TypeParam):
    """Type variable."""

    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False,
                 infer_variance=False):
        super().__init__(name)
        self._set_variance(covariant, contravariant, infer_variance)
        if len(constraints) == 1:
            raise TypeError('A single constraint is not allowed')
        if constraints and bound is not None:
            raise TypeError('Constraints cannot be combined with bound=...')
        msg = 'TypeVar(name, constraint, ...): constraints must be types.'
        self._constraints = tuple(_forms._type_check(c, msg) for c in constraints)
        self._bound = None if bound is None else _forms._type_check(bound, 'Bound must be a type.')
        self._lazy = self._lazy_choice = None

    # What stands behind the name in `def f[T: bound]` waits until it is asked for.

    @property
    def __bound__(self):
        if self._lazy is not None:
            self._bound, self._lazy = self._lazy(), None
        return self._bound

    @property
    def __constraints__(self):
        if self._lazy_choice is not None:
            self._constraints, self._lazy_choice = self._lazy_choice(), None
        return self._constraints

    def __typing_subst__(self, arg):
        arg = _forms._type_check(arg, 'Parameters to generic types must be types.')
        if (isinstance(arg, _forms._GenericAlias) and arg.__origin__ is _forms.Unpack
                or isinstance(arg, GenericAlias) and arg.__unpacked__):
            raise TypeError(f'{arg} is not valid as type argument')
        return arg


def _endless_item(arg):
    """What an unpacked tuple of any length is of; None for anything else."""
    if isinstance(arg, type):
        return None
    items = getattr(arg, '__typing_unpacked_tuple_args__', None) or ()
    return items[0] if len(items) == 2 and items[1] is ... else None


class TypeVarTuple(_TypeParam):
    """Type variable tuple."""

    def __repr__(self):
        return self.__name__

    def __iter__(self):
        yield _forms.Unpack[self]

    def __typing_subst__(self, arg):
        raise TypeError('Substitution of bare TypeVarTuple is not supported')

    def __typing_prepare_subst__(self, alias, args):
        """`args` with those that fall to this variable gathered in a tuple."""
        before, after = [], []      # the parameters on both sides
        for p in alias.__parameters__:
            if p is self:
                before, after = after, []
            else:
                after.append(p)
        if any(isinstance(p, TypeVarTuple) for p in after):
            raise TypeError(f'More than one TypeVarTuple parameter in {alias}')
        endless = [(k, _endless_item(arg)) for k, arg in enumerate(args)
                   if _endless_item(arg) is not None]
        if len(endless) > 1:
            raise TypeError('More than one unpacked arbitrary-length tuple argument')
        front, back = len(before), len(after)
        spare = len(args) - front - back
        if not endless:
            if spare < 0:
                raise TypeError(f'Too few arguments for {alias}; actual {len(args)}, '
                                f'expected at least {front + back}')
            return (*args[:front], args[front:front + spare], *args[front + spare:])
        # An endless tuple also fills what is missing on its sides.
        (k, item), = endless
        head, tail = args[:min(front, k)], args[max(len(args) - back, k + 1):]
        mine = tuple(args[len(head):len(args) - len(tail)])
        return (*head, *[item] * (front - len(head)), mine, *[item] * (back - len(tail)), *tail)


class ParamSpecArgs:
    """The args of a ParamSpec."""

    def __init__(self, origin):
        self.__origin__ = origin

    def __repr__(self):
        return f'{self.__origin__.__name__}.{"args" if type(self) is ParamSpecArgs else "kwargs"}'

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return self.__origin__ == other.__origin__

    def __mro_entries__(self, bases):
        raise TypeError(f'Cannot subclass an instance of {type(self).__name__}')

    def __init_subclass__(cls, **kwds):
        if cls.__module__ != 'typing':
            raise TypeError(f"type 'typing.{cls.__bases__[0].__name__}' is not an acceptable base type")


class ParamSpecKwargs(ParamSpecArgs):
    """The kwargs of a ParamSpec."""


class ParamSpec(_TypeParam):
    """Parameter specification."""

    def __init__(self, name, *, bound=None, covariant=False, contravariant=False,
                 infer_variance=False):
        super().__init__(name)
        self._set_variance(covariant, contravariant, infer_variance)
        self.__bound__ = None if bound is None else _forms._type_check(bound,
                                                                       'Bound must be a type.')

    @property
    def args(self):
        return ParamSpecArgs(self)

    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

    def __typing_subst__(self, arg):
        if _forms._is_param_expr(arg):
            listed = isinstance(arg, (tuple, list))
            return tuple([_forms._type_check(t, 'Expected a type.') for t in arg]) if listed else arg
        wanted = 'Expected a list of types, an ellipsis, ParamSpec, or Concatenate.'
        raise TypeError(f'{wanted} Got {arg}')

    def __typing_prepare_subst__(self, alias, args):
        known = alias.__parameters__
        mine = known.index(self)
        given = args[mine:mine + 1]
        if not given:
            raise TypeError(f'Too few arguments for {alias}')
        if known == (self,) and not _forms._is_param_expr(*given[:1]):
            return (args,)  # the only parameter takes all: G[int, str] is G[[int, str]]
        if type(given[0]) is not list:
            return args
        changed = list(args)
        changed[mine] = tuple(given[0])
        return changed


# What the compiler calls for `def f[T, *Ts, **P]` and `type X = ...`.

def _make_typevar(name, bound, is_choice):
    made = TypeVar(name, infer_variance=True)
    if is_choice:
        made._lazy_choice = bound
    else:
        made._lazy = bound
    return made


def _make_typevartuple(name):
    return TypeVarTuple(name)


def _make_paramspec(name):
    return ParamSpec(name, infer_variance=True)


def _make_typealias(name, params, value):
    made = TypeAliasType(name, None, type_params=params or ())
    made._lazy = value
    return made


class TypeAliasType:
    """Type alias."""
    __iter__ = None

    def __or__(self, other):
        return sys._union(self, other)

    def __ror__(self, other):
        return sys._union(other, self)

    def __init__(self, name, value, *, type_params=()):
        if not isinstance(type_params, tuple):
            raise TypeError('type_params must be a tuple')
        self.__name__ = name
        self._value = value
        self._lazy = None
        self.__type_params__ = type_params
        self.__module__ = _caller()

    def __init_subclass__(cls, **kwds):
        raise TypeError("type 'typing.TypeAliasType' is not an acceptable base type")

    @property
    def __parameters__(self):
        return tuple(_forms.Unpack[p] if isinstance(p, TypeVarTuple) else p
                     for p in self.__type_params__)

    @property
    def __value__(self):
        if self._lazy is not None:
            self._value, self._lazy = self._lazy(), None
        return self._value

    def __repr__(self):
        return self.__name__

    def __reduce__(self):
        return self.__name__

    def __getitem__(self, params):
        if not self.__type_params__:
            raise TypeError('Only generic type aliases are subscriptable')
        return GenericAlias(self, params)


sys._as_native(TypeVar, ParamSpec, TypeVarTuple, ParamSpecArgs, ParamSpecKwargs, TypeAliasType)
