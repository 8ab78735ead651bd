"""The types of iterators, join()'s argument, values of memoryviews and %d of subclasses."""


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, "|", e)


class Odd:
    def __iter__(self): return 3
class Text:
    def __index__(self): return "x"
class Large:
    def __index__(self): raise OverflowError("large")
class Float(float):
    def __int__(self): return 42
class Parsed(bytes):
    def __float__(self): return 1.5


view = memoryview(bytearray(b"abc"))
for thing in "ab", "\xe9", "", view, list[int]:
    print(type(iter(thing)).__name__)
print(list(view), list(list[int]), list(iter(view)), [*memoryview(b"")])
attempt(lambda: iter(view).__length_hint__())
attempt(lambda: iter(view.cast("B", (1, 3))))
for empty in "", b"", bytearray():
    for items in Odd(), 3, None:
        attempt(lambda: empty.join(items))
attempt(lambda: view.__setitem__(0, Text()))
attempt(lambda: view.__setitem__(0, Large()))
attempt(lambda: view.__setitem__(slice(0, 1, 0), None))
attempt(lambda: view.__setitem__(slice(0, 1, 0), b"a"))
attempt(lambda: "%d %i" % (Float(2.5), Float(3)))
attempt(lambda: "%d" % (Parsed(b"12"),))
attempt(lambda: "%d" % (Parsed(b"x"),))
