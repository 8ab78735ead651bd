# Descriptors that wrap themselves, or each other in a ring: bound, called and asked they end with an error.
import functools

def attempt(what, f):
    try:
        f()
        print(what, "ended")
    except (RecursionError, TypeError, AttributeError) as e:
        print(what, type(e).__name__)

for kind in (classmethod, staticmethod, property, functools.partialmethod, functools.cached_property):
    one, other = kind(len), kind(len)
    for first, second in ((one, one), (one, other), (other, one)):
        try:
            first.__init__(second)
        except TypeError as e:
            print(kind.__name__, "is not initialised again:", type(e).__name__)
    class C:
        x = one
    name = kind.__name__
    attempt(name + " bound to a class", lambda: one.__get__(None, C))
    attempt(name + " bound to an instance", lambda: one.__get__(C(), C))
    attempt(name + " of the class", lambda: C.x)
    attempt(name + " of an instance", lambda: C().x)
    attempt(name + " called", lambda: C().x())
    attempt(name + " called itself", lambda: one())
    attempt(name + " told", lambda: repr(one))
    attempt(name + " asked for its function", lambda: one.__wrapped__)
    attempt(name + " asked whether it is abstract", lambda: one.__isabstractmethod__)
print("still here")
