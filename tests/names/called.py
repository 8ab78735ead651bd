"""Which public names of names.tsv the tests use, each test being compared with CPython's output.

    python3.12 tests/names/called.py [MODULE...]    # prints the names no test uses, and the share
A name counts when a program under tests/py or tests/perf takes it from its module: module.name,
from module import name, a loop over dir(module), or getattr(module, ...) and the name in a string.
"""
import ast
import pathlib
import sys

if sys.version_info < (3, 12):
    sys.exit('called.py: an older Python cannot read all tests; run it with python3.12')
HERE = pathlib.Path(__file__).resolve().parent
TABLE = {}
for line in (HERE / 'names.tsv').read_text().splitlines():
    module, *names = line.split()
    TABLE[module] = set(names)


def module_of(node, aliases):
    """The dotted module that an expression names, or None."""
    if isinstance(node, ast.Name):
        return aliases.get(node.id)
    if isinstance(node, ast.Attribute):
        base = module_of(node.value, aliases)
        return base and f'{base}.{node.attr}'
    return None


def uses(tree):
    """(module, name) pairs of a program; the name '*' stands for all."""
    aliases = {}
    words = [word for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
             for word in node.value.split()]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for a in node.names:
                aliases[a.asname or a.name.split('.')[0]] = a.name if a.asname else a.name.split('.')[0]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for a in node.names:
                aliases[a.asname or a.name] = f'{node.module}.{a.name}'
                yield node.module, a.name
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and (base := module_of(node.value, aliases)):
            yield base, node.attr
        elif (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args
              and node.func.id in ('dir', 'vars') and (base := module_of(node.args[0], aliases))):
            yield base, '*'
        elif (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == 'getattr'
              and (base := module_of(node.args[0], aliases))):
            yield from ((base, word) for word in words)


used = {module: set() for module in TABLE}
for folder in ('py', 'perf'):
    for path in (HERE.parent / folder).rglob('*.py'):
        try:
            tree = ast.parse(path.read_text(errors='replace'))
        except (SyntaxError, ValueError):
            continue
        for module, name in uses(tree):
            if module in TABLE:
                used[module] |= TABLE[module] if name == '*' else {name}
total = have = 0
for module, names in TABLE.items():
    if sys.argv[1:] and module not in sys.argv[1:]:
        continue
    unused = sorted(names - used[module])
    total += len(names)
    have += len(names) - len(unused)
    if unused:
        print(module, *unused)
print(f'{have} of {total} names used by tests, {100 * have / total:.1f} %')
