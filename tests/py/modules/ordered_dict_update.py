# what OrderedDict() and update() take, and their errors
from collections import OrderedDict, Counter, defaultdict, ChainMap, UserDict
class It:
    def __iter__(s): return iter([1])
class GI:
    def __getitem__(s,i):
        if i>1: raise IndexError
        return i
class Keys:
    def keys(s): return ['a']
    def __getitem__(s,k): return k*2
class Items:
    def items(s): return [('q',1)]
class BadItems:
    def items(s): return 5
class D(dict):
    def keys(s): return ['x']
for v in ([1], [It()], [GI()], ['ab'], ['abc'], [(1,)], [()], [(1,2,3)], [{1,2}], [(1,2),3], [None], 5, None, Keys(), Items(), BadItems(), D(a=1), [([],1)], {1:2}.items(), 'ab', ['ab','cd'], GI()):
    for f in (OrderedDict, lambda v: OrderedDict().update(v), lambda v: OrderedDict().__ior__(v), lambda v: defaultdict(int, v), lambda v: OrderedDict(v, a=1)):
        try: print(f(v))
        except Exception as e: print(type(e).__name__, e)
try: OrderedDict(1,2)
except TypeError as e: print(e)
try: OrderedDict().update(1,2)
except TypeError as e: print(e)
try: OrderedDict.update()
except TypeError as e: print(e)
