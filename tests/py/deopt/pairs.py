# Loops over enumerate, zip and dict items take pairs without a tuple; then something else comes by.
def total(pairs):
    n = 0
    for a, b in pairs:
        n += a * b
    return n

d = {i: i + 1 for i in range(50)}
print(total(d.items()), total(enumerate(range(50))), total(zip(range(50), range(3, 90))))
print(total([(1, 2), [3, 4]]), total(iter({(5, 6): 0})), total(zip(range(4), range(4), strict=True)))
print(total(d.items()), total((x, y) for x, y in zip([1], [2])))

class Pairs:
    def __init__(self):
        self.n = 0
    def __iter__(self):
        return self
    def __next__(self):
        self.n += 1
        if self.n > 3:
            raise StopIteration
        return self.n, 10

print(total(enumerate(range(9))), total(Pairs()))
for bad in ([1, 2], zip([1], [2], [3]), zip([1]), enumerate([1, "x"]), ["abc"]):
    try:
        print(total(bad))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)

def grow(d):
    for k, v in d.items():
        d[k + 100] = v
try:
    grow(d)
except RuntimeError as e:
    print(e)
def swap(d):
    for k, v in d.items():
        del d[k]
        d[k + 1000] = v
try:
    swap({1: 1, 2: 2})
except RuntimeError as e:
    print(e)

def failing():
    yield 1
    raise KeyError("inside")
try:
    for i, x in enumerate(failing()):
        print(i, x)
except KeyError as e:
    print("KeyError", e)
try:
    for x, y in zip([1, 2, 3], failing()):
        print(x, y)
except KeyError as e:
    print("KeyError", e)

it = enumerate("abcdef", 2**62 - 3)
for i, c in it:
    print(i, c)
    if c == "e":
        break
print(next(it), next(it, "end"))
for i, (a, b) in enumerate(zip("ab", "cd")):
    print(i, a, b)
for i, e in enumerate([1, 2]):
    try:
        continue
    finally:
        print("finally", i, e)
left = iter([1, 2, 3])
for x, y in zip(left, [7]):
    print(x, y)
print(list(left))  # zip took one item too many
for x, y in zip([7], left):
    print(x, y)
