# Module binascii: bytes to text and back: hexadecimal, base64, quoted printable, uu, and checksums.
import _binascii as _plain
import zlib as _zlib

__all__ = ['Error', 'Incomplete', 'a2b_base64', 'a2b_hex', 'a2b_qp', 'a2b_uu', 'b2a_base64', 'b2a_hex', 'b2a_qp',
           'b2a_uu', 'crc32', 'crc_hqx', 'hexlify', 'unhexlify']


class Error(ValueError):
    __module__ = 'binascii'


class Incomplete(Exception):
    __module__ = 'binascii'


_ALPHABET = b'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
_VALUES = {c: i for i, c in enumerate(_ALPHABET)}


def _ascii(data):
    if isinstance(data, str):
        if data.isascii():
            return data.encode()
        raise ValueError('string argument should contain only ASCII characters')
    try:
        return data if type(data) is bytes else bytes(memoryview(data))
    except TypeError:
        raise TypeError('argument should be bytes, buffer or ASCII string, '
                        f"not '{type(data).__name__}'") from None


def _bytes(data):
    if isinstance(data, bytes):
        return data
    try:
        view = memoryview(data)
        if not view.c_contiguous:
            raise BufferError('memoryview: underlying buffer is not C-contiguous')
        return bytes(view)
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None


def b2a_base64(data, /, *, newline=True):
    text = _plain.to_base64(_bytes(data))
    return text + b'\n' if newline else text


def a2b_base64(data, /, *, strict_mode=False):
    data = _ascii(data)
    plain = _plain.from_base64(data)
    if plain is None and not strict_mode:
        plain = _plain.from_base64(data.translate(None, b' \r\n'))
    if plain is not None:
        return plain
    if strict_mode and data[:1] == b'=':
        raise Error('Leading padding not allowed')
    out, left, bits, pads, quad, seen = bytearray(), 0, 0, 0, 0, False
    values = _VALUES
    for at, c in enumerate(data):
        if c == 61:
            seen = True
            pads += 1
            if quad >= 2 and quad + pads >= 4:
                if strict_mode and at + 1 < len(data):
                    raise Error('Excess data after padding')
                return bytes(out)
            if strict_mode and quad < 2 and at:
                raise Error('Discontinuous padding not allowed' if quad else 'Excess data after padding')
            continue
        v = values.get(c)
        if v is None:
            if strict_mode:
                raise Error('Only base64 data is allowed')
            continue
        if strict_mode and pads:
            raise Error('Discontinuous padding not allowed')
        pads = 0
        if quad == 0:
            left = v
        elif quad == 1:
            out.append(left << 2 & 255 | v >> 4)
            left = v & 15
        elif quad == 2:
            out.append(left << 4 | v >> 2)
            left = v & 3
        else:
            out.append(left << 6 | v)
        quad = quad + 1 & 3
    if quad == 1:
        raise Error('Invalid base64-encoded string: number of data characters '
                    f'({len(out) // 3 * 4 + 1}) cannot be 1 more than a multiple of 4')
    if quad:
        raise Error('Incorrect padding')
    return bytes(out)


def b2a_hex(data, sep=None, bytes_per_sep=1):
    data = _bytes(data)
    if sep is None:
        return data.hex().encode('ascii')
    return data.hex(sep, bytes_per_sep).encode('ascii')


def a2b_hex(hexstr, /):
    data = _ascii(hexstr)
    if len(data) % 2:
        raise Error('Odd-length string')
    if data.translate(None, b'0123456789abcdefABCDEF'):
        raise Error('Non-hexadecimal digit found')
    return bytes.fromhex(data.decode('ascii'))


hexlify, unhexlify = b2a_hex, a2b_hex


def crc32(data, crc=0, /):
    return _zlib.crc32(data, crc)


def crc_hqx(data, crc, /):
    crc &= 0xFFFF
    for b in _bytes(data):
        crc ^= b << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def b2a_uu(data, /, *, backtick=False):
    data = _bytes(data)
    if len(data) > 45:
        raise Error('At most 45 bytes at once')
    zero = 96 if backtick else 32
    out = bytearray([32 + len(data) if data else zero])
    padded = data + bytes(-len(data) % 3)
    for i in range(0, len(padded), 3):
        v = int.from_bytes(padded[i:i + 3], 'big')
        for shift in (18, 12, 6, 0):
            six = v >> shift & 63
            out.append(32 + six if six else zero)
    return bytes(out) + b'\n'


def a2b_uu(data, /):
    data = _ascii(data)
    if not data:
        return bytes(32)
    count, out, bits, have = data[0] - 32 & 63, bytearray(), 0, 0
    at = 1
    while len(out) < count:
        c = data[at] if at < len(data) else 10
        at += 1
        if c in (10, 13):
            c = 32
            at -= 1
        if not 32 <= c <= 96:
            raise Error('Illegal char')
        bits, have = bits << 6 | c - 32 & 63, have + 6
        if have >= 8:
            have -= 8
            out.append(bits >> have)
            bits &= (1 << have) - 1
    for c in data[at:]:
        if c not in b' `\n\r':
            raise Error('Trailing garbage')
    return bytes(out)


def a2b_qp(data, header=False):
    data, out, i = _ascii(data), bytearray(), 0
    end = len(data)
    digits = b'0123456789abcdefABCDEF'
    while i < end:
        c = data[i]
        if c == 61:
            i += 1
            if i >= end:
                break
            if data[i] in (10, 13):
                while i < end and data[i] != 10:
                    i += 1
                i += 1
            elif data[i] == 61:
                out.append(61)
                i += 1
            elif i + 1 < end and data[i] in digits and data[i + 1] in digits:
                out.append(int(data[i:i + 2], 16))
                i += 2
            else:
                out.append(61)
        else:
            out.append(32 if header and c == 95 else c)
            i += 1
    return bytes(out)


def b2a_qp(data, quotetabs=False, istext=True, header=False):
    data, out, line = _bytes(data), bytearray(), 0
    end = len(data)
    crlf = b'\r\n' if b'\r\n' in data else b'\n'
    i = 0
    while i < end:
        c = data[i]
        if istext and (c == 10 or c == 13 and data[i + 1:i + 2] == b'\n'):
            out += crlf
            line = 0
            i += 2 if c == 13 else 1
            continue
        last = i + 1 == end or istext and (data[i + 1] == 10 or data[i + 1:i + 3] == b'\r\n')
        quote = (c > 126 or c == 61 or header and c == 95 or c == 46 and line == 0 and (last or data[i + 1] in (0, 10, 13))
                 or not istext and c in (10, 13) or c in (9, 32) and (last or quotetabs)
                 or c < 33 and c not in (9, 10, 13, 32))
        if header and c == 32 and not quote:
            piece = b'_'
        else:
            piece = b'=%02X' % c if quote else bytes((c,))
        if line + len(piece) + (0 if last else 1) > 76:
            out += b'=' + crlf
            line = 0
        out += piece
        line += len(piece)
        i += 1
    return bytes(out)
