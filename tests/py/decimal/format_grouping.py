# Decimal.__format__ with grouping, zeros and precisions; long results take time by their length.
import hashlib
from decimal import Decimal

VALUES = [Decimal(t) for t in "0 -0 1 12 123 1234 -1234567 0.001 1E+5 0E+3 0E-8 999.995 -9.5E-9 "
          "123456789.987654321 1E-20 NaN -Infinity".split()]
for width in range(14):
    print(*[format(v, f"0{width or ''},") for v in VALUES[3:8]], sep="|")
for spec in (",", ",.2f", ".3e", "e", ".0E", "=+15,.1f", "*^20,g", ".7g", ",%", ".0%", "z.1f", ",.9", "010,.3f"):
    print(spec, *[format(v, spec) for v in VALUES], sep="|")
for digits, spec in ((1000, ",.40f"), (100000, ",.3000000f"), (50000, ".1000000e"), (30000, "0300000,.1f")):
    text = format(Decimal("7" * digits), spec)
    print(digits, spec, len(text), hashlib.md5(text.encode()).hexdigest())
print(len(format(Decimal("1E4000000"), ",f")), len(format(Decimal("1E-4000000"), "f")))
