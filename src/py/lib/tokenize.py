"""Module tokenize: Python source as tokens, and back.

tokenize(readline) yields TokenInfo tuples (type, string, start, end, line) of the source whose
lines readline() returns as bytes, first an ENCODING token; generate_tokens(readline) does so for
text.
"""
# The tokens of CPython 3.12, f-strings in parts, with its oddities of positions. A scanner goes
# through the current line by regular expressions; only strings and continuations cross lines.
import re as _re
from _namedtuple import namedtuple as _namedtuple
from token import *
from token import EXACT_TOKEN_TYPES, __all__ as _token_names

__all__ = [*_token_names, 'tokenize', 'generate_tokens', 'detect_encoding', 'untokenize',
           'TokenInfo']
_COOKIE = r'^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)'
_BOM = b'\xef\xbb\xbf'
_MAX_INDENT, _MAX_LEVEL, _MAX_FSTRINGS, _MAX_NESTED = 100, 200, 150, 3


class TokenError(Exception):
    pass


class StopTokenizing(Exception):
    pass


class TokenInfo(_namedtuple('TokenInfo', 'type string start end line', module='tokenize')):
    __slots__ = ()
    __doc__ = None

    def __repr__(self):
        named = self._replace(type='%d (%s)' % (self.type, tok_name[self.type]))
        return ('TokenInfo(type=%s, string=%r, start=%r, end=%r, line=%r)' % named)

    @property
    def exact_type(self):
        return EXACT_TOKEN_TYPES.get(self.string, OP) if self.type == OP else self.type


class _Patterns:
    """What the scanner looks for; made when the first one starts."""
    def __init__(self):
        symbols = sorted(EXACT_TOKEN_TYPES, key=len, reverse=True)
        self.spaces = _re.compile(r'[ \t\f]*').match
        self.name = _re.compile(r'[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*').match
        self.prefix = _re.compile(r'([bB][rR]?|[rR][bBfF]?|[uU]|[fF][rR]?|)'
                                  r'''('{3}|"{3}|'|")''').match
        self.number = _re.compile(r'[0-9]|\.[0-9]').match
        self.based = _re.compile(r'0(?:[xX](?:_?[0-9a-fA-F])*|[oO](?:_?[0-7])*|'
                                 r'[bB](?:_?[01])*)').match
        self.digits = _re.compile(r'[0-9](?:_?[0-9])*').match
        self.symbol = _re.compile('<>|' + '|'.join([_re.escape(s) for s in symbols])).match
        self.comment = _re.compile(r'#[^\r\n]*').match
        quotes = ("'", '"', "'''", '"""')
        self.stop = {q: _re.compile(r'[\\\n]|' + q).search for q in quotes}
        self.text_stop = {q: _re.compile(r'[\\\n{}]|' + q).search for q in quotes}


class _FString:
    """An f-string that is open: where it began, and the braces open in it."""
    def __init__(self, quote, raw, lnum, pos):
        self.quote, self.raw, self.lnum, self.pos = quote, raw, lnum, pos
        self.text = True    # between replacement fields, or in a format specification
        self.depth = 0      # brackets open in the current field
        self.field = -1     # the depth at which the innermost field began, less one
        self.ended = False  # the expression of the outermost field is over


def _columns(space):
    """How far white space indents, a tab leading to the next multiple of 8, and if it were one column."""
    seen = space.rpartition('\f')[2]
    return len(seen.expandtabs(8)), len(seen)


class _Scanner:
    def __init__(self, readline):
        self.readline, self.re = readline, _Patterns()
        self.line, self.pos, self.lnum = '', 0, 0
        self.implicit = self.eof = False  # the last line got its newline here; no line is left
        self.indents, self.altindents, self.level = [0], [0], 0
        self.strings = []                 # f-strings that are open
        self.buffered = 0                 # characters that errors at the end are counted from
        self.span = ''                    # the lines of the string being read

    # ---- lines ----

    def next_line(self, kept=False):
        """Goes to the next line; False at the end. kept: inside a token."""
        if not kept and not self.strings:
            self.buffered = 0
        line = '' if self.eof else self.fetch()
        if not line:
            self.eof = True
            return False
        if not line.endswith('\n'):
            line += '\n'
            self.implicit = True
        self.line, self.pos = line, 0
        self.lnum += 1
        self.buffered += len(line if line.isascii() else line.encode())
        return True

    def fetch(self):
        try:
            line = self.readline()
        except StopIteration:
            return ''
        if not isinstance(line, str):
            raise TypeError('readline() returned a non-string object')
        if '\0' in line:
            raise TokenError('source code cannot contain null bytes', (self.lnum + 1, 0))
        return line

    def shown(self, line):
        return line[:-1] if self.implicit and line.endswith('\n') else line

    def token(self, kind, start, end):
        """A token of the current line."""
        self.pos, line = end, self.line
        return TokenInfo(kind, line[start:end], (self.lnum, start), (self.lnum, end),
                         self.shown(line))

    def fail(self, message, pos, lnum=None):
        raise TokenError(message, (lnum or self.lnum, pos))

    def fail_end(self):
        self.fail('unexpected EOF in multi-line statement', self.buffered)

    def fail_indent(self, error, message):
        text = self.line[:-1]
        col = min(self.buffered, len(text) + 1)
        raise error(message, ('<string>', self.lnum, col, text, None, None))

    # ---- tokens ----

    def tokens(self):
        while self.next_line():
            blank = yield from self.indentation()
            while True:
                inside = self.strings[-1] if self.strings else None
                token = self.fstring_part(inside) if inside and inside.text else self.plain()
                if token is None:
                    continue
                if token.type != NEWLINE:
                    yield token
                    continue
                yield token._replace(type=NL) if blank or self.level else token
                break
        if self.level:
            self.fail_end()
        here = (self.lnum + 1, 0)
        for _ in self.indents[1:]:
            yield TokenInfo(DEDENT, '', here, here, '')
        yield TokenInfo(ENDMARKER, '', here, here, '')

    def indentation(self):
        """INDENT and DEDENT tokens of a new line; its value: whether the line is blank."""
        space, kept = '', 0
        while True:
            rest = self.line[self.pos:]
            found = rest[:len(rest) - len(rest.lstrip(' \t\f'))]
            space, self.pos = space + found, self.pos + len(found)
            if self.line[self.pos] != '\\':
                break
            kept = kept or _columns(space)[0]   # in the line that begins it
            self.continuation(False)
        if self.line[self.pos] in '#\n' or self.line.startswith('\r\n', self.pos):
            return True
        if self.level:
            return False
        col, alt = (kept, kept) if kept else _columns(space)
        left = len([indent for indent in self.indents if indent <= col])
        dedents = len(self.indents) - left
        del self.indents[left:], self.altindents[left:]
        if col == self.indents[-1]:
            if alt != self.altindents[-1]:
                self.fail_tabs()
        elif dedents:
            self.fail_indent(IndentationError, 'unindent does not match any outer indentation level')
        else:
            if left >= _MAX_INDENT:
                self.fail_indent(IndentationError, 'too many levels of indentation')
            if alt <= self.altindents[-1]:
                self.fail_tabs()
            self.indents.append(col)
            self.altindents.append(alt)
            yield self.token(INDENT, 0, self.pos)
        for _ in range(dedents):
            yield self.token(DEDENT, self.pos, self.pos)
        return False

    def fail_tabs(self):
        self.fail_indent(TabError, 'inconsistent use of tabs and spaces in indentation')

    def continuation(self, kept=True):
        """A backslash: on to the next line. kept: the line is part of what errors count."""
        if self.line[self.pos + 1:] not in ('\n', '\r\n'):
            self.fail('unexpected character after line continuation character', self.buffered)
        if not self.next_line(kept):
            self.fail_end()

    def plain(self):
        """The next token outside of f-string text; None: none yet, look again."""
        line, start = self.line, self.re.spaces(self.line, self.pos).end()
        c = line[start]
        if c == '\n':
            return self.newline(start, start + 1)
        if c == '#':
            return self.token(COMMENT, start, self.re.comment(line, start).end())
        if m := self.re.prefix(line, start):
            return self.string(start, m[1].lower(), m[2])
        if m := self.re.name(line, start):
            return self.token(NAME, start, m.end())
        if self.re.number(line, start):
            return self.number(start)
        if c == '\\':
            self.pos = start
            self.continuation()
            return None
        if c == '\r':
            if line[start + 1] == '\n':
                return self.newline(start, start + 2)
            return self.token(OP, start, start + 2)
        return self.operator(start, c)

    def newline(self, start, end):
        lnum, text = self.lnum, '' if self.implicit else self.line[start:end]
        self.pos = end
        return TokenInfo(NEWLINE, text, (lnum, start), (lnum, end), self.shown(self.line))

    def number(self, start):
        line, re = self.line, self.re
        m = re.based(line, start)
        if m:
            return self.based_number(start, m.end(), m[0][1].lower())
        end = self.digits_end(start) if line[start] != '.' else start
        if line[end] == '.':
            end += 1
            if line[end].isascii() and line[end].isdigit():
                end = self.digits_end(end)
        if line[end] in 'eE':
            after = end + 2 if line[end + 1] in '+-' else end + 1
            if re.digits(line, after):
                end = self.digits_end(after)
            elif after == end + 2:
                self.fail('invalid decimal literal', after)
            else:
                return self.token(NUMBER, start, end)
        if line[end] in 'jJ':
            end += 1
        return self.token(NUMBER, start, end)

    def digits_end(self, start):
        end = self.re.digits(self.line, start).end()
        if self.line[end] == '_':
            self.fail('invalid decimal literal', end + 1)
        return end

    def based_number(self, start, end, base):
        kind = {'x': 'hexadecimal', 'o': 'octal', 'b': 'binary'}[base]
        c = self.line[end]
        bad = end + 1 if c == '_' else end
        digit = self.line[bad]
        if base != 'x' and digit.isascii() and digit.isdigit():
            self.fail("invalid digit '%s' in %s literal" % (digit, kind), bad + 1)
        if c == '_' or end == start + 2:
            self.fail('invalid %s literal' % kind, bad)
        return self.token(NUMBER, start, end)

    def operator(self, start, c):
        inside = self.strings[-1] if self.strings else None
        if inside and c in ':}!{' and inside.field >= 0:
            at = inside.depth - (c != '{')
            if at == 0:
                compared = c == '!' and self.line[start + 1] == '='
                inside.ended = c != '{' and (inside.ended or not compared)
            if c == ':' and at == inside.field:
                inside.text = True
                return self.token(OP, start, start + 1)
        m = self.re.symbol(self.line, start)
        end = m.end() if m else start + 1
        if not m and not c.isprintable():
            self.fail('invalid non-printable character U+%04X' % ord(c), end)
        if c in '([{':
            if self.level >= _MAX_LEVEL:
                self.fail('too many nested parentheses', end)
            self.level += 1
            if inside:
                inside.depth += 1
        elif c in ')]}':
            self.close(inside, c, end)
        return self.token(OP, start, end)

    def close(self, inside, c, end):
        if inside and not inside.depth and c == '}':
            self.fail("f-string: single '}' is not allowed", end)
        if self.level:
            self.level -= 1
        if inside:
            inside.depth -= 1
            if inside.depth < 0:
                self.fail("f-string: unmatched '%s'" % c, end)
            if c == '}' and inside.depth == inside.field:
                inside.field -= 1
                inside.text = True

    # ---- strings ----

    def more(self):
        """Adds the next line to the span of a string; False at the end."""
        if not self.next_line(True):
            return False
        self.span += self.line
        return True

    def string(self, start, prefix, quote):
        begin = start + len(prefix) + len(quote)
        if 'f' in prefix:
            if len(self.strings) + 1 >= _MAX_FSTRINGS:
                self.fail('too many nested f-strings', begin)
            self.strings.append(_FString(quote, 'r' in prefix, self.lnum, start))
            return self.token(FSTRING_START, start, begin)
        first, self.span, pos = self.lnum, self.line, begin
        while True:
            m = self.re.stop[quote](self.span, pos)
            pos = m.end()
            if m[0] == quote:
                break
            if m[0] == '\\':
                pos = self.escaped(pos)
            elif len(quote) == 1:
                self.fail_string(quote, first, start)
            if pos == len(self.span) and not self.more():
                self.fail_string(quote, first, start)
        end = self.pos = pos - len(self.span) + len(self.line)
        return TokenInfo(STRING, self.span[start:pos], (first, start), (self.lnum, end),
                         self.shown(self.span))

    def escaped(self, pos):
        """The position after the character that a backslash hides."""
        return pos + (2 if self.span[pos] == '\r' and pos + 1 < len(self.span) else 1)

    def fail_string(self, quote, first, start):
        if self.strings and self.strings[-1].quote == quote:
            message = "f-string: expecting '}'"
        elif len(quote) == 3:
            message = 'EOF in multi-line string'
        else:
            message = 'unterminated string literal (detected at line %d)' % self.lnum
        self.fail(message, start + 1, first)

    def fstring_part(self, f):
        """The next token of an f-string's text; None: a field begins here."""
        line, pos = self.line, self.pos
        if line[pos] == '{' and line[pos + 1] != '{':
            self.field(f, pos)
            return None
        if line.startswith(f.quote, pos):
            self.strings.pop()
            return self.token(FSTRING_END, pos, pos + len(f.quote))
        first, start, self.span = self.lnum, pos, line
        end, after = self.text_end(f, pos)
        base = len(self.span) - len(self.line)
        self.pos = after - base
        return TokenInfo(FSTRING_MIDDLE, self.span[start:end], (first, start),
                         (self.lnum, end - base), self.shown(self.span))

    def text_end(self, f, pos):
        """Where a part of text ends in the span, and where to go on after it."""
        spec = f.ended and f.field >= 0
        named = False  # in \\N{...}
        while True:
            m = self.re.text_stop[f.quote](self.span, pos)
            found, pos = m[0], m.end()
            after = self.span[pos:pos + 1]
            if found == f.quote:
                return m.start(), m.start()
            if found == '\n' and len(f.quote) == 1:
                if not spec:
                    self.fail_fstring(f)
                f.text = False
                return m.start(), m.start()
            if found == '{':
                if spec or after != '{':
                    self.field(f, m.start() - len(self.span) + len(self.line))
                    return m.start(), m.start()
                return pos, pos + 1
            if found == '}':
                if named:
                    return pos, pos
                if after == '}' and not spec:
                    return pos, pos + 1
                f.text = False
                return m.start(), m.start()
            if found == '\\' and after not in '{}':
                if not f.raw and self.span.startswith('N{', pos):
                    named = True
                    pos += 2
                else:
                    pos = self.escaped(pos)
            if pos == len(self.span) and not self.more():
                self.fail_fstring(f)

    def field(self, f, pos):
        f.field += 1
        if f.field >= _MAX_NESTED:
            self.fail('f-string: expressions nested too deeply', pos)
        f.text = False

    def fail_fstring(self, f):
        kind = 'f-string' if len(f.quote) == 1 else 'triple-quoted f-string'
        self.fail('unterminated %s literal (detected at line %d)' % (kind, self.lnum), f.pos + 1,
                  f.lnum)


def generate_tokens(readline):
    """The tokens of a source whose lines readline() returns as text."""
    return _Scanner(readline).tokens()


def tokenize(readline):
    """The tokens of a source whose lines readline() returns as bytes, first its encoding."""
    encoding, seen = detect_encoding(readline)
    seen = iter(seen)

    def text():
        line = next(seen, None)
        if line is None:
            line = readline()
        return line.decode(encoding)
    yield TokenInfo(ENCODING, encoding, (0, 0), (0, 0), '')
    yield from _Scanner(text).tokens()


# ---- encodings ----

def _normal_name(name):
    start = name[:12].lower().replace('_', '-') + '-'
    for normal, starts in (('utf-8', 'utf-8-'),
                           ('iso-8859-1', ('latin-1-', 'iso-8859-1-', 'iso-latin-1-'))):
        if start.startswith(starts):
            return normal
    return name


def _cookie(line, filename, bom):
    """The encoding that a line declares, or None."""
    def fail(message):
        if filename is not None:
            message += ' for ' + repr(filename)
        raise SyntaxError(message)
    try:
        text = line.decode('utf-8')
    except UnicodeDecodeError:
        fail('invalid or missing encoding declaration')
    m = _re.match(_COOKIE, text, _re.ASCII)
    if m is None:
        return None
    name = _normal_name(m[1])
    try:
        ' '.encode(name)
    except LookupError:
        raise SyntaxError('unknown encoding: ' + name if filename is None else
                          'unknown encoding for %r: %s' % (filename, name)) from None
    if bom:
        if name != 'utf-8':
            raise SyntaxError('encoding problem: utf-8' if filename is None else
                              'encoding problem for %r: utf-8' % filename)
        name += '-sig'
    return name


def detect_encoding(readline):
    """
    The encoding of a source as its first two lines tell it, and the lines (bytes) read for that.

    readline() returns the lines as bytes. A byte order mark or a coding comment decides, else the
    encoding is utf-8 ('utf-8-sig' with a mark). A SyntaxError tells of an encoding that is unknown,
    that contradicts the mark, or that the lines are not in.
    """
    filename = getattr(getattr(readline, '__self__', None), 'name', None)
    lines, marked, may_follow = [], False, True     # in the second line, if the first has no code
    while may_follow and len(lines) < 2:
        try:
            line = readline()
        except StopIteration:
            break
        if not lines and line.startswith(_BOM):
            line, marked = line[3:], True
        if not line:
            break
        lines.append(line)
        declared = _cookie(line, filename, marked)
        if declared:
            return declared, lines
        may_follow = _re.match(br'[ \t\f]*(?:[#\r\n]|$)', line, _re.ASCII)
    return 'utf-8-sig' if marked else 'utf-8', lines


def open(filename):
    """A file opened for reading as text, in the encoding that detect_encoding() finds."""
    from builtins import open as open_file
    with open_file(filename, 'rb') as file:
        encoding, _ = detect_encoding(file.readline)
    return open_file(filename, encoding=encoding)


# ---- back to source ----

def _written(kind, text):
    """The text of a token as source has it: in the fixed parts of f-strings braces are doubled."""
    return text.replace('{', '{{').replace('}', '}}') if kind == FSTRING_MIDDLE else text


class Untokenizer:
    """Text made of tokens: exact places of full ones, else with spaces that keep them apart."""

    def __init__(self):
        self.tokens, self.encoding = [], None
        self.prev_row, self.prev_col = 1, 0  # where the text ends
        self._indents, self._fresh = [], False  # fresh: the next token begins a line

    def add_whitespace(self, start):
        end = self.prev_row, self.prev_col
        if start < end:
            raise ValueError('start (%d,%d) precedes previous end (%d,%d)' % (*start, *end))
        rows = start[0] - self.prev_row
        if rows:
            self.prev_col = 0
        self.tokens.append('\\\n' * rows + ' ' * (start[1] - self.prev_col))

    def _shapes(self, kind, text):
        """Takes a token that is no text of its own; False: it is."""
        if kind == INDENT:
            self._indents.append(text)
        elif kind == DEDENT:
            self._indents.pop()
        elif kind == ENCODING:
            self.encoding = text
        else:
            return False
        return True

    def _begin(self, kind, room=None):
        """Indents what begins a line, if there is room; notes where the next line begins."""
        if kind in (NEWLINE, NL):
            self._fresh = True
        elif self._fresh and self._indents:
            self._fresh = False
            if room is None or room >= len(self._indents[-1]):
                self.tokens.append(self._indents[-1])
                self.prev_col = len(self._indents[-1])

    def untokenize(self, iterable):
        tokens = iter(iterable)
        for token in tokens:
            if len(token) == 2:
                self.compat(token, tokens)
                break
            kind, text, start, end, _ = token
            if kind == ENDMARKER:
                break
            if self._shapes(kind, text):
                if kind == DEDENT:
                    self.prev_row, self.prev_col = end
                continue
            self._begin(kind, start[1])
            written = _written(kind, text)
            self.add_whitespace(start)
            self.tokens.append(written)
            self.prev_row, self.prev_col = end[0], end[1] + len(written) - len(text)
            if kind in (NEWLINE, NL):
                self.prev_row, self.prev_col = self.prev_row + 1, 0
        return ''.join(self.tokens)

    def compat(self, token, iterable):
        """The rest of the tokens, of which only types and texts count."""
        self._indents, self._fresh = [], token[0] in (NEWLINE, NL)
        before = None
        for kind, text, *_ in (token, *iterable):
            if not self._shapes(kind, text):
                self._begin(kind)
                apart = ' ' if kind == before == STRING else ''
                blank = ' ' if kind in (NAME, NUMBER) else ''
                self.tokens.append(apart + _written(kind, text) + blank)
            before = before if kind == ENCODING else kind


def untokenize(iterable):
    """The source of tokens, as bytes in the encoding that an ENCODING token names, else as text.

    Full tokens give the text they came from, up to the spaces at ends of lines; of pairs (type,
    text) the spaces are made up. Tokenizing the result gives the same types and texts again.
    """
    un = Untokenizer()
    text = un.untokenize(iterable)
    return text.encode(un.encoding) if un.encoding is not None else text
