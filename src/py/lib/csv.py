# Module csv: records of separated values read and written by a dialect. Plain lines are split at
# once; the others go through the reader's states. Class Sniffer is in _csv_sniffer.
import re as _re

__all__ = ['QUOTE_MINIMAL', 'QUOTE_ALL', 'QUOTE_NONNUMERIC', 'QUOTE_NONE', 'QUOTE_STRINGS',
           'QUOTE_NOTNULL', 'Error', 'Dialect', 'excel', 'excel_tab', 'field_size_limit', 'reader',
           'writer', 'register_dialect', 'get_dialect', 'list_dialects', 'Sniffer',
           'unregister_dialect', 'DictReader', 'DictWriter', 'unix_dialect', '__version__']

__version__ = '1.0'
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE, QUOTE_STRINGS, QUOTE_NOTNULL = range(6)
_limit = [131072]
_dialects = {}


class Error(Exception):
    __module__ = '_csv'


class Dialect:
    """Describe a CSV dialect: a class to derive from, with the attributes set."""
    _name, _valid = '', False
    delimiter = quotechar = escapechar = doublequote = skipinitialspace = None
    lineterminator = quoting = None

    def __init__(self):
        self._valid = type(self) is not Dialect
        try:
            _Dialect(self, {})
        except TypeError as err:
            raise Error(str(err)) from None


class excel(Dialect):
    """Describe the usual properties of Excel-generated CSV files."""
    delimiter, quotechar, doublequote, skipinitialspace = ',', '"', True, False
    lineterminator, quoting = '\r\n', QUOTE_MINIMAL


class excel_tab(excel):
    """Describe the usual properties of Excel-generated TAB-delimited files."""
    delimiter = '\t'


class unix_dialect(Dialect):
    """Describe the usual properties of Unix-generated CSV files."""
    delimiter, quotechar, doublequote, skipinitialspace = ',', '"', True, False
    lineterminator, quoting = '\n', QUOTE_ALL


_DEFAULTS = {'delimiter': ',', 'quotechar': '"', 'escapechar': None, 'doublequote': True,
             'skipinitialspace': False, 'lineterminator': '\r\n', 'quoting': QUOTE_MINIMAL,
             'strict': False}


def _check_char(name, value):
    if value is None and name != 'delimiter':
        return
    if not isinstance(value, str):
        raise TypeError(f'"{name}" must be string{" or None" if name != "delimiter" else ""}, '
                        f'not {type(value).__name__}')
    if len(value) != 1:
        raise TypeError(f'"{name}" must be a 1-character string')


class _Dialect:
    """The checked and frozen form of a dialect that readers and writers work with."""
    __slots__ = tuple(_DEFAULTS)
    __module__, __qualname__ = '_csv', 'Dialect'

    def __init__(self, dialect, given):
        for name in given:
            if name not in _DEFAULTS:
                raise TypeError(f"'{name}' is an invalid keyword argument for this function")
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        values = dict(_DEFAULTS)
        for name in _DEFAULTS if dialect is not None else ():
            values[name] = getattr(dialect, name, values[name])
        values.update(given)
        for name in ('delimiter', 'quotechar', 'escapechar'):
            _check_char(name, values[name])
        if values['quotechar'] is None and 'quoting' not in given and \
                not hasattr(dialect, 'quoting'):
            values['quoting'] = QUOTE_NONE
        quoting, end = values['quoting'], values['lineterminator']
        if type(quoting) is not int:
            raise TypeError('"quoting" must be an integer')
        if not 0 <= quoting <= 5:
            if abs(quoting) >> 31:
                raise OverflowError('Python int too large to convert to C int')
            raise TypeError('bad "quoting" value')
        if values['quotechar'] is None and quoting != QUOTE_NONE:
            raise TypeError('quotechar must be set if quoting enabled')
        if end is None:
            raise TypeError('lineterminator must be set')
        if not isinstance(end, str):
            raise TypeError('"lineterminator" must be a string')
        for name, value in values.items():
            if name in ('doublequote', 'skipinitialspace', 'strict'):
                value = bool(value)
            object.__setattr__(self, name, value)

    def __setattr__(self, name, value=None):
        if name in _DEFAULTS:
            raise AttributeError(f"attribute '{name}' of '_csv.Dialect' objects is not writable")
        raise AttributeError(f"'_csv.Dialect' object has no attribute '{name}'")

    __delattr__ = __setattr__

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'Dialect' instances")


_Dialect.__name__ = 'Dialect'


def register_dialect(name, dialect=None, **fmtparams):
    """Create a mapping from a string name to a dialect class."""
    if not isinstance(name, str):
        raise TypeError('dialect name must be a string')
    _dialects[name] = _Dialect(dialect, fmtparams)


def unregister_dialect(name):
    """Delete the name/dialect mapping associated with a string name."""
    if name not in _dialects:
        raise Error('unknown dialect')
    del _dialects[name]


def get_dialect(name):
    """Return the dialect instance associated with name."""
    if name not in _dialects:
        raise Error('unknown dialect')
    return _dialects[name]


def list_dialects():
    """Return a list of all known dialect names."""
    return list(_dialects)


register_dialect('excel', excel)
register_dialect('excel-tab', excel_tab)
register_dialect('unix', unix_dialect)


def field_size_limit(*args):
    """Sets an upper limit on parsed fields; returns the old one."""
    if len(args) > 1:
        raise TypeError('field_size_limit() takes at most 1 argument '
                        f'({len(args)} given)')
    old = _limit[0]
    if args:
        if not isinstance(args[0], int):
            raise TypeError('limit must be an integer')
        _limit[0] = args[0]
    return old


class _ReadOnly:
    """Readers and writers: attributes are set by the module alone."""
    __slots__ = ()

    def __setattr__(self, name, value=None):
        if name in ('dialect', 'line_num') and hasattr(self, name):
            raise AttributeError('readonly attribute')
        raise AttributeError(f"'_csv.{type(self).__name__}' object has no attribute '{name}'")

    __delattr__ = __setattr__


# States of a reader at a character. _AFTER is behind a quote that may close its field, _ESCAPED in
# a field with an escaped line end, which the end of the line does not close.
_START, _FIELD, _QUOTED, _AFTER, _EAT, _ESCAPED = range(6)
_NEXT = object()  # the line is still to be read


class _Reader(_ReadOnly):
    __slots__ = ('dialect', '_lines', '_number', '_plain', '_quick', '_stop', '_stop_quoted')
    __module__, __qualname__ = '_csv', 'reader'

    def __init__(self, lines, d):
        put = object.__setattr__
        put(self, 'dialect', d)
        put(self, '_lines', iter(lines))
        put(self, '_number', [0])
        quote = d.quotechar if d.quoting != QUOTE_NONE else None
        special = ''.join([c for c in (quote, d.escapechar) if c])
        # A line is plain when its fields can be had by splitting it.
        put(self, '_plain', not d.skipinitialspace and d.quoting != QUOTE_NONNUMERIC
            and d.delimiter not in '\r\n' and tuple(special))
        # What only a line that is not plain has, where that is one character.
        put(self, '_quick', special if self._plain and len(special) == 1 else None)
        escape = _re.escape(d.escapechar or '')
        put(self, '_stop', _re.compile(f'[{_re.escape(d.delimiter)}{escape}\r\n]').search)
        put(self, '_stop_quoted', special and _re.compile(f'[{_re.escape(special)}]').search)

    line_num = property(lambda self: self._number[0])

    def __iter__(self):
        return self

    def __next__(self):
        line, quick = next(self._lines), self._quick
        if quick is not None and type(line) is str and quick not in line:
            text = line.rstrip('\r\n')
            if '\r' not in text and '\n' not in text and len(text) <= _limit[0]:
                self._number[0] += 1
                return text.split(self.dialect.delimiter) if text else []
        return self._record(line)

    def _record(self, line):
        """The record that begins with this line."""
        d, row, parts, state = self.dialect, [], [], _START
        numeric = False
        while True:
            try:
                if line is _NEXT:
                    line = next(self._lines)
            except StopIteration:
                if not (state == _QUOTED or any(parts)):
                    raise
                if d.strict:
                    raise Error('unexpected end of data') from None
                self._save(row, parts, numeric)
                return row
            if not isinstance(line, str):
                raise Error(f'iterator should return strings, not {type(line).__name__} '
                            '(the file should be opened in text mode)')
            self._number[0] += 1
            if state == _START and not row and self._plain is not False:
                text = line.rstrip('\r\n')
                if '\r' not in text and '\n' not in text and \
                        not any([c in line for c in self._plain]):
                    row = text.split(d.delimiter) if text else []
                    if len(text) > _limit[0] and max(map(len, row)) > _limit[0]:
                        raise Error(f'field larger than field limit ({_limit[0]})')
                    return row
            state, numeric, done = self._scan(line, state, row, parts, numeric)
            if done:
                return row
            line = _NEXT

    def _save(self, row, parts, numeric):
        text = ''.join(parts)
        parts.clear()
        row.append(float(text) if numeric else text)

    def _scan(self, line, state, row, parts, numeric):
        """Reads one line -> (state, field is a number, the record is complete)"""
        d = self.dialect
        delimiter, escape = d.delimiter, d.escapechar
        quote = d.quotechar if d.quoting != QUOTE_NONE else None
        i, n = 0, len(line)
        if state == _START and not row and not parts and line.rstrip('\r\n') == '' and \
                delimiter not in '\r\n':
            return state, numeric, True
        while i < n:
            c = line[i]
            i += 1
            if state == _EAT:
                if c not in '\r\n':
                    raise Error('new-line character seen in unquoted field - do you need to open '
                                'the file in universal-newline mode?')
            elif state == _QUOTED:
                if c != escape and c != quote:
                    stop = self._stop_quoted(line, i)
                    end = stop.start() if stop else n
                    self._add(parts, line[i - 1:end])
                    i = end
                elif c == escape:
                    self._add(parts, line[i] if i < n else '\n')
                    i += 1
                else:
                    state = _AFTER if d.doublequote else _FIELD
            elif state == _AFTER and c == quote:
                self._add(parts, c)
                state = _QUOTED
            elif c in '\r\n' and not (state == _AFTER and c == delimiter):
                self._save(row, parts, numeric)
                state, numeric = _EAT, False
            elif c == delimiter and (state != _START or c != quote and c != escape and
                                     not (c == ' ' and d.skipinitialspace)):
                self._save(row, parts, numeric)
                state, numeric = _START, False
            elif state == _AFTER and d.strict:
                raise Error(f"'{delimiter}' expected after '{quote}'")
            elif state == _START and c == quote:
                state = _QUOTED
            elif state == _START and c == ' ' and d.skipinitialspace and c != escape:
                pass
            elif c == escape and state != _AFTER:
                self._add(parts, line[i] if i < n else '\n')
                if i == n:
                    return _FIELD, numeric, False
                state = _ESCAPED if line[i] in '\r\n' else _FIELD
                i += 1
            else:
                numeric = numeric or state == _START and d.quoting == QUOTE_NONNUMERIC
                stop = self._stop(line, i)
                end = stop.start() if stop else n
                self._add(parts, line[i - 1:end])
                i, state = end, _ESCAPED if state == _ESCAPED else _FIELD
        if state in (_QUOTED, _ESCAPED):
            return state, numeric, False
        if state != _EAT:
            self._save(row, parts, numeric)
        return state, numeric, True

    def _add(self, parts, text):
        parts.append(text)
        if sum(map(len, parts)) > _limit[0]:
            raise Error(f'field larger than field limit ({_limit[0]})')


class _Writer(_ReadOnly):
    __slots__ = ('dialect', '_write', '_special', '_quick')
    __module__, __qualname__ = '_csv', 'writer'

    def __init__(self, file, d):
        if not callable(getattr(file, 'write', None)):
            raise TypeError('argument 1 must have a "write" method')
        put = object.__setattr__
        put(self, 'dialect', d)
        put(self, '_write', file.write)
        special = d.delimiter + d.lineterminator + (d.quotechar or '') + (d.escapechar or '')
        put(self, '_special', _re.compile(f'[{_re.escape(special)}]').search)
        rest = _re.escape(special.replace(d.delimiter, ''))
        # What tells that a joined record needs quotes, besides delimiters in its fields.
        put(self, '_quick', d.quoting == QUOTE_MINIMAL and rest and _re.compile(f'[{rest}]').search)

    def _field(self, value):
        d = self.dialect
        text = value if isinstance(value, str) else '' if value is None else str(value)
        quoting = d.quoting
        quoted = quoting and (
            quoting == QUOTE_ALL
            or quoting == QUOTE_NONNUMERIC and not isinstance(value, (int, float, complex))
            and not hasattr(value, '__float__')
            or quoting == QUOTE_STRINGS and isinstance(value, str)
            or quoting == QUOTE_NOTNULL and value is not None)
        if self._special(text):
            text, special = self._escape(text)
            quoted = quoted or special
        return d.quotechar + text + d.quotechar if quoted else text

    def _escape(self, text):
        """-> (text with its special characters escaped, quotes are needed around it)"""
        d, out, quoted = self.dialect, [], False
        special = d.delimiter + d.lineterminator + (d.quotechar or '') + (d.escapechar or '')
        for c in text:
            if c in special:
                if d.quoting == QUOTE_NONE:
                    escape = True
                elif c == d.quotechar:
                    escape = not d.doublequote
                    if not escape:
                        out.append(c)
                else:
                    escape = c == d.escapechar
                if escape:
                    if not d.escapechar:
                        raise Error('need to escape, but no escapechar set')
                    out.append(d.escapechar)
                else:
                    quoted = True
            out.append(c)
        return ''.join(out), quoted

    def writerow(self, row, /):
        """Construct and write a CSV record from an iterable of fields."""
        d = self.dialect
        try:
            values = iter(row)
        except TypeError:
            raise Error(f'iterable expected, not {type(row).__name__}') from None
        if self._quick:
            fields = [v if isinstance(v, str) else '' if v is None else str(v) for v in values]
            text = d.delimiter.join(fields)
            if text and not self._quick(text) and text.count(d.delimiter) == len(fields) - 1:
                return self._write(text + d.lineterminator)
            values = fields
        fields = [self._field(value) for value in values]
        if len(fields) == 1 and not fields[0]:
            if d.quoting == QUOTE_NONE:
                raise Error('single empty field record must be quoted')
            fields = [d.quotechar * 2]
        return self._write(d.delimiter.join(fields) + d.lineterminator)

    def writerows(self, rows, /):
        """Construct and write a series of iterables to a csv file."""
        for row in rows:
            self.writerow(row)


_Reader.__name__, _Writer.__name__ = 'reader', 'writer'


def _arguments(args):
    if not 1 <= len(args) <= 2:
        most = 'at least 1 argument' if not args else 'at most 2 arguments'
        raise TypeError(f' expected {most}, got {len(args)}')
    return args[0], args[1] if len(args) > 1 else None


def reader(*args, **fmtparams):
    """reader(iterable [, dialect='excel'] [optional keyword args]): yields lists of fields."""
    dialect = fmtparams.pop('dialect', None)
    lines, given = _arguments(args)
    return _Reader(lines, _Dialect(dialect if given is None else given, fmtparams))


def writer(*args, **fmtparams):
    """writer(fileobj [, dialect='excel'] [optional keyword args]): has writerow, writerows."""
    dialect = fmtparams.pop('dialect', None)
    file, given = _arguments(args)
    return _Writer(file, _Dialect(dialect if given is None else given, fmtparams))


def _generic(cls, item):
    from types import GenericAlias
    return GenericAlias(cls, item)


class DictReader:
    """Reads records as dicts; the keys are fieldnames, or the first record."""

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect='excel', *args,
                 **kwds):
        if fieldnames is not None and iter(fieldnames) is fieldnames:
            fieldnames = list(fieldnames)
        self._fieldnames = fieldnames
        self.restkey, self.restval, self.dialect = restkey, restval, dialect
        self.reader = reader(f, dialect, *args, **kwds)
        self.line_num = 0

    def __iter__(self):
        return self

    @property
    def fieldnames(self):
        if self._fieldnames is None:
            self._fieldnames = next(self.reader, None)
        self.line_num = self.reader.line_num
        return self._fieldnames

    @fieldnames.setter
    def fieldnames(self, value):
        self._fieldnames = value

    def __next__(self):
        names = self.fieldnames
        row = next(self.reader)
        self.line_num = self.reader.line_num
        while not row:
            row = next(self.reader)
        result = dict(zip(names, row))
        if len(row) > len(names):
            result[self.restkey] = row[len(names):]
        for name in names[len(row):]:
            result[name] = self.restval
        return result

    __class_getitem__ = classmethod(_generic)


class DictWriter:
    """Writes dicts as records."""

    def __init__(self, f, fieldnames, restval='', extrasaction='raise', dialect='excel', *args,
                 **kwds):
        if fieldnames is not None and iter(fieldnames) is fieldnames:
            fieldnames = list(fieldnames)
        self.fieldnames, self.restval = fieldnames, restval
        extrasaction = extrasaction.lower()
        if extrasaction not in ('raise', 'ignore'):
            raise ValueError(f"extrasaction ({extrasaction}) must be 'raise' or 'ignore'")
        self.extrasaction = extrasaction
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _dict_to_list(self, rowdict):
        if self.extrasaction == 'raise':
            wrong = rowdict.keys() - self.fieldnames
            if wrong:
                raise ValueError('dict contains fields not in fieldnames: '
                                 + ', '.join([repr(x) for x in wrong]))
        return (rowdict.get(key, self.restval) for key in self.fieldnames)

    def writerow(self, rowdict):
        return self.writer.writerow(self._dict_to_list(rowdict))

    def writerows(self, rowdicts):
        return self.writer.writerows(map(self._dict_to_list, rowdicts))

    __class_getitem__ = classmethod(_generic)


def __getattr__(name):
    if name == 'Sniffer':
        from _csv_sniffer import Sniffer
        globals()['Sniffer'] = Sniffer
        return Sniffer
    raise AttributeError(f"module 'csv' has no attribute {name!r}")
