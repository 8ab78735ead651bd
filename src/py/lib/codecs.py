# Module codecs: encodings found by name, and classes around them for pieces and for streams. What is
# written in C is in _codecs; encodings/ has the others.
from _codecs import *
from _codecs import _decode_as, _encode_as, _form

__all__ = ['register', 'lookup', 'open', 'EncodedFile', 'BOM', 'BOM_BE', 'BOM_LE', 'BOM32_BE', 'BOM32_LE',
           'BOM64_BE', 'BOM64_LE', 'BOM_UTF8', 'BOM_UTF16', 'BOM_UTF16_LE', 'BOM_UTF16_BE', 'BOM_UTF32',
           'BOM_UTF32_LE', 'BOM_UTF32_BE', 'CodecInfo', 'Codec', 'IncrementalEncoder', 'IncrementalDecoder',
           'StreamReader', 'StreamWriter', 'StreamReaderWriter', 'StreamRecoder', 'getencoder', 'getdecoder',
           'getincrementalencoder', 'getincrementaldecoder', 'getreader', 'getwriter', 'encode', 'decode',
           'iterencode', 'iterdecode', 'strict_errors', 'ignore_errors', 'replace_errors',
           'xmlcharrefreplace_errors', 'backslashreplace_errors', 'namereplace_errors', 'register_error',
           'lookup_error']

BOM_UTF8 = b'\xef\xbb\xbf'
BOM = BOM_LE = BOM32_LE = BOM_UTF16 = BOM_UTF16_LE = b'\xff\xfe'
BOM_BE = BOM32_BE = BOM_UTF16_BE = b'\xfe\xff'
BOM_UTF32 = BOM64_LE = BOM_UTF32_LE = b'\xff\xfe\x00\x00'
BOM64_BE = BOM_UTF32_BE = b'\x00\x00\xfe\xff'

strict_errors, ignore_errors, replace_errors, xmlcharrefreplace_errors, backslashreplace_errors, \
    namereplace_errors = map(lookup_error, ('strict', 'ignore', 'replace', 'xmlcharrefreplace', 'backslashreplace',
                                            'namereplace'))


class CodecInfo(tuple):
    """All that there is to an encoding: a tuple of four, with names for those and the rest."""
    _is_text_encoding = True

    def __new__(cls, encode, decode, streamreader=None, streamwriter=None, incrementalencoder=None,
                incrementaldecoder=None, name=None, *, _is_text_encoding=None):
        made = super().__new__(cls, (encode, decode, streamreader, streamwriter))
        vars(made).update(name=name, encode=encode, decode=decode, streamreader=streamreader, streamwriter=streamwriter,
                          incrementalencoder=incrementalencoder, incrementaldecoder=incrementaldecoder)
        if _is_text_encoding is not None:   # else the class says so
            made._is_text_encoding = _is_text_encoding
        return made

    def __repr__(self):
        cls = type(self)
        return f'<{cls.__module__}.{cls.__qualname__} object for encoding {self.name} at {id(self):#x}>'


class Codec:
    """An encoding as methods without state; each returns its result and how much it took."""

    def encode(self, input, errors='strict'):
        raise NotImplementedError

    def decode(self, input, errors='strict'):
        raise NotImplementedError


# Pieces.


class IncrementalEncoder:
    """Encodes text that comes in pieces."""

    def __init__(self, errors='strict'):
        self.errors, self.buffer = errors, ''

    def encode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        pass

    def getstate(self):
        return 0

    def setstate(self, state):
        pass


class BufferedIncrementalEncoder(IncrementalEncoder):
    """One that keeps what it cannot encode yet; _buffer_encode says how much that is."""

    def _buffer_encode(self, input, errors, final):
        raise NotImplementedError

    def encode(self, input, final=False):
        text = self.buffer + input
        data, used = self._buffer_encode(text, self.errors, final)
        self.setstate(text[used:])
        return data

    def reset(self):
        self.setstate('')

    def getstate(self):
        return self.buffer or 0

    def setstate(self, state):
        self.buffer = state or ''


class IncrementalDecoder:
    """Decodes bytes that come in pieces."""

    def __init__(self, errors='strict'):
        self.errors = errors

    def decode(self, input, final=False):
        raise NotImplementedError

    def reset(self):
        pass

    def getstate(self):
        return b'', 0

    def setstate(self, state):
        pass


class BufferedIncrementalDecoder(IncrementalDecoder):
    """One that keeps bytes it cannot decode yet; _buffer_decode says how many it took."""

    def __init__(self, errors='strict'):
        super().__init__(errors)
        self.buffer = b''

    def _buffer_decode(self, input, errors, final):
        raise NotImplementedError

    def decode(self, input, final=False):
        data = self.buffer + input
        text, used = self._buffer_decode(data, self.errors, final)
        self.buffer = data[used:]
        return text

    def reset(self):
        self.buffer = b''

    def getstate(self):
        return self.buffer, 0

    def setstate(self, state):
        self.buffer = state[0]


# Streams.


class _Around:
    """Something around a stream, whose other attributes it has too."""

    def __getattr__(self, name):
        if name == 'stream':
            raise AttributeError(name)
        return getattr(self.stream, name)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.stream.close()

    def __reduce_ex__(self, proto):
        raise TypeError("can't serialize %s" % type(self).__name__)


class StreamWriter(_Around, Codec):
    """Text written to a stream of bytes."""

    def __init__(self, stream, errors='strict'):
        self.stream, self.errors = stream, errors

    def write(self, object):
        self.stream.write(self.encode(object, self.errors)[0])

    def writelines(self, list):
        self.write(''.join(list))

    def reset(self):
        pass

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        if not offset and not whence:
            self.reset()


class StreamReader(_Around, Codec):
    """Text read from a stream of bytes."""
    charbuffertype = str
    _STEP, _MOST = 72, 8000  # bytes asked for at a time in search of a line's end

    def __init__(self, stream, errors='strict'):
        self.stream, self.errors = stream, errors
        self.reset()

    def reset(self):
        self.bytebuffer, self.charbuffer = b'', self.charbuffertype()

    def _more(self, size, firstline=False):
        """Decodes what the stream gives; whether that was anything."""
        new = self.stream.read(*[size] * (size >= 0))
        data = self.bytebuffer + new
        if data:
            text, used = self._decoded(data, firstline)
            self.bytebuffer, self.charbuffer = data[used:], self.charbuffer + text
        return bool(new)

    def _decoded(self, data, firstline):
        """With firstline an error behind a whole line waits until what follows that is asked for."""
        try:
            return self.decode(data, self.errors)
        except UnicodeDecodeError as exc:
            good = self.decode(data[:exc.start], self.errors) if firstline else ('', 0)
            if len(good[0].splitlines()) < 2:
                raise
            return good

    def _give(self, count):
        text, self.charbuffer = self.charbuffer[:count], self.charbuffer[count:]
        return text

    def read(self, size=-1, chars=-1, firstline=False):
        """So many characters, read by `size` bytes at a time; without either, the rest."""
        if chars < 0:
            chars = size
        while (chars < 0 or len(self.charbuffer) < chars) and self._more(size, firstline):
            pass
        return self._give(len(self.charbuffer) if chars < 0 else chars)

    def _gather(self, count):
        """Reads so many characters more; whether there were any."""
        had = len(self.charbuffer)
        while len(self.charbuffer) < had + count and self._more(count, True):
            pass
        return len(self.charbuffer) > had

    def readline(self, size=None, keepends=True):
        """A line; with `size` what there is of it in so many characters."""
        step, more = size or self._STEP, True
        while True:
            lines = self.charbuffer.splitlines(True)
            line = lines[0] if lines else self.charbuffertype()
            bare = line.splitlines(False)[0] if line else line
            half = line[-1:] in ('\r', b'\r')  # of a '\r\n', perhaps
            if len(lines) > 1 or not more or len(bare) < len(line) and not half:
                break
            more = self._gather(1 if half else step) and (half or size is None)
            step = min(step * 2, self._MOST)
        self._give(len(line))
        return line if keepends else bare

    def readlines(self, sizehint=None, keepends=True):
        return self.read().splitlines(keepends)

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reset()

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line


class _Pair(_Around):
    """What reads by self.reader and writes by self.writer."""

    def read(self, size=-1):
        return self.reader.read(size)

    def readline(self, size=None):
        return self.reader.readline(size)

    def readlines(self, sizehint=None):
        return self.reader.readlines(sizehint)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self.reader)

    def write(self, data):
        return self.writer.write(data)

    def writelines(self, list):
        return self.writer.writelines(list)

    def reset(self):
        self.reader.reset()
        self.writer.reset()

    def seek(self, offset, whence=0):
        self.stream.seek(offset, whence)
        self.reader.reset()
        if not whence and not offset:
            self.writer.reset()


class StreamReaderWriter(_Pair):
    """A stream of bytes as one of text, in both directions."""
    encoding = 'unknown'

    def __init__(self, stream, Reader, Writer, errors='strict'):
        self.stream, self.errors = stream, errors
        self.reader, self.writer = Reader(stream, errors), Writer(stream, errors)


class StreamRecoder(_Pair):
    """A stream of bytes in one encoding as a stream of bytes in another."""
    data_encoding = file_encoding = 'unknown'

    def __init__(self, stream, encode, decode, Reader, Writer, errors='strict'):
        self.stream, self.encode, self.decode, self.errors = stream, encode, decode, errors
        self.reader, self.writer = Reader(stream, errors), Writer(stream, errors)

    def _encoded(self, text):
        return self.encode(text, self.errors)[0]

    def read(self, size=-1):
        return self._encoded(self.reader.read(size))

    def readline(self, size=None):
        return self._encoded(self.reader.readline() if size is None else self.reader.readline(size))

    def readlines(self, sizehint=None):
        return self._encoded(self.reader.read()).splitlines(True)

    def __next__(self):
        return self._encoded(next(self.reader))

    def write(self, data):
        return self.writer.write(self.decode(data, self.errors)[0])

    def writelines(self, list):
        self.write(b''.join(list))


def open(filename, mode='r', encoding=None, errors='strict', buffering=-1):
    """A file of text in that encoding."""
    import builtins
    if encoding is None or 'b' in mode:
        return builtins.open(filename, mode, buffering)
    file = builtins.open(filename, mode + 'b', buffering)
    try:
        info = lookup(encoding)
    except LookupError:
        file.close()
        raise
    both = StreamReaderWriter(file, info.streamreader, info.streamwriter, errors)
    both.encoding = encoding
    return both


def EncodedFile(file, data_encoding, file_encoding=None, errors='strict'):
    """A stream that has bytes of one encoding above and of another below."""
    above, below = lookup(data_encoding), lookup(file_encoding or data_encoding)
    both = StreamRecoder(file, above.encode, above.decode, below.streamreader, below.streamwriter, errors)
    both.data_encoding, both.file_encoding = data_encoding, file_encoding or data_encoding
    return both


# Parts of what lookup() finds.


def getencoder(encoding):
    return lookup(encoding).encode


def getdecoder(encoding):
    return lookup(encoding).decode


def _there(part, encoding):
    if part is None:
        raise LookupError(encoding)
    return part


def getincrementalencoder(encoding):
    return _there(lookup(encoding).incrementalencoder, encoding)


def getincrementaldecoder(encoding):
    return _there(lookup(encoding).incrementaldecoder, encoding)


def getreader(encoding):
    return lookup(encoding).streamreader


def getwriter(encoding):
    return lookup(encoding).streamwriter


def _pieces(work, pieces, nothing):
    for piece in pieces:
        result = work(piece)
        if result:
            yield result
    result = work(nothing, True)
    if result:
        yield result


def iterencode(iterator, encoding, errors='strict', **kwargs):
    """Encodes the texts of an iterator one by one."""
    yield from _pieces(getincrementalencoder(encoding)(errors, **kwargs).encode, iterator, '')


def iterdecode(iterator, encoding, errors='strict', **kwargs):
    """Decodes the bytes of an iterator one by one."""
    yield from _pieces(getincrementaldecoder(encoding)(errors, **kwargs).decode, iterator, b'')


def make_identity_dict(rng):
    return dict(zip(rng, rng))


def make_encoding_map(decoding_map):
    """The opposite mapping; None where several keys have the same value."""
    opposite = {}
    for key, value in decoding_map.items():
        opposite[value] = None if value in opposite else key
    return opposite


# The CodecInfo of an encoding that is here.


def _info(name):
    own, native = _form(name)
    if not native:
        from encodings import _forms
        return getattr(_forms, own)()
    from encodings import _native
    return _native.info(own)
