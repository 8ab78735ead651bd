# Module json.encoder: the encoder and what writes one string, over the native writer of module json.
import re

from json import JSONEncoder, dumps

ESCAPE = re.compile(r'[\x00-\x1f\\"\b\f\n\r\t]')
ESCAPE_ASCII = re.compile(r'([\\"]|[^\ -~])')
HAS_UTF8 = re.compile(b'[\x80-\xff]')
ESCAPE_DCT = {'\\': '\\\\', '"': '\\"', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t'}
for _i in range(0x20):
    ESCAPE_DCT.setdefault(chr(_i), f'\\u{_i:04x}')
INFINITY = float('inf')


def _text(s):
    if not isinstance(s, str):
        raise TypeError(f'first argument must be a string, not {type(s).__name__}')
    return s


def py_encode_basestring(s):
    """Return a JSON representation of a Python string."""
    return dumps(str.__str__(_text(s)), ensure_ascii=False)


def py_encode_basestring_ascii(s):
    """Return an ASCII-only JSON representation of a Python string."""
    return dumps(str.__str__(_text(s)))


c_encode_basestring = c_encode_basestring_ascii = c_make_encoder = None
encode_basestring = py_encode_basestring
encode_basestring_ascii = py_encode_basestring_ascii
