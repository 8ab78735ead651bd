# What iterators are copied from; the iterator may be used up while its builtin is looked for.
import builtins
import copy
import functools

it = iter(lambda: 0, 1)
f, args = it.__reduce__()
print(f is iter, len(args), args[1])
print(next(copy.copy(it)))
done = iter(lambda: 1, 1)
print(list(done), done.__reduce__())

find, back = builtins.iter, builtins.reversed


class Getitem:
    def __getitem__(self, i):
        if i > 2:
            raise IndexError
        return i


class Key:
    def __init__(self, name, iterator):
        self.name, self.iterator = name, iterator

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        list(self.iterator)
        return other == self.name


def run(name, iterator):
    space = builtins.__dict__
    was = space.pop(name)
    key = Key(name, iterator)
    space[key] = was
    try:
        return iterator.__reduce__()
    finally:
        del space[key]
        space[name] = was


makers = [lambda: find('xyz'), lambda: find([1, 2]), lambda: find((1, 2)), lambda: find(b'ab'),
          lambda: find(bytearray(b'ab')), lambda: find({1: 2}), lambda: find({1, 2}),
          lambda: find(lambda: 0, 0), lambda: find(tuple[int]), lambda: find(Getitem()),
          lambda: find({1: 2}.items())]
for make in makers:
    print(run('iter', make()))
print(run('reversed', back([1, 2])))

it = [make() for make in makers]
del builtins.iter
for i in it:
    try:
        print(i.__reduce__())
    except AttributeError as e:
        print(e)
builtins.iter = find
