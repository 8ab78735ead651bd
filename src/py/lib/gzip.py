"""Module gzip: the gzip format. GzipFile works over a binary stream, or over a granted file that it
opens by name and closes at its end."""
import builtins as _builtins
import io as _io
import os as _os
import struct as _struct
import time as _time
import zlib as _zlib

__all__ = ['BadGzipFile', 'GzipFile', 'open', 'compress', 'decompress']

FTEXT, FHCRC, FEXTRA, FNAME, FCOMMENT = 1, 2, 4, 8, 16
READ, WRITE = 1, 2
READ_BUFFER_SIZE, _WRITE_BUFFER_SIZE = 128 * 1024, 32 * 1024
_COMPRESS_LEVEL_FAST, _COMPRESS_LEVEL_TRADEOFF, _COMPRESS_LEVEL_BEST = 1, 6, 9


class BadGzipFile(OSError):
    """The data are not gzip, or damaged."""


def write32u(output, value):
    """Writes four bytes, the lowest first."""
    output.write(_struct.pack('<L', value))


def _header(level, mtime, name=b''):
    extra = 2 if level == _COMPRESS_LEVEL_BEST else 4 if level == _COMPRESS_LEVEL_FAST else 0
    flags = FNAME if name else 0
    head = _struct.pack('<2sBBLBB', b'\x1f\x8b', 8, flags, int(mtime), extra, 255)
    return head + (name + b'\0' if name else b'')


def _read_header(read):
    """Reads one member's header with read(n); its mtime, or None at the end of the data."""
    if not (magic := read(2)):
        return None
    method, flags, mtime = _struct.unpack('<BBIxx', _exactly(read, 8)) if magic == b'\x1f\x8b' else (None,) * 3
    if method != 8:
        raise BadGzipFile(f'Not a gzipped file ({magic!r})' if method is None else 'Unknown compression method')
    for flag, skip in _OPTIONAL_FIELDS:
        if flags & flag:
            skip(read)
    return mtime


def _exactly(read, n):
    data = read(n)
    if len(data) < n:
        raise EOFError('Compressed file ended before the end-of-stream marker was reached')
    return data


def _skip_sized(read):
    _exactly(read, int.from_bytes(_exactly(read, 2), 'little'))


def _skip_text(read):
    while read(1).strip(b'\0'):     # it ends with a zero byte, or with the data
        pass


# What a header may hold besides (RFC 1952), in this order.
_OPTIONAL_FIELDS = ((FEXTRA, _skip_sized), (FNAME, _skip_text), (FCOMMENT, _skip_text),
                    (FHCRC, lambda read: _exactly(read, 2)))


def compress(data, compresslevel=_COMPRESS_LEVEL_BEST, *, mtime=None):
    """The data as one gzip member."""
    if mtime == 0:  # zlib writes the same header by itself
        return _zlib.compress(data, level=compresslevel, wbits=31)
    raw = _zlib.compress(data, level=compresslevel, wbits=-15)
    trailer = _struct.pack('<LL', _zlib.crc32(data), len(data) & 0xffffffff)
    return _header(compresslevel, _time.time() if mtime is None else mtime) + raw + trailer


def decompress(data):
    """The data of all gzip members, one after the other."""
    return b''.join(_members(_io.BytesIO(data)))


def _members(stream):
    while _read_header(stream.read) is not None:
        member = _inflated(stream)
        yield member
        _check(_exactly(stream.read, 8), _zlib.crc32(member), len(member))
        while zeros := stream.read(1024):
            if rest := zeros.lstrip(b'\0'):
                stream.seek(-len(rest), 1)
                break


def _inflated(stream):
    """The data of the member that begins here; the stream stands behind it."""
    inflate, parts, size = _zlib.decompressobj(wbits=-15), [], 512
    while not inflate.eof:      # in pieces no longer than what there was: little of them is read twice
        parts.append(inflate.decompress(_exactly(stream.read, 1) + stream.read(size)))
        size *= 2
    stream.seek(-len(inflate.unused_data), 1)
    return b''.join(parts)


def _check(trailer, crc, length, tell=False):
    want_crc, want_length = _struct.unpack('<II', trailer[:8])
    if want_crc != crc:
        raise BadGzipFile('CRC check failed' + (f' {want_crc:#x} != {crc:#x}' if tell else ''))
    if want_length != length & 0xffffffff:
        raise BadGzipFile('Incorrect length of data produced')


class _Reader(_io.RawIOBase):
    """The bytes of all members of a stream, one after the other."""

    def __init__(self, stream):
        self._stream, self._ahead = stream, b''
        try:
            self._start = stream.tell()
        except OSError:     # it can be read once
            self._start = 0
        self._rewind()

    def _rewind(self):
        self._pos, self._member, self._done, self.mtime, self._ahead = 0, None, False, None, b''

    def readable(self):
        return True

    def seekable(self):
        return True

    def _take(self, n):
        """Up to n bytes of the compressed stream, those given back first."""
        data, self._ahead = self._ahead[:n], self._ahead[n:]
        return data if len(data) == n else data + self._stream.read(n - len(data))

    def _next_member(self):
        first = self._pos == 0 and self.mtime is None
        if not first:
            while (byte := self._take(1)) == b'\0':
                pass
            self._ahead = byte + self._ahead
        mtime = _read_header(self._take)
        if mtime is None:
            self._done = True
            return False
        self.mtime = mtime
        self._member, self._crc, self._length = _zlib._ZlibDecompressor(wbits=-15), 0, 0
        return True

    def read(self, size=-1):
        if size < 0:
            return self.readall()
        while size and not self._done:
            if self._member is None and not self._next_member():
                break
            d = self._member
            if d.eof:
                self._end_member(d)
                continue
            more = self._take(_io.DEFAULT_BUFFER_SIZE) if d.needs_input else b''
            data = d.decompress(more, size)
            self._crc, self._length = _zlib.crc32(data, self._crc), self._length + len(data)
            if not (data or d.eof or more) and d.needs_input:
                raise EOFError('Compressed file ended before the end-of-stream marker was reached')
            if data:
                self._pos += len(data)
                return data
        return b''

    def _end_member(self, d):
        """Checks what stands behind the data of a member, all of which have been given out."""
        self._ahead = d.unused_data + self._ahead
        _check(_exactly(self._take, 8), self._crc, self._length, True)
        self._member = None

    def readall(self):
        parts = []
        while data := self.read(READ_BUFFER_SIZE):
            parts.append(data)
        return b''.join(parts)

    def readinto(self, b):
        data = self.read(len(b))
        b[:len(data)] = data
        return len(data)

    def seek(self, offset, whence=0):
        if whence == 2:
            self._skip(_NOWHERE)
        to = offset + self._pos if whence else offset
        if to < self._pos:
            self._stream.seek(self._start)
            self._rewind()
        self._skip(to)
        return self._pos

    def _skip(self, to):
        """Reads on to that place, or to the end if that is before it."""
        while (left := to - self._pos) > 0 and self.read(min(left, READ_BUFFER_SIZE)):
            pass

    def tell(self):
        return self._pos


_NOWHERE = 1 << 63     # behind the end of every stream
_MODES = {'r': READ, 'w': WRITE, 'a': WRITE, 'x': WRITE}


class GzipFile(_io.BufferedIOBase):
    """A gzip stream as a file object, over the binary stream fileobj."""
    myfileobj = None

    def __init__(self, filename=None, mode=None, compresslevel=_COMPRESS_LEVEL_BEST, fileobj=None,
                 mtime=None):
        if not {'t', 'U'}.isdisjoint(mode or ''):
            raise ValueError(f'Invalid mode: {mode!r}')
        if mode is None:
            mode = getattr(fileobj, 'mode', 'rb')
        elif mode and 'b' not in mode:
            mode += 'b'
        if fileobj is None:
            fileobj = self.myfileobj = _builtins.open(filename, mode)
        self.fileobj = fileobj
        self.name = getattr(fileobj, 'name', '') if filename is None else _os.fspath(filename)
        self.mode = _MODES.get(mode[:1])
        if self.mode is None:
            raise ValueError(f'Invalid mode: {mode!r}')
        if self.mode == READ:
            self._reader = _Reader(fileobj)
            self._buffer = _io.BufferedReader(self._reader)
        else:
            self._begin(compresslevel, mtime)

    def _begin(self, level, mtime):
        self.crc, self.size, self.offset, self._write_mtime = _zlib.crc32(b''), 0, 0, mtime
        self.compress = _zlib.compressobj(level, _zlib.DEFLATED, -15, 8, 0)
        self.fileobj.write(_header(level, _time.time() if mtime is None else mtime, self._name_field()))

    def _name_field(self):
        try:
            name = self.name if isinstance(self.name, bytes) else str(self.name).encode('latin-1')
        except UnicodeEncodeError:
            return b''
        name = name.rpartition(b'/')[2]
        return name[:-3] if name.endswith(b'.gz') else name

    def __repr__(self):
        return f'<gzip {self.fileobj!r} {id(self):#x}>'

    @property
    def mtime(self):
        """Time in the header read last, or None."""
        return self._reader.mtime

    @property
    def closed(self):
        return self.fileobj is None

    def _need(self, mode, what):
        if self.fileobj is None:
            raise ValueError('I/O operation on closed file' if mode == READ
                             else 'write() on closed GzipFile object')
        if self.mode != mode:
            raise OSError(9, f'{what}() on {"write" if mode == READ else "read"}-only GzipFile object')

    def write(self, data):
        self._need(WRITE, 'write')
        data = data if isinstance(data, bytes) else bytes(memoryview(data).cast('B'))
        count = len(data)
        if count:
            packed, crc = self.compress.compress(data), _zlib.crc32(data, self.crc)
            self.fileobj.write(packed)
            self.crc, self.size, self.offset = crc, self.size + count, self.offset + count
        return count

    def read(self, size=-1):
        self._need(READ, 'read')
        return self._buffer.read(size)

    def read1(self, size=-1):
        self._need(READ, 'read1')
        return self._buffer.read1(_io.DEFAULT_BUFFER_SIZE if size < 0 else size)

    def peek(self, n):
        self._need(READ, 'peek')
        return self._buffer.peek(n)

    def readline(self, size=-1):
        self._need(READ, 'readline')
        return self._buffer.readline(size)

    def flush(self, zlib_mode=_zlib.Z_SYNC_FLUSH):
        if (stream := self.fileobj) is None:
            raise ValueError('I/O operation on closed file')
        if self.mode == READ:
            return
        stream.write(self.compress.flush(zlib_mode))
        stream.flush()

    def close(self):
        stream, self.fileobj = self.fileobj, None
        if stream is not None and self.mode == WRITE:
            stream.write(self.compress.flush())
            stream.write(_struct.pack('<LL', self.crc, self.size & 0xffffffff))
        if self.myfileobj is not None:
            self.myfileobj.close()
            self.myfileobj = None

    def tell(self):
        return self._buffer.tell() if self.mode == READ else self.offset

    def readable(self):
        return self.mode == READ

    def writable(self):
        return self.mode == WRITE

    def seekable(self):
        return True

    def seek(self, offset, whence=0):
        if self.mode == READ:
            self._need(READ, 'seek')
            return self._buffer.seek(offset, whence)
        if whence:
            if whence != 1:
                raise ValueError('Seek from end not supported')
            offset += self.offset
        if offset < self.offset:
            raise OSError('Negative seek in write mode')
        while self.offset < offset:
            self.write(bytes(min(offset - self.offset, 65536)))
        return self.offset

    def rewind(self):
        """Back to the beginning of the uncompressed data."""
        if self.mode != READ:
            raise OSError("Can't rewind in write mode")
        self._buffer.seek(0)

    def fileno(self):
        return self.fileobj.fileno()


def open(filename, mode='rb', compresslevel=_COMPRESS_LEVEL_BEST, encoding=None, errors=None,
         newline=None):
    """A GzipFile over a granted file or a binary stream; in text mode wrapped for text."""
    text = 't' in mode
    if text and 'b' in mode:
        raise ValueError(f'Invalid mode: {mode!r}')
    for name, value in (('encoding', encoding), ('errors', errors), ('newline', newline)):
        if not text and value is not None:
            raise ValueError(f"Argument '{name}' not supported in binary mode")
    if hasattr(filename, 'read') or hasattr(filename, 'write'):
        name, below = None, filename
    elif isinstance(filename, (str, bytes)) or hasattr(filename, '__fspath__'):
        name, below = filename, None
    else:
        raise TypeError('filename must be a str or bytes object, or a file')
    stream = GzipFile(name, mode.replace('t', ''), compresslevel, below)
    return _io.TextIOWrapper(stream, encoding, errors, newline) if text else stream
