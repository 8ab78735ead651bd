# Zones: what methods of tzinfo may return, texts with zones, subclasses, Unix time at its ends.
from datetime import date, datetime, timedelta, timezone, tzinfo


def show(f, *args, **kwargs):
    try:
        print(repr(f(*args, **kwargs)))
    except Exception as e:
        print(type(e).__name__, e)


INF = float('inf')
for t in (float('nan'), INF, -INF, 1e300, 1e20, 2**63, 2**70, 'x', None, 253402300800, 253402300799, -62135596801, 1e12,
          3e11, -1e12, 0.5e-6, 1.5e-6, -0.5e-6, 1.0000005, True, -1.5):
    show(datetime.fromtimestamp, t, timezone.utc)
    show(datetime.utcfromtimestamp, t)

d = datetime(2020, 1, 1, tzinfo=timezone.utc)
least, most = datetime.min.replace(tzinfo=timezone.max), datetime.max.replace(tzinfo=timezone.min)
for args in ((1,), ('ab',), ('\u00e9', 'hours'), ('T', 'x'), ('T', 1), ('T', 'milliseconds', 1)):
    show(d.isoformat, *args)
show(d.astimezone, 1)
show(datetime.fromtimestamp, 1, 2)
show(datetime.fromtimestamp)
show(datetime.fromtimestamp, 1, tz=timezone.min)
show(datetime.now, 1)
show(least.astimezone, timezone.utc)
show(most.astimezone, timezone.utc)
show(lambda: least < d)
show(least.timestamp)
show(most.timestamp)
show(lambda: {least: 1}[least])
for op in (lambda: d < datetime(2020, 1, 1), lambda: d - datetime(2020, 1, 1), lambda: d == datetime(2020, 1, 1)):
    show(op)
day, nothing, us = timedelta(1), timedelta(0), timedelta(microseconds=1)
for op in (lambda: timedelta.max / day, lambda: timedelta.max // us, lambda: day / 0, lambda: day // 0,
           lambda: day % nothing, lambda: day / nothing, lambda: day // nothing, lambda: divmod(day, nothing),
           lambda: divmod(timedelta(-1, 5), timedelta(0, 7)), lambda: us * 5 / 2, lambda: us * 7 / 2,
           lambda: us * -7 / 2, lambda: us * 7 / -2, lambda: us * -7 // 2, lambda: day * 1.5, lambda: day / 1.5):
    show(op)


class Zone(tzinfo):
    def __init__(self, value):
        self.value = value

    def utcoffset(self, dt):
        return self.value

    dst = tzname = utcoffset


for value in (None, 5, 'x', day, -day, timedelta(hours=-23, minutes=-59, seconds=-59.5), nothing):
    e = datetime(2020, 1, 1, tzinfo=Zone(value))
    for f in (e.utcoffset, e.dst, e.tzname, e.isoformat, lambda: hash(e) and 0, e.timestamp, lambda: e < d, lambda: e == d,
              lambda: e - d, lambda: d.astimezone(Zone(value)) == d, lambda: datetime.fromtimestamp(0, Zone(value)) == d,
              lambda: e.strftime('%z'), lambda: e.strftime('%Z'), e.utctimetuple):
        show(f)


class Moment(datetime):
    pass


m = Moment(2020, 1, 1, tzinfo=timezone.utc)
for r in (m.astimezone(timezone.min), Moment.fromtimestamp(5.5, timezone.max), m - d, m.replace(tzinfo=None), m + day,
          Moment.fromisoformat('2020-01-01T10:20Z')):
    print(type(r).__name__, r)
named = datetime(2020, 1, 1, tzinfo=timezone(timedelta(hours=1), 'A%B'))
print(repr(named), named.strftime('%Z|%z|%:z'))
for s in ('10:20:30+01:00', '10:20Z', '10:20:30.123', '10:20:30.123-05:30', '10:20:30+24:00', '10:20:30+23:59',
          '10:20:30-00:00', '10:20:30+0100', '10:20:30.123456+01:00:30', '10:20:30z', '10:20:30+01:60', '10:20:30+1:00',
          '10:20:30,5', '10:20:30.12345678', '24:00', '10:20:30Z ', '10:20:30ZZ', '10:20:30+25:00', '10+01',
          '10:20.5', '10:20:30:5', '10:20-00.7', '10:20:305+01:00', '10:+01:00', '102030Z', '10203040'):
    show(datetime.fromisoformat, '2020-01-01T' + s)
show(d.replace, tzinfo=True)
show(d.replace, year=None)
show(d.replace, fold=2, day=40)
show(date(2020, 1, 1).replace, year=None)
show(d.replace(fold=1).timetz)
show(timedelta, days=2**33)
show(datetime, 2020, 1, 1, fold=None)


class Folded(tzinfo):
    """No offset, an offset by the fold, or one that is there for one fold only."""

    def __init__(self, *offsets):
        self.offsets = offsets

    def utcoffset(self, dt):
        hours = self.offsets[dt.fold]
        return hours if hours is None else timedelta(hours=hours)


plain = datetime(2020, 5, 6)
for zone in (Folded(None, None), Folded(0, 0), Folded(0, None), Folded(None, 0), Folded(1, 2)):
    for fold in (0, 1):
        there = plain.replace(tzinfo=zone, fold=fold)
        print([there == plain, there == plain.replace(tzinfo=timezone.utc), there != there.replace(tzinfo=Folded(None, None)),
               there == there.replace(tzinfo=Folded(0, 0))])
        show(lambda: (there < plain, there - plain))
