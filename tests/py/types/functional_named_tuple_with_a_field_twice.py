# The fields of a functional NamedTuple are told one by one: a name that comes twice is an error.
from typing import NamedTuple

try:
    print(NamedTuple('Twice', [('x', int), ('y', str), ('x', str)]))
except ValueError as e:
    print(e)
print(NamedTuple('Once', [('x', int), ('y', str)]).__annotations__)
