# Operations on random dates, datetimes and durations, of subclasses and zones too.
import random
from datetime import date, datetime, timedelta, timezone, tzinfo

r = random.Random(11)


class Day(date):
    pass


class Moment(datetime):
    pass


class Zone(tzinfo):
    def __init__(self, hours):
        self.hours = hours

    def utcoffset(self, dt):
        return None if self.hours is None else timedelta(hours=self.hours)

    def dst(self, dt):
        return timedelta(0)

    def tzname(self, dt):
        return 'Z%s' % self.hours

    def __repr__(self):
        return 'Zone(%s)' % self.hours


ZONES = [None, None, None, timezone.utc, timezone(timedelta(hours=-5)), timezone(timedelta(minutes=330), 'IST'), Zone(3),
         Zone(3), Zone(None)]
FORMATS = ['%Y-%m-%d', '%d/%m/%y %H:%M:%S.%f', '%A %B %j %I%p %a %b', '%Z %z', '%%', 'x%', '%c %x', '%G-W%V-%u', '\u00e9%Y']


def duration():
    return r.choice([
        lambda: timedelta(days=r.randrange(-5, 5), seconds=r.randrange(-100000, 100000)),
        lambda: timedelta(r.randrange(-4000, 4000), r.randrange(-10 ** 6, 10 ** 6), r.randrange(-10 ** 9, 10 ** 9)),
        lambda: timedelta(hours=r.uniform(-100, 100), weeks=r.randrange(3)),
        lambda: timedelta(milliseconds=r.randrange(10 ** 6), minutes=True),
        lambda: r.choice([timedelta(0), timedelta.max, timedelta.min, timedelta.resolution])])()


def day():
    year = r.choice([1, 4, 100, 400, 999, 1900, 2000, 2023, 2024, 9999, r.randrange(1, 10000)])
    return r.choice([date, Day])(year, r.randrange(1, 13), r.choice([1, 28, r.randrange(1, 29)]))


def moment():
    d = day()
    return r.choice([datetime, datetime, Moment])(
        d.year, d.month, d.day, r.choice([0, 23, r.randrange(24)]), r.randrange(60), r.randrange(60),
        r.choice([0, 0, r.randrange(10 ** 6)]), r.choice(ZONES), fold=r.choice([0, 0, 0, 1]))


OPERATIONS = [
    lambda a, b: a + b, lambda a, b: a - b, lambda a, b: b + a, lambda a, b: a < b, lambda a, b: a >= b,
    lambda a, b: a == b, lambda a, b: a != b, lambda a, b: str(a), lambda a, b: a * b, lambda a, b: a / b,
    lambda a, b: a // b, lambda a, b: a % b, lambda a, b: divmod(a, b), lambda a, b: -a, lambda a, b: abs(a),
    lambda a, b: bool(a), lambda a, b: a * r.choice([2, -3, 1.5, 0.1, 10 ** 9]), lambda a, b: a / r.choice([3, 7, 2.5]),
    lambda a, b: a // r.choice([3, -7]), lambda a, b: hash(a) == hash(b) if a == b else 0, lambda a, b: a.isoformat(),
    lambda a, b: a.strftime(r.choice(FORMATS)), lambda a, b: a.toordinal(), lambda a, b: a.weekday(),
    lambda a, b: a.isocalendar(), lambda a, b: a.replace(day=r.choice([1, 31, 30]), month=r.choice([2, 3])),
    lambda a, b: a.replace(hour=3, tzinfo=None), lambda a, b: a.total_seconds(), lambda a, b: type(a).fromisoformat(str(a)),
    lambda a, b: a.timetuple()[:9], lambda a, b: a.date(), lambda a, b: a.time(),
    lambda a, b: type(a).fromordinal(r.choice([0, 1, 3652059, 3652060, 737000, 2 ** 40])),
    lambda a, b: a.isoformat(' ', 'minutes'), lambda a, b: (a.days, a.seconds, a.microseconds), lambda a, b: a.ctime(),
    lambda a, b: format(a, '%H'), lambda a, b: sorted([a, b]), lambda a, b: a.replace(fold=1), lambda a, b: a < 3,
    lambda a, b: a == 3, lambda a, b: (a.utcoffset(), a.tzname(), a.dst()), lambda a, b: a.replace(1, 2, 3),
    lambda a, b: type(a)(2024, month=2, day=29), lambda a, b: type(a)(2023, 2, 29), lambda a, b: type(a)(1, 2, 3, 4, 5, 6, 7, 8, 9),
]
for i in range(1200):
    a, b = r.choice([duration, day, moment, moment])(), r.choice([duration, duration, day, moment, moment])()
    if r.random() < .1:
        b = a
    which = r.randrange(len(OPERATIONS))
    try:
        v = OPERATIONS[which](a, b)
    except AttributeError as e:
        v = type(e)
    except Exception as e:
        v = type(e), str(e)
    print(i, which, repr(a), repr(b), repr(v))
