# The functions of urllib.parse that CPython keeps as deprecated: splittype() and its like.
import re as _re

PUBLIC = ('splittype', 'splithost', 'splituser', 'splitpasswd', 'splitport', 'splitnport',
          'splitquery', 'splittag', 'splitattr', 'splitvalue', 'to_bytes')


def deprecated(name):
    """The public form of a function: it warns first."""
    message = f'urllib.parse.{name}() is deprecated as of 3.8'
    if name != 'to_bytes':
        better = 'parse_qsl' if name == 'splitvalue' else 'urlparse'
        message += f', use urllib.parse.{better}() instead'

    def warning(*args, **kwargs):
        import warnings
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        return globals()[name](*args, **kwargs)

    warning.__name__ = warning.__qualname__ = name
    return warning


def to_bytes(url):
    """An ASCII URL as text."""
    if isinstance(url, str) and not url.isascii():
        raise UnicodeError(f'URL {url!r} contains non-ASCII characters')
    return url


def splittype(url):
    """splittype('type:opaquestring') --> 'type', 'opaquestring'"""
    match = _re.match('([^/:]+):(.*)', url, _re.DOTALL)
    return (match[1].lower(), match[2]) if match else (None, url)


def splithost(url):
    """splithost('//host[:port]/path') --> 'host[:port]', '/path'"""
    match = _re.match('//([^/#?]*)(.*)', url, _re.DOTALL)
    if not match:
        return None, url
    host, path = match.groups()
    return host, '/' + path if path and path[0] != '/' else path


def _last(text, mark):
    before, found, after = text.rpartition(mark)
    return (before, after) if found else (text, None)


def splituser(host):
    """splituser('user[:passwd]@host[:port]') --> 'user[:passwd]', 'host[:port]'"""
    user, found, host = host.rpartition('@')
    return user if found else None, host


def splitpasswd(user):
    """splitpasswd('user:passwd') -> 'user', 'passwd'"""
    user, found, passwd = user.partition(':')
    return user, passwd if found else None


def splitport(host):
    """splitport('host:port') --> 'host', 'port'"""
    match = _re.fullmatch('(.*):([0-9]*)', host, _re.DOTALL)
    return (match[1], match[2] or None) if match else (host, None)


def splitnport(host, defport=-1):
    """The host and its port as a number, defport without ':', None when it is not a number."""
    name, found, port = host.rpartition(':')
    if not found:
        return host, defport
    if not port:
        return name, defport
    return name, int(port) if port.isdigit() and port.isascii() else None


def splitquery(url):
    """splitquery('/path?query') --> '/path', 'query'"""
    return _last(url, '?')


def splittag(url):
    """splittag('/path#tag') --> '/path', 'tag'"""
    return _last(url, '#')


def splitattr(url):
    """splitattr('/path;attr1=value1;...') -> '/path', ['attr1=value1', ...]"""
    path, *attrs = url.split(';')
    return path, attrs


def splitvalue(attr):
    """splitvalue('attr=value') --> 'attr', 'value'"""
    attr, found, value = attr.partition('=')
    return attr, value if found else None
