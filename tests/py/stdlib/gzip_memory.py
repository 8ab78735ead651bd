# gzip in memory: members, file objects, broken data.
import gzip, io
data = b'hello world, ' * 500 + bytes(range(256)) * 4
g = gzip.compress(data, 5, mtime=0); print(g[:10].hex(), gzip.decompress(g) == data, gzip.decompress(g + gzip.compress(b'2') + b'\0\0') == data + b'2', gzip.decompress(b''))
buf = io.BytesIO()
with gzip.GzipFile('dir/name.txt.gz', 'wb', fileobj=buf, mtime=1e9) as f:
    print(f.write(b'line 1\nline 2\n'), f.tell(), f.mode, f.writable(), f.readable(), f.seekable()); f.flush(); f.write(memoryview(b'end')); f.seek(20)
print(buf.getvalue()[:25].hex(), f.closed, f.name)
f = gzip.GzipFile(fileobj=io.BytesIO(buf.getvalue() * 2))
print(f.readline(), f.read(4), f.tell(), f.peek(3)[:3], f.mtime, f.read1(2), f.read(), f.read(5)); f.seek(3); print(f.read(3)); f.rewind(); print(list(f)[:2]); f.close()
with gzip.open(io.BytesIO(g), 'rt', encoding='latin-1') as t: print(t.read(20))
broken = bytearray(g); broken[-5] ^= 1; short = bytearray(g); short[-1] ^= 1
for bad in (lambda: gzip.decompress(b'xx'), lambda: gzip.decompress(bytes(broken)), lambda: gzip.decompress(bytes(short)), lambda: gzip.decompress(g[:-3]), lambda: gzip.decompress(g[:5]),
            lambda: gzip.decompress(b'\x1f\x8b\x07' + g[3:]), lambda: gzip.GzipFile(fileobj=io.BytesIO(b'junk')).read(), lambda: gzip.GzipFile(fileobj=io.BytesIO(g[:50])).read(),
            lambda: gzip.GzipFile(fileobj=io.BytesIO(bytes(broken))).read(), lambda: gzip.GzipFile(fileobj=buf, mode='rt'), lambda: gzip.GzipFile(fileobj=buf, mode='q'),
            lambda: gzip.GzipFile(fileobj=io.BytesIO(g)).write(b'x'), lambda: gzip.GzipFile(fileobj=io.BytesIO(), mode='wb').read(), lambda: f.read(), lambda: gzip.open(io.BytesIO(), 'rbt'),
            lambda: gzip.open(io.BytesIO(), 'rb', encoding='x'), lambda: gzip.open(3)):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(issubclass(gzip.BadGzipFile, OSError), gzip.FTEXT, gzip.FHCRC, gzip.FEXTRA, gzip.FNAME, gzip.FCOMMENT, gzip.READ_BUFFER_SIZE)

# a mode of no letters is none
for mode in ('', 'q', 'b', 'rt'):
    try: gzip.GzipFile('n', mode, fileobj=io.BytesIO())
    except ValueError as e: print(e)
