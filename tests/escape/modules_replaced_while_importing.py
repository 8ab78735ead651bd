# The list of what is taken from a package is asked item by item, and puts something else in the package's place.
import sys
import xml

def attempt(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)

def take(v):
    class Names(tuple):
        def __getitem__(self, i):
            sys.modules['xml'] = v
            return 'etree'
    for name in list(sys.modules):
        if name.startswith('xml.'): del sys.modules[name]
    sys.modules['xml'] = xml
    vars(xml).pop('etree', None)
    return __import__('xml', {}, {}, Names(('etree',)), 0).__name__, 'xml.etree' in sys.modules

class Key:
    def __hash__(self): return hash('xml')
    def __eq__(self, other):
        sys.modules['xml.etree'] = sys.modules['json'] = 5
        return False

for v in ('x' * 100, 5, [1], {}, object(), type, None, sys):
    attempt(lambda: take(v))
del sys.modules['xml']
sys.modules[Key()] = 1
attempt(lambda: __import__('xml.etree', {}, {}, ('ElementTree',), 0) and 'imported')
attempt(lambda: __import__('json', {}, {}, ('decoder',), 0) and 'imported')
