# Buffers over raw streams that block, lie or are told too little; streams that were never set up.
import io
class Raw(io.RawIOBase):
    def __init__(self, *parts): self.parts, self.sizes = list(parts), []
    def readable(self): return True
    def readinto(self, b):
        self.sizes.append(len(b))
        part = self.parts.pop(0) if self.parts else b''
        if part is None: return None
        b[:len(part)] = part
        return len(part)
r = io.BufferedReader(Raw(b'abc', b'd', None, b'efg', None, None, None))
print(r.read(6), r.read(1), r.read(), r.peek(1), r.read(), r.read())
r = io.BufferedReader(Raw(b'abc', b'de', b'fgh', b'jkl'), 4)
b = bytearray(2)
print(r.peek(3), r.readinto1(b), b, r.readinto1(b), b, r.readinto1(b), b, len(r.raw.sizes))
b = bytearray(9)
print(r.peek(1), r.readinto1(b), b, len(r.raw.sizes))
class Taker(io.RawIOBase):
    def __init__(self): self.got, self.stop = b'', None
    def writable(self): return True
    def write(self, b):
        b = bytes(b)
        n = len(b) if self.stop is None or self.stop not in b else b.index(self.stop)
        if not n and b:
            self.stop = None
            return None
        self.got += b[:n]
        return n
t = Taker()
w = io.BufferedWriter(t, 8)
print(w.write(b'abcd'), w.write(b'efghi'))
t.stop = b'k'
print(w.write(b'jklmn'))
t.stop = b'0'
try: w.write(b'opqrwxyz0123456789')
except BlockingIOError as e: print(e.characters_written, t.got)
print(w.write(b'ABCDEFGHI'), t.got[-9:-1])
class Liar(io.RawIOBase):
    def readable(self): return True
    def seekable(self): return True
    def readinto(self, b): return b''
    def seek(self, pos, whence=0): return -3
    def tell(self): return -4
r = io.BufferedReader(Liar())
for call in (lambda: r.seek(0), r.tell, r.readline, r.truncate):
    try: call()
    except Exception as e: print(type(e).__name__, e, type(e.__cause__).__name__)
try: r.raw = 3
except AttributeError as e: print('AttributeError')
for size in (0, -1):
    r = io.BufferedReader(io.BytesIO(b'abc'))
    for call in (lambda: r.__init__(io.BytesIO(), buffer_size=size), r.read):
        try: call()
        except ValueError as e: print(type(e).__name__)
class Bad(io.RawIOBase):
    def readable(self): return True
    def flush(self): raise OSError('flush')
raw = Bad()
r = io.BufferedReader(raw)
try: r.close()
except OSError as e: print(e, r.closed, raw.closed)
t = io.TextIOWrapper(io.BufferedReader(io.BytesIO(b'x')))
t.buffer.detach()
print(repr(t))
class Counts(io.BytesIO):
    def read(self, n=-1): print('read'); return super().read(n)
b = bytearray(2)
print(Counts(b'abc').readinto(b), b)
class Parts(io.RawIOBase):
    parts = [b'abc', b'def\nghi', b'']
    def readable(self): return True
    def read(self, n=-1): return self.parts.pop(0)
t = io.TextIOWrapper(Parts(), encoding='ascii')
print(t.read(4), t.readline(), t.read())
