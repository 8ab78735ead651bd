# Module array: sequences of numbers of one C type. The items are a list of values already converted
# to the type; bytes are made on demand by struct.
import struct as _struct

__all__ = ['array', 'ArrayType']
typecodes = 'bBuhHiIlLqQfd'
_SIZES = {'b': 1, 'B': 1, 'u': 4, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8, 'f': 4, 'd': 8}
_NAMES = {'b': 'signed char', 'h': 'signed short integer', 'B': 'unsigned byte integer', 'H': 'unsigned short'}


def _converter(code):
    if code == 'u':
        def convert(value):
            if not isinstance(value, str) or len(value) != 1:
                raise TypeError('array item must be a unicode character, not ' + (
                    'str' if isinstance(value, str) else type(value).__name__))
            return value
    elif code == 'd':
        def convert(value):
            return _real(value)
    elif code == 'f':
        def convert(value):
            value = _real(value)
            view = memoryview(bytearray(4)).cast('f')
            view[0] = value
            return view[0]
    else:
        bits = 8 * _SIZES[code]
        signed = code.islower()
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
        name = {'b': 'signed char', 'B': 'unsigned byte integer', 'h': 'signed short integer',
                'H': 'unsigned short', 'i': 'signed integer', 'I': 'unsigned int'}.get(code)

        def convert(value):
            if not isinstance(value, int):
                if not hasattr(type(value), '__index__'):
                    raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
                value = type(value).__index__(value)
            if low <= value <= high:
                return int(value)
            if name is None:
                raise OverflowError('int too big to convert' if value > 0 else
                                    "can't convert negative int to unsigned" if not signed else 'int too big to convert')
            if value > high:
                raise OverflowError(f'{name} is greater than maximum')
            raise OverflowError(f'{name} is less than minimum')
    return convert


def _real(value):
    if isinstance(value, (str, bytes, bytearray)):
        raise TypeError(f'must be real number, not {type(value).__name__}')
    try:
        return float(value)
    except TypeError:
        raise TypeError(f'must be real number, not {type(value).__name__}') from None


class array:
    """array(typecode [, initializer]) -> array"""
    __slots__ = ('typecode', 'itemsize', '_items', '_convert', '__weakref__')
    __module__ = 'array'
    __hash__ = None

    def __new__(cls, typecode, initializer=(), /, **kw):
        if not isinstance(typecode, str) or len(typecode) != 1:
            raise TypeError('array() argument 1 must be a unicode character, not ' + type(typecode).__name__)
        if typecode not in _SIZES:
            raise ValueError('bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)')
        self = object.__new__(cls)
        self.typecode, self.itemsize = typecode, _SIZES[typecode]
        self._convert, self._items = _converter(typecode), []
        if isinstance(initializer, str) and typecode != 'u':
            raise TypeError(f"cannot use a str to initialize an array with typecode '{typecode}'")
        if isinstance(initializer, array) and initializer.typecode == 'u' and typecode != 'u':
            raise TypeError(f"cannot use a unicode array to initialize an array with typecode '{typecode}'")
        if isinstance(initializer, (bytes, bytearray)):
            self.frombytes(initializer)
        else:
            self._items = [self._convert(v) for v in initializer]
        return self

    def _new(self, items):
        result = object.__new__(array)
        result.typecode, result.itemsize, result._convert = self.typecode, self.itemsize, self._convert
        result._items = items
        return result

    def append(self, v, /):
        self._items.append(self._convert(v))

    def extend(self, bb, /):
        if isinstance(bb, array):
            if bb.typecode != self.typecode:
                raise TypeError('can only extend with array of same kind')
            self._items.extend(bb._items)
        else:
            for v in bb:
                self._items.append(self._convert(v))

    def insert(self, i, v, /):
        self._items.insert(i, self._convert(v))

    def pop(self, i=-1, /):
        if not self._items:
            raise IndexError('pop from empty array')
        try:
            return self._items.pop(i)
        except IndexError:
            raise IndexError('pop index out of range') from None

    def remove(self, v, /):
        try:
            self._items.remove(v)
        except ValueError:
            raise ValueError('array.remove(x): x not in array') from None

    def index(self, v, start=0, stop=9223372036854775807, /):
        try:
            return self._items.index(v, start, stop)
        except ValueError:
            raise ValueError('array.index(x): x not in array') from None

    def count(self, v, /):
        return self._items.count(v)

    def reverse(self):
        self._items.reverse()

    def tolist(self):
        return list(self._items)

    def fromlist(self, list, /):
        if not isinstance(list, type([])):
            raise TypeError('arg must be list')
        self._items += [self._convert(v) for v in list]

    def tobytes(self):
        if self.typecode == 'u':
            return ''.join(self._items).encode('utf-32-le')
        return _struct.pack(f'={len(self._items)}{self._code()}', *self._items)

    def _code(self):
        return {'l': 'q', 'L': 'Q'}.get(self.typecode, self.typecode)

    def __bytes__(self):
        return self.tobytes()

    def __buffer__(self, flags):
        return memoryview(self.tobytes())

    def frombytes(self, buffer, /):
        if isinstance(buffer, str):
            raise TypeError("a bytes-like object is required, not 'str'")
        data = bytes(buffer)
        if len(data) % self.itemsize:
            raise ValueError('bytes length not a multiple of item size')
        if self.typecode == 'u':
            self._items.extend(data.decode('utf-32-le'))
        else:
            self._items.extend(_struct.unpack(f'={len(data) // self.itemsize}{self._code()}', data))

    def tounicode(self):
        if self.typecode != 'u':
            raise ValueError("tounicode() may only be called on unicode type arrays ('u' or 'w')")
        return ''.join(self._items)

    def fromunicode(self, ustr, /):
        if self.typecode != 'u':
            raise ValueError("fromunicode() may only be called on unicode type arrays ('u' or 'w')")
        self._items.extend(ustr)

    def byteswap(self):
        if self.itemsize == 1:
            return
        data, size = self.tobytes(), self.itemsize
        swapped = b''.join([data[i:i + size][::-1] for i in range(0, len(data), size)])
        self._items = []
        self.frombytes(swapped)

    def buffer_info(self):
        return id(self._items), len(self._items)

    def fromfile(self, f, n, /):
        data = f.read(n * self.itemsize)
        self.frombytes(data)
        if len(data) < n * self.itemsize:
            raise EOFError('read() didn\'t return enough bytes')

    def tofile(self, f, /):
        f.write(self.tobytes())

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        i = 0
        while i < len(self._items):
            yield self._items[i]
            i += 1

    def __contains__(self, v):
        return v in self._items

    def __getitem__(self, i):
        if isinstance(i, slice):
            return self._new(self._items[i])
        if not hasattr(type(i), '__index__'):
            raise TypeError('array indices must be integers')
        try:
            return self._items[i]
        except IndexError:
            raise IndexError('array index out of range') from None

    def __setitem__(self, i, v):
        if isinstance(i, slice):
            if not isinstance(v, array):
                raise TypeError(f'can only assign array (not "{type(v).__name__}") to array slice')
            if v.typecode != self.typecode:
                raise TypeError('bad argument type for built-in operation')
            self._items[i] = list(v._items)
            return
        if not hasattr(type(i), '__index__'):
            raise TypeError('array indices must be integers')
        v = self._convert(v)
        try:
            self._items[i] = v
        except IndexError:
            raise IndexError('array assignment index out of range') from None

    def __delitem__(self, i):
        try:
            del self._items[i]
        except IndexError:
            raise IndexError('array assignment index out of range') from None

    def __add__(self, other):
        if not isinstance(other, array):
            raise TypeError(f'can only append array (not "{type(other).__name__}") to array')
        if other.typecode != self.typecode:
            raise TypeError('bad argument type for built-in operation')
        return self._new(self._items + other._items)

    def __iadd__(self, other):
        if not isinstance(other, array):
            raise TypeError(f'can only extend with array (not "{type(other).__name__}")')
        self.extend(other)
        return self

    def __mul__(self, n):
        if not hasattr(type(n), '__index__'):
            return NotImplemented
        return self._new(self._items * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        if not hasattr(type(n), '__index__'):
            return NotImplemented
        self._items *= n
        return self

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, array) else NotImplemented

    def __lt__(self, other):
        return self._items < other._items if isinstance(other, array) else NotImplemented

    def __le__(self, other):
        return self._items <= other._items if isinstance(other, array) else NotImplemented

    def __gt__(self, other):
        return self._items > other._items if isinstance(other, array) else NotImplemented

    def __ge__(self, other):
        return self._items >= other._items if isinstance(other, array) else NotImplemented

    def __copy__(self):
        return self._new(list(self._items))

    def __deepcopy__(self, memo):
        return self._new(list(self._items))

    def __reduce_ex__(self, protocol):
        return array, (self.typecode, list(self._items))

    def __repr__(self):
        if not self._items:
            return f"{type(self).__name__}('{self.typecode}')"
        if self.typecode == 'u':
            return f"{type(self).__name__}('u', {''.join(self._items)!r})"
        return f"{type(self).__name__}('{self.typecode}', {self._items!r})"

    def __class_getitem__(cls, item):
        import types
        return types.GenericAlias(cls, item)


ArrayType = array
