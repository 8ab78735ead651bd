# The classes of module json; loads, dumps, _scan and _encode are native.
__all__ = ['dump', 'dumps', 'load', 'loads', 'JSONDecoder', 'JSONDecodeError', 'JSONEncoder']


class JSONDecodeError(ValueError):
    """The text is not JSON: msg says why, and lineno and colno where."""
    __module__ = 'json.decoder'

    def __init__(self, msg, doc, pos):
        self.msg, self.doc, self.pos = msg, doc, pos
        self.lineno, self.colno = doc.count('\n', 0, pos) + 1, pos - doc.rfind('\n', 0, pos)
        super().__init__(f'{msg}: line {self.lineno} column {self.colno} (char {pos})')

    def __reduce__(self):
        return type(self), (self.msg, self.doc, self.pos)


class JSONDecoder:
    """Makes Python values of JSON text; the options are those of loads()."""
    __module__ = 'json.decoder'

    def __init__(self, *, object_hook=None, parse_float=None, parse_int=None, parse_constant=None,
                 strict=True, object_pairs_hook=None):
        self.strict, self.object_hook, self.object_pairs_hook = strict, object_hook, object_pairs_hook
        self.parse_float, self.parse_int, self.parse_constant = parse_float, parse_int, parse_constant

    def decode(self, s):
        end = len(s) - len(s.lstrip(' \t\n\r'))
        obj, end = self.raw_decode(s, idx=end)
        end = len(s) - len(s[end:].lstrip(' \t\n\r'))
        if end != len(s):
            raise JSONDecodeError('Extra data', s, end)
        return obj

    def raw_decode(self, s, idx=0):
        return _scan(s, idx, self.strict, self.object_hook, self.object_pairs_hook,
                     self.parse_float, self.parse_int, self.parse_constant)


class JSONEncoder:
    """Makes JSON text of Python values; a subclass writes default(o) for what JSON has no form for."""
    __module__ = 'json.encoder'
    item_separator = ', '
    key_separator = ': '

    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
                 sort_keys=False, indent=None, separators=None, default=None):
        self.skipkeys, self.ensure_ascii, self.check_circular = skipkeys, ensure_ascii, check_circular
        self.allow_nan, self.sort_keys, self.indent = allow_nan, sort_keys, indent
        if default is not None:
            self.default = default
        if separators is None:
            separators = (self.item_separator if indent is None else ',', self.key_separator)
        self.item_separator, self.key_separator = separators

    def default(self, o):
        raise TypeError(f'Object of type {o.__class__.__name__} is not JSON serializable')

    def encode(self, o):
        if isinstance(o, str) or type(self).iterencode is JSONEncoder.iterencode:
            return _encode(self, o)
        return ''.join(self.iterencode(o, _one_shot=True))

    def iterencode(self, o, _one_shot=False):
        yield _encode(self, o)


def _loads_cls(s, *, cls=None, **kw):
    return (cls or JSONDecoder)(**{k: v for k, v in kw.items() if v is not None}).decode(s)


def _encoder(cls, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
             indent=None, separators=None, default=None, sort_keys=False, **kw):
    """An encoder of the program's own class, which is told every option."""
    return (cls or JSONEncoder)(skipkeys=skipkeys, ensure_ascii=ensure_ascii,
                                check_circular=check_circular, allow_nan=allow_nan, indent=indent,
                                separators=separators, default=default, sort_keys=sort_keys, **kw)


def _dumps_cls(obj, *, cls=None, **kw):
    return _encoder(cls, **kw).encode(obj)


def load(fp, **kw):
    """The Python value that the JSON text in a file stands for."""
    return loads(fp.read(), **kw)


def dump(obj, fp, *, cls=None, **kw):
    """Writes an object to a file as JSON text."""
    if cls is None:
        fp.write(dumps(obj, **kw))
        return
    for chunk in _encoder(cls, **kw).iterencode(obj):
        fp.write(chunk)


from json import decoder, encoder, scanner  # `import json` makes them known
