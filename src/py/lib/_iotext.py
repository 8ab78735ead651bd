"""Text over binary streams: the uppermost part of module io."""
from io import SEEK_SET, TextIOBase, UnsupportedOperation


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
        self._text, self._out, self._waiting, self._iterating = None, [], 0, False
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
        self._waiting += len(data)
        if (self._write_through or (self._line_buffering and ('\n' in s or '\r' in s))
                or self._waiting > self._CHUNK_SIZE):
            self._pass_on()
            if self._line_buffering and ('\n' in s or '\r' in s):
                self.buffer.flush()
        return len(s)

    def _written(self):
        return self.buffer.seekable() and self.buffer.tell() != 0

    def _pass_on(self):
        out, self._out, self._waiting = self._out, [], 0
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
