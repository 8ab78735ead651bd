# collections.namedtuple: classes made, tuples made, read by name, replaced, shown, turned into dicts.
from collections import namedtuple

Point = namedtuple('Point', 'x y z', defaults=[0])
n = 0
for i in range(40000):
    p = Point(i, 2)
    n += p.x + p.y + p.z
for i in range(12000):
    p = Point(x=i, y=1)._replace(z=i)
    n += p._asdict()['z'] + len(repr(p)) + Point._make((1, 2, 3)).x
rows = [Point(i * 37 % 101, i, 0) for i in range(20000)]
n += sum(r.y for r in sorted(rows, key=lambda r: (r.x, r.y))[:100]) + len({r._replace(y=0) for r in rows})
for i in range(60):
    n += len(namedtuple(f'T{i}', ['a', 'b', 'c', 'd'])(1, 2, 3, 4))
print(n, rows[5], Point(1, 2) == (1, 2, 0))
