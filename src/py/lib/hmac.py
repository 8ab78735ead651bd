# Module hmac: keyed hashes (RFC 2104) over hashlib's objects.
import hashlib as _hashlib
import _hashlib as _c
from _hashlib import compare_digest
from functools import partial as _partial
from operator import index as _index

digest_size = None
trans_36, trans_5C = (bytes(x ^ pad for x in range(256)) for pad in (0x36, 0x5C))


def _maker(digestmod):
    """What makes the hash: a constructor, a name or a module."""
    if not digestmod:
        raise TypeError("Missing required parameter 'digestmod'.")
    if callable(digestmod):
        return digestmod
    return _partial(_hashlib.new, digestmod) if isinstance(digestmod, str) else digestmod.new


class HMAC:
    """The HMAC of a message (RFC 2104): takes data by update(), gives the code by digest()."""
    blocksize = 64

    def __init__(self, key, msg=None, digestmod=''):
        self._init_old(key, msg, digestmod)

    def _init_old(self, key, msg, digestmod):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError(f'key: expected bytes or bytearray, but got {type(key).__name__!r}')
        make = _maker(digestmod)
        self._inner, self._outer = make(), make()
        self.digest_size, self.block_size = self._inner.digest_size, self._usable_block_size()
        short = key if len(key) <= self.block_size else make(key).digest()
        for part, pad in (self._outer, trans_5C), (self._inner, trans_36):
            part.update(bytes(short).ljust(self.block_size, b'\0').translate(pad))
        if msg is not None:
            self.update(msg)

    _init_hmac = _init_old  # there is one way here, whatever the digest
    _hmac = None

    def _usable_block_size(self):
        """The hash's own, unless it does not say or the code would be weak."""
        size = getattr(self._inner, 'block_size', None)
        if size is None:
            complaint = f'No block_size attribute on given digest object; Assuming {self.blocksize}.'
        elif size < 16:
            complaint = f'block_size of {size} seems too small; using our default of {self.blocksize}.'
        else:
            return size
        import warnings
        warnings.warn(complaint, RuntimeWarning)
        return self.blocksize

    @property
    def name(self):
        return 'hmac-' + self._inner.name

    def update(self, msg):
        self._inner.update(msg)

    def copy(self):
        other = object.__new__(type(self))
        other.digest_size, other.block_size = self.digest_size, self.block_size
        other._inner, other._outer = self._inner.copy(), self._outer.copy()
        return other

    def digest(self):
        h = self._outer.copy()
        h.update(self._inner.digest())
        return h.digest()

    def hexdigest(self):
        return self.digest().hex()


def new(key, msg=None, digestmod=''):
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    return HMAC(key, msg, digest).digest()


_c.HMAC, _c.hmac_new = HMAC, new     # where CPython has what it does in C
