"""The upper half of module io: buffers over raw binary streams; with text over them, which is in _iotext.py."""
import _files
import io as _io
from _iotext import IncrementalNewlineDecoder, TextIOWrapper
from io import DEFAULT_BUFFER_SIZE, SEEK_CUR, SEEK_SET, BufferedIOBase, UnsupportedOperation


_LARGE = 1 << 24
_PIECE = 1 << 16    # bytes that a raw stream is asked for at once: it may give few, however many are wanted


def _position(pos):
    """What a raw stream says to be its position."""
    if pos < 0:
        raise OSError(f'Raw stream returned invalid position {pos}')
    return pos


class _Buffered(BufferedIOBase):
    """What all buffers share: the raw stream below."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        self._raw = None    # until this has succeeded
        if buffer_size <= 0:
            raise ValueError('buffer size must be strictly positive')
        if buffer_size > _LARGE:
            bytearray(buffer_size)  # MemoryError, where it is beyond reason
        self._raw, self._size = raw, buffer_size
        self._buf, self._at = b'', 0  # read ahead; what is before _at was given out
        self._out = bytearray()       # written, not yet passed on

    @property
    def raw(self):
        if self._raw is None:
            raise ValueError('raw stream has been detached')
        return self._raw

    @property
    def closed(self):
        return self.raw.closed

    @property
    def name(self):
        return self.raw.name

    @property
    def mode(self):
        return self.raw.mode

    def __repr__(self):
        try:
            name = self.name
        except (AttributeError, ValueError):
            name = None
        return f'<_io.{type(self).__name__}{"" if name is None else f" name={name!r}"}>'

    def detach(self):
        self.flush()
        raw, self._raw = self.raw, None
        return raw

    def close(self):
        if self._raw is not None and not self.raw.closed:
            try:
                self.flush()
            finally:
                self.raw.close()

    def fileno(self):
        return self.raw.fileno()

    def isatty(self):
        return self.raw.isatty()

    def seekable(self):
        return self.raw.seekable()

    def _check(self, message='I/O operation on closed file.'):
        if self.raw.closed:
            raise ValueError(message)

    # Writing.

    def flush(self):
        self._check('flush of closed file')
        self._drain(0)
        self.raw.flush()

    def _drain(self, most):
        """Passes on what was written until at most that many bytes wait."""
        while len(self._out) > most:
            n = self.raw.write(bytes(self._out))
            if n is None:
                raise BlockingIOError(11, 'write could not complete without blocking', 0)
            if not 0 <= n <= len(self._out):
                raise OSError('raw write() returned invalid length %r' % (n,))
            del self._out[:n]

    def _write(self, b):
        self._check('write to closed file')
        if isinstance(b, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        b = bytes(memoryview(b))
        if len(self._out) + len(b) > self._size:
            try:
                self._drain(0)
            except BlockingIOError:
                return self._keep(b, 0)
        done = 0
        while len(b) - done > self._size:
            n = self.raw.write(b[done:])
            if n is None:
                return self._keep(b, done)
            if not 0 <= n <= len(b) - done:
                raise OSError('raw write() returned invalid length %r' % (n,))
            done += n
        self._out += b[done:]
        return len(b)

    def _keep(self, b, done):
        """Gathers what fits of b[done:], as the raw stream takes nothing now."""
        end = done + self._size - len(self._out)
        self._out += b[done:end]
        if end < len(b):
            raise BlockingIOError(11, 'write could not complete without blocking', end)
        return len(b)

    # Reading.

    def _fill(self, n=None):
        """One read of the raw stream; False at its end, None where it would block."""
        n = max(self._size, min(n or 0, _PIECE))
        if hasattr(self.raw, 'readinto'):
            room = bytearray(n)
            got = self.raw.readinto(room)
            if got is None:
                return None
            if not hasattr(got, '__index__'):
                raise OSError('raw readinto() failed') from TypeError(
                    f"'{type(got).__name__}' object cannot be interpreted as an integer")
            if not 0 <= got <= n:
                raise OSError(f'raw readinto() returned invalid length {got} '
                              f'(should have been between 0 and {n})')
            data = bytes(room[:got])
        else:
            data = self.raw.read(n)
            if data is None:
                return None
        self._buf, self._at = self._buf[self._at:] + data, 0
        return bool(data)

    def _take(self, n):
        data = self._buf[self._at:self._at + n]
        self._at += len(data)
        return data

    def _read(self, size):
        size = -1 if size is None else size.__index__()
        if size < -1:
            raise ValueError('read length must be non-negative or -1')
        self._check('read of closed file')
        if size < 0:
            data, self._buf, self._at = self._buf[self._at:], b'', 0
            rest = self.raw.readall() if hasattr(self.raw, 'readall') else self.raw.read()
            return None if rest is None and not data else data + (rest or b'')
        parts, more = [self._take(size)], True
        left = size - len(parts[0])
        while left and (more := self._fill_behind(parts, left)):
            parts.append(self._take(left))
            left -= len(parts[-1])
        return b''.join(parts) or (None if more is None else b'')

    def _fill_behind(self, parts, n=None):
        """One read after all before was taken in parts; they are ahead again where it fails."""
        try:
            return self._fill(n)
        except BaseException:
            self._buf, self._at = b''.join(parts), 0
            raise

    def _readinto1(self, b):
        """Fills b with what was read ahead and, where nothing was or much room is left, by one read."""
        view = memoryview(b).cast('B')
        data = self._take(len(view))
        view[:len(data)] = data
        left = len(view) - len(data)
        if left > self._size or left and not data:
            more = self._read1(left)
            view[len(data):len(data) + len(more)] = more
            return len(data) + len(more)
        return len(data)

    def _read1(self, size):
        self._check('read of closed file')
        size = self._size if size < 0 else size
        if size and self._at == len(self._buf):
            self._fill()
        return self._take(size)

    def _peek(self):
        self._check('peek of closed file')
        if self._at == len(self._buf):
            self._fill()
        return self._buf[self._at:]

    def _readline(self, size):
        self._check('readline of closed file')
        size = -1 if size is None else size.__index__()
        parts, left = [], size
        while True:
            end = self._buf.find(b'\n', self._at) + 1
            n = (end or len(self._buf)) - self._at
            parts.append(self._take(n if left < 0 else min(n, left)))
            left -= len(parts[-1]) if left > 0 else 0
            if end or left == 0 or not self._fill_behind(parts):
                return b''.join(parts)

    # Position.

    def _drop(self):
        self._buf, self._at = b'', 0

    def tell(self):
        self._check()
        return _position(self.raw.tell()) - (len(self._buf) - self._at) + len(self._out)

    def seek(self, target, whence=SEEK_SET):
        if whence not in (0, 1, 2):
            raise ValueError(f'whence value {whence} unsupported')
        self._check('seek of closed file')
        if self._out:
            self.flush()
        if whence == SEEK_CUR:
            target -= len(self._buf) - self._at
        pos = _position(self.raw.seek(target, whence))
        self._drop()
        return pos

    def truncate(self, pos=None):
        self._check('truncate of closed file')
        if not self.writable():
            raise UnsupportedOperation('truncate')
        self.flush()
        return self.raw.truncate(self.tell() if pos is None else pos)


class BufferedReader(_Buffered):
    """Reads ahead from a raw stream."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        if not raw.readable():
            raise UnsupportedOperation('File or stream is not readable.')
        super().__init__(raw, buffer_size)

    def readable(self):
        return self.raw.readable()

    def read(self, size=-1, /):
        return self._read(size)

    def read1(self, size=-1, /):
        return self._read1(size)

    def readinto1(self, buffer, /):
        self._check('readinto of closed file')
        return self._readinto1(buffer)

    def peek(self, size=0, /):
        return self._peek()

    def readline(self, size=-1, /):
        return self._readline(size)


class BufferedWriter(_Buffered):
    """Gathers what is written to a raw stream."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        if not raw.writable():
            raise UnsupportedOperation('File or stream is not writable.')
        super().__init__(raw, buffer_size)

    def writable(self):
        return self.raw.writable()

    def write(self, buffer, /):
        return self._write(buffer)


class BufferedRandom(_Buffered):
    """Both, over a raw stream that can be read, written and sought in."""

    def __init__(self, raw, buffer_size=DEFAULT_BUFFER_SIZE):
        if not raw.seekable():
            raise UnsupportedOperation('File or stream is not seekable.')
        if not raw.readable():
            raise UnsupportedOperation('File or stream is not readable.')
        if not raw.writable():
            raise UnsupportedOperation('File or stream is not writable.')
        super().__init__(raw, buffer_size)

    def readable(self):
        return self.raw.readable()

    def writable(self):
        return self.raw.writable()

    def _reading(self):
        if self._out:
            self.flush()

    def read(self, size=-1, /):
        self._reading()
        return self._read(size)

    def read1(self, size=-1, /):
        self._reading()
        return self._read1(size)

    def readinto1(self, buffer, /):
        self._check('readinto of closed file')
        self._reading()
        return self._readinto1(buffer)

    def peek(self, size=0, /):
        self._reading()
        return self._peek()

    def readline(self, size=-1, /):
        self._reading()
        return self._readline(size)

    def write(self, buffer, /):
        if self._at < len(self._buf):
            self.raw.seek(self._at - len(self._buf), SEEK_CUR)
        self._drop()
        return self._write(buffer)


class BufferedRWPair(BufferedIOBase):
    """Reads from one raw stream and writes to another."""

    def __init__(self, reader, writer, buffer_size=DEFAULT_BUFFER_SIZE):
        for able, what in ((reader.readable, 'readable'), (writer.writable, 'writable')):
            if not able():
                raise UnsupportedOperation(f'File or stream is not {what}.')
        self.reader = BufferedReader(reader, buffer_size)
        self.writer = BufferedWriter(writer, buffer_size)

    def read(self, size=-1, /):
        return self.reader.read(size)

    def read1(self, size=-1, /):
        return self.reader.read1(size)

    def readinto(self, buffer, /):
        return self.reader.readinto(buffer)

    def readline(self, size=-1, /):
        return self.reader.readline(size)

    def peek(self, size=0, /):
        return self.reader.peek(size)

    def write(self, buffer, /):
        return self.writer.write(buffer)

    def flush(self):
        return self.writer.flush()

    def readable(self):
        return self.reader.readable()

    def writable(self):
        return self.writer.writable()

    def isatty(self):
        return self.reader.isatty() or self.writer.isatty()

    def close(self):
        try:
            self.writer.close()
        finally:
            self.reader.close()

    @property
    def closed(self):
        return self.writer.closed


class _Random(BufferedRandom):
    """A file that is read and written. What is written goes on at once: nobody tells it when the
    program has dropped it."""

    def write(self, b):
        n = super().write(b)
        self.flush()
        return n


class _Writer(BufferedWriter):
    """The same of one that is written alone."""

    def write(self, b):
        n = super().write(b)
        self.flush()
        return n


_Random.__name__, _Writer.__name__ = 'BufferedRandom', 'BufferedWriter'


def _open(file, mode, buffering, encoding, errors, newline):
    """open() for what is no plain reading or writing."""
    binary, both = 'b' in mode, '+' in mode
    for name, value in (('encoding', encoding), ('errors', errors), ('newline', newline)):
        if binary and value is not None:
            raise ValueError(f"binary mode doesn't take {'a' if name == 'newline' else 'an'} {name} argument")
    if not binary:  # what is wrong shows before anything is made or emptied
        TextIOWrapper(_io.BytesIO(), encoding, errors, newline)
    raw = _io.FileIO(file, mode.replace('t', ''))
    if buffering == 0:
        return raw
    size = buffering if buffering > 1 else DEFAULT_BUFFER_SIZE
    below = (_Random if both else BufferedReader if 'r' in mode else _Writer)(raw, size)
    if binary:
        return below
    text = TextIOWrapper(below, encoding, errors, newline, write_through=True)
    text.mode = mode
    return text


BufferedReader.register(_files.Reader)
BufferedWriter.register(_files.Writer)
TextIOWrapper.register(_files.Text)
for _name in _io._STACK:
    globals()[_name].__module__ = '_io'
