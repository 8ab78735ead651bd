# Sizes and buffers of streams in memory: what is none.
import io
def t(f):
    try: print(repr(f()))
    except Exception as e: print(type(e).__name__, e)
for b in (5, 'x', b'abc', bytearray(2), None, [1]):
    for m in ('readinto', 'readinto1'):
        t(lambda: (getattr(io.BytesIO(b'hello'), m)(b), b))
for h in (10**30, '5', 1.5, True, None, 0, -1, 2):
    t(lambda: io.StringIO('a\nb\nc').readlines(h)); t(lambda: io.BytesIO(b'a\nb\nc').readlines(h)); t(lambda: io.StringIO('a\nb\nc').readline(h)); t(lambda: io.StringIO('abc').read(h)); t(lambda: io.StringIO('abc').truncate(h)); t(lambda: io.StringIO('abc').seek(h)); t(lambda: io.StringIO('abc').seek(0, h)); t(lambda: io.BytesIO(b'abc').seek(0, h)); t(lambda: io.BytesIO(b'abc').seek(h))
