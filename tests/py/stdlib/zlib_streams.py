# zlib: streams with limits, dictionaries, copies, every kind of broken input.
import zlib, copy
data = b'hello world, ' * 500 + bytes(range(256)) * 4
for level in range(-1, 10): assert zlib.decompress(zlib.compress(data, level)) == data
for wbits in (9, 12, 15, -9, -15, 25, 31): print(wbits, zlib.decompress(zlib.compress(data, 6, wbits), wbits) == data)
print(zlib.decompress(zlib.compress(data, wbits=31), 47) == data, zlib.decompress(zlib.compress(b''), bufsize=1), zlib.compress(b'', 9).hex())
print(zlib.crc32(data), zlib.crc32(b'b', zlib.crc32(b'a')), zlib.adler32(data), zlib.adler32(b'', 5), zlib.crc32(b'x', -1), zlib.crc32(b'x', 2**32 + 7))
c = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_FILTERED)
parts = [c.compress(data[:1000]), c.flush(zlib.Z_SYNC_FLUSH), c.compress(data[1000:]), c.flush(zlib.Z_FULL_FLUSH), c.flush(zlib.Z_NO_FLUSH)]
twin = c.copy(); other = copy.deepcopy(c)
end = c.flush(); print(zlib.decompress(b''.join(parts) + end) == data, end == twin.flush() == other.flush())
for late in (lambda: c.compress(b'x'), lambda: c.flush(), lambda: c.copy()):
    try: late()
    except Exception as e: print(type(e).__name__, e)
z = zlib.compress(data)
d = zlib.decompressobj(); out = []
chunk = d.decompress(z + b'tail', 100)
while chunk: out.append(chunk); chunk = d.decompress(d.unconsumed_tail, 100)
print(b''.join(out) == data, len(out), max(map(len, out)), d.unused_data, d.unconsumed_tail, d.eof)
print(d.decompress(b'more'), d.unused_data, d.flush(), d.eof)
d = zlib.decompressobj(); first = d.decompress(z, 10); twin = d.copy()
print(first, d.flush() == data[10:], twin.flush(5) == data[10:], d.unused_data)
d = zlib.decompressobj(); print(d.decompress(z[:20]) != None, d.eof, len(d.flush()) < len(data))
zd = zlib.compressobj(zdict=b'hello world'); packed = zd.compress(b'hello world again') + zd.flush()
print(zlib.decompressobj(zdict=b'hello world').decompress(packed))
raw = zlib.compressobj(wbits=-15, zdict=b'hello'); packed_raw = raw.compress(b'hello hello') + raw.flush()
print(zlib.decompressobj(-15, zdict=bytearray(b'hello')).decompress(packed_raw))
p = zlib._ZlibDecompressor(); got = p.decompress(z[:50], 10); steps = 0
while not p.eof: got += p.decompress(z[50:] if p.needs_input else b'', 1000); steps += 1
print(got == data, p.unused_data, p.needs_input, steps > 3)
flipped = bytearray(z); flipped[-1] ^= 1
for bad in (lambda: zlib.decompress(b'nonsense'), lambda: zlib.decompress(z[:20]), lambda: zlib.decompress(b''), lambda: zlib.decompress(bytes(flipped)),
            lambda: zlib.decompress(packed), lambda: zlib.decompressobj().decompress(packed), lambda: zlib.decompressobj(zdict=b'wrong').decompress(packed),
            lambda: zlib.decompress(z, 100), lambda: zlib.compress(b'', 10), lambda: zlib.compress(b'', wbits=100), lambda: zlib.compressobj(10), lambda: zlib.compressobj(1, 9),
            lambda: zlib.compressobj(1, 8, 0), lambda: zlib.decompressobj(-1), lambda: zlib.decompressobj(zdict='x'), lambda: zlib.compressobj(zdict=5),
            lambda: zlib.decompressobj().decompress(z, -1), lambda: zlib.decompressobj().flush(0), lambda: zlib.compress('x'), lambda: zlib.crc32('x'),
            lambda: zlib.decompress(z, bufsize=-1), lambda: p.decompress(b''), lambda: zlib.compress(b'', level='x'),
            lambda: copy.copy(p), lambda: type(c)(), lambda: zlib.decompress(b'\x1f\x8b\x08\0', 31), lambda: zlib.decompress(b'\x78\x9c\xff\xff'),
            lambda: zlib.compress(b'', 2 ** 40)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(zlib.error.__mro__[1], zlib.error.__module__, type(c).__name__, type(d), zlib.ZLIB_VERSION == zlib.ZLIB_RUNTIME_VERSION, zlib.__version__)
print([getattr(zlib, n) for n in ('MAX_WBITS DEFLATED DEF_MEM_LEVEL DEF_BUF_SIZE Z_NO_COMPRESSION Z_BEST_SPEED Z_BEST_COMPRESSION Z_DEFAULT_COMPRESSION '
       'Z_HUFFMAN_ONLY Z_RLE Z_FIXED Z_DEFAULT_STRATEGY Z_PARTIAL_FLUSH Z_FINISH Z_BLOCK Z_TREES').split()])
