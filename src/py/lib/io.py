"""Module io: streams in memory. Files of the host are opened by open() alone, and only granted ones.
StringIO and BytesIO are C (_iomem); buffered streams and text over them are in _iostack.py, loaded when first used."""
from abc import ABC as _ABC
from builtins import open
import _files
import _iomem
import sys as _sys

_STACK = ('BufferedReader', 'BufferedWriter', 'BufferedRWPair', 'BufferedRandom', 'TextIOWrapper',
          'IncrementalNewlineDecoder')
__all__ = ['BlockingIOError', 'open', 'open_code', 'IOBase', 'RawIOBase', 'FileIO', 'BytesIO',
           'StringIO', 'BufferedIOBase', 'TextIOBase', 'UnsupportedOperation', 'SEEK_SET',
           'SEEK_CUR', 'SEEK_END', 'DEFAULT_BUFFER_SIZE', 'text_encoding', *_STACK]

DEFAULT_BUFFER_SIZE = 8192
SEEK_SET, SEEK_CUR, SEEK_END = 0, 1, 2
BlockingIOError = BlockingIOError


class UnsupportedOperation(OSError, ValueError):
    __module__ = 'io'


class IOBase(_ABC):
    """What all streams share."""
    closed = False

    def _check(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')

    def _unsupported(self, name):
        raise UnsupportedOperation(name)

    def close(self):
        if not self.closed:
            try:
                self.flush()
            finally:
                self.closed = True

    def flush(self):
        self._check()

    def fileno(self):
        self._unsupported('fileno')

    def isatty(self):
        self._check()
        return False

    def readable(self):
        return False

    def writable(self):
        return False

    def seekable(self):
        return False

    def seek(self, pos, whence=0):
        self._unsupported('seek')

    def tell(self):
        return self.seek(0, 1)

    def truncate(self, pos=None):
        self._unsupported('truncate')

    def readline(self, size=-1):
        line, size = bytearray(), -1 if size is None else size.__index__()
        while (size < 0 or len(line) < size) and line[-1:] != b'\n' and (byte := self.read(1)):
            line += byte
        return bytes(line)

    def readlines(self, hint=-1):
        if hint is not None and not hasattr(hint, '__index__'):
            raise TypeError(f"argument should be integer or None, not '{type(hint).__name__}'")
        if hint is not None and not -1 << 63 <= hint.__index__() < 1 << 63:
            raise OverflowError(f"cannot fit '{type(hint).__name__}' into an index-sized integer")
        if hint is None or hint <= 0:
            return list(self)
        lines, n = [], 0
        for line in self:
            lines.append(line)
            n += len(line)
            if n > hint:
                break
        return lines

    def writelines(self, lines):
        self._check()
        for line in lines:
            self.write(line)

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *exc):
        self.close()

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line


class RawIOBase(IOBase):
    """A binary stream without a buffer: subclasses write readinto() and write()."""

    def read(self, size=-1):
        if size is None or size < 0:
            return self.readall()
        space = bytearray(size)
        count = self.readinto(space)
        return None if count is None else bytes(space[:count])

    def readall(self):
        parts = []
        while data := self.read(DEFAULT_BUFFER_SIZE):
            parts.append(data)
        return b''.join(parts) if parts or data is not None else None

    def readinto(self, b):
        self._unsupported('readinto')

    def write(self, b):
        self._unsupported('write')


class BufferedIOBase(IOBase):
    """A binary stream with a buffer."""

    def read(self, size=-1):
        self._unsupported('read')

    def read1(self, size=-1):
        self._unsupported('read1')

    def write(self, b):
        self._unsupported('write')

    def detach(self):
        self._unsupported('detach')

    def readinto(self, b):
        return _fill(b, self.read, 'readinto')

    def readinto1(self, b):
        return _fill(b, self.read1, 'readinto1')


def _fill(b, read, name):
    """Reads as much as b has room for, into b."""
    try:
        view = memoryview(b)
    except TypeError:
        view = None
    if view is None or view.readonly:
        found = 'None' if b is None else type(b).__name__
        raise TypeError(f'{name}() argument must be read-write bytes-like object, not {found}') from None
    view = view.cast('B')
    data = read(len(view))
    view[:len(data)] = data
    return len(data)


class TextIOBase(IOBase):
    """A stream of text."""
    encoding = errors = newlines = None

    def read(self, size=-1):
        self._unsupported('read')

    def readline(self, size=-1):
        self._unsupported('readline')

    def write(self, s):
        self._unsupported('write')

    def detach(self):
        self._unsupported('detach')


class FileIO(RawIOBase):
    """A file of a granted folder, read and written as it is; refused without one."""
    _granted = _files.granted()
    closefd = True

    def __init__(self, file, mode='r', closefd=True, opener=None):
        self.closed = True
        if not self._granted:
            raise PermissionError(13, 'Permission denied (raw files are not available)', file)
        if sum(map(mode.count, 'rwax')) != 1 or mode.strip('rwaxb+') or mode.count('+') > 1:
            raise ValueError('Must have exactly one of create/read/write/append mode and at most one plus')
        self.name, self._mode, self._at = file, mode, 0
        self._reads, self._writes = 'r' in mode or '+' in mode, 'r' not in mode or '+' in mode
        if self._writes:
            how = 2 if 'x' in mode else 5 if 'w' in mode else 'a' in mode  # create, exclusive, empty
            _, self._file, size = _files.ask('open', file, at=int(how))
            self._at = size if 'a' in mode else 0
        else:
            self._file = _files.ask('read', file, count=0)[1]
        self.closed = False

    @property
    def mode(self):
        kind = 'x' if 'x' in self._mode else 'a' if 'a' in self._mode else 'r'
        both = self._reads and self._writes
        return f'{kind}b+' if both else 'wb' if 'w' in self._mode else f'{kind}b'

    def __repr__(self):
        return f'<_io.FileIO {"[closed]" if self.closed else f"name={self.name!r} mode={self.mode!r} closefd=True"}>'

    def _may(self, what, able):
        self._check()
        if not able:
            self._unsupported(f'File not open for {what}')

    def readable(self):
        self._check()
        return self._reads

    def writable(self):
        self._check()
        return self._writes

    def seekable(self):
        self._check()
        return True

    def _take(self, count):
        self._may('reading', self._reads)
        data, _, _ = _files.ask('read', self.name, at=self._at, count=count, file=self._file)
        self._at += len(data)
        return data

    def readall(self):
        return self._take(-1)

    def readinto(self, b):
        return _fill(b, self._take, 'readinto')

    def read(self, size=-1):
        return self._take(-1 if size is None or size < 0 else size)

    def write(self, b):
        self._may('writing', self._writes)
        data = bytes(memoryview(b))
        to = -1 if 'a' in self._mode else self._at
        self._at = _files.ask('write', self.name, at=to, data=data, file=self._file)[2]
        return len(data)

    def _size(self):
        return _files.ask('stat', self.name)[0].split()[6]

    def seek(self, pos, whence=0):
        self._check()
        if whence not in (0, 1, 2):
            raise ValueError(f'invalid whence ({whence}, should be 0, 1 or 2)')
        at = pos + (self._at if whence == 1 else int(self._size()) if whence == 2 else 0)
        if at < 0:
            raise OSError(22, 'Invalid argument')
        self._at = at
        return at

    def tell(self):
        self._check()
        return self._at

    def truncate(self, size=None):
        self._may('writing', self._writes)
        size = self._at if size is None else size
        _files.ask('truncate', self.name, at=size, file=self._file)
        return size


def open_code(path):
    """Refused: as open(path, 'rb'), where no file system is."""
    return open(path, 'rb')


def text_encoding(encoding, stacklevel=2, /):
    """The encoding a text file gets that was opened without one."""
    return 'locale' if encoding is None else encoding


def _methods(native):
    return {name: value for name, value in vars(native).items() if name[0] != '_'}


# What the native classes have is these classes' own.
class StringIO(_iomem.StringIO, TextIOBase):
    """A stream of text in memory: getvalue() gives all of it."""
    __module__ = '_io'
    vars().update(_methods(_iomem.StringIO))


class BytesIO(_iomem.BytesIO, BufferedIOBase):
    """A stream of bytes in memory: getvalue() gives all of it."""
    __module__ = '_io'
    vars().update(_methods(_iomem.BytesIO), writelines=IOBase.writelines)

    def readinto(self, buffer, /):
        return _fill(buffer, lambda size: _iomem.BytesIO.read(self, size), 'readinto')


def __getattr__(name):
    if name not in _STACK:
        raise AttributeError(f"module 'io' has no attribute '{name}'")
    import _iostack
    for each in _STACK:
        globals()[each] = getattr(_iostack, each)
    return globals()[name]


def __dir__():
    return sorted({*globals(), *_STACK})


TextIOBase.register(_files.Text)
BufferedIOBase.register(_files.Reader)
BufferedIOBase.register(_files.Writer)
_sys._as_native(StringIO, BytesIO)
