#!/bin/sh
# The parts of the worker in python3: each has every name that it uses, imports only from parts before it in WORKER of the
# Makefile, only what is used, and no name that its owner binds again later, for that would be another variable.
cd "$(dirname "$0")/../.." || exit 1
command -v python3 >/dev/null || { echo "python3 is missing"; exit 1; }
parts=$(sed -n '/^WORKER := /,/)$/p' Makefile | tr '\\\n' '  ' | sed 's/.*%\.py,//; s/).*//')
python3 -s - src/exec/python/worker "$parts" <<'END'
import ast, builtins, os, symtable, sys

folder, order = sys.argv[1], sys.argv[2].split()
# A part whose name begins with _ is a module of the engine's, which both run.
ENGINES = "src/py/lib"
LINES, GIVEN = 300, {"namespaces"}  # at most; what load.py gives the package


def path_of(name):
    return os.path.join(ENGINES if name.startswith("_") else folder, name + ".py")


class Part:
    """Names that a part binds at its top, those that a function binds again, and those that are used."""

    def __init__(self, name):
        self.name, self.path = name, path_of(name)
        with open(self.path, encoding="ascii") as file:
            text = file.read()
        self.lines, self.tree = text.count("\n"), ast.parse(text)
        self.table = symtable.symtable(text, self.path, "exec")
        self.again = {n for node in ast.walk(self.tree) if isinstance(node, ast.Global) for n in node.names}
        self.bound = self.again | {s.get_name() for s in self.table.get_symbols()
                                   if s.is_assigned() or s.is_imported()}
        self.used, tables = set(), [self.table]
        for table in tables:
            tables += table.get_children()
            self.used |= {s.get_name() for s in table.get_symbols()
                          if s.is_referenced() and (table is self.table or s.is_global())}

    def imports(self):
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and node.level:
                for alias in node.names:
                    yield node.module, alias.name, node.lineno

    def own_imports(self):
        for node in self.tree.body:
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                for alias in node.names:
                    yield alias.asname or alias.name, node.lineno


def tell(part, line, what):
    print(f"{part.path}:{line}: {what}")


def check(part, before):
    if part.lines > LINES and not part.name.startswith("_"):
        tell(part, part.lines, f"over {LINES} lines")
    for name in sorted(part.used - part.bound - set(dir(builtins))):
        tell(part, 1, f"{name} is used and nowhere bound")
    for name, line in part.own_imports():
        if name not in part.used:
            tell(part, line, f"{name} is imported and not used")
    for owner, name, line in part.imports():
        if owner is None and name not in before and name not in GIVEN or owner is not None and owner not in before:
            tell(part, line, f"{owner or name} is no part before this one")
        elif owner is not None and name not in before[owner].bound:
            tell(part, line, f"{owner} has no {name}")
        elif owner is not None and name in before[owner].again:
            tell(part, line, f"{name} is bound again in {owner}: import {owner}, and say {owner}.{name}")


for name in sorted({n[:-3] for n in os.listdir(folder) if n.endswith(".py")} ^ {n for n in order if n[0] != "_"}):
    print(f"{folder}/{name}.py: not both a file and in WORKER of the Makefile")
known = {}
for name in order:
    if os.path.exists(path_of(name)):
        known[name] = Part(name)
        check(known[name], {n: known[n] for n in order[:order.index(name)] if n in known})
END
