# base64 of all lengths, and of text that is broken, spaced or not padded, strict or not.
import base64
import binascii
import random

numbers = random.Random(3)
for n in (*range(20), 100, 1000):
    data = numbers.randbytes(n)
    text = base64.b64encode(data)
    print(n, text[:30], base64.b64decode(text) == data == base64.b64decode(text, validate=True),
          base64.decodebytes(base64.encodebytes(data)) == data, base64.urlsafe_b64decode(base64.urlsafe_b64encode(data)) == data)
for text in (b"", b"=", b"====", b"ab==", b"abc=", b"ab=c", b"abcdef", b"YWJj\nZGVm", b"YWJj ZGV=", b"YW==YW==", b"YWJ!",
             b"YQ=", b"YQ", b"A", b"YQ==x", b"Y Q = =", "YWJj", "\xe9", bytearray(b"YWJj"), 5):
    for strict in (False, True):
        try:
            print(text, strict, binascii.a2b_base64(text, strict_mode=strict))
        except (ValueError, TypeError) as err:
            print(text, strict, type(err).__name__, err)
print(binascii.crc32(b"abc"), binascii.crc32(b"abc", -1), binascii.crc32(bytearray(b"x"), 5), binascii.crc32(memoryview(b"abc")))
big = numbers.randbytes(2000000)
print(base64.b64decode(base64.b64encode(big)) == big)
