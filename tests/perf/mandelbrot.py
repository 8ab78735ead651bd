# Complex iteration, by hand on floats and with the complex type.
def escape(cr, ci, limit):
    x = y = 0.0
    for n in range(limit):
        xx, yy = x * x, y * y
        if xx + yy > 4.0:
            return n
        x, y = xx - yy + cr, 2.0 * x * y + ci
    return limit


def escape_complex(c, limit):
    z = 0j
    for n in range(limit):
        if abs(z) > 2.0:
            return n
        z = z * z + c
    return limit


size = 320
points = [(3.0 * i / size - 2.2, 2.4 * j / size - 1.2) for i in range(size) for j in range(size)]
print(sum(escape(x, y, 120) for x, y in points))
print(sum(escape_complex(complex(x, y), 60) for x, y in points[::3]))
