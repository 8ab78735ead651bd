# bytes, bytearray, struct and memoryview: packing records, scanning, a checksum.
import struct


def checksum(data):
    a, b = 1, 0
    for byte in data:
        a = (a + byte) % 65521
        b = (b + a) % 65521
    return b << 16 | a


packed = bytearray()
for i in range(150000):
    packed += struct.pack("<IHb", i * 2654435761 & 0xFFFFFFFF, i & 0xFFFF, i % 100 - 50)
records = [struct.unpack_from("<IHb", packed, at) for at in range(0, len(packed), 7)]
print(len(records), sum(r[0] ^ r[1] + r[2] for r in records), checksum(packed), bytes(packed[:9]).hex())
data = bytes(range(256)) * 6000
print(data.count(b"\x10"), data.find(b"\xff\x00\x01"), checksum(memoryview(data)[1000:900000]), len(data.split(b"\x80")))
out = bytearray(len(data))
for i in range(0, len(data), 3):
    out[i] = data[i] ^ 0x5A
print(checksum(out[:900000]), int.from_bytes(data[:40], "little") % 1000003, (12345678901234567890).to_bytes(9, "big"))
