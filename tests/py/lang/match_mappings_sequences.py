# What match takes as a mapping or a sequence; `*_` does not run through the rest.
import collections, collections.abc
class M(collections.abc.Mapping):
    def __getitem__(self, k): return {'a':1}[k]
    def __len__(self): return 1
    def __iter__(self): return iter('a')
match M():
    case {'a': x, **r}: print('map', x, r)
class S(collections.abc.Sequence):
    def __getitem__(self, k): return [1,2,3][k]
    def __len__(self): return 3
match S():
    case [a, *b]: print('seq', a, b)
    case _: print("no")
class R:
    def __getitem__(self, k): return [1,2,3][k]
    def __len__(self): return 3
collections.abc.Sequence.register(R)
match R():
    case [a, b, c]: print('reg', a, b, c)
    case _: print("no")
match collections.UserList([1,2]):
    case [a, b]: print('ul', a, b)
match collections.deque([1,2]):
    case [a, b]: print('dq', a, b)
match collections.UserDict({0: 1, 2: 3}):
    case {2: 3, **z}: print('ud', z)
match collections.OrderedDict({0: 1, 2: 3}):
    case {2: 3, **z}: print('od', z)
match collections.ChainMap({0: 1, 2: 3}):
    case {2: 3, **z}: print('cm', z)
match memoryview(b"abc"):
    case (x,y,z): print(x,y,z)
w = range(1 << 30)
match w:
    case x, y, *_: print(x,y)
match w:
    case *_, y: print(y)
