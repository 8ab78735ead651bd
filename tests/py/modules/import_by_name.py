# importlib: modules by name, and whether they are there
import importlib
import importlib.util
import sys

m = importlib.import_module('math')
print(m.sqrt(16), m is sys.modules['math'], importlib.import_module('collections.abc').__name__)
print(importlib.import_module('.abc', 'collections').__name__)
for args in ('nope_mod',), ('.x',), ('..x', 'a'), ('math.nope',):
    try:
        print(importlib.import_module(*args))
    except Exception as e:
        print(type(e).__name__, e)
print(importlib.util.find_spec('json').name, importlib.util.find_spec('nope_mod'))
print(importlib.util.find_spec('collections.abc').parent)
try:
    importlib.util.find_spec('nope_mod.x')
except ModuleNotFoundError as e:
    print(e, e.name)
print(importlib.util.resolve_name('.a.b', 'x.y'), importlib.util.resolve_name('..a', 'x.y'))
importlib.invalidate_caches()
print(importlib.util.module_from_spec(importlib.util.find_spec('math')).__name__)
