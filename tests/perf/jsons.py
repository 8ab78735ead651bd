# json: dumps and loads of nested records, indented, sorted and with escapes.
import json

rows = [
    {"id": i, "name": "user %d \u00e9\n" % i, "tags": ["a", "b", str(i % 7)], "score": i * 0.37, "ok": i % 2 == 0, "next": None}
    for i in range(6000)
]
size = 0
for _ in range(24):
    text = json.dumps(rows)
    back = json.loads(text)
    size += len(text) + sum(r["id"] for r in back)
size += len(json.dumps(rows[:3000], indent=2, sort_keys=True)) + len(json.dumps(rows, ensure_ascii=False, separators=(",", ":")))
print(size, back == rows, json.loads("[1e5, -0.5, 12345678901234567890]"))
