# csv, struct and base64: records written and read back.
import base64
import csv
import io
import struct

rows = [[str(i), 'a "quoted" name, %d' % (i % 97), "plain", "%.2f" % (i * 0.37)] for i in range(40000)]
out = io.StringIO()
csv.writer(out).writerows(rows)
lines = out.getvalue().splitlines(True)
back = list(csv.reader(lines))
named = sum(float(r["d"]) for r in csv.DictReader(lines, ["a", "b", "c", "d"]))
packed = b"".join([struct.pack("<IHd4s", i, i % 65536, i * 0.5, b"abcd") for i in range(60000)])
total = sum(i + n for i, n, x, s in struct.iter_unpack("<IHd4s", packed))
text = base64.b64encode(packed)
print(back == rows, round(named, 2), total, len(text), base64.b64decode(text) == packed)
