# Names of attributes that functools.update_wrapper() is given are strings.
import functools

for assigned, updated in (([1], ()), ((), [2]), ([None], ()), ({1: 2}, ()), ((), (b"__dict__",))):
    try:
        functools.update_wrapper(lambda: 0, len, assigned, updated)
        print("no error")
    except TypeError as e:
        print(e)
