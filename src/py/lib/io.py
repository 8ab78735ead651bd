"""Module io: streams in memory. Files of the host are opened by open() alone, and only granted ones.
Buffered streams and text over them are in _iostack.py, loaded when first used."""
from abc import ABC as _ABC
from builtins import open
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
            self.flush()
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
        if hint is None or hint <= 0:
            return list(self)
        lines, n = [], 0
        for line in self:
            lines.append(line)
            n += len(line)
            if n >= hint:
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
    """Base class for raw binary I/O: read() and readall() over readinto()."""

    def read(self, size=-1):
        size = -1 if size is None else size
        if size < 0:
            return self.readall()
        data = bytearray(size)
        n = self.readinto(data)
        if n is None:
            return None
        return bytes(data[:n])

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
    """Base class for buffered binary streams."""

    def read(self, size=-1):
        self._unsupported('read')

    def read1(self, size=-1):
        self._unsupported('read1')

    def write(self, b):
        self._unsupported('write')

    def detach(self):
        self._unsupported('detach')

    def readinto(self, b):
        return _fill(b, self.read)

    def readinto1(self, b):
        return _fill(b, self.read1)


def _fill(b, read):
    """Reads as much as b has room for, into b."""
    view = memoryview(b)
    if view.readonly:
        raise TypeError(f'readinto() argument must be read-write bytes-like object, '
                        f'not {type(b).__name__}')
    view = view.cast('B')
    data = read(len(view))
    view[:len(data)] = data
    return len(data)


class TextIOBase(IOBase):
    """Base class for text streams."""
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
    """Refused: the sandbox has no file system to open raw files in."""

    def __init__(self, file, mode='r', closefd=True, opener=None):
        raise PermissionError(13, 'Permission denied (raw files are not available)', file)


def open_code(path):
    """Refused: as open(path, 'rb'), where no file system is."""
    return open(path, 'rb')


def text_encoding(encoding, stacklevel=2, /):
    """The encoding a text file gets that was opened without one."""
    return 'locale' if encoding is None else encoding


def _size(size):
    if size is None:
        return -1
    try:
        return size.__index__()
    except AttributeError:
        raise TypeError(f"argument should be integer or None, not '{type(size).__name__}'") from None


class StringIO(TextIOBase):
    """Text I/O implementation using an in-memory buffer."""

    def __init__(self, initial_value='', newline='\n'):
        if initial_value is not None and not isinstance(initial_value, str):
            raise TypeError(f'initial_value must be str or None, not {type(initial_value).__name__}')
        if newline not in (None, '', '\n', '\r', '\r\n'):
            raise ValueError(f'illegal newline value: {newline}')
        self._newline = newline
        self._text = ''
        self._parts = []     # written at the end, not yet joined to _text
        self._len = 0        # of both
        self._pos = 0
        self._sep = newline if newline in ('\r', '\r\n') else '\n'
        if initial_value:
            self.write(initial_value)
            self._pos = 0

    def _check(self):
        if self.closed:
            raise ValueError('I/O operation on closed file')

    def _join(self):
        if self._parts:
            self._text += ''.join(self._parts)
            self._parts.clear()
        return self._text

    def getvalue(self):
        self._check()
        return self._join()

    def write(self, s):
        if self.closed:
            self._check()
        if not isinstance(s, str):
            raise TypeError(f'string argument expected, got {type(s).__name__!r}')
        n, newline = len(s), self._newline
        if newline != '\n':
            if newline is None:
                s = s.replace('\r\n', '\n').replace('\r', '\n')
            elif newline:
                s = s.replace('\n', newline)
        if not s:
            return n
        if self._pos == self._len:
            self._parts.append(s)
            self._pos = self._len = self._len + len(s)
            return n
        text = self._join()
        if self._pos > self._len:
            text += '\0' * (self._pos - self._len)
        self._text = text[:self._pos] + s + text[self._pos + len(s):]
        self._pos += len(s)
        self._len = len(self._text)
        return n

    def read(self, size=-1):
        self._check()
        size = _size(size)
        end = self._len if size < 0 else min(self._len, self._pos + size)
        s = self._join()[self._pos:end]
        self._pos = max(self._pos, end)
        return s

    def __next__(self):
        if type(self) is not StringIO or self.closed or self._parts or not self._newline:
            return super().__next__()
        text, start, sep = self._text, self._pos, self._sep
        end = text.find(sep, start) + len(sep)
        if end < start + len(sep):
            end = max(start, self._len)
            if end == start:
                raise StopIteration
        self._pos = end
        return text[start:end]

    def readline(self, size=-1):
        if self.closed:
            self._check()
        if size != -1:
            size = _size(size)
        text = self._join() if self._parts else self._text
        if self._newline == '':
            end = self._universal(text)
        else:
            at = text.find(self._sep, self._pos)
            end = at + len(self._sep) if at >= 0 else self._len
        if 0 <= size < end - self._pos:
            end = self._pos + size
        s = text[self._pos:end]
        self._pos = max(self._pos, end)
        return s

    def _universal(self, text):
        cr, nl = text.find('\r', self._pos), text.find('\n', self._pos)
        if cr >= 0 and (nl < 0 or cr < nl):
            return cr + (2 if nl == cr + 1 else 1)
        return nl + 1 if nl >= 0 else self._len

    def seek(self, pos, whence=0):
        self._check()
        if whence not in (0, 1, 2):
            raise ValueError(f'Invalid whence ({whence}, should be 0, 1 or 2)')
        if whence == 0 and pos < 0:
            raise ValueError(f'Negative seek position {pos}')
        if whence and pos:
            raise OSError('Can\'t do nonzero cur-relative seeks')
        self._pos = pos if whence == 0 else self._pos if whence == 1 else self._len
        return self._pos

    def tell(self):
        self._check()
        return self._pos

    def truncate(self, pos=None):
        self._check()
        pos = self._pos if pos is None else pos
        if pos < 0:
            raise ValueError(f'Negative size value {pos}')
        if pos < self._len:
            self._text = self._join()[:pos]
            self._len = pos
        return pos

    def readable(self):
        self._check()
        return True

    writable = seekable = readable

    @property
    def line_buffering(self):
        self._check()
        return False


class BytesIO(BufferedIOBase):
    """Buffered I/O implementation using an in-memory bytes buffer."""

    def __init__(self, initial_bytes=b''):
        if isinstance(initial_bytes, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        data = b'' if initial_bytes is None else initial_bytes
        self._data, self._pos = bytearray(memoryview(data)), 0

    def __getstate__(self):
        return self.getvalue(), self.tell(), None

    def __setstate__(self, state):
        self.__init__(state[0])
        self._pos = state[1]

    def __copy__(self):
        raise TypeError("cannot pickle 'BytesIO' instances")

    def getvalue(self):
        self._check()
        return bytes(self._data)

    def getbuffer(self):
        self._check()
        return memoryview(self._data)

    def write(self, b):
        self._check()
        if not isinstance(b, (bytes, bytearray)):
            if isinstance(b, str):
                raise TypeError("a bytes-like object is required, not 'str'")
            b = bytes(memoryview(b))
        if not b:
            return 0
        data, pos, n = self._data, self._pos, len(b)
        if pos == len(data):
            data += b
        else:
            if pos > len(data):
                data.extend(bytes(pos - len(data)))
            data[pos:pos + n] = b
        self._pos = pos + n
        return n

    def read(self, size=-1):
        self._check()
        size = _size(size)
        pos = self._pos
        end = len(self._data) if size < 0 else min(len(self._data), pos + size)
        if end <= pos:
            return b''
        self._pos = end
        return bytes(self._data[pos:end])

    read1 = read

    def readline(self, size=-1):
        self._check()
        size = _size(size)
        at = self._data.find(b'\n', self._pos)
        end = at + 1 if at >= 0 else len(self._data)
        if 0 <= size < end - self._pos:
            end = self._pos + size
        b = bytes(self._data[self._pos:end])
        self._pos = max(self._pos, end)
        return b

    def seek(self, pos, whence=0):
        self._check()
        pos = pos.__index__()
        if whence == 0:
            if pos < 0:
                raise ValueError(f'negative seek value {pos}')
        elif whence == 1:
            pos = max(0, self._pos + pos)
        elif whence == 2:
            pos = max(0, len(self._data) + pos)
        else:
            raise ValueError(f'invalid whence ({whence}, should be 0, 1 or 2)')
        self._pos = pos
        return pos

    def tell(self):
        self._check()
        return self._pos

    def truncate(self, size=None):
        self._check()
        size = self._pos if size is None else _size(size)
        if size < 0:
            raise ValueError(f'negative size value {size}')
        del self._data[size:]
        return size

    def close(self):
        self._data, self.closed = bytearray(), True

    def detach(self):
        self._unsupported('detach')

    def readable(self):
        self._check()
        return True

    writable = seekable = readable
    # Its own, as with every stream that is not derived step by step.
    flush, isatty, readlines, writelines = (
        IOBase.flush, IOBase.isatty, IOBase.readlines, IOBase.writelines)
    readinto = BufferedIOBase.readinto


def __getattr__(name):
    if name not in _STACK:
        raise AttributeError(f"module 'io' has no attribute '{name}'")
    import _iostack
    for each in _STACK:
        globals()[each] = getattr(_iostack, each)
    return globals()[name]


def __dir__():
    return sorted({*globals(), *_STACK})


TextIOBase.register(type(_sys.stdout))
