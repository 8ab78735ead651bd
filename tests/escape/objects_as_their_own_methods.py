# Objects that are their own special methods, directly and through each other, end in a RecursionError.
import copy, math, operator

NAMES = """__get__ __set__ __delete__ __call__ __eq__ __lt__ __hash__ __repr__ __str__ __bool__ __len__ __iter__ __next__
__getitem__ __setitem__ __contains__ __add__ __radd__ __iadd__ __neg__ __index__ __int__ __float__ __complex__ __format__
__getattribute__ __getattr__ __setattr__ __delattr__ __dir__ __reversed__ __bytes__ __round__ __pow__ __divmod__
__missing__ __length_hint__ __instancecheck__ __subclasscheck__ __init__ __new__ __del__ __await__ __aiter__ __anext__
__enter__ __exit__ __reduce_ex__ __copy__ __deepcopy__ __mro_entries__ __set_name__ __init_subclass__ __prepare__
__class_getitem__ __trunc__ __fspath__ __buffer__ __match_args__""".split()
USES = [
    lambda c: c.x, lambda c: setattr(c, "x", 1), lambda c: delattr(c, "x"), lambda c: c(), lambda c: c == c,
    lambda c: c < 1, hash, repr, str, bool, len, iter, next, lambda c: c[0], lambda c: operator.setitem(c, 0, 1),
    lambda c: 1 in c, lambda c: c + 1, lambda c: 1 + c, lambda c: operator.iadd(c, 1), operator.neg, operator.index, int,
    float, complex, format, dir, reversed, bytes, round, lambda c: c ** c, lambda c: divmod(c, 1), list, sorted, sum,
    lambda c: isinstance(1, c), lambda c: issubclass(int, c), copy.copy, copy.deepcopy, math.trunc, math.floor,
    lambda c: {c: 1}, lambda c: type("T", (c,), {}), lambda c: type("T", (), {"a": c})().a, lambda c: f"{c!r:{c}}",
    lambda c: "%s %d" % (c, c), lambda c: operator.length_hint(c), lambda c: dict(c), lambda c: [*c], lambda c: {**c},
    lambda c: (lambda *a, **k: 0)(*c, **c), lambda c: min(c, key=c), lambda c: type(c)(), lambda c: type(c).x,
    lambda c: hasattr(c, "y"), lambda c: c.__class__.__name__, lambda c: super(type(c), c).x, lambda c: vars(c),
]


def attempt(use, c):
    try:
        use(c)
    except (Exception, SystemExit):
        pass


def of_one(base):
    for name in NAMES:
        class C(base):
            pass

        try:
            c = C() if base is object else C("c", (), {})
            for also in (name, "__get__", "__call__", "x"):
                setattr(C, also, c)
        except Exception:
            continue
        for use in USES:
            attempt(use, c)


def of_two():
    for name in NAMES:
        class A:
            pass

        class B:
            pass

        a, b = A(), B()
        try:
            setattr(A, name, b)
            setattr(B, name, a)
            A.__get__ = B.__call__ = b
            B.__get__ = A.__call__ = a
        except Exception:
            continue
        for use in USES:
            attempt(use, a)


of_one(object)
of_one(type)
of_two()


class C:
    pass


c = C()
C.__get__ = C.x = c
try:
    c.x
except RecursionError as e:
    print(e)
