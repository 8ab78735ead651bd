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
    """The scheme and the rest: 'http', '//a/b' of 'http://a/b'."""
    match = _re.match('([^/:]+):(.*)', url, _re.DOTALL)
    return (match[1].lower(), match[2]) if match else (None, url)


def splithost(url):
    """The host with its port, and the path: 'a:80', '/b' of '//a:80/b'."""
    match = _re.match('//([^/#?]*)(.*)', url, _re.DOTALL)
    if not match:
        return None, url
    host, path = match.groups()
    return host, '/' + path if path and path[0] != '/' else path


def _last(text, mark):
    before, found, after = text.rpartition(mark)
    return (before, after) if found else (text, None)


def splituser(host):
    """The name and password before '@', or None, and the host."""
    user, found, host = host.rpartition('@')
    return user if found else None, host


def splitpasswd(user):
    """The name and the password, or None, on both sides of the colon."""
    user, found, passwd = user.partition(':')
    return user, passwd if found else None


def splitport(host):
    """The host and the text of its port, or None."""
    match = _re.fullmatch('(.*):([0-9]*)', host, _re.DOTALL)
    return (match[1], match[2] or None) if match else (host, None)


def splitnport(host, defport=-1):
    """The host and its port as a number, defport without ':', None when it is not a number."""
    name, port = _last(host, ':')
    if not port:
        return name, defport
    return name, int(port) if _re.fullmatch('[0-9]+', port) else None


def splitquery(url):
    """What precedes the last '?', and what follows it, or None."""
    return _last(url, '?')


def splittag(url):
    """What precedes the last '#', and what follows it, or None."""
    return _last(url, '#')


def splitattr(url):
    """What precedes the first ';', and a list of what stands between the others."""
    path, *attrs = url.split(';')
    return path, attrs


def splitvalue(attr):
    """What precedes the first '=', and what follows it, or None."""
    attr, found, value = attr.partition('=')
    return attr, value if found else None
