from json import JSONEncoder, dumps as _dumps


def encode_basestring(s):
    return _dumps(s, ensure_ascii=False)


def encode_basestring_ascii(s):
    return _dumps(s)
