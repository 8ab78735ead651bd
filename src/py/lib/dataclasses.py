# Module dataclasses: classes generated from annotated fields.
import abc as _abc
import copy as _copy
import keyword as _keyword
import sys as _sys
import types as _types
from types import GenericAlias as _GenericAlias

__all__ = ['dataclass', 'field', 'Field', 'FrozenInstanceError', 'InitVar', 'KW_ONLY', 'MISSING', 'fields', 'asdict',
           'astuple', 'make_dataclass', 'replace', 'is_dataclass']


class FrozenInstanceError(AttributeError):
    pass


class _HasDefaultFactory:
    def __repr__(self):
        return '<factory>'


_FACTORY = _HasDefaultFactory()


class _MISSING_TYPE:
    pass


MISSING = _MISSING_TYPE()


class _KW_ONLY_TYPE:
    pass


KW_ONLY = _KW_ONLY_TYPE()
_FIELDS = '__dataclass_fields__'
_PARAMS = '__dataclass_params__'
_EMPTY = _types.MappingProxyType({})


class _Kind:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return self.name


_FIELD, _FIELD_CLASSVAR, _FIELD_INITVAR = _Kind('_FIELD'), _Kind('_FIELD_CLASSVAR'), _Kind('_FIELD_INITVAR')


class InitVar:
    __slots__ = ('type',)

    def __init__(self, type):
        self.type = type

    def __repr__(self):
        name = self.type.__name__ if isinstance(self.type, type) else repr(self.type)
        return 'dataclasses.InitVar[%s]' % name

    def __class_getitem__(cls, type):
        return InitVar(type)


_repr_running = []  # what is being printed: something inside of itself prints as ...
_put_back = _repr_running.clear  # after a cell that was ended: nothing is


class Field:
    __slots__ = ('name', 'type', 'default', 'default_factory', 'repr', 'hash', 'init', 'compare', 'metadata', 'kw_only', '_field_type')
    _SHOWN = ('name', 'type', 'default', 'default_factory', 'init', 'repr', 'hash', 'compare', 'metadata', 'kw_only')

    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = self.type = self._field_type = None     # the decorator knows
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare, self.hash = init, repr, compare, hash
        self.kw_only = kw_only
        self.metadata = _EMPTY if metadata is None else _types.MappingProxyType(metadata)

    def __repr__(self):
        if any(o is self for o in _repr_running):
            return '...'
        _repr_running.append(self)
        try:
            return 'Field(%s,_field_type=%s)' % (
                ','.join('%s=%r' % (n, getattr(self, n)) for n in self._SHOWN), self._field_type)
        finally:
            _repr_running.pop()

    def __set_name__(self, owner, name):
        func = getattr(type(self.default), '__set_name__', None)
        if func:
            func(self.default, owner, name)

    __class_getitem__ = classmethod(_GenericAlias)


class _Params:
    __slots__ = ('init', 'repr', 'eq', 'order', 'unsafe_hash', 'frozen', 'match_args', 'kw_only', 'slots', 'weakref_slot')

    def __init__(self, **values):
        for k, v in values.items():
            setattr(self, k, v)

    def __repr__(self):
        return '_DataclassParams(%s)' % ','.join('%s=%r' % (n, getattr(self, n)) for n in self.__slots__)


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)


def _word(text):
    text = text.lstrip()
    end = next((i for i, c in enumerate(text) if not (c.isalnum() or c == '_')), len(text))
    return text[:end]


def _resolve(text, cls, home):
    # What the head of a string annotation names: `name` of the module of cls, or `module.name` where that
    # module is `home`.
    space = getattr(_sys.modules.get(cls.__module__), '__dict__', {})
    # Two names at most; what comes behind them does not matter.
    first, _, rest = text.partition('.')
    names = [_word(first), _word(rest)] if first.strip() == _word(first) and _word(rest) else [_word(first)]
    if len(names) == 1:
        return space.get(names[0])
    module = space.get(names[0])
    if len(names) != 2 or getattr(module, '__name__', None) != home or _sys.modules.get(home) is not module:
        return None
    return getattr(module, names[1], None)


def _is_typing(annotation, name, cls):
    if isinstance(annotation, str):
        annotation = _resolve(annotation, cls, 'typing' if name == 'ClassVar' else __name__)
        if annotation is None:
            return False
    if name == 'ClassVar':
        return getattr(annotation, '_name', None) == 'ClassVar' or getattr(getattr(annotation, '__origin__', None), '_name', None) == 'ClassVar'
    if name == 'KW_ONLY':
        return annotation is KW_ONLY
    return annotation is InitVar or type(annotation) is InitVar


def _kind_of(annotation, cls):
    for name, kind in ('ClassVar', _FIELD_CLASSVAR), ('InitVar', _FIELD_INITVAR):
        if _is_typing(annotation, name, cls):
            return kind
    return _FIELD


def _field_of(cls, name, hint, kw_only):
    # The field of an annotation; what the class has of that name is its default, or is it.
    found = getattr(cls, name, MISSING)
    if not isinstance(found, Field):
        found = field(default=MISSING if isinstance(found, _types.MemberDescriptorType) else found)
    found.name, found.type, found._field_type = name, hint, _kind_of(hint, cls)
    _refuse_contradictions(found)
    if found.kw_only is MISSING and found._field_type is not _FIELD_CLASSVAR:
        found.kw_only = kw_only
    return found


def _refuse_contradictions(f):
    if f._field_type is not _FIELD and f.default_factory is not MISSING:
        raise TypeError(f'field {f.name} cannot have a default factory')
    if f._field_type is _FIELD_CLASSVAR and f.kw_only is not MISSING:
        raise TypeError(f'field {f.name} is a ClassVar but specifies kw_only')
    if f._field_type is _FIELD and type(f.default).__hash__ is None:
        raise ValueError(f'mutable default {type(f.default)} for field {f.name} is not allowed: use default_factory')


def _set_new(cls, name, value):
    if name in cls.__dict__:
        return True
    value.__qualname__ = '%s.%s' % (cls.__qualname__, value.__name__)
    setattr(cls, name, value)
    return False


def _make_function(name, args, body, ns, cls, defaults_text=''):
    source = 'def %s(%s):\n%s\n' % (name, ', '.join(args), '\n'.join('    ' + line for line in body))
    scope = dict(ns)
    exec(source, scope)
    f = scope[name]
    f.__module__ = cls.__module__
    f.__qualname__ = '%s.%s' % (cls.__qualname__, name)
    return f


def _parameter(f):
    """The field in the head of __init__."""
    if f.default is not MISSING:
        return f'{f.name}=_dflt_{f.name}'
    return f.name if f.default_factory is MISSING else f'{f.name}=_FACTORY'


def _initial(f, slots):
    """What __init__ sets the field to, as text; None where that is left to the class."""
    if f.default_factory is MISSING:
        return f.name if f.init else f'_dflt_{f.name}' if slots and f.default is not MISSING else None
    made = f'_factory_{f.name}()'
    return f'{made} if {f.name} is _FACTORY else {f.name}' if f.init else made


def _init_fn(cls, shape, frozen, slots):
    optional = [f.default is not MISSING or f.default_factory is not MISSING for f in shape.std]
    for late in [f for i, f in enumerate(shape.std) if not optional[i] and any(optional[:i])]:
        raise TypeError(f'non-default argument {late.name!r} follows default argument')
    scope = {'_FACTORY': _FACTORY, '_setattr': object.__setattr__}
    for kind, attribute in (('_dflt_', 'default'), ('_factory_', 'default_factory')):
        scope |= {kind + f.name: getattr(f, attribute) for f in shape.fields if getattr(f, attribute) is not MISSING}
    me = 'self' if all([f.name != 'self' for f in shape.fields]) else '__dataclass_self__'
    store = (f'_setattr({me}, {{0!r}}, {{1}})' if frozen else f'{me}.{{0}} = {{1}}').format
    values = [(f.name, _initial(f, slots)) for f in shape.real]
    body = [store(name, value) for name, value in values if value is not None]
    if hasattr(cls, '__post_init__'):
        rest = ', '.join([f.name for f in shape.fields if f._field_type is _FIELD_INITVAR])
        body.append(f'{me}.__post_init__({rest})')
    head = [me, *map(_parameter, shape.std), *['*'] * bool(shape.kw), *map(_parameter, shape.kw)]
    fn = _make_function('__init__', head, body or ['pass'], scope, cls)
    fn.__annotations__ = {**{f.name: f.type for f in shape.std + shape.kw}, 'return': None}
    return fn


def _repr_fn(cls, fields):
    names = [f.name for f in fields]
    shape = '%s(' + ', '.join([n + '=%r' for n in names]) + ')'

    def __repr__(self):
        for o in _repr_running:
            if o is self:
                return '...'
        _repr_running.append(self)
        try:
            return shape % (self.__class__.__qualname__, *[getattr(self, n) for n in names])
        finally:
            _repr_running.pop()
    return __repr__


def _tuple_text(obj, fields):
    if not fields:
        return '()'
    return '(%s,)' % ','.join('%s.%s' % (obj, f.name) for f in fields)


def _frozen_fns(cls, fields):
    names = frozenset(f.name for f in fields)

    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError('cannot assign to field %r' % (name,))
        super(cls, self).__setattr__(name, value)

    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError('cannot delete field %r' % (name,))
        super(cls, self).__delattr__(name)
    return __setattr__, __delattr__


def _add_hash(cls, fields):
    used = [f for f in fields if (f.compare if f.hash is None else f.hash)]
    cls.__hash__ = _make_function('__hash__', ['self'], ['return hash(%s)' % _tuple_text('self', used)], {}, cls)


class _Shape:
    """The fields of a class by what becomes of them."""

    def __init__(self, fields):
        self.fields = [f for f in fields if f._field_type is not _FIELD_CLASSVAR]
        self.real = [f for f in fields if f._field_type is _FIELD]
        taken = [f for f in self.fields if f.init]
        self.std, self.kw = [f for f in taken if not f.kw_only], [f for f in taken if f.kw_only]


def _init_of(cls, p, shape):
    return _init_fn(cls, shape, p.frozen, p.slots),


def _repr_of(cls, p, shape):
    return _repr_fn(cls, [f for f in shape.real if f.repr]),


def _compared(**ways):
    """What makes methods that compare the fields in these ways."""
    def make(cls, p, shape):
        compared = [f for f in shape.real if f.compare]
        mine, theirs = _tuple_text('self', compared), _tuple_text('other', compared)
        return [_make_function(name, ['self', 'other'], [
            'if other.__class__ is self.__class__:', f'    return {mine}{sign}{theirs}',
            'return NotImplemented'], {}, cls) for name, sign in ways.items()]
    return make


def _frozen_of(cls, p, shape):
    return _frozen_fns(cls, shape.real)


# For each option what makes its methods, and what is said of a class that has one, where it may not.
_METHODS = (('init', _init_of, None), ('repr', _repr_of, None), ('eq', _compared(__eq__='=='), None),
            ('order', _compared(__lt__='<', __le__='<=', __gt__='>', __ge__='>='),
             '. Consider using functools.total_ordering'),
            ('frozen', _frozen_of, ''))


def _add_methods(cls, p, shape):
    space = cls.__dict__
    hashed = '__hash__' in space and not (space['__hash__'] is None and '__eq__' in space)
    if p.order and not p.eq:
        raise ValueError('eq must be true if order is true')
    for option, make, refusal in _METHODS:
        if not getattr(p, option):
            continue
        for fn in make(cls, p, shape):
            if _set_new(cls, fn.__name__, fn) and refusal is not None:
                raise TypeError(f'Cannot overwrite attribute {fn.__name__} in class {cls.__name__}{refusal}')
    if p.unsafe_hash and hashed:
        raise TypeError('Cannot overwrite attribute __hash__ in class %s' % cls.__name__)
    if p.unsafe_hash or p.eq and p.frozen and not hashed:
        _add_hash(cls, shape.real)
    elif p.eq and not hashed:
        cls.__hash__ = None


def _own_fields(cls, kw_only):
    """Those of the annotations of the class, whose defaults are put where they were written."""
    own, marked = {}, False
    for name, hint in cls.__dict__.get('__annotations__', {}).items():
        if not _is_typing(hint, 'KW_ONLY', cls):
            own[name] = _field_of(cls, name, hint, kw_only or marked)
        elif marked:
            raise TypeError('%r is KW_ONLY, but KW_ONLY has already been specified' % name)
        else:
            marked = True
    for name, f in own.items():
        if isinstance(getattr(cls, name, None), Field):
            if f.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, f.default)
    return own


def _process(cls, p):
    parents = [b for b in cls.__mro__[1:] if getattr(b, _FIELDS, None) is not None]
    own = _own_fields(cls, p.kw_only)
    annotated = cls.__dict__.get('__annotations__', ())
    for name in [name for name, value in cls.__dict__.items() if name not in annotated and isinstance(value, Field)]:
        raise TypeError('%r is a field but has no type annotation' % name)
    if parents and any(getattr(b, _PARAMS).frozen for b in parents) != bool(p.frozen):
        kinds = ('frozen', 'non-frozen') if p.frozen else ('non-frozen', 'frozen')
        raise TypeError('cannot inherit %s dataclass from a %s one' % kinds)
    inherited = {name: f for b in reversed(parents) for name, f in getattr(b, _FIELDS).items()}
    setattr(cls, _FIELDS, inherited | own)
    setattr(cls, _PARAMS, p)
    shape = _Shape(getattr(cls, _FIELDS).values())
    plain = p.init and '__init__' not in cls.__dict__   # so that it is made of the fields
    _add_methods(cls, p, shape)
    if not getattr(cls, '__doc__'):
        ours = plain and type(cls).__call__ is type.__call__ and cls.__new__ is object.__new__
        cls.__doc__ = cls.__name__ + (_doc_signature(shape.std, shape.kw) if ours else _signature_of(cls))
    if p.match_args and '__match_args__' not in cls.__dict__:
        cls.__match_args__ = tuple(f.name for f in shape.std)
    if p.weakref_slot and not p.slots:
        raise TypeError('weakref_slot is True but slots is False')
    made = _add_slots(cls, p) if p.slots else cls
    _abc.update_abstractmethods(made)
    return made


def _signature_of(cls):
    import inspect
    try:
        return str(inspect.signature(cls)).replace(' -> None', '')
    except (TypeError, ValueError):
        return ''


def _doc_signature(std, kw):
    # As inspect.signature shows annotations.
    def show(f):
        kind = f.type
        if not isinstance(kind, type) or isinstance(kind, _types.GenericAlias):
            name = repr(kind).replace('typing.', '') if getattr(kind, '__module__', '') == 'typing' else repr(kind)
        else:
            name = kind.__qualname__ if kind.__module__ == 'builtins' else kind.__module__ + '.' + kind.__qualname__
        text = '%s: %s' % (f.name, name)
        if f.default is not MISSING:
            text += ' = %r' % (f.default,)
        elif f.default_factory is not MISSING:
            text += ' = <factory>'
        return text
    parts = [show(f) for f in std]
    if kw:
        parts += ['*'] + [show(f) for f in kw]
    return '(%s)' % ', '.join(parts)


def _slot_names(cls, weakref):
    """The fields, and __weakref__ if wanted, that no base has a slot for."""
    names = [f.name for f in fields(cls)] + (['__weakref__'] if weakref else [])
    for base in cls.__mro__[1:-1]:
        taken = base.__dict__.get('__slots__', ())
        if hasattr(taken, '__next__'):
            raise TypeError(f"Slots of '{base.__name__}' cannot be determined")
        taken = (taken,) if isinstance(taken, str) else taken
        names = [name for name in names if name not in taken]
    return tuple(names)


def _get_state(self):
    return [getattr(self, f.name) for f in fields(self)]


def _set_state(self, state):
    for f, value in zip(fields(self), state):
        object.__setattr__(self, f.name, value)


def _add_slots(cls, p):
    if '__slots__' in cls.__dict__:
        raise TypeError('%s already specifies __slots__' % cls.__name__)
    gone = {'__dict__', '__weakref__', *[f.name for f in fields(cls)]}
    body = {name: value for name, value in cls.__dict__.items() if name not in gone}
    new = type(cls)(cls.__name__, cls.__bases__, {**body, '__slots__': _slot_names(cls, p.weakref_slot)})
    new.__qualname__ = cls.__qualname__
    if p.frozen:
        if '__setattr__' in body:
            new.__setattr__, new.__delattr__ = _frozen_fns(new, fields(new))
        for name, method in (('__getstate__', _get_state), ('__setstate__', _set_state)):
            if name not in body:
                setattr(new, name, method)
    _rebind(body.values(), cls, new)
    return new


def _rebind(methods, cls, new):
    """Methods that use super() or __class__ see the new class."""
    for cell in [cell for method in methods for cell in getattr(method, '__closure__', None) or ()]:
        try:
            if cell.cell_contents is cls:
                cell.cell_contents = new
        except ValueError:  # it holds nothing yet
            pass


def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True,
              kw_only=False, slots=False, weakref_slot=False):
    def wrap(cls):
        return _process(cls, _Params(init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen,
                                     match_args=match_args, kw_only=kw_only, slots=slots, weakref_slot=weakref_slot))
    return wrap if cls is None else wrap(cls)


def fields(class_or_instance):
    every = getattr(class_or_instance, _FIELDS, None)
    if every is not None:
        return tuple(filter(_is_plain, every.values()))
    raise TypeError('must be called with a dataclass type or instance')


def _is_plain(f):
    return f._field_type is _FIELD


def _is_instance(obj):
    return hasattr(type(obj), _FIELDS)


def is_dataclass(obj):
    cls = obj if isinstance(obj, type) else type(obj)
    return hasattr(cls, _FIELDS)


def _convert(obj, leaf):
    cls = type(obj)
    if hasattr(cls, _FIELDS):
        return leaf(obj)
    if isinstance(obj, dict):
        pairs = [(_convert(key, leaf), _convert(value, leaf)) for key, value in obj.items()]
        if not hasattr(cls, 'default_factory'):
            return cls(pairs)
        made = cls(obj.default_factory)
        for key, value in pairs:
            made[key] = value
        return made
    if not isinstance(obj, (list, tuple)):
        return _copy.deepcopy(obj)
    parts = [_convert(part, leaf) for part in obj]
    named = isinstance(obj, tuple) and hasattr(obj, '_fields')
    return cls(*parts) if named else cls(parts)


def asdict(obj, *, dict_factory=dict):
    if not _is_instance(obj):
        raise TypeError('asdict() should be called on dataclass instances')

    def leaf(o):
        return dict_factory([(f.name, _convert(getattr(o, f.name), leaf)) for f in fields(o)])
    return leaf(obj)


def astuple(obj, *, tuple_factory=tuple):
    if not _is_instance(obj):
        raise TypeError('astuple() should be called on dataclass instances')

    def leaf(o):
        return tuple_factory([_convert(getattr(o, f.name), leaf) for f in fields(o)])
    return leaf(obj)


def make_dataclass(cls_name, fields, *, bases=(), namespace=None, init=True, repr=True, eq=True, order=False, unsafe_hash=False,
                   frozen=False, match_args=True, kw_only=False, slots=False, weakref_slot=False, module=None):
    hints, body = {}, {**(namespace or {})}
    for item in fields:
        if isinstance(item, str):
            item = item, 'typing.Any'
        if len(item) not in (2, 3):
            raise TypeError(f'Invalid field: {item!r}')
        name, hint, *default = item
        _check_field_name(name, hints)
        hints[name] = hint
        if default:
            body[name] = default[0]
    body['__annotations__'] = hints
    cls = _types.new_class(cls_name, bases, exec_body=lambda ns: ns.update(body))
    cls.__module__ = '__main__' if module is None else module
    decorate = dataclass(init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen,
                         match_args=match_args, kw_only=kw_only, slots=slots, weakref_slot=weakref_slot)
    return decorate(cls)


def _check_field_name(name, taken):
    wrong = None
    if not (isinstance(name, str) and name.isidentifier()):
        wrong = 'names must be valid identifiers'
    elif _keyword.iskeyword(name):
        wrong = 'names must not be keywords'
    elif name in taken:
        wrong = 'name duplicated'
    if wrong:
        raise TypeError(f'Field {wrong}: {name!r}')


def replace(obj, /, **changes):
    if not _is_instance(obj):
        raise TypeError('replace() should be called on dataclass instances')
    return obj.__class__(**changes, **dict(_kept(obj, changes)))


def _kept(obj, changes):
    """(name, value) of each field that replace() takes over."""
    for f in getattr(obj, _FIELDS).values():
        problem, given = None, f.name in changes
        if f._field_type is _FIELD_CLASSVAR or not (f.init or given):
            continue
        if not f.init:
            problem = f'field {f.name} is declared with init=False, it cannot be specified with replace()'
        elif not given and f._field_type is _FIELD_INITVAR and f.default is MISSING:
            problem = f'InitVar {f.name!r} must be specified with replace()'
        if problem:
            raise ValueError(problem)
        if not given:
            yield f.name, getattr(obj, f.name)
