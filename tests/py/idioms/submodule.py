import collections.abc
print(isinstance({}, collections.abc.Mapping), isinstance([], collections.abc.Mapping))
