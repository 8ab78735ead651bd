# Operand types change under specialised arithmetic and comparisons.
class V:
    def __init__(self, v): self.v = v
    def __add__(self, o): return "add"
    def __radd__(self, o): return "radd"
    def __iadd__(self, o): return V(self.v + 100)
    def __lt__(self, o): return []
    def __eq__(self, o): return "eq"
    def __getitem__(self, k): return ("item", k)
    def __contains__(self, k): return k == 3
class I(int):
    def __add__(self, o): return "I+"
class F(float):
    def __mul__(self, o): return "F*"
def add(a, b): return a + b
def mul(a, b): return a * b
def item(a, k): return a[k]
def less(a, b): return "yes" if a < b else "no"
def same(a, b): return a == b
def inside(a, k): return k in a
for _ in range(50):
    add(1, 2); mul(1, 2); item([1], 0); less(1, 2); same(1, 1); inside({1}, 1)
big = 2**62 - 1
print(add(big, 1), add(-big, -big), mul(big, big), mul(big, -2), add(2**61, 2**61))
print(add(1.5, 2), add("a", "b"), add([1], [2]), add(V(1), 1), add(1, V(1)), add(I(1), 1), add(True, 1))
print(mul(F(2.0), 3), mul(3, F(2.0)), mul("ab", 2), mul(1e308, 10), mul(-0.0, 1))
print(item((1, 2), -1), item({"k": 5}, "k"), item("xyz", 1), item(V(0), 9), item(b"a", 0), item([1, 2], slice(1)))
print(less(V(1), 2), less(1.0, 2), less(float("nan"), 1), less("a", "b"), less((1,), (2,)), less(2**70, 1))
print(same(V(1), 1), same(1, 1.0), same("a", "a"), same(float("nan"), 1.0), same(True, 1))
print(inside([1], 1), inside("abc", "b"), inside(V(1), 3), inside({1: 2}, 2))
for bad in ((1, "x"), (None, 1)):
    try:
        add(*bad)
    except TypeError as e:
        print("TypeError", e)
x, steps = 1, 0
while x < 2**200:
    x = x * 3 + 1
    steps += 1
print(x, steps)
total = 2**62 - 20
for i in range(40):
    total += 1
print(total)
for i in range(80):
    total -= 2**57
print(total)
n = V(1)
n += 1
print(n.v, -(-2**62), abs(-2**62), -2**62 // -1, (2**62 - 1) << 1, 1 << 100, -7 // 2, -7 % 3)
