# An __index__ or a comparison that changes the container between the look at its length and the use of it.
import collections
class Index:
    def __init__(self, value): self.value = value
    def __index__(self):
        change(q)
        return self.value
def attempt(f):
    try: return f()
    except Exception as e: return type(e).__name__
changes = {"clear": lambda q: q.clear(), "pop": lambda q: q.pop(), "grow": lambda q: q.extend(range(1000)), "one": lambda q: (q.clear(), q.append(1))}
for name, change in changes.items():
    for make in (collections.deque, lambda v: collections.deque(v, 40), list):
        got = []
        for f in (lambda: q.rotate(Index(7)), lambda: q.rotate(Index(-3)), lambda: q.insert(Index(5), 1), lambda: q[Index(9)], lambda: q.__setitem__(Index(9), 2), lambda: q.__delitem__(Index(9)),
                  lambda: q.pop(Index(9)), lambda: type(q[Index(2):Index(30)])):
            q = make(range(20))
            got.append((attempt(f), len(q)))
        print(name, got)
for n in (2 ** 57, 2 ** 58, 2 ** 61):
    q = collections.deque([1])
    print(attempt(lambda: q * n), attempt(lambda: q.__imul__(n)))
