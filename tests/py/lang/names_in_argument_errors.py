# Whose name stands before a function's in errors of argument counts: the module of a function, the class
# of the object that a method is bound to, the class that defines it when it is called in one go.
import functools, heapq, itertools, math, time, collections
class L(list): pass
def T(f):
    try: print(f())
    except TypeError as e: print(e)
T(lambda: math.sin())
T(lambda: math.sin(1, 2))
T(lambda: math.sin(x=1))
T(lambda: math.gcd(x=1))
T(lambda: math.pow(1))
T(lambda: math.prod())
T(lambda: math.atan2(1, 2, 3))
T(lambda: time.time(1))
T(lambda: time.sleep())
T(lambda: heapq.heapify())
T(lambda: heapq.heappush([]))
T(lambda: len())
T(lambda: len(1, 2))
T(lambda: sum())
T(lambda: L().append())
T(lambda: L().clear(1))
T(lambda: L.append(L()))
T(lambda: [].append(1, 2))
append, bit_length, fromkeys = L().append, True.bit_length, collections.OrderedDict.fromkeys
T(lambda: append())
T(lambda: append(x=1))
T(lambda: bit_length(1))
T(lambda: True.bit_length(1))
T(lambda: getattr(KeyError(1), 'add_note')())
T(lambda: KeyError(1).add_note())
T(lambda: collections.namedtuple('P', 'x').__doc__)
try:
    class B:
        a = b = functools.cached_property(len)
except TypeError as e: print(e, e.__notes__)
