# INI files: a parser of lines, a mapping of sections, and interpolation between values.
import re as _re
from _collections_abc import MutableMapping

__all__ = (
    'BasicInterpolation', 'ConfigParser', 'ConverterMapping', 'DEFAULTSECT', 'DuplicateOptionError',
    'DuplicateSectionError', 'ExtendedInterpolation', 'Interpolation', 'InterpolationDepthError',
    'InterpolationError', 'InterpolationMissingOptionError', 'InterpolationSyntaxError',
    'LegacyInterpolation', 'MAX_INTERPOLATION_DEPTH', 'MissingSectionHeaderError', 'NoOptionError',
    'NoSectionError', 'ParsingError', 'RawConfigParser', 'SectionProxy',
)

DEFAULTSECT = 'DEFAULT'
MAX_INTERPOLATION_DEPTH = 10
_default_dict = dict
_UNSET = object()


# --- errors --------------------------------------------------------------------------------------

class Error(Exception):
    """What all errors of this module are."""

    def __init__(self, msg='', *args):
        super().__init__(msg)
        self.message = msg
        if args:
            self.args = args

    def __repr__(self):
        return self.message

    __str__ = __repr__


class NoSectionError(Error):
    """There is no section of that name."""

    def __init__(self, section):
        super().__init__(f'No section: {section!r}', section)
        self.section = section


class NoOptionError(Error):
    """The section has no such option."""

    def __init__(self, option, section):
        super().__init__(f'No option {option!r} in section: {section!r}', option, section)
        self.option, self.section = option, section


def _repeated(kind, what, source, lineno):
    if source is None:
        return f'{kind.capitalize()} {what} already exists'
    line = '' if lineno is None else f' [line {lineno:2d}]'
    return f'While reading from {source!r}{line}: {kind} {what} already exists'


class DuplicateSectionError(Error):
    """A section that is there already."""

    def __init__(self, section, source=None, lineno=None):
        super().__init__(_repeated('section', repr(section), source, lineno),
                         section, source, lineno)
        self.section, self.source, self.lineno = section, source, lineno


class DuplicateOptionError(Error):
    """An option that stands twice in one source."""

    def __init__(self, section, option, source=None, lineno=None):
        what = f'{option!r} in section {section!r}'
        super().__init__(_repeated('option', what, source, lineno),
                         section, option, source, lineno)
        self.section, self.option, self.source, self.lineno = section, option, source, lineno


class InterpolationError(Error):
    """A value refers to others in a way that cannot be resolved."""

    def __init__(self, option, section, msg, *args):
        super().__init__(msg, option, section, *(args or (msg,)))
        self.option, self.section = option, section


class InterpolationMissingOptionError(InterpolationError):
    """A value refers to an option that is not there."""

    def __init__(self, option, section, rawval, reference):
        super().__init__(
            option, section,
            f'Bad value substitution: option {option!r} in section {section!r} contains an '
            f'interpolation key {reference!r} which is not a valid option name. '
            f'Raw value: {rawval!r}', rawval, reference)
        self.reference = reference


class InterpolationSyntaxError(InterpolationError):
    """A reference is not written as it should be."""


class InterpolationDepthError(InterpolationError):
    """References lead to references too many times."""

    def __init__(self, option, section, rawval):
        super().__init__(
            option, section,
            f'Recursion limit exceeded in value substitution: option {option!r} in section '
            f'{section!r} contains an interpolation key which cannot be substituted in '
            f'{MAX_INTERPOLATION_DEPTH} steps. Raw value: {rawval!r}', rawval)


class ParsingError(Error):
    """Lines that are neither sections nor options; .errors lists them."""

    def __init__(self, source):
        super().__init__(f'Source contains parsing errors: {source!r}', source)
        self.source = source
        self.errors = []

    def append(self, lineno, line):
        self.message += f'\n\t[line {lineno:2d}]: {line}'
        self.errors.append((lineno, line))


class MissingSectionHeaderError(ParsingError):
    """A line stands before the first section."""

    def __init__(self, filename, lineno, line):
        Error.__init__(self, 'File contains no section headers.\n'
                       f'file: {filename!r}, line: {lineno}\n{line!r}', filename, lineno, line)
        self.source, self.lineno, self.line = filename, lineno, line


# --- interpolation -------------------------------------------------------------------------------

class Interpolation:
    """Hooks between values as they are kept and as they are seen; these change nothing."""

    def before_get(self, parser, section, option, value, defaults):
        return value

    def before_set(self, parser, section, option, value):
        return value

    def before_read(self, parser, section, option, value):
        return value

    def before_write(self, parser, section, option, value):
        return value


class _Marked(Interpolation):
    """References that begin with a sign; the sign doubled stands for itself."""
    _sign = _open = _shape = None   # the sign, what follows it, the whole of a reference

    def before_get(self, parser, section, option, value, defaults):
        return ''.join(self._pieces(parser, section, option, value, defaults, 1))

    def before_set(self, parser, section, option, value):
        sign = self._sign
        left = self._shape.sub('', value.replace(sign * 2, ''))
        if sign in left:
            raise ValueError(f'invalid interpolation syntax in {value!r} at position '
                             f'{left.find(sign)}')
        return value

    def _find(self, parser, section, option, name, values):
        """What a reference stands for: the section and option it is in, the values there, and
        its value. Raises one of _absent."""
        raise NotImplementedError

    _absent = (KeyError,)

    def _pieces(self, parser, section, option, text, values, depth):
        raw = parser.get(section, option, raw=True, fallback=text)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        sign = self._sign
        while True:
            plain, found, _ = text.partition(sign)
            yield plain
            if not found:
                return
            text = text[len(plain):]
            follows = text[1:2]
            if follows == sign:
                yield sign
                text = text[2:]
                continue
            if follows != self._open:
                raise InterpolationSyntaxError(
                    option, section,
                    f"'{sign}' must be followed by '{sign}' or '{self._open}', found: {text!r}")
            reference = self._shape.match(text)
            if not reference:
                raise InterpolationSyntaxError(
                    option, section, f'bad interpolation variable reference {text!r}')
            text = text[reference.end():]
            name = reference[1]
            try:
                where = self._find(parser, section, option, name, values)
            except self._absent as e:
                missing = e.args[0] if isinstance(self, BasicInterpolation) else name
                raise InterpolationMissingOptionError(option, section, raw, missing) from None
            if where is None:
                raise InterpolationSyntaxError(option, section,
                                               f"More than one ':' found: {text!r}")
            its_section, its_option, its_values, value = where
            if value and sign in value:
                yield from self._pieces(parser, its_section, its_option, value,
                                        its_values(), depth + 1)
            else:
                yield value


class BasicInterpolation(_Marked):
    """%(name)s stands for an option of the same section or of the defaults."""
    _sign, _open, _shape = '%', '(', _re.compile(r'%\(([^)]+)\)s')

    def _find(self, parser, section, option, name, values):
        return section, option, lambda: values, values[parser.optionxform(name)]


class ExtendedInterpolation(_Marked):
    """${name} is an option nearby, ${section:name} one of another section."""
    _sign, _open, _shape = '$', '{', _re.compile(r'\$\{([^}]+)\}')
    _absent = (KeyError, NoSectionError, NoOptionError)

    def _find(self, parser, section, option, name, values):
        *sections, name = name.split(':')
        if len(sections) > 1:
            return None
        name = parser.optionxform(name)
        if sections:
            section = sections[0]
            value = parser.get(section, name, raw=True)
        else:
            value = values[name]
        return section, name, lambda: dict(parser.items(section, raw=True)), value


class LegacyInterpolation(Interpolation):
    """What parsers did long ago: values are formatted with % until nothing is left."""
    _shape = _re.compile(r'%\(([^)]*)\)s|.')

    def __init__(self):
        import warnings
        warnings.warn('LegacyInterpolation has been deprecated since Python 3.2 and will be '
                      'removed from the configparser module in Python 3.13. '
                      'Use BasicInterpolation or ExtendedInterpolation instead.',
                      DeprecationWarning, stacklevel=2)

    def before_get(self, parser, section, option, value, vars):
        text, rounds = value, 0
        while text and '%(' in text:
            if rounds == MAX_INTERPOLATION_DEPTH:
                raise InterpolationDepthError(option, section, value)
            rounds += 1
            try:
                text = self._with_keys(parser, text) % vars
            except KeyError as e:
                raise InterpolationMissingOptionError(option, section, value, e.args[0]) from None
        return text

    def _with_keys(self, parser, text):
        """The text with the names in it as the options are kept."""
        return self._shape.sub(
            lambda found: found[0] if found[1] is None else f'%({parser.optionxform(found[1])})s', text)

    @staticmethod
    def before_set(parser, section, option, value):
        return value


# --- reading -------------------------------------------------------------------------------------

def _comment_start(line, prefixes):
    """Where an inline comment begins: at one of the prefixes, first in the line or after a blank.
    Their first occurrences are looked at before the second ones, and so on."""
    places = [[m.start() for m in _re.finditer('(?=%s)' % _re.escape(p), line)] for p in prefixes]
    for rank in range(max(map(len, places), default=0)):
        starts = [p[rank] for p in places
                  if rank < len(p) and (p[rank] == 0 or line[p[rank] - 1].isspace())]
        if starts:
            return min(starts)
    return None


class _Reader:
    """Takes the lines of one source into a parser."""

    def __init__(self, parser, source):
        self.parser, self.source = parser, source
        self.known = set()      # sections, and (section, option), of this source
        self.section = None     # name of the current one
        self.values = None      # its options
        self.option = None      # name of the current one: what is indented deeper continues it
        self.indent = 0
        self.error = None

    def line(self, number, line):
        p = self.parser
        inline = p._inline_comment_prefixes
        start = _comment_start(line, inline) if inline else None
        if line.strip().startswith(p._comment_prefixes):
            start = 0
        text = line[:start].strip()
        if not text:
            self.blank(start is not None)
            return
        ink = p.NONSPACECRE.search(line)
        indent = ink.start() if ink else 0
        if self.values is not None and self.option and indent > self.indent:
            self.values[self.option].append(text)
            return
        self.indent = indent
        header = p.SECTCRE.match(text)
        if header:
            self.begin(header.group('header'), number)
        elif self.values is None:
            raise MissingSectionHeaderError(self.source, number, line)
        else:
            self.assign(p._optcre.match(text), number, line)

    def blank(self, comment):
        if not self.parser._empty_lines_in_values:
            self.indent = float('inf')      # nothing goes on after an empty line
        elif not comment and self.values is not None and self.option:
            lines = self.values[self.option]
            if lines is not None:
                lines.append('')

    def begin(self, name, number):
        p = self.parser
        self.section, self.option = name, None
        if name == p.default_section and name not in p._sections:
            self.values = p._defaults
            return
        if name not in p._sections:
            p._make_section(name)
        elif p._strict and name in self.known:
            raise DuplicateSectionError(name, self.source, number)
        self.values = p._sections[name]
        self.known.add(name)

    def assign(self, match, number, line):
        name = match and match.group('option')
        if not name:
            if self.error is None:
                self.error = ParsingError(self.source)
            self.error.append(number, repr(line))
            if match is None:
                return
        p = self.parser
        self.option = name = p.optionxform(name.rstrip())
        if p._strict and (self.section, name) in self.known:
            raise DuplicateOptionError(self.section, name, self.source, number)
        self.known.add((self.section, name))
        value = match.group('value')
        self.values[name] = None if value is None else [value.strip()]

    def finish(self):
        """Joins the lines of values."""
        p = self.parser

        def whole(section, name, lines):
            text = '\n'.join(lines).rstrip() if isinstance(lines, list) else lines
            return p._interpolation.before_read(p, section, name, text)

        for section in (p.default_section, *p._sections):
            values = p._sections.get(section, p._defaults)
            values.update([(name, whole(section, name, values[name])) for name in values])


_OPTION = r'(?P<option>.*?)\s*(?:(?P<vi>%s)\s*(?P<value>.*))%s$'


def _option_pattern(delimiters, allow_no_value):
    return _re.compile(_OPTION % ('|'.join(map(_re.escape, delimiters)),
                                  '?' if allow_no_value else ''))


# --- parsers -------------------------------------------------------------------------------------

class RawConfigParser(MutableMapping):
    """Sections of options, read from INI files, without interpolation."""

    _DEFAULT_INTERPOLATION = Interpolation()
    BOOLEAN_STATES = {'1': True, 'yes': True, 'true': True, 'on': True,
                      '0': False, 'no': False, 'false': False, 'off': False}
    SECTCRE = _re.compile(r'\[(?P<header>.+)\]')
    OPTCRE = _option_pattern('=:', False)
    OPTCRE_NV = _option_pattern('=:', True)
    NONSPACECRE = _re.compile(r'\S')

    def __init__(self, defaults=None, dict_type=_default_dict, allow_no_value=False, *,
                 delimiters=('=', ':'), comment_prefixes=('#', ';'), inline_comment_prefixes=None,
                 strict=True, empty_lines_in_values=True, default_section=DEFAULTSECT,
                 interpolation=_UNSET, converters=_UNSET):
        self._dict, self.default_section = dict_type, default_section
        self._sections, self._defaults, self._proxies = dict_type(), dict_type(), dict_type()
        self._converters = ConverterMapping(self)
        self._proxies[default_section] = SectionProxy(self, default_section)
        self._allow_no_value, self._strict = allow_no_value, strict
        self._empty_lines_in_values = empty_lines_in_values
        self._delimiters = tuple(delimiters)
        self._comment_prefixes = tuple(comment_prefixes or ())
        self._inline_comment_prefixes = tuple(inline_comment_prefixes or ())
        usual = self.OPTCRE_NV if allow_no_value else self.OPTCRE
        self._optcre = usual if delimiters == ('=', ':') else _option_pattern(delimiters, allow_no_value)
        chosen = self._DEFAULT_INTERPOLATION if interpolation is _UNSET else interpolation
        self._interpolation = Interpolation()   # for the defaults, in which % means nothing yet
        if not (chosen is None or isinstance(chosen, Interpolation)):
            raise TypeError('interpolation= must be None or an instance of Interpolation; '
                            f'got an object of type {type(chosen)}')
        self._converters.update(() if converters is _UNSET else converters)
        if defaults:
            self._take_defaults(defaults)
        if chosen is not None:
            self._interpolation = chosen

    def _take_defaults(self, defaults):
        self._defaults.update((self.optionxform(name), value) for name, value in defaults.items())

    # Sections

    def _make_section(self, name):
        self._sections[name] = self._dict()
        self._proxies[name] = SectionProxy(self, name)

    def _values_of(self, section):
        """The options that stand in a section itself."""
        if section in self._sections:
            return self._sections[section]
        if section == self.default_section:
            return self._defaults
        raise NoSectionError(section) from None

    def defaults(self):
        return self._defaults

    def sections(self):
        """Names of the sections, without that of the defaults."""
        return list(self._sections)

    def add_section(self, section):
        """Makes an empty section; one that is there, or the default one, is refused."""
        if section == self.default_section:
            raise ValueError(f'Invalid section name: {section!r}')
        if section in self._sections:
            raise DuplicateSectionError(section)
        self._make_section(section)

    def has_section(self, section):
        """Is there such a section? The default one does not count."""
        return section in self._sections

    def remove_section(self, section):
        """Drops a section; says whether it was there."""
        there = section in self._sections
        if there:
            del self._sections[section], self._proxies[section]
        return there

    def options(self, section):
        """Names of a section's options and of the defaults."""
        if section not in self._sections:
            raise NoSectionError(section) from None
        return list({**self._sections[section], **self._defaults})

    # Reading and writing

    def read(self, filenames, encoding=None):
        """Reads the files that can be opened and returns their names."""
        one = isinstance(filenames, (str, bytes)) or hasattr(filenames, '__fspath__')
        return [name.__fspath__() if hasattr(name, '__fspath__') else name
                for name in ([filenames] if one else filenames) if self._read_if_there(name, encoding)]

    def _read_if_there(self, name, encoding):
        try:
            with open(name, encoding=encoding) as f:
                self._read(f, name)
        except OSError:
            return False
        return True

    def read_file(self, f, source=None):
        """Reads the lines of a file or of any iterable."""
        self._read(f, getattr(f, 'name', '<???>') if source is None else source)

    def read_string(self, string, source='<string>'):
        """Reads a text."""
        from io import StringIO
        self.read_file(StringIO(string), source)

    def _read(self, lines, source):
        reader = _Reader(self, source)
        try:
            for number, line in enumerate(lines, 1):
                reader.line(number, line)
        finally:
            reader.finish()
        if reader.error is not None:
            raise reader.error

    def read_dict(self, dictionary, source='<dict>'):
        """Takes sections from a mapping of mappings; what is no string becomes one."""
        given = {}  # the options of each section so far, for 1 and '1' are the same one
        for section, options in [(str(section), options) for section, options in dictionary.items()]:
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if section in given and self._strict:
                    raise
            before = given.setdefault(section, set())
            for option, value in options.items():
                option = self.optionxform(str(option))
                if option in before and self._strict:
                    raise DuplicateOptionError(section, option, source)
                before.add(option)
                self.set(section, option, value if value is None else str(value))

    def write(self, fp, space_around_delimiters=True):
        """Writes everything to a file-like object, as an INI file."""
        sign = self._delimiters[0]
        if space_around_delimiters:
            sign = f' {sign} '
        sections = list(self._sections.items())
        if self._defaults:
            sections.insert(0, (self.default_section, self._defaults))
        for name, options in sections:
            for text in self._section_text(name, options, sign):
                fp.write(text)

    def _section_text(self, section, options, sign):
        yield f'[{section}]\n'
        for option, value in options.items():
            value = self._interpolation.before_write(self, section, option, value)
            if value is None and self._allow_no_value:
                yield f'{option}\n'
            else:   # what begins a line would be an option
                yield f'{option}{sign}' + '\n\t'.join(str(value).split('\n')) + '\n'
        yield '\n'

    # Options

    def optionxform(self, optionstr):
        """What names of options are told apart by; to be replaced where case matters."""
        return optionstr.lower()

    def _layers(self, section, vars):
        from collections import ChainMap
        own = {} if section == self.default_section and section not in self._sections \
            else self._values_of(section)
        extra = {self.optionxform(name): value if value is None else str(value)
                 for name, value in (vars.items() if vars else ())}
        return ChainMap(extra, own, self._defaults)

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        """The value of an option: of vars, the section or the defaults, or else the fallback."""
        try:
            layers = self._layers(section, vars)
            option = self.optionxform(option)
            if option not in layers:
                raise NoOptionError(option, section)
        except (NoSectionError, NoOptionError):
            if fallback is not _UNSET:
                return fallback
            raise
        value = layers[option]
        if value is None or raw:
            return value
        return self._interpolation.before_get(self, section, option, value, layers)

    def _get_conv(self, section, option, conv, *, fallback=_UNSET, **kwargs):
        try:
            return conv(self.get(section, option, **kwargs))
        except (NoSectionError, NoOptionError):
            if fallback is not _UNSET:
                return fallback
            raise

    def getint(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        """get, as int."""
        return self._get_conv(section, option, int, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        """get, as float."""
        return self._get_conv(section, option, float, raw=raw, vars=vars, fallback=fallback,
                              **kwargs)

    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        """get, as the truth that BOOLEAN_STATES gives to words."""
        return self._get_conv(section, option, self._convert_to_boolean, raw=raw, vars=vars,
                              fallback=fallback, **kwargs)

    def _convert_to_boolean(self, value):
        word = value.lower()
        if word in self.BOOLEAN_STATES:
            return self.BOOLEAN_STATES[word]
        raise ValueError(f'Not a boolean: {value}')

    def items(self, section=_UNSET, raw=False, vars=None):
        """(name, section) pairs, or the (option, value) pairs of one section."""
        if section is _UNSET:
            return super().items()
        own = self._defaults.copy()
        own.update(self._values_of(section))
        known = own.copy()  # what values may refer to
        known.update((self.optionxform(name), value) for name, value in (vars or {}).items())
        if raw:
            return [(name, known[name]) for name in own]
        seen = self._interpolation.before_get
        return [(name, seen(self, section, name, known[name], known)) for name in own]

    def popitem(self):
        """Removes the first section and returns it with its name."""
        for name in self._sections:
            section = self[name]
            del self[name]
            return name, section
        raise KeyError

    def has_option(self, section, option):
        """Has the section, or have the defaults, that option?"""
        option = self.optionxform(option)
        if not section or section == self.default_section:
            return option in self._defaults
        own = self._sections.get(section)
        return own is not None and (option in own or option in self._defaults)

    def set(self, section, option, value=None):
        """Sets an option."""
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        values = self._values_of(section or self.default_section)
        values[self.optionxform(option)] = value

    def remove_option(self, section, option):
        """Drops an option; says whether it was there."""
        values = self._values_of(section or self.default_section)
        return values.pop(self.optionxform(option), _UNSET) is not _UNSET

    def _validate_value_types(self, *, section='', option='', value=''):
        given = {'section names': section, 'option keys': option}
        if value or not self._allow_no_value:
            given['option values'] = value
        for what, text in given.items():
            if not isinstance(text, str):
                raise TypeError(what + ' must be strings')

    # As a mapping

    def __getitem__(self, key):
        if key not in self:
            raise KeyError(key)
        return self._proxies[key]

    def __setitem__(self, key, value):
        if key in self:
            if self[key] is value:
                return
            self._values_of(key).clear()    # what was there is replaced, not added to
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError('Cannot remove the default section.')
        if not self.remove_section(key):
            raise KeyError(key)

    def __contains__(self, key):
        return self.has_section(key) or key == self.default_section

    def __len__(self):
        return 1 + len(self._sections)

    def __iter__(self):
        yield self.default_section
        yield from self._sections

    @property
    def converters(self):
        return self._converters


class ConfigParser(RawConfigParser):
    """Sections of options, read from INI files, whose values may refer to each other."""

    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def _take_defaults(self, defaults):
        self.read_dict({self.default_section: defaults})    # which makes strings of them

    def add_section(self, section):
        self._validate_value_types(section=section)
        super().add_section(section)

    def set(self, section, option, value=None):
        self._validate_value_types(option=option, value=value)
        super().set(section, option, value)


class SectionProxy(MutableMapping):
    """One section of a parser, as a mapping of its options."""

    def __init__(self, parser, name):
        self._parser, self._name = parser, name
        for kind in parser.converters:
            self._learn('get' + kind, getattr(parser, 'get' + kind))

    def _learn(self, name, getter):
        def get(option, *args, **kwargs):
            return self.get(option, *args, _impl=getter, **kwargs)
        setattr(self, name, get)

    @property
    def name(self):
        return self._name

    @property
    def parser(self):
        return self._parser

    def __repr__(self):
        return f'<Section: {self._name}>'

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        """The value of an option, or the fallback."""
        getter = _impl or self._parser.get
        return getter(self._name, option, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def __getitem__(self, key):
        if key in self:
            return self._parser.get(self._name, key)
        raise KeyError(key)

    def __setitem__(self, key, value):
        self._parser._validate_value_types(option=key, value=value)
        return self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if key not in self or not self._parser.remove_option(self._name, key):
            raise KeyError(key)

    def _names(self):
        p = self._parser
        return p.defaults() if self._name == p.default_section else p.options(self._name)

    def __len__(self):
        return len(self._names())

    def __iter__(self):
        return iter(self._names())


class ConverterMapping(MutableMapping):
    """A parser's converters by name: `name` is what its method `getname` applies."""

    def __init__(self, parser):
        self._parser = parser
        self._data = {name[3:]: None for name in dir(parser)
                      if len(name) > 3 and name.startswith('get') and callable(getattr(parser, name))}

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        if not isinstance(key, str):
            raise ValueError(f'Incompatible key: {key} (type: {type(key)})')
        if not key:
            raise ValueError('Incompatible key: cannot use "" as a name')
        self._data[key] = value
        parser, name = self._parser, 'get' + key

        def get(section, option, **kwargs):
            return parser._get_conv(section, option, value, **kwargs)
        get.converter = value
        setattr(parser, name, get)
        for section in parser.values():
            section._learn(name, get)

    def __delitem__(self, key):
        if not isinstance(key, str):
            raise KeyError(key)
        del self._data[key]
        for owner in (self._parser, *self._parser.values()):
            owner.__dict__.pop('get' + key, None)

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)
