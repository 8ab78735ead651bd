#!/bin/sh
# Python of ours defines no name twice in one block, or over an import: the second definition silently takes the first one's
# place. (Parts of the worker share no block; parts.sh looks at what they share.)
cd "$(dirname "$0")/../.." || exit 1
command -v python3 >/dev/null || { echo "python3 is missing"; exit 1; }
# shellcheck disable=SC2046
python3 -s - $(git ls-files 'src/*.py' 'tests/*/*.py' | grep -E '^(src|tests/(e2b|fuzz|kills|lint|origin|pairs|server))/') <<'END'
import ast, sys

def blocks(tree):
    for node in ast.walk(tree):
        for body in ("body", "orelse", "finalbody"):
            if isinstance(getattr(node, body, None), list):
                yield getattr(node, body)

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for block in blocks(tree):
        first = {}
        for node in block:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                if node.name in first and not node.decorator_list and node.name != "_":
                    print(f"{path}:{node.lineno}: {node.name} is also line {first[node.name]}'s")
                first[node.name] = node.lineno
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                for alias in node.names:
                    first[(alias.asname or alias.name).partition(".")[0]] = node.lineno
END
