# Where __annotations__ comes from: made at the start of a module or class that annotates, then a
# name like any other; a bare `(x): int` binds nothing.
gns = {}; lns= {}
exec("'doc'\n__annotations__[1] = 2\nx: int = 5\n", gns, lns)
print(lns["__annotations__"])
def f2bad():
    (nog): int
    return nog
try: f2bad()
except NameError as e: print(type(e), e)
class CNS(dict):
    def __setitem__(self, k, v): super().__setitem__(k.lower(), v)
class CMeta(type):
    @classmethod
    def __prepare__(m, name, bases, **kw): return {'__annotations__': CNS()}
class CC(metaclass=CMeta):
    XX: 'ANNOT'
print(CC.__annotations__)
x: int = 3
print(__annotations__)
try:
    class Q:
        del __annotations__
        z: int
except NameError as e: print(e)
