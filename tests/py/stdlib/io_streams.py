# io: bytes, buffers over raw streams, text over binary streams, all in memory.
import io
b = io.BytesIO(b'one\ntwo\nthree')
print(b.read(2), b.readline(), b.readlines(), b.read(), b.seek(-3, 2), b.read1(2), b.tell(), b.seek(20), b.write(b'x'), b.getvalue()[-8:], b.truncate(4), b.getvalue())
b.seek(0); a = bytearray(3); print(b.readinto(a), a, b.readinto(memoryview(bytearray(9))), b.writelines([b'q', b'r']), b.getvalue(), list(io.BytesIO(b'a\nb')), b.readable(), b.isatty())
v = b.getbuffer(); v[0] = 90; v.release(); print(b.getvalue())
class Raw(io.RawIOBase):
    def __init__(self, data=b'', step=4): self.data, self.at, self.step, self.log = bytearray(data), 0, step, []
    def readable(self): return True
    def writable(self): return True
    def seekable(self): return True
    def readinto(self, buf):
        part = self.data[self.at:self.at + min(len(buf), self.step)]; buf[:len(part)] = part; self.at += len(part); return len(part)
    def write(self, b):
        n = min(len(b), self.step); self.data[self.at:self.at + n] = bytes(b)[:n]; self.at += n; self.log.append(n); return n
    def seek(self, pos, whence=0): self.at = pos + (0, self.at, len(self.data))[whence]; return self.at
    def truncate(self, pos=None): del self.data[self.at if pos is None else pos:]; return len(self.data)
raw = Raw(b'0123456789\nabc\n'); print(raw.read(3), raw.readall(), raw.read(), raw.readline())
r = io.BufferedReader(Raw(b'line1\nline2\nlast'), 8)
print(r.peek()[:2], r.read(3), r.tell(), r.readline(), r.read1(3), r.seek(0), r.readinto(bytearray(4)), r.read(), r.read(2), r.seek(-4, 2), r.readlines(), r.readable(), r.writable(), r.seekable())
raw = Raw(); w = io.BufferedWriter(raw, 8); print(w.write(b'abc'), bytes(raw.data), w.tell(), w.write(b'defghijk'), bytes(raw.data), w.flush(), raw.log, w.write(b'!'), w.detach() is raw, bytes(raw.data))
x = io.BufferedRandom(io.BytesIO(b'hello world')); print(x.read(5), x.write(b'_'), x.read(), x.seek(0), x.read(), x.truncate(3), x.seek(0), x.read())
p = io.BufferedRWPair(io.BytesIO(b'in'), o := io.BytesIO()); print(p.read(), p.write(b'out'), p.flush(), o.getvalue(), p.readable(), p.writable(), p.closed, p.close(), p.closed)
for nl in (None, '', '\n', '\r', '\r\n'):
    t = io.TextIOWrapper(io.BytesIO(b'a\nb\r\nc\rd'), encoding='ascii', newline=nl); print(repr(nl), t.readlines(), t.newlines)
    out = io.BytesIO(); t = io.TextIOWrapper(out, newline=nl, encoding='utf-8'); print(t.write('x\ny\r'), out.getvalue(), t.flush(), out.getvalue())
t = io.TextIOWrapper(io.BytesIO('héllo\nwörld\n'.encode()), 'utf-8')
print(t.read(2), t.tell(), t.readline(), t.tell(), t.readline(3), t.read(), t.seek(0), list(t), t.seek(0, 2), t.write('end'), t.seek(0), t.read(), t.encoding, t.errors, t.line_buffering, t.buffer.tell(), t)
out = io.BytesIO(); t = io.TextIOWrapper(out, 'latin-1', 'replace', line_buffering=True); t.write('no newline'); print(out.getvalue()); t.write('\nü€'); print(out.getvalue())
t.reconfigure(encoding='utf-8', line_buffering=False, write_through=True); t.write('€'); print(out.getvalue(), t.write_through, t.errors, t.detach() is out)
out = io.BytesIO(); t = io.TextIOWrapper(out, 'utf-16'); t.write('a'); t.write('b'); t.flush(); print(out.getvalue() == 'ab'.encode('utf-16'), io.TextIOWrapper(io.BytesIO(out.getvalue()), 'utf-16').read())
d = io.IncrementalNewlineDecoder(None, True); print([d.decode(s) for s in ('a\r', '\nb\r', 'c')], d.decode('\r', True), d.newlines, d.getstate(), d.reset(), d.newlines)
closed = io.BytesIO(); closed.close(); gone = io.TextIOWrapper(io.BytesIO(), 'ascii'); gone.detach(); it = io.TextIOWrapper(io.BytesIO(b'a\nb\n'), 'ascii'); next(it)
for bad in (lambda: io.BytesIO('x'), lambda: io.BytesIO().write('x'), lambda: io.BytesIO().seek(-1), lambda: io.BytesIO().seek(0, 9), lambda: io.BytesIO().read('x'), lambda: closed.read(), lambda: closed.getvalue(), lambda: io.BytesIO().truncate(-1),
            lambda: io.BytesIO().detach(), lambda: io.BytesIO().fileno(), lambda: io.BufferedReader(io.BytesIO(), 0), lambda: io.BufferedReader(io.BytesIO(b'ab')).read(-2), lambda: io.BufferedWriter(io.BytesIO()).read(), lambda: io.BufferedReader(io.BytesIO()).write(b''),
            lambda: io.TextIOWrapper(io.BytesIO(), 'nope'), lambda: io.TextIOWrapper(io.BytesIO(), newline='x'), lambda: io.TextIOWrapper(io.BytesIO(), 5), lambda: io.TextIOWrapper(io.BytesIO(), 'ascii').write(b'x'), lambda: io.TextIOWrapper(io.BytesIO(b'\xff'), 'ascii').read(),
            lambda: io.TextIOWrapper(io.BytesIO(), 'ascii').write('é'), lambda: gone.read(), lambda: gone.detach(), lambda: it.tell(), lambda: it.seek(1, 1), lambda: it.seek(-1), lambda: it.reconfigure(encoding='utf-8'), lambda: io.IOBase().seek(0),
            lambda: io.TextIOBase().read(), lambda: io.BufferedIOBase().read()):
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
print(io.DEFAULT_BUFFER_SIZE, io.SEEK_SET, io.SEEK_CUR, io.SEEK_END, io.text_encoding('x'), io.text_encoding(None), issubclass(io.BytesIO, io.BufferedIOBase), issubclass(io.StringIO, io.TextIOBase), isinstance(t, io.IOBase), io.BlockingIOError is BlockingIOError, issubclass(io.FileIO, io.RawIOBase), callable(io.open_code))
