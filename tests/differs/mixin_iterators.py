# Iterators of the mixins of collections.abc are objects of their own where CPython has generators: they give the same
# items and raise the same errors, but cannot be sent to or closed. Going through C takes half the time.
from collections.abc import Mapping, Sequence


class M(Mapping):
    def __getitem__(self, key):
        return key

    def __iter__(self):
        return iter('ab')

    def __len__(self):
        return 2


class S(Sequence):
    def __getitem__(self, i):
        return 'ab'[i]

    def __len__(self):
        return 2


for it in iter(M().keys()), iter(M().values()), iter(M().items()), iter(S()), reversed(S()):
    print(type(it).__name__, list(it), hasattr(it, 'send'))
