# An __index__ that empties the bytearray whose bytes the call reads: none of what it held comes back.
import re
import zlib

b = bytearray()
class Empty:
    def __init__(self, value): self.value = value
    def __index__(self):
        try: b.clear()
        except BufferError: pass    # a view of it is in use
        return self.value
def fresh():
    b[:] = b'x' * 100000
    return b
print(fresh().count(b'x', Empty(0)), fresh().count(b'', Empty(0)), fresh().count(Empty(120)))
print(fresh().startswith(b'xx', Empty(50000)), fresh().endswith(b'xx', Empty(50000)), fresh().startswith((b'y', b'x'), Empty(0)))
print((b'x' * 200000).replace(fresh(), b'', Empty(-1)) == b'x' * 200000, b'ab'.replace(b'b', fresh(), Empty(-1)))
print(repr(fresh().hex(':', Empty(2))), repr(memoryview(fresh())[:0].hex(':', Empty(2))))
print(zlib.decompress(zlib.compress(fresh(), Empty(2))))
try: print(zlib.decompress(fresh(), Empty(15)))
except zlib.error as e: print(e)
x = re.compile(b'x+')
print(x.search(fresh(), Empty(0)), x.match(fresh(), Empty(0)), x.findall(fresh(), 0, Empty(9)), list(x.finditer(fresh(), Empty(0))))
m = x.search(fresh()); b.clear(); b.append(1)
print(m[0], m.expand(rb'<\g<0>>'))
