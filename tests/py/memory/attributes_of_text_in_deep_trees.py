# options: --max-memory 64M
# skip: gcstress,smallstack deep or large on purpose
# More waits to be marked than fits: nothing that texts and numbers with attributes hold is lost.
import gc


class S(str): pass
class B(bytes): pass
class F(float): pass
class C(complex): pass


def carriers(i):
    made = [S("t%d" % i), B(b"b%d" % i), F(i + 0.5), C(i, 1)]
    for v in made:
        v.payload = ["payload", i, "y" * 20]
    return made


LEVELS, SPECIAL = 2900, range(100, 200)
root = None
for i in range(LEVELS):
    root = tuple([[] for _ in range(200)] + (carriers(i) if i in SPECIAL else []) + [root])
for _ in range(3):
    gc.collect()
junk = [["junk", i, "z" * 20] for i in range(20000)]
seen = wrong = 0
node = root
for i in reversed(range(LEVELS)):
    if i in SPECIAL:
        for v in node[200:204]:
            seen += 1
            wrong += v.payload != ["payload", i, "y" * 20]
    node = node[-1]
print(seen, wrong, node, len(junk))
