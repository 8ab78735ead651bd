# Every algorithm at the edges of its blocks, BLAKE2's parameters, SHAKE, key derivation, errors.
import hashlib, io
names = 'md5 sha1 sha224 sha256 sha384 sha512 sha512_224 sha512_256 sha3_224 sha3_256 sha3_384 sha3_512 ripemd160 sm3 blake2b blake2s shake_128 shake_256'.split()
for name in names:
    h = hashlib.new(name)
    for size in (0, 1, 55, 63, 64, 65, 111, 127, 128, 129, 135, 136, 167, 168, 500, 1000): h.update(bytes(range(250)) * 4 if size == 1000 else b'x' * size)
    twin = h.copy(); h.update(memoryview(b'y'))
    length = () if not name.startswith('shake') else (200,)
    print(name, h.hexdigest(*length), h.digest(*length)[:4], twin.hexdigest(*length)[:8], h.digest_size, h.block_size, h.name)
for make in (hashlib.md5, hashlib.sha1, hashlib.sha224, hashlib.sha256, hashlib.sha384, hashlib.sha512, hashlib.sha3_224, hashlib.sha3_256, hashlib.sha3_384, hashlib.sha3_512,
             hashlib.blake2b, hashlib.blake2s): print(make().hexdigest()[:16], make(b'a', usedforsecurity=False).hexdigest()[:16], make.__name__)
print(hashlib.shake_128(b'a').hexdigest(9), hashlib.shake_256(b'a').digest(0))
tree = dict(digest_size=20, key=b'k' * 10, salt=b's', person=b'p', fanout=2, depth=3, leaf_size=1000, node_depth=4, last_node=True)
print(hashlib.blake2b(b'd' * 300, node_offset=2 ** 64 - 1, inner_size=64, **tree).hexdigest(), hashlib.blake2s(b'd' * 300, node_offset=2 ** 48 - 1, inner_size=32, **tree).hexdigest())
print(hashlib.blake2b.SALT_SIZE, hashlib.blake2b.PERSON_SIZE, hashlib.blake2b.MAX_KEY_SIZE, hashlib.blake2b.MAX_DIGEST_SIZE, hashlib.blake2s.SALT_SIZE, hashlib.blake2s.MAX_DIGEST_SIZE)
print(hashlib.scrypt(b'pass', salt=b'NaCl', n=16, r=2, p=3, dklen=70).hex(), hashlib.scrypt(b'', salt=b'', n=16, r=1, p=1).hex())
for name in ('md5', 'sha1', 'sha256', 'sha512', 'sha3_256'): print(hashlib.pbkdf2_hmac(name, b'pw' * 60, b'salt', 7, 77).hex(), len(hashlib.pbkdf2_hmac(name, b'', bytearray(b's'), 1)))
print(hashlib.file_digest(io.BytesIO(b'abc' * 1000), 'sha256').hexdigest(), hashlib.file_digest(io.BytesIO(b''), hashlib.md5).hexdigest())
print([hashlib.new(n).name for n in ('MD5', 'SHA256', 'sha3-256', 'Sha512-256')], sorted(hashlib.algorithms_guaranteed), set(names) <= hashlib.algorithms_available)
for e in ("blake2b(digest_size=0)", "blake2b(digest_size=65)", "blake2s(digest_size=33)", "blake2b(key=b'a'*65)", "blake2b(salt=b'a'*17)", "blake2s(person=b'a'*9)", "blake2b(fanout=256)",
          "blake2b(depth=0)", "blake2b(leaf_size=1<<32)", "blake2b(node_offset=1<<64)", "blake2b(node_offset=-1)", "blake2b(node_depth=256)", "blake2b(inner_size=65)",
          "blake2s(node_offset=1<<48)", "blake2b('a')", "blake2b(3)", "blake2b(b'', b'')", "md5('a')", "md5(5)", "md5(data=b'a')", "new('foo')", "new(5)", "shake_128().digest()",
          "md5().update()", "md5().update('s')", "scrypt(b'')", "scrypt(b'',salt=b'',n=3,r=1,p=1)", "scrypt(b'',salt=b'',n=2,r=0,p=1)", "scrypt(b'',salt=b'',n=2,r=1,p=0)",
          "scrypt(b'',salt=b'',n=1<<20,r=8,p=1)", "scrypt(b'',salt=b'',n=2,r=1,p=1,dklen=0)", "scrypt(b'',salt=b'',n=2,r=1,p=1,maxmem=-1)", "scrypt('',salt=b'',n=2,r=1,p=1)",
          "pbkdf2_hmac('md5',b'',b'',0)", "pbkdf2_hmac('md5',b'',b'',1,0)", "pbkdf2_hmac('foo',b'',b'',1)", "pbkdf2_hmac('md5','',b'',1)", "file_digest(3,'md5')"):
    try: print(e, eval('hashlib.' + e))
    except Exception as x: print(e, type(x).__name__, x)
