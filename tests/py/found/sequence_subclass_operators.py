# + and * of subclasses of sequences: a class with operators of its own is a number to them,
# and no sequence any more.
def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, "|", e)


def methods(names, result):
    return {n: (lambda self, o, n=n: result if result is NotImplemented else (n, result)) for n in names}


def inplace(a, b, plus):
    if plus:
        a += b
    else:
        a *= b
    return a


bases = {list: [1, 2], str: "ab", tuple: (1, 2), bytes: b"ab", bytearray: b"xy", int: 2}
overrides = [(), ("__mul__",), ("__rmul__",), ("__add__",), ("__radd__",), ("__imul__",), ("__iadd__",),
             ("__mul__", "__rmul__", "__add__", "__radd__")]
for base, value in bases.items():
    for names in overrides:
        for result in "own", NotImplemented:
            if not names and result == "own":
                continue
            Z = type("Z", (base,), methods(names, result))
            print("#", base.__name__, names, result)
            others = [2, [3], "c", (4,), b"d", bytearray(b"e"), 1.5, Z(value)]
            for other in others:
                shown = other if type(other) is not Z else Z(value)
                attempt(lambda: Z(value) + other)
                attempt(lambda: Z(value) * other)
                attempt(lambda: other + Z(value))
                attempt(lambda: other * Z(value))
                attempt(inplace, Z(value), other, True)
                attempt(inplace, Z(value), other, False)
                if type(other) not in (list, bytearray):
                    attempt(inplace, other, Z(value), True)
                    attempt(inplace, other, Z(value), False)


class Index:
    def __index__(self):
        return 2

    def __rmul__(self, o):
        return NotImplemented


for value in "ab", [1], (1,), b"x":
    attempt(lambda: value * Index())
    attempt(lambda: Index() * value)
