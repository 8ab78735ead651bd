"""The decorators of module enum (unique, verify, global_enum) and the texts that global_enum gives.

What is made here says that it lives in enum, which re-exports it.
"""
import sys

from enum import Enum, Flag, ReprEnum, StrEnum, _is_single_bit, _iter_bits_lsb

__name__ = 'enum'


def _aliases(enumeration):
    return ', '.join(f'{name} -> {m.name}' for name, m in enumeration.__members__.items()
                     if name != m.name)


def unique(enumeration):
    """Class decorator for enumerations ensuring unique member values."""
    aliases = _aliases(enumeration)
    if aliases:
        raise ValueError(f'duplicate values found in {enumeration!r}: {aliases}')
    return enumeration


class EnumCheck(StrEnum):
    """Various conditions to check an enumeration for."""
    CONTINUOUS = 'no skipped integer values'
    NAMED_FLAGS = 'multi-flag aliases may not contain unnamed flags'
    UNIQUE = 'one name per value'


CONTINUOUS, NAMED_FLAGS, UNIQUE = EnumCheck


def _check_unique(enumeration):
    aliases = _aliases(enumeration)
    if aliases:
        raise ValueError(f'aliases found in {enumeration!r}: {aliases}')


def _check_continuous(enumeration):
    values = {m.value for m in enumeration}
    if len(values) < 2:
        return
    low, high = min(values), max(values)
    if issubclass(enumeration, Flag):
        kind, wanted = 'flag', (2 ** i for i in range(low.bit_length(), high.bit_length() - 1))
    else:
        kind, wanted = 'enum', range(low + 1, high)
    missing = ', '.join(str(v) for v in wanted if v not in values)
    if missing:
        raise ValueError(f'invalid {kind} {enumeration.__name__!r}: missing values {missing}'[:256])


def _check_named_flags(enumeration):
    values = [m.value for m in enumeration]
    names, bits = [], 0
    for name, alias in enumeration._member_map_.items():
        if name in enumeration._member_names_ or alias.value < 0:
            continue
        missed = [v for v in _iter_bits_lsb(alias.value) if v not in values]
        if missed:
            names.append(name)
            for bit in missed:
                bits |= bit
    if names:
        who = (f'alias {names[0]} is missing' if len(names) == 1
               else f'aliases {", ".join(names[:-1])} and {names[-1]} are missing')
        what = f'value 0x{bits:x}' if _is_single_bit(bits) else f'combined values of 0x{bits:x}'
        raise ValueError(f'invalid Flag {enumeration.__name__!r}: {who} {what} '
                         '[use enum.show_flag_values(value) for details]')


class verify:
    """Check an enumeration for various constraints. (see EnumCheck)"""
    _CHECKS = {UNIQUE: _check_unique, CONTINUOUS: _check_continuous,
               NAMED_FLAGS: _check_named_flags}

    def __init__(self, *checks):
        self.checks = checks

    def __call__(self, enumeration):
        for check in self.checks:
            if check is NAMED_FLAGS and not issubclass(enumeration, Flag):
                continue
            self._CHECKS[check](enumeration)
        return enumeration


def _module_name(self):
    return self.__class__.__module__.split('.')[-1]


def global_enum_repr(self):
    """Use module.enum_name instead of class.enum_name."""
    return f'{_module_name(self)}.{self._name_}'


def global_flag_repr(self):
    """Use module.flag_name instead of class.flag_name."""
    module = _module_name(self)
    if self._name_ is None:
        return f'{module}.{self.__class__.__name__}({self._value_!r})'
    return '|'.join(n if n[0].isdigit() else f'{module}.{n}' for n in self._name_.split('|'))


def global_str(self):
    """Use enum_name instead of class.enum_name."""
    return f'{self.__class__.__name__}({self._value_!r})' if self._name_ is None else self._name_


def global_enum(cls, update_str=False):
    """Make the members global names of their module, and their texts to match."""
    cls.__repr__ = global_flag_repr if issubclass(cls, Flag) else global_enum_repr
    if not issubclass(cls, ReprEnum) or update_str:
        cls.__str__ = global_str
    sys.modules[cls.__module__].__dict__.update(cls.__members__)
    return cls


def _simple_enum(etype=Enum, *, boundary=None, use_args=None):
    """Class decorator that makes the enum of a plain class's body."""
    def convert(cls):
        body = etype.__class__.__prepare__(cls.__name__, (etype,))
        for name, value in cls.__dict__.items():
            if name not in ('__dict__', '__weakref__'):
                body[name] = value
        return etype.__class__(cls.__name__, (etype,), body, boundary=boundary)
    return convert
