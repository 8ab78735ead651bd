# comb() of numbers whose partial products leave 93 bits, and steps of nextafter() beyond 63 bits.
import math
for n, k in ((2**61, 2), (2**61 - 7, 3), (10**18, 5), (2**62 - 2, 20), (2**61, 63), (2**62 - 1, 2), (2**63, 3)):
    print(n, k, math.comb(n, k))
    assert math.comb(n, k) == math.perm(n, k) // math.factorial(k)
for steps in (2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30):
    print(math.nextafter(-1e300, 1e300, steps=steps), math.nextafter(1.0, -math.inf, steps=steps))
