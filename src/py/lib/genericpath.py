# What os.path has for every system: prefixes, and questions answered by opening a file.
__all__ = ['commonprefix', 'exists', 'getsize', 'isdir', 'isfile']


def fspath(path):
    """Return the file system path representation of the object."""
    if isinstance(path, (str, bytes)):
        return path
    kind = type(path)
    try:
        text = kind.__fspath__(path)
    except AttributeError:
        if hasattr(kind, '__fspath__'):
            raise
        raise TypeError('expected str, bytes or os.PathLike object, not ' + kind.__name__) from None
    if not isinstance(text, (str, bytes)):
        raise TypeError(f'expected {kind.__name__}.__fspath__() to return str or bytes, '
                        f'not {type(text).__name__}')
    return text


def check_arg_types(funcname, *args):
    """Raises the error for arguments that are not all text or all bytes."""
    kinds = set()
    for s in args:
        if not isinstance(s, (str, bytes)) and not hasattr(s, '__fspath__'):
            raise TypeError(f'{funcname}() argument must be str, bytes, or os.PathLike object, '
                            f'not {type(s).__name__!r}') from None
        kinds.add(isinstance(s, str))
    if len(kinds) > 1:
        raise TypeError("Can't mix strings and bytes in path components") from None


def refused(name):
    """A function that cannot be had without a file system."""
    def function(*args, **kwargs):
        raise PermissionError(f'os.path.{name}(): there is no file system here')
    function.__name__ = function.__qualname__ = name
    return function


def commonprefix(m):
    """Given a list of pathnames, returns the longest common leading component."""
    if not m:
        return ''
    if not isinstance(m[0], (list, tuple)):
        m = tuple(map(fspath, m))
    low, high = min(m), max(m)
    for i, c in enumerate(low):
        if c != high[i]:
            return low[:i]
    return low


def _try_open(path):
    """-> (it is a file, it is a folder), of what the program was granted"""
    try:
        with open(path, 'rb'):
            return True, False
    except IsADirectoryError:
        return False, True
    except (OSError, ValueError):
        return False, False


def exists(path):
    """Test whether a path exists."""
    return any(_try_open(path))


def isfile(path):
    """Test whether a path is a regular file."""
    return _try_open(path)[0]


def isdir(s):
    """Return true if the pathname refers to an existing directory."""
    return _try_open(s)[1]


def getsize(filename):
    """Return the size of a file."""
    with open(filename, 'rb') as f:
        return len(f.read())
