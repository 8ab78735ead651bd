# type() with bases that want resolving; __class_getitem__ set to None; __class__ between layouts.
class Entries:
    def __mro_entries__(self, bases):
        return ()


class Good(Entries()):
    pass


print(Good.__bases__, Good.__orig_bases__[0].__class__)
for bases in ((Entries(),), (int, Entries()), (5,)):
    try:
        type("Bad", bases, {})
    except TypeError as e:
        print(e)


class Closed(tuple):
    __class_getitem__ = None


try:
    Closed[int]
except TypeError as e:
    print(e)


class A:
    __slots__ = ("a",)


class B:
    __slots__ = ("a",)


class C:
    __slots__ = ("c",)


value = A()
value.__class__ = B
print(type(value).__name__)
try:
    value.__class__ = C
except TypeError as e:
    print(e)
