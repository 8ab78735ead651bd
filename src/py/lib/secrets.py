# Module secrets: random values for secrets, from the host's entropy.
import base64
from hmac import compare_digest
from random import SystemRandom

__all__ = ['choice', 'randbelow', 'randbits', 'SystemRandom', 'token_bytes', 'token_hex', 'token_urlsafe',
           'compare_digest']

DEFAULT_ENTROPY = 32
_system = SystemRandom()
randbits, choice = _system.getrandbits, _system.choice


def randbelow(exclusive_upper_bound):
    if exclusive_upper_bound <= 0:
        raise ValueError('Upper bound must be positive.')
    return _system.randrange(exclusive_upper_bound)


def token_bytes(nbytes=None):
    return _system.randbytes(DEFAULT_ENTROPY if nbytes is None else nbytes)


def token_hex(nbytes=None):
    return token_bytes(nbytes).hex()


def token_urlsafe(nbytes=None):
    return base64.urlsafe_b64encode(token_bytes(nbytes)).rstrip(b'=').decode('ascii')
