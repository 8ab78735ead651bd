# Rare answers of CPython: which error of two, and whose rule a class keeps.
import weakref


def show(f, *args):
    try:
        result = f(*args)
        print(result if isinstance(result, (complex, tuple, int)) else type(result).__name__)
    except Exception as e:
        print(type(e).__name__, e)


class Text(str):
    pass


show(int.from_bytes, Text('ab'), 'big')
show(lambda: (7e23 + 1j) ** float('inf'))
show(lambda: (7e23 + 1j) ** (float('inf') + 1j))
show(lambda: 0j ** float('inf'))
for big in 2 ** 64, 2 ** 65, 2 ** 67:
    show(lambda: 3 << big)
    show(lambda: 0 << big)
for n in 2 ** 63 - 1, 2 ** 62:
    show(lambda: 'ab' * n)
    show(lambda: b'ab' * n)
    show(lambda: bytearray(b'ab') * n)


class Odd(float):
    def __pow__(self, other, mod=None):
        return 'pow', mod


show(pow, Odd(2.5), 2, 3)
show(pow, 2.5, 2, 3)

# built-in exceptions cannot be referred to weakly, those of classes can
show(weakref.ref, ValueError(1))


class Mine(ValueError):
    pass


print('__weakref__' in vars(Mine), weakref.ref(Mine()) is not None)


# a class whose __new__ was its own goes on refusing arguments for that reason
class Base:
    def __new__(cls, *args):
        return super().__new__(cls)


class Made(Base):
    pass


class Other:
    def __init__(self, *args):
        print('init', args)


class Child(Base):
    pass


del Base.__new__
show(Made)
show(Made, 1)
Child.__bases__ = (Other,)
show(Child, 1)
show(Other, 1)
