# Dataclasses made, compared and sorted.
from dataclasses import dataclass, replace


@dataclass(order=True)
class Row:
    key: int
    name: str = ""


rows = [Row(i * 7919 % 1009, "n%d" % (i % 13)) for i in range(120000)]
rows.sort()
print(rows[0], rows[-1], sum(a == b for a, b in zip(rows, rows[1:])), replace(rows[5], key=-1))
