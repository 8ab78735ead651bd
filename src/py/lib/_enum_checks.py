# The rarely used parts of module enum: checks of whole classes, members as global names, and
# enumerations made of plain classes.
import sys

from enum import Enum, EnumType, Flag, KEEP, ReprEnum, StrEnum, _is_single_bit, _iter_bits_lsb


def _aliases(enumeration):
    return ', '.join(f'{name} -> {m.name}' for name, m in enumeration.__members__.items()
                     if m.name != name)


def unique(enumeration):
    """Class decorator that refuses two names for one value."""
    found = _aliases(enumeration)
    if found:
        raise ValueError('duplicate values found in %r: %s' % (enumeration, found))
    return enumeration


class EnumCheck(StrEnum):
    """What verify() can check."""
    CONTINUOUS = 'no skipped integer values'
    NAMED_FLAGS = 'multi-flag aliases may not contain unnamed flags'
    UNIQUE = 'one name per value'


UNIQUE = EnumCheck.UNIQUE
CONTINUOUS = EnumCheck.CONTINUOUS
NAMED_FLAGS = EnumCheck.NAMED_FLAGS


def _verify_unique(cls, kind):
    found = _aliases(cls)
    if found:
        raise ValueError('aliases found in %r: %s' % (cls, found))


def _verify_continuous(cls, kind):
    values = sorted({m.value for m in cls})
    if len(values) < 2:
        return
    low, high = values[0], values[-1]
    if kind == 'flag':
        wanted = (1 << n for n in range(low.bit_length(), high.bit_length()))
    else:
        wanted = range(low, high)
    missing = ', '.join(str(value) for value in wanted if value not in values)
    if missing:
        raise ValueError(('invalid %s %r: missing values %s'
                          % (kind, cls.__name__, missing))[:256])


def _verify_named_flags(cls, kind):
    single = {m.value for m in cls}
    unnamed, bits = [], 0
    for name, m in cls.__members__.items():
        if name in cls._member_names_ or m.value < 0:
            continue
        missed = [bit for bit in _iter_bits_lsb(m.value) if bit not in single]
        if missed:
            unnamed.append(name)
            bits |= sum(missed)
    if not unnamed:
        return
    *first, last = unnamed
    who = f"aliases {', '.join(first)} and {last} are" if first else f'alias {last} is'
    what = 'value' if _is_single_bit(bits) else 'combined values of'
    raise ValueError(f'invalid {kind.title()} {cls.__name__!r}: {who} missing {what} '
                     f'0x{bits:x} [use enum.show_flag_values(value) for details]')


class verify:
    """Class decorator that checks what EnumCheck names."""

    _tests = {CONTINUOUS: _verify_continuous, NAMED_FLAGS: _verify_named_flags,
              UNIQUE: _verify_unique}

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        if not issubclass(enumeration, Enum):
            raise TypeError("the 'verify' decorator only works with Enum and Flag")
        kind = 'flag' if issubclass(enumeration, Flag) else 'enum'
        for check in self.checks:
            self._tests[check](enumeration, kind)
        return enumeration


# --- members as global names ---------------------------------------------------------------------

def _home(self):
    return self.__class__.__module__.rpartition('.')[2]


def global_enum_repr(self):
    """The repr of a member that is a global name of its module."""
    return f'{_home(self)}.{self._name_}'


def global_flag_repr(self):
    """The same for flags."""
    home, name = _home(self), self._name_
    if name is None:
        return f'{home}.{self.__class__.__name__}({self._value_!r})'
    if _is_single_bit(self._value_):
        return f'{home}.{name}'
    keep = self._boundary_ is KEEP      # may have bits without a name at the end
    return '|'.join(part if keep and part[0].isdigit() else f'{home}.{part}'
                    for part in name.split('|'))


def global_str(self):
    """The text of a member that is a global name: its name alone."""
    if self._name_ is None:
        return f'{self.__class__.__name__}({self._value_!r})'
    return self._name_


def global_enum(cls, update_str=False):
    """Class decorator that makes all members global names of their module."""
    shown = {'__repr__': global_flag_repr if issubclass(cls, Flag) else global_enum_repr}
    if update_str or not issubclass(cls, ReprEnum):
        shown['__str__'] = global_str
    for name, function in shown.items():
        setattr(cls, name, function)
    vars(sys.modules[cls.__module__]).update(cls._member_map_)
    return cls


def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """Class decorator that makes an enumeration of a plain class."""
    def convert(cls):
        space = EnumType.__prepare__(cls.__name__, (etype,))
        for name, value in cls.__dict__.items():
            if name not in ('__dict__', '__weakref__', '__init_subclass__'):
                space[name] = value
        space['__qualname__'] = cls.__qualname__
        return type(etype)(cls.__name__, (etype,), space, boundary=boundary)
    return convert


for _item in (CONTINUOUS, EnumCheck, global_enum, global_enum_repr, global_flag_repr, global_str,
              unique, verify):
    if not isinstance(_item, EnumCheck):
        _item.__module__ = 'enum'
