# Natives get their arguments where they lie on the stack, parameters left out behind them; while
# they run, code of the program runs above. One site sees natives, bound ones, classes and functions.
def deep(n):
    a = b = c = d = e = n
    return deep(n - 1) + 1 if n else a + b + c + d + e

class Key:
    def __init__(self, v):
        self.v = v
    def __hash__(self):
        deep(20)
        return self.v % 3
    def __eq__(self, other):
        deep(20)
        return self.v == other.v
    def __lt__(self, other):
        deep(20)
        return self.v < other.v
    def __index__(self):
        deep(20)
        return self.v

keys = [Key(i) for i in range(9)]
table = {k: k.v for k in keys}
print([table.get(Key(i)) for i in (0, 8, 9)], table.pop(Key(3)), table.pop(Key(3), "none"), table.setdefault(Key(3)))
print(keys.index(Key(4)), keys.count(Key(4)), Key(11) in table, keys.pop(Key(-1)).v, keys.pop().v, len(keys))
print("a b c".split(), "a,b,c".split(",", Key(1)), "abc".find("c", Key(1)), "x".center(Key(3)) + "|", "aXbXc".replace("X", "-", Key(1)))
print(next(iter([1])), next(iter([]), None), getattr(keys, "nothing", 5), round(2.567, Key(1)), pow(2, 10, 1000), int("7"), int("ff", Key(16)))
print(max(keys).v, min(keys, key=lambda k: -k.v).v, sorted(keys)[0].v, sum([1, 2]), list(enumerate("ab", Key(4))))

def call(f, *args):
    return f(*args)
def one(f, x):
    return f(x)
seen = []
out = [one(f, 3) for f in (abs, seen.append, str, lambda x: x * 2, [5, 6, 7, 8].pop, {3: "three"}.get, Key, range, bool, hash, "{}!".format)]
print([getattr(o, "v", o) for o in out], seen)
def two(o, name):
    return getattr(o, name)()
print(two([3, 1], "copy"), two("ab", "upper"), two({1: 2}, "copy"), two(Key(2), "__index__"), two(b"x", "hex"), two([4], "pop"))
for f, args in ((one, ([].append, 1)), (call, (len,)), (call, (len, 1, 2)), (call, (str.upper, 5)), (call, ([].pop, 1, 2)), (call, ({}.get,)), (call, ("a".join,)), (call, (list.append, {}, 1)), (call, ([].insert, 0))):
    try:
        print(f(*args))
    except TypeError as e:
        print(e)
def pops(stack):
    return stack.pop()
class Stack(list):
    pass
class Own:
    def pop(self, i=-1):
        return "own", i
print(pops([1, 2]), pops(Stack("xy")), pops({3}), pops(Own()), pops(bytearray(b"\x07")))
