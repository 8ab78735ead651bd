"""Writes unicodedata.bin from CPython 3.12's unicodedata (Unicode 15.0): names, numeric values, East Asian widths,
decompositions, name aliases and named sequences, one "CODE;VALUE" a line; the size of that, then that compressed by
zlib. Run with CPython 3.12, `python3.12 unicodedata_gen.py > unicodedata.bin`."""
import ctypes
import sys
import unicodedata
import zlib

assert unicodedata.unidata_version == "15.0.0"
names, numbers, widths, decompositions = [], [], [], []
for c in range(0x110000):
    s = chr(c)
    name = unicodedata.name(s, "")
    if name and not name.startswith(("CJK UNIFIED IDEOGRAPH-", "HANGUL SYLLABLE ")):
        names.append("%X;%s" % (c, name))
    if (v := unicodedata.numeric(s, None)) is not None:
        numbers.append("%X;%r" % (c, v))
    w = unicodedata.east_asian_width(s)
    if not widths or widths[-1][1] != w:
        widths.append((c, w))
    if (d := unicodedata.decomposition(s)):
        decompositions.append("%X;%s" % (c, d))


def private_names():
    """The names that CPython keeps at private code points, which only its interface in C tells."""
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    table = pointer(unicodedata._ucnhash_CAPI, b"unicodedata._ucnhash_CAPI")
    getname = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_int, ctypes.c_int)(
        ctypes.c_void_p.from_address(table).value)
    text = ctypes.create_string_buffer(256)
    return [text.value.decode() for c in range(0xF0000, 0xF1000) if getname(c, text, len(text), 1)]


aliases, sequences = [], []
for name in private_names():
    s = unicodedata.lookup(name)
    (aliases if len(s) == 1 else sequences).append("%s;%s" % (" ".join("%X" % ord(c) for c in s), name))
parts = ["\n".join(names), "\n".join(numbers), "\n".join("%X;%s" % w for w in widths), "\n".join(decompositions),
         "\n".join(aliases), "\n".join(sequences)]
raw = "".join("\n" + p + "\n\0" for p in parts).encode()
sys.stdout.buffer.write(len(raw).to_bytes(4, "little") + zlib.compress(raw, 9))
