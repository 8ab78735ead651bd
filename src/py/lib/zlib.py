# Module zlib: compression in memory over _zlib. Compressor objects gather their input until flush();
# decompressor objects read on from the beginning of what they were given.
import _zlib

Z_NO_COMPRESSION, Z_BEST_SPEED, Z_BEST_COMPRESSION, Z_DEFAULT_COMPRESSION = 0, 1, 9, -1
Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED, Z_DEFAULT_STRATEGY = 1, 2, 3, 4, 0
Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH, Z_BLOCK, Z_TREES = range(7)
DEFLATED, MAX_WBITS, DEF_MEM_LEVEL, DEF_BUF_SIZE = 8, 15, 8, 16384


class error(Exception):
    __module__ = 'zlib'


def _bytes(data):
    if isinstance(data, bytes):
        return data
    try:
        return bytes(memoryview(data))
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None


_TEXTS = {-3: 'invalid data', -5: 'incomplete or truncated stream', -2: 'inconsistent stream state'}


def compress(data, /, level=-1, wbits=15):
    result = _zlib.deflate(_bytes(data), level, wbits, 0)
    if isinstance(result, int):
        raise error('Bad compression level' if not -1 <= level <= 9 else 'Invalid initialization option')
    return result


def _header_text(data, wbits):
    if 8 <= wbits <= 15 and len(data) >= 2:
        if (data[0] << 8 | data[1]) % 31:
            return 'incorrect header check'
        if data[0] & 15 != 8:
            return 'unknown compression method'
    if 24 <= wbits <= 31 and data[:2] != b'\x1f\x8b':
        return 'incorrect header check'
    return 'invalid data'


def decompress(data, /, wbits=15, bufsize=DEF_BUF_SIZE):
    data = _bytes(data)
    out, used, status = _zlib.inflate(data, wbits)
    if status == 0:
        raise error('Error -5 while decompressing data: incomplete or truncated stream')
    if status != 1:
        raise error(f'Error {status} while decompressing data: {_header_text(data, wbits)}')
    return out


class _Compress:
    def __init__(self, level, wbits, strategy):
        self._options, self._parts, self._done = (level, wbits, strategy), [], False

    def compress(self, data, /):
        self._parts.append(_bytes(data))
        return b''

    def flush(self, mode=Z_FINISH, /):
        if mode != Z_FINISH:
            return b''
        if self._done:
            raise error('Error -2 while finishing compression: inconsistent stream state')
        self._done = True
        return _zlib.deflate(b''.join(self._parts), *self._options)

    def copy(self):
        other = _Compress(*self._options)
        other._parts = list(self._parts)
        return other


class _Decompress:
    def __init__(self, wbits):
        self._wbits, self._input, self._given = wbits, b'', 0
        self.eof, self.unused_data, self.unconsumed_tail = False, b'', b''

    def decompress(self, data, /, max_length=0):
        if max_length < 0:
            raise ValueError('max_length must be non-negative')
        data = _bytes(data)
        if self.eof:
            self.unused_data += data
            return b''
        # What is left over is handed in again by the caller: it is already known here.
        if self.unconsumed_tail:
            data = data[len(self.unconsumed_tail):]
        self._input += data
        out, used, status = _zlib.inflate(self._input, self._wbits)
        if status not in (0, 1):
            raise error(f'Error {status} while decompressing data: {_header_text(self._input, self._wbits)}')
        piece = out[self._given:]
        self.unconsumed_tail = b''
        if max_length and len(piece) > max_length:
            piece = piece[:max_length]
            self.unconsumed_tail = self._input[-1:]
        elif status == 1:
            self.eof, self.unused_data = True, self._input[used:]
        self._given += len(piece)
        return piece

    def flush(self, length=DEF_BUF_SIZE, /):
        if self.eof:
            return b''
        self.unconsumed_tail = b''
        return self.decompress(b'')

    def copy(self):
        other = _Decompress(self._wbits)
        other.__dict__.update(self.__dict__)
        return other


def compressobj(level=-1, method=DEFLATED, wbits=MAX_WBITS, memLevel=DEF_MEM_LEVEL, strategy=0, zdict=None):
    if method != DEFLATED or not -1 <= level <= 9 or abs(wbits) > 31 or abs(wbits) < 8:
        raise ValueError('Invalid initialization option')
    if zdict is not None:
        raise NotImplementedError('zdict')
    return _Compress(level, wbits, strategy)


def decompressobj(wbits=MAX_WBITS, zdict=b''):
    if zdict:
        raise NotImplementedError('zdict')
    return _Decompress(wbits)


def crc32(data, value=0, /):
    return _zlib.crc32(_bytes(data), value & 0xFFFFFFFF)


def adler32(data, value=1, /):
    return _zlib.adler32(_bytes(data), value & 0xFFFFFFFF)
