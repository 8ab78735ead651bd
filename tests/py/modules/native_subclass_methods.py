# Methods of instances of native classes and their subclasses, called at one site: an attribute of the
# instance hides them from then on, a class changed later is seen, __getattr__ is asked only for the rest.
import random
from collections import Counter, OrderedDict, deque
from datetime import date
from decimal import Decimal


class Day(date):
    def isoformat(self):
        return "day " + super().isoformat()


class Loud(Counter):
    def __getattr__(self, name):
        return lambda *args: ("made up", name, args)


class Odd(dict):
    def __getattribute__(self, name):
        return (lambda *args: "caught") if name == "get" else super().__getattribute__(name)


def text(d):
    return d.isoformat()


def get(d, key):
    return d.get(key, "none")


day = Day(2024, 5, 6)
print(*[text(d) for d in (date(2024, 1, 2), day, date(2024, 1, 3), day)])
day.isoformat = lambda: "own"
print(*[text(d) for d in (date(2024, 1, 2), day)])
del day.isoformat
print(text(day))
Day.isoformat = lambda self: "class"
print(text(day))
del Day.isoformat
print(text(day))
for d in (OrderedDict(a=1), Counter("a"), Loud("a"), Odd(a=1), {"a": 2}):
    print(get(d, "a"), get(d, "b"))
loud = Loud("aab")
print(loud.most_common(1), loud.nothing(1))
loud.get = lambda *args: "hidden"
print(get(loud, "a"), get(Loud("a"), "a"))
loud.__dict__["get"] = lambda *args: "hidden again"
print(get(loud, "a"))
OrderedDict_get = OrderedDict(x=1)
vars(OrderedDict_get)["get"] = lambda *args: "by its dict"
print(get(OrderedDict_get, "x"))
numbers = random.Random(5)
print([numbers.randint(1, 6) for _ in range(4)], numbers.random() < 1)
numbers.random = lambda: 7
print([numbers.random() for _ in range(2)], deque([1, 2]).copy(), Decimal("1.50").normalize())
