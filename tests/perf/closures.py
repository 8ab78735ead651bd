# Closures: counters, composed functions, memo by decorator, default and keyword arguments.
def counter(step):
    total = 0

    def add(n=1):
        nonlocal total
        total += n * step
        return total

    return add


def compose(*functions):
    def run(x):
        for f in functions:
            x = f(x)
        return x

    return run


def memo(f):
    known = {}

    def look(n):
        if n not in known:
            known[n] = f(n)
        return known[n]

    return look


@memo
def partitions(n):
    return n + 1 if n < 3 else (partitions(n - 1) + partitions(n - 3)) % 1000003


def scaled(x, *, by=2, plus=0):
    return x * by + plus


adders = [counter(i) for i in range(10)]
for _ in range(120000):
    for add in adders:
        add()
        add(2)
pipe = compose(lambda x: x + 1, lambda x: scaled(x, by=3), lambda x: scaled(x, plus=5) % 1009, abs)
x = 1
for _ in range(500000):
    x = pipe(x)
print(sum(add(0) for add in adders), x, [partitions(n) for n in range(0, 900, 100)])
