# Members one after the other, with zeros between them, cut off or followed by something else.
import gzip
import random
import zlib

random.seed(5)
bodies = [random.randbytes(random.choice((0, 1, 40, 511, 600, 5000, 70000))) for _ in range(60)]
packed = [gzip.compress(body, mtime=1) for body in bodies]
zeros = [b'\0' * random.choice((0, 0, 1, 7, 300, 200000)) for _ in bodies]
whole = b''.join(part + zero for part, zero in zip(packed, zeros))
print(gzip.decompress(whole) == b''.join(bodies), gzip.decompress(b''), gzip.decompress(packed[0] * 3) == bodies[0] * 3)
many = gzip.compress(b'a record of a log\n' * 4, mtime=1)
print(len(gzip.decompress(many * 20000)))


def attempt(data):
    try:
        print(len(gzip.decompress(data)))
    except (EOFError, gzip.BadGzipFile, zlib.error) as e:
        print(type(e).__name__, e)


for cut in 1, 2, 9, 10, 15, len(many) - 9, len(many) - 8, len(many) - 1, len(many):
    attempt(many[:cut])
    attempt(many + many[:cut])
for tail in b'x', b'\0x', b'\x1f', b'\x1f\x8b', b'\x1f\x8b\x08', b'text behind':
    attempt(many + tail)
attempt(many[:-8] + b'12345678')
attempt(many[:-4] + b'1234')
attempt(many[:12] + b'\xff' + many[13:])
