# assignments to __class__ and __bases__ compare layouts; attributes of classes that cannot be deleted
def T(s):
    try: print(s, '->', eval(s))
    except Exception as e: print(s, '->', type(e).__name__, e)
class A: pass
class B: pass
class S1(A): __slots__ = ('x',)
class S2(A): __slots__ = ('y',)
class S3(A): __slots__ = ('x',)
class N: __slots__ = ('x',)
class C(A): pass
class Sub(S1): pass
for s in """setattr(A(), '__class__', B)
setattr(S1(), '__class__', S2)
setattr(S1(), '__class__', S3)
setattr(S1(), '__class__', A)
setattr(C(), '__class__', A)
setattr(N(), '__class__', A)
setattr(A(), '__class__', 5)
setattr(C, '__bases__', (B,))
setattr(A, '__bases__', (B,))
setattr(Sub, '__bases__', (S2,))
setattr(C, '__bases__', (int,))
delattr(A, '__module__')
delattr(A, '__name__')
delattr(A, '__doc__')
str.__abstractmethods__
tuple.__new__(type('T', (tuple,), {}), (1,), k=2)
type('T', (tuple,), {})((1,), k=2)
type('L', (list,), {})((1,), k=2)
type('F', (float,), {})(1, k=2)
type('Z', (set,), {})(1, 2)""".split('\n'): T(s)


# __bases__ that a subclass cannot have: everything stays as it was
class Base:
    def __new__(cls):
        print("Base", cls.__name__)
        return super().__new__(cls)


class Left(Base):
    pass


class Right(Base):
    def __new__(cls):
        print("Right", cls.__name__)
        return super().__new__(cls)


class Below(Right, Left):
    pass


try:
    Left.__bases__ = (Right,)
except TypeError as e:
    print(e)
for cls in Left, Below:
    print([c.__name__ for c in cls.__mro__], [c.__name__ for c in cls.__bases__])
    cls()


# a metaclass whose mro() sets other bases on the way
class Meta(type):
    busy = False

    def mro(cls):
        if Meta.busy and cls.__name__ == "Moved":
            Meta.busy = False
            cls.__bases__ = (Second,)
            raise KeyError("mro")
        return super().mro()


class Root(metaclass=Meta):
    pass


class First(Root):
    pass


class Second(Root):
    pass


class Moved(Root):
    pass


Meta.busy = True
try:
    Moved.__bases__ = (First,)
except KeyError as e:
    print(repr(e))
print(Moved.__bases__, Moved.__mro__)
print(First.__subclasses__(), Second.__subclasses__(), Root.__subclasses__())
