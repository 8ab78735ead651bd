"""Module enum: classes whose attributes are a fixed set of named members.

A class body is collected in an EnumDict, which tells members from the rest. Each member's value
waits in a _Proto, whose __set_name__ (called by type.__new__) makes the member.
"""
import builtins
import operator
import sys
from types import DynamicClassAttribute, MappingProxyType

__all__ = [
    'EnumType', 'EnumMeta', 'Enum', 'IntEnum', 'StrEnum', 'Flag', 'IntFlag', 'ReprEnum', 'auto',
    'unique', 'property', 'verify', 'member', 'nonmember', 'FlagBoundary', 'STRICT', 'CONFORM',
    'EJECT', 'KEEP', 'global_flag_repr', 'global_enum_repr', 'global_str', 'global_enum',
    'EnumCheck', 'CONTINUOUS', 'NAMED_FLAGS', 'UNIQUE', 'pickle_by_global_name',
    'pickle_by_enum_name']

Enum = Flag = ReprEnum = EJECT = KEEP = None  # until they are made
_auto_null = object()
_not_given = object()


# --- kinds of names and values

def _is_descriptor(obj):
    return hasattr(obj, '__get__') or hasattr(obj, '__set__') or hasattr(obj, '__delete__')


def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == '__' and name[2] != '_' and name[-3] != '_'


def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == '_' and name[1] != '_' and name[-2] != '_'


def _is_private(cls_name, name):
    pattern = f'_{cls_name}__'
    return len(name) > len(pattern) and name.startswith(pattern) and not name.endswith('__')


def _is_internal_class(cls_name, obj):
    """Is `obj` a class written in the body of the class?"""
    if not isinstance(obj, type):
        return False
    tail = f'{cls_name}.{getattr(obj, "__name__", "")}'
    qualname = getattr(obj, '__qualname__', '')
    return qualname == tail or qualname.endswith('.' + tail)


def _is_single_bit(num):
    return num != 0 and num & (num - 1) == 0


def _iter_bits_lsb(num):
    """The bits set in `num`, lowest first."""
    if isinstance(num, Enum):
        num = num.value
    if num < 0:
        raise ValueError(f'{num!r} is not a positive integer')
    while num:
        low = num & -num
        yield low
        num ^= low


def show_flag_values(value):
    return list(_iter_bits_lsb(value))


def bin(num, max_bits=None):
    """Like built-in bin(), but negative values in two's complement, the sign bit apart."""
    width = num.bit_length()
    sign = '1' if num < 0 else '0'
    digits = format(num + (1 << width) if num < 0 else num, 'b').rjust(width, '0') if width else ''
    if max_bits is not None:
        digits = digits.rjust(max_bits, sign)
    return f'0b{sign} {digits}'


# --- what a class body may hold

class nonmember:
    """Protects item from becoming an Enum member during class creation."""

    def __init__(self, value):
        self.value = value


class member:
    """Forces item to become an Enum member during class creation."""

    def __init__(self, value):
        self.value = value


class auto:
    """Instances are replaced with an appropriate value in Enum class suites."""

    def __init__(self, value=_auto_null):
        self.value = value

    def __repr__(self):
        return f'auto({self.value!r})'


class property(DynamicClassAttribute):
    """An attribute of members that leaves its name on the class free for a member."""
    member = None
    _attr_type = None
    _cls_type = None

    def __get__(self, instance, ownerclass=None):
        if instance is None:
            if self.member is not None:
                return self.member
            raise AttributeError(f'{ownerclass!r} has no attribute {self.name!r}')
        if self.fget is not None:
            return self.fget(instance)
        if self._attr_type == 'attr':
            return getattr(self._cls_type, self.name)
        if self._attr_type == 'desc':
            return getattr(instance._value_, self.name)
        try:
            return ownerclass._member_map_[self.name]
        except KeyError:
            raise AttributeError(f'{ownerclass!r} has no attribute {self.name!r}') from None

    def __set__(self, instance, value):
        if self.fset is None:
            raise AttributeError(f'<enum {self.clsname!r}> cannot set attribute {self.name!r}')
        return self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            raise AttributeError(f'<enum {self.clsname!r}> cannot delete attribute {self.name!r}')
        return self.fdel(instance)

    def __set_name__(self, ownerclass, name):
        self.name = name
        self.clsname = ownerclass.__name__


class _Proto:
    """The value of a member-to-be; becomes the member when the class is made."""

    def __init__(self, value):
        self.value = value

    def __set_name__(self, cls, name):
        delattr(cls, name)
        made = self._make(cls, name)
        value = made._value_
        is_flag = Flag is not None and issubclass(cls, Flag)
        if is_flag and isinstance(value, int):
            cls._flag_mask_ |= value
            if _is_single_bit(value):
                cls._singles_mask_ |= value
            cls._all_bits_ = 2 ** cls._flag_mask_.bit_length() - 1
        known = _known_member(cls, value)
        if known is not None:
            made = known  # an alias
        elif not is_flag or isinstance(value, int) and _is_single_bit(value):
            cls._member_names_.append(name)
        setattr(cls, name, _class_attribute(cls, name, made))
        cls._member_map_[name] = made
        try:
            cls._value2member_map_.setdefault(value, made)
        except TypeError:
            cls._unhashable_values_.append(value)

    def _make(self, cls, name):
        value = self.value
        args = value if isinstance(value, tuple) else (value,)
        if cls._member_type_ is tuple:
            args = (args,)
        made = cls._new_member_(cls, *(args if cls._use_args_ else ()))
        if not hasattr(made, '_value_'):
            if cls._member_type_ is object:
                made._value_ = value
            else:
                try:
                    made._value_ = cls._member_type_(*args)
                except Exception as exc:
                    raise TypeError('_value_ not set in __new__, unable to create it') from exc
        made._name_ = name
        made.__objclass__ = cls
        made.__init__(*args)
        made._sort_order_ = len(cls._member_names_)
        return made


def _known_member(cls, value):
    """The member of this value, or None."""
    try:
        return cls._value2member_map_.get(value)
    except TypeError:
        return next((m for m in cls._member_map_.values() if m._value_ == value), None)


def _dataclass_repr(self):
    fields = self.__dataclass_fields__
    return ', '.join(f'{k}={getattr(self, k)!r}' for k in fields if fields[k].repr)


def _class_attribute(cls, name, made):
    """What the class holds for a member: itself, or a property where a base uses that name."""
    kind = owner = descriptor = None
    for base in cls.__mro__[1:]:
        attr = base.__dict__.get(name)
        if attr is None:
            continue
        if isinstance(attr, (property, DynamicClassAttribute)):
            kind, owner, descriptor = 'enum', base, attr
            break
        if _is_descriptor(attr):
            kind, owner, descriptor = kind or 'desc', owner or base, attr
        else:
            kind, owner = 'attr', base
    if descriptor is None:
        return made
    redirect = property()
    redirect.member = made
    redirect.__set_name__(cls, name)
    if kind in ('enum', 'desc'):
        redirect.fget = getattr(descriptor, 'fget', None)
        redirect.fset = getattr(descriptor, 'fset', None)
        redirect.fdel = getattr(descriptor, 'fdel', None)
    redirect._attr_type, redirect._cls_type = kind, owner
    return redirect


class EnumDict(dict):
    """The namespace of a class body: notes which names are members, in order."""

    def __init__(self, cls_name=None):
        super().__init__()
        self._member_names = {}
        self._last_values = []
        self._ignore = []
        self._auto_called = False
        self._cls_name = cls_name

    def __setitem__(self, key, value):
        if _is_internal_class(self._cls_name, value):
            import warnings
            warnings.warn('In 3.13 classes created inside an enum will not become a member.  Use the '
                          '`member` decorator to keep the current behavior.', DeprecationWarning,
                          stacklevel=2)
        if _is_private(self._cls_name, key):
            pass
        elif _is_sunder(key):
            value = self._sunder(key, value)
        elif _is_dunder(key):
            if key == '__order__':
                key = '_order_'
        elif key in self._member_names:
            raise TypeError(f'{key!r} already defined as {self[key]!r}')
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif not _is_descriptor(value):
            if key in self:
                raise TypeError(f'{key!r} already defined as {self[key]!r}')
            value = self._member_value(key, value.value if isinstance(value, member) else value)
        super().__setitem__(key, value)

    def _sunder(self, key, value):
        if key not in ('_order_', '_generate_next_value_', '_numeric_repr_', '_missing_',
                       '_ignore_',
                       '_iter_member_', '_iter_member_by_value_', '_iter_member_by_def_'):
            raise ValueError(f'_sunder_ names, such as {key!r}, are reserved for future Enum use')
        if key == '_generate_next_value_':
            if self._auto_called:
                raise TypeError('_generate_next_value_ must be defined before members')
            self._generate_next_value = value.__func__ if isinstance(value, staticmethod) else value
        elif key == '_ignore_':
            value = value.replace(',', ' ').split() if isinstance(value, str) else list(value)
            self._ignore = value
            already = set(value) & set(self._member_names)
            if already:
                raise ValueError(f'_ignore_ cannot specify already set names: {already!r}')
        return value

    def _member_value(self, key, value):
        """A member's value with each auto() in it filled in."""
        single = isinstance(value, auto)
        if single:
            value = (value,)
        if type(value) is tuple and any(isinstance(v, auto) for v in value):
            filled = []
            for v in value:
                if isinstance(v, auto):
                    if v.value is _auto_null:
                        v.value = self._generate_next_value(key, 1, len(self._member_names),
                                                            self._last_values[:])
                        self._auto_called = True
                    v = v.value
                    self._last_values.append(v)
                filled.append(v)
            value = filled[0] if single else tuple(filled)
        else:
            self._last_values.append(value)
        self._member_names[key] = None
        return value

    def update(self, members, **more_members):
        for name, value in (members.items() if hasattr(members, 'items') else members):
            self[name] = value
        for name, value in more_members.items():
            self[name] = value


_EnumDict = EnumDict
_FLAG_METHODS = ('__or__', '__and__', '__xor__', '__ror__', '__rand__', '__rxor__', '__invert__')


# --- the metaclass

class EnumType(type):
    """Metaclass for Enum."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        metacls._check_for_existing_members_(cls, bases)
        made = EnumDict(cls)
        _, first_enum = metacls._get_mixins_(cls, bases)
        if first_enum is not None:
            made['_generate_next_value_'] = getattr(first_enum, '_generate_next_value_', None)
        return made

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        for key in (*classdict.setdefault('_ignore_', []), '_ignore_'):
            classdict.pop(key, None)
        names = classdict._member_names
        invalid = {'mro', ''} & set(names)
        if invalid:
            raise ValueError(f'invalid enum member name(s) {",".join(map(repr, invalid))}')
        body = dict(classdict)
        order = body.pop('_order_', None)
        generate = body.get('_generate_next_value_')
        if generate is not None and type(generate) is not staticmethod:
            body['_generate_next_value_'] = staticmethod(generate)
        member_type, first_enum = metacls._get_mixins_(cls, bases)
        new, save_new, use_args = metacls._find_new_(body, member_type, first_enum)
        given = set(body)
        for name in names:
            body[name] = _Proto(body[name])
        body.update({
            '_new_member_': new, '_use_args_': use_args, '_member_names_': [], '_member_map_': {},
            '_value2member_map_': {}, '_unhashable_values_': [], '_member_type_': member_type,
            '_value_repr_': metacls._find_data_repr_(cls, bases)})
        if cls == 'Flag' if Flag is None else any([issubclass(base, Flag) for base in bases]):
            body.update(_boundary_=boundary or getattr(first_enum, '_boundary_', None),
                        _flag_mask_=0, _singles_mask_=0, _all_bits_=0, _inverted_=None)
        try:
            made = super().__new__(metacls, cls, bases, body, **kwds)
        except Exception as exc:
            if hasattr(exc, '__notes__'):
                del exc.__notes__  # what type adds about __set_name__
            raise
        metacls._finish_methods(made, bases, given, member_type, first_enum)
        if Enum is not None:
            if save_new:
                made.__new_member__ = new
            made.__new__ = Enum.__new__
        if Flag is not None and issubclass(made, Flag):
            values = [m._value_ for m in made]
            if values != sorted(values):
                made._iter_member_ = made._iter_member_by_def_
        if order is not None:
            metacls._check_order(made, order)
        return made

    def __init__(cls, *args, **kwds):
        pass

    @staticmethod
    def _finish_methods(cls, bases, given, member_type, first_enum):
        """Text methods come from the enum, not the data type, and flags keep their operators."""
        if ReprEnum is not None and ReprEnum in bases:
            text = member_type.__repr__ if member_type.__str__ is object.__str__ else member_type.__str__
            for name, method in (('__format__', member_type.__format__), ('__str__', text)):
                if name not in given:
                    setattr(cls, name, method)
                    given.add(name)
        for name in ('__repr__', '__str__', '__format__', '__reduce_ex__'):
            if name not in given and first_enum is not None:
                if getattr(cls, name) in (getattr(member_type, name), getattr(object, name)):
                    setattr(cls, name, getattr(first_enum, name))
        if Flag is not None and issubclass(cls, Flag):
            for name in _FLAG_METHODS:
                if name not in given:
                    setattr(cls, name, getattr(Flag, name))

    @staticmethod
    def _check_order(cls, order):
        if isinstance(order, str):
            order = order.replace(',', ' ').split()
        order = [n for n in order if n not in cls._member_map_ or n in cls._member_names_]
        if order and order != cls._member_names_:
            raise TypeError('member order does not match _order_:\n'
                            f'  {cls._member_names_!r}\n  {order!r}')

    def __bool__(cls):
        return True

    def __call__(cls, value, names=_not_given, *values, module=None, qualname=None, type=None,
                 start=1,
                 boundary=None):
        """The member of a value; on an enum without members, a new enum."""
        if cls._member_map_:
            if names is not _not_given:
                value = (value, names, *values)
            return cls.__new__(cls, value)
        if names is _not_given and type is None:
            raise TypeError(f'{cls} has no members; specify `names=()` if you meant to create a new, '
                            'empty, enum')
        return cls._create_(value, None if names is _not_given else names, module=module,
                            qualname=qualname,
                            type=type, start=start, boundary=boundary)

    def __contains__(cls, value):
        if isinstance(value, cls):
            return True
        return value in cls._value2member_map_ or value in cls._unhashable_values_

    def __delattr__(cls, attr):
        if attr in cls.__dict__.get('_member_map_', ()):
            raise AttributeError(f'{cls.__name__!r} cannot delete member {attr!r}.')
        super().__delattr__(attr)

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get('_member_map_', ()):
            raise AttributeError(f'cannot reassign member {name!r}')
        super().__setattr__(name, value)

    def __dir__(cls):
        names = {'__class__', '__contains__', '__doc__', '__getitem__', '__iter__', '__len__',
                 '__members__',
                 '__module__', '__name__', '__qualname__', *cls._member_names_}
        if cls._new_member_ is not object.__new__:
            names.add('__new__')
        if cls.__init_subclass__ is not object.__init_subclass__:
            names.add('__init_subclass__')
        if cls._member_type_ is not object:
            names.update(dir(cls._member_type_))
        return sorted(names)

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)

    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))

    def __len__(cls):
        return len(cls._member_names_)

    @builtins.property
    def __members__(cls):
        return MappingProxyType(cls._member_map_)

    def __repr__(cls):
        kind = 'flag' if Flag is not None and issubclass(cls, Flag) else 'enum'
        return f'<{kind} {cls.__name__!r}>'

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1,
                 boundary=None):
        """The functional way: names as text, a sequence, pairs or a mapping."""
        metacls = cls.__class__
        bases = (cls,) if type is None else (type, cls)
        _, first_enum = cls._get_mixins_(class_name, bases)
        classdict = metacls.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        if isinstance(names, (tuple, list)) and names and isinstance(names[0], str):
            given, names, last = names, [], []
            for count, name in enumerate(given):
                value = first_enum._generate_next_value_(name, start, count, last[:])
                last.append(value)
                names.append((name, value))
        for item in names or ():
            name, value = (item, names[item]) if isinstance(item, str) else item
            classdict[name] = value
        if module is None:
            module = sys._getframemodulename(2)
        if module is not None:
            classdict['__module__'] = module
        if qualname is not None:
            classdict['__qualname__'] = qualname
        return metacls.__new__(metacls, class_name, bases, classdict, boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None, as_global=False):
        """Create a new Enum subclass that replaces a collection of global constants."""
        module_globals = sys.modules[module].__dict__
        found = module_globals if source is None else source.__dict__
        members = [(n, v) for n, v in found.items() if filter(n)]
        try:
            members.sort(key=lambda t: (t[1], t[0]))
        except TypeError:
            members.sort(key=lambda t: t[0])
        made = cls(name, dict(members), module=module, boundary=boundary or KEEP)
        if as_global:
            global_enum(made)
        else:
            module_globals.update(made.__members__)
        module_globals[name] = made
        return made

    @classmethod
    def _check_for_existing_members_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if isinstance(base, EnumType) and base._member_names_:
                    raise TypeError(f'<enum {class_name!r}> cannot extend {base!r}')

    @classmethod
    def _get_mixins_(mcls, class_name, bases):
        """The data type of the members and the enum among the bases."""
        if not bases:
            return object, Enum
        if not isinstance(bases[-1], EnumType):
            raise TypeError('new enumerations should be created as '
                            '`EnumName([mixin_type, ...] [data_type,] enum_type)`')
        return mcls._find_data_type_(class_name, bases) or object, bases[-1]

    @classmethod
    def _find_data_repr_(mcls, class_name, bases):
        for chain in bases:
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    return base._value_repr_
                if '__repr__' in base.__dict__:
                    params = base.__dict__.get('__dataclass_params__')
                    if '__dataclass_fields__' in base.__dict__ and params is not None and params.repr:
                        return _dataclass_repr
                    return base.__dict__['__repr__']
        return None

    @classmethod
    def _find_data_type_(mcls, class_name, bases):
        found = set()
        for chain in bases:
            candidate = None
            for base in chain.__mro__:
                if base is object:
                    continue
                if isinstance(base, EnumType):
                    if base._member_type_ is not object:
                        found.add(base._member_type_)
                        break
                elif '__new__' in base.__dict__ or '__dataclass_fields__' in base.__dict__:
                    found.add(candidate or base)
                    break
                else:
                    candidate = candidate or base
        if len(found) > 1:
            raise TypeError(f'too many data types for {class_name!r}: {found!r}')
        return found.pop() if found else None

    @classmethod
    def _find_new_(mcls, body, member_type, first_enum):
        """What makes members, whether the class gave it, and whether it takes the values."""
        new = body.get('__new__')
        save_new = first_enum is not None and new is not None
        enum_new = getattr(Enum, '__new__', None)
        if new is None:
            plain = (None, object.__new__, enum_new)
            candidates = (getattr(possible, method, None)
                          for method in ('__new_member__', '__new__')
                          for possible in (member_type, first_enum))
            new = next((c for c in candidates if c not in plain), object.__new__)
        use_args = first_enum is not None and new not in (enum_new, object.__new__)
        return new, save_new, use_args


EnumMeta = EnumType


class Enum(metaclass=EnumType):
    """Create a collection of name/value pairs."""

    def __new__(cls, value):
        if type(value) is cls:
            return value
        known = _known_member(cls, value)
        if known is not None:
            return known
        if not cls._member_map_:
            raise TypeError(f'{cls!r} has no members defined')
        try:
            exc = None
            result = cls._missing_(value)
        except Exception as e:
            exc = e
            result = None
        try:
            if isinstance(result, cls):
                return result
            if (Flag is not None and issubclass(cls, Flag) and cls._boundary_ is EJECT
                    and isinstance(result, int)):
                return result
            invalid = ValueError(f'{value!r} is not a valid {cls.__qualname__}')
            if result is None and exc is None:
                raise invalid
            if exc is None:
                exc = TypeError(f'error in {cls.__name__}._missing_: returned {result!r} '
                                'instead of None or a valid member')
            if not isinstance(exc, ValueError):
                exc.__context__ = invalid
            raise exc
        finally:
            exc = invalid = None  # no cycle through the traceback

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        try:
            last = last_values[-1]
            last_values.sort()
            if last == last_values[-1]:
                return last + 1
            raise TypeError
        except TypeError:
            import warnings
            warnings.warn('In 3.13 the default `auto()`/`_generate_next_value_` will require all values to '
                          'be sortable and support adding +1\nand the value returned will be the largest '
                          'value in the enum incremented by 1', DeprecationWarning, stacklevel=3)
            for value in reversed(last_values):
                try:
                    return value + 1
                except TypeError:
                    pass
            return start

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        text = self.__class__._value_repr_ or repr
        return f'<{self.__class__.__name__}.{self._name_}: {text(self._value_)}>'

    def __str__(self):
        return f'{self.__class__.__name__}.{self._name_}'

    def __dir__(self):
        names = set(object.__dir__(self)) if self.__class__._member_type_ is not object else set()
        names.update(n for n in getattr(self, '__dict__', ()) if n[0] != '_'
                     and n not in self._member_map_)
        for cls in self.__class__.mro():
            for name, obj in cls.__dict__.items():
                if name[0] == '_':
                    continue
                if name not in self._member_map_ or isinstance(obj,
                                                               property) and obj.fget is not None:
                    names.add(name)
                elif isinstance(obj, property):
                    names.discard(name)
        return sorted(names | {'__class__', '__doc__', '__eq__', '__hash__', '__module__'})

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
        """The name of the Enum member."""
        return self._name_

    @property
    def value(self):
        """The value of the Enum member."""
        return self._value_


class ReprEnum(Enum):
    """Only changes the repr(), leaving str() and format() to the mixed-in type."""


class IntEnum(int, ReprEnum):
    """Enum where members are also (and must be) ints."""


class StrEnum(str, ReprEnum):
    """Enum where members are also (and must be) strings."""

    def __new__(cls, *values):
        if len(values) > 3:
            raise TypeError(f'too many arguments for str(): {values!r}')
        if len(values) == 1 and not isinstance(values[0], str):
            raise TypeError(f'{values[0]!r} is not a string')
        if len(values) >= 2 and not isinstance(values[1], str):
            raise TypeError(f'encoding must be a string, not {values[1]!r}')
        if len(values) == 3 and not isinstance(values[2], str):
            raise TypeError(f'errors must be a string, not {values[2]!r}')
        value = str(*values)
        made = str.__new__(cls, value)
        made._value_ = value
        return made

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()


def pickle_by_global_name(self, proto):
    return self.name


def pickle_by_enum_name(self, proto):
    return getattr, (self.__class__, self._name_)


# --- flags

class FlagBoundary(StrEnum):
    """Control how out of range values are handled."""
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM, EJECT, KEEP = FlagBoundary


class Flag(Enum, boundary=STRICT):
    """Support for flags."""
    _numeric_repr_ = repr

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        last = max(last_values)
        try:
            return 2 ** last.bit_length()
        except Exception:
            raise TypeError(f'invalid flag value {last!r}') from None

    @classmethod
    def _iter_member_by_value_(cls, value):
        for bit in _iter_bits_lsb(value & cls._flag_mask_):
            yield cls._value2member_map_.get(bit)

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        yield from sorted(cls._iter_member_by_value_(value), key=lambda m: m._sort_order_)

    @classmethod
    def _missing_(cls, value):
        """A member made of several flags."""
        if not isinstance(value, int):
            raise ValueError(f'{value!r} is not a valid {cls.__qualname__}')
        mask, every, boundary = cls._flag_mask_, cls._all_bits_, cls._boundary_
        if not ~every <= value <= every or value & (every ^ mask):
            if boundary is STRICT:
                bits = max(value.bit_length(), mask.bit_length())
                raise ValueError(f'{cls!r} invalid value {value!r}\n    given {bin(value, bits)}\n'
                                 f'  allowed {bin(mask, bits)}')
            if boundary is CONFORM:
                value &= mask
            elif boundary is EJECT:
                return value
            elif boundary is not KEEP:
                raise ValueError(f'{cls!r} unknown flag boundary {boundary!r}')
            elif value < 0:
                value += max(every + 1, 2 ** value.bit_length())
        negative = None
        if value < 0:
            negative = value
            value = every + 1 + value if boundary in (EJECT, KEEP) else cls._singles_mask_ & value
        unknown = value & ~mask
        if unknown and boundary is not KEEP:
            raise ValueError(f'{cls.__name__}({value!r}) -->  unknown values {unknown!r} [{bin(unknown)}]')
        made = cls._value2member_map_.setdefault(value, cls._composite(value))
        if negative is not None:
            cls._value2member_map_[negative] = made
        return made

    @classmethod
    def _composite(cls, value):
        made = object.__new__(cls) if cls._member_type_ is object else cls._member_type_.__new__(cls, value)
        if not hasattr(made, '_value_'):
            made._value_ = value
        made._name_ = None
        if not value:
            return made
        singles = value & cls._singles_mask_
        members = list(cls._iter_member_(singles))
        if value != singles:  # flags of several bits that are not all there one by one
            members += [m for m in cls._member_map_.values()
                        if m not in members and m._value_ and m._value_ & value == m._value_]
        named = 0
        for m in members:
            named |= m._value_
        unknown = value ^ named
        if unknown and named and cls._boundary_ is STRICT:
            raise ValueError(f'{cls!r}: no members with value {unknown!r}')
        if named:
            made._name_ = '|'.join(m._name_ for m in members)
            if unknown:
                made._name_ += '|' + cls._numeric_repr_(unknown)
        return made

    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError("unsupported operand type(s) for 'in': "
                            f'{type(other).__qualname__!r} and {self.__class__.__qualname__!r}')
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __repr__(self):
        text = self.__class__._value_repr_ or repr
        name = '' if self._name_ is None else '.' + self._name_
        return f'<{self.__class__.__name__}{name}: {text(self._value_)}>'

    def __str__(self):
        cls = self.__class__.__name__
        return f'{cls}({self._value_!r})' if self._name_ is None else f'{cls}.{self._name_}'

    def __bool__(self):
        return bool(self._value_)

    def _get_value(self, flag):
        if isinstance(flag, self.__class__):
            return flag._value_
        if self._member_type_ is not object and isinstance(flag, self._member_type_):
            return flag
        return NotImplemented

    def _combine(self, other, combine, sign):
        value = self._get_value(other)
        if value is NotImplemented:
            return NotImplemented
        for flag in self, other:
            if self._get_value(flag) is None:
                raise TypeError(f"'{flag}' cannot be combined with other flags with {sign}")
        return self.__class__(combine(self._value_, value))

    def __or__(self, other):
        return self._combine(other, operator.or_, '|')

    def __and__(self, other):
        return self._combine(other, operator.and_, '&')

    def __xor__(self, other):
        return self._combine(other, operator.xor, '^')

    def __invert__(self):
        if self._get_value(self) is None:
            raise TypeError(f"'{self}' cannot be inverted")
        if self._inverted_ is None:
            keep = self._boundary_ in (EJECT, KEEP)
            self._inverted_ = self.__class__(~self._value_ if keep
                                             else self._singles_mask_ & ~self._value_)
        return self._inverted_

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Support for integer-based Flags."""


from _enum_checks import (  # noqa: E402 (made of the classes above)
    CONTINUOUS, NAMED_FLAGS, UNIQUE, EnumCheck, _simple_enum, global_enum, global_enum_repr,
    global_flag_repr, global_str, unique, verify)
