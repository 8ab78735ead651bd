# A class that could not be made is not seen by its methods, nor by what waits in its aliases.
class Base: pass


kept = None
try:
    class Broken(object, Base):
        global kept, kept2
        def f(self): return __class__
        x = 1
        type kept2 = x
        kept = f
except TypeError as e:
    print(str(e).split('\n')[0])
try:
    kept(None)
except NameError as e:
    print(e)
print(kept2.__value__)
