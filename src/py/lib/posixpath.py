# Module posixpath, which is os.path: paths as text. Questions about files are answered by opening
# them, so that they hold for what the program was granted.
import _files
import genericpath as _generic
from genericpath import commonprefix, exists, getsize, isdir, isfile

__all__ = ['normcase', 'isabs', 'join', 'splitdrive', 'splitroot', 'split', 'splitext', 'basename',
           'dirname', 'commonprefix', 'getsize', 'getmtime', 'getatime', 'getctime', 'islink',
           'exists', 'lexists', 'isdir', 'isfile', 'ismount', 'expanduser', 'expandvars',
           'normpath', 'abspath', 'samefile', 'sameopenfile', 'samestat', 'curdir', 'pardir',
           'sep', 'pathsep', 'defpath', 'altsep', 'extsep', 'devnull', 'realpath',
           'supports_unicode_filenames', 'relpath', 'commonpath', 'isjunction']

curdir, pardir, extsep, sep, pathsep = '.', '..', '.', '/', ':'
defpath, altsep, devnull = '/bin:/usr/bin', None, '/dev/null'
supports_unicode_filenames = False

_fspath, _check = _generic.fspath, _generic.check_arg_types
getmtime, getatime, getctime = map(_generic.refused, ('getmtime', 'getatime', 'getctime'))
samefile, sameopenfile, samestat = map(_generic.refused, ('samefile', 'sameopenfile', 'samestat'))
islink, ismount, lexists = map(_generic.refused, ('islink', 'ismount', 'lexists'))
_GRANTED = _files.granted()
if _GRANTED:
    import _pathstat
    from _pathstat import (exists, getatime, getctime, getmtime, getsize, isdir, isfile, islink, ismount,
                           lexists, samefile, samestat)


def _marks(path):
    """'/', '.' and '..' in the type of the path"""
    return (b'/', b'.', b'..') if isinstance(path, bytes) else ('/', '.', '..')


def normcase(s):
    """The path itself: case matters in every path."""
    return _fspath(s)


def isabs(s):
    """Does the path begin at the root?"""
    s = _fspath(s)
    return s.startswith(_marks(s)[0])


def join(a, *p):
    """One path of several: each goes on from the last, or starts anew where it is absolute."""
    path = _fspath(a)
    slash = _marks(path)[0]
    try:
        for part in p:
            part = _fspath(part)
            if not part.startswith(slash):
                part = (path if path.endswith(slash) or not path else path + slash) + part
            path = part
    except (TypeError, AttributeError, BytesWarning):
        _check('join', a, *p)
        raise
    return path


def split(p):
    """What precedes the last slash, and what follows it."""
    p = _fspath(p)
    slash = _marks(p)[0]
    i = p.rfind(slash) + 1
    head, tail = p[:i], p[i:]
    return head.rstrip(slash) or head, tail


def splitext(p):
    """The path up to its ending, and the ending with its dot, or '' where it has none."""
    p = _fspath(p)
    slash, dot, _ = _marks(p)
    start, i = p.rfind(slash) + 1, p.rfind(dot)
    if i < start or not p[start:i].strip(dot):  # none, or only leading dots
        return p, p[:0]
    return p[:i], p[i:]


def splitdrive(p):
    """An empty text, drives being a matter of Windows, and the path."""
    p = _fspath(p)
    return p[:0], p


def splitroot(p):
    """An empty text for the drive, the slashes of the root, and the rest."""
    p = _fspath(p)
    slash = _marks(p)[0]
    n = len(p) - len(p.lstrip(slash))
    n = min(n, 1) if n != 2 else 2  # exactly two slashes are a root of their own
    return p[:0], p[:n], p[n:]


def basename(p):
    """What follows the last slash."""
    p = _fspath(p)
    return p[p.rfind(_marks(p)[0]) + 1:]


def dirname(p):
    """What precedes the last slash."""
    return split(p)[0]


def isjunction(path):
    """Junctions are a Windows matter: False."""
    _fspath(path)
    return False


def expanduser(path):
    """The path below /tmp, which stands for the home folder, if it begins with ~ alone."""
    path = _fspath(path)
    mark, slash, home = (b'~', b'/', b'/tmp') if isinstance(path, bytes) else ('~', '/', '/tmp')
    return home + path[1:] if path.partition(slash)[0] == mark else path


def expandvars(path):
    """The path itself: no variable is set here, and unknown ones stay as they are."""
    return _fspath(path)


def normpath(path):
    """The path without '.', 'x/..' and repeated slashes."""
    path = _fspath(path)
    slash, dot, dotdot = _marks(path)
    if not path:
        return dot
    _, root, tail = splitroot(path)
    parts = []
    for part in tail.split(slash):
        if part != dotdot:
            if part and part != dot:
                parts.append(part)
        elif parts and parts[-1] != dotdot:
            parts.pop()
        elif not root:      # above the root is the root
            parts.append(part)
    return root + slash.join(parts) or dot


def abspath(path):
    """The path from the root on, made tidy; without a granted folder there is none that a relative one could be seen from."""
    path = _fspath(path)
    if not isabs(path):
        if not _GRANTED:
            raise PermissionError('os.path.abspath(): there is no current folder here')
        here = _pathstat.getcwd()
        path = join(here.encode('utf-8', 'surrogateescape') if isinstance(path, bytes) else here, path)
    return normpath(path)


def realpath(filename, *, strict=False):
    """The absolute path behind all links, as far as granted folders show them; with strict an error where it is not there."""
    if not _GRANTED:
        return abspath(filename)
    filename = _fspath(filename)
    path = join(abspath(_marks(filename)[1]), filename)
    tail = path[:0]
    while True:
        try:
            found = _pathstat.resolve(path)
            if strict:
                _pathstat.lstat(found)
            return join(found, tail) if tail else found
        except PermissionError:
            return normpath(join(path, tail))  # not granted: as text
        except OSError:
            above, last = split(path.rstrip(_marks(path)[0]))
            if strict or not last or above == path:
                raise
            path, tail = above, join(last, tail) if tail else last


def _below(path, folder):
    """What of a tidy path comes behind a folder that it is in; None where it is not in it."""
    slash, dot, _ = _marks(path)
    if path == folder:
        return slash[:0]
    if folder == dot:
        return None if isabs(path) else path
    if folder != slash:
        folder += slash
    return path[len(folder):] if path.startswith(folder) else None


def relpath(path, start=None):
    """How to get from start to path, both absolute or both relative."""
    path = _fspath(path)
    if not path:
        raise ValueError('no path specified')
    slash, dot, dotdot = _marks(path)
    start = dot if start is None else _fspath(start)
    tidy = abspath if _GRANTED else normpath
    try:
        path, above = [tidy(place).replace(slash * 2, slash) for place in (path, start)]
        ways = []
        while (rest := _below(path, above)) is None:
            folder, name = split(above)
            if name in (name[:0], dot, dotdot):
                raise PermissionError('os.path.relpath(): there is no current folder here')
            above = folder or dot
            ways.append(dotdot)
        return slash.join([*ways, rest] if rest else ways) or dot
    except (TypeError, AttributeError, BytesWarning, DeprecationWarning):
        _check('relpath', path, start)
        raise


def commonpath(paths):
    """The folder that all of the paths have in common."""
    paths = tuple(map(_fspath, paths))
    if not paths:
        raise ValueError('commonpath() arg is an empty sequence')
    slash, dot, _ = _marks(paths[0])
    try:
        root, *other = {slash[:path.startswith(slash)] for path in paths}
        if other:
            raise ValueError("Can't mix absolute and relative paths")
        names = [[name for name in path.split(slash) if name not in (slash[:0], dot)] for path in paths]
        return root + slash.join(commonprefix(names))
    except (TypeError, AttributeError):
        _check('commonpath', *paths)
        raise
