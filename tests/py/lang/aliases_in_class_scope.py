# What type parameters and aliases right in a class see: its names while it is made, the class itself
# from then on, the top level for names that it binds; its name mangles theirs.
x = 'global'


def outer():
    x = 'nonlocal'

    class Binds:
        type Alias = x
        val = Alias.__value__
        def meth[T: x](self, arg: x): ...
        bound = meth.__type_params__[0].__bound__
        note = meth.__annotations__['arg']
        x = 'class'

    class Reads:
        type Alias = x
        val = Alias.__value__
        def meth[T: x](self): ...
        bound = meth.__type_params__[0].__bound__

    class Declares:
        global x
        type Alias = x

    class Outside:
        nonlocal x
        type Alias = x
        x = 'changed'
    return Binds, Reads, Declares, Outside


Binds, Reads, Declares, Outside = outer()
print(Binds.val, Binds.bound, Binds.note, Binds.Alias.__value__)
print(Reads.val, Reads.bound, Reads.Alias.__value__)
Declares.x = 'class'
print(Declares.Alias.__value__, Outside.Alias.__value__)


class Later:
    T = int
    def foo[U: T, V: (T, str), W: T](self): ...
    type Alias = T


Later.T = float
U, V, W = Later.foo.__type_params__
print(U.__bound__, U.__constraints__, V.__bound__, V.__constraints__, Later.Alias.__value__)
Later.T = bool
print(U.__bound__, V.__constraints__, W.__bound__, Later.Alias.__value__)


class Shadow:
    T = 1
    def f[T, U: T](self): ...


print(Shadow.f.__type_params__[1].__bound__)


class Meta(type):
    def __new__(m, name, bases, ns):
        print(name, list(ns))
        return super().__new__(m, name, bases, ns)


class A(metaclass=Meta):
    T = int
    type Alias = T
    def f(self): return __class__


class B(metaclass=Meta):
    def f[U](self): ...


class Drops(type):
    def __new__(m, name, bases, ns):
        ns.pop('__classdictcell__')
        return super().__new__(m, name, bases, ns)


class C(metaclass=Drops):
    v = 1
    type Alias = v
    type Bad = undefined


C.v = 2
print(C.Alias.__value__)
try:
    C.Bad.__value__
except NameError as e:
    print(e)


class Spoils(type):
    def __new__(m, name, bases, ns):
        ns['__classdictcell__'] = 5
        return super().__new__(m, name, bases, ns)


try:
    class D(metaclass=Spoils): pass
except TypeError as e:
    print(e)

_Foo__B = list


class Foo[__T: __B]:
    param = __T
    def meth[__U](self, arg: __T, arg2: __U):
        return __T, __U
    type Alias[__V] = (__T, __V)


T = Foo.__type_params__[0]
U = Foo.meth.__type_params__[0]
V = Foo.Alias.__type_params__[0]
print(T.__name__, U.__name__, V.__name__, T.__bound__, Foo.param is T, Foo().meth(1, 2) == (T, U))
print(Foo.meth.__annotations__, Foo.Alias.__value__)


class Fails[T: missing, U: (missing,)]: pass


T, U = Fails.__type_params__
for which in '__bound__', '__constraints__':
    for p in T, U:
        try:
            print(p, which, getattr(p, which))
        except NameError as e:
            print(p, which, e)
missing = 3
print(T.__bound__, T.__constraints__, U.__bound__, U.__constraints__)

from typing import TypeAliasType
for args, kw in ((), {}), (('TA',), {}), (('TA', list, ()), {}), (('TA', list), {'type_params': 42}):
    try:
        print(TypeAliasType(*args, **kw))
    except TypeError as e:
        print(type(e).__name__)
