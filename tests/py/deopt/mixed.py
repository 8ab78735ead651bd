# Operators specialised for floats, small ints and strings meet the other kinds.
class Odd(int):
    def __neg__(self): return "neg"
    def __pow__(self, n): return "pow %r" % n
    def __lt__(self, o): return "lt"

class Text(str):
    def __lt__(self, o): return "text lt"
    def __eq__(self, o): return "text eq"
    __hash__ = str.__hash__

def neg(x): return -x
def square(x): return x ** 2
def inv(x): return not x
def less(x, y): return x < y, x <= y, x > y, x >= y, x == y, x != y
def branch(x, y):
    return ("<" if x < y else "-") + (">=" if x >= y else "-") + ("==" if x == y else "-")

for x in (1, 2.5, 0, 0.0, -0.0, 1e300, -1e-300, float("inf"), 2**62, -2**62, 2**61, True, 1j, Odd(3)):
    print(repr(neg(x)), inv(x))
for x in (3, -3, 2**31, 3037000499, 3037000500, -2**31, 2**40, 2.5, 1e200, 0.1, True, 2j, Odd(3)):
    try:
        print(square(x))
    except OverflowError as e:
        print(e)
nan = float("nan")
for x, y in ((1, 1.5), (1.5, 1), (2**53, 2.0**53), (2**53 + 1, 2.0**53), (2.0**53, 2**53 + 1), (10**30, 1e30),
             (nan, 1), (1, nan), (0, -0.0), ("a", "b"), ("b", "a"), ("a", "ab"), ("", ""), ("é", "z"), ("z", "\u20ac"),
             ("\U0001f600", "\uffff"), (True, 1.5), (Odd(3), 4), (2**61, 2.0**61), (-2**62, -2.0**62)):
    print(less(x, y), branch(x, y))
print(Text("a") < "b", Text("a") == "z", less("a", "a")[1:4])
for x, y in (("a", 1), (1, "a"), (1.5, None)):
    try:
        less(x, y)
    except TypeError as e:
        print(e)
print({(1, "a"): 1, (1, "b"): 2, (1.0, "a"): 3, (1, "a", nan): 4}, {(nan,): 1}.get((nan,)), {(1, (2, 3)): 5}[1.0, (2, 3)])
print((1, 2) < (1, 3), (1, 2.5) < (1, 2), (1,) < (1, 0), ("a", 1) >= ("a", 1), (nan,) == (nan,), (1, [2]) == (1, [2]))
def loop(values):
    n = 0
    for v in values:
        n += v
    return n
print([loop(v) for v in ([1, 2], [], [3], (4, 5), range(3), {6: 0}, [7], iter([8]), (x for x in [9]))])
it = iter([1, 2])
print(loop(it), list(it))
grown = [1]
for v in grown:
    if v < 5:
        grown.append(v + 1)
print(grown)
it = iter(grown)
for v in it:
    pass
grown.append(99)
print(list(it))  # an exhausted iterator stays so
