# One `for` site meets every kind of iterator.
def total(it):
    out = []
    for v in it:
        out.append(v)
    return out
def gen(n):
    for i in range(n):
        yield i
class Old:
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i
class It:
    n = 0
    def __iter__(self): return self
    def __next__(self):
        self.n += 1
        if self.n > 2: raise StopIteration
        return self.n
kinds = [lambda: range(3), lambda: [1, 2], lambda: (3, 4), lambda: gen(3), lambda: {5: 6}, lambda: "ab",
         lambda: Old(), lambda: It(), lambda: reversed([1, 2]), lambda: {7}, lambda: range(2**62, 2**62 + 2),
         lambda: zip([1], [2]), lambda: [], lambda: range(0), lambda: b"xy", lambda: enumerate("q")]
for first in kinds:
    for _ in range(3):
        total(first())
    print([total(k()) for k in kinds])
grow = [1]
for v in grow:
    if v < 5:
        grow.append(v + 1)
print(grow)
shrink = [1, 2, 3, 4]
for v in shrink:
    shrink.pop()
print(shrink)
try:
    total(5)
except TypeError as e:
    print("TypeError", e)
