# Digests without a usable block size warn; digests are compared as bytes or as ASCII text.
import hashlib, hmac, warnings
class Odd:
    digest_size = 32
    def __init__(self, *args): self.h = hashlib.sha256(*args)
    def update(self, data): self.h.update(data)
    def digest(self): return self.h.digest()
    def hexdigest(self): return self.digest().hex()
    def copy(self):
        other = Odd()
        other.h = self.h.copy()
        return other
for size in (None, 1, 15, 16, 64):
    if size is not None: Odd.block_size = size
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        h = hmac.HMAC(b'key', b'text', digestmod=Odd)
        print(h.block_size, h.digest().hex()[:12], [(x.category.__name__, str(x.message)) for x in w])
for a, b in ((1, 2), (b'a', 'a'), ('a', b'a'), ('\xe9', '\xe9'), (b'a', 3), ('a', 3), (b'', b''), (b'a', b'b'),
             (b'ab', bytearray(b'ab')), ('ab', 'ab'), ('ab', 'abc'), (b'abc', b'ab'), (memoryview(b'q'), b'q')):
    try: print(hmac.compare_digest(a, b))
    except TypeError as e: print(e)
import _hashlib
print(_hashlib.new('sha256', usedforsecurity=False).name, _hashlib.new('md5', b'a', usedforsecurity=True).hexdigest())
print(issubclass(_hashlib.HASHXOF, _hashlib.HASH), isinstance(hashlib.shake_128(), _hashlib.HASH))
for wrong in (dict(leaf_size=-1), dict(leaf_size=1 << 32)):
    try: hashlib.blake2b(**wrong)
    except Exception as e: print(type(e).__name__, e)
