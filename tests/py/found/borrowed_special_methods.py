# A special method of a builtin class in a class that is not derived from it
def ask(what, f, *a):
    try:
        print(what, f(*a))
    except TypeError as e:
        print(what, "TypeError:", e)


class Odd:
    __len__ = list.__len__
    __add__ = list.__add__
    __hash__ = str.__hash__
    __iter__ = list.__iter__
    __getitem__ = dict.__getitem__
    __contains__ = tuple.__contains__
    __repr__ = set.__repr__
    __eq__ = bytes.__eq__
    __index__ = int.__index__
    __neg__ = float.__neg__
    __bool__ = int.__bool__


ask("len", len, Odd())
ask("add", lambda: Odd() + [1])
ask("hash", hash, Odd())
ask("iter", iter, Odd())
ask("item", lambda: 1 in Odd())
ask("repr", repr, Odd())
ask("equal", lambda: Odd() == 1)
ask("index", lambda: [1, 2][Odd()])
ask("negative", lambda: -Odd())
ask("truth", bool, Odd())


class Made:
    __new__ = list.__new__


print(type(Made()).__name__)  # by what fixes the layout of its instances


class Text(str):
    __len__ = list.__len__
    __hash__ = int.__hash__
    upper = bytes.upper


ask("len of str", len, Text("abc"))
ask("hash of str", hash, Text("abc"))
ask("upper", lambda: Text("abc").upper())


# one that fits is taken over as it is
class Numbers(list):
    __len__ = list.__len__
    __iter__ = list.__reversed__


print(len(Numbers([1, 2])), list(Numbers([1, 2])))
