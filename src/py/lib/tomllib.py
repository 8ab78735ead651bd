# Module tomllib: TOML 1.0 text to dicts.
import re as _re

__all__ = ('loads', 'load', 'TOMLDecodeError')

_SPACE, _SPACE_LINES = ' \t', ' \t\n'
_CONTROL = frozenset(map(chr, range(32))) | {'\x7f'}
_ILLEGAL, _ILLEGAL_IN_LINES = _CONTROL - {'\t'}, _CONTROL - {'\t', '\n'}
_ESCAPES = {'b': '\b', 't': '\t', 'n': '\n', 'f': '\f', 'r': '\r', '"': '"', '\\': '\\'}
_BARE_KEY = _re.compile('[A-Za-z0-9_-]+')
_HEX = _re.compile('[0-9A-Fa-f]+')
_NUMBER = _re.compile(r'''
    0(?: x[0-9A-Fa-f](?:_?[0-9A-Fa-f])* | b[01](?:_?[01])* | o[0-7](?:_?[0-7])* )
    | [+-]?(?:0|[1-9](?:_?[0-9])*)
      ((?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?)''', _re.VERBOSE)
_TIME = r'([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,6})[0-9]*)?'
_LOCAL_TIME = _re.compile(_TIME)
_DATE_TIME = _re.compile(
    '([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
    '(?:[Tt ]' + _TIME + '(?:([Zz])|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))?)?')


class TOMLDecodeError(ValueError):
    """The text is not TOML."""


def load(fp, /, *, parse_float=float):
    """The dict that a TOML file, open for reading bytes, stands for."""
    data = fp.read()
    try:
        text = data.decode()
    except AttributeError:
        raise TypeError('File must be opened in binary mode, '
                        "e.g. use `open('foo.toml', 'rb')`") from None
    return loads(text, parse_float=parse_float)


def loads(s, /, *, parse_float=float):
    """The dict that TOML text stands for."""
    return _Parser(s.replace('\r\n', '\n'), parse_float).document()


class _Marks:
    """Which keys may not be touched again: frozen ones with all below them, and declared ones."""

    def __init__(self):
        self._frozen, self._declared, self._pending = set(), set(), []

    def frozen(self, key):
        return any([key[:n] in self._frozen for n in range(1, len(key) + 1)])

    def declared(self, key):
        return key in self._declared

    def freeze(self, key):
        self._frozen.add(key)

    def declare(self, key):
        self._declared.add(key)

    def declare_later(self, key):
        self._pending.append(key)

    def settle(self):
        self._declared.update(self._pending)
        self._pending.clear()

    def forget(self, key):
        for keys in (self._frozen, self._declared):
            keys -= {k for k in keys if k[:len(key)] == key}


def _nest(data, key, in_lists=True):
    """The dict at key, made when missing; None when something else is there."""
    for part in key:
        data = data.setdefault(part, {})
        if in_lists and isinstance(data, list):
            data = data[-1]
        if not isinstance(data, dict):
            return None
    return data


class _Parser:
    def __init__(self, text, parse_float):
        self._text, self._at, self._float = text, 0, parse_float

    def _error(self, message, at=None):
        at = self._at if at is None else at
        if at >= len(self._text):
            return TOMLDecodeError(message + ' (at end of document)')
        line = self._text.count('\n', 0, at) + 1
        column = at + 1 if line == 1 else at - self._text.rindex('\n', 0, at)
        return TOMLDecodeError(f'{message} (at line {line}, column {column})')

    def _peek(self, n=1):
        return self._text[self._at:self._at + n]

    def _skip(self, chars):
        text, at = self._text, self._at
        while text[at:at + 1] and text[at] in chars:
            at += 1
        self._at = at

    def _until(self, end, illegal, optional=False):
        """The text up to `end`, which stays."""
        start, self._at = self._at, self._text.find(end, self._at)
        if self._at < 0:
            self._at = len(self._text)
            if not optional:
                raise self._error(f'Expected {end!r}')
        found = self._text[start:self._at]
        if not illegal.isdisjoint(found):
            i = next(i for i, c in enumerate(found) if c in illegal)
            raise self._error(f'Found invalid character {found[i]!r}', start + i)
        return found

    def _skip_comment(self):
        if self._peek() == '#':
            self._at += 1
            self._until('\n', _ILLEGAL, optional=True)

    def _skip_lines(self):
        before = -1
        while before != self._at:
            before = self._at
            self._skip(_SPACE_LINES)
            self._skip_comment()

    def document(self):
        data, marks, header = {}, _Marks(), ()
        while True:
            self._skip(_SPACE)
            c = self._peek()
            if not c:
                return data
            if c == '\n':
                self._at += 1
                continue
            if c == '[':
                marks.settle()
                declare = self._declare_list if self._peek(2) == '[[' else self._declare_table
                header = declare(data, marks)
            elif c in '"\'' or _BARE_KEY.match(c):
                self._assign(data, marks, header)
            elif c != '#':
                raise self._error('Invalid statement')
            self._skip(_SPACE)
            self._skip_comment()
            c = self._peek()
            if c and c != '\n':
                raise self._error('Expected newline or end of document after a statement')
            self._at += 1

    def _declare_table(self, data, marks):
        self._at += 1
        self._skip(_SPACE)
        key = self._key()
        if marks.declared(key) or marks.frozen(key):
            raise self._error(f'Cannot declare {key} twice')
        marks.declare(key)
        if _nest(data, key) is None:
            raise self._error('Cannot overwrite a value')
        if self._peek() != ']':
            raise self._error("Expected ']' at the end of a table declaration")
        self._at += 1
        return key

    def _declare_list(self, data, marks):
        self._at += 2
        self._skip(_SPACE)
        key = self._key()
        if marks.frozen(key):
            raise self._error(f'Cannot mutate immutable namespace {key}')
        marks.forget(key)
        marks.declare(key)
        parent = _nest(data, key[:-1])
        tables = None if parent is None else parent.setdefault(key[-1], [])
        if not isinstance(tables, list):
            raise self._error('Cannot overwrite a value')
        tables.append({})
        if self._peek(2) != ']]':
            raise self._error("Expected ']]' at the end of an array declaration")
        self._at += 2
        return key

    def _assign(self, data, marks, header):
        key, value = self._pair()
        for n in range(1, len(key)):
            part = header + key[:n]
            if marks.declared(part):
                raise self._error(f'Cannot redefine namespace {part}')
            marks.declare_later(part)
        parent = header + key[:-1]
        if marks.frozen(parent):
            raise self._error(f'Cannot mutate immutable namespace {parent}')
        nest = _nest(data, parent)
        if nest is None or key[-1] in nest:
            raise self._error('Cannot overwrite a value')
        if isinstance(value, (dict, list)):
            marks.freeze(header + key)
        nest[key[-1]] = value

    def _pair(self):
        key = self._key()
        if self._peek() != '=':
            raise self._error("Expected '=' after a key in a key/value pair")
        self._at += 1
        self._skip(_SPACE)
        return key, self._value()

    def _key(self):
        parts = []
        while True:
            match = _BARE_KEY.match(self._text, self._at)
            if match:
                parts.append(match[0])
                self._at = match.end()
            elif self._peek() == "'":
                parts.append(self._literal())
            elif self._peek() == '"':
                self._at += 1
                parts.append(self._basic(False))
            else:
                raise self._error('Invalid initial character for a key part')
            self._skip(_SPACE)
            if self._peek() != '.':
                return tuple(parts)
            self._at += 1
            self._skip(_SPACE)

    def _value(self):
        c = self._peek()
        if c == '"' or c == "'":
            if self._peek(3) == c * 3:
                return self._lines(c)
            if c == "'":
                return self._literal()
            self._at += 1
            return self._basic(False)
        if c == '[':
            return self._array()
        if c == '{':
            return self._inline_table()
        for word, value in (('true', True), ('false', False)):
            if self._text.startswith(word, self._at):
                self._at += len(word)
                return value
        match = _DATE_TIME.match(self._text, self._at)
        if match:
            try:
                value = _date(match)
            except ValueError as e:
                raise self._error('Invalid date or datetime') from e
            self._at = match.end()
            return value
        match = _LOCAL_TIME.match(self._text, self._at)
        if match:
            self._at = match.end()
            return _time(match.groups())
        return self._number()

    def _number(self):
        match = _NUMBER.match(self._text, self._at)
        if match:
            self._at = match.end()
            return self._to_float(match[0]) if match[1] else int(match[0], 0)
        for n in (3, 4):
            word = self._peek(n)
            if word[-3:] in ('inf', 'nan') and word[:-3] in ('', '+', '-'):
                self._at += n
                return self._to_float(word)
        raise self._error('Invalid value')

    def _to_float(self, text):
        value = self._float(text)
        if isinstance(value, (dict, list)):
            raise ValueError('parse_float must not return dicts or lists')
        return value

    def _literal(self):
        self._at += 1
        text = self._until("'", _ILLEGAL)
        self._at += 1
        return text

    def _lines(self, quote):
        self._at += 3
        if self._peek() == '\n':
            self._at += 1
        if quote == "'":
            text = self._until("'''", _ILLEGAL_IN_LINES)
            self._at += 3
        else:
            text = self._basic(True)
        for _ in range(2):  # up to two quotes may stand before the closing ones
            if self._peek() == quote:
                text += quote
                self._at += 1
        return text

    def _basic(self, lines):
        illegal, text, parts, start = (_ILLEGAL_IN_LINES if lines else _ILLEGAL), self._text, [], \
            self._at
        while True:
            c = self._peek()
            if not c:
                raise self._error('Unterminated string')
            if c == '"' and (not lines or self._peek(3) == '"""'):
                parts.append(text[start:self._at])
                self._at += 3 if lines else 1
                return ''.join(parts)
            if c == '\\':
                parts += text[start:self._at], self._escape(lines)
                start = self._at
                continue
            if c in illegal:
                raise self._error(f'Illegal character {c!r}')
            self._at += 1

    def _escape(self, lines):
        c = self._peek(2)[1:]
        self._at += 2
        if lines and c and c in _SPACE_LINES:  # a line break that is not there
            if c != '\n':
                self._skip(_SPACE)
                if not self._peek():
                    return ''
                if self._peek() != '\n':
                    raise self._error("Unescaped '\\' in a string")
                self._at += 1
            self._skip(_SPACE_LINES)
            return ''
        if c == 'u' or c == 'U':
            n = 4 if c == 'u' else 8
            digits = self._peek(n)
            if len(digits) != n or not _HEX.fullmatch(digits):
                raise self._error('Invalid hex value')
            self._at += n
            code = int(digits, 16)
            if 0xd800 <= code <= 0xdfff or code > 0x10ffff:
                raise self._error('Escaped character is not a Unicode scalar value')
            return chr(code)
        if c not in _ESCAPES:
            raise self._error("Unescaped '\\' in a string")
        return _ESCAPES[c]

    def _array(self):
        self._at += 1
        array = []
        self._skip_lines()
        while self._peek() != ']':
            array.append(self._value())
            self._skip_lines()
            if self._peek() == ',':
                self._at += 1
                self._skip_lines()
            elif self._peek() != ']':
                raise self._error('Unclosed array')
        self._at += 1
        return array

    def _inline_table(self):
        self._at += 1
        table, marks = {}, _Marks()
        self._skip(_SPACE)
        if self._peek() == '}':
            self._at += 1
            return table
        while True:
            key, value = self._pair()
            if marks.frozen(key):
                raise self._error(f'Cannot mutate immutable namespace {key}')
            nest = _nest(table, key[:-1], in_lists=False)
            if nest is None:
                raise self._error('Cannot overwrite a value')
            if key[-1] in nest:
                raise self._error(f'Duplicate inline table key {key[-1]!r}')
            nest[key[-1]] = value
            self._skip(_SPACE)
            c = self._peek()
            if c not in ('}', ','):
                raise self._error('Unclosed inline table')
            self._at += 1
            if c == '}':
                return table
            if isinstance(value, (dict, list)):
                marks.freeze(key)
            self._skip(_SPACE)


def _time(groups):
    from datetime import time
    hour, minute, second, fraction = groups
    return time(int(hour), int(minute), int(second), int((fraction or '').ljust(6, '0')))


def _date(match):
    from datetime import date, datetime, timedelta, timezone
    year, month, day, *clock, zulu, sign, hours, minutes = match.groups()
    day = date(int(year), int(month), int(day))
    if clock[0] is None:
        return day
    zone = None
    if zulu:
        zone = timezone.utc
    elif sign:
        offset = timedelta(hours=int(hours), minutes=int(minutes))
        zone = timezone(-offset if sign == '-' else offset)
    return datetime.combine(day, _time(clock), zone)
