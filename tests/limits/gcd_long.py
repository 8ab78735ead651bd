# options: --timeout 1
# exit: 124
import math

a = (1 << 8 * 20_000_000) + 1
b = (5 << 8 * 19_000_000) + 3
print("built", flush=True)
math.gcd(a, b)
