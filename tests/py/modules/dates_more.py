# strftime with glibc's flags and widths, time zones' checks and hashes, odd ISO texts, huge timestamps.
import time
from datetime import date, datetime, time as clock, timedelta, timezone, tzinfo


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f'{type(e).__name__}: {e}'


moment = datetime(2020, 1, 2, 3, 4, 5, 678)
for f in ('%a %A %w %d %b %B %m %y %Y %H %I %p %M %S %f %j %U %W %c %x %X %% %G %u %V %C %D %e %F %g %h %k %l %n %t %P %r '
          '%R %T %-d %-m %-H %-I %-j %_d %_m %0e %^a %4Y %10Y %^B %#p %#a %EY %Od %-y %_H %5d %-e %:z %Q %_5d').split():
    print(f, [o.strftime(f) for o in (moment, date(3, 12, 31), clock(13, 5))], time.strftime(f, time.gmtime(10 ** 9)))
for t in ((2000, 1, 1, 0, 0, 0, -1, 1, 0), (2000, 1, 1, 0, 0, 0, 7, 1, 0), (2000, 1, 1, 0, 0, 0, -2, 1, 0),
          (2000, 13, 1, 0, 0, 0, 0, 1, 0), (2000, 1, 32, 0, 0, 0, 0, 1, 0), (2000, 0, 0, 0, 0, 0, 0, 0, 0),
          (2000, 1, 1, 24, 0, 0, 0, 1, 0), (2000, 1, 1, 0, 0, 62, 0, 1, 0), (2000, 1, 1, 0, 0, 0, 0, 367, 0)):
    print(attempt(time.strftime, '%a %j %d', t), attempt(time.asctime, t))
print(attempt(time.strftime, '%S\0'))
for bad in ('%D', '%', '%5'):
    try:
        time.strptime('1', bad)
    except ValueError as e:
        print(e, e.__suppress_context__)
for text in ('2022W52520', '2022W5252020', '2022W52', '2022-W52-5T20', '2022W525T20:30', '20220102T03'):
    print(text, attempt(datetime.fromisoformat, text))
print([attempt(datetime.fromtimestamp, t) for t in (1e200, -1e200, 2 ** 63)])
for args in ((None,), (42,), (timedelta(0), None), (timedelta(0), 42), (timedelta(0),), (timedelta(hours=1), 'X'), (timedelta(1),)):
    print(attempt(timezone, *args))
zones = [timezone(timedelta(hours=h)) for h in (-5, 0, 1)]
same = [clock(7, 47, tzinfo=zones[0]), clock(12, 47, tzinfo=zones[1]), clock(13, 47, tzinfo=zones[2])]
print(len(set(same)), len({hash(t) for t in same}))


class Odd(tzinfo):
    def utcoffset(self, dt): return 'x'
    def dst(self, dt): return 7
    def tzname(self, dt): return 0


for t in (clock(1, tzinfo=Odd()), datetime(1, 1, 1, tzinfo=Odd())):
    print([attempt(f) for f in (t.utcoffset, t.dst, t.tzname)])
day, midnight = date(2020, 1, 2), datetime(2020, 1, 2)
print(day == midnight, midnight == day, day != midnight, date.__eq__(day, midnight), attempt(lambda: day < midnight),
      attempt(lambda: midnight >= day))
