# The flags and the exception of module re; all else is native.
__all__ = ['match', 'fullmatch', 'search', 'sub', 'subn', 'split', 'findall', 'finditer', 'compile', 'purge',
           'template', 'escape', 'error', 'Pattern', 'Match', 'A', 'I', 'L', 'M', 'S', 'X', 'U', 'ASCII', 'IGNORECASE',
           'LOCALE', 'MULTILINE', 'DOTALL', 'VERBOSE', 'UNICODE', 'NOFLAG', 'RegexFlag']


class error(Exception):
    """A pattern that is not a regular expression: msg says why, pos, lineno and colno where."""
    __module__ = 're'

    def __init__(self, msg, pattern=None, pos=None):
        self.msg, self.pattern, self.pos = msg, pattern, pos
        self.lineno = self.colno = None
        said = [msg]
        if pattern is not None and pos is not None:
            said.append(f'at position {pos}')
            end = '\n' if isinstance(pattern, str) else b'\n'
            before = pattern[:pos].split(end)
            self.lineno, self.colno = len(before), len(before[-1]) + 1
            if end in pattern:
                said.append(f'(line {self.lineno}, column {self.colno})')
        super().__init__(' '.join(said) if said[1:] else msg)


_names = {}


class RegexFlag(int):
    """A set of flags; an int that knows the names of its bits."""

    @property
    def value(self):
        return int(self)

    @property
    def name(self):
        return '|'.join(n for v, n in _names.items() if self & v) or ('NOFLAG' if not self else None)

    def __repr__(self):
        rest = int(self)
        parts = []
        for v, n in _names.items():
            if rest & v:
                parts.append('re.' + n)
                rest &= ~v
        if rest:
            parts.append(hex(rest))
        return '|'.join(parts) or 're.NOFLAG'

    __str__ = object.__str__

    def __or__(self, other):
        return RegexFlag(int(self) | int(other))

    def __and__(self, other):
        return RegexFlag(int(self) & int(other))

    def __xor__(self, other):
        return RegexFlag(int(self) ^ int(other))

    def __invert__(self):
        return RegexFlag(max(511, (1 << self.bit_length()) - 1) & ~int(self))

    def __contains__(self, other):
        return int(other) & int(self) == int(other)

    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__


NOFLAG = RegexFlag(0)
ASCII = A = RegexFlag(256)
IGNORECASE = I = RegexFlag(2)
LOCALE = L = RegexFlag(4)
UNICODE = U = RegexFlag(32)
MULTILINE = M = RegexFlag(8)
DOTALL = S = RegexFlag(16)
VERBOSE = X = RegexFlag(64)
TEMPLATE = T = RegexFlag(1)
DEBUG = RegexFlag(128)
for _n in ('ASCII', 'IGNORECASE', 'LOCALE', 'UNICODE', 'MULTILINE', 'DOTALL', 'VERBOSE', 'TEMPLATE',
           'DEBUG'):
    setattr(RegexFlag, _n, globals()[_n])
    _names[int(globals()[_n])] = _n
for _n in ('A', 'I', 'L', 'U', 'M', 'S', 'X', 'T', 'NOFLAG'):
    setattr(RegexFlag, _n, globals()[_n])
del _n


def template(pattern, flags=0):
    """Does what compile() does. Deprecated."""
    import warnings
    warnings.warn('The re.template() function is deprecated as it is an undocumented function without an '
                  'obvious purpose. Use re.compile() instead.', DeprecationWarning)
    with warnings.catch_warnings():
        warnings.simplefilter('ignore')
        return compile(pattern, flags | T)


class Scanner:
    """Cuts a string in tokens: lexicon is a list of (pattern, action or None)."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = lexicon
        self.scanner = compile('|'.join(f'(?P<_{i}>{phrase})' for i, (phrase, _) in enumerate(lexicon)),
                               flags)

    def scan(self, string):
        """The list of the tokens, and the rest that no pattern fits."""
        tokens, at = [], 0
        while (found := self.scanner.match(string, at)) and found.end() > at:
            at = found.end()
            tokens.append(self._token(found))
        return [token for token in tokens if token is not None], string[at:]

    def _token(self, found):
        action = self.lexicon[int(found.lastgroup[1:])][1]
        if not callable(action):
            return action
        self.match = found
        return action(self, found[0])
