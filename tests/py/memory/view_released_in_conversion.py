# A conversion on the way to a memoryview's item releases the view.
class X:
    def __index__(self):
        m.release()
        b.clear()
        return 3


for f in (lambda: m[X()], lambda: m.__setitem__(X(), 1), lambda: m.__setitem__(0, X())):
    b = bytearray(16)
    m = memoryview(b)
    try:
        print(f())
    except ValueError as e:
        print(e)
