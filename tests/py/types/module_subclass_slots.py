# __slots__ of subclasses of the module type.
import sys
import types


class Slotted(types.ModuleType):
    __slots__ = ('a', 'b')

    def __init__(self, name):
        super().__init__(name)


m = Slotted('name')
for name in 'ab':
    try:
        getattr(m, name)
    except AttributeError as e:
        print(e)
m.a, m.b = 1, 2
m.c = 3
print(m.a, m.b, m.c, sorted(k for k in m.__dict__ if not k.startswith('_')), vars(m) is m.__dict__)
del m.a
print(hasattr(m, 'a'), m)
try:
    del m.a
except AttributeError as e:
    print(e)


class More(Slotted):
    __slots__ = ('d',)

    @property
    def twice(self):
        return self.d * 2


n = More('more')
n.d, n.a, n.e = 4, 5, 6
print(n.d, n.a, n.e, n.twice, 'd' in n.__dict__)
try:
    class Dict(types.ModuleType):
        __slots__ = ('__dict__',)
except TypeError as e:
    print(e)


class Plain(types.ModuleType):
    @property
    def answer(self):
        return 42


class Empty(types.ModuleType):
    __slots__ = ()


here = types.ModuleType('here')
here.x = 1
here.__class__ = Plain
print(here.x, here.answer, here.__dict__['x'], type(here).__name__)
here.__class__ = types.ModuleType
print(here, hasattr(here, 'answer'))
try:
    here.__class__ = Slotted
except TypeError as e:
    print('TypeError')
print(Empty('empty'), Plain('p').__dict__['__name__'])
