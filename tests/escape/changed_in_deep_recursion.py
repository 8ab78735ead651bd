# A class is changed where no stack is left: it and all derived from it have the change, or none has
import sys

sys.setrecursionlimit(200)


class Base:
    pass


chain = [Base]
for i in range(150):
    chain.append(type("C%d" % i, (chain[-1],), {}))
leaf = chain[-1]


def change(depth, f):
    if depth:
        return change(depth - 1, f)
    f()


def set_len():
    Base.__len__ = lambda self: 7


def drop_len():
    del Base.__len__


def rebase():
    chain[1].__bases__ = (Other,)


class Other(Base):
    def __len__(self):
        return 9


def answer(c):
    try:
        return len(c())
    except TypeError:
        return None


def consistent(want):
    found = {answer(c) for c in chain[1:]}
    return len(found) == 1 and found <= want


ok = True
for depth in range(150, 199):
    for f, want in (set_len, {7}), (drop_len, {None}), (rebase, {9}):
        try:
            change(depth, f)
            ok = ok and consistent(want)
        except (RecursionError, AttributeError):
            ok = ok and consistent({7, 9, None})
        if chain[1].__bases__ != (Base,):
            chain[1].__bases__ = (Base,)
        if "__len__" in vars(Base):
            del Base.__len__
        ok = ok and consistent({None})
print(ok)
