# Struct by its fast path and its careful one: ranges, kinds of arguments and buffers, alignment.
import struct

class Index:
    def __init__(self, n):
        self.n = n
    def __index__(self):
        return self.n

for code in "bBhHiIlLqQnN?":
    for order in "<>=@":
        for v in (0, 1, -1, 127, 128, -128, -129, 255, 256, 2**15, 2**31 - 1, 2**31, 2**32 - 1, 2**61, 2**63 - 1, -2**63,
                  2**64 - 1, True, Index(7)):
            try:
                packed = struct.pack(order + code, v)
                print(order + code, packed.hex(), struct.unpack(order + code, packed)[0], end=";")
            except struct.error:
                print(order + code, "error", end=";")
    print()
for fmt, args in (("<IHb", (1, 2, -3)), (">d", (1,)), ("<d", (1.5,)), ("<f", (0.1,)), ("3s", (b"ab",)), ("3s", (b"abcd",)),
                  ("0s", (b"x",)), ("4p", (b"abcdef",)), ("bxh", (1, 2)), ("<bxh", (1, 2)), ("c", (b"z",)), ("<e", (1.5,)),
                  ("?", ([],)), ("2h", (1, 2)), ("<q", (2**70,)), ("<i", (1.5,)), ("<d", ("x",)), ("h", (1, 2)), ("<dh", (2**70, 1)),
                  ("300s", (b"long",)), ("bq", (1, 2)), ("", ())):
    try:
        packed = struct.pack(fmt, *args)
        print(fmt, packed.hex()[:40], len(packed), struct.unpack(fmt, packed))
    except struct.error as e:
        print(fmt, "error:", e)
data = bytes(range(40))
for buffer in (data, bytearray(data), memoryview(data), memoryview(data)[3:], memoryview(data)[::2]):
    for offset in (0, 1, 33, 34, -6, -3, 41):
        try:
            print(struct.unpack_from("<Hi", buffer, offset), end=" ")
        except (struct.error, BufferError, TypeError) as e:
            print(type(e).__name__, e, end=" ")
    print()
print(list(struct.iter_unpack("<HB", data[:12])), struct.calcsize("bqh"), struct.Struct(b"<h").unpack(b"\1\2"))
for wrong in ((b"abc", "<i"), (b"abcde", "<i"), ("text", "<i")):
    try:
        print(struct.unpack(wrong[1], wrong[0]))
    except (struct.error, TypeError) as e:
        print(type(e).__name__, e)
