# options: --max-memory 64M
# skip: gcstress,smallstack deep or large on purpose
# More waits to be marked than fits: nothing that texts and numbers with attributes hold is lost.
import gc


class S(str): pass
class B(bytes): pass
class F(float): pass
class C(complex): pass


def carriers(i):
    made = [c for k in range(25) for c in (S("t%d" % i), B(b"b%d" % i), F(i + k), C(i, k))]
    for v in made:
        v.payload = ["payload", i]
    return made


LEVELS, SPECIAL = 3000, range(300, 500)
root = None
for i in range(LEVELS):
    lists = [[] for _ in range(100)]
    root = tuple(lists + (carriers(i) if i in SPECIAL else [[] for _ in range(100)]) + [root])
for _ in range(3):
    gc.collect()
junk = [["junk", i] for i in range(50000)]
seen = wrong = 0
node = root
for i in reversed(range(LEVELS)):
    if i in SPECIAL:
        for v in node[100:200]:
            seen += 1
            wrong += v.payload != ["payload", i]
    node = node[-1]
print(seen, wrong, node, len(junk))
