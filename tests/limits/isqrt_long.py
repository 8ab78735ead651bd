# options: --timeout 1
# exit: 124
import math

number = 3 << 8 * 40_000_000
print("built", flush=True)
math.isqrt(number)
