# Module gettext: messages as they are. There are no catalogs here, so that translation() finds
# none; GNUTranslations reads one from an open file.
import re as _re

__all__ = ['NullTranslations', 'GNUTranslations', 'Catalog', 'bindtextdomain', 'find',
           'translation', 'install', 'textdomain', 'dgettext', 'dngettext', 'gettext', 'ngettext',
           'pgettext', 'dpgettext', 'npgettext', 'dnpgettext']

_localedirs, _current = {}, ['messages']
_OPERATORS = _re.compile(r'\s*(n|\d+|&&|\|\||[=!<>]=|[-+*/%<>!?:()]|$)')
# Levels of binary operators, the loosest first, as Python has them.
_LEVELS = ({'||': 'or'}, {'&&': 'and'}, {'==': '==', '!=': '!='},
           {'<': '<', '>': '>', '<=': '<=', '>=': '>='}, {'+': '+', '-': '-'},
           {'*': '*', '/': '//', '%': '%'})


def _parse(tokens, level=-1):
    """C expression -> Python expression; level -1 is the conditional one."""
    if level == len(_LEVELS):
        token = tokens.pop()
        if token == '!':
            return f'(not {_parse(tokens, level)})'
        if token == '(':
            inner = _parse(tokens)
            if tokens.pop() != ')':
                raise ValueError('unbalanced parenthesis in plural form')
            return inner
        if token != 'n' and not token.isdigit():
            raise ValueError(f'unexpected token in plural form: {token}' if token else
                             'unexpected end of plural form')
        return token
    left = _parse(tokens, level + 1)
    if level < 0:
        if tokens[-1] != '?':
            return left
        tokens.pop()
        yes = _parse(tokens)
        if tokens.pop() != ':':
            raise ValueError('unexpected token in plural form')
        return f'({yes} if {left} else {_parse(tokens)})'
    while tokens[-1] in _LEVELS[level]:
        left = f'({left} {_LEVELS[level][tokens.pop()]} {_parse(tokens, level + 1)})'
    return left


def c2py(plural):
    """A function of n that computes the C expression of a catalog's Plural-Forms."""
    if len(plural) > 1000:
        raise ValueError('plural form expression is too long')
    tokens, at = [], 0
    while not tokens or tokens[-1]:
        match = _OPERATORS.match(plural, at)
        if not match:
            raise ValueError(f'invalid token in plural form: {plural[at:].split()[0]}')
        tokens.append(match[1])
        at = match.end()
    tokens.reverse()
    text = _parse(tokens)
    if tokens != ['']:
        raise ValueError(f'unexpected token in plural form: {tokens[-1]}')
    function = eval('lambda n: int(' + text + ')')

    def plural_of(n):
        if not isinstance(n, int):
            raise TypeError(f'Plural value must be an integer, got {type(n).__name__}')
        return function(n)
    return plural_of


class NullTranslations:
    """Translations that return the message itself, or ask a fallback."""

    def __init__(self, fp=None):
        self._info, self._charset, self._fallback = {}, None, None
        if fp is not None:
            self._parse(fp)

    def _parse(self, fp):
        pass

    def add_fallback(self, fallback):
        last = self
        while last._fallback:
            last = last._fallback
        last._fallback = fallback

    def gettext(self, message):
        return self._fallback.gettext(message) if self._fallback else message

    def ngettext(self, msgid1, msgid2, n):
        if self._fallback:
            return self._fallback.ngettext(msgid1, msgid2, n)
        return msgid1 if n == 1 else msgid2

    def pgettext(self, context, message):
        return self._fallback.pgettext(context, message) if self._fallback else message

    def npgettext(self, context, msgid1, msgid2, n):
        if self._fallback:
            return self._fallback.npgettext(context, msgid1, msgid2, n)
        return msgid1 if n == 1 else msgid2

    def info(self):
        return self._info

    def charset(self):
        return self._charset

    def install(self, names=None):
        """Make _() a builtin, and the given methods."""
        import builtins
        builtins.__dict__['_'] = self.gettext
        for name in {'gettext', 'ngettext', 'npgettext', 'pgettext'}.intersection(names or ()):
            builtins.__dict__[name] = getattr(self, name)


class GNUTranslations(NullTranslations):
    """Translations from a .mo catalog."""
    LE_MAGIC, BE_MAGIC, CONTEXT, VERSIONS = 0x950412de, 0xde120495, '%s\x04%s', (0, 1)

    def _parse(self, fp):
        from struct import unpack
        name, data = getattr(fp, 'name', ''), fp.read()
        self._catalog, self.plural = {}, lambda n: int(n != 1)
        magic, = unpack('<I', data[:4])
        if magic not in (self.LE_MAGIC, self.BE_MAGIC):
            raise OSError(0, 'Bad magic number', name)
        order = '<' if magic == self.LE_MAGIC else '>'
        version, count, ids, texts = unpack(order + '4I', data[4:20])
        if version >> 16 not in self.VERSIONS:
            raise OSError(0, 'Bad version number ' + str(version >> 16), name)
        for i in range(count):
            pair = []
            for table in (ids, texts):
                length, at = unpack(order + '2I', data[table + 8 * i:table + 8 * i + 8])
                if at + length >= len(data):
                    raise OSError(0, 'File is corrupt', name)
                pair.append(data[at:at + length])
            self._add(*pair)

    def _add(self, msgid, text):
        if not msgid:
            self._read_header(text.decode())
        charset = self._charset or 'ascii'
        if b'\0' in msgid:
            msgid = str(msgid.split(b'\0')[0], charset)
            for i, form in enumerate(text.split(b'\0')):
                self._catalog[msgid, i] = str(form, charset)
        else:
            self._catalog[str(msgid, charset)] = str(text, charset)

    def _read_header(self, text):
        key = None
        for line in text.split('\n'):
            if not line or line.startswith('#-#-#-#-#'):
                continue
            name, colon, value = line.partition(':')
            if colon:
                key, value = name.strip().lower(), value.strip()
                self._info[key] = value
            elif key:
                self._info[key] += '\n' + line
            if key == 'content-type':
                self._charset = value.split('charset=')[1]
            elif key == 'plural-forms':
                self.plural = c2py(value.split(';')[1].split('plural=')[1])

    def _one(self, message, otherwise):
        found = self._catalog.get(message)
        if found is None:
            found = self._catalog.get((message, self.plural(1)))
        return otherwise() if found is None else found

    def gettext(self, message):
        return self._one(message, lambda: NullTranslations.gettext(self, message))

    def pgettext(self, context, message):
        return self._one(self.CONTEXT % (context, message),
                         lambda: NullTranslations.pgettext(self, context, message))

    def ngettext(self, msgid1, msgid2, n):
        found = self._catalog.get((msgid1, self.plural(n)))
        return NullTranslations.ngettext(self, msgid1, msgid2, n) if found is None else found

    def npgettext(self, context, msgid1, msgid2, n):
        found = self._catalog.get((self.CONTEXT % (context, msgid1), self.plural(n)))
        if found is None:
            return NullTranslations.npgettext(self, context, msgid1, msgid2, n)
        return found


def find(domain, localedir=None, languages=None, all=False):
    """The files of a domain's catalogs: there are none."""
    return [] if all else None


def translation(domain, localedir=None, languages=None, class_=None, fallback=False):
    """The domain's translations: with fallback the null ones."""
    if fallback:
        return NullTranslations()
    raise FileNotFoundError(2, 'No translation file found for domain', domain)


Catalog = translation


def install(domain, localedir=None, *, names=None):
    translation(domain, localedir, fallback=True).install(names)


def textdomain(domain=None):
    if domain is not None:
        _current[0] = domain
    return _current[0]


def bindtextdomain(domain, localedir=None):
    if localedir is not None:
        _localedirs[domain] = localedir
    return _localedirs.get(domain, '/usr/share/locale')


def gettext(message):
    return message


def ngettext(msgid1, msgid2, n):
    return msgid1 if n == 1 else msgid2


def pgettext(context, message):
    return message


def npgettext(context, msgid1, msgid2, n):
    return msgid1 if n == 1 else msgid2


def dgettext(domain, message):
    return message


def dngettext(domain, msgid1, msgid2, n):
    return msgid1 if n == 1 else msgid2


def dpgettext(domain, context, message):
    return message


def dnpgettext(domain, context, msgid1, msgid2, n):
    return msgid1 if n == 1 else msgid2
