# Classes 10, 11, 13, 14, 17-19 and 26: getattr through map, filter and partial reaches what plain
# attributes reach: nothing outside.
import asyncio
import functools
import operator
import random
import warnings


def attempt(get):
    try:
        v = get()
    except (AttributeError, ImportError, KeyError, TypeError):
        return "refused"
    return "nothing outside" if not hasattr(v, "system") and not hasattr(v, "Popen") else "OUTSIDE"


import sys

print(attempt(lambda: asyncio.base_events.events.subprocess))
print(attempt(lambda: __import__("doctest").inspect.os))
print(attempt(lambda: random._os))
for name in ("sys", "os", "_os", "linecache"):
    for reach in (lambda: list(filter(functools.partial(getattr, warnings), [name]))[0],
                  lambda: list(map(getattr, [warnings], [name]))[0],
                  lambda: list(map(functools.partial(getattr, warnings), [name]))[0],
                  lambda: operator.attrgetter(name)(warnings), lambda: operator.methodcaller("__getattribute__", name)(warnings),
                  lambda: object.__getattribute__(warnings, name), lambda: vars(warnings)[name],
                  lambda: "{0.%s}".format(warnings) % name, lambda: f"{getattr(warnings, name)}",
                  lambda: functools.reduce(getattr, [warnings, name, "modules"])):
        if attempt(reach) == "OUTSIDE":
            print("OUTSIDE", name)
for start in ("create_subprocess_exec", "create_subprocess_shell"):
    try:
        asyncio.run(getattr(asyncio, start)("/bin/true"))
        print("started")
    except (AttributeError, NotImplementedError, OSError, RuntimeError) as e:
        print(start, type(e).__name__)
