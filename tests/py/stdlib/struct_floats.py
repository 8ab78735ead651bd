# Floats of all widths and Pascal strings: rounding, limits, subnormal numbers, what is refused.
import hashlib
import math
import random
import struct

numbers = random.Random(9)
EDGES = [0.0, -0.0, 1.0, 1.5, 65504.0, 65519.9, 65520.0, 1e-8, 5.96e-8, 2.98e-8, 2.9802322387695312e-08, 6.1e-5,
         6.103515625e-05, 6.0999e-5, math.inf, -math.inf, math.nan, 1e38, 3.4028234e38, -1e-40, 1e-46, 2049.0, 2051.0, 1,
         True, "x", None, 0.1]
RANDOM = [numbers.uniform(-70000, 70000) for _ in range(300)]
RANDOM += [math.ldexp(numbers.random(), numbers.randrange(-40, 20)) for _ in range(300)]


def both_ways(form, value):
    try:
        packed = struct.pack(form, value)
        return packed.hex(), struct.unpack(form, packed)
    except (struct.error, OverflowError) as err:
        return f"{type(err).__name__}: {err}"


for form in "<e >e <f >f <d d f e".split():
    print(form, *[both_ways(form, v) for v in EDGES])
    print(hashlib.md5(repr([both_ways(form, v) for v in RANDOM]).encode()).hexdigest())
for form in ("<f", "<e"):
    print(form, both_ways(form, 3.5e38), both_ways(form, 1e300))
for form, value in (("5p", b"abc"), ("5p", b"abcdef"), ("1p", b"xy"), ("300p", b"z" * 290),
                    ("c", b"a"), ("c", b"ab"), ("c", "a"), ("0s", b"abc"), ("5p", bytearray(b"ab")), ("?", []), ("?", 5)):
    print(form, both_ways(form, value))
print(struct.unpack("5p", b"\xff1234"), struct.unpack("5p", b"\x041234"), struct.unpack("5p", b"\x051234"))
