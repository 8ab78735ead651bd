"""The Python part of module array: rebuilding an array from another machine's bytes."""
from _collections_abc import MutableSequence as _MutableSequence

_MutableSequence.register(array)  # noqa: F821, the C part's
# struct formats of the machine formats 0 to 17; 18 to 21 are UTF-16 and UTF-32.
_FORMATS = ('B', 'b', '<H', '>H', '<h', '>h', '<I', '>I', '<i', '>i', '<Q', '>Q', '<q', '>q', '<f', '>f',
            '<d', '>d')
_CODECS = ('utf-16-le', 'utf-16-be', 'utf-32-le', 'utf-32-be')


def _array_reconstructor(arraytype, typecode, mformat_code, items, /):
    """The array that a copy is made as, from the bytes of one of the machine formats."""
    if not isinstance(arraytype, type):
        raise TypeError(f'first argument must be a type object, not {type(arraytype).__name__}')
    if not issubclass(arraytype, array):  # noqa: F821
        raise TypeError(f'{arraytype.__name__} is not a subtype of array.array')
    if not isinstance(typecode, str) or len(typecode) != 1:
        raise TypeError('_array_reconstructor() argument 2 must be a unicode character, '
                        f'not {type(typecode).__name__}')
    if typecode not in typecodes:  # noqa: F821
        raise ValueError('second argument must be a valid type code')
    if not isinstance(mformat_code, int):
        raise TypeError(f"'{type(mformat_code).__name__}' object cannot be interpreted as an integer")
    if not 0 <= mformat_code <= 21:
        raise ValueError('third argument must be a valid machine format code.')
    if not isinstance(items, bytes):
        raise TypeError(f'fourth argument should be bytes, not {type(items).__name__}')
    if mformat_code >= 18:
        return arraytype(typecode, items.decode(_CODECS[mformat_code - 18]))
    import struct
    form = _FORMATS[mformat_code]
    if len(items) % struct.calcsize(form):
        raise ValueError('bytes length not a multiple of item size')
    if mformat_code < 14:  # the item's own size decides
        typecode = 'BbHHhhIIiiLLll'[mformat_code]
    return arraytype(typecode, [value for value, in struct.iter_unpack(form, items)])
