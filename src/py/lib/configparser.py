# Module configparser: INI texts as sections of options, with interpolation of values.
from _collections_abc import MutableMapping
import re as _re

__all__ = ('NoSectionError', 'DuplicateOptionError', 'DuplicateSectionError', 'NoOptionError',
           'InterpolationError', 'InterpolationDepthError', 'InterpolationMissingOptionError',
           'InterpolationSyntaxError', 'ParsingError', 'MissingSectionHeaderError', 'ConfigParser',
           'RawConfigParser', 'Interpolation', 'BasicInterpolation', 'ExtendedInterpolation',
           'LegacyInterpolation', 'SectionProxy', 'ConverterMapping', 'DEFAULTSECT',
           'MAX_INTERPOLATION_DEPTH')

DEFAULTSECT = 'DEFAULT'
MAX_INTERPOLATION_DEPTH = 10
_default_dict = dict
_UNSET = object()


class Error(Exception):
    """Base class for ConfigParser exceptions."""

    def __init__(self, msg=''):
        self.message = msg
        Exception.__init__(self, msg)

    def __repr__(self):
        return self.message

    __str__ = __repr__


class NoSectionError(Error):
    """Raised when no section matches a requested option."""

    def __init__(self, section):
        Error.__init__(self, 'No section: %r' % (section,))
        self.section = section
        self.args = (section,)


def _while_reading(kind, what, source, lineno):
    if source is None:
        return kind.capitalize() + ' ' + what
    line = '' if lineno is None else f' [line {lineno:2d}]'
    return f'While reading from {source!r}{line}: {kind} {what}'


class DuplicateSectionError(Error):
    """Raised when a section is repeated in an input source, or added twice."""

    def __init__(self, section, source=None, lineno=None):
        Error.__init__(self, _while_reading('section', f'{section!r} already exists', source,
                                            lineno))
        self.section, self.source, self.lineno = section, source, lineno
        self.args = (section, source, lineno)


class DuplicateOptionError(Error):
    """Raised by strict parsers when an option is repeated in an input source."""

    def __init__(self, section, option, source=None, lineno=None):
        what = f'{option!r} in section {section!r} already exists'
        Error.__init__(self, _while_reading('option', what, source, lineno))
        self.section, self.option, self.source, self.lineno = section, option, source, lineno
        self.args = (section, option, source, lineno)


class NoOptionError(Error):
    """A requested option was not found."""

    def __init__(self, option, section):
        Error.__init__(self, 'No option %r in section: %r' % (option, section))
        self.option, self.section = option, section
        self.args = (option, section)


class InterpolationError(Error):
    """Base class for interpolation-related exceptions."""

    def __init__(self, option, section, msg):
        Error.__init__(self, msg)
        self.option, self.section = option, section
        self.args = (option, section, msg)


class InterpolationMissingOptionError(InterpolationError):
    """A string substitution required a setting which was not available."""

    def __init__(self, option, section, rawval, reference):
        msg = (f'Bad value substitution: option {option!r} in section {section!r} contains '
               f'an interpolation key {reference!r} which is not a valid option name. '
               f'Raw value: {rawval!r}')
        InterpolationError.__init__(self, option, section, msg)
        self.reference = reference
        self.args = (option, section, rawval, reference)


class InterpolationSyntaxError(InterpolationError):
    """Raised when the source text contains invalid syntax."""


class InterpolationDepthError(InterpolationError):
    """Raised when substitutions are nested too deeply."""

    def __init__(self, option, section, rawval):
        msg = (f'Recursion limit exceeded in value substitution: option {option!r} in section '
               f'{section!r} contains an interpolation key which cannot be substituted in '
               f'{MAX_INTERPOLATION_DEPTH} steps. Raw value: {rawval!r}')
        InterpolationError.__init__(self, option, section, msg)
        self.args = (option, section, rawval)


class ParsingError(Error):
    """Raised when a configuration file does not follow legal syntax."""

    def __init__(self, source):
        super().__init__(f'Source contains parsing errors: {source!r}')
        self.source, self.errors = source, []
        self.args = (source,)

    def append(self, lineno, line):
        self.errors.append((lineno, line))
        self.message += '\n\t[line %2d]: %s' % (lineno, line)


class MissingSectionHeaderError(ParsingError):
    """Raised when a key-value pair is found before any section header."""

    def __init__(self, filename, lineno, line):
        Error.__init__(self, 'File contains no section headers.\nfile: %r, line: %d\n%r'
                       % (filename, lineno, line))
        self.source, self.lineno, self.line = filename, lineno, line
        self.args = (filename, lineno, line)


class Interpolation:
    """Dummy interpolation that passes the value through with no changes."""

    def before_get(self, parser, section, option, value, defaults):
        return value

    def before_set(self, parser, section, option, value):
        return value

    def before_read(self, parser, section, option, value):
        return value

    def before_write(self, parser, section, option, value):
        return value


class _References(Interpolation):
    """Values that refer to others: _mark _open NAME close, the mark doubled stands for itself."""

    def before_get(self, parser, section, option, value, defaults):
        out = []
        self._interpolate_some(parser, option, out, value, section, defaults, 1)
        return ''.join(out)

    def before_set(self, parser, section, option, value):
        rest = self._KEYCRE.sub('', value.replace(self._mark * 2, ''))
        if self._mark in rest:
            raise ValueError('invalid interpolation syntax in %r at position %d'
                             % (value, rest.find(self._mark)))
        return value

    def _interpolate_some(self, parser, option, out, rest, section, values, depth):
        raw = parser.get(section, option, raw=True, fallback=rest)
        if depth > MAX_INTERPOLATION_DEPTH:
            raise InterpolationDepthError(option, section, raw)
        mark = self._mark
        while rest:
            text, found, _ = rest.partition(mark)
            if text:
                out.append(text)
            if not found:
                return
            rest = rest[len(text):]
            follows = rest[1:2]
            if follows == mark:
                out.append(mark)
                rest = rest[2:]
            elif follows == self._open:
                match = self._KEYCRE.match(rest)
                if match is None:
                    raise InterpolationSyntaxError(
                        option, section, 'bad interpolation variable reference %r' % rest)
                where = self._find(parser, option, section, values, match[1], rest, raw)
                rest = rest[match.end():]
                value = where[0]
                if mark in value:
                    self._interpolate_some(parser, where[1], out, value, where[2], where[3],
                                           depth + 1)
                else:
                    out.append(value)
            else:
                raise InterpolationSyntaxError(
                    option, section, f"'{mark}' must be followed by '{mark}' or '{self._open}', "
                    f'found: {rest!r}')


class BasicInterpolation(_References):
    """%(name)s refers to an option of the same section or of the default section."""
    _mark, _open = '%', '('
    _KEYCRE = _re.compile(r'%\(([^)]+)\)s')

    def _find(self, parser, option, section, values, name, rest, raw):
        """-> (value, then for what it refers to: option, section, values)"""
        name = parser.optionxform(name)
        try:
            return values[name], option, section, values
        except KeyError:
            raise InterpolationMissingOptionError(option, section, raw, name) from None


class ExtendedInterpolation(_References):
    """${name} or ${section:name}, as in zc.buildout."""
    _mark, _open = '$', '{'
    _KEYCRE = _re.compile(r'\$\{([^}]+)\}')

    def _find(self, parser, option, section, values, name, rest, raw):
        path = name.split(':')
        if len(path) > 2:
            rest = rest[len(name) + 3:]
            raise InterpolationSyntaxError(option, section,
                                           "More than one ':' found: %r" % (rest,))
        try:
            opt = parser.optionxform(path[-1])
            if len(path) == 1:
                value = values[opt]
            else:
                section_, value = path[0], parser.get(path[0], opt, raw=True)
        except (KeyError, NoSectionError, NoOptionError):
            raise InterpolationMissingOptionError(option, section, raw, ':'.join(path)) from None
        if len(path) == 1:
            section_ = section
        more = dict(parser.items(section_, raw=True)) if '$' in value else None
        return value, opt, section_, more


class LegacyInterpolation(Interpolation):
    """Deprecated: %-formatting of the whole value, again and again."""
    _KEYCRE = _re.compile(r'%\(([^)]*)\)s|.')

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        import warnings
        warnings.warn('LegacyInterpolation has been deprecated since Python 3.2 and will be '
                      'removed from the configparser module in Python 3.13. '
                      'Use BasicInterpolation or ExtendedInterpolation instead.',
                      DeprecationWarning, stacklevel=2)

    def before_get(self, parser, section, option, value, vars):
        def named(match):
            if match[1] is None:
                return match[0]
            return '%%(%s)s' % parser.optionxform(match[1])

        raw = value
        for _ in range(MAX_INTERPOLATION_DEPTH):
            if not (value and '%(' in value):
                break
            try:
                value = self._KEYCRE.sub(named, value) % vars
            except KeyError as e:
                raise InterpolationMissingOptionError(option, section, raw, e.args[0]) from None
        if value and '%(' in value:
            raise InterpolationDepthError(option, section, raw)
        return value


_SECTION = r'\[(?P<header>.+)\]'
_OPTION = r'(?P<option>.*?)\s*(?:(?P<vi>{delim})\s*(?P<value>.*)){optional}$'


class RawConfigParser(MutableMapping):
    """ConfigParser that does not do interpolation."""
    SECTCRE = _re.compile(_SECTION)
    OPTCRE = _re.compile(_OPTION.format(delim='=|:', optional=''))
    OPTCRE_NV = _re.compile(_OPTION.format(delim='=|:', optional='?'))
    NONSPACECRE = _re.compile(r'\S')
    BOOLEAN_STATES = {'1': True, 'yes': True, 'true': True, 'on': True,
                      '0': False, 'no': False, 'false': False, 'off': False}
    _DEFAULT_INTERPOLATION = Interpolation()

    def __init__(self, defaults=None, dict_type=_default_dict, allow_no_value=False, *,
                 delimiters=('=', ':'), comment_prefixes=('#', ';'), inline_comment_prefixes=None,
                 strict=True, empty_lines_in_values=True, default_section=DEFAULTSECT,
                 interpolation=_UNSET, converters=_UNSET):
        self._dict = dict_type
        self._sections, self._defaults, self._proxies = dict_type(), dict_type(), dict_type()
        self._converters = ConverterMapping(self)
        self._proxies[default_section] = SectionProxy(self, default_section)
        self._delimiters = tuple(delimiters)
        if delimiters == ('=', ':'):
            self._optcre = self.OPTCRE_NV if allow_no_value else self.OPTCRE
        else:
            self._optcre = _re.compile(_OPTION.format(
                delim='|'.join([_re.escape(d) for d in delimiters]),
                optional='?' if allow_no_value else ''))
        self._comment_prefixes = tuple(comment_prefixes or ())
        self._inline_comment_prefixes = tuple(inline_comment_prefixes or ())
        self._strict, self._allow_no_value = strict, allow_no_value
        self._empty_lines_in_values = empty_lines_in_values
        self.default_section = default_section
        if interpolation is _UNSET:
            interpolation = self._DEFAULT_INTERPOLATION
        self._interpolation = Interpolation() if interpolation is None else interpolation
        if not isinstance(self._interpolation, Interpolation):
            raise TypeError('interpolation= must be None or an instance of Interpolation; '
                            f'got an object of type {type(self._interpolation)}')
        if converters is not _UNSET:
            self._converters.update(converters)
        if defaults:
            self._read_defaults(defaults)

    def defaults(self):
        return self._defaults

    def sections(self):
        """Return a list of section names, excluding [DEFAULT]."""
        return list(self._sections.keys())

    def add_section(self, section):
        """Create a new section in the configuration."""
        if section in self._sections:
            raise DuplicateSectionError(section)
        if section == self.default_section:
            raise ValueError('Invalid section name: %r' % section)
        self._sections[section] = self._dict()
        self._proxies[section] = SectionProxy(self, section)

    def has_section(self, section):
        """Indicate whether the named section is present; DEFAULT is not acknowledged."""
        return section in self._sections

    def options(self, section):
        """Return a list of option names for the given section name."""
        try:
            names = self._sections[section].copy()
        except KeyError:
            raise NoSectionError(section) from None
        names.update(self._defaults)
        return list(names.keys())

    # Reading.

    def read(self, filenames, encoding=None):
        """Read a filename or an iterable of them; return those that could be read."""
        if isinstance(filenames, (str, bytes)) or hasattr(filenames, '__fspath__'):
            filenames = [filenames]
        done = []
        for filename in filenames:
            try:
                with open(filename, encoding=encoding) as f:
                    self._read(f, filename)
            except OSError:
                continue
            done.append(filename.__fspath__() if hasattr(filename, '__fspath__') else filename)
        return done

    def read_file(self, f, source=None):
        """Like read() but the argument must be a file-like object or an iterable of lines."""
        if source is None:
            source = getattr(f, 'name', '<???>')
        self._read(f, source)

    def read_string(self, string, source='<string>'):
        """Read configuration from a given string."""
        self._read(string.splitlines(keepends=True), source)

    def read_dict(self, dictionary, source='<dict>'):
        """Read configuration from a dictionary {section: {option: value}}."""
        added = set()
        for section, options in dictionary.items():
            section = str(section)
            try:
                self.add_section(section)
            except (DuplicateSectionError, ValueError):
                if self._strict and section in added:
                    raise
            added.add(section)
            for key, value in options.items():
                key = self.optionxform(str(key))
                if value is not None:
                    value = str(value)
                if self._strict and (section, key) in added:
                    raise DuplicateOptionError(section, key, source)
                added.add((section, key))
                self.set(section, key, value)

    def _read_defaults(self, defaults):
        for key, value in defaults.items():
            self._defaults[self.optionxform(key)] = value

    def _comment_start(self, line):
        """Where the line's comment begins, None without one."""
        if line.strip().startswith(self._comment_prefixes):
            return 0
        starts = []
        for prefix in self._inline_comment_prefixes:
            i = line.find(prefix)
            while i > 0 and not line[i - 1].isspace():
                i = line.find(prefix, i + 1)
            if i >= 0:
                starts.append(i)
        return min(starts, default=None)

    def _read(self, fp, fpname):
        """Parses lines: values of options are lists of lines until the end."""
        added, section, sectname, optname = set(), None, None, None
        indent, error = 0, None
        for lineno, line in enumerate(fp, start=1):
            comment = self._comment_start(line)
            value = line[:comment].strip()
            if not value:
                if not self._empty_lines_in_values:
                    indent = 1 << 62  # nothing continues behind an empty line
                elif comment is None and section is not None and optname and \
                        section[optname] is not None:
                    section[optname].append('')
                continue
            first = self.NONSPACECRE.search(line)
            level = first.start() if first else 0
            if section is not None and optname and level > indent:
                section[optname].append(value)
                continue
            indent = level
            header = self.SECTCRE.match(value)
            if header:
                sectname, optname = header.group('header'), None
                section = self._enter(sectname, added, fpname, lineno)
                continue
            if section is None:
                raise MissingSectionHeaderError(fpname, lineno, line)
            match = self._optcre.match(value)
            if not match or not match.group('option'):
                error = error or ParsingError(fpname)
                error.append(lineno, repr(line))
                if not match:
                    continue
            optname, _, optval = match.group('option', 'vi', 'value')
            optname = self.optionxform(optname.rstrip())
            if self._strict and (sectname, optname) in added:
                raise DuplicateOptionError(sectname, optname, fpname, lineno)
            added.add((sectname, optname))
            section[optname] = None if optval is None else [optval.strip()]
        self._join_multiline_values()
        if error:
            raise error

    def _enter(self, name, added, fpname, lineno):
        """The options of the section that a header names."""
        if name == self.default_section:
            return self._defaults
        if name in self._sections:
            if self._strict and name in added:
                raise DuplicateSectionError(name, fpname, lineno)
        else:
            self._sections[name] = self._dict()
            self._proxies[name] = SectionProxy(self, name)
        added.add(name)
        return self._sections[name]

    def _join_multiline_values(self):
        for section, options in [(self.default_section, self._defaults), *self._sections.items()]:
            for name, value in options.items():
                if isinstance(value, list):
                    value = '\n'.join(value).rstrip()
                options[name] = self._interpolation.before_read(self, section, name, value)

    # Getting values.

    def _unify_values(self, section, vars):
        """vars before the section before the defaults"""
        options = self._sections.get(section)
        if options is None:
            if section != self.default_section:
                raise NoSectionError(section) from None
            options = {}
        given = {}
        for key, value in vars.items() if vars else ():
            given[self.optionxform(key)] = None if value is None else str(value)
        from collections import ChainMap
        return ChainMap(given, options, self._defaults)

    def get(self, section, option, *, raw=False, vars=None, fallback=_UNSET):
        """Get an option value for a given section."""
        try:
            values = self._unify_values(section, vars)
        except NoSectionError:
            if fallback is _UNSET:
                raise
            return fallback
        option = self.optionxform(option)
        try:
            value = values[option]
        except KeyError:
            if fallback is _UNSET:
                raise NoOptionError(option, section)
            return fallback
        if raw or value is None:
            return value
        return self._interpolation.before_get(self, section, option, value, values)

    def _get_conv(self, section, option, conv, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        try:
            return conv(self.get(section, option, raw=raw, vars=vars, **kwargs))
        except (NoSectionError, NoOptionError):
            if fallback is _UNSET:
                raise
            return fallback

    def getint(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, int, raw=raw, vars=vars, fallback=fallback, **kwargs)

    def getfloat(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, float, raw=raw, vars=vars, fallback=fallback,
                              **kwargs)

    def getboolean(self, section, option, *, raw=False, vars=None, fallback=_UNSET, **kwargs):
        return self._get_conv(section, option, self._convert_to_boolean, raw=raw, vars=vars,
                              fallback=fallback, **kwargs)

    def _convert_to_boolean(self, value):
        if value.lower() not in self.BOOLEAN_STATES:
            raise ValueError('Not a boolean: %s' % value)
        return self.BOOLEAN_STATES[value.lower()]

    def items(self, section=_UNSET, raw=False, vars=None):
        """(name, value) tuples of a section's options, or (name, proxy) of the sections."""
        if section is _UNSET:
            return super().items()
        values = self._defaults.copy()
        try:
            values.update(self._sections[section])
        except KeyError:
            if section != self.default_section:
                raise NoSectionError(section)
        names = list(values.keys())
        for key, value in vars.items() if vars else ():
            values[self.optionxform(key)] = value
        if raw:
            return [(name, values[name]) for name in names]
        return [(name, self._interpolation.before_get(self, section, name, values[name], values))
                for name in names]

    def popitem(self):
        """Remove a section from the parser and return it as (name, proxy)."""
        for key in self.sections():
            value = self[key]
            del self[key]
            return key, value
        raise KeyError

    def optionxform(self, optionstr):
        return optionstr.lower()

    def has_option(self, section, option):
        """Check for the existence of a given option in a given section."""
        option = self.optionxform(option)
        if not section or section == self.default_section:
            return option in self._defaults
        return section in self._sections and (option in self._sections[section]
                                              or option in self._defaults)

    # Changing and writing.

    def _own(self, section):
        if not section or section == self.default_section:
            return self._defaults
        try:
            return self._sections[section]
        except KeyError:
            raise NoSectionError(section) from None

    def set(self, section, option, value=None):
        """Set an option."""
        if value:
            value = self._interpolation.before_set(self, section, option, value)
        self._own(section)[self.optionxform(option)] = value

    def write(self, fp, space_around_delimiters=True):
        """Write an .ini-format representation of the configuration state."""
        delimiter = self._delimiters[0]
        if space_around_delimiters:
            delimiter = f' {delimiter} '
        if self._defaults:
            self._write_section(fp, self.default_section, self._defaults.items(), delimiter)
        for section in self._sections:
            self._write_section(fp, section, self._sections[section].items(), delimiter)

    def _write_section(self, fp, section_name, section_items, delimiter):
        fp.write(f'[{section_name}]\n')
        for key, value in section_items:
            value = self._interpolation.before_write(self, section_name, key, value)
            if value is not None or not self._allow_no_value:
                value = delimiter + str(value).replace('\n', '\n\t')
            fp.write(f'{key}{value or ""}\n')
        fp.write('\n')

    def remove_option(self, section, option):
        """Remove an option."""
        options, option = self._own(section), self.optionxform(option)
        existed = option in options
        if existed:
            del options[option]
        return existed

    def remove_section(self, section):
        """Remove a file section."""
        existed = section in self._sections
        if existed:
            del self._sections[section]
            del self._proxies[section]
        return existed

    # The mapping of names to sections.

    def __getitem__(self, key):
        if key != self.default_section and not self.has_section(key):
            raise KeyError(key)
        return self._proxies[key]

    def __setitem__(self, key, value):
        if key in self and self[key] is value:
            return
        if key == self.default_section:
            self._defaults.clear()
        elif key in self._sections:
            self._sections[key].clear()
        self.read_dict({key: value})

    def __delitem__(self, key):
        if key == self.default_section:
            raise ValueError('Cannot remove the default section.')
        if not self.has_section(key):
            raise KeyError(key)
        self.remove_section(key)

    def __contains__(self, key):
        return key == self.default_section or self.has_section(key)

    def __len__(self):
        return len(self._sections) + 1

    def __iter__(self):
        yield self.default_section
        yield from self._sections

    @property
    def converters(self):
        return self._converters

    def _validate_value_types(self, *, section='', option='', value=''):
        if not isinstance(section, str):
            raise TypeError('section names must be strings')
        if not isinstance(option, str):
            raise TypeError('option keys must be strings')
        if (not self._allow_no_value or value) and not isinstance(value, str):
            raise TypeError('option values must be strings')


class ConfigParser(RawConfigParser):
    """ConfigParser implementing interpolation."""
    _DEFAULT_INTERPOLATION = BasicInterpolation()

    def set(self, section, option, value=None):
        """Set an option; only strings are values."""
        self._validate_value_types(option=option, value=value)
        super().set(section, option, value)

    def add_section(self, section):
        """Create a new section in the configuration; its name is a string."""
        self._validate_value_types(section=section)
        super().add_section(section)

    def _read_defaults(self, defaults):
        held, self._interpolation = self._interpolation, Interpolation()
        try:
            self.read_dict({self.default_section: defaults})
        finally:
            self._interpolation = held


class SectionProxy(MutableMapping):
    """A section as a mapping of its options."""

    def __init__(self, parser, name):
        self._parser, self._name = parser, name
        for conv in parser.converters:
            key = 'get' + conv
            setattr(self, key, _bound(self.get, getattr(parser, key)))

    def __repr__(self):
        return f'<Section: {self._name}>'

    def __getitem__(self, key):
        if not self._parser.has_option(self._name, key):
            raise KeyError(key)
        return self._parser.get(self._name, key)

    def __setitem__(self, key, value):
        self._parser._validate_value_types(option=key, value=value)
        return self._parser.set(self._name, key, value)

    def __delitem__(self, key):
        if not (self._parser.has_option(self._name, key)
                and self._parser.remove_option(self._name, key)):
            raise KeyError(key)

    def __contains__(self, key):
        return self._parser.has_option(self._name, key)

    def __len__(self):
        return len(self._options())

    def __iter__(self):
        return self._options().__iter__()

    def _options(self):
        if self._name != self._parser.default_section:
            return self._parser.options(self._name)
        return list(self._parser.defaults())

    @property
    def parser(self):
        return self._parser

    @property
    def name(self):
        return self._name

    def get(self, option, fallback=None, *, raw=False, vars=None, _impl=None, **kwargs):
        """Get an option value; fallback when it is missing."""
        return (_impl or self._parser.get)(self._name, option, raw=raw, vars=vars,
                                           fallback=fallback, **kwargs)


def _bound(get, impl):
    from functools import partial
    return partial(get, _impl=impl)


class ConverterMapping(MutableMapping):
    """Names of converters to functions; each makes a get<name>() of the parser and its sections."""

    def __init__(self, parser):
        self._parser, self._data = parser, {}
        for name in dir(parser):
            if name.startswith('get') and len(name) > 3 and callable(getattr(parser, name)):
                self._data[name[3:]] = None  # a method of the parser's own

    def __getitem__(self, key):
        return self._data[key]

    def __setitem__(self, key, value):
        try:
            name = 'get' + key
        except TypeError:
            raise ValueError(f'Incompatible key: {key} (type: {type(key)})')
        if name == 'get':
            raise ValueError('Incompatible key: cannot use "" as a name')
        self._data[key] = value
        from functools import partial
        getter = partial(self._parser._get_conv, conv=value)
        getter.converter = value
        setattr(self._parser, name, getter)
        for proxy in self._parser.values():
            setattr(proxy, name, partial(proxy.get, _impl=getter))

    def __delitem__(self, key):
        if not key:
            raise KeyError(key)
        name = 'get' + key
        del self._data[key]
        for owner in (self._parser, *self._parser.values()):
            try:
                delattr(owner, name)
            except AttributeError:  # a method: it stays
                continue

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)
