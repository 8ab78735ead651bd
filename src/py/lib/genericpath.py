# What os.path has for every system: prefixes, and questions answered by opening a file.
__all__ = ['commonprefix', 'exists', 'getsize', 'isdir', 'isfile']


def fspath(path):
    """The path as str or bytes: as it is, or as its __fspath__() tells it."""
    if isinstance(path, (str, bytes)):
        return path
    cls = type(path)
    tell = getattr(cls, '__fspath__', None)
    if tell is None:
        raise TypeError(f'expected str, bytes or os.PathLike object, not {cls.__name__}')
    if isinstance(told := tell(path), (str, bytes)):
        return told
    raise TypeError(f'expected {cls.__name__}.__fspath__() to return str or bytes, '
                    f'not {type(told).__name__}')


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
    """What all of them begin with, counted in characters, or in items where they are sequences."""
    if not m:
        return ''
    rows = m if isinstance(m[0], (list, tuple)) else [fspath(path) for path in m]
    prefix = min(rows)  # a TypeError for text mixed with bytes
    for row in rows:
        same = 0
        for ours, theirs in zip(prefix, row):
            if ours != theirs:
                break
            same += 1
        prefix = prefix[:same]
    return prefix


def _try_open(path):
    """-> (it is a file, it is a folder), of what the program was granted"""
    try:
        with open(path, 'rb'):
            return True, False
    except IsADirectoryError:
        return False, True
    except (OSError, ValueError):
        return False, False


# These hold where no folder is granted; _pathstat has them for where one is.
def exists(path):
    """Is there such a file or folder, among those granted?"""
    return any(_try_open(path))


def isfile(path):
    """Is it a file, among those granted?"""
    return _try_open(path)[0]


def isdir(s):
    """Is it a folder, among those granted?"""
    return _try_open(s)[1]


def getsize(filename):
    """Bytes in the file."""
    with open(filename, 'rb') as f:
        return len(f.read())
