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

# Loops over lists, tuples and strings, specialised by what came by first; then another comes by.
def join(seq):
    out = ""
    for x in seq:
        out += str(x)
    return out

for seq in ([1, 2], (3, 4), "ab", "", (), [], "\u00e9\u20ac\U0001f600", range(3), {5: 6}, b"a", [7], "z", iter((8, 9)), "q"):
    print(join(seq), end=" ")
print()

def shrinking(seq):
    n = 0
    for x in seq:
        n += 1
        if isinstance(seq, list) and n < 4:
            seq.append(x)
    return n
print(shrinking("abc"), shrinking([1]), shrinking((1, 2)))

class Text(str):
    def __iter__(self):
        return iter([1, 2, 3])
class Row(tuple):
    def __iter__(self):
        return iter("xy")
print(join(Text("t")), join(Row((1,))), join(reversed("abc")), join(reversed([1, 2])), join(reversed((3, 4))))

def truths(values):
    out = ""
    for v in values:
        out += "T" if v else "F"
        if not v:
            out += "-"
    return out
class Len:
    def __init__(self, n):
        self.n = n
    def __len__(self):
        return self.n
class EmptyList(list):
    def __bool__(self):
        return True
print(truths([0, 1, -1, 2**70, 0.0, -0.0, 1.5, None, "", "a", [], [0], (), (0,), {}, {1: 2}, set(), {1}, frozenset(), b"", b"x", Len(0), Len(2), EmptyList(), ..., 0j, range(0)]))

def between(texts):
    return "".join("<" if "b" < t else ">" if t < "b" else "=" for t in texts)
print(between(["a", "b", "c", "", "ba", "\u00e9", "\u20ac", "B", "\U0001f600", "b\u20ac"]))
