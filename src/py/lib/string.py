# Module string: kinds of characters, templates with $names, and str.format() as a class to inherit from.
import re as _re
from _string import formatter_field_name_split as _split_name, formatter_parser as _parse

whitespace = ' \t\n\r\v\f'
ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
ascii_uppercase = ascii_lowercase.upper()
ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits, octdigits = digits + 'abcdefABCDEF', digits[:8]
punctuation = r"""!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"""
printable = digits + ascii_letters + punctuation + whitespace

__all__ = ['Formatter', 'Template', 'capwords', 'whitespace', 'ascii_letters', 'ascii_lowercase', 'ascii_uppercase',
           'digits', 'hexdigits', 'octdigits', 'punctuation', 'printable']


def capwords(s, sep=None):
    """Words with a capital first letter and small ones behind, one space (or sep) between them."""
    return (sep or ' ').join([word.capitalize() for word in s.split(sep)])


class Template:
    """A text with $name or ${name} where values will stand, and $$ for a dollar sign.

    Subclasses say differently: by delimiter, idpattern, braceidpattern and flags, or by pattern, which has the
    groups escaped, named, braced and invalid.
    """

    delimiter, idpattern, braceidpattern, flags = '$', r'(?a:[_a-z][_a-z0-9]*)', None, _re.IGNORECASE

    def __init_subclass__(cls):
        super().__init_subclass__()
        pattern = vars(cls).get('pattern')
        if pattern is None:
            mark, braced = _re.escape(cls.delimiter), cls.braceidpattern or cls.idpattern
            pattern = (f'{mark}(?: (?P<escaped>{mark}) | (?P<named>{cls.idpattern}) | '
                       f'{{ (?P<braced>{braced}) }} | (?P<invalid>) )')
        cls.pattern = _re.compile(pattern, _re.VERBOSE | cls.flags)

    def __init__(self, template):
        self.template = template

    def _placeholder(self, found):
        """The name that a match asks for, and which group it is in."""
        for group in 'named', 'braced', 'escaped', 'invalid':
            if found[group] is not None:
                return found[group], group
        raise ValueError('Unrecognized named group in pattern', self.pattern)

    def _where(self, found):
        """The error for a delimiter with nothing valid behind."""
        before = self.template[:found.start('invalid')].splitlines(keepends=True) or ['']
        return ValueError(f'Invalid placeholder in string: line {len(before)}, col {max(len(before[-1]), 1)}')

    def _substituted(self, sources, named, safe):
        if len(sources) > 1:
            raise TypeError(f'Template.{"safe_" * safe}substitute() takes from 1 to 2 positional arguments '
                            f'but {len(sources) + 1} were given')
        values = sources[0] if sources else named
        if sources and named:
            from collections import ChainMap
            values = ChainMap(named, values)

        def value(found):
            name, group = self._placeholder(found)
            if group == 'escaped':
                return self.delimiter
            if group == 'invalid':
                if safe:
                    return found[0]
                raise self._where(found)
            try:
                return str(values[name])
            except KeyError:
                if safe:
                    return found[0]
                raise

        return self.pattern.sub(value, self.template)

    def substitute(self, /, *mapping, **kws):
        """The text with the values of a mapping, or of the keywords; KeyError where one is missing."""
        return self._substituted(mapping, kws, False)

    def safe_substitute(self, /, *mapping, **kws):
        """The text with the values that there are; other placeholders stay."""
        return self._substituted(mapping, kws, True)

    def is_valid(self):
        """Whether substitute() would find nothing wrong with the text."""
        return 'invalid' not in [self._placeholder(found)[1] for found in self.pattern.finditer(self.template)]

    def get_identifiers(self):
        """The names in the text, each once."""
        found = map(self._placeholder, self.pattern.finditer(self.template))
        return list(dict.fromkeys([name for name, group in found if group in ('named', 'braced')]))


Template.__init_subclass__()


class _Formatting:
    """One call of Formatter.vformat(): the arguments, and which of them were used."""

    def __init__(self, formatter, args, kwargs):
        self.formatter, self.args, self.kwargs, self.used = formatter, args, kwargs, set()
        self.next = 0       # of fields that say {}; None where they say {0}, for a text has one kind

    def text(self, template, depth=2):
        if depth < 0:
            raise ValueError('Max string recursion exceeded')
        parts = []
        for literal, field, spec, conversion in self.formatter.parse(template):
            parts.append(literal or '')
            if field is not None:
                parts.append(self.shown(field, conversion, spec, depth))
        return ''.join(parts)

    def shown(self, field, conversion, spec, depth):
        value, key = self.formatter.get_field(self.name(field), self.args, self.kwargs)
        self.used.add(key)
        value = self.formatter.convert_field(value, conversion)
        return self.formatter.format_field(value, self.text(spec, depth - 1))   # which may have fields as well

    def name(self, field):
        automatic = not field
        if automatic and self.next is not None:
            field = str(self.next)
            self.next += 1
        elif field.isdigit() and not self.next:
            self.next = None
        elif automatic or field.isdigit():
            raise ValueError('cannot switch from manual field specification to automatic field numbering')
        return field


def _at_end(value, path):
    """What a path of attributes and items leads to."""
    for attribute, step in path:
        value = getattr(value, step) if attribute else value[step]
    return value


class Formatter:
    """str.format() in pieces, which subclasses may replace."""

    def format(self, format_string, /, *args, **kwargs):
        """The text with the arguments in its fields."""
        return self.vformat(format_string, args, kwargs)

    def vformat(self, format_string, args, kwargs):
        """As format(), with a tuple and a dict of arguments."""
        call = _Formatting(self, args, kwargs)
        text = call.text(format_string)
        self.check_unused_args(call.used, args, kwargs)
        return text

    def parse(self, format_string):
        """Tuples of literal text and the field behind: its name, format and conversion."""
        return _parse(format_string)

    def get_field(self, field_name, args, kwargs):
        """The value of a field like 0.name or key[1], and which argument it is of."""
        key, path = _split_name(field_name)
        return _at_end(self.get_value(key, args, kwargs), path), key

    def get_value(self, key, args, kwargs):
        """An argument, by number or name."""
        return (args if isinstance(key, int) else kwargs)[key]

    def check_unused_args(self, used_args, args, kwargs):
        """Called with what was used; a subclass may object to the rest."""

    def convert_field(self, value, conversion):
        """What !s, !r or !a makes of a value."""
        if conversion is None:
            return value
        convert = {'s': str, 'r': repr, 'a': ascii}.get(conversion)
        if convert is None:
            raise ValueError(f'Unknown conversion specifier {conversion!s}')
        return convert(value)

    def format_field(self, value, format_spec):
        """A value as text, by what stands behind the colon."""
        return format(value, format_spec)
