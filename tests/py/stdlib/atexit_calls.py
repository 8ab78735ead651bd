# exit: 1
# What a program leaves to atexit and weakref.finalize is called when it ends, the last one first,
# also after an error; what fails there is reported and changes nothing.
import atexit
import sys
import weakref


class Thing:
    pass


def late():
    print("registered too late")


@atexit.register
def first():
    print("first in, last out")
    atexit.register(late)


@atexit.register
def fails():
    print("fails")
    raise ZeroDivisionError


@atexit.register
def leaves():
    print("leaves")
    sys.exit(4)


def never():
    print("never")


things = [Thing() for _ in range(4)]
finalizers = [weakref.finalize(t, print, "thing", i, sep=" ") for i, t in enumerate(things)]
finalizers[1].atexit = False
finalizers[2]()
print(finalizers[2].alive, finalizers[3].alive, finalizers[2]())
print(atexit.register(print, "with", "arguments", sep="-") is print, atexit.register(never) is never)
atexit.register(never)
print(atexit._ncallbacks())
atexit.unregister(never)
try:
    atexit.register(5)
except TypeError as err:
    print(err)
raise ValueError("the end")
