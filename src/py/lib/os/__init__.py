# Module os: what needs no operating system and, where a folder is granted, files in it
# (_os_files.py). Every other name is an AttributeError that says so: a program here has no files but
# those it was granted, no processes and no environment.
import _files
import abc as _abc
import posixpath as path
import sys as _sys
from posixpath import (altsep, curdir, defpath, devnull, extsep, pardir, pathsep, sep)

__all__ = ['PathLike', 'SEEK_CUR', 'SEEK_END', 'SEEK_SET', 'altsep', 'curdir', 'defpath',
           'devnull', 'error', 'extsep', 'fsdecode', 'fsencode', 'fspath', 'linesep', 'name',
           'pardir', 'path', 'pathsep', 'sep', 'urandom']

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


def __getattr__(name):
    if _files.granted() and not name.startswith('_'):
        import _os_files
        names = {key: value for key, value in vars(_os_files).items() if not key.startswith('_')}
        globals().update(names)
        if name in names:
            return names[name]
    raise AttributeError(f"module 'os' has no attribute '{name}': there is no operating system "
                         'here, only ' + ('granted folders' if _files.granted() else 'paths as text'))
