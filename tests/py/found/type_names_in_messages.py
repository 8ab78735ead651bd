# types of C modules are shown with their module, in messages and nowhere else
import collections, functools, itertools, re, types, weakref
def T(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)

for o in [collections.deque(), collections.defaultdict(), functools.partial(len), itertools.count(),
          re.compile(''), re.match('', ''), types.SimpleNamespace(), types.MappingProxyType({}), list[int], int | str,
          functools.lru_cache(len), weakref.ref(int)]:
    T(lambda: o + 1j)
    T(lambda: o.zork)
    T(lambda: type(o).__name__)
for o in (int | str, list[int], re.match('', ''), re.compile('')):
    T(lambda: [*o])
    T(lambda: 1 in o)
    T(lambda: list(o))
    T(lambda: print(*o))
print(collections.deque([1]), collections.defaultdict(int), bytearray(b"it's"), bytes(b"it's"))
class S(staticmethod): pass
class C(classmethod): pass
print(S(len), C(len))
