# Class shlex.shlex: a lexical analyzer for simple shell-like syntaxes. Loaded on first use.
from collections import deque as _deque
from io import StringIO as _StringIO

_LETTERS = 'abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_'
_LATIN1 = 'ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ'


class shlex:
    """Reads tokens from a stream or text. The attributes say which characters mean what.

    state: ' ' between words, 'a' in a word, 'c' in a run of punctuation, a quote or an escape
    character inside what it opened, None at the end."""
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
        if self._punctuation_chars:
            self._pushback_chars = []
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
        self._quoted, self._escaped = False, ' '
        done = self.state is None
        while not done:
            c = self._pushback_chars.pop() if self._punctuation_chars and self._pushback_chars \
                else self.instream.read(1)
            if c == '\n':
                self.lineno += 1
            if self.state == ' ':
                done = self._between(c)
            elif self.state in self.quotes:
                done = self._in_quotes(c)
            elif self.state in self.escape:
                self._in_escape(c)
            else:
                done = self._in_word(c)
        token, self.token = self.token, ''
        if self.posix and not self._quoted and token == '':
            return None
        return token

    # One character c in a state -> True when the token is complete.

    def _any(self):
        return bool(self.token or self.posix and self._quoted)

    def _comment(self):
        self.instream.readline()
        self.lineno += 1

    def _between(self, c):
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            return self._any()
        if c in self.commenters:
            self._comment()
        elif self.posix and c in self.escape:
            self._escaped, self.state = 'a', c
        elif c in self.wordchars:
            self.token, self.state = c, 'a'
        elif c in self.punctuation_chars:
            self.token, self.state = c, 'c'
        elif c in self.quotes:
            if not self.posix:
                self.token = c
            self.state = c
        elif self.whitespace_split:
            self.token, self.state = c, 'a'
        else:
            self.token = c
            return True
        return False

    def _in_quotes(self, c):
        self._quoted = True
        if not c:
            raise ValueError('No closing quotation')
        if c == self.state:
            if self.posix:
                self.state = 'a'
                return False
            self.token += c
            self.state = ' '
            return True
        if self.posix and c in self.escape and self.state in self.escapedquotes:
            self._escaped, self.state = self.state, c
        else:
            self.token += c
        return False

    def _in_escape(self, c):
        if not c:
            raise ValueError('No escaped character')
        if self._escaped in self.quotes and c != self.state and c != self._escaped:
            self.token += self.state
        self.token += c
        self.state = self._escaped

    def _in_word(self, c):
        if not c:
            self.state = None
            return True
        if c in self.whitespace:
            self.state = ' '
            return self._any()
        if c in self.commenters:
            self._comment()
            if self.posix:
                self.state = ' '
                return self._any()
        elif self.state == 'c':
            if c not in self.punctuation_chars:
                if c not in self.whitespace:
                    self._pushback_chars.append(c)
                self.state = ' '
                return True
            self.token += c
        elif self.posix and c in self.quotes:
            self.state = c
        elif self.posix and c in self.escape:
            self._escaped, self.state = 'a', c
        elif c in self.wordchars or c in self.quotes or \
                self.whitespace_split and c not in self.punctuation_chars:
            self.token += c
        else:
            if self._punctuation_chars:
                self._pushback_chars.append(c)
            else:
                self.pushback.appendleft(c)
            self.state = ' '
            return self._any()
        return False

    def __iter__(self):
        return self

    def __next__(self):
        token = self.get_token()
        if token == self.eof:
            raise StopIteration
        return token
