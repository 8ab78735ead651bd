# Big ints: arctangent series in fixed point.
def arctan(x, one):
    term = total = one // x
    n, sign = 3, -1
    while term:
        term //= x * x
        total += sign * (term // n)
        n, sign = n + 2, -sign
    return total


for digits in (500, 1500, *range(2500, 4200, 40)):
    one = 10 ** (digits + 10)
    print(str((4 * arctan(5, one) - arctan(239, one)) * 4)[:digits][-20:])
