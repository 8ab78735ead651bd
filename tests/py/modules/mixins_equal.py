# == of mappings goes through items(), whatever that gives; iterators of views.
from collections.abc import ItemsView, Mapping, MutableMapping


class Plain(Mapping):
    def __init__(self, **items):
        self.d = items

    def __getitem__(self, key):
        return self.d[key]

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)


class Pairs(Plain):
    def items(self):
        print('asked')
        return [('a', 1), ('b', 3)]


class View(ItemsView):
    def __iter__(self):
        yield 'c', 3


class Viewed(Plain):
    def items(self):
        return View(self)


class Torn(Plain):
    def __iter__(self):
        return iter('ax')


def show(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__, error)


plain = Plain(a=1, b=2)
for other in Plain(b=2, a=1), Plain(a=1), Pairs(), Viewed(a=1), {'a': 1, 'b': 2}, {'a': 1, 'b': 3}, [('a', 1)], None:
    show(lambda: (plain == other, other == plain, plain != other))
show(lambda: plain == Torn(a=1))
show(lambda: Plain(a=Plain(b=1)) == Plain(a=Plain(b=1)))
show(lambda: Plain(a=float('nan')) == Plain(a=float('nan')))
bare = ItemsView.__new__(ItemsView)
Pairs.items = lambda self: bare
show(lambda: Pairs() == plain)
keys = iter(plain.keys())
print(next(keys), list(keys), list(keys), list(iter(plain.values())), list(iter(plain.items())))
show(lambda: list(Torn().values()))
show(lambda: list(Torn().keys()))
