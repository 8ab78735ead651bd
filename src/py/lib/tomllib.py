# Module tomllib: TOML 1.0 text to dicts.
import re as _re

__all__ = ('loads', 'load', 'TOMLDecodeError')

_SPACE, _SPACE_LINES = ' \t', ' \t\n'
_CONTROL = frozenset(map(chr, range(32))) | {'\x7f'}
_ILLEGAL, _ILLEGAL_IN_LINES = _CONTROL - {'\t'}, _CONTROL - {'\t', '\n'}
_ESCAPES = {'b': '\b', 't': '\t', 'n': '\n', 'f': '\f', 'r': '\r', '"': '"', '\\': '\\'}
_BARE_KEY = _re.compile('[A-Za-z0-9_-]+')
_CODES = {letter: _re.compile('[0-9A-Fa-f]{%d}' % count) for letter, count in (('u', 4), ('U', 8))}
_NUMBER = _re.compile(r'''
    0(?: x[0-9A-Fa-f](?:_?[0-9A-Fa-f])* | b[01](?:_?[01])* | o[0-7](?:_?[0-7])* )
    | [+-]?(?:0|[1-9](?:_?[0-9])*)
      ((?:\.[0-9](?:_?[0-9])*)?(?:[eE][+-]?[0-9](?:_?[0-9])*)?)''', _re.VERBOSE)
_TIME = r'([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.([0-9]{1,6})[0-9]*)?'
_WORD = _re.compile('true|false')
_NO_NUMBER = _re.compile('[+-]?(?:inf|nan)')
_LOCAL_TIME = _re.compile(_TIME)
_DATE_TIME = _re.compile(
    '([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
    '(?:[Tt ]' + _TIME + '(?:([Zz])|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))?)?')


class TOMLDecodeError(ValueError):
    """The text is not TOML."""


def load(fp, /, *, parse_float=float):
    """The dict that a TOML file, open for reading bytes, stands for."""
    content = fp.read()
    if not hasattr(content, 'decode'):
        raise TypeError("File must be opened in binary mode, e.g. use `open('foo.toml', 'rb')`")
    return loads(content.decode(), parse_float=parse_float)


def loads(s, /, *, parse_float=float):
    """The dict that TOML text stands for."""
    return _Parser(s.replace('\r\n', '\n'), parse_float).document()


class _Marks:
    """What may not be touched again: frozen keys with all below them, and tables that were declared."""

    def __init__(self):
        self._frozen, self._declared, self._pending = set(), set(), []

    def problem_below(self, key):
        """Why nothing can be put into the table of that key, if so."""
        return f'Cannot mutate immutable namespace {key}' if self._is_frozen(key) else None

    def _is_frozen(self, key):
        return any([key[:n] in self._frozen for n in range(1, len(key) + 1)])

    def problem_in_header(self, key, several):
        """Why no header may name the table, if so; else it is declared. Of several tables each begins anew."""
        self._declared.update(self._pending)
        self._pending.clear()
        if several:
            problem = self.problem_below(key)
            for keys in (self._frozen, self._declared) if not problem else ():
                keys -= {k for k in keys if k[:len(key)] == key}
        else:
            again = key in self._declared or self._is_frozen(key)
            problem = f'Cannot declare {key} twice' if again else None
        self._declared.add(key)
        return problem

    def problem_in_path(self, path, first):
        """Why a dotted key may not lead through its tables, the first of which is the path up to `first`."""
        for table in [path[:n] for n in range(first, len(path))]:
            if table in self._declared:
                return f'Cannot redefine namespace {table}'
            self._pending.append(table)     # as good as declared, but only from the next header on
        return self.problem_below(path[:-1])

    def settle(self, key, value):
        """Tables and arrays that were written as values stay what they are."""
        if isinstance(value, (dict, list)):
            self._frozen.add(key)


def _nest(table, key, in_lists=True):
    """The table at key, made where there is none; None where something else is in the way."""
    for part in key:
        if not isinstance(table, dict):
            return None
        there = table.setdefault(part, {})
        table = there[-1] if in_lists and isinstance(there, list) else there
    return table if isinstance(table, dict) else None


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

    def _refuse(self, problem):
        if problem:
            raise self._error(problem)

    def _expect(self, text, where):
        if not self._text.startswith(text, self._at):
            raise self._error(f'Expected {text!r} {where}')
        self._at += len(text)

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
        self._skip_lines()
        while first := self._peek():
            if first == '[':
                header = self._header(data, marks)
            elif first in '"\'' or _BARE_KEY.match(first):
                path, value = self._pair(header)
                self._refuse(marks.problem_in_path(path, len(header) + 1))
                self._put(data, path, value)
                marks.settle(path, value)
            else:
                raise self._error('Invalid statement')
            self._skip(_SPACE)
            self._skip_comment()
            if self._peek() not in ('', '\n'):
                raise self._error('Expected newline or end of document after a statement')
            self._skip_lines()
        return data

    def _header(self, data, marks):
        """[table], or [[one more of several]]: its key."""
        several = self._peek(2) == '[['
        self._at += 2 if several else 1
        self._skip(_SPACE)
        key = self._key()
        self._refuse(marks.problem_in_header(key, several))
        if several:
            parent = _nest(data, key[:-1])
            tables = None if parent is None else parent.setdefault(key[-1], [])
            made = isinstance(tables, list)
            if made:
                tables.append({})
        else:
            made = _nest(data, key) is not None
        self._refuse(None if made else 'Cannot overwrite a value')
        self._expect(']]' if several else ']', f'at the end of {"an array" if several else "a table"} declaration')
        return key

    def _put(self, table, key, value, taken='Cannot overwrite a value', in_lists=True):
        nest = _nest(table, key[:-1], in_lists)
        if nest is None:
            raise self._error('Cannot overwrite a value')
        if key[-1] in nest:
            raise self._error(taken)
        nest[key[-1]] = value

    def _pair(self, header=()):
        key = header + self._key()
        self._expect('=', 'after a key in a key/value pair')
        self._skip(_SPACE)
        return key, self._value()

    def _key(self):
        parts, dot = [], True
        while dot:
            self._skip(_SPACE)
            parts.append(self._key_part())
            self._skip(_SPACE)
            dot = self._peek() == '.'
            self._at += dot
        return tuple(parts)

    def _key_part(self):
        bare = _BARE_KEY.match(self._text, self._at)
        if bare:
            self._at = bare.end()
            return bare[0]
        quote = self._peek()
        if quote not in ('"', "'"):
            raise self._error('Invalid initial character for a key part')
        return self._text_in(quote)

    def _value(self):
        start = self._peek()
        if start == '[':
            return self._array()
        if start == '{':
            return self._inline_table()
        if start in ('"', "'"):
            return self._lines(start) if self._peek(3) == start * 3 else self._text_in(start)
        for pattern, read in _PLAIN_VALUES:
            if match := pattern.match(self._text, self._at):
                value = read(self, match)
                self._at = match.end()
                return value
        raise self._error('Invalid value')

    def _word(self, match):
        return match[0] == 'true'

    def _date(self, match):
        try:
            return _date(match)
        except ValueError as e:
            raise self._error('Invalid date or datetime') from e

    def _time(self, match):
        return _time(match.groups())

    def _number(self, match):
        return self._to_float(match) if match[1] else int(match[0], 0)

    def _to_float(self, match):
        value = self._float(match[0])
        if isinstance(value, (dict, list)):
            raise ValueError('parse_float must not return dicts or lists')
        return value

    def _text_in(self, quote):
        """A string on one line."""
        self._at += 1
        if quote == '"':
            return self._basic(False)
        text = self._until(quote, _ILLEGAL)
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
        if lines and c and c in _SPACE_LINES:   # the line goes on where the next text is
            self._at += 1
            self._skip(_SPACE)
            if self._peek() not in ('', '\n'):
                raise self._error("Unescaped '\\' in a string")
            self._skip(_SPACE_LINES)
            return ''
        self._at += 2
        if c in _CODES:
            return self._code_point(_CODES[c].match(self._text, self._at))
        if c not in _ESCAPES:
            raise self._error("Unescaped '\\' in a string")
        return _ESCAPES[c]

    def _code_point(self, digits):
        if not digits:
            raise self._error('Invalid hex value')
        self._at = digits.end()
        code = int(digits[0], 16)
        if code in range(0xd800, 0xe000) or code > 0x10ffff:
            raise self._error('Escaped character is not a Unicode scalar value')
        return chr(code)

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
        self._skip(_SPACE)
        table, marks, after = {}, _Marks(), self._peek()
        self._at += after == '}'
        while after != '}':
            key, value = self._pair()
            self._refuse(marks.problem_below(key))
            self._put(table, key, value, f'Duplicate inline table key {key[-1]!r}', in_lists=False)
            marks.settle(key, value)
            self._skip(_SPACE)
            after = self._peek()
            if after not in ('}', ','):
                raise self._error('Unclosed inline table')
            self._at += 1
            if after == ',':
                self._skip(_SPACE)
        return table


_PLAIN_VALUES = ((_WORD, _Parser._word), (_DATE_TIME, _Parser._date), (_LOCAL_TIME, _Parser._time),
                 (_NUMBER, _Parser._number), (_NO_NUMBER, _Parser._to_float))


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
