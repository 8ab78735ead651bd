"""Writes unicodedata.bin from CPython 3.12's unicodedata (Unicode 15.0): names, numeric values, East Asian widths and
decompositions, one "CODE;VALUE" a line; the size of that, then that compressed by zlib. Run with CPython 3.12,
`python3.12 unicodedata_gen.py > unicodedata.bin`."""
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
parts = ["\n".join(names), "\n".join(numbers), "\n".join("%X;%s" % w for w in widths), "\n".join(decompositions)]
raw = "".join("\n" + p + "\n\0" for p in parts).encode()
sys.stdout.buffer.write(len(raw).to_bytes(4, "little") + zlib.compress(raw, 9))
