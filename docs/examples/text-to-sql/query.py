#!/usr/bin/env python3
"""Asks the database of rentals.sql one question in SQL. With --describe it says what it is, and which
tables there are, so that the model is always told of those of today."""
import json, os, sqlite3, sys

folder = os.path.dirname(os.path.abspath(__file__))
# A database of your own: sqlite3.connect("file:/home/me/shop.db?mode=ro", uri=True)
db = sqlite3.connect(":memory:")
with open(os.path.join(folder, "rentals.sql")) as file:
    db.executescript(file.read())
db.execute("PRAGMA query_only = ON")
db.row_factory = sqlite3.Row

if "--describe" in sys.argv:
    tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid").fetchall()
    columns = {t: [f"{c['name']} {c['type']}" for c in db.execute(f"PRAGMA table_info({t})")] for t, in tables}
    lines = [f"{name}({', '.join(each)})" for name, each in columns.items()]
    print(json.dumps({
        "description": "Runs one SELECT of SQLite's dialect and gives its rows. Tables: " + "; ".join(lines)
        + ". Days of a rental are NULL until the bike is back; start is YYYY-MM-DD.",
        "inputs": {"type": "object", "required": ["sql"], "additionalProperties": False,
                   "properties": {"sql": {"type": "string", "description": "a single statement"}}},
        "output": {"type": "array", "items": {"type": "object"}},
        "effects": "reads",
    }))
    sys.exit()

try:
    rows = db.execute(json.load(sys.stdin)["sql"]).fetchmany(1000)
except sqlite3.Error as error:
    sys.exit(f"SQLite: {error}")
print(json.dumps([dict(row) for row in rows]))
