# functools.partial: self-containing repr, state without attributes, weak references; singledispatch over
# abstract classes that get new members later; OrderedDict pop and setdefault by keyword.
import collections
import collections.abc as c
import functools
import re
import weakref

p = functools.partial(print)
p.__setstate__((p, (1,), {}, {}))
print(repr(p))
q = functools.partial(int, base=2)
q.note = 1
q.__setstate__((int, ('11',), {'base': 2}, None))
print(q(), q.__dict__, weakref.ref(q)() is q)
print([weakref.ref(x)() is x for x in (collections.deque(), re.compile('x'), functools.lru_cache(print), list[int])])


class Sized(c.Sized):
    def __len__(self):
        return 0


@functools.singledispatch
def g(arg):
    return 'base'


for cls, text in ((c.Iterable, 'iterable'), (c.Container, 'container'), (c.Sized, 'sized'), (c.Set, 'set')):
    g.register(cls, lambda arg, text=text: text)
print(g(Sized()))
c.Set.register(Sized)
print(g(Sized()))


class Missing(collections.OrderedDict):
    def __missing__(self, key):
        return 0


m = Missing(a=1)
print(m.pop('b', 5), m.pop('a', default=6), m.setdefault('g', default=9), m)
try:
    m.pop('a')
except KeyError as e:
    print('KeyError', e)


class Loud(collections.OrderedDict):
    def update(self, *args, **kwds):
        raise Exception


print(Loud([('a', 1)]))
