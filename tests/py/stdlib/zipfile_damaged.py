# A ZIP archive that is cut off, or in which one byte is wrong.
import io, zipfile
b = io.BytesIO()
with zipfile.ZipFile(b, "w", zipfile.ZIP_DEFLATED) as z:
    for n in ("a/b.txt", "é.txt", "a/../x"): z.writestr(zipfile.ZipInfo(n, (2020, 1, 2, 3, 4, 6)), n.encode() * 50)
d = b.getvalue()
for cut in (0, 1, 21, len(d) // 2, len(d) - 1, len(d) - 30):
    try: print(cut, zipfile.ZipFile(io.BytesIO(d[:cut])).namelist())
    except Exception as e: print(cut, type(e).__name__, e)
for i in range(0, len(d), 7):
    x = bytearray(d); x[i] ^= 0xFF
    try:
        z = zipfile.ZipFile(io.BytesIO(bytes(x))); r = [len(z.read(n)) for n in z.namelist()]
        print(i, r)
    except Exception as e: print(i, type(e).__name__)
