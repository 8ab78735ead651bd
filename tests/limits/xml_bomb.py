# options: --max-memory 64M
# Documents, streams and derivations made to explode end as errors that the program can catch.
import io, zlib, gzip, hashlib, array, struct
import xml.etree.ElementTree as ET
def attempt(what, f):
    try:
        f()
        print(what, 'ended')
    except (ET.ParseError, MemoryError, ValueError, OverflowError, OSError, EOFError, RecursionError, struct.error) as e:
        print(what, type(e).__name__)
laughs = '<!DOCTYPE z [<!ENTITY a0 "' + 'lol' * 100 + '">' + ''.join(f'<!ENTITY a{i} "{"&a%d;" % (i - 1) * 20}">' for i in range(1, 10)) + ']><z>&a9;</z>'
attempt('entities', lambda: ET.fromstring(laughs))
attempt('attribute entities', lambda: ET.fromstring(laughs.replace('<z>&a9;</z>', '<z b="&a9;"/>')))
attempt('recursive entity', lambda: ET.fromstring('<!DOCTYPE a [<!ENTITY a "&b;"><!ENTITY b "&a;">]><a>&a;</a>'))
attempt('external entity', lambda: ET.fromstring('<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><a>&a;</a>'))
bomb = zlib.compress(bytes(1 << 20)) ; bomb = zlib.compressobj(9); packed = b''.join(bomb.compress(bytes(1 << 20)) for _ in range(200)) + bomb.flush()
attempt('zlib', lambda: zlib.decompress(packed))
attempt('zlib object', lambda: zlib.decompressobj().decompress(packed))
d = zlib.decompressobj(); print(len(d.decompress(packed, 1000)), len(d.unconsumed_tail) > 1000)
attempt('zlib bufsize', lambda: zlib.decompress(zlib.compress(b'x'), bufsize=1 << 60))
attempt('scrypt', lambda: hashlib.scrypt(b'', salt=b'', n=1 << 20, r=8, p=1, maxmem=2 ** 31 - 1))
attempt('shake', lambda: hashlib.shake_128().digest(1 << 40))
attempt('pbkdf2', lambda: hashlib.pbkdf2_hmac('md5', b'', b'', 1, 2 ** 31 - 1))
attempt('array', lambda: array.array('d', [1]) * (1 << 50))
attempt('array grow', lambda: array.array('d', bytes(8)).__imul__(1 << 60))
attempt('memoryview', lambda: memoryview(bytes(1 << 10)).cast('B', [1 << 62, 1 << 62]))
attempt('struct', lambda: struct.pack(f'{1 << 40}x'))
attempt('bytesio', lambda: io.BytesIO().seek(1 << 60) and None)
attempt('bytesio write', lambda: (b := io.BytesIO(), b.seek(1 << 60), b.write(b'x')))
