import hashlib, hmac, secrets, zlib
for name in ('md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3_256', 'sha3_512'):
    h = hashlib.new(name, b'abc'); h.update(b'def' * 100)
    print(name, h.hexdigest(), h.digest_size, h.block_size, h.name)
print(hashlib.shake_256(b'x').hexdigest(10), hashlib.pbkdf2_hmac('sha256', b'pw', b'salt', 1000).hex(), hashlib.pbkdf2_hmac('sha1', b'pw' * 50, b'salt', 10, 50).hex())
print(hmac.new(b'key', b'msg', 'sha256').hexdigest(), hmac.digest(b'k' * 200, b'm', hashlib.md5).hex(), hmac.compare_digest('a', 'a'), hmac.compare_digest(b'a', b'bc'))
print(len(secrets.token_hex(8)), len(secrets.token_urlsafe()), secrets.randbelow(1))
try: hashlib.md5('x')
except TypeError as e: print(e)
try: hashlib.new('nope')
except ValueError as e: print(e)
d = b'hello world ' * 10000
c = zlib.compress(d); print(len(c), zlib.decompress(c) == d, zlib.crc32(d), zlib.adler32(d), zlib.compress(b'', 9), zlib.compress(b'abc' * 9, 6))
for bad in (b'nonsense', c[:20]):
    try: zlib.decompress(bad)
    except zlib.error as e: print(e)
o = zlib.compressobj(9, zlib.DEFLATED, -15); raw = o.compress(d) + o.flush(); print(zlib.decompress(raw, -15) == d)
o = zlib.decompressobj(); print(o.decompress(c[:50]) + o.decompress(c[50:] + b'tail') == d, o.unused_data, o.eof)
