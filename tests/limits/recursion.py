# Depth errors are ordinary RecursionErrors wherever the depth comes from.
def f(n):
    return f(n + 1)


def attempt(call):
    try:
        call()
    except RecursionError:
        print("RecursionError")


deep = []
for _ in range(100000):
    deep = [deep]


class Self:
    def __repr__(self):
        return repr(self)

    def __eq__(self, other):
        return self == other

    def __getattr__(self, name):
        return getattr(self, name + "x")


attempt(lambda: f(0))
attempt(lambda: repr(deep))
attempt(lambda: repr(Self()))
attempt(lambda: Self() == 1)
attempt(lambda: Self().x)
attempt(lambda: sorted([2, 1], key=lambda v: f(v)))
print("done")
