# Package encodings: what there is of it. Encodings are found by module codecs; most are written in C.
from _codecs import _cached
from codecs import CodecInfo, lookup

__all__ = []
_cache = _cached()


class CodecRegistryError(LookupError, SystemError):
    """What an encoding's module has is not right."""


def normalize_encoding(encoding):
    """The name with one '_' for every run of other signs; what is not ASCII is left out."""
    if isinstance(encoding, bytes):
        encoding = encoding.decode('ascii')
    words = ''.join(c if c.isalnum() or c == '.' else ' ' for c in encoding).split()
    return '_'.join(filter(None, (word.encode('ascii', 'ignore').decode() for word in words)))


def search_function(encoding):
    try:
        return lookup(encoding)
    except LookupError:
        return None


def __getattr__(name):
    """encodings.utf_8 and the like: what lookup() knows, under the names that the modules have."""
    info = search_function(name) if name.replace('_', '').isalnum() else None
    if info is None:
        raise AttributeError(f"module 'encodings' has no attribute {name!r}")
    from types import SimpleNamespace
    codec = type('Codec', (), {'encode': staticmethod(info.encode), 'decode': staticmethod(info.decode)})
    return SimpleNamespace(Codec=codec, StreamReader=info.streamreader, StreamWriter=info.streamwriter,
                           IncrementalEncoder=info.incrementalencoder,
                           IncrementalDecoder=info.incrementaldecoder, getregentry=lambda: info)
