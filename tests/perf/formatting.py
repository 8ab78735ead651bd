# Formatting: f-strings, %, format(), number specs, repr and str.
class Money:
    def __init__(self, cents):
        self.cents = cents

    def __format__(self, spec):
        return format(self.cents / 100, spec or ".2f")

    def __repr__(self):
        return f"Money({self.cents!r})"


size = 0
for i in range(90000):
    x = i * 1.37
    size += len(f"{i:>8d}|{x:10.3f}|{i:#x}|{'name' + str(i):<12}|{x:e}")
    size += len("%05d %s %.2f %r" % (i, "row", x, "a'b"))
    size += len("{:,} {:^10} {key!r}".format(i * 1000, "mid", key=(i, x)))
    size += len(f"{Money(i)} {Money(i)!r} {i % 7 == 0}") + len(str([i, x, None]))
print(size)
