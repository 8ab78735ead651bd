# options: --max-memory 16M
# skip: asan there the growth towards the cap ends the cell instead of being refused
# What unpacks to ten times the memory: refused as it grows, by every way in; piece by piece it can be read.
import gzip, zlib

def bomb(wbits):
    z = zlib.compressobj(9, zlib.DEFLATED, wbits)
    return b"".join(z.compress(bytes(1 << 20)) for _ in range(160)) + z.flush()

plain, packed = bomb(15), bomb(31)
print(len(plain) < 400000, len(packed) < 400000)
for name, unpack in (("decompress", lambda: zlib.decompress(plain)),
                     ("bufsize", lambda: zlib.decompress(plain, bufsize=1 << 22)),
                     ("decompressobj", lambda: zlib.decompressobj().decompress(plain)),
                     ("flush", lambda: (d := zlib.decompressobj(), d.decompress(plain, 1), d.flush())),
                     ("gzip", lambda: gzip.decompress(packed))):
    try:
        unpack()
        print(name, "unpacked")
    except MemoryError:
        print(name, "refused")
total, d = 0, zlib.decompressobj()
part = d.decompress(plain, 1 << 20)
while part:
    total += len(part)
    part = d.decompress(d.unconsumed_tail, 1 << 20)
print(total >> 20)
