# Calls with odd arguments, and who complains of what first.
def attempt(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, "|", e)


import re
import sys
import traceback
import warnings


class Odd:
    def __str__(self):
        return 4

    def __eq__(self, other):
        return "eq"


class Bad:
    def __getattr__(self, name):
        raise OSError(name)

    def __index__(self):
        raise OSError("index")

    def __iter__(self):
        raise OSError("iter")


class Iter:
    def __iter__(self):
        return 3

    def __len__(self):
        return -1


class Number:
    def __float__(self):
        return 1.5


class Trunc:
    def __init__(self, value):
        self.value = value

    def __trunc__(self):
        return self.value


# print() looks for write() before it makes texts
for file in Odd(), Bad(), 5:
    attempt(lambda: print(Odd(), file=file))
    attempt(lambda: print(file=file))
# classes that are none
for other in Bad(), 5, "a":
    attempt(issubclass, other, int)
    attempt(type.__subclasscheck__, int, other)
    attempt(int.__subclasscheck__, other)


class Super(super):
    pass


for args in ("a",), (int, 5, 6), (1, 2), (int, "a"):
    attempt(lambda: type(Super(*args)))
    attempt(lambda: type(super(*args)))
# dict subclasses that iterate otherwise
class Items(dict):
    def __iter__(self):
        yield "q"

    def __getitem__(self, key):
        return "item"


class Keys(Items):
    def keys(self):
        return ["a"]


class Item(dict):
    def __getitem__(self, key):
        return "item"


for kind in Items, Keys, Item:
    o = kind(a=1, b=2)
    for f in (dict, kind.copy, lambda o: {**o}, lambda o: {} | o, lambda o: o | {},
              lambda o: (lambda **k: k)(**o), lambda o: "{a}".format(**o)):
        attempt(f, o)
# formats of complex numbers
for number in -9007199254740992 + 0j, 1234567.5 - 1234567j, 1e20 + 1j, -0.0j, 0j:
    for spec in ",", "_", ",.2f", "<30,", "+,", "#", "#,", "z", "z.1f", "020", "=10":
        attempt(format, number, spec)
print([(a, b, a ** b) for a in (0j, -0j, complex(-0.0, 2), 3 + 0j) for b in (0, 1, 2, True, 1.0, 1 + 0j)])
for text in "1_0", "1__0", "_1", "1_", "1_j", "a_b", "(1_0+1j)", "1_000.5_0j", "x":
    attempt(complex, text)
# bytes
attempt(lambda: Bad() in bytearray(b"ab"))
attempt(lambda: Bad() in b"ab")
attempt(lambda: 300 in b"ab")
attempt(lambda: 2 ** 70 in b"ab")
attempt(bytearray().extend, Iter())
attempt(bytearray().extend, 5)
attempt(bytearray().extend, "ab")
attempt(int.from_bytes, Bad())
attempt(int.from_bytes, [1, 2])
attempt(bytearray(b"abc").__setitem__, slice(0, 2), Trunc(1))
attempt(bytearray(b"abc").__setitem__, slice(0, 2), Number())
# memoryviews
attempt(lambda: memoryview(b"abc").cast("", "B"))
attempt(lambda: memoryview(b"abc").cast("", [1] * 65))
view = memoryview(bytearray(8)).cast("B", [2, 4])
for key in 0, slice(0, 1), (0,), (), (0, 1, 2), (slice(0, 1), slice(0, 1)), (0, slice(0, 1)), "a":
    attempt(lambda: type(view[key]))
    attempt(view.__setitem__, key, b"x")
released = memoryview(b"abc")
released.release()
for call in (lambda: released.tobytes("x"), lambda: released.cast(3), lambda: released.cast("x"),
             lambda: released == 3, lambda: released.__eq__("a"), lambda: released == released):
    attempt(call)
# a range is searched no further than needed
attempt(lambda: Odd() in range(2, 10 ** 15))
attempt(range(2, 10 ** 15).index, Odd())
# text signatures and inherited attribute lookups
for kind in bool, int, object, memoryview, type((lambda: 0).__code__), float, list:
    print(kind.__name__, repr(kind.__text_signature__))
for kind in list, bool, ValueError, BaseException, dict, type(None), range, staticmethod:
    attempt(kind.__getattribute__, "a")
    attempt(kind.__getattribute__, 1, "real")
print(type(iter(type("S", (str,), {})("ab"))).__name__, type(iter("ab")).__name__)
# __trunc__ and the deprecated ~
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    for value in "a", 2.5, True, 5, None:
        attempt(int, Trunc(value))
    print(~(1 == 1))
    for pattern in "[[a]", "[a--b]", "[a&&b]", "[a||b]", "[a~~b]", "[^[a]", "[--a]", "[a[b]":
        attempt(lambda: re.compile(pattern).pattern)
    for w in seen:
        print(w.category.__name__, w.message)
for count in -1, 0, 1:
    print(re.sub("a", "b", "aaa", count=count), re.split("a", "bab", maxsplit=count))
# OSError and its subclasses
error = BlockingIOError(1, "a", 5)
print(error.characters_written, error.args, error.filename, error.filename2)
del error.characters_written
attempt(lambda: error.characters_written)
attempt(lambda: BlockingIOError(1, "a").characters_written)
attempt(lambda: BlockingIOError(1, "a", "x").filename)
attempt(lambda: BlockingIOError(1, "a", 2.5))
attempt(lambda: OSError(1, "a", None).args)


class New(OSError):
    def __new__(cls, text, *more):
        self = super().__new__(cls, text)
        self.more = more
        return self


class Init(OSError):
    def __init__(self, text, more):
        super().__init__(text)


class Both(OSError):
    def __new__(cls, a, b):
        return super().__new__(cls, a, b)

    def __init__(self, a, b):
        super().__init__(a)


for kind in New, Init, Both:
    attempt(lambda: (kind("text", 2).args, vars(kind("text", 2)), kind("text", 2).errno))
attempt(lambda: OSError(1, k=2))
# carets under wide characters
def fail():
    return "\U0001f600" + 1 / 0, "\u6f22"


try:
    x = "漢字" + 1 + len("é")
except TypeError:
    print(traceback.format_exc().split("\n")[3])
# rounding, layouts, and whose methods are asked for
for digits in (), (None,), (1,), (-1,), ("a",):
    attempt((15).__round__, *digits)
    attempt(round, 15, *digits)
    attempt((2.5).__round__, *digits)
    attempt(True.__round__, *digits)
for kind in ValueError, BaseException, int:
    attempt(kind.__delattr__, ["a"])
    attempt(kind.__setattr__, 5, "a", 1)


class Slots:
    __slots__ = ("s",)


class WithDict(Slots):
    pass


class Other:
    pass


class Target(Slots, Other):
    pass


attempt(setattr, Target, "__bases__", (WithDict,))
attempt(setattr, Target(), "__class__", WithDict)
attempt(setattr, WithDict(), "__class__", Slots)
# what = shows in an f-string, and *= with a view on the left
print(f"{'a\tb'=} {len("\x41\n")=} {'\\'=!s}", rf"{'a\tb'=}")
view = memoryview(b"abc")
for other in (1, 2), [1], "a", 2:
    try:
        view *= other
    except TypeError as e:
        print(e)
# ints of 32 bits in CPython
for value in 2 ** 70, -2 ** 70, 2 ** 40, 2 ** 31, "a":
    attempt(lambda: __import__("math", level=value))
    attempt(lambda: compile("1", "", "eval", value))
    attempt(lambda: "a".expandtabs(value))
    attempt(lambda: b"a".expandtabs(value))
    attempt(lambda: sys.setrecursionlimit(value))
# odd characters in %, print >>=
for text in '%\0', '%\x1f', '%\x7f', '%é', '%\n':
    attempt(lambda: text % 1)
    attempt(lambda: text.encode() % 1)
attempt(exec, 'print >>= 1')
attempt(exec, 'print >> 1')
