# Keywords of calls and patterns keep their names in a class: only identifiers are made private.
def show(*args, **kwargs):
    return args, kwargs


class Meta(type):
    def __new__(mcs, name, bases, namespace, **kwargs):
        print(name, kwargs)
        return super().__new__(mcs, name, bases, namespace)
    def __init__(cls, *args, **kwargs):
        pass


class C:
    __x = 1
    print(show(__x=__x, **{'__y': 2}), show(*[3], __x=4), dict(__k=5), show(__x__=6))

    class Inner(metaclass=Meta, __key=7):
        pass

    class More(metaclass=Meta, __key=8, **{'__z': 9}):
        pass

    def takes(self, __a, *, __b=0):
        return __a, __b

    def gives(self):
        try:
            return self.takes(1, __b=2)
        except TypeError as e:
            return str(e)

    def matches(self, other):
        match other:
            case C(__x=x):
                return x
        return 'no match'


c = C()
print(c.gives(), c.takes(1, _C__b=3), c.matches(c))
setattr(c, '__x', 'plain')
print(c.matches(c), [n for n in C.takes.__code__.co_varnames], C.takes.__kwdefaults__)
