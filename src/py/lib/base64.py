# Module base64: base64, base32, base16, base85 and ascii85 encodings of bytes.
import binascii

__all__ = ['encode', 'decode', 'encodebytes', 'decodebytes', 'b64encode', 'b64decode', 'b32encode', 'b32decode',
           'b32hexencode', 'b32hexdecode', 'b16encode', 'b16decode', 'b85encode', 'b85decode', 'a85encode',
           'a85decode', 'standard_b64encode', 'standard_b64decode', 'urlsafe_b64encode', 'urlsafe_b64decode']

bytes_types = (bytes, bytearray)
MAXLINESIZE = 76
MAXBINSIZE = 57


def _text(s):
    """Encoded data as bytes, for which a str will do."""
    if isinstance(s, bytes_types):
        return s
    try:
        return s.encode('ascii') if isinstance(s, str) else bytes(memoryview(s))
    except UnicodeEncodeError:
        problem = ValueError('string argument should contain only ASCII characters')
    except TypeError:
        problem = TypeError(f'argument should be a bytes-like object or ASCII string, not {type(s).__name__!r}')
    raise problem


def _raw(s):
    return s if isinstance(s, bytes_types) else memoryview(s).tobytes()


def _swapped(data, old, new):
    """Data with two characters for two others."""
    for pair in old, new:
        assert len(pair) == 2, repr(pair)
    return data.translate(bytes.maketrans(old, new))


def b64encode(s, altchars=None):
    """Base 64; altchars are two characters for + and /."""
    plain = binascii.b2a_base64(s, newline=False)
    return plain if altchars is None else _swapped(plain, b'+/', altchars)


def b64decode(s, altchars=None, validate=False):
    """The bytes of base 64; other characters are skipped, or with validate an error."""
    data = _text(s)
    if altchars is not None:
        data = _swapped(data, _text(altchars), b'+/')
    return binascii.a2b_base64(data, strict_mode=validate)


def standard_b64encode(s):
    return b64encode(s)


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64encode(s):
    return b64encode(s).translate(bytes.maketrans(b'+/', b'-_'))


def urlsafe_b64decode(s):
    return b64decode(_text(s).translate(bytes.maketrans(b'-_', b'+/')))


_B32 = b'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
_B32HEX = b'0123456789ABCDEFGHIJKLMNOPQRSTUV'  # the digits of int() in base 32 as well


def _encode32(alphabet, s):
    s = _raw(s)
    rest = len(s) % 5
    padded = bytes(s) + bytes(-len(s) % 5)
    out = bytearray()
    for i in range(0, len(padded), 5):
        v = int.from_bytes(padded[i:i + 5], 'big')
        for shift in range(35, -1, -5):
            out.append(alphabet[v >> shift & 31])
    if rest:
        used = (rest * 8 + 4) // 5
        out[used - 8:] = b'=' * (8 - used)
    return bytes(out)


def _decode32(alphabet, s, casefold, map01):
    s = bytes(_text(s))
    if len(s) % 8:
        raise binascii.Error('Incorrect padding')
    if map01 is not None:
        one = _text(map01)      # which letter the digit is taken for
        assert len(one) == 1, repr(one)
        s = s.translate(bytes.maketrans(b'01', b'O' + one))
    digits = (s.upper() if casefold else s).rstrip(b'=')
    if digits.translate(None, alphabet):
        raise binascii.Error('Non-base32 digit found')
    if len(s) - len(digits) not in (0, 1, 3, 4, 6):
        raise binascii.Error('Incorrect padding')
    size, left = divmod(len(digits) * 5, 8)
    number = int(digits.translate(bytes.maketrans(alphabet, _B32HEX)) or b'0', 32)
    return (number >> left).to_bytes(size, 'big')


def b32encode(s):
    return _encode32(_B32, s)


def b32decode(s, casefold=False, map01=None):
    return _decode32(_B32, s, casefold, map01)


def b32hexencode(s):
    return _encode32(_B32HEX, s)


def b32hexdecode(s, casefold=False):
    return _decode32(_B32HEX, s, casefold, None)


def b16encode(s):
    return binascii.hexlify(s).upper()


def b16decode(s, casefold=False):
    """The bytes of base 16, in capitals; with casefold in small letters too."""
    data = bytes(_text(s)).upper() if casefold else bytes(_text(s))
    if data.translate(None, b'0123456789ABCDEF'):
        raise binascii.Error('Non-base16 digit found')
    return binascii.unhexlify(data)


_A85 = bytes(range(33, 118))
_B85 = b'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'


def _encode85(data, alphabet, pad, zero=None, spaces=None):
    data = bytes(_raw(data))
    missing = -len(data) % 4
    data += bytes(missing)
    groups = []
    for i in range(0, len(data), 4):
        v = int.from_bytes(data[i:i + 4], 'big')
        if zero and v == 0:
            groups.append(zero)
        elif spaces and v == 0x20202020:
            groups.append(spaces)
        else:
            digits = []
            for _ in range(5):
                v, d = divmod(v, 85)
                digits.append(alphabet[d])
            groups.append(bytes(digits[::-1]))
    if missing and not pad:
        if groups[-1] == zero:
            groups[-1] = alphabet[:1] * 5
        groups[-1] = groups[-1][:-missing]
    return b''.join(groups)


def b85encode(b, pad=False):
    return _encode85(b, _B85, pad)


def a85encode(b, *, foldspaces=False, wrapcol=0, pad=False, adobe=False):
    opening, closing = (b'<~', b'~>') if adobe else (b'', b'')
    text = opening + _encode85(b, _A85, pad, b'z', b'y' if foldspaces else None)
    if not wrapcol or not text:
        return text + closing
    width = max(len(opening) or 1, wrapcol)
    lines = [text[i:i + width] for i in range(0, len(text), width)]
    if len(lines[-1] + closing) > width:
        closing = b'\n' + closing
    return b'\n'.join(lines) + closing


def b85decode(b):
    b = bytes(_text(b))
    values = {c: i for i, c in enumerate(_B85)}
    padding = -len(b) % 5
    b += b'~' * padding
    out = bytearray()
    for i in range(0, len(b), 5):
        v = 0
        for j in range(i, i + 5):
            d = values.get(b[j])
            if d is None:
                raise ValueError(f'bad base85 character at position {j}')
            v = v * 85 + d
        if v > 0xFFFFFFFF:
            raise ValueError(f'base85 overflow in hunk starting at byte {i}')
        out += v.to_bytes(4, 'big')
    return bytes(out[:len(out) - padding])


def a85decode(b, *, foldspaces=False, adobe=False, ignorechars=b' \t\n\r\v'):
    data = bytes(_text(b))
    if adobe:
        if not data.endswith(b'~>'):
            raise ValueError("Ascii85 encoded byte sequences must end with b'~>'")
        data = data[2 if data.startswith(b'<~') else 0:-2]
    short = {ord('z'): bytes(4), ord('y'): b'    '} if foldspaces else {ord('z'): bytes(4)}
    data = data.translate(None, bytes([c for c in set(ignorechars) if c not in short and c not in _A85]))
    out, at = [], 0
    while at < len(data):
        if data[at] in short:
            out.append(short[data[at]])
            at += 1
        else:
            out.append(_group_of_a85(data[at:at + 5], short))
            at += 5
    return b''.join(out)


def _group_of_a85(group, short):
    """The bytes that up to five digits stand for: one fewer than them, and what is missing is the last digit."""
    value = 0
    for c in group:
        if c in short:
            raise ValueError(f'{chr(c)} inside Ascii85 5-tuple')
        if c not in _A85:
            raise ValueError(f'Non-Ascii85 digit found: {chr(c)}')
        value = value * 85 + c - 33
    for _ in range(5 - len(group)):
        value = value * 85 + 84
    if value >> 32:
        raise ValueError('Ascii85 overflow')
    return value.to_bytes(4, 'big')[:len(group) - 1]


def encode(input, output):
    while s := input.read(MAXBINSIZE):
        output.write(binascii.b2a_base64(s))


def decode(input, output):
    while line := input.readline():
        output.write(binascii.a2b_base64(line))


def _buffer(s):
    kind = type(s).__name__
    try:
        view = memoryview(s)
    except TypeError as e:
        raise TypeError(f'expected bytes-like object, not {kind}') from e
    for fits, what in ((view.format in ('c', 'b', 'B'), f'single byte elements, not {view.format!r}'),
                       (view.ndim == 1, f'1-D data, not {view.ndim}-D data')):
        if not fits:
            raise TypeError(f'expected {what} from {kind}')
    return bytes(view)


def encodebytes(s):
    s = _buffer(s)
    return b''.join([binascii.b2a_base64(s[i:i + MAXBINSIZE]) for i in range(0, len(s), MAXBINSIZE)])


def decodebytes(s):
    return binascii.a2b_base64(_buffer(s))
