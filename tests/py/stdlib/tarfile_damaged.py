# A tar archive that is damaged or cut off anywhere: what is read, or the error, never fewer members without a word.
import io, tarfile
t = io.BytesIO()
with tarfile.open(fileobj=t, mode="w") as f:
    for n in ("a", "b" * 150):
        m = tarfile.TarInfo(n); m.size = 5; m.mtime = 7; f.addfile(m, io.BytesIO(b"hello"))
d = t.getvalue()
g = io.BytesIO()
with tarfile.open(fileobj=g, mode="w", format=tarfile.GNU_FORMAT) as f:
    for n in ("a", "b" * 150):
        m = tarfile.TarInfo(n); m.size = 5; m.mtime = 7; f.addfile(m, io.BytesIO(b"hello"))
g = g.getvalue()
for name, d in (("pax", d), ("gnu", g)):
    for at in range(0, 4096, 512):
        for how in ("flip", "zero", "cut", "cut+9"):
            x = bytearray(d)
            if how == "flip": x[at + 24] ^= 0x5A
            elif how == "zero": x[at:at+512] = bytes(512)
            else: x = x[:at + (9 if "+" in how else 0)]
            try: print(name, at, how, [(m.name[:3], m.size) for m in tarfile.open(fileobj=io.BytesIO(bytes(x))).getmembers()])
            except Exception as e: print(name, at, how, type(e).__name__, e if at else '')
