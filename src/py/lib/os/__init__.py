# Module os: what needs no operating system and, where a folder is granted, files in it
# (_os_files.py). What is asked of a machine has the same answer everywhere: an empty environment, one
# processor, process 1. Every other name is an AttributeError that says so: a program here has no files
# but those it was granted, and no processes.
import _files
import abc as _abc
import posixpath as path
import sys as _sys
from posixpath import (altsep, curdir, defpath, devnull, extsep, pardir, pathsep, sep)

__all__ = ['PathLike', 'SEEK_CUR', 'SEEK_END', 'SEEK_SET', 'altsep', 'cpu_count', 'curdir',
           'defpath', 'devnull', 'environ', 'error', 'extsep', 'fsdecode', 'fsencode', 'fspath',
           'get_terminal_size', 'getenv', 'getpid', 'linesep', 'name', 'pardir', 'terminal_size', 'path', 'pathsep', 'sep', 'urandom']

name, linesep, error = 'posix', '\n', OSError
SEEK_SET, SEEK_CUR, SEEK_END = range(3)
_sys.modules['os.path'] = path


class PathLike(_abc.ABC):
    """What has __fspath__() and so may stand for a path."""

    @_abc.abstractmethod
    def __fspath__(self):
        """The path as str or bytes."""
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, subclass):
        if cls is not PathLike:
            return NotImplemented
        return any(['__fspath__' in c.__dict__ for c in subclass.__mro__]) or NotImplemented

    @classmethod
    def __class_getitem__(cls, item):
        from types import GenericAlias
        return GenericAlias(cls, item)


fspath = path._fspath


class terminal_size(tuple):
    """Columns and lines."""
    __slots__ = ()
    columns, lines = (property(lambda self, at=at: self[at]) for at in (0, 1))

    def __repr__(self):
        return f'os.terminal_size(columns={self.columns}, lines={self.lines})'


def fsencode(filename):
    """A path as UTF-8 bytes, with lone surrogates as the bytes they stand for."""
    filename = fspath(filename)
    return filename.encode('utf-8', 'surrogateescape') if isinstance(filename, str) else filename


def fsdecode(filename):
    """A path as text, with bytes that are not UTF-8 as lone surrogates."""
    filename = fspath(filename)
    return filename.decode('utf-8', 'surrogateescape') if isinstance(filename, bytes) else filename


def urandom(size, /):
    """So many random bytes of the host, fit for secrets."""
    from secrets import token_bytes
    return token_bytes(size)


class _Environ(dict):
    """Nothing at first; what a program sets, only it sees."""

    def __setitem__(self, key, value):
        for text in (key, value):
            if not isinstance(text, str):
                raise TypeError(f'str expected, not {type(text).__name__}')
        super().__setitem__(key, value)

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def update(self, *other, **named):
        for key, value in dict(*other, **named).items():
            self[key] = value

    def copy(self):
        return dict(self)

    def __repr__(self):
        return f'environ({super().__repr__()})'


environ = _Environ()


def getenv(key, default=None):
    """What the program has set in environ."""
    return environ.get(key, default)


def cpu_count():
    """One processor runs the program."""
    return 1


def getpid():
    """The program is process 1: it is the only one that it could see."""
    return 1


def get_terminal_size(fd=1, /):
    """80 columns and 24 lines."""
    return terminal_size((80, 24))


def __getattr__(name):
    if _files.granted() and not name.startswith('_'):
        import _os_files
        names = {key: value for key, value in vars(_os_files).items() if not key.startswith('_')}
        globals().update(names)
        if name in names:
            return names[name]
    raise AttributeError(f"module 'os' has no attribute '{name}': there is no operating system "
                         'here, only ' + ('granted folders' if _files.granted() else 'paths as text'))
