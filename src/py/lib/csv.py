# Module csv: records of separated values read and written by a dialect.
import re as _re

__all__ = ['QUOTE_MINIMAL', 'QUOTE_ALL', 'QUOTE_NONNUMERIC', 'QUOTE_NONE', 'QUOTE_STRINGS', 'QUOTE_NOTNULL', 'Error',
           'Dialect', 'excel', 'excel_tab', 'field_size_limit', 'reader', 'writer', 'register_dialect',
           'get_dialect', 'list_dialects', 'Sniffer', 'unregister_dialect', 'DictReader', 'DictWriter', 'unix_dialect']

QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE, QUOTE_STRINGS, QUOTE_NOTNULL = range(6)
_limit = [131072]
_dialects = {}


class Error(Exception):
    __module__ = '_csv'


class Dialect:
    """Describe a CSV dialect."""
    delimiter = quotechar = escapechar = doublequote = skipinitialspace = lineterminator = quoting = None

    def __init__(self):
        _Options(type(self), {})


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


_DEFAULTS = {'delimiter': ',', 'quotechar': '"', 'escapechar': None, 'doublequote': True, 'skipinitialspace': False,
             'lineterminator': '\r\n', 'quoting': QUOTE_MINIMAL, 'strict': False}


class _Options:
    def __init__(self, dialect, given):
        if isinstance(dialect, str):
            dialect = get_dialect(dialect)
        for name in given:
            if name not in _DEFAULTS:
                raise TypeError(f"this function got an unexpected keyword argument '{name}'")
        values = dict(_DEFAULTS)
        for name in _DEFAULTS:
            if name in given:
                values[name] = given[name]
            elif dialect is not None and hasattr(dialect, name):
                values[name] = getattr(dialect, name)
        for name in ('delimiter', 'quotechar', 'escapechar'):
            value = values[name]
            if value is None and name != 'delimiter':
                continue
            if not isinstance(value, str):
                raise TypeError(f'"{name}" must be string' + (' or None' if name != 'delimiter' else '')
                                + f', not {type(value).__name__}')
            if len(value) != 1:
                raise TypeError(f'"{name}" must be a 1-character string')
        if not isinstance(values['quoting'], int) or isinstance(values['quoting'], bool):
            raise TypeError('"quoting" must be an integer, not ' + type(values['quoting']).__name__)
        if not 0 <= values['quoting'] <= 5:
            raise TypeError('bad "quoting" value')
        if values['quotechar'] is None and values['quoting'] != QUOTE_NONE:
            if 'quotechar' in given and 'quoting' not in given:
                values['quoting'] = QUOTE_NONE
            else:
                raise TypeError('quotechar must be set if quoting enabled')
        if not isinstance(values['lineterminator'], str):
            raise TypeError('"lineterminator" must be a string, not ' + type(values['lineterminator']).__name__)
        for name in ('doublequote', 'skipinitialspace', 'strict'):
            values[name] = bool(values[name])
        self.__dict__.update(values)


def register_dialect(name, dialect=None, **fmtparams):
    if not isinstance(name, str):
        raise TypeError('dialect name must be a string')
    _dialects[name] = _Options(dialect, fmtparams)


def unregister_dialect(name):
    if name not in _dialects:
        raise Error('unknown dialect')
    del _dialects[name]


def get_dialect(name):
    if name not in _dialects:
        raise Error('unknown dialect')
    return _dialects[name]


def list_dialects():
    return list(_dialects)


register_dialect('excel', excel)
register_dialect('excel-tab', excel_tab)
register_dialect('unix', unix_dialect)


def field_size_limit(new=None):
    old = _limit[0]
    if new is not None:
        if not isinstance(new, int):
            raise TypeError('limit must be an integer')
        _limit[0] = new
    return old


_START, _FIELD, _QUOTED, _AFTER = range(4)


class _Reader:
    def __init__(self, lines, options):
        self.dialect, self._lines, self.line_num = options, iter(lines), 0

    def __iter__(self):
        return self

    def __next__(self):
        d, row, field = self.dialect, [], []
        state, numeric, quoted, escaped, started = _START, d.quoting == QUOTE_NONNUMERIC, False, False, False
        delimiter, escape = d.delimiter, d.escapechar
        quote = d.quotechar if d.quoting != QUOTE_NONE else None

        def save():
            text = ''.join(field)
            if len(text) > _limit[0]:
                raise Error(f'field larger than field limit ({_limit[0]})')
            row.append(float(text) if numeric and not quoted else text)
            field.clear()

        while True:
            try:
                line = next(self._lines)
            except StopIteration:
                if not started:
                    raise
                if d.strict and (state == _QUOTED or escaped):
                    raise Error('unexpected end of data') from None
                save()
                return row
            if not isinstance(line, str):
                raise Error(f'iterator should return strings, not {type(line).__name__} '
                            '(the file should be opened in text mode)')
            self.line_num += 1
            ended = False
            if state == _START and not row and not started and not (quote and quote in line) and escape not in line \
                    if escape else state == _START and not started and not (quote and quote in line):
                # The common line: nothing quoted or escaped.
                text = line.rstrip('\r\n')
                if not d.skipinitialspace and not numeric and '\r' not in text and '\n' not in text:
                    if not text:
                        return []
                    row = text.split(delimiter)
                    if len(text) > _limit[0] and max(map(len, row)) > _limit[0]:
                        raise Error(f'field larger than field limit ({_limit[0]})')
                    return row
            for c in line:
                if ended:
                    if c in '\r\n':
                        continue
                    raise Error('new-line character seen in unquoted field - do you need to open the file '
                                'with newline=\'\'?')
                if escaped:
                    field.append(c)
                    escaped = False
                    if state == _START:
                        state = _FIELD
                elif state == _QUOTED:
                    if c == escape:
                        escaped = True
                    elif c == quote:
                        state = _AFTER if d.doublequote else _FIELD
                    else:
                        field.append(c)
                elif c in '\r\n':
                    ended = True
                elif state == _AFTER and c == quote:
                    field.append(c)
                    state = _QUOTED
                elif c == delimiter:
                    save()
                    state, quoted, started = _START, False, True
                elif state == _AFTER:
                    if d.strict:
                        raise Error(f"'{delimiter}' expected after '{quote}'")
                    field.append(c)
                    state = _FIELD
                elif state == _START and c == quote:
                    state, quoted, started = _QUOTED, True, True
                elif c == escape:
                    escaped = started = True
                elif state == _START and c == ' ' and d.skipinitialspace:
                    started = True
                else:
                    field.append(c)
                    state, started = _FIELD, True
            if escaped:
                field.append('\n')
                escaped, state = False, _FIELD if state != _QUOTED else state
                started = True
                continue
            if state == _QUOTED:
                continue
            if not started:
                return []
            save()
            return row


def reader(iterable, /, dialect=None, **fmtparams):
    return _Reader(iterable, _Options(dialect, fmtparams))


class _Writer:
    def __init__(self, file, options):
        if not hasattr(file, 'write'):
            raise TypeError('argument 1 must have a "write" method')
        self.dialect, self._write = options, file.write

    def _field(self, value, alone):
        d = self.dialect
        text = '' if value is None else value if isinstance(value, str) else repr(value) if type(value) is float else str(value)
        quoting = d.quoting
        quoted = (quoting == QUOTE_ALL or quoting == QUOTE_NONNUMERIC and not isinstance(value, (int, float))
                  or quoting == QUOTE_STRINGS and isinstance(value, str)
                  or quoting == QUOTE_NOTNULL and value is not None)
        if not text and alone and not quoted:
            if quoting == QUOTE_NONE or value is None and quoting in (QUOTE_STRINGS, QUOTE_NOTNULL):
                raise Error('single empty field record must be quoted')
            quoted = True
        out = []
        for c in text:
            special = c in (d.delimiter, d.escapechar, d.quotechar) or c in '\r\n' or c in d.lineterminator
            if special:
                if quoting == QUOTE_NONE:
                    escape = True
                elif c == d.quotechar:
                    escape = not d.doublequote
                    if d.doublequote:
                        out.append(c)
                        quoted = True
                else:
                    escape = c == d.escapechar
                    if not escape:
                        quoted = True
                if escape:
                    if not d.escapechar:
                        raise Error('need to escape, but no escapechar set')
                    out.append(d.escapechar)
            out.append(c)
        text = ''.join(out)
        return d.quotechar + text + d.quotechar if quoted else text

    def writerow(self, row, /):
        try:
            values = list(row)
        except TypeError:
            raise Error(f'iterable expected, not {type(row).__name__}') from None
        alone = len(values) == 1
        return self._write(self.dialect.delimiter.join([self._field(v, alone) for v in values])
                           + self.dialect.lineterminator)

    def writerows(self, rows, /):
        for row in rows:
            self.writerow(row)


def writer(fileobj, /, dialect=None, **fmtparams):
    return _Writer(fileobj, _Options(dialect, fmtparams))


class DictReader:
    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect='excel', *args, **kwds):
        self._fieldnames = list(fieldnames) if fieldnames is not None else None
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
        while not row:
            row = next(self.reader)
        self.line_num = self.reader.line_num
        result = dict(zip(names, row))
        if len(row) > len(names):
            result[self.restkey] = row[len(names):]
        for name in names[len(row):]:
            result[name] = self.restval
        return result


class DictWriter:
    def __init__(self, f, fieldnames, restval='', extrasaction='raise', dialect='excel', *args, **kwds):
        self.fieldnames, self.restval = list(fieldnames), restval
        if extrasaction.lower() not in ('raise', 'ignore'):
            raise ValueError(f"extrasaction ({extrasaction}) must be 'raise' or 'ignore'")
        self.extrasaction = extrasaction.lower()
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _row(self, rowdict):
        if self.extrasaction == 'raise':
            wrong = rowdict.keys() - self.fieldnames
            if wrong:
                raise ValueError('dict contains fields not in fieldnames: ' + ', '.join([repr(x) for x in wrong]))
        return [rowdict.get(key, self.restval) for key in self.fieldnames]

    def writerow(self, rowdict):
        return self.writer.writerow(self._row(rowdict))

    def writerows(self, rowdicts):
        return self.writer.writerows(map(self._row, rowdicts))


class Sniffer:
    """Finds the delimiter that splits the sample's lines most evenly."""
    preferred = [',', '\t', ';', ' ', ':']

    def sniff(self, sample, delimiters=None):
        lines = [line for line in sample.splitlines() if line]
        best = None
        for c in delimiters or self.preferred + ['|']:
            counts = {len(_re.sub(r'"[^"]*"', '', line).split(c)) for line in lines}
            if len(counts) == 1 and counts.pop() > 1:
                best = c
                break
        if best is None:
            raise Error('Could not determine delimiter')

        class dialect(Dialect):
            _name = 'sniffed'
            lineterminator, quoting, doublequote = '\r\n', QUOTE_MINIMAL, True
            delimiter, quotechar, skipinitialspace = best, '"', all(c + ' ' in line for line in lines for c in best)
        return dialect
