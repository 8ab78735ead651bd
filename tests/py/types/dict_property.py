# A class may define __dict__ itself.
class G:
    def getDict(self): return {'a':2}
    __dict__ = property(fget=getDict)
print(vars(G()), G().__dict__)


class Slotted:
    __slots__ = ()
    __dict__ = property(lambda self: {'s': 1})


print(vars(Slotted()))
