# Corners of the library's date and number modules, of getters, warnings and unparsed f-strings.
import ast
import copy
import datetime
import decimal
import fractions
import heapq
import operator
import textwrap
import time
import warnings
import zoneinfo
from datetime import date, datetime as dt, timezone


def attempt(f, *args, **kwargs):
    try:
        print(f(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__, error, getattr(error, 'errno', ''))


for args in ((2021, 1, 8), (0, 1, 1), (2021, 53, 1)):
    attempt(date.fromisocalendar, *args)
attempt(dt.strptime, 'UTC', '%Z')
attempt(dt.strptime, '2024 +0000 UTC', '%Y %z %Z')
attempt(lambda: time.strptime('UTC', '%Z').tm_gmtoff)
attempt(dt.strptime, 5, '%y')
attempt(dt.strptime, 'x', None)
attempt(dt.combine, date(2024, 1, 1), date(2024, 1, 1))
attempt(dt.combine, 5, None)
for moment in (1.7e18, 1700000000 * 10**9, 1.7e12, 1e25, 10**25, -1e18):
    attempt(dt.fromtimestamp, moment, timezone.utc)
attempt(lambda: zoneinfo.ZoneInfo('UTC') + 1)
attempt(lambda: date(2024, 1, 1).isocalendar() + 1)
attempt(lambda: date(2024, 1, 1).isocalendar().nothing)
for operation in (operator.mod, operator.floordiv, divmod, operator.truediv):
    attempt(operation, fractions.Fraction(1, 2), 0)
attempt(lambda: fractions.Fraction(-7, 2) % fractions.Fraction(2, 3))
for getter in (operator.itemgetter(1, 0), operator.attrgetter('real', 'imag.real'),
               operator.methodcaller('split', ','), operator.methodcaller('split', sep=',', maxsplit=1)):
    for twin in (copy.copy(getter), copy.deepcopy(getter)):
        print(twin, getter.__reduce__())
print(copy.copy(operator.itemgetter(1))('ab'), copy.deepcopy(operator.methodcaller('split', ','))('a,b'))
for f, args in ((heapq.heappush, ((), 1)), (heapq.heapify, ((),)), (heapq.heappop, ((),)),
                (heapq.heapreplace, ((), 1)), (heapq.heappushpop, ((), 1))):
    attempt(f, *args)
for kwargs in ({'action': 'zz'}, {'action': 'ignore', 'lineno': -1}, {'action': 'ignore', 'message': 5},
               {'action': 'ignore', 'category': int}, {'action': 'ignore', 'category': 5},
               {'action': 'ignore', 'module': 5}, {'action': 'ignore', 'lineno': 'x'}):
    attempt(warnings.filterwarnings, **kwargs)
attempt(warnings.simplefilter, 'zz')
attempt(warnings.simplefilter, 'ignore', lineno=-1)
for source in ('f"{a}{\'b\'}"', 'f"{f\'{a}\'}"', 'f"{a[\'b\']!r:>{w}}\'"', 'f"it\'s {x}"', "f'''{a}\n'\"'''"):
    print(ast.unparse(ast.parse(source)))
for seconds in ('a', None, decimal.Decimal(0), fractions.Fraction(0), 0.0, True, float('nan'), -1, [], 1e30, 10**30, 1e12):
    attempt(time.sleep, seconds)
    attempt(lambda: time.gmtime(seconds).tm_year if seconds not in (None, 1e12) else '')
attempt(textwrap.dedent, None)
