# Class shlex.shlex: a lexical analyzer for simple shell-like syntaxes. Loaded on first use.
from collections import deque as _deque
from io import StringIO as _StringIO

_LETTERS = 'abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'
_LATIN1 = 'ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ'


class shlex:
    """Reads tokens from a stream or text. The attributes say which characters mean what; state is
    None at the end."""
    __module__ = 'shlex'

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        if instream is None:
            import sys
            self.instream, self.infile = sys.stdin, None
        else:
            self.instream = _StringIO(instream) if isinstance(instream, str) else instream
            self.infile = infile
        self.posix, self.eof = posix, None if posix else ''
        self.commenters, self.whitespace, self.quotes = '#', ' \t\r\n', '\'"'
        self.wordchars = _LETTERS + (_LATIN1 if posix else '')
        self.whitespace_split, self.escape, self.escapedquotes = False, '\\', '"'
        self.state, self.lineno, self.debug, self.token, self.source = ' ', 1, 0, '', None
        self.pushback, self.filestack = _deque(), _deque()
        if punctuation_chars is True:
            punctuation_chars = '();<>|&'
        self._punctuation_chars = punctuation_chars or ''
        self._pushback_chars = []
        if self._punctuation_chars:
            self.wordchars = ''.join([c for c in self.wordchars + '~-./*?='
                                      if c not in self._punctuation_chars])

    @property
    def punctuation_chars(self):
        return self._punctuation_chars

    def push_token(self, tok):
        """Puts a token back: get_token() gives it next."""
        self.pushback.appendleft(tok)

    def push_source(self, newstream, newfile=None):
        """Reads from another stream first."""
        self.filestack.appendleft((self.infile, self.instream, self.lineno))
        self.instream = _StringIO(newstream) if isinstance(newstream, str) else newstream
        self.infile, self.lineno = newfile, 1

    def pop_source(self):
        """Goes back to the stream before push_source()."""
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()
        self.state = ' '

    def sourcehook(self, newfile):
        """Refused: a source names a file, and there are none here."""
        raise NotImplementedError('shlex: a source file cannot be opened')

    def error_leader(self, infile=None, lineno=None):
        """The beginning of a message about this place: file and line."""
        infile = self.infile if infile is None else infile
        lineno = self.lineno if lineno is None else lineno
        return '"%s", line %d: ' % (infile, lineno)

    def get_token(self):
        """The next token: one put back, or else of the stream."""
        while not self.pushback:
            token = self.read_token()
            if self.source is not None and token == self.source:
                if opened := self.sourcehook(self.read_token()):
                    self.push_source(*reversed(opened))
            elif token == self.eof and self.filestack:  # back in what named the file that ended
                self.pop_source()
            else:
                return token
        return self.pushback.popleft()

    def read_token(self):
        """The next token, without regard to what was pushed back."""
        self.token = ''
        c = None if self.state is None else self._first()
        if not c:
            self.state = None
            return None if self.posix else ''
        if self.posix and c in self.escape:
            self.token = self._next_escaped()
        elif c in self.wordchars:
            self.token = c
        elif c in self.punctuation_chars:
            self._punctuation(c)
            return self._taken()
        elif c in self.quotes:
            self._quoted(c)
            if not self.posix:
                return self._taken()
        else:
            self.token = c
            if not self.whitespace_split:
                return self._taken()
        self._word()
        return self._taken()

    def _taken(self):
        token, self.token = self.token, ''
        return token

    # Reading: each leaves what it has read in self.token.

    def _next(self):
        c = self._pushback_chars.pop() if self._pushback_chars else self.instream.read(1)
        if c == '\n':
            self.lineno += 1
        return c

    def _comment(self):
        self.instream.readline()
        self.lineno += 1

    def _first(self):
        """The first character that is neither white space nor in a comment."""
        while c := self._next():
            if c not in self.whitespace:
                if c not in self.commenters:
                    break
                self._comment()
        return c

    def _next_inside(self):
        """The next character of a token, '' when it has ended. A comment ends it, or (not posix) is passed over."""
        while c := self._next():
            if c in self.whitespace:
                return ''
            if c not in self.commenters:
                return c
            self._comment()
            if self.posix:
                return ''
        self.state = None
        return c

    def _punctuation(self, c):
        while c and c in self.punctuation_chars:
            self.token += c
            c = self._next_inside()
        if c:
            self._pushback_chars.append(c)

    def _word(self):
        """The rest of a word, of which the beginning is read."""
        while c := self._next_inside():
            if self.posix and c in self.quotes:
                self._quoted(c)
            elif self.posix and c in self.escape:
                self.token += self._next_escaped()
            elif c in self.wordchars or c in self.quotes or self.whitespace_split and c not in self.punctuation_chars:
                self.token += c
            else:
                (self._pushback_chars.append if self._punctuation_chars else self.push_token)(c)
                return

    def _quoted(self, quote):
        """What is in quotes; if not posix, with them."""
        escapes = self.posix and quote in self.escapedquotes
        text = ''
        while (c := self._next()) != quote:
            if not c:
                raise ValueError('No closing quotation')
            if escapes and c in self.escape:
                escaped = self._next_escaped()
                text += escaped if escaped in (c, quote) else c + escaped
            else:
                text += c
        self.token += text if self.posix else quote + text + quote

    def _next_escaped(self):
        c = self._next()
        if not c:
            raise ValueError('No escaped character')
        return c

    def __iter__(self):
        return self

    def __next__(self):
        token = self.get_token()
        if token == self.eof:
            raise StopIteration
        return token
