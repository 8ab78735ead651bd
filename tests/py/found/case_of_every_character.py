# case mappings and repr of all characters, alone and between letters, and of ASCII texts
import zlib


def total(parts):
    return zlib.crc32("\n".join(parts).encode("utf-8", "surrogatepass"))


chars = [chr(c) for c in range(0x11000)] + [chr(c) for c in range(0x1e000, 0x20000)]
for name in ("upper", "lower", "title", "capitalize", "swapcase", "casefold"):
    method = getattr(str, name)
    print(name, total(method(c) for c in chars), total(method("aB" + c + "cΣ") for c in chars),
          total(method(chr(a) + "x y" + chr(b)) for a in range(128) for b in range(0, 128, 7)))
print(total(repr(c) for c in chars), total(ascii("é'" + c + '"') for c in chars), total(repr("a" + c + "b\n") for c in chars))
print(total(repr(c.encode("utf-8", "surrogatepass")) for c in chars))
print(total(c.encode("utf-8", "surrogatepass").decode("utf-8", "replace") for c in chars))
print(total(str(("x" + c + "y z").split()) for c in chars), total(str((c + "y").splitlines()) for c in chars))
