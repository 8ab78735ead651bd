# Module urllib.parse: URLs split, joined and quoted. Bytes are handled as ASCII text, and results
# of bytes are bytes again. The deprecated split* functions are in urllib._split.
from _namedtuple import namedtuple as _namedtuple

__all__ = ['urlencode', 'urlparse', 'urlunparse', 'urljoin', 'urldefrag', 'urlsplit', 'urlunsplit',
           'parse_qs', 'parse_qsl', 'quote', 'quote_plus', 'quote_from_bytes', 'unquote',
           'unquote_plus', 'unquote_to_bytes', 'DefragResult', 'ParseResult', 'SplitResult',
           'DefragResultBytes', 'ParseResultBytes', 'SplitResultBytes']

# What is known of schemes: '' stands for an address without one.
uses_relative = (' ftp http gopher nntp imap wais file https shttp mms prospero rtsp rtsps rtspu '
                 'sftp svn svn+ssh ws wss').split(' ')
uses_netloc = (' ftp http gopher nntp telnet imap wais file mms https shttp snews prospero rtsp '
               'rtsps rtspu rsync svn svn+ssh sftp nfs git git+ssh ws wss itms-services').split(' ')
uses_params = ' ftp hdl prospero http imap https shttp rtsp rtsps rtspu sip sips mms sftp tel'.split(' ')
non_hierarchical = 'gopher hdl mailto news telnet wais imap snews sip sips'.split(' ')
uses_query = ' http wais imap https shttp mms gopher rtsp rtsps rtspu sip sips'.split(' ')
uses_fragment = ' ftp hdl http gopher news nntp wais https shttp snews file prospero'.split(' ')
scheme_chars = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.'

_ALWAYS_SAFE = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~')
_ALWAYS_SAFE_BYTES = bytes(_ALWAYS_SAFE)
_NO_BREAKS = dict.fromkeys(b'\t\r\n')
_CONTROLS_AND_SPACE = ''.join(map(chr, range(33)))


_quoters, _splits = {}, {}  # by safe characters; by the arguments of urlsplit()
_patterns = {}              # for urlsplit(), by whether fragments are told apart


def clear_cache():
    """Forgets the addresses and quoting tables that were kept for speed."""
    _quoters.clear()
    _splits.clear()


class _ResultText:
    """What results of text add to their tuples."""
    __slots__ = ()

    def encode(self, encoding='ascii', errors='strict'):
        return self._encoded_counterpart._make([part.encode(encoding, errors) for part in self])


class _ResultBytes:
    __slots__ = ()

    def decode(self, encoding='ascii', errors='strict'):
        return self._decoded_counterpart._make([part.decode(encoding, errors) for part in self])


class _Netloc:
    """Parts of netloc; _marks are '@', ':', '[', ']' and '%' in the type of the result."""
    __slots__ = ()

    def _user(self):
        at, colon = self._marks[:2]
        user, found, _ = self.netloc.rpartition(at)
        if not found:
            return None, None
        name, found, password = user.partition(colon)
        return name, password if found else None

    def _host(self):
        at, colon, opening, closing, _ = self._marks
        host = self.netloc[self.netloc.rfind(at) + 1:]
        start = host.find(opening) + 1      # 0: there are no brackets
        end = host.find(closing if start else colon, start)
        if end < 0:
            return host[start:], None
        port = host.find(colon, end) + 1
        return host[start:end], port and host[port:] or None

    username = property(lambda self: self._user()[0])
    password = property(lambda self: self._user()[1])

    @property
    def hostname(self):
        name, percent, zone = self._host()[0].partition(self._marks[4])
        return name.lower() + percent + zone or None

    @property
    def port(self):
        text = self._host()[1]
        if text is None:
            return None
        number = int(text) if text.isdigit() and text.isascii() else None
        if number is None:
            raise ValueError(f'Port could not be cast to integer value as {text!r}')
        if number > 65535:
            raise ValueError('Port out of range 0-65535')
        return number


class _NetlocText(_Netloc, _ResultText):
    __slots__ = ()
    _marks = '@', ':', '[', ']', '%'


class _NetlocBytes(_Netloc, _ResultBytes):
    __slots__ = ()
    _marks = b'@', b':', b'[', b']', b'%'


class DefragResult(_namedtuple('DefragResult', 'url fragment'), _ResultText):
    __slots__ = ()

    def geturl(self):
        return '#'.join(self if self.fragment else self[:1])


class _Split(_namedtuple('SplitResult', 'scheme netloc path query fragment')):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class SplitResult(_Split, _NetlocText):
    __slots__ = ()


class SplitResultBytes(_Split, _NetlocBytes):
    __slots__ = ()


class _Parse(_namedtuple('ParseResult', 'scheme netloc path params query fragment')):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


class ParseResult(_Parse, _NetlocText):
    __slots__ = ()


class ParseResultBytes(_Parse, _NetlocBytes):
    __slots__ = ()


class DefragResultBytes(_namedtuple('DefragResultBytes', 'url fragment'), _ResultBytes):
    __slots__ = ()

    def geturl(self):
        return b'#'.join(self if self.fragment else self[:1])


ResultBase = _NetlocText
for _text, _bytes in ((DefragResult, DefragResultBytes), (SplitResult, SplitResultBytes),
                      (ParseResult, ParseResultBytes)):
    _text._encoded_counterpart, _bytes._decoded_counterpart = _bytes, _text
del _text, _bytes


def _same(value):
    return value


def _as_bytes(value):
    return value.encode('ascii', 'strict')


def _coerce_args(*args):
    """-> args as text, then the function that gives a result the type of the arguments."""
    of_text = [isinstance(arg, str) for arg in args if arg or arg is args[0]]
    if all(of_text):
        return *args, _same
    if any(of_text):
        raise TypeError('Cannot mix str and non-str arguments')
    return *[x.decode('ascii', 'strict') if x else '' for x in args], _as_bytes


def _check_netloc(netloc):
    if ('[' in netloc) != (']' in netloc):
        raise ValueError('Invalid IPv6 URL')
    if '[' in netloc:
        host = netloc.partition('[')[2].partition(']')[0]
        if host.startswith('v'):
            import re
            if not re.match(r'\Av[a-fA-F0-9]+\..+\Z', host):
                raise ValueError('IPvFuture address is invalid')
        else:
            import ipaddress
            if ipaddress.ip_address(host).version == 4:
                raise ValueError('An IPv4 address cannot be in brackets')


def _check_normalization(netloc):
    """Refuses a netloc that compatibility normalization would split elsewhere."""
    if netloc.isascii():
        return
    import unicodedata
    parts = netloc.translate(dict.fromkeys(b'@:#?'))
    if not set('@:#?/').isdisjoint(unicodedata.normalize('NFKC', parts)):
        raise ValueError(f"netloc '{netloc}' contains invalid characters under NFKC normalization")


def urlsplit(url, scheme='', allow_fragments=True):
    """The parts of an address: scheme, netloc, path, query, fragment."""
    key = url, scheme, type(url), type(scheme), allow_fragments
    if key not in _splits:
        if len(_splits) >= 128:
            _splits.clear()
        _splits[key] = _split(url, scheme, allow_fragments)
    return _splits[key]


def _pattern(allow_fragments):
    """The parts of an address, as RFC 3986 has them in its appendix B."""
    import re
    head = r'(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?://([^/?#]*))?'
    tail = r'([^?#]*)(?:\?([^#]*))?(?:#(.*))?' if allow_fragments else r'([^?]*)(?:\?(.*))?()'
    return re.compile(head + tail, re.DOTALL)


def _split(url, scheme, allow_fragments):
    url, scheme, coerce = _coerce_args(url, scheme)
    url = url.lstrip(_CONTROLS_AND_SPACE).translate(_NO_BREAKS)
    allow_fragments = bool(allow_fragments)
    if allow_fragments not in _patterns:
        _patterns[allow_fragments] = _pattern(allow_fragments)
    own, netloc, *rest = _patterns[allow_fragments].match(url).groups('')
    _check_netloc(netloc)
    _check_normalization(netloc)
    scheme = own.lower() or scheme.strip(_CONTROLS_AND_SPACE).translate(_NO_BREAKS)
    return coerce(SplitResult(scheme, netloc, *rest))


def urlparse(url, scheme='', allow_fragments=True):
    """The parts of an address: scheme, netloc, path, params, query, fragment."""
    url, scheme, coerce = _coerce_args(url, scheme)
    scheme, netloc, path, *rest = urlsplit(url, scheme, allow_fragments)
    params = ''
    if scheme in uses_params:   # in the last part of the path
        folder, slash, name = path.rpartition('/')
        name, _, params = name.partition(';')
        path = folder + slash + name
    return coerce(ParseResult(scheme, netloc, path, params, *rest))


def urlunsplit(components):
    """The address that has these five parts."""
    scheme, netloc, path, query, fragment, coerce = _coerce_args(*components)
    if netloc or scheme and scheme in uses_netloc and not path.startswith('//'):
        gap = '/' if path and path[0] != '/' else ''
        path = f'//{netloc or ""}{gap}{path}'
    before = f'{scheme}:' if scheme else ''
    after = [mark + part for mark, part in (('?', query), ('#', fragment)) if part]
    return coerce(before + path + ''.join(after))


def urlunparse(components):
    """The address that has these six parts."""
    scheme, netloc, url, params, query, fragment, coerce = _coerce_args(*components)
    return coerce(urlunsplit((scheme, netloc, f'{url};{params}' if params else url, query,
                              fragment)))


def urldefrag(url):
    """The address without its fragment, and the fragment."""
    url, coerce = _coerce_args(url)
    if '#' not in url:
        return coerce(DefragResult(url, ''))
    parts = urlparse(url)
    return coerce(DefragResult(parts._replace(fragment='').geturl(), parts.fragment))


def _resolved(base, path):
    """The path that `path` means seen from the path `base`, without '.' and '..'."""
    if path.startswith('/'):
        parts = path.split('/')
    else:
        folder = base[:base.rfind('/') + 1] if base else '/'
        parts = (folder + path).split('/')
        parts[1:-1] = [part for part in parts[1:-1] if part]
    if parts[-1] in ('.', '..'):
        parts.append('')    # a folder
    out = []
    for part in parts:
        if part == '..':
            del out[-1:]
        elif part != '.':
            out.append(part)
    return '/'.join(out) or '/'


def urljoin(base, url, allow_fragments=True):
    """The address that a link leads to, seen from the page at base."""
    if not base or not url:
        return url or base
    base, url, coerce = _coerce_args(base, url)
    page = urlparse(base, '', allow_fragments)
    link = urlparse(url, page.scheme, allow_fragments)
    if link.scheme != page.scheme or link.scheme not in uses_relative:
        return coerce(url)
    has_hosts = link.scheme in uses_netloc
    if has_hosts and link.netloc:
        return coerce(urlunparse(link))
    # RFC 3986, 5.2.2: what the link leaves out is the page's.
    if link.path or link.params:
        link = link._replace(path=_resolved(page.path, link.path))
    else:
        link = link._replace(path=page.path, params=page.params, query=link.query or page.query)
    return coerce(urlunparse(link._replace(netloc=page.netloc) if has_hosts else link))


class _Quoter(dict):
    """A table from byte to quoted text, filled as bytes are met."""

    def __init__(self, safe):
        self.safe = _ALWAYS_SAFE.union(safe)

    def __repr__(self):
        return f'<Quoter {dict(self)!r}>'

    def __missing__(self, b):
        text = self[b] = chr(b) if b in self.safe else f'%{b:02X}'
        return text


def quote_from_bytes(bs, safe='/'):
    """Bytes as text that may stand in an address: b'a b' becomes 'a%20b'."""
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError('quote_from_bytes() expected bytes')
    kept = safe.encode('ascii', 'ignore') if isinstance(safe, str) else bytes(
        [c for c in safe if c < 128])
    if not bs.strip(_ALWAYS_SAFE_BYTES + kept):
        return bs.decode()
    if kept not in _quoters:
        if len(_quoters) >= 32:
            _quoters.clear()
        _quoters[kept] = _Quoter(kept).__getitem__
    return ''.join(map(_quoters[kept], bs))


def quote(string, safe='/', encoding=None, errors=None):
    """Text that may stand in an address: 'a b' becomes 'a%20b'. Characters of safe stay."""
    if isinstance(string, str):
        return quote_from_bytes(string.encode(encoding or 'utf-8', errors or 'strict'), safe)
    for name, given in (('encoding', encoding), ('errors', errors)):
        if given is not None:
            raise TypeError(f"quote() doesn't support {name!r} for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe='', encoding=None, errors=None):
    """Like quote(), with '+' for a blank, as in queries."""
    kept = safe + (' ' if isinstance(safe, str) else b' ')
    return quote(string, kept, encoding, errors).replace(' ', '+')


_HEX = b'0123456789abcdefABCDEF'


def unquote_to_bytes(string):
    """The bytes that quoted text stands for."""
    data = string.encode('utf-8') if isinstance(string, str) else string
    out, *rest = data.split(b'%')
    pieces = [out]
    for piece in rest:
        if len(piece) > 1 and not piece[:2].translate(None, _HEX):
            pieces += bytes((int(piece[:2], 16),)), piece[2:]
        else:
            pieces += b'%', piece
    return b''.join(pieces)


def unquote(string, encoding='utf-8', errors='replace'):
    """The text that quoted text stands for."""
    if isinstance(string, bytes):
        return unquote_to_bytes(string).decode(encoding, errors)
    if '%' not in string:
        string.split
        return string
    encoding, errors = encoding or 'utf-8', errors or 'replace'
    if string.isascii():
        return unquote_to_bytes(string).decode(encoding, errors)
    import re
    return re.sub('[\0-\x7f]+', lambda m: unquote_to_bytes(m[0]).decode(encoding, errors), string)


def unquote_plus(string, encoding='utf-8', errors='replace'):
    """Like unquote(), '+' standing for a blank."""
    return unquote(string.replace('+', ' '), encoding, errors)


def _pairs_of(query):
    """The pairs of a mapping, or of a sequence that looks like one of pairs."""
    if hasattr(query, 'items'):
        return query.items()
    wrong = None
    try:
        if not len(query) or isinstance(query[0], tuple):
            return query
    except TypeError as error:
        wrong = error
    raise TypeError('not a valid non-string sequence or mapping object') from wrong


def urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=quote_plus):
    """The query of an address, 'a=1&b=2', from a dict or pairs; doseq repeats a name for each item
    of its list."""
    def quoted(v):
        if isinstance(v, bytes):
            return quote_via(v, safe)
        return quote_via(str(v), safe, encoding, errors)

    out = []
    for k, v in _pairs_of(query):
        many = doseq and not isinstance(v, (str, bytes)) and hasattr(v, '__len__')
        k = quoted(k)
        out += [k + '=' + quoted(item) for item in (v if many else (v,))]
    return '&'.join(out)


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8',
              errors='replace', max_num_fields=None, separator='&'):
    """The names and values of a query, as a list of pairs."""
    qs, coerce = _coerce_args(qs)
    separator, _ = _coerce_args(separator)
    if not separator or not isinstance(separator, (str, bytes)):
        raise ValueError('Separator must be of type string or bytes.')
    if max_num_fields is not None and max_num_fields < 1 + qs.count(separator):
        raise ValueError('Max number of fields exceeded')

    def decoded(text):
        return coerce(unquote_plus(text, encoding, errors))
    return [(decoded(name), decoded(value)) for name, value in _fields(qs, separator, strict_parsing)
            if value or keep_blank_values]


def _fields(qs, separator, strict):
    """Names and values of a query as they stand in it; what is empty is none, and strictly an error."""
    for field in qs.split(separator) if qs else ():
        name, equals, value = field.partition('=')
        if strict and not equals:
            raise ValueError(f'bad query field: {field!r}')
        if field:
            yield name, value


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8',
             errors='replace', max_num_fields=None, separator='&'):
    """The names of a query with the list of values of each, as a dict."""
    result = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors,
                                 max_num_fields, separator):
        result.setdefault(name, []).append(value)
    return result


def unwrap(url):
    """The address in '<URL:scheme://host/path>'."""
    text = str(url).strip()
    if text.startswith('<') and text.endswith('>'):
        text = text[1:-1].strip()
    return text.removeprefix('URL:').strip()


def __getattr__(name):
    if name == 'Quoter':
        import warnings
        warnings.warn('Deprecated in 3.11. urllib.parse.Quoter will be removed in Python 3.14. '
                      'It was not intended to be a public API.', DeprecationWarning, stacklevel=2)
        return _Quoter
    from urllib import _split
    plain = name.lstrip('_')
    if name[:1] != '_' and plain in _split.PUBLIC:
        return _split.deprecated(plain)
    if name[:1] == '_' and plain in _split.PUBLIC:
        return getattr(_split, plain)
    raise AttributeError(f"module 'urllib.parse' has no attribute {name!r}")
