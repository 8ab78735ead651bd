# Small exactness: names that are one object, __trunc__ of floats' subclasses, length hints with a default,
# standard deviations of Decimals rounded once, templates with unknown groups.
import bisect
import math
import operator
import statistics
import string
from decimal import Decimal
from fractions import Fraction

print(bisect.bisect is bisect.bisect_right, bisect.insort is bisect.insort_right)


class Cut(float):
    def __trunc__(self):
        return 23


class Hint:
    def __init__(self, value):
        self.value = value

    def __length_hint__(self):
        if isinstance(self.value, type):
            raise self.value
        return self.value


print(math.trunc(Cut(1.5)), math.trunc(-2.7))
for value in (2, NotImplemented, TypeError, 'abc', -2, LookupError):
    try:
        print(operator.length_hint(Hint(value), 12))
    except Exception as e:
        print(type(e).__name__, e)
print(operator.length_hint(iter([1, 2, 3])), operator.length_hint([], 2), operator.length_hint(5, 7))
for k in range(1, 40, 3):
    data = [Decimal(k), Decimal(k * k) / 7, Decimal('1.1') ** k]
    print(statistics.stdev(data), statistics.pstdev(data))
print(statistics.stdev([Fraction(1, 3), Fraction(1, 7), 5]), statistics.pstdev([Decimal(2), Decimal(2)]))


class Odd(string.Template):
    pattern = r'(?P<other>.*)|(?P<escaped>@{2})|@(?P<named>\w+)|@{(?P<braced>\w+)}|(?P<invalid>@)'


for method in ('is_valid', 'get_identifiers'):
    try:
        print(getattr(Odd('@bag'), method)())
    except ValueError as e:
        print(e.args[0])
print(string.Template('$who ${what} $$').is_valid(), string.Template('$who $100').is_valid())
