# How modules show themselves without a name, with a file, with a loader.
from types import ModuleType
class Loader: pass
def show(change):
    m = ModuleType('m')
    change(m)
    print(repr(m).replace(__name__ + '.', ''))
def nameless(m): del m.__name__
def filed(m): m.__file__ = '/tmp/m.py'
def loaded(m): m.__loader__ = Loader
for changes in ((), (nameless,), (filed,), (nameless, filed), (loaded,), (nameless, loaded), (loaded, filed)):
    show(lambda m: [change(m) for change in changes])
m = ModuleType('m')
m.__annotations__ = {'a': int}
del m.__annotations__
try: del m.__annotations__
except AttributeError as e: print(e)
