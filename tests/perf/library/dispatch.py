# functools: singledispatch by class, and lru_cache, cached_property, partial, reduce, total_ordering.
from functools import cached_property, lru_cache, partial, reduce, singledispatch, singledispatchmethod, total_ordering


@singledispatch
def size(x):
    return 1


@size.register
def _(x: int):
    return x


@size.register(list)
@size.register(tuple)
def _(x):
    return sum(map(size, x))


class Shower:
    @singledispatchmethod
    def show(self, x):
        return 'object'

    @show.register
    def _(self, x: int):
        return 'int'


@lru_cache(maxsize=300)
def square(x, power=2):
    return x ** power


@total_ordering
class Version:
    def __init__(self, n):
        self.n = n

    def __eq__(self, other):
        return self.n == other.n

    def __lt__(self, other):
        return self.n < other.n

    @cached_property
    def text(self):
        return str(self.n)


shower, add = Shower(), partial(lambda a, b, c=0: a + b + c, 5)
n = 0
for i in range(12000):
    n += size(i) + size('text') + size([1, (2, 3), None]) + len(shower.show(i))
    n += square(i % 400) + square(i % 7, power=3) + add(i) + add(i, c=1)
    v = Version(i)
    n += (v <= Version(5)) + (v > Version(7)) + len(v.text) + len(v.text)
    n += reduce(lambda a, b: a + b, (1, 2, 3, i))
print(n, square.cache_info())
