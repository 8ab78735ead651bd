# options: --timeout 1
# exit: 124
import weakref


class Thing:
    pass


things = [Thing() for _ in range(100_000)]
refs = [weakref.ref(thing) for thing in things]
print("built", flush=True)
while True:
    weakref.getweakrefcount(things[0])
