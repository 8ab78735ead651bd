# Module urllib.parse: URLs split, joined and quoted. Text in, text out; bytes only for quoting.
from collections import namedtuple as _namedtuple

__all__ = ['urlparse', 'urlunparse', 'urljoin', 'urldefrag', 'urlsplit', 'urlunsplit', 'urlencode', 'parse_qs',
           'parse_qsl', 'quote', 'quote_plus', 'quote_from_bytes', 'unquote', 'unquote_plus', 'unquote_to_bytes',
           'DefragResult', 'ParseResult', 'SplitResult']

uses_relative = ['', 'ftp', 'http', 'gopher', 'nntp', 'imap', 'wais', 'file', 'https', 'shttp', 'mms', 'prospero',
                 'rtsp', 'rtspu', 'sftp', 'svn', 'svn+ssh', 'ws', 'wss']
uses_netloc = uses_relative + ['telnet', 'snews', 'rsync', 'nfs', 'git', 'git+ssh', 'itms-services']
uses_params = ['', 'ftp', 'hdl', 'prospero', 'http', 'imap', 'https', 'shttp', 'rtsp', 'rtspu', 'sip', 'sips', 'mms',
               'sftp', 'tel']
_SAFE = frozenset(b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~')
_SCHEME = frozenset('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.')


class _Net:
    __slots__ = ()

    def _user(self):
        user, at, _ = self.netloc.rpartition('@')
        if not at:
            return None, None
        name, colon, password = user.partition(':')
        return name, password if colon else None

    def _host(self):
        host = self.netloc.rpartition('@')[2]
        if '[' in host:
            name, _, rest = host.partition('[')[2].partition(']')
            return name, rest.partition(':')[2] or None
        name, _, port = host.partition(':')
        return name, port or None

    username = property(lambda self: self._user()[0])
    password = property(lambda self: self._user()[1])

    @property
    def hostname(self):
        name, percent, zone = self._host()[0].partition('%')
        return name.lower() + percent + zone or None

    @property
    def port(self):
        port = self._host()[1]
        if port is None:
            return None
        if not (port.isdigit() and port.isascii()):
            raise ValueError(f'Port could not be cast to integer value as {port!r}')
        if int(port) > 65535:
            raise ValueError('Port out of range 0-65535')
        return int(port)


class SplitResult(_namedtuple('SplitResult', 'scheme netloc path query fragment'), _Net):
    __slots__ = ()

    def geturl(self):
        return urlunsplit(self)


class ParseResult(_namedtuple('ParseResult', 'scheme netloc path params query fragment'), _Net):
    __slots__ = ()

    def geturl(self):
        return urlunparse(self)


class DefragResult(_namedtuple('DefragResult', 'url fragment')):
    __slots__ = ()

    def geturl(self):
        return self.url + '#' + self.fragment if self.fragment else self.url


def urlsplit(url, scheme='', allow_fragments=True):
    url = url.lstrip(''.join(map(chr, range(33))))
    for c in '\t\r\n':
        url, scheme = url.replace(c, ''), scheme.replace(c, '')
    netloc = query = fragment = ''
    colon = url.find(':')
    if colon > 0 and url[0].isascii() and url[0].isalpha() and _SCHEME.issuperset(url[:colon]):
        scheme, url = url[:colon].lower(), url[colon + 1:]
    if url[:2] == '//':
        end = min([i for i in (url.find(c, 2) for c in '/?#') if i >= 0], default=len(url))
        netloc, url = url[2:end], url[end:]
        if ('[' in netloc) != (']' in netloc):
            raise ValueError('Invalid IPv6 URL')
    if allow_fragments:
        url, _, fragment = url.partition('#')
    url, _, query = url.partition('?')
    return SplitResult(scheme, netloc, url, query, fragment)


def urlparse(url, scheme='', allow_fragments=True):
    scheme, netloc, path, query, fragment = urlsplit(url, scheme, allow_fragments)
    params = ''
    if scheme in uses_params and ';' in path:
        i = path.find(';', path.rfind('/') + 1)
        if i >= 0:
            path, params = path[:i], path[i + 1:]
    return ParseResult(scheme, netloc, path, params, query, fragment)


def urlunsplit(components):
    scheme, netloc, url, query, fragment = components
    if netloc or scheme and scheme in uses_netloc and url[:2] != '//':
        url = '//' + (netloc or '') + ('/' if url and url[0] != '/' else '') + url
    if scheme:
        url = scheme + ':' + url
    return url + ('?' + query if query else '') + ('#' + fragment if fragment else '')


def urlunparse(components):
    scheme, netloc, url, params, query, fragment = components
    return urlunsplit((scheme, netloc, f'{url};{params}' if params else url, query, fragment))


def urldefrag(url):
    parts = urlparse(url)
    return DefragResult(urlunparse(parts[:5] + ('',)), parts.fragment) if '#' in url else DefragResult(url, '')


def urljoin(base, url, allow_fragments=True):
    if not base or not url:
        return url or base
    b = urlparse(base, '', allow_fragments)
    u = urlparse(url, b.scheme, allow_fragments)
    if u.scheme != b.scheme or u.scheme not in uses_relative:
        return url
    if u.scheme in uses_netloc:
        if u.netloc:
            return urlunparse(u)
        u = u._replace(netloc=b.netloc)
    if not u.path and not u.params:
        return urlunparse(u._replace(path=b.path, params=b.params, query=u.query or b.query))
    if u.path[:1] == '/':
        parts = u.path.split('/')
    else:
        start = b.path.split('/')
        if start[-1]:
            del start[-1]
        parts = start + u.path.split('/')
        parts[1:-1] = filter(None, parts[1:-1])
    out = []
    for part in parts:
        if part == '..':
            if out:
                out.pop()
        elif part != '.':
            out.append(part)
    if parts[-1] in ('.', '..'):
        out.append('')
    return urlunparse(u._replace(path='/'.join(out) or '/'))


def quote_from_bytes(bs, safe='/'):
    if not isinstance(bs, (bytes, bytearray)):
        raise TypeError('quote_from_bytes() expected bytes')
    keep = _SAFE | set(safe.encode('ascii', 'ignore') if isinstance(safe, str) else [c for c in safe if c < 128])
    return ''.join([chr(c) if c in keep else f'%{c:02X}' for c in bs])


def quote(string, safe='/', encoding=None, errors=None):
    if isinstance(string, str):
        string = string.encode(encoding or 'utf-8', errors or 'strict')
    elif encoding is not None or errors is not None:
        raise TypeError("quote() doesn't support 'encoding' for bytes" if encoding is not None else
                        "quote() doesn't support 'errors' for bytes")
    return quote_from_bytes(string, safe)


def quote_plus(string, safe='', encoding=None, errors=None):
    space = ' ' if isinstance(safe, str) else b' '
    return quote(string, safe + space, encoding, errors).replace(' ', '+')


def unquote_to_bytes(string):
    if isinstance(string, str):
        string = string.encode('utf-8')
    parts = bytes(string).split(b'%')
    out = [parts[0]]
    for part in parts[1:]:
        if part[:2].translate(None, b'0123456789abcdefABCDEF') == b'' and len(part) > 1:
            out += bytes((int(part[:2], 16),)), part[2:]
        else:
            out += b'%', part
    return b''.join(out)


def unquote(string, encoding='utf-8', errors='replace'):
    if isinstance(string, (bytes, bytearray)):
        return unquote_to_bytes(string).decode(encoding or 'utf-8', errors or 'replace')
    if '%' not in string:
        return string
    import re
    return re.sub('[\0-\x7f]+', lambda m: unquote_to_bytes(m[0]).decode(encoding or 'utf-8', errors or 'replace'), string)


def unquote_plus(string, encoding='utf-8', errors='replace'):
    return unquote(string.replace('+', ' '), encoding, errors)


def urlencode(query, doseq=False, safe='', encoding=None, errors=None, quote_via=quote_plus):
    if hasattr(query, 'items'):
        query = query.items()

    def text(v):
        return quote_via(v, safe) if isinstance(v, bytes) else quote_via(str(v), safe, encoding, errors)
    out = []
    for k, v in query:
        many = doseq and not isinstance(v, (str, bytes)) and hasattr(v, '__len__')
        out += [text(k) + '=' + text(item) for item in (v if many else (v,))]
    return '&'.join(out)


def parse_qsl(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace',
              max_num_fields=None, separator='&'):
    if not separator or not isinstance(separator, str):
        raise ValueError('Separator must be of type string or bytes.')
    if max_num_fields is not None and max_num_fields < 1 + qs.count(separator):
        raise ValueError('Max number of fields exceeded')
    result = []
    for pair in qs.split(separator) if qs else ():
        if not pair and not strict_parsing:
            continue
        name, equals, value = pair.partition('=')
        if not equals and strict_parsing:
            raise ValueError(f'bad query field: {pair!r}')
        if value or keep_blank_values:
            result.append((unquote_plus(name, encoding, errors), unquote_plus(value, encoding, errors)))
    return result


def parse_qs(qs, keep_blank_values=False, strict_parsing=False, encoding='utf-8', errors='replace',
             max_num_fields=None, separator='&'):
    result = {}
    for name, value in parse_qsl(qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator):
        result.setdefault(name, []).append(value)
    return result
