# What ref() takes, its repr, and what proxies pass on.
import copy
import weakref


class Thing:
    def __len__(self):
        return 3

    def __reversed__(self):
        return iter('cba')

    def __bytes__(self):
        return b'bytes'


class Items(dict):
    def __getattr__(self, name):
        return self[name]


class Sub(weakref.ref):
    pass


def show(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, error)


thing, items = Thing(), Items(offset=5)
show(weakref.ref, thing, callback=None)
for args in (), (thing, None, None), (thing, 1, 2, 3, 4):
    show(weakref.ref(thing).__init__, *args)
    show(Sub, *args)
print(bytes(weakref.proxy(thing)), ''.join(reversed(weakref.proxy(thing))), '__bytes__' in dir(weakref.proxy(thing)))
show(bytes, weakref.proxy(Show := type('Show', (), {})))
print('Items' in repr(weakref.ref(items)), '(Thing)' in repr(weakref.ref(Thing)))
starred = next(iter(tuple[int, ...]))
for alias in starred, list[int]:
    for made in copy.copy(alias), copy.deepcopy(alias):
        print(made == alias, made.__args__, made.__unpacked__)
