# Differs from CPython: docstrings are texts of this program, short and in its own words. Which things have
# one is the same, and so is where it is looked up.
import collections, math, types

for thing in (abs, len, str.split, list.append, list, dict.get, math.hypot, collections.deque.rotate):
    print(thing.__qualname__, '|', thing.__doc__)
print(list[int].__doc__ is list.__doc__, KeyError().__doc__ == KeyError.__doc__)

for cls in (types.GeneratorType, types.CoroutineType):
    print(cls.send.__doc__, cls.throw.__doc__, cls.close.__doc__, sep='\n')
    for name in ('__name__', '__qualname__', 'gi_yieldfrom', 'cr_await'):
        print(name, '|', getattr(cls.__dict__.get(name), '__doc__', None))
help(math.isqrt)
