# Module struct: values packed into bytes by format strings. Formats are read once into a list of
# items (a small cache keeps them). The module _struct does what is plain; numbers of other types,
# half floats and everything that fails come here, through int.to_bytes and views of memory.

from _struct import pack as _plain_pack, unpack as _plain_unpack
from sys import _as_native

__all__ = ['calcsize', 'pack', 'pack_into', 'unpack', 'unpack_from', 'iter_unpack', 'Struct', 'error']


class error(Exception):
    __module__ = 'struct'


_INTS = {'b': (1, True), 'B': (1, False), 'h': (2, True), 'H': (2, False), 'i': (4, True), 'I': (4, False),
         'l': (4, True), 'L': (4, False), 'q': (8, True), 'Q': (8, False)}
_SIZES = {'x': 1, 'c': 1, '?': 1, 's': 1, 'p': 1, 'e': 2, 'f': 4, 'd': 8}
_SIZES.update((code, item[0]) for code, item in _INTS.items())
_NATIVE = {'l': 8, 'L': 8, 'n': 8, 'N': 8, 'P': 8}
_MAX = (1 << 63) - 1
_cache = {}


def _parse(fmt):
    """[(code, count, size, offset)], total size, number of values, byte order."""
    if isinstance(fmt, (bytes, bytearray)):
        fmt = bytes(fmt).decode('latin-1')
    elif not isinstance(fmt, str):
        raise TypeError(f'Struct() argument 1 must be a str or bytes object, not {type(fmt).__name__}')
    found = _cache.get(fmt)
    if found is not None:
        return found
    if '\0' in fmt:
        raise error('embedded null character')
    order, native, align, pos = 'little', True, True, 0
    if fmt and fmt[0] in '@=<>!':
        native = align = fmt[0] == '@'
        order = 'big' if fmt[0] in '>!' else 'little'
        pos = 1
    items, offset, values, end = [], 0, 0, len(fmt)
    while pos < end:
        c = fmt[pos]
        pos += 1
        if c.isspace():
            continue
        count = None
        if '0' <= c <= '9':
            start = pos - 1
            while pos < end and '0' <= fmt[pos] <= '9':
                pos += 1
            if pos - start > 19 or int(fmt[start:pos]) > _MAX:
                raise error('total struct size too long')
            count = int(fmt[start:pos])
            if pos == end:
                raise error('repeat count given without format specifier')
            c = fmt[pos]
            pos += 1
        size = (native and _NATIVE.get(c)) or _SIZES.get(c)
        if size is None:
            raise error('bad char in struct format')
        if align and size > 1:
            offset += -offset % size
        if count is None:
            count = 1
        if offset + size * count > _MAX:
            raise error('total struct size too long')
        items.append((c, count, size, offset))
        offset += size * count
        values += 0 if c == 'x' else 1 if c in 'sp' else count
    found = (items, offset, values, order)
    if len(_cache) >= 100:
        _cache.clear()
    _cache[fmt] = found
    return found


def _pack_half(value):
    if value != value:
        return 0x7e00 | (0x8000 if _sign(value) else 0)
    sign = 0x8000 if _sign(value) else 0
    value = abs(value)
    if value == float('inf'):
        return sign | 0x7c00
    if value < 2.0 ** -14:
        bits = round(value * 2.0 ** 24)
    else:
        text = value.hex()
        exponent = int(text[text.index('p') + 1:])
        bits = ((exponent + 15) << 10) + round((value / 2.0 ** exponent - 1.0) * 1024) if exponent < 16 else 0x7c00
        if bits >= 0x7c00:
            raise OverflowError('float too large to pack with e format')
    return sign | bits


def _sign(value):
    view = memoryview(bytearray(8)).cast('d')
    view[0] = value
    return view.cast('B')[7] >> 7


def _unpack_half(bits):
    sign = -1.0 if bits & 0x8000 else 1.0
    exponent, fraction = bits >> 10 & 31, bits & 1023
    if exponent == 31:
        return float('nan') if fraction else sign * float('inf')
    if exponent == 0:
        return sign * fraction * 2.0 ** -24
    return sign * (1024 + fraction) * 2.0 ** (exponent - 25)


def _pack_float(code, value, order):
    try:
        value = float(value) if not isinstance(value, (str, bytes, bytearray)) else value.__float__()
    except (TypeError, AttributeError):
        raise error('required argument is not a float') from None
    if code == 'e':
        return _pack_half(value).to_bytes(2, order)
    room = bytearray(8 if code == 'd' else 4)
    view = memoryview(room).cast(code)
    view[0] = value
    if code == 'f' and abs(view[0]) == float('inf') != abs(value):
        raise OverflowError('float too large to pack with f format')
    return bytes(room) if order == 'little' else bytes(room[::-1])


def _pack_int(code, value, size, order):
    if not isinstance(value, int):
        if not hasattr(type(value), '__index__'):
            raise error('required argument is not an integer')
        value = type(value).__index__(value)
    signed = code in 'bhilqn'
    low, high = (-(1 << 8 * size - 1), (1 << 8 * size - 1) - 1) if signed else (0, (1 << 8 * size) - 1)
    if code == 'P' and value < 0:
        value += 1 << 64
    if low <= value <= high:
        return value.to_bytes(size, order, signed=signed)
    if code == 'P':
        raise error('int too large to convert')
    raise error(f"'{code}' format requires {low} <= number <= {high}")


def _pack(parsed, args, name='pack'):
    packed = _plain_pack(parsed, args)
    return _pack_with_care(parsed, args, name) if packed is None else packed


def _pack_with_care(parsed, args, name):
    items, _, values, order = parsed
    if len(args) != values:
        raise error(f'{name} expected {values} items for packing (got {len(args)})')
    out, at = bytearray(), 0
    for code, count, width, offset in items:
        if len(out) < offset:
            out += bytes(offset - len(out))
        if code == 'x':
            out += bytes(count)
        elif code == 's' or code == 'p':
            value = args[at]
            at += 1
            if not isinstance(value, (bytes, bytearray)):
                raise error(f"argument for '{code}' must be a bytes object")
            if code == 's':
                out += value[:count]
                out += bytes(count - min(count, len(value)))
            elif count:
                part = value[:count - 1]
                out.append(min(len(part), 255))
                out += part
                out += bytes(count - 1 - len(part))
        else:
            for value in args[at:at + count]:
                if code == 'c':
                    if not isinstance(value, (bytes, bytearray)) or len(value) != 1:
                        raise error('char format requires a bytes object of length 1')
                    out += value
                elif code == '?':
                    out.append(1 if value else 0)
                elif code in 'efd':
                    out += _pack_float(code, value, order)
                else:
                    out += _pack_int(code, value, width, order)
            at += count
    return bytes(out)


def _unpack(parsed, data, base=0):
    result = []
    order = parsed[3]
    for code, count, width, offset in parsed[0]:
        offset += base
        if code == 'x':
            continue
        if code == 's':
            result.append(bytes(data[offset:offset + count]))
        elif code == 'p':
            n = min(data[offset], count - 1) if count else 0
            result.append(bytes(data[offset + 1:offset + 1 + n]))
        else:
            for _ in range(count):
                part = data[offset:offset + width]
                offset += width
                if code == 'c':
                    result.append(bytes(part))
                elif code == '?':
                    result.append(part[0] != 0)
                elif code == 'e':
                    result.append(_unpack_half(int.from_bytes(part, order)))
                elif code in 'fd':
                    result.append(memoryview(bytes(part) if order == 'little' else bytes(part)[::-1]).cast(code)[0])
                else:
                    result.append(int.from_bytes(part, order, signed=code in 'bhilqn'))
    return tuple(result)


def _view(buffer):
    try:
        view = memoryview(buffer)
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(buffer).__name__}'") from None
    if not view.c_contiguous:
        raise BufferError('memoryview: underlying buffer is not C-contiguous')
    return view if view.format == 'B' and view.ndim == 1 else view.cast('B')


class Struct:
    """A format, ready to pack and unpack with."""
    __module__ = '_struct'

    def __init__(self, format):
        self._parsed = _parse(format)
        self.format = format if isinstance(format, str) else bytes(format).decode('latin-1')
        self.size = self._parsed[1]

    def pack(self, *args):
        packed = _plain_pack(self._parsed, args)
        return _pack_with_care(self._parsed, args, 'pack') if packed is None else packed

    def pack_into(self, buffer, offset, *args):
        view = _view(buffer)
        if view.readonly:
            raise TypeError('read-write bytes-like object expected')
        start = offset
        if offset < 0:
            if offset + self.size > 0:
                raise error(f'no space to pack {self.size} bytes at offset {offset}')
            start += len(view)
            if start < 0:
                raise error(f'offset {offset} out of range for {len(view)}-byte buffer')
        if len(view) - start < self.size:
            raise error(f'pack_into requires a buffer of at least {start + self.size} bytes for packing '
                        f'{self.size} bytes at offset {start} (actual buffer size is {len(view)})')
        view[start:start + self.size] = _pack(self._parsed, args, 'pack_into')

    def unpack(self, buffer):
        values = _plain_unpack(self._parsed, buffer, None)
        if values is not None:
            return values
        view = _view(buffer)
        if len(view) != self.size:
            raise error(f'unpack requires a buffer of {self.size} bytes')
        return _unpack(self._parsed, view)

    def unpack_from(self, buffer, offset=0):
        values = _plain_unpack(self._parsed, buffer, offset)
        if values is not None:
            return values
        view = _view(buffer)
        start = offset
        if offset < 0:
            if offset + self.size > 0:
                raise error(f'not enough data to unpack {self.size} bytes at offset {offset}')
            start += len(view)
            if start < 0:
                raise error(f'offset {offset} out of range for {len(view)}-byte buffer')
        if len(view) - start < self.size:
            raise error(f'unpack_from requires a buffer of at least {start + self.size} bytes for unpacking '
                        f'{self.size} bytes at offset {start} (actual buffer size is {len(view)})')
        return _unpack(self._parsed, view, start)

    def iter_unpack(self, buffer):
        view = _view(buffer)
        if self.size == 0:
            raise error('cannot iteratively unpack with a struct of length 0')
        if len(view) % self.size:
            raise error(f'iterative unpacking requires a buffer of a multiple of {self.size} bytes')
        return _Steps(self._parsed, view if type(buffer) is not bytes else buffer, len(view))

    def __repr__(self):
        return f'{type(self).__name__}({self.format!r})'


class _Steps:
    """What iter_unpack returns."""
    __module__, __qualname__, __slots__ = '_struct', 'unpack_iterator', ('_parsed', '_view', '_at', '_end')

    def __init__(self, parsed, view, end):
        self._parsed, self._view, self._at, self._end = parsed, view, 0, end

    def __iter__(self):
        return self

    def __length_hint__(self):
        return (self._end - self._at) // self._parsed[1]

    def __next__(self):
        start, parsed = self._at, self._parsed
        if start >= self._end:
            self._view = None
            raise StopIteration
        self._at = start + parsed[1]
        values = _plain_unpack(parsed, self._view, start)
        return _unpack(parsed, self._view, start) if values is None else values


def calcsize(format, /):
    return _parse(format)[1]


def pack(format, /, *args):
    packed = _plain_pack(_cache.get(format) if type(format) is str else None, args)
    return _pack_with_care(_parse(format), args, 'pack') if packed is None else packed


def pack_into(format, buffer, offset, /, *args):
    Struct(format).pack_into(buffer, offset, *args)


def unpack(format, buffer, /):
    values = _plain_unpack(_cache.get(format) if type(format) is str else None, buffer, None)
    return Struct(format).unpack(buffer) if values is None else values


def unpack_from(format, /, buffer, offset=0):
    parsed = _cache.get(format) if type(format) is str else None
    values = _plain_unpack(parsed, buffer, offset)
    return Struct(format).unpack_from(buffer, offset) if values is None else values


def iter_unpack(format, buffer, /):
    return Struct(format).iter_unpack(buffer)


def _clearcache():
    _cache.clear()
_as_native(Struct)
