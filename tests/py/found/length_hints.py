# Who asks for __len__ and __length_hint__, and which of their errors pass.
def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, "|", e)


import operator


class Count:
    n = 2

    def __iter__(self):
        return self

    def __next__(self):
        self.n -= 1
        if self.n < 0:
            raise StopIteration
        return self.n


def hint(value):
    def method(self):
        if isinstance(value, Exception):
            raise value
        return value
    return method


makers = [list, tuple, bytes, bytearray, set, sorted, lambda x: [].extend(x), lambda x: [*x],
          lambda x: [].__iadd__(x), dict.fromkeys, lambda x: bytearray().extend(x), sum, max]
for name in "__length_hint__", "__len__":
    for value in (RuntimeError("raised"), TypeError("raised"), NotImplemented, "a", -4, 2 ** 70, 6):
        C = type("C", (Count,), {name: hint(value)})
        print("#", name, repr(value))
        attempt(operator.length_hint, C())
        attempt(operator.length_hint, C(), 5)
        if value == 6:
            continue
        for make in makers:
            attempt(make, C())
Both = type("Both", (Count,), {"__len__": hint(NotImplemented), "__length_hint__": hint(6)})
attempt(operator.length_hint, Both())
Both = type("Both", (Count,), {"__len__": hint(TypeError()), "__length_hint__": hint(KeyError("hint"))})
attempt(operator.length_hint, Both())
attempt(list, Both())
attempt(operator.length_hint, Both(), "a")
