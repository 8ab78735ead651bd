# A named tuple's __new__ needs nothing of the builtins and has none.
from collections import namedtuple

make = namedtuple('Point', 'x y', defaults=[0]).__new__
print(make.__builtins__, make.__globals__['__builtins__'], make.__globals__['__name__'])
