# Builtin types are no blocks of the heap: a collection must not look for their mark there.
import functools
import gc
import weakref


class A:
    pass


targets = [int, str, type, object, type(None), BaseException, A, functools.reduce, weakref.ref]
refs = [weakref.ref(t) for t in targets]
died = []
watched = weakref.ref(dict, died.append)
numbers = weakref.WeakSet([int, float, A])
names = weakref.WeakKeyDictionary({int: 'int', A: 'A'})
for _ in range(5):
    gc.collect()
    waste = [[i] for i in range(5000)]
    print([r() is t for r, t in zip(refs, targets)], watched() is dict, died, len(numbers), names[int])
