# Modules beside a script: packages, relative and circular imports, what goes wrong in them.
import sys
import pkg, pkg.sub
import pkg.sub.leaf as L
print(pkg.__doc__, pkg.__name__, pkg.__package__, [p.rpartition('/')[2] for p in pkg.__path__], pkg.__file__.rpartition('/')[2])
print(pkg.a.NAME, pkg.beta, L.__name__, pkg.sub.leaf is L)
from pkg import *
print(late.value, a is pkg.a, beta)
import ns.deep.m
from ns import deep
print(ns.deep.m.inside, deep.__name__, hasattr(ns, '__file__'), ns.__package__, deep.__package__)
for name in 'circ1', 'circ3':
    try:
        __import__(name)
    except (ImportError, AttributeError) as e:
        t = str(e)
        if '(/' in t or '.py' in t: t = t[:t.rindex('(')]
        print(type(e).__name__, t, getattr(e, 'name', 0))
    print(name in sys.modules, 'circ2' in sys.modules)
import traceback, linecache
import boom
try: boom.f()
except ZeroDivisionError as e:
    tb = traceback.extract_tb(e.__traceback__)
    print([(f.filename.rpartition('/')[2], f.lineno, f.name, f.line) for f in tb])
try: import synt
except SyntaxError as e: print(e.msg, e.lineno, e.filename.rpartition('/')[2], e.text)
try: import fails
except ValueError as e: print(e, 'fails' in sys.modules)
for n in 'pkg.nothere', 'pkg.a.x', 'nothere', 'nothere.x', 'json.nothere', 'math.x':
    try: __import__(n)
    except ImportError as e: print(type(e).__name__, e, e.name)
try: from pkg import nothere
except ImportError as e: print(str(e)[:str(e).rindex('(')], e.name, e.path.rpartition('/')[2])
try: from boom import nothere
except ImportError as e: print(str(e)[:str(e).rindex('(')], e.name, e.path.rpartition('/')[2])
try: from . import pkg
except ImportError as e: print(e)
import queue, time
print(hasattr(queue, 'own'), hasattr(time, 'own'))
import latin; print(ascii(latin.t))
import importlib
print(importlib.import_module('pkg.late').value, importlib.import_module('.late', 'pkg').value)
print(__import__('pkg.sub.leaf').__name__, __import__('pkg.sub.leaf', fromlist=['x']).__name__)
print(__import__('sub.leaf', {'__package__': 'pkg'}, None, (), 1).__name__, __import__('', {'__package__': 'pkg'}, None, ('a',), 1).__name__)
import imports; print(imports.__name__)
print(__name__, __package__)
import pickle
class C: pass
import boom
print(pickle.loads(pickle.dumps(boom.f)) is boom.f)
import os.path
def g():
    import pkg.late as q
    return q.value
print(g())
try: __import__('pkg.')
except ImportError as e: print(type(e).__name__, e)
try: __import__('pkg\0x')
except ImportError as e: print(type(e).__name__, ascii(str(e)))
