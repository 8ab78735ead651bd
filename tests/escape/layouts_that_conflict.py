# Classes whose instances lie differently in memory are no bases together, and take no other's place
import collections, datetime, decimal, functools, io, itertools, types

NAMES = ["types.SimpleNamespace", "types.ModuleType", "list", "dict", "str", "int", "set", "bytearray", "OSError",
         "type", "property", "collections.deque", "datetime.date", "functools.partial", "itertools.count", "io.BytesIO"]
CLASSES = [eval(name) for name in NAMES]


def refusal(f, *a):
    try:
        f(*a)
        return None
    except TypeError as e:
        return str(e)


together = {refusal(type, "Z", (a, b), {}) for a in CLASSES for b in CLASSES if a is not b}
print(together - {"metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases"})

derived = [type("D", (c,), {}) for c in CLASSES if c is not type]
made = []
for c in derived:
    for a in (), ("a",), (1, 1, 1), ([1],):
        try:
            made.append(c(*a))
            break
        except TypeError:
            pass
taken = 0
for o in made:
    for c in derived:
        if type(o) is not c:
            taken += refusal(setattr, o, "__class__", c) is None
print(len(made), "instances,", taken, "of another class")

taken = 0
for c in derived:
    for d in derived:
        if c.__base__ is not d.__base__:
            taken += refusal(setattr, type("E", (c,), {}), "__bases__", (d,)) is None
print(taken, "with bases of another layout")

# natives of one class with instances of another
print(refusal(types.SimpleNamespace.__init__, []), "|", refusal(types.SimpleNamespace.__new__, list))
print(refusal(list.append, types.SimpleNamespace(), 1))
print(refusal(object.__new__, list))
print(refusal(dict.__new__, types.SimpleNamespace))
