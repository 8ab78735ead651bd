# Module json.encoder: the encoder and what writes one string, over the native writer of module json.
import re

from json import JSONEncoder, dumps

ESCAPE, ESCAPE_ASCII, HAS_UTF8 = map(re.compile, (
    r'[\x00-\x1f\\"\b\f\n\r\t]', r'([\\"]|[^\ -~])', b'[\x80-\xff]'))
ESCAPE_DCT = {'\\': '\\\\', '"': '\\"', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t'}
for _i in range(0x20):
    ESCAPE_DCT.setdefault(chr(_i), f'\\u{_i:04x}')
INFINITY = float('inf')


def _text(s):
    if not isinstance(s, str):
        raise TypeError(f'first argument must be a string, not {type(s).__name__}')
    return s


def py_encode_basestring(s):
    """A str as a JSON string."""
    return dumps(str.__str__(_text(s)), ensure_ascii=False)


def py_encode_basestring_ascii(s):
    """A str as a JSON string of ASCII characters alone."""
    return dumps(str.__str__(_text(s)))


c_encode_basestring = c_encode_basestring_ascii = c_make_encoder = None
encode_basestring = py_encode_basestring
encode_basestring_ascii = py_encode_basestring_ascii
