"""Module hashlib: the constructors of hash objects; the objects themselves are C (_hashlib)."""
import _hashlib
from _hashlib import blake2b, blake2s

algorithms_guaranteed = {'md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'blake2b', 'blake2s',
                         'sha3_224', 'sha3_256', 'sha3_384', 'sha3_512', 'shake_128', 'shake_256'}
algorithms_available = algorithms_guaranteed | set(_hashlib.names)

__all__ = ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'blake2b', 'blake2s', 'sha3_224',
           'sha3_256', 'sha3_384', 'sha3_512', 'shake_128', 'shake_256', 'new',
           'algorithms_guaranteed', 'algorithms_available', 'file_digest', 'pbkdf2_hmac', 'scrypt')

_ALIASES = {'sha_1': 'sha1', 'sha_224': 'sha224', 'sha_256': 'sha256', 'sha_384': 'sha384',
            'sha_512': 'sha512', 'sha2_224': 'sha224', 'sha2_256': 'sha256', 'sha2_384': 'sha384',
            'sha2_512': 'sha512', 'blake2b512': 'blake2b', 'blake2s256': 'blake2s', 'rmd160': 'ripemd160',
            'shake128': 'shake_128', 'shake256': 'shake_256', 'ssl3_md5': 'md5', 'ssl3_sha1': 'sha1'}


class UnsupportedDigestmodError(ValueError):
    __module__ = '_hashlib'


_hashlib.UnsupportedDigestmodError = UnsupportedDigestmodError


def _known(name):
    """The table's spelling of an algorithm's name."""
    plain = name.lower().replace('-', '_').replace('/', '_')
    return _ALIASES.get(plain, plain)


__builtin_constructor_cache = {}  # constructors that a program adds under names of its own


def new(name, data=b'', **kwargs):
    """A hash object of the algorithm of that name, which has taken in data."""
    if not isinstance(name, str):
        raise TypeError('name must be a string')
    if name in __builtin_constructor_cache:
        return __builtin_constructor_cache[name](data, **kwargs)
    known = _known(name)
    if known not in algorithms_available:
        raise ValueError('unsupported hash type ' + name)
    if known in ('blake2b', 'blake2s'):
        return globals()[known](data, **kwargs)
    kwargs.pop('usedforsecurity', None)
    for key in kwargs:
        raise TypeError(f'{key!r} is an invalid keyword argument for new()')
    return _hashlib.new(known, data)


def _maker(name):
    def make(string=b'', *, usedforsecurity=True, **kwargs):
        for key in kwargs:
            raise TypeError(f'{key!r} is an invalid keyword argument for openssl_{name}()')
        return _hashlib.new(name, string)
    make.__name__ = make.__qualname__ = 'openssl_' + name
    make.__module__ = '_hashlib'
    make.__doc__ = f'Returns a {name} hash object; optionally initialized with a string'
    return make


md5, sha1, sha224, sha256, sha384, sha512 = map(
    _maker, ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'))
sha3_224, sha3_256, sha3_384, sha3_512 = map(
    _maker, ('sha3_224', 'sha3_256', 'sha3_384', 'sha3_512'))
shake_128, shake_256 = map(_maker, ('shake_128', 'shake_256'))
for _f in (md5, sha1, sha224, sha256, sha384, sha512, sha3_224, sha3_256, sha3_384, sha3_512, shake_128, shake_256):
    setattr(_hashlib, _f.__name__, _f)  # where CPython has them


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """A key from a password, by PBKDF2 (RFC 8018) with HMAC."""
    if not isinstance(hash_name, str):
        raise TypeError("pbkdf2_hmac() argument 'hash_name' must be str, "
                        f'not {type(hash_name).__name__}')
    known = _known(hash_name)
    if known not in _hashlib.names or known.startswith('shake'):
        raise UnsupportedDigestmodError('[digital envelope routines] unsupported')
    return _hashlib.pbkdf2(known, password, salt, iterations, dklen)


def scrypt(password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64):
    """A key from a password, by scrypt (RFC 7914)."""
    if salt is None:
        raise TypeError('salt is required')
    for name, value in (('n', n), ('r', r), ('p', p)):
        if value is None:
            raise TypeError(f'{name} is required and must be an unsigned int')
    return _hashlib.scrypt(password, salt, n, r, p, maxmem, dklen)


def _pieces(fileobj, size):
    """What a binary file holds, as views of one buffer that is filled again and again."""
    readable = getattr(fileobj, 'readable', None)
    if not hasattr(fileobj, 'readinto') or readable is None or not readable():
        raise ValueError(f"'{fileobj!r}' is not a file-like object in binary reading mode.")
    buffer = bytearray(size)
    while filled := fileobj.readinto(buffer):
        yield memoryview(buffer)[:filled]


def file_digest(fileobj, digest, /, *, _bufsize=2 ** 18):
    """A hash object that has taken in a whole file; digest is a name or a constructor."""
    taking = new(digest) if isinstance(digest, str) else digest()
    whole = hasattr(fileobj, 'getbuffer')
    for data in [fileobj.getbuffer()] if whole else _pieces(fileobj, _bufsize):
        taking.update(data)
    return taking
