# Steps at the ends of 64 bits and beyond.
import array
for step in (-2**63, -2**63 + 1, -2**64, 2**63 - 1, 2**63, 2**64):
    for s in ([1, 2, 3], (1, 2, 3), 'abc', b'abc', bytearray(b'abc'), array.array('i', [1, 2, 3]), memoryview(b'abc'), range(3)):
        print(step, list(s[::step]), list(s[2:0:step]), list(s[2:2:step]))
    for new in (lambda: [1, 2, 3], lambda: bytearray(b'abc'), lambda: array.array('i', [1, 2, 3])):
        a = new(); del a[2:2:step]; del a[2:9:step]; del a[1::step]; print(a)
