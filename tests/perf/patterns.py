# match statements over tuples, mappings and classes.
def area(shape):
    match shape:
        case ("circle", r):
            return 3 * r * r
        case ("rect", w, h) if w == h:
            return w * w
        case ("rect", w, h):
            return w * h
        case {"kind": "poly", "sides": [first, *rest]}:
            return first + len(rest)
        case int(n) | float(n):
            return n
        case _:
            return -1


shapes = [("circle", 3), ("rect", 2, 2), ("rect", 2, 5), {"kind": "poly", "sides": [4, 5, 6]}, 9, 2.5, "?"]
print(sum(area(s) for _ in range(150000) for s in shapes))
