# Module hashlib: hash objects over the digests of _hashlib. An object keeps the data it was given;
# digest() computes over all of it.
import _hashlib

_TABLE = {  # name: (number in _hashlib, digest size, block size)
    'md5': (0, 16, 64), 'sha1': (1, 20, 64), 'sha224': (2, 28, 64), 'sha256': (3, 32, 64),
    'sha384': (4, 48, 128), 'sha512': (5, 64, 128), 'sha3_224': (6, 28, 144), 'sha3_256': (7, 32, 136),
    'sha3_384': (8, 48, 104), 'sha3_512': (9, 64, 72), 'sha512_224': (10, 28, 128), 'sha512_256': (11, 32, 128),
    'ripemd160': (12, 20, 64),
}
algorithms_guaranteed = {'md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3_224', 'sha3_256', 'sha3_384',
                         'sha3_512', 'shake_256'}
algorithms_available = set(_TABLE) | {'shake_256'}

__all__ = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3_224', 'sha3_256', 'sha3_384', 'sha3_512',
           'shake_256', 'new', 'algorithms_guaranteed', 'algorithms_available', 'pbkdf2_hmac', 'file_digest']


def _data(data):
    if isinstance(data, bytes):
        return data
    if isinstance(data, str):
        raise TypeError('Strings must be encoded before hashing')
    try:
        return bytes(memoryview(data))
    except TypeError:
        raise TypeError('object supporting the buffer API required') from None


class HASH:
    """A hash is an object used to calculate a checksum of a string of information."""
    __slots__ = ('name', 'digest_size', 'block_size', '_number', '_parts')

    def __init__(self, name, data=b''):
        self.name = name
        self._number, self.digest_size, self.block_size = _TABLE[name]
        self._parts = [_data(data)]

    def update(self, obj, /):
        self._parts.append(_data(obj))

    def _all(self):
        if len(self._parts) > 1:
            self._parts = [b''.join(self._parts)]
        return self._parts[0]

    def digest(self):
        return _hashlib.digest(self._number, self._all())

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        return type(self)(self.name, self._all())

    def __repr__(self):
        return f'<{self.name} _hashlib.HASH object @ {id(self):#x}>'


class _Shake(HASH):
    __slots__ = ()

    def __init__(self, name, data=b''):
        self.name, self.digest_size, self.block_size = name, 0, 136
        self._parts = [_data(data)]

    def digest(self, length):
        return _hashlib.shake_256(self._all(), length)

    def hexdigest(self, length):
        return self.digest(length).hex()


def new(name, data=b'', **kwargs):
    known = name.lower().replace('-', '_') if isinstance(name, str) else name
    if known not in _TABLE and isinstance(known, str):
        known = {'sha_1': 'sha1', 'sha_224': 'sha224', 'sha_256': 'sha256', 'sha_384': 'sha384',
                 'sha_512': 'sha512'}.get(known, known)
    if known == 'shake_256':
        return _Shake(known, data)
    if known not in _TABLE:
        raise ValueError('unsupported hash type ' + str(name))
    return HASH(known, data)


def _maker(name):
    def make(string=b'', *, usedforsecurity=True):
        return new(name, string)
    make.__name__ = make.__qualname__ = 'openssl_' + name
    return make


md5, sha1, sha224, sha256, sha384, sha512 = map(_maker, ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'))
sha3_224, sha3_256, sha3_384, sha3_512, shake_256 = map(
    _maker, ('sha3_224', 'sha3_256', 'sha3_384', 'sha3_512', 'shake_256'))


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    h = new(hash_name)
    if not h.digest_size:
        raise ValueError('unsupported hash type')
    return _hashlib.pbkdf2(h._number, _data(password), _data(salt), iterations, h.digest_size if dklen is None else dklen)


def file_digest(fileobj, digest, /, *, _bufsize=262144):
    h = new(digest) if isinstance(digest, str) else digest()
    while data := fileobj.read(_bufsize):
        h.update(data)
    return h
