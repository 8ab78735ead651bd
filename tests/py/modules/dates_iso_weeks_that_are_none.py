# A week that the year has not is an error: of the text where there is one, of the week where there is not.
from datetime import date, datetime, time, timedelta, timezone, tzinfo


def attempt(make, *args):
    try:
        return str(make(*args))
    except (ValueError, TypeError) as e:
        return f'{type(e).__name__}: {e}'


for text in ('9999-W52-5', '9999-W52-6', '9999-W53-1', '2021-W53', '2020W537', '2020-W00-1', '2020-W10-8', '0001-W01-1'):
    print(text, attempt(date.fromisoformat, text), attempt(datetime.fromisoformat, text))
for said in ((9999, 52, 5), (9999, 53, 1), (2020, 53, 7), (2021, 53, 1), (2020, 0, 1), (2020, 1, 0), (0, 1, 1), (2 ** 40, 1, 1)):
    print(said, attempt(date.fromisocalendar, *said))


class Zone(tzinfo):
    def __init__(self, offset):
        self.offset = offset

    def utcoffset(self, moment):
        return self.offset

    def tzname(self, moment):
        return 'a%fb%%z'


# Times compare by whole seconds of their offsets.
half, minute = timedelta(microseconds=500000), timedelta(minutes=1)
times = [time(1, 2, 3, 4), time(1, 2, 3, 4, Zone(minute)), time(1, 1, 3, 4, timezone.utc), time(1, 2, 3, 4, Zone(half)),
         time(1, 2, 3, 4, timezone.utc), time(1, 2, fold=1), time(23, 2, 3, 4, Zone(-22 * 60 * minute))]
for a in times:
    print(repr(a).partition(', tzinfo')[0], [a == b for b in times],
          [half in (a.utcoffset(), b.utcoffset()) or a != b or hash(a) == hash(b) for b in times],
          [attempt(a.__lt__, b) for b in times])
    print(a.strftime('%%f %f %%%f %Z %z %:z %'))
