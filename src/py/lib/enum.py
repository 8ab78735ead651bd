# Enumerations. EnumType makes the members of a class while type() makes the class itself: a hook
# in its namespace is told when the class is there, before __init_subclass__ is called. What only
# some programs need is in _enum_checks.
import builtins
import operator
import sys
from _enum import _and, _known, _or, _xor
from types import DynamicClassAttribute, MappingProxyType

__all__ = [
    'CONFORM', 'CONTINUOUS', 'EJECT', 'Enum', 'EnumCheck', 'EnumMeta', 'EnumType', 'Flag',
    'FlagBoundary', 'IntEnum', 'IntFlag', 'KEEP', 'NAMED_FLAGS', 'ReprEnum', 'STRICT', 'StrEnum',
    'UNIQUE', 'auto', 'global_enum', 'global_enum_repr', 'global_flag_repr', 'global_str',
    'member', 'nonmember', 'pickle_by_enum_name', 'pickle_by_global_name', 'property', 'unique',
    'verify',
]

Enum = Flag = ReprEnum = EJECT = KEEP = None     # until there are such classes
_unset = object()
_auto_null = object()   # the value of auto() until its member is made


# --- what a name or a value is -------------------------------------------------------------------

def _surrounded(name, mark):
    size = len(mark)
    return (len(name) > 2 * size and name.startswith(mark) and name.endswith(mark)
            and name[size] != '_' and name[-size - 1] != '_')


def _is_dunder(name):
    return _surrounded(name, '__')


def _is_sunder(name):
    return _surrounded(name, '_')


def _is_private(cls_name, name):
    """Has the compiler made this name of one that begins with two underscores?"""
    prefix = f'_{cls_name}__'
    return (len(name) > len(prefix) and name.startswith(prefix)
            and not (name.endswith('__') and name[-3] != '_') and name[-2:] != '__')


def _is_descriptor(obj):
    return any(hasattr(obj, name) for name in ('__get__', '__set__', '__delete__'))


def _is_inner_class(cls_name, obj):
    if not isinstance(obj, type):
        return False
    outer = getattr(obj, '__qualname__', '').rpartition('.')[0]
    return outer == cls_name or outer.endswith('.' + cls_name)


def _is_single_bit(value):
    return value != 0 and value & (value - 1) == 0


def _iter_bits_lsb(num):
    if isinstance(num, Enum):
        num = num.value
    if num < 0:
        raise ValueError('%r is not a positive integer' % num)
    bit = 1
    while bit <= num:
        if num & bit:
            yield bit
        bit <<= 1


def show_flag_values(value):
    return list(_iter_bits_lsb(value))


def bin(num, max_bits=None):
    """The bits of a number in two's complement, behind the one that is its sign."""
    num = operator.index(num)
    width = num.bit_length()
    if max_bits is not None:
        width = max(width, max_bits)
    digits = format(num & (1 << width) - 1, f'0{width}b') if width else ''
    return f'0b{int(num < 0)} {digits}'


# --- markers in the body of a class --------------------------------------------------------------

class auto:
    """Stands for a value that the class chooses."""

    def __init__(self, value=_auto_null):
        self.value = value

    def __repr__(self):
        return f'auto({self.value!r})'


class member:
    """Makes a member of what would not become one."""

    def __init__(self, value):
        self.value = value


class nonmember:
    """Keeps a value from becoming a member."""

    def __init__(self, value):
        self.value = value


class property(DynamicClassAttribute):
    """A property for instances; the class may have a member of the same name."""

    member = None   # what the class has by this name
    _behind = None  # what instances would get were there no such member

    def __get__(self, instance, ownerclass=None):
        if instance is not None and self.fget is not None:
            return self.fget(instance)
        if instance is None:
            found = self.member
        elif self._behind is not None:
            return self._behind(instance)
        else:
            found = ownerclass._member_map_.get(self.name)
        if found is None:
            raise AttributeError('%r has no attribute %r' % (ownerclass, self.name))
        return found

    def __set__(self, instance, value):
        if self.fset is None:
            self._refuse('set')
        return self.fset(instance, value)

    def __delete__(self, instance):
        if self.fdel is None:
            self._refuse('delete')
        return self.fdel(instance)

    def _refuse(self, action):
        raise AttributeError('<enum %r> cannot %s attribute %r'
                             % (self.clsname, action, self.name))

    def __set_name__(self, ownerclass, name):
        self.name, self.clsname = name, ownerclass.__name__


# --- the body of a class -------------------------------------------------------------------------

class _EnumDict(dict):
    """The namespace of a body: keeps order, tells members from the rest, fills in auto()."""

    _known = frozenset(('_order_', '_generate_next_value_', '_numeric_repr_', '_missing_',
                        '_ignore_', '_iter_member_', '_iter_member_by_value_',
                        '_iter_member_by_def_'))

    def __init__(self, cls_name=None):
        super().__init__()
        self._cls_name = cls_name
        self._member_names = {}
        self._values = []       # of the members so far
        self._ignored = ()
        self._chosen = False    # has an auto() been filled in?

    def __setitem__(self, key, value):
        if not self._is_plain(key):
            if key[:1] == '_' and _is_sunder(key):
                value = self._setting(key, value)
            elif not _is_descriptor(value):
                kept = isinstance(value, nonmember)
                value = value.value if kept else self._new_member(key, value)
        super().__setitem__('_order_' if key == '__order__' else key, value)

    def _is_plain(self, key):
        """Is it one of the names that no member can have?"""
        if key in self._member_names:
            raise TypeError('%r already defined as %r' % (key, self[key]))
        if key[:1] == '_' and _is_dunder(key) or key in self._ignored:
            return True
        return self._cls_name is not None and key[:1] == '_' and _is_private(self._cls_name, key)

    def _setting(self, key, value):
        """One of the names that say how the class is made."""
        if key not in self._known:
            raise ValueError('_sunder_ names, such as %r, are reserved for future Enum use' % key)
        if key == '_generate_next_value_':
            if self._chosen:
                raise TypeError('_generate_next_value_ must be defined before members')
            self._choose = getattr(value, '__func__', value)
        elif key == '_ignore_':
            value = value.replace(',', ' ').split() if isinstance(value, str) else list(value)
            clash = set(value) & set(self._member_names)
            if clash:
                raise ValueError('_ignore_ cannot specify already set names: %r' % clash)
            self._ignored = value
        return value

    def _new_member(self, key, value):
        if key in self:
            raise TypeError('%r already defined as %r' % (key, self[key]))
        if isinstance(value, member):
            value = value.value
        elif self._cls_name is not None and _is_inner_class(self._cls_name, value):
            import warnings
            warnings.warn('In 3.13 classes created inside an enum will not become a member.  '
                          'Use the `member` decorator to keep the current behavior.',
                          DeprecationWarning, stacklevel=3)
        chosen = len(self._values)
        if isinstance(value, auto):
            value = self._fill_in(key, value)
        elif type(value) is tuple:
            value = tuple([self._fill_in(key, v) if isinstance(v, auto) else v for v in value])
        self._member_names[key] = None
        if len(self._values) == chosen:
            self._values.append(value)
        return value

    def _fill_in(self, key, marker):
        if marker.value is _auto_null:
            marker.value = self._choose(key, 1, len(self._member_names), self._values[:])
            self._chosen = True
        self._values.append(marker.value)
        return marker.value

    def update(self, members, **more):
        for source in (dict(members), more):
            for key, value in source.items():
                self[key] = value


class _Maker:
    """Makes the members as soon as the class is there. Their names are in the namespace already,
    which keeps their order."""

    def __init__(self, values):
        self.values = values

    def __set_name__(self, cls, name):
        type.__delattr__(cls, name)
        flag = Flag is not None and issubclass(cls, Flag)
        for name, value in self.values.items():
            made = _make_member(cls, name, value)
            value = made._value_
            if flag and isinstance(value, int):
                cls._flag_mask_ |= value
                if _is_single_bit(value):
                    cls._singles_mask_ |= value
                cls._all_bits_ = (1 << cls._flag_mask_.bit_length()) - 1
            known = _known_member(cls, value)
            if known is not None:
                made = known
            elif not flag or isinstance(value, int) and _is_single_bit(value):
                cls._member_names_.append(name)
            type.__setattr__(cls, name, _class_attribute(cls, name, made))
            cls._member_map_[name] = made
            try:
                cls._value2member_map_.setdefault(value, made)
            except TypeError:
                cls._unhashable_values_.append(value)


def _make_member(cls, name, value):
    kind = cls._member_type_
    args = value if isinstance(value, tuple) and kind is not tuple else (value,)
    made = cls._new_member_(cls, *(args if cls._use_args_ else ()))
    if not hasattr(made, '_value_'):
        if kind is object:
            made._value_ = value
        else:
            try:
                made._value_ = kind(*args)
            except Exception as e:
                raise TypeError('_value_ not set in __new__, unable to create it') from e
    made._name_ = name
    made.__objclass__ = cls
    made.__init__(*args)
    made._sort_order_ = len(cls._member_names_)
    return made


def _known_member(cls, value):
    """The member that has this value, or None."""
    try:
        return cls._value2member_map_.get(value)
    except TypeError:
        for known in cls._member_map_.values():
            if known._value_ == value:
                return known


def _class_attribute(cls, name, made):
    """What stands for a member in its class: a property where a base has something of that name
    for instances, so that both can be had."""
    there = [(base, base.__dict__[name]) for base in cls.__mro__[1:] if base.__dict__.get(name) is not None]
    if not there:
        return made
    accessors = [attr for _, attr in there if isinstance(attr, (property, DynamicClassAttribute))]
    binding = accessors[:1] or [attr for _, attr in there if _is_descriptor(attr)]
    if not binding:
        return made
    both = property(*[getattr(binding[-1], part, None) for part in ('fget', 'fset', 'fdel')])
    both.__set_name__(cls, name)
    both.member = made
    plain = [base for base, attr in there if not _is_descriptor(attr)]
    if plain and not accessors:
        both._behind = lambda instance: getattr(plain[-1], name)
    elif not accessors:
        both._behind = lambda instance: getattr(instance._value_, name)
    return both


# --- the class of enumerations -------------------------------------------------------------------

def _dataclass_repr(self):
    shown = [f'{name}={getattr(self, name)!r}'
             for name, field in self.__dataclass_fields__.items() if field.repr]
    return ', '.join(shown)


def _own_repr(base):
    """What shows a value where a base says it itself."""
    space = base.__dict__
    if '__repr__' not in space:
        return None
    params = space.get('__dataclass_params__')
    if params is not None and '__dataclass_fields__' in space and params.repr:
        return _dataclass_repr
    return space['__repr__']


def _data_type(chain):
    """The lowest of a base's classes up to the one that makes its instances."""
    lowest = None
    for base in chain.__mro__[:-1]:
        if not isinstance(base, EnumType):
            lowest = lowest or base
            if not {'__new__', '__dataclass_fields__'}.isdisjoint(base.__dict__):
                return lowest
        elif base._member_type_ is not object:
            return base._member_type_


def _pairs(names, first_enum, start):
    """The members given to the functional form, with values for those that have none."""
    if isinstance(names, str):
        names = names.replace(',', ' ').split()
    listed = isinstance(names, (tuple, list)) and names
    if not listed or not isinstance(names[0], str):
        return [(item, names[item]) if isinstance(item, str) else item for item in names or ()]
    values = []
    for count, name in enumerate(names):
        values.append(first_enum._generate_next_value_(name, start, count, values[:]))
    return zip(names, values)


_SHOWING = '__repr__', '__str__', '__format__', '__reduce_ex__'
_FLAG_OPERATORS = '__or__', '__and__', '__xor__', '__ror__', '__rand__', '__rxor__', '__invert__'


def _of_the_value(member_type, space):
    """The methods by which a ReprEnum is shown as its value, but for those that its body has."""
    if member_type is object:
        raise TypeError('ReprEnum subclasses must be mixed with a data type (i.e. int, str, float, etc.)')
    shown = member_type.__repr__ if member_type.__str__ is object.__str__ else member_type.__str__
    methods = {'__format__': member_type.__format__, '__str__': shown}
    return {name: method for name, method in methods.items() if name not in space}


def _tidied(space):
    """Takes out of the body of a class what the class is not to have; the order that it says its members have."""
    for name in (*space.get('_ignore_', ()), '_ignore_'):
        space.pop(name, None)
    wrong = [repr(name) for name in {'mro', ''}.intersection(space._member_names)]
    if wrong:
        raise ValueError('invalid enum member name(s) ' + ','.join(wrong))
    choose = space.get('_generate_next_value_')
    if choose is not None and type(choose) is not staticmethod:
        dict.__setitem__(space, '_generate_next_value_', staticmethod(choose))
    return space.pop('_order_', None)


def _tables():
    return {'_member_names_': [], '_member_map_': {}, '_value2member_map_': {}, '_unhashable_values_': []}


def _bits(boundary):
    """What a flag keeps of its bits; other enumerations have no boundary."""
    return {} if boundary is None else {'_boundary_': boundary, '_flag_mask_': 0, '_singles_mask_': 0,
                                        '_all_bits_': 0, '_inverted_': None}


class EnumType(type):
    """The class of enumerations."""

    @classmethod
    def __prepare__(metacls, cls, bases, **kwds):
        metacls._check_for_existing_members_(cls, bases)
        body, parent = _EnumDict(cls), metacls._get_mixins_(cls, bases)[1]
        if parent is not None:  # else this is Enum
            body['_generate_next_value_'] = getattr(parent, '_generate_next_value_', None)
        return body

    def __new__(metacls, cls, bases, classdict, *, boundary=None, _simple=False, **kwds):
        if _simple:
            return super().__new__(metacls, cls, bases, classdict, **kwds)
        order = _tidied(classdict)
        member_type, parent = metacls._get_mixins_(cls, bases)
        maker, is_own, use_args = metacls._find_new_(classdict, member_type, parent)
        values = {name: classdict[name] for name in classdict._member_names}
        dict.update(classdict, dict.fromkeys(values), _new_member_=maker, _use_args_=use_args, **_tables(),
                    _member_type_=member_type, _value_repr_=metacls._find_data_repr_(cls, bases), _made_=_Maker(values),
                    **_bits(boundary or getattr(parent, '_boundary_', None)))
        try:
            made = super().__new__(metacls, cls, bases, classdict, **kwds)
        except Exception as e:
            if hasattr(e, '__notes__'):     # that a __set_name__ was being called
                del e.__notes__
            raise
        made._settle(classdict, member_type, parent, bases)
        for name, method in (('__new_member__', is_own and maker), ('__new__', Enum and Enum.__new__)):
            if method:
                setattr(made, name, method)
        if order is not None:
            made._check_order(order)
        return made

    def __init__(cls, *args, **kwds):
        pass

    def _settle(cls, space, member_type, first_enum, bases):
        """Takes methods from where they are to come from: an enumeration's own come before those
        of the data type, but for ReprEnum's."""
        if ReprEnum is not None and ReprEnum in bases:
            for name, method in _of_the_value(member_type, space).items():
                dict.__setitem__(space, name, method)
                setattr(cls, name, method)
        if first_enum is None:
            return
        is_flag = Flag is not None and issubclass(cls, Flag)
        sources = {name: first_enum for name in _SHOWING
                   if getattr(cls, name) in (getattr(member_type, name), getattr(object, name))}
        sources |= dict.fromkeys(_FLAG_OPERATORS if is_flag else (), Flag)
        for name, source in sources.items():
            if name not in space:
                setattr(cls, name, getattr(source, name))
        values = [m._value_ for m in cls] if is_flag else []
        if any([before > after for before, after in zip(values, values[1:])]):
            cls._iter_member_ = cls._iter_member_by_def_

    def _check_order(cls, order):
        if isinstance(order, str):
            order = order.replace(',', ' ').split()
        if issubclass(cls, Flag):
            members = cls._member_map_
            order = [n for n in order if n not in members or n in cls._member_names_]
        if order != cls._member_names_:
            raise TypeError('member order does not match _order_:\n  %r\n  %r'
                            % (cls._member_names_, order))

    def __call__(cls, value, names=_unset, *values, module=None, qualname=None, type=None, start=1,
                 boundary=None):
        """The member of a value; without members, a new enumeration with the given ones."""
        if names is _unset and (found := _known(cls, value)) is not None:
            return found
        if cls._member_map_:
            return cls.__new__(cls, value if names is _unset else (value, names, *values))
        if names is _unset:
            if type is None:
                raise TypeError(f'{cls} has no members; specify `names=()` if you meant to '
                                'create a new, empty, enum')
            names = None
        return cls._create_(value, names, module=module, qualname=qualname, type=type,
                            start=start, boundary=boundary)

    def _create_(cls, class_name, names, *, module=None, qualname=None, type=None, start=1,
                 boundary=None):
        home = sys._getframemodulename(2) if module is None else module
        make, bases = cls.__class__, (cls,) if type is None else (type, cls)
        body = make.__prepare__(class_name, bases)
        parent = make._get_mixins_(class_name, bases)[1]
        for name, value in (*_pairs(names, parent, start), ('__module__', home), ('__qualname__', qualname)):
            if value is not None or name not in ('__module__', '__qualname__'):
                body[name] = value
        if home is None:
            _make_class_unpicklable(body)
        return make.__new__(make, class_name, bases, body, boundary=boundary)

    def _convert_(cls, name, module, filter, source=None, *, boundary=None, as_global=False):
        """An enumeration of names of a module (as of source) that filter lets through, put in that
        module together with its members."""
        home = vars(sys.modules[module])
        known = home if source is None else vars(source)
        names = sorted(n for n in known if filter(n))
        try:
            names = sorted(names, key=known.__getitem__)    # of the same value, still by name
        except TypeError:   # values of several types
            pass
        body = {'__module__': module, **{n: known[n] for n in names}}
        made = _simple_enum(cls, boundary=boundary or KEEP)(type(name, (object,), body))
        if as_global:
            global_enum(made)
        else:
            vars(sys.modules[made.__module__]).update(made.__members__)
        home[name] = made
        return made

    # What a class is made of

    @classmethod
    def _check_for_existing_members_(mcls, class_name, bases):
        full = [base for chain in bases for base in chain.__mro__
                if isinstance(base, EnumType) and base._member_names_]
        if full:
            raise TypeError('<enum %r> cannot extend %r' % (class_name, full[0]))

    @classmethod
    def _get_mixins_(mcls, class_name, bases):
        """The type of the members' values, and the enumeration to inherit from."""
        if not bases:
            return object, Enum
        if isinstance(bases[-1], EnumType):
            return mcls._find_data_type_(class_name, bases) or object, bases[-1]
        raise TypeError('new enumerations should be created as '
                        '`EnumName([mixin_type, ...] [data_type,] enum_type)`')

    @classmethod
    def _find_data_repr_(mcls, class_name, bases):
        for base in (base for chain in bases for base in chain.__mro__ if base is not object):
            shown = base._value_repr_ if isinstance(base, EnumType) else _own_repr(base)
            if shown is not None or isinstance(base, EnumType):
                return shown

    @classmethod
    def _find_data_type_(mcls, class_name, bases):
        found = set(map(_data_type, bases)) - {None}
        if len(found) > 1:
            raise TypeError('too many data types for %r: %r' % (class_name, found))
        return found.pop() if found else None

    @classmethod
    def _find_new_(mcls, classdict, member_type, first_enum):
        """What makes members, whether the class defines it itself, and whether it takes values."""
        own = classdict.get('__new__')
        maker, plain = own, [None, object.__new__]
        if Enum is not None:
            plain.append(Enum.__new__)
        if maker is None:
            sources = [getattr(owner, name, None) for name in ('__new_member__', '__new__')
                       for owner in (member_type, first_enum)]
            maker = next((f for f in sources if f not in plain), object.__new__)
        return (maker, first_enum is not None and own is not None,
                first_enum is not None and maker not in plain)

    # As a container

    def __bool__(cls):
        return True

    def __contains__(cls, value):
        """Is it a member, or the value of one?"""
        if isinstance(value, cls):
            return True
        return value in cls._unhashable_values_ or value in cls._value2member_map_

    def __getitem__(cls, name):
        return cls._member_map_[name]

    def __iter__(cls):
        """The members, without aliases, in the order of their definition."""
        return map(cls._member_map_.__getitem__, cls._member_names_)

    def __reversed__(cls):
        """The members from the last to the first."""
        return map(cls._member_map_.__getitem__, reversed(cls._member_names_))

    def __len__(cls):
        """How many members there are."""
        return len(cls._member_names_)

    @builtins.property
    def __members__(cls):
        """All names, aliases too, with their members."""
        return MappingProxyType(cls._member_map_)

    def __setattr__(cls, name, value):
        if name in cls.__dict__.get('_member_map_', ()):
            raise AttributeError('cannot reassign member %r' % (name,))
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        if name in cls._member_map_:
            raise AttributeError('%r cannot delete member %r.' % (cls.__name__, name))
        super().__delattr__(name)

    def __repr__(cls):
        kind = 'flag' if Flag is not None and issubclass(cls, Flag) else 'enum'
        return '<%s %r>' % (kind, cls.__name__)

    def __dir__(cls):
        names = _of_all_classes.union(cls._member_names_)
        for name in ('__new__', '__init_subclass__'):
            made = cls._new_member_ if name == '__new__' else getattr(cls, name)
            if made is not getattr(object, name):
                names.add(name)
        if cls._member_type_ is not object:
            names.update(dir(cls._member_type_))
        return sorted(names)


_of_all_classes = {'__class__', '__contains__', '__doc__', '__getitem__', '__iter__', '__len__',
                   '__members__', '__module__', '__name__', '__qualname__'}
EnumMeta = EnumType


def _make_class_unpicklable(obj):
    """Makes that nothing of a class can be pickled, where no module can be named."""
    def __reduce_ex__(self, proto):
        raise TypeError('%r cannot be pickled' % self)
    put = obj.__setitem__ if isinstance(obj, dict) else lambda name, value: setattr(obj, name, value)
    put('__reduce_ex__', __reduce_ex__)
    put('__module__', '<unknown>')


# --- enumerations --------------------------------------------------------------------------------

def _successors(values):
    """One more than each value that can be added to."""
    for value in values:
        try:
            yield value + 1
        except TypeError:
            pass


class Enum(metaclass=EnumType):
    """Base of enumerations: names for constant values."""

    @classmethod
    def __signature__(cls):
        return '(*values)' if cls._member_names_ else (
            '(new_class_name, /, names, *, module=None, qualname=None, type=None, start=1, '
            'boundary=None)')

    def __new__(cls, value):
        if type(value) is cls:
            return value
        try:
            found = cls._value2member_map_.get(value)
        except TypeError:
            found = _known_member(cls, value)
        if found is not None:
            return found
        if not cls._member_map_:
            raise TypeError('%r has no members defined' % cls)
        invalid = ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        try:
            found = cls._missing_(value)
        except Exception as e:
            if not isinstance(e, ValueError):
                e.__context__ = invalid
            raise
        if isinstance(found, cls):
            return found
        if isinstance(found, int) and issubclass(cls, Flag) and cls._boundary_ is EJECT:
            return found
        if found is None:
            raise invalid
        wrong = TypeError('error in %s._missing_: returned %r instead of None or a valid member'
                          % (cls.__name__, found))
        wrong.__context__ = invalid
        raise wrong

    def __init__(self, *args, **kwds):
        pass

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """What auto() stands for: one more than the highest value."""
        if not last_values:
            return start
        try:
            highest = max(last_values)
            value, in_order = highest + 1, highest == last_values[-1]
        except TypeError:
            value, in_order = next(_successors(reversed(last_values)), start), False
        if not in_order:
            import warnings
            warnings.warn('In 3.13 the default `auto()`/`_generate_next_value_` will require all '
                          'values to be sortable and support adding +1\n'
                          'and the value returned will be the largest value in the enum '
                          'incremented by 1', DeprecationWarning, stacklevel=4)
        return value

    @classmethod
    def _missing_(cls, value):
        return None

    def __repr__(self):
        cls = self.__class__
        return '<%s.%s: %s>' % (cls.__name__, self._name_, (cls._value_repr_ or repr)(self._value_))

    def __str__(self):
        return '%s.%s' % (self.__class__.__name__, self._name_)

    def __format__(self, format_spec):
        return format(str(self), format_spec)

    def __dir__(self):
        cls, members = self.__class__, self.__class__._member_map_
        public = {name: attr for base in cls.__mro__ for name, attr in base.__dict__.items()
                  if name[0] != '_' and (name not in members or isinstance(attr, property))}
        own = {name for name in getattr(self, '__dict__', ()) if name[0] != '_' and name not in members}
        of_value = () if cls._member_type_ is object else object.__dir__(self)
        hidden = {name for name, attr in public.items() if name in members and attr.fget is None}
        return sorted(own.union(public, of_value) - hidden
                      | {'__class__', '__doc__', '__eq__', '__hash__', '__module__'})

    def __hash__(self):
        return hash(self._name_)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)

    @property
    def name(self):
        """How the member is called."""
        return self._name_

    @property
    def value(self):
        """What the member stands for."""
        return self._value_


class ReprEnum(Enum):
    """Only the repr is an enumeration's; as text it is what the data type makes of it."""


class IntEnum(int, ReprEnum):
    """Members that are ints as well."""


class StrEnum(str, ReprEnum):
    """Members that are strings as well."""

    def __new__(cls, *values):
        if values[3:]:
            raise TypeError('too many arguments for str(): %r' % (values,))
        wanted = '%r is not a string', 'encoding must be a string, not %r', \
            'errors must be a string, not %r'
        for i, (value, text) in enumerate(zip(values, wanted)):
            if not isinstance(value, str) and (i or len(values) == 1):
                raise TypeError(text % (value,))
        text = str(*values)
        made = str.__new__(cls, text)
        made._value_ = text
        return made

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """auto() is the name in small letters."""
        return name.lower()


def pickle_by_global_name(self, proto):
    return self.name


def pickle_by_enum_name(self, proto):
    return getattr, (self.__class__, self._name_)


_reduce_ex_by_global_name = pickle_by_global_name


# --- flags ---------------------------------------------------------------------------------------

class FlagBoundary(StrEnum):
    """What becomes of bits that no member has: STRICT refuses them, CONFORM drops them, EJECT
    gives an int, KEEP keeps them."""
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()


STRICT, CONFORM = FlagBoundary.STRICT, FlagBoundary.CONFORM
EJECT, KEEP = FlagBoundary.EJECT, FlagBoundary.KEEP


class Flag(Enum, boundary=STRICT):
    """Members that are bits and can be combined."""

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        """The next bit that is higher than all before."""
        if last_values:
            highest = max(last_values)
            try:
                return 1 << highest.bit_length()
            except Exception:
                pass
            raise TypeError(f'invalid flag value {highest!r}')
        return 1 if start is None else start

    @classmethod
    def _iter_member_by_value_(cls, value):
        return map(cls._value2member_map_.get, _iter_bits_lsb(value & cls._flag_mask_))

    _iter_member_ = _iter_member_by_value_

    @classmethod
    def _iter_member_by_def_(cls, value):
        return iter(sorted(cls._iter_member_by_value_(value), key=lambda m: m._sort_order_))

    @classmethod
    def _within(cls, value):
        """The value as the boundary lets it be."""
        everything, mask = cls._all_bits_, cls._flag_mask_
        if -1 - everything <= value <= everything and not value & (everything ^ mask):
            return value
        match cls._boundary_:
            case FlagBoundary.KEEP:
                if value >= 0:
                    return value
                return value + max(everything + 1, 1 << value.bit_length())
            case FlagBoundary.CONFORM:
                return value & mask
            case FlagBoundary.EJECT:
                return None
            case FlagBoundary.STRICT:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError('%r invalid value %r\n    given %s\n  allowed %s'
                                 % (cls, value, bin(value, width), bin(mask, width)))
        raise ValueError('%r unknown flag boundary %r' % (cls, cls._boundary_))

    @classmethod
    def _missing_(cls, value):
        """A combination that was not there yet."""
        if not isinstance(value, int):
            raise ValueError('%r is not a valid %s' % (value, cls.__qualname__))
        bits = cls._within(value)
        if bits is None:
            return value
        given = bits
        if bits < 0:
            bits += cls._all_bits_ + 1
        known = bits & cls._flag_mask_
        if known != bits and cls._boundary_ is not KEEP:
            extra = bits ^ known
            raise ValueError('%s(%r) -->  unknown values %r [%s]'
                             % (cls.__name__, bits, extra, bin(extra)))
        made = cls._combination(bits)
        made = cls._value2member_map_.setdefault(bits, made)
        if given < 0:
            cls._value2member_map_[given] = made
        return made

    @classmethod
    def _combination(cls, bits):
        if cls._member_type_ is object:
            made = object.__new__(cls)
        else:
            made = cls._member_type_.__new__(cls, bits)
        if not hasattr(made, '_value_'):
            made._value_ = bits
        parts = list(cls._iter_member_(bits & cls._singles_mask_))
        if bits & ~cls._singles_mask_:
            parts += [m for m in cls._member_map_.values()
                      if m not in parts and m._value_ and m._value_ & bits == m._value_]
        left = bits
        for part in parts:
            left &= ~part._value_
        names = [part._name_ for part in parts]
        if names and left:
            if cls._boundary_ is STRICT:
                raise ValueError('%r: no members with value %r' % (cls, left))
            names.append(cls._numeric_repr_(left))
        made._name_ = '|'.join(names) or None
        return made

    def __contains__(self, other):
        """Has this flag all bits of the other?"""
        if isinstance(other, self.__class__):
            return other._value_ & ~self._value_ == 0
        raise TypeError("unsupported operand type(s) for 'in': %r and %r"
                        % (type(other).__qualname__, self.__class__.__qualname__))

    def __iter__(self):
        """The members that it is made of."""
        yield from self._iter_member_(self._value_)

    def __len__(self):
        return self._value_.bit_count()

    def __bool__(self):
        return bool(self._value_)

    def __repr__(self):
        cls = self.__class__
        name = cls.__name__ if self._name_ is None else f'{cls.__name__}.{self._name_}'
        return '<%s: %s>' % (name, (cls._value_repr_ or repr)(self._value_))

    def __str__(self):
        name = self.__class__.__name__
        return f'{name}({self._value_!r})' if self._name_ is None else f'{name}.{self._name_}'

    def _bits_of(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        kind = self._member_type_
        return other if kind is not object and isinstance(other, kind) else None

    def __or__(self, other):
        if (found := _or(self, other, EnumType)) is not None:
            return found
        bits = self._bits_of(other)
        return NotImplemented if bits is None else self.__class__(self._value_ | bits)

    def __and__(self, other):
        if (found := _and(self, other, EnumType)) is not None:
            return found
        bits = self._bits_of(other)
        return NotImplemented if bits is None else self.__class__(self._value_ & bits)

    def __xor__(self, other):
        if (found := _xor(self, other, EnumType)) is not None:
            return found
        bits = self._bits_of(other)
        return NotImplemented if bits is None else self.__class__(self._value_ ^ bits)

    __ror__, __rand__, __rxor__ = __or__, __and__, __xor__

    def __invert__(self):
        if self._inverted_ is None:
            keeps = self._boundary_ in (EJECT, KEEP)
            bits = ~self._value_ if keeps else self._singles_mask_ & ~self._value_
            self._inverted_ = self.__class__(bits)
        return self._inverted_

    _numeric_repr_ = repr


class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    """Flags that are ints as well."""


from _enum_checks import (  # noqa: E402 (made of the classes above)
    CONTINUOUS, NAMED_FLAGS, UNIQUE, EnumCheck, _simple_enum, global_enum, global_enum_repr,
    global_flag_repr, global_str, unique, verify)
