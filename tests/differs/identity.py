# Differs from CPython: ints below 2**62 and most floats are values without an object, so that equal ones
# are always identical. There only those from -5 to 256 are, and what the compiler happened to share.
def same(a, b):
    return a is b


print(same(1000, int('1000')), same(-10 ** 15, int('-1000000000000000')), same(0.5, float('0.5')))
print(same(1.5.conjugate(), 3 / 2), id(7.25) == id(29 / 4))
print(same(1, 1.0), same(0.0, -0.0), same(True, 1))
