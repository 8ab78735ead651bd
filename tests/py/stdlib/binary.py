import struct, array, binascii, base64
print(struct.pack('>IhBf?3sd', 1, -2, 255, 1.5, True, b'abcd', 3.25), struct.calcsize('@bid'))
print(struct.unpack('<IhB', struct.pack('<IhB', 7, -9, 3)), struct.pack('e', 1.1), struct.unpack('<e', b'f<'))
for args in [('B', 256), ('<h', 70000), ('i', 'x'), ('<I', -1), ('2i', 1), ('z', 1), ('q', 1 << 70)]:
    try: print(struct.pack(*args))
    except struct.error as e: print(e)
print(list(struct.iter_unpack('>H', b'abcdef')), struct.unpack_from('>H', b'xxab', 2))
a = array.array('i', [1, 2, 3]); a.append(4); print(a, a[1:3], a.tobytes(), a * 2 == a + a, len(a))
print(array.array('d', [1, 2.5]), array.array('f', [1.1]), array.array('u', 'hé'))
for v in (300, 'x', -1):
    try: array.array('B', [v])
    except Exception as e: print(type(e).__name__, e)
for i in range(7):
    d = bytes(range(100, 100 + i))
    print(base64.b64encode(d), base64.b32encode(d), base64.b85encode(d), base64.a85encode(d), base64.b16encode(d))
    assert base64.b64decode(base64.b64encode(d)) == d == base64.b32decode(base64.b32encode(d)) == base64.b85decode(base64.b85encode(d)) == base64.a85decode(base64.a85encode(d))
print(base64.urlsafe_b64encode(b'\xff\xfe\xfd'), binascii.crc32(b'hello'), binascii.hexlify(b'ab', '-'), binascii.crc_hqx(b'abc', 0))
for f, v in [(base64.b64decode, 'abc'), (base64.b64decode, 'a'), (binascii.unhexlify, 'abc'), (binascii.unhexlify, 'zz'), (base64.b32decode, 'a')]:
    try: print(f(v))
    except Exception as e: print(type(e).__name__, e)
print(binascii.b2a_uu(b'hello'), binascii.a2b_uu(binascii.b2a_uu(b'hello')), binascii.b2a_qp(b'a=b \xe9'), binascii.a2b_qp(b'a=3Db'))
