# Strings, bytes, formatting, codecs.
s = "grün " * 3 + "\u4e2d\U0001f600"
print(s.upper().title(), s.split(), s.replace("ü", "ue"), s.encode(), s[::-1], s.center(40, "*"))
print(f"{s!r:>30.20}|{3.14159:+010.3f}|{255:#x}|{10**30:,}|{1e22:g}|{'x':^{7}}")
print("%s %r %05d %(a)s" % {"a": 1} if False else "%s %r %05d" % (s, [s], 42), "{0[1]} {a.real}".format([1, 2], a=3))
b = bytearray(s.encode("utf-16"))
b += b"xyz" * 5
b[1:4] = b"--"
print(bytes(b).hex(), b.find(b"x"), bytes(b).split(b"-"), memoryview(b)[2:9].tolist())
try:
    b"\xff\xfe".decode("utf-8")
except UnicodeDecodeError as e:
    print(e, e.object)
print("".join(chr(i) for i in range(90, 130)).translate({95: None, 97: "AA"}), "a\tb".expandtabs(), ascii(s))
t = ""
for i in range(40):
    t += str(i)
print(t, t.partition("9"), t.count("1"), "ß".casefold(), "A-b_c".swapcase(), "x,y".rsplit(",", 1))
