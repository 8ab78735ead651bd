"""The upper half of module io: buffers over raw binary streams, and text over binary streams."""
import io as _io
from io import DEFAULT_BUFFER_SIZE, SEEK_CUR, SEEK_SET, BufferedIOBase, TextIOBase, UnsupportedOperation


_LARGE = 1 << 24


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
        n = max(self._size, n or 0)
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
        more = True
        while more and len(self._buf) - self._at < size:
            more = self._fill(size - len(self._buf) + self._at)
        return self._take(size) or (None if more is None else b'')

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
        start = 0
        while True:
            at = self._buf.find(b'\n', self._at + start)
            ahead = len(self._buf) - self._at
            n = at + 1 - self._at if at >= 0 else ahead
            if at >= 0 or 0 <= size <= n or not self._fill():
                return self._take(n if size < 0 else min(n, size))
            start = ahead

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


class IncrementalNewlineDecoder:
    """Universal newlines over a decoder (or over text, when decoder is None), piece by piece."""
    _CR, _LF, _CRLF = 1, 2, 4

    def __init__(self, decoder, translate, errors='strict'):
        self.decoder, self.translate, self.errors = decoder, translate, errors
        self._seen, self._held = 0, ''  # a \r that waits for its \n

    def decode(self, input, final=False):
        text = input if self.decoder is None else self.decoder.decode(input, final=final)
        if not (text or final):
            return text
        text, self._held = self._held + text, ''
        if text[-1:] == '\r' and not final:
            text, self._held = text[:-1], '\r'
        alone = text.replace('\r\n', '')
        for met, bit in ((len(alone) < len(text), self._CRLF), ('\n' in alone, self._LF), ('\r' in alone, self._CR)):
            if met:
                self._seen |= bit
        return '\n'.join(part.replace('\r', '\n') for part in text.split('\r\n')) if self.translate else text

    def getstate(self):
        buf, flag = (b'', 0) if self.decoder is None else self.decoder.getstate()
        return buf, flag << 1 | bool(self._held)

    def setstate(self, state):
        buf, flag = state
        self._held = '\r' if flag & 1 else ''
        if self.decoder is not None:
            self.decoder.setstate((buf, flag >> 1))

    def reset(self):
        self._seen, self._held = 0, ''
        if self.decoder is not None:
            self.decoder.reset()

    @property
    def newlines(self):
        found = tuple(text for bit, text in ((self._CR, '\r'), (self._LF, '\n'), (self._CRLF, '\r\n'))
                      if self._seen & bit)
        return None if not found else found[0] if len(found) == 1 else found


def _bytes_read(data, name):
    """What a stream's read() gave, as bytes."""
    try:
        return data if type(data) is bytes else bytes(memoryview(data))
    except TypeError:
        raise TypeError(f'underlying {name}() should have returned a bytes-like object, '
                        f'not {type(data).__name__!r}') from None


class TextIOWrapper(TextIOBase):
    """Text over a binary stream, decoded as it is read; positions are told in bytes, for encodings without a state."""
    _CHUNK_SIZE = 8192

    def __init__(self, buffer, encoding=None, errors=None, newline=None, line_buffering=False,
                 write_through=False):
        self._buffer = None     # until this has succeeded
        self._text, self._out, self._iterating = None, [], False
        self._encoding, self._errors = 'utf-8', 'strict'
        self._set(encoding or 'UTF-8', errors or 'strict', newline)
        self._line_buffering, self._write_through = bool(line_buffering), bool(write_through)
        self._buffer = buffer

    def _set(self, encoding, errors, newline):
        for name, value in (('encoding', encoding), ('errors', errors)):
            if not isinstance(value, str):
                raise TypeError(f'TextIOWrapper() argument {name!r} must be str or None, '
                                f'not {type(value).__name__}')
            value.encode()  # no lone surrogates
        if newline is not None and not isinstance(newline, str):
            raise TypeError(f'TextIOWrapper() argument \'newline\' must be str or None, '
                            f'not {type(newline).__name__}')
        if newline not in (None, '', '\n', '\r', '\r\n'):
            raise ValueError(f'illegal newline value: {newline}')
        if encoding == 'locale':
            encoding = 'UTF-8'
        ''.encode(encoding)  # LookupError
        self._encoding, self._errors, self._newline = encoding, errors, newline
        self._marked = encoding.lower().replace('_', '-') in ('utf-16', 'utf-32', 'utf-8-sig')
        self._begun = False     # something was written in this encoding
        self._newlines = IncrementalNewlineDecoder(None, newline is None)

    encoding = property(lambda self: self._encoding)
    errors = property(lambda self: self._errors)
    line_buffering = property(lambda self: self._line_buffering)
    write_through = property(lambda self: self._write_through)
    newlines = property(lambda self: self._newlines.newlines)
    name = property(lambda self: self.buffer.name)

    @property
    def buffer(self):
        if self._buffer is None:
            raise ValueError('underlying buffer has been detached')
        return self._buffer

    @property
    def closed(self):
        return self.buffer.closed

    def __repr__(self):
        text = '<_io.TextIOWrapper'
        for name in ('name', 'mode'):
            try:
                value = getattr(self if name == 'mode' else self._buffer, name, None)
            except ValueError:  # the raw stream below has been detached
                value = None
            if value is not None:
                text += f' {name}={value!r}'
        return f'{text} encoding={self.encoding!r}>'

    def reconfigure(self, *, encoding=None, errors=None, newline=Ellipsis, line_buffering=None,
                    write_through=None):
        """Changes how text is encoded and when it is passed on."""
        other_text = (encoding, errors, newline) != (None, None, Ellipsis)
        if other_text and self._text is not None:
            raise UnsupportedOperation('It is not possible to set the encoding or newline of stream '
                                       'after the first read')
        self.flush()
        usual = self._errors if encoding is None else 'strict'
        self._set(self._encoding if encoding is None else encoding, usual if errors is None else errors,
                  self._newline if newline is Ellipsis else newline)
        for name, value in (('_line_buffering', line_buffering), ('_write_through', write_through)):
            if value is not None:
                setattr(self, name, bool(value))

    def _check(self):
        if self.closed:
            raise ValueError('I/O operation on closed file.')

    def readable(self):
        return self.buffer.readable()

    def writable(self):
        return self.buffer.writable()

    def seekable(self):
        return self.buffer.seekable()

    def fileno(self):
        return self.buffer.fileno()

    def isatty(self):
        return self.buffer.isatty()

    # Writing.

    def write(self, s, /):
        if not isinstance(s, str):
            raise TypeError(f'write() argument must be str, not {type(s).__name__}')
        self._check()
        if not self.buffer.writable():
            raise UnsupportedOperation('not writable')
        out = s.replace('\n', self._newline) if self._newline in ('\r', '\r\n') else s
        data = out.encode(self._encoding, self._errors)
        if self._marked and (self._begun or self._written()):
            data = data[len(''.encode(self._encoding)):]  # the mark stands at the beginning only
        self._text, self._begun = None, True
        self._out.append(data)
        if (self._write_through or (self._line_buffering and ('\n' in s or '\r' in s))
                or sum(map(len, self._out)) > self._CHUNK_SIZE):
            self._pass_on()
            if self._line_buffering and ('\n' in s or '\r' in s):
                self.buffer.flush()
        return len(s)

    def _written(self):
        return self.buffer.seekable() and self.buffer.tell() != 0

    def _pass_on(self):
        out, self._out = self._out, []
        if out:
            self.buffer.write(b''.join(out))

    def flush(self):
        self._check()
        self._pass_on()
        self.buffer.flush()

    def detach(self):
        self.flush()
        buffer, self._buffer = self.buffer, None
        return buffer

    def close(self):
        if self._buffer is not None and not self.closed:
            try:
                self.flush()
            finally:
                self.buffer.close()

    # Reading.

    def _begin(self):
        """Makes ready to read: _text is what was decoded, of which what is before _at was given out."""
        self._check()
        if self._out:
            self.flush()
        if self._text is None:
            if not self.buffer.readable():
                raise UnsupportedOperation('not readable')
            import codecs
            self._decoder = codecs.getincrementaldecoder(self._encoding)(self._errors)
            self._text, self._at = '', 0

    def _more(self):
        """Decodes one more piece of what is below; False at its end. A \\r is not left without what follows it."""
        text, data = self._text[self._at:], None
        incomplete = ('', '\r') if self._newline in (None, '') else ('',)
        name = 'read1' if hasattr(self.buffer, 'read1') else 'read'
        while data is None or data and text[-1:] in incomplete:
            # What is long grows by pieces as long as it is, so that it is not copied too often.
            data = _bytes_read(getattr(self.buffer, name)(max(self._CHUNK_SIZE, len(text))), name)
            text += self._decoder.decode(data, not data)
        self._text, self._at = text, 0
        return bool(data)

    def _rest(self):
        """Decodes all that is left below; a raw stream may give it in parts."""
        parts = [*iter(lambda: _bytes_read(self.buffer.read(), 'read'), b'')]
        self._text, self._at = self._text[self._at:] + self._decoder.decode(b''.join(parts), True), 0

    def _ahead(self):
        return len(self._text) - self._at

    def _extent(self, size):
        """How long the next size characters are, where newlines of two that are made one count once."""
        n, translated = 0, self._newline is None
        while size:
            while self._ahead() < n + size and self._more():
                pass
            piece = self._text[self._at + n:self._at + n + size]
            n += len(piece)
            if translated and piece[-1:] == '\r' and self._text.startswith('\n', self._at + n):
                n += 1
            size = piece.count('\r\n') if translated else 0
        return n

    def _give(self, n):
        piece = self._text[self._at:self._at + n]
        self._at += n
        return self._newlines.decode(piece, True) if self._newline in (None, '') else piece

    def read(self, size=-1, /):
        size = -1 if size is None else size.__index__()
        self._begin()
        if size < 0:
            self._rest()
        return self._give(self._ahead() if size < 0 else self._extent(size))

    def _line(self, start):
        """The length of the line ahead, of which `start` characters were searched; 0 where it does not end."""
        text, at = self._text, self._at
        if self._newline not in (None, ''):
            end = text.find(self._newline, at + start)
            return end + len(self._newline) - at if end >= 0 else 0
        ends = [end for end in (text.find('\n', at + start), text.find('\r', at + start)) if end >= 0]
        return min(ends) + 1 + text.startswith('\r\n', min(ends)) - at if ends else 0

    def readline(self, size=-1, /):
        size = -1 if size is None else size.__index__()
        self._begin()
        if size >= 0:
            most = self._extent(size)
            return self._give(min(self._line(0) or most, most))
        searched = 0
        while not (n := self._line(searched)):
            searched = max(self._ahead() - 1, 0)
            if not self._more():
                break
        return self._give(n or self._line(searched) or self._ahead())

    def __next__(self):
        self._iterating = True
        line = self.readline()
        if not line:
            self._iterating = False
            raise StopIteration
        return line

    # Position.

    def tell(self):
        self._check()
        if not self.buffer.seekable():
            raise UnsupportedOperation('underlying stream is not seekable')
        if self._iterating:
            raise OSError('telling position disabled by next() call')
        self.flush()
        if self._text is None:
            return self.buffer.tell()
        # What is read ahead ends where the stream below is.
        errors = 'surrogatepass' if self._errors == 'strict' else self._errors
        ahead = len(self._text[self._at:].encode(self._encoding, errors)) - len(''.encode(self._encoding))
        return self.buffer.tell() - len(self._decoder.getstate()[0]) - ahead

    def seek(self, cookie, whence=SEEK_SET, /):
        self._check()
        if not self.buffer.seekable():
            raise UnsupportedOperation('underlying stream is not seekable')
        if whence not in (0, 1, 2):
            raise ValueError(f'invalid whence ({whence}, should be 0, 1 or 2)')
        if whence and cookie != 0:
            raise UnsupportedOperation(f"can't do nonzero {'cur' if whence == 1 else 'end'}-relative seeks")
        if cookie < 0:
            raise ValueError(f'negative seek position {cookie!r}')
        if whence == 1:
            cookie, whence = self.tell(), 0
        self.flush()
        self._text, self._iterating, self._begun = None, False, False
        return self.buffer.seek(cookie, whence)

    def truncate(self, pos=None, /):
        self.flush()
        return self.buffer.truncate(self.tell() if pos is None else pos)


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


for _name in _io._STACK:
    globals()[_name].__module__ = '_io'
