# CVE-2025-9959 and CVE-2026-4963: augmented assignment, calls, `with`, format strings, match and
# assignments to special attributes as ways around a check of names. There is no such check here; they
# reach nothing.
import sys


class Grab:
    def __iadd__(self, other):
        return other.__class__.__base__.__subclasses__()

    def __enter__(self):
        return ().__class__.__mro__[1].__subclasses__()

    def __exit__(self, *a):
        return True

    def __call__(self):
        return type(self).__mro__[-1].__subclasses__()

    def __getattr__(self, name):
        return getattr(sys, name)

    def __class_getitem__(cls, item):
        return item.__globals__


g = Grab()
g += ()
with Grab() as h:
    pass
match Grab():
    case Grab(modules=m):
        pass
for found in (g, h, Grab()(), list(m.values()), list(Grab[lambda: 0].values())):
    print([x for x in found if getattr(x, "__name__", "") in ("os", "posix", "subprocess",
        "Popen", "FileIO", "_wrap_close")])


def k():
    return 1


f = "{0.__globals__} {0.__code__} {0.__class__.__mro__}".format(k)
print("posix" in f, "Popen" in f)


for name, value in (("__code__", (lambda: __import__("os").system("id")).__code__), ("__globals__", {}),
    ("__builtins__", {}),
                    ("__class__", Grab), ("__defaults__", (1,)), ("__kwdefaults__", {})):
    try:
        setattr(k, name, value)
        print(name, "set")
    except (AttributeError, TypeError) as e:
        print(name, type(e).__name__)
try:
    print(k())
except (ImportError, AttributeError):
    print("refused")
for target in (int, str, dict, object, type):
    try:
        target.__getattribute__ = lambda *a: 0
        print("set on", target)
    except TypeError:
        pass
print(len("still sound"), {1: 2}[1])
