# __class__ assignment: room for weak references is part of an object's layout.
import itertools


class A(Exception):
    __slots__ = ('v',)


class B(A):
    pass


class C(A):
    __slots__ = ()


class D(A):
    __slots__ = ('__weakref__',)


class E:
    __slots__ = ()


class F(E):
    __slots__ = ('__weakref__',)


class G(E):
    __slots__ = ('__dict__',)


class H(E):
    pass


class I(E):
    pass


for one, two in itertools.permutations((A, B, C, D, E, F, G, H, I), 2):
    o = one()
    try:
        o.__class__ = two
        print(one.__name__, two.__name__, type(o).__name__)
    except TypeError as e:
        print(one.__name__, two.__name__, e)
