# Module enum: classes whose attributes are a fixed set of named members.
from types import DynamicClassAttribute as _DCA  # noqa: F401 (re-exported as property below)
import operator as _op
from functools import reduce as _reduce

__all__ = ['EnumMeta', 'EnumType', 'Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag', 'ReprEnum', 'auto', 'unique', 'property',
           'verify', 'member', 'nonmember', 'FlagBoundary', 'STRICT', 'CONFORM', 'EJECT', 'KEEP', 'global_flag_repr',
           'global_enum_repr', 'global_str', 'global_enum', 'EnumCheck', 'CONTINUOUS', 'NAMED_FLAGS', 'UNIQUE', 'show_flag_values']

_property = property


class nonmember:
    def __init__(self, value):
        self.value = value


class member:
    def __init__(self, value):
        self.value = value


class auto:
    def __init__(self, value=None):
        self.value = value
        self.assigned = value is not None

    def __repr__(self):
        return 'auto(%r)' % (self.value,)


class property(_DCA):
    # An attribute of members that leaves the class free for a member of the same name.
    def __get__(self, instance, ownerclass=None):
        if instance is None:
            try:
                return ownerclass._member_map_[self.name]
            except KeyError:
                raise AttributeError('%r has no attribute %r' % (ownerclass, self.name)) from None
        if self.fget is None:
            raise AttributeError('%r member has no attribute %r' % (ownerclass, self.name))
        return self.fget(instance)

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError("<enum %r> cannot set attribute %r" % (type(instance).__name__, self.name))
        return self.fset(instance, value)

    def __set_name__(self, ownerclass, name):
        self.name = name
        self.clsname = ownerclass.__name__


def _is_descriptor(obj):
    return hasattr(obj, '__get__') or hasattr(obj, '__set__') or hasattr(obj, '__delete__')


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == '__' and name[2] != '_' and name[-3] != '_'


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == '_' and name[1] != '_' and name[-2] != '_'


def _is_private(cls_name, name):
    pattern = '_%s__' % cls_name
    return len(name) > len(pattern) and name.startswith(pattern) and (name[-1] != '_' or name[-2] != '_')


def _is_single_bit(num):
    return num > 0 and num & (num - 1) == 0


class FlagBoundary:
    def __init__(self, name):
        self._name_ = self.name = self._value_ = self.value = name

    def __repr__(self):
        return '<FlagBoundary.%s: %r>' % (self._name_, self._name_.lower())

    def __str__(self):
        return 'FlagBoundary.' + self._name_


STRICT = FlagBoundary('STRICT')
CONFORM = FlagBoundary('CONFORM')
EJECT = FlagBoundary('EJECT')
KEEP = FlagBoundary('KEEP')
FlagBoundary.STRICT, FlagBoundary.CONFORM, FlagBoundary.EJECT, FlagBoundary.KEEP = STRICT, CONFORM, EJECT, KEEP

_SUNDER_ALLOWED = ('_order_', '_generate_next_value_', '_numeric_repr_', '_missing_', '_ignore_', '_iter_member_',
                   '_iter_member_by_value_', '_iter_member_by_def_', '_add_alias_', '_add_value_alias_')


class EnumDict(dict):
    # The namespace of a class body: notes which names are members, in order.
    def __init__(self, cls_name=None):
        super().__init__()
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._auto_called = False
        self._cls_name = cls_name

    def __setitem__(self, key, value):
        if self._cls_name is not None and _is_private(self._cls_name, key):
            pass
        elif _is_sunder(key):
            if key not in _SUNDER_ALLOWED:
                raise ValueError('_sunder_ names, such as %r, are reserved for future Enum use' % (key,))
            if key == '_generate_next_value_':
                if self._auto_called:
                    raise TypeError('_generate_next_value_ must be defined before members')
                self._generate_next_value = value.__func__ if isinstance(value, staticmethod) else value
            elif key == '_ignore_':
                value = value.replace(',', ' ').split() if isinstance(value, str) else list(value)
                self._ignore = value
                already = set(value) & set(self._member_names)
                if already:
                    raise ValueError('_ignore_ cannot specify already set names: %r' % (already,))
        elif _is_dunder(key):
            if key == '__order__':
                key = '_order_'
        elif key in self._member_names:
            raise TypeError('%r already defined as %r' % (key, self[key]))
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif isinstance(value, member) or not (_is_descriptor(value) and not isinstance(value, type)):
            if isinstance(value, type) and not isinstance(value, member) and self._cls_name and _is_descriptor(value):
                pass
            if key in self:
                raise TypeError('%r already defined as %r' % (key, self[key]))
            if isinstance(value, member):
                value = value.value
            value = self._resolve_auto(key, value)
            self._member_names[key] = None
            self._last_values.append(value)
        super().__setitem__(key, value)

    def _resolve_auto(self, key, value):
        if isinstance(value, auto):
            if not value.assigned:
                value.value = self._generate_next_value(key, 1, len(self._member_names), self._last_values[:])
                value.assigned = True
            self._auto_called = True
            return value.value
        if type(value) is tuple and any(isinstance(v, auto) for v in value):
            self._auto_called = True
            out = []
            for v in value:
                if isinstance(v, auto):
                    if not v.assigned:
                        v.value = self._generate_next_value(key, 1, len(self._member_names), self._last_values[:])
                        v.assigned = True
                    v = v.value
                out.append(v)
            return tuple(out)
        return value

    def update(self, members, **more):
        items = members.items() if hasattr(members, 'items') else members
        for k, v in items:
            self[k] = v
        for k, v in more.items():
            self[k] = v


_EnumDict = EnumDict
Enum = Flag = ReprEnum = None


def _data_type(bases):
    # The class that gives members their value type: the first non-Enum base with a __new__ of its own.
    for chain in bases:
        for base in chain.__mro__:
            if base is object:
                continue
            if isinstance(base, EnumType):
                if base._member_type_ is not object:
                    return base._member_type_
            elif '__new__' in base.__dict__ or '__dataclass_fields__' in base.__dict__:
                return base
    return object


def _find_new(namespace, member_type, first_enum):
    # The __new__ that makes members, whether it was given by the program, and whether it takes arguments.
    new = namespace.get('__new__')
    saved = first_enum is not None and new is not None
    if new is None:
        for method in ('__new_member__', '__new__'):
            for possible in (member_type, first_enum):
                target = getattr(possible, method, None)
                if target not in (None, None.__new__, object.__new__, getattr(Enum, '__new__', None)):
                    new = target
                    break
            if new is not None:
                break
        else:
            new = object.__new__
    elif isinstance(new, staticmethod):
        new = new.__func__
    use_args = not (first_enum is None or new in (getattr(Enum, '__new__', None), object.__new__))
    return new, saved, use_args


class EnumType(type):
    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        if bases:
            metacls._check_for_existing_members_(cls, bases)
        d = EnumDict(cls)
        if bases:
            first = bases[-1]
            generate = getattr(first, '_generate_next_value_', None)
            if generate is not None:
                d._generate_next_value = generate
        return d

    @classmethod
    def _check_for_existing_members_(metacls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if isinstance(base, EnumType) and base._member_names_:
                    raise TypeError('<enum %r> cannot extend %r' % (class_name, base))

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        if Enum is None or not bases:
            enum_class = super().__new__(metacls, cls, bases, dict(classdict), **kwds)
            enum_class._member_names_ = []
            enum_class._member_map_ = {}
            enum_class._value2member_map_ = {}
            enum_class._unhashable_values_ = []
            enum_class._member_type_ = object
            enum_class._use_args_ = False
            return enum_class
        names = list(classdict._member_names)
        invalid = [n for n in names if n in ('mro', '')]
        if invalid:
            raise ValueError('invalid enum member name(s) %s' % ','.join(repr(n) for n in invalid))
        first_enum = bases[-1]
        if not isinstance(first_enum, EnumType):
            raise TypeError('new enumerations should be created as `EnumName([mixin_type, ...] [data_type,] enum_type)`')
        member_type = _data_type(bases)
        new, save_new, use_args = _find_new(classdict, member_type, first_enum)
        body = {k: v for k, v in classdict.items() if k not in classdict._member_names and k not in classdict._ignore}
        order = body.pop('_order_', None)
        body.pop('_ignore_', None)
        values = {n: classdict[n] for n in names}
        generate = body.get('_generate_next_value_')
        if generate is not None and not isinstance(generate, staticmethod):
            body['_generate_next_value_'] = staticmethod(generate)
        body['_member_names_'] = []
        body['_member_map_'] = {}
        body['_value2member_map_'] = {}
        body['_unhashable_values_'] = []
        body['_member_type_'] = member_type
        body['_use_args_'] = use_args
        body['_new_member_'] = new
        body['_boundary_'] = boundary or getattr(first_enum, '_boundary_', None)
        body['_flag_mask_'] = body['_singles_mask_'] = body['_all_bits_'] = 0
        body['_inverted_'] = None
        if save_new:
            body['__new_member__'] = new
        body.pop('__new__', None)
        # __set_name__ errors name the class, as everywhere.
        enum_class = super().__new__(metacls, cls, bases, body, **kwds)
        enum_class.__new__ = Enum.__new__
        if member_type is not object and '__reduce_ex__' not in body:
            pass
        _choose_text_methods(enum_class, body, member_type, first_enum)
        is_flag = Flag is not None and issubclass(enum_class, Flag)
        for name in names:
            _add_member(enum_class, name, values[name], new, use_args, member_type, is_flag)
        if is_flag:
            _finish_flag(enum_class, member_type)
        if order is not None:
            if isinstance(order, str):
                order = order.replace(',', ' ').split()
            mine = enum_class._member_names_
            order = [o for o in order if o in mine or o not in enum_class._member_map_]
            if order != mine:
                raise TypeError('member order does not match _order_:\n  %r\n  %r' % (mine, order))
        return enum_class

    def __init__(cls, *args, boundary=None, _simple=False, **kwds):
        super().__init__(*args)

    def __bool__(cls):
        return True

    def __call__(cls, value, names=None, *values, module=None, qualname=None, type=None, start=1, boundary=None):
        if cls._member_map_ or cls is not Enum and names is None:
            if names is not None:
                value = (value, names) + values
            return cls.__new__(cls, value)
        if names is None and type is None and not cls._member_map_:
            if cls in (Enum, Flag) or not cls._member_map_ and names is None:
                return cls.__new__(cls, value)
        return cls._create_(value, names, module=module, qualname=qualname, type=type, start=start, boundary=boundary)

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1, boundary=None):
        bases = (cls,) if type is None else (type, cls)
        classdict = EnumType.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            original, names, last = names, [], []
            for count, name in enumerate(original):
                value = cls._generate_next_value_(name, start, count, last[:])
                last.append(value)
                names.append((name, value))
        for item in names or ():
            name, value = (item, names[item]) if isinstance(item, str) else item
            classdict[name] = value
        made = EnumType.__new__(builtin_type(cls), class_name, bases, classdict, boundary=boundary)
        made.__module__ = module if module is not None else '__main__'
        if qualname is not None:
            made.__qualname__ = qualname
        return made

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        try:
            return value in cls._value2member_map_ or value in cls._unhashable_values_
        except TypeError:
            return value in cls._unhashable_values_

    def __delattr__(cls, attr):
        if attr in cls._member_map_:
            raise AttributeError('%r cannot delete member %r.' % (cls.__name__, attr))
        super().__delattr__(attr)

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get('_member_map_', ()):
            raise AttributeError('cannot reassign member %r' % (name,))
        super().__setattr__(name, value)

    def __dir__(cls):
        return sorted(set(['__class__', '__contains__', '__doc__', '__getitem__', '__iter__', '__len__', '__members__',
                           '__module__', '__name__', '__qualname__'] + cls._member_names_))

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __len__(cls):
        return len(cls._member_names_)

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    @_property
    def __members__(cls):
        return _proxy(cls._member_map_)

    def __repr__(cls):
        if Flag is not None and issubclass(cls, Flag):
            return '<flag %r>' % cls.__name__
        return '<enum %r>' % cls.__name__


builtin_type = type
_proxy = type(type.__dict__)
EnumMeta = EnumType


def _choose_text_methods(cls, body, member_type, first_enum):
    # A data type keeps its own format and str only under ReprEnum; else Enum's come first.
    if ReprEnum is not None and ReprEnum in cls.__bases__:
        if '__format__' not in body:
            cls.__format__ = member_type.__format__
        if '__str__' not in body:
            method = member_type.__str__
            cls.__str__ = member_type.__repr__ if method is object.__str__ else method
        return
    if Enum is None or member_type is object:
        return
    for name in ('__repr__', '__str__', '__format__', '__reduce_ex__'):
        if name in body:
            continue
        found = getattr(cls, name)
        if found in (getattr(member_type, name, None), getattr(object, name)):
            better = getattr(first_enum, name, None)
            if better is not None:
                setattr(cls, name, better)


def _add_member(cls, name, value, new, use_args, member_type, is_flag):
    args = value if isinstance(value, tuple) else (value,)
    if member_type is tuple:
        args = (args,)
    if use_args:
        made = new(cls, *args)
    else:
        made = new(cls)
    if not hasattr(made, '_value_'):
        if member_type is object:
            made._value_ = value
        else:
            try:
                made._value_ = member_type(*args)
            except Exception as exc:
                problem = TypeError('_value_ not set in __new__, unable to create it')
                problem.__cause__ = None
                raise problem from exc
    value = made._value_
    made._name_ = name
    made.__objclass__ = cls
    made.__init__(*args)
    made._sort_order_ = len(cls._member_names_)
    alias = None
    try:
        alias = cls._value2member_map_.get(value)
    except TypeError:
        for known in cls._member_map_.values():
            if known._value_ == value:
                alias = known
    if alias is None and not _hashable(value):
        for known in cls._member_map_.values():
            if known._value_ == value:
                alias = known
                break
    if alias is not None:
        made = alias
    elif not is_flag or not isinstance(value, int) or _is_single_bit(value):
        cls._member_names_.append(name)
    if is_flag and isinstance(value, int):
        cls._flag_mask_ |= value
        if _is_single_bit(value):
            cls._singles_mask_ |= value
        cls._all_bits_ = 2 ** cls._flag_mask_.bit_length() - 1
    found = None
    for base in cls.__mro__[1:]:
        if name in base.__dict__:
            found = base.__dict__[name]
            break
    if isinstance(found, property):
        redirect = property(found.fget, found.fset, found.fdel)
        redirect.__set_name__(cls, name)
        builtin_type.__setattr__(cls, name, redirect)
    else:
        builtin_type.__setattr__(cls, name, made)
    cls._member_map_[name] = made
    try:
        cls._value2member_map_.setdefault(value, made)
    except TypeError:
        cls._unhashable_values_.append(value)


def _hashable(v):
    try:
        hash(v)
    except TypeError:
        return False
    return True


def _finish_flag(cls, member_type):
    if cls._boundary_ is not KEEP and cls._boundary_ is not None:
        pass
    values = [cls._member_map_[n]._value_ for n in cls._member_names_]
    if values != sorted(values):
        cls._iter_member_ = cls._iter_member_by_def_


class Enum(metaclass=EnumType):
    def __new__(cls, value):
        if type(value) is cls:
            return value
        try:
            return cls._value2member_map_[value]
        except KeyError:
            pass
        except TypeError:
            for m in cls._member_map_.values():
                if m._value_ == value:
                    return m
        if not cls._member_map_ and cls._member_names_ == [] and not issubclass(cls, Flag or ()):
            if cls is Enum or not cls._member_map_:
                raise TypeError('%r has no members; specify `names=()` if you meant to create a new, empty, enum' % (cls,))
        try:
            exc = None
            result = cls._missing_(value)
        except Exception as e:
            exc = e
            result = None
        try:
            if isinstance(result, cls):
                return result
            if Flag is not None and issubclass(cls, Flag) and cls._boundary_ is EJECT and isinstance(result, int):
                return result
            ve_exc = ValueError('%r is not a valid %s' % (value, cls.__qualname__))
            if result is None and exc is None:
                raise ve_exc
            if exc is None:
                exc = TypeError('error in %s._missing_: returned %r instead of None or a valid member' % (cls.__name__, result))
            if not isinstance(exc, ValueError):
                exc.__context__ = ve_exc
            raise exc
        finally:
            exc = ve_exc = None

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        try:
            return sorted(last_values)[-1] + 1
        except TypeError:
            raise TypeError('unable to sort non-numeric values') from None

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        v = self._member_type_.__repr__ if self._member_type_ is not object else repr
        if '__dataclass_fields__' in getattr(self._member_type_, '__dict__', ()):
            return '<%s.%s: %s>' % (self.__class__.__name__, self._name_, v(self))
        return '<%s.%s: %s>' % (self.__class__.__name__, self._name_, v(self._value_))

    def __str__(self):
        return '%s.%s' % (self.__class__.__name__, self._name_)

    def __dir__(self):
        return sorted({'__class__', '__doc__', '__eq__', '__hash__', '__module__', 'name', 'value'} |
                      {n for c in type(self).__mro__ for n in c.__dict__ if n[0] != '_' and n not in self._member_map_})

    def __format__(self, format_spec):
        return str.__format__(str(self), format_spec)

    def __hash__(self):
        return hash(self._name_)

    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_


class ReprEnum(Enum):
    pass


class IntEnum(int, ReprEnum):
    pass


class StrEnum(str, ReprEnum):
    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError('too many arguments for str(): %r' % (values,))
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError('%r is not a string' % (values[0],))
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError('encoding must be a string, not %r' % (values[1],))
        if len(values) == 3 and not isinstance(values[2], str):
            raise TypeError('errors must be a string, not %r' % (values[2],))
        value = str(*values)
        made = str.__new__(cls, value)
        made._value_ = value
        return made

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


class Flag(Enum, boundary=STRICT):
    _numeric_repr_ = repr

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        last = max(last_values)
        try:
            high = last.bit_length() - 1
        except Exception:
            raise TypeError('invalid flag value %r' % last) from None
        return 2 ** (high + 1)

    @classmethod
    def _iter_member_by_value_(cls, value):
        bits = value & cls._flag_mask_
        while bits:
            low = bits & -bits
            bits ^= low
            yield cls._value2member_map_.get(low)

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        yield from sorted(cls._iter_member_by_value_(value), key=lambda m: m._sort_order_)

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        mask, every = cls._flag_mask_, cls._all_bits_
        neg = None
        if not ~every <= value <= every or value & (every ^ mask):
            if cls._boundary_ is STRICT:
                bits = max(value.bit_length(), mask.bit_length())
                raise ValueError('%r invalid value %r\n    given %s\n  allowed %s' % (cls, value, _bin(value, bits), _bin(mask, bits)))
            if cls._boundary_ is CONFORM:
                value = value & mask
            elif cls._boundary_ is EJECT:
                return value
            elif cls._boundary_ is KEEP:
                if value < 0:
                    value = max(every + 1, 2 ** value.bit_length()) + value
            else:
                raise ValueError('%r unknown flag boundary %r' % (cls, cls._boundary_))
        if value < 0:
            neg = value
            value = every + 1 + value
            if cls._boundary_ is not KEEP:
                value &= mask
        unknown = value & ~mask
        known = value & mask
        if unknown and cls._boundary_ is not KEEP:
            raise ValueError('%s(%r) -->  unknown values %r [%s]' % (cls.__name__, value, unknown, bin(unknown)))
        if cls._member_type_ is object:
            pseudo = object.__new__(cls)
        else:
            pseudo = cls._member_type_.__new__(cls, value)
        if not hasattr(pseudo, '_value_'):
            pseudo._value_ = value
        if known or cls._boundary_ is KEEP:
            members = [m for m in cls._iter_member_(value) if m is not None]
            pseudo._name_ = '|'.join(m._name_ for m in members)
            if unknown:
                pseudo._name_ += '|%s' % cls._numeric_repr_(unknown) if members else ''
            if not members:
                pseudo._name_ = None
        else:
            pseudo._name_ = None
        made = cls._value2member_map_.setdefault(value, pseudo)
        if neg is not None:
            cls._value2member_map_[neg] = made
        return made

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError("unsupported operand type(s) for 'in': %r and %r" % (type(other).__qualname__, self.__class__.__qualname__))
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        v = self._member_type_.__repr__ if self._member_type_ is not object else repr
        if self._name_ is None:
            return '<%s: %s>' % (self.__class__.__name__, v(self._value_))
        return '<%s.%s: %s>' % (self.__class__.__name__, self._name_, v(self._value_))

    def __str__(self):
        if self._name_ is None:
            return '%s(%r)' % (self.__class__.__name__, self._value_)
        return '%s.%s' % (self.__class__.__name__, self._name_)

    def __bool__(self):
        return bool(self._value_)

    def _get_value(self, flag):
        if isinstance(flag, self.__class__):
            return flag._value_
        if self._member_type_ is not object and isinstance(flag, self._member_type_):
            return flag
        return NotImplemented

    def _combine(self, other, op):
        other_value = self._get_value(other)
        if other_value is NotImplemented:
            return NotImplemented
        return self.__class__(op(self._value_, other_value))

    def __or__(self, other):
        return self._combine(other, _op.or_)

    def __and__(self, other):
        return self._combine(other, _op.and_)

    def __xor__(self, other):
        return self._combine(other, _op.xor)

    def __invert__(self):
        if self._inverted_ is None:
            if self._boundary_ in (EJECT, KEEP):
                self._inverted_ = self.__class__(~self._value_)
            else:
                self._inverted_ = self.__class__(self._singles_mask_ & ~self._value_)
        return self._inverted_

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    pass


def _bin(num, bits):
    s = bin(num + (1 << bits) if num < 0 else num)[2:]
    sign = '1' if num < 0 else '0'
    return '0b%s %s' % (sign, s.rjust(bits, '0'))


def unique(enumeration):
    duplicates = [(name, m._name_) for name, m in enumeration.__members__.items() if name != m._name_]
    if duplicates:
        raise ValueError('duplicate values found in %r: %s' % (enumeration, ', '.join('%s -> %s' % d for d in duplicates)))
    return enumeration


class EnumCheck(StrEnum):
    CONTINUOUS = 'no skipped integer values'
    NAMED_FLAGS = 'multi-flag aliases may not contain unnamed flags'
    UNIQUE = 'one name per value'


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


class verify:
    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        name = enumeration.__name__
        for check in self.checks:
            if check is UNIQUE:
                dup = [(n, m._name_) for n, m in enumeration.__members__.items() if n != m._name_]
                if dup:
                    raise ValueError('aliases found in %r: %s' % (enumeration, ', '.join('%s -> %s' % d for d in dup)))
            elif check is CONTINUOUS:
                values = {e._value_ for e in enumeration}
                if len(values) < 2:
                    continue
                low, high = min(values), max(values)
                if issubclass(enumeration, Flag):
                    missing = [2 ** i for i in range(low.bit_length() - 1, high.bit_length()) if 2 ** i not in values]
                else:
                    missing = [i for i in range(low + 1, high) if i not in values]
                if missing:
                    raise ValueError('invalid %s %r: missing values %s' % ('flag' if issubclass(enumeration, Flag) else 'enum',
                                                                          name, ', '.join(map(str, missing))))
            elif check is NAMED_FLAGS:
                bad = [n for n, m in enumeration._member_map_.items() if m._value_ & ~enumeration._singles_mask_]
                if bad:
                    raise ValueError('invalid Flag %r: aliases %s are missing combined values' % (name, ', '.join(bad)))
        return enumeration


def show_flag_values(value):
    value = value._value_ if isinstance(value, Flag) else value
    out = []
    while value:
        low = value & -value
        out.append(low)
        value ^= low
    return out


def global_enum_repr(self):
    return '%s.%s' % (self.__class__.__module__.split('.')[-1], self._name_)


def global_flag_repr(self):
    module = self.__class__.__module__.split('.')[-1]
    return '|'.join('%s.%s' % (module, n) for n in (self._name_ or '').split('|'))


def global_str(self):
    return self._name_ if self._name_ is not None else '%s(%r)' % (self.__class__.__name__, self._value_)


def global_enum(cls, update_str=False):
    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    cls.__str__ = global_str
    return cls
