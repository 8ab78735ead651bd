# Module json.decoder: the decoder and what reads one string, over the native reader of module json.
import sys

from json import JSONDecodeError, JSONDecoder

__all__ = ['JSONDecoder', 'JSONDecodeError']
NaN, PosInf, NegInf = float('nan'), float('inf'), float('-inf')


def py_scanstring(s, end, strict=True):
    """The string that starts at s[end], after its quote, and the index after its closing quote."""
    if not 0 <= end <= len(s):
        if abs(end) > sys.maxsize:
            raise OverflowError('Python int too large to convert to C ssize_t')
        raise ValueError('end is out of bounds')
    try:
        value, stop = JSONDecoder(strict=strict).raw_decode('"' + s[end:])
    except JSONDecodeError as e:
        raise JSONDecodeError(e.msg, s, e.pos - 1 + end) from None
    return value, stop - 1 + end


c_scanstring = None
scanstring = py_scanstring
