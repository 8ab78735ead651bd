"""Records of separated values, read and written by a dialect."""
# Lines are split and joined in C (_csv), where readers are too. Class Sniffer is in _csv_sniffer.
from _csv import join as _join, read as _read
from _later import names as _later

__all__ = ['QUOTE_MINIMAL', 'QUOTE_ALL', 'QUOTE_NONNUMERIC', 'QUOTE_NONE', 'QUOTE_STRINGS',
           'QUOTE_NOTNULL', 'Error', 'Dialect', 'excel', 'excel_tab', 'field_size_limit', 'reader',
           'writer', 'register_dialect', 'get_dialect', 'list_dialects', 'Sniffer',
           'unregister_dialect', 'DictReader', 'DictWriter', 'unix_dialect', '__doc__',
           '__version__']

__version__ = '1.0'
QUOTE_MINIMAL, QUOTE_ALL, QUOTE_NONNUMERIC, QUOTE_NONE, QUOTE_STRINGS, QUOTE_NOTNULL = range(6)
_limit = [131072]
_dialects = {}


class Error(Exception):
    __module__ = '_csv'


class Dialect:
    """How records are written: a base for classes that set the attributes."""
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
    """As Excel writes CSV files."""
    delimiter, quotechar, doublequote, skipinitialspace = ',', '"', True, False
    lineterminator, quoting = '\r\n', QUOTE_MINIMAL


class excel_tab(excel):
    """As Excel writes files with tabs."""
    delimiter = '\t'


class unix_dialect(Dialect):
    """As programs on Unix write CSV files: line feeds, everything quoted."""
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
    """Give a dialect a name."""
    if not isinstance(name, str):
        raise TypeError('dialect name must be a string')
    _dialects[name] = _Dialect(dialect, fmtparams)


def unregister_dialect(name):
    """Forget the dialect of a name."""
    if name not in _dialects:
        raise Error('unknown dialect')
    del _dialects[name]


def get_dialect(name):
    """The dialect of a name."""
    if name not in _dialects:
        raise Error('unknown dialect')
    return _dialects[name]


def list_dialects():
    """The names of dialects, as a list."""
    return list(_dialects)


register_dialect('excel', excel)
register_dialect('excel-tab', excel_tab)
register_dialect('unix', unix_dialect)


def field_size_limit(*args):
    """The longest field that is read; with an argument that is set, and the former one returned."""
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
    """Writers: attributes are set by the module alone."""
    __slots__ = ()

    def __setattr__(self, name, value=None):
        if name == 'dialect' and hasattr(self, name):
            raise AttributeError('readonly attribute')
        raise AttributeError(f"'_csv.{type(self).__name__}' object has no attribute '{name}'")

    __delattr__ = __setattr__


def _rules(d):
    """What the C part asks of a dialect, in its order."""
    return (d.delimiter, d.quotechar, d.escapechar, d.doublequote, d.skipinitialspace, d.strict,
            d.quoting, d.lineterminator, Error)


class _Writer(_ReadOnly):
    __slots__ = ('dialect', '_write', '_rules')
    __module__, __qualname__ = '_csv', 'writer'

    def __init__(self, file, d):
        if not callable(getattr(file, 'write', None)):
            raise TypeError('argument 1 must have a "write" method')
        put = object.__setattr__
        put(self, 'dialect', d)
        put(self, '_write', file.write)
        put(self, '_rules', _rules(d))

    def writerow(self, row, /):
        """Write a record of the fields of an iterable."""
        return self._write(_join(row, self._rules))

    def writerows(self, rows, /):
        """Write a record for each iterable."""
        write, rules = self._write, self._rules
        for row in rows:
            write(_join(row, rules))


_Writer.__name__ = 'writer'


def _arguments(args):
    if not 1 <= len(args) <= 2:
        most = 'at least 1 argument' if not args else 'at most 2 arguments'
        raise TypeError(f' expected {most}, got {len(args)}')
    return args[0], args[1] if len(args) > 1 else None


def reader(*args, **fmtparams):
    """reader(iterable [, dialect='excel'] [optional keyword args]): yields lists of fields."""
    dialect = fmtparams.pop('dialect', None)
    lines, given = _arguments(args)
    dialect = _Dialect(dialect if given is None else given, fmtparams)
    return _read(lines, dialect, _rules(dialect), _limit)


def writer(*args, **fmtparams):
    """writer(fileobj [, dialect='excel'] [optional keyword args]): has writerow, writerows."""
    dialect = fmtparams.pop('dialect', None)
    file, given = _arguments(args)
    return _Writer(file, _Dialect(dialect if given is None else given, fmtparams))


def _generic(cls, item):
    from types import GenericAlias
    return GenericAlias(cls, item)


def _lasting(names):
    """The names, as a list if they could be read only once."""
    return list(names) if names is not None and iter(names) is names else names


class DictReader:
    """Reads records as dicts; the keys are fieldnames, or the first record."""

    def __init__(self, f, fieldnames=None, restkey=None, restval=None, dialect='excel', *args,
                 **kwds):
        self.reader, self.dialect, self.line_num = reader(f, dialect, *args, **kwds), dialect, 0
        self._fieldnames, self.restkey, self.restval = _lasting(fieldnames), restkey, restval

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
        if not self.line_num:
            self.fieldnames  # reads them
        row = next(filter(None, self.reader))   # an empty line is no record
        names = self.fieldnames
        more = len(row) - len(names)
        record = dict(zip(names, row + [self.restval] * -more))
        if more > 0:
            record[self.restkey] = row[-more:]
        return record

    __class_getitem__ = classmethod(_generic)


class DictWriter:
    """Writes dicts as records."""

    def __init__(self, f, fieldnames, restval='', extrasaction='raise', dialect='excel', *args, **kwds):
        self.fieldnames, self.restval = _lasting(fieldnames), restval
        self.extrasaction = extrasaction.lower()
        if self.extrasaction not in ('raise', 'ignore'):
            raise ValueError(f"extrasaction ({self.extrasaction}) must be 'raise' or 'ignore'")
        self.writer = writer(f, dialect, *args, **kwds)

    def writeheader(self):
        return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))

    def _check_fields(self, unknown):
        if unknown:
            raise ValueError('dict contains fields not in fieldnames: ' + ', '.join(map(repr, unknown)))

    def _dict_to_list(self, rowdict):
        if self.extrasaction == 'raise':
            self._check_fields(rowdict.keys() - self.fieldnames)
        return [rowdict.get(name, self.restval) for name in self.fieldnames]

    def writerow(self, rowdict):
        return self.writer.writerow(self._dict_to_list(rowdict))

    def writerows(self, rowdicts):
        return self.writer.writerows(map(self._dict_to_list, rowdicts))

    __class_getitem__ = classmethod(_generic)


__getattr__ = _later(globals(), Sniffer='_csv_sniffer', StringIO='io')
