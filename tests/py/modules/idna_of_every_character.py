# nameprep stands on Unicode 3.2: every character of a host's name that is refused, folded or kept.
import hashlib
from encodings.idna import nameprep

kept = refused = 0
said = hashlib.sha256()
for c in range(0x80, 0x30000):
    if (0xac00 < c < 0xd7a0 or 0x4e00 < c < 0x9fff) and c % 50:
        continue
    try:
        out = nameprep('a' + chr(c))
        kept += out == 'a' + chr(c)
    except UnicodeError as e:
        out = type(e).__name__
        refused += 1
    said.update(ascii(out).encode())
print(kept, refused, said.hexdigest())
