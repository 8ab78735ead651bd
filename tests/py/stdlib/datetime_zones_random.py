# Operations on random datetimes of all kinds of zones: fixed, with names, of zoneinfo, of the program; times that
# come twice or never; texts with one character changed.
import operator as o
import random
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

R = random.Random(7)


class Summer(tzinfo):
    def __repr__(self):
        return 'Summer()'

    def utcoffset(self, dt):
        return timedelta(hours=1 if dt and 4 <= dt.month <= 9 and not dt.fold else 0)

    dst = utcoffset

    def tzname(self, dt):
        return 'S%d' % bool(self.utcoffset(dt))


ZONES = [None, timezone.utc, timezone(timedelta(hours=5, minutes=30)), timezone(-timedelta(hours=3), 'X'),
         timezone(timedelta(seconds=3661, microseconds=5)), ZoneInfo('Europe/Paris'), ZoneInfo('America/New_York'),
         ZoneInfo('Australia/Lord_Howe'), ZoneInfo('Asia/Kathmandu'), Summer()]


def moment():
    if R.random() < .3:  # near the changes of 2024
        month, day = R.choice([(3, 10), (3, 31), (11, 3), (10, 27), (4, 7), (10, 6)])
        return datetime(2024, month, day, R.randrange(4), R.randrange(60), tzinfo=R.choice(ZONES), fold=R.randrange(2))
    year = R.choice([1, 2, 1970, 2000, 2023, 2024, 9998, 9999, R.randint(1, 9999)])
    return datetime(year, R.randint(1, 12), R.randint(1, 28), R.randrange(24), R.randrange(60), R.randrange(60),
                    R.choice([0, R.randrange(1000000)]), R.choice(ZONES), fold=R.randrange(2))


def delta():
    return R.choice([timedelta(R.randint(-5, 5), R.randint(-90000, 90000), R.randint(-10**7, 10**7)), timedelta(0),
                     timedelta(R.choice([-999999999, 999999, -10**8, 10**7])), timedelta(0, 0, R.randint(-20, 20))])


def show(f, *args):
    try:
        return repr(f(*args))
    except Exception as e:
        return f'{type(e).__name__}: {e}'


for _ in range(40):
    a, b, z, x, y = moment(), moment(), R.choice(ZONES), delta(), delta()
    k = R.choice([0, 1, 2, 3, 7, -1, -2, -7, 10**6, R.randint(-99, 99), 1.5, -.1, 2.5e-7, 1e10])
    print(a, b, [show(f, a, b) for f in (o.eq, o.ne, o.lt, o.ge, o.sub)], a != b or hash(a) == hash(b))
    if a.tzinfo:
        print(show(a.timestamp), z and show(a.astimezone, z))
    print([show(f, a, x) for f in (o.add, o.sub)], [show(f) for f in (a.utcoffset, a.dst, a.tzname, a.utctimetuple)])
    spec = R.choice(['auto', 'hours', 'minutes', 'seconds', 'milliseconds', 'microseconds', 'bad'])
    print(show(a.isoformat), show(a.isoformat, R.choice('T x\u00e9'), spec), a)
    if a.year > 999:
        print(show(a.strftime, '%Y-%m-%d %H:%M:%S.%f %z %Z %:z|%j %a %p'))
    print(show(lambda: datetime.fromisoformat(a.isoformat())), show(a.timetz), show(a.isocalendar))
    text = a.isoformat()
    at = R.randrange(len(text))
    text = text[:at] + R.choice('0123456789:.,T +-Z') + text[at + R.randrange(2):]
    print(text, show(datetime.fromisoformat, text), show(date.fromisoformat, text[:10]), show(time.fromisoformat, text[11:]))
    t = R.choice([R.randint(-10**10, 10**10), R.uniform(-1e9, 3e9), R.randint(-10**12, 10**12), .5e-6 * R.randint(-9, 9)])
    print(t, show(datetime.fromtimestamp, t, z or timezone.utc))
    print(x, y, k, [show(f, x, y) for f in (o.truediv, o.floordiv, o.mod, divmod, o.add, o.sub, o.lt, o.eq)],
          [show(f, x, k) for f in (o.mul, o.truediv, o.floordiv, o.mod, divmod)], show(o.mul, k, x), abs(x))
    print(show(lambda: a.replace(tzinfo=z)), show(lambda: a.replace(fold=R.randrange(3), hour=R.randrange(25))),
          show(lambda: a.replace(tzinfo=True)), show(lambda: a.replace(tzinfo=3)), show(lambda: a.replace(day=31)))
    print(show(lambda: datetime(2020, 1, R.randrange(33), tzinfo=z, hour=R.randrange(25))),
          show(lambda: datetime(2020, 1, 1, fold=R.choice([0, 1, 2, None]))), show(datetime.combine, a.date(), b.timetz()))
    p, q = a.timetz(), b.timetz()
    print([show(f, p, q) for f in (o.eq, o.lt)], show(p.utcoffset), show(p.isoformat))
