"""CPU milliseconds of compile() on source of as many lines as the argument says: a multiple of ten, the
kind that a model writes. Least of five rounds within the process; run by bench.py."""
import sys
import time

HALF = """import json
rows{i} = [{{"name": "item %d" % k, "price": k * 1.5, "tags": ["a", "b"]}} for k in range({i}, 40)]
total = 0
for row in rows{i}:
    if row["price"] > {i} and "a" in row["tags"]:
        total += row["price"] * (1 + 0.19)
    elif not row["name"].startswith("item"):
        continue
best = max(rows{i}, key=lambda row: row["price"], default=None)
print(f"{{len(rows{i})}} rows, {{total:.2f}} in all, best is {{best['name']!r}}")
"""
OTHER_HALF = """class Table{i}:
    def __init__(self, rows, title="table {i}"):
        self.rows, self.title = list(rows), title
    def column(self, name, default=None):
        try:
            return [row.get(name, default) for row in self.rows]
        except AttributeError as e:
            raise ValueError(f"no rows in {{self.title}}: {{e}}") from e
with open("table{i}.json") as f:
    print(json.dumps(Table{i}(json.load(f)).column("price"), indent=2), file=sys.stderr)
"""


def source(lines):
    units = ((HALF, OTHER_HALF)[k % 2].format(i=k) for k in range(lines // 10))
    text = "".join(units)
    assert text.count("\n") == lines
    return text


text = source(int(sys.argv[1]))
loops = 20000 // int(sys.argv[1])
best = 9e9
for _ in range(5):
    start = time.process_time()
    for _ in range(loops):
        compile(text, "lines", "exec")
    best = min(best, (time.process_time() - start) / loops)
print(best * 1e3)
