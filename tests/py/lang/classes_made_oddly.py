# Names, texts, slots and cells of classes, where they are odd.
for make in (lambda: type('A\udcdcB', (), {}), lambda: type('A', (), {'__doc__': 'x\udcdcy'}),
             lambda: type('A', (), {'__slots__': [chr(128)]}), lambda: type('A', (), {'__slots__': ['é', 'ⅷ']}),
             lambda: type('A', (), {'__slots__': ['1a']}), lambda: type('A', (), {'__doc__': 'x\x00y'}).__doc__[1:] == '\0y',
             lambda: type('A', (), {'__slots__': ['a b']}), lambda: type('A', (), {'__slots__': ['', 'a']})):
    try:
        print(make())
    except (UnicodeEncodeError, TypeError) as e:
        print(type(e).__name__, e)


class A[T]: pass


for name in '__type_params__', '__name__':
    try:
        delattr(A, name)
    except TypeError as e:
        print(e)
try:
    A.__name__ = 'A\udcdcB'
except UnicodeEncodeError as e:
    print(e)
print(A.__name__)


class Base:
    def __init__(self): self.b = 42


class Slot(Base):
    __slots__ = ['__classcell__', '__qualname__']
    def __init__(self): super().__init__()


s = Slot()
s.__classcell__ = 5
print(s.b, s.__classcell__, Slot.__qualname__)

seen = None


class Meta(type):
    def mro(self):
        self.__dict__['f']()
        return super().mro()


class Early(metaclass=Meta):
    def f():
        global seen
        seen = __class__


print(seen is Early)
class H: __slots__ = ['a', 'b']
class I: __slots__ = ['b', 'a']
class L(H): __slots__ = ['e']
class M(I): __slots__ = ['e']
class N(H): pass
class O(I): pass


for x, y in (H, I), (L, M), (N, O), (L, H), (N, H):
    o = x()
    try:
        o.__class__ = y
        print(type(o).__name__)
    except TypeError as e:
        print(e)


class Plain: pass
class Meta2(Plain, type): pass
class C(metaclass=Meta2): x = 1


print(type(C.__dict__).__name__, C.__dict__['x'])


def f(): 'doc'


cm = classmethod(f)
print({k: v for k, v in cm.__dict__.items()})
cm.x = 3
print(list(cm.__dict__))

import types


class Module(types.ModuleType):
    def __getattribute__(self, name):
        if name[0] != '_': print('asked for', name)
        return super().__getattribute__(name)
    @property
    def v(self): return 'of the property'


def get(m): return m.v


m = types.ModuleType('m')
m.v = 'of the module'
print(get(m), get(m))
m.__class__ = Module
print(get(m), get(m))
m = Module('m')
m.w = 1
print(m.w)
del m.w


class NoDict(types.ModuleType): __dict__ = 8


try:
    dir(NoDict('foo'))
except TypeError as e:
    print(e)


def fails(self): raise KeyError('fails')


class E:
    __eq__ = property(fails)
    __lt__ = property(fails)


print(E() == E())
try:
    E() < E()
except TypeError as e:
    print(e)

from abc import ABCMeta
for given in (), 5, [int, 3]:
    class S(metaclass=ABCMeta): __subclasses__ = lambda *a, given=given: given
    try:
        print(issubclass(int, S))
    except TypeError as e:
        print(e)
for cls in ValueError, type('X', (ValueError,), {}), type('Y', (Plain, ValueError), {}):
    e = cls()
    e.__dict__ = {'a': 1}
    try:
        del e.__dict__
    except TypeError as err:
        print(e.a, err)
