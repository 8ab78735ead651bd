# Names of __slots__ are not in the instance's dict, whatever the layout, and a name declared
# twice counts twice in the layout.
def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, "|", e)


for base, args in ((list, ()), (dict, ()), (Exception, (1,)), (set, ()), (object, ())):
    class Z(base):
        __slots__ = ("s", "t", "u", "v", "w")

    class Y(Z):
        pass

    o = Y(*args)
    o.s = 3
    o.t = 4
    print(base.__name__, vars(o), o.s, o.t)
    o.x = 5
    print(vars(o), o.x, o.t)
    o.w = 6
    o.__dict__ = {"a": 1}
    print(vars(o), o.a, o.w, o.s, hasattr(o, "x"))
    del o.s
    print(hasattr(o, "s"), o.t)
    attempt(lambda: Z(*args).__dict__)
    o.s = 1
    print(o.s, vars(o))


class A:
    __slots__ = ("a", "b")


class B:
    __slots__ = ("b", "a")


class D(A):
    __slots__ = ("a",)


class E(D):
    pass


def assign(o, c):
    o.__class__ = c
    return type(o).__name__


for x in (A, B, D, E):
    for c in (A, B, D, E):
        attempt(lambda: assign(x(), c))
e = E()
e.x = 1
e.a = 2
print(vars(e), e.a)
