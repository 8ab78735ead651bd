# Views of memory as what struct reads from: slices, casts, several dimensions, strides, released ones.
import array
import struct

data = bytearray(range(24))
view = memoryview(data)


def attempt(what):
    try:
        print(what())
    except (ValueError, TypeError, BufferError, struct.error) as e:
        print(type(e).__name__, e)


attempt(lambda: struct.unpack('<IH', view[3:9]))
attempt(lambda: struct.unpack('<6I', view))
attempt(lambda: struct.unpack('>6I', view.cast('I')))
attempt(lambda: struct.unpack('<6I', view.cast('B', [4, 6])))
attempt(lambda: struct.unpack_from('<H', view[10:], 2))
attempt(lambda: struct.unpack_from('<H', view[10:], -2))
attempt(lambda: struct.unpack('<2s4p', view[:6]))
attempt(lambda: struct.unpack('<H', view[::2][:2]))
attempt(lambda: struct.unpack('<I', view[:3]))
attempt(lambda: struct.unpack_from('<I', view, 22))
attempt(lambda: list(struct.iter_unpack('<4H', view)))
attempt(lambda: struct.unpack('<2d', memoryview(array.array('d', [1.5, -2.0]))))
attempt(lambda: struct.unpack('<', view[:0]))
struct.pack_into('<H', view[5:], 1, 0xabcd)
print(data[5:9])
gone = view[2:6]
gone.release()
attempt(lambda: struct.unpack('<I', gone))
