# Module zoneinfo: IANA time zones, read from the TZif data that the host hands in. A zone is a list
# of transitions and, behind the last one, a rule such as 'CET-1CEST,M3.5.0,M10.5.0/3'.
from bisect import bisect_right as _bisect_right
from datetime import datetime as _datetime, timedelta as _timedelta, tzinfo as _tzinfo
from sys import _as_native
from time import _zone_data

__all__ = ['ZoneInfo', 'reset_tzpath', 'available_timezones', 'TZPATH', 'ZoneInfoNotFoundError',
           'InvalidTZPathWarning']

TZPATH = ('/usr/share/zoneinfo', '/usr/lib/zoneinfo', '/usr/share/lib/zoneinfo', '/etc/zoneinfo')
_SECOND = _timedelta(seconds=1)
_cache = {}


class ZoneInfoNotFoundError(KeyError):
    """There is no zone of that name."""


class InvalidTZPathWarning(RuntimeWarning):
    """For programs that name it: paths of time zones are the host's here."""


def reset_tzpath(to=None):
    """Only to what it is already: the host chooses the time zone data."""
    if isinstance(to, (str, bytes)):
        raise TypeError(f'tzpaths must be a list or tuple, not {type(to)}: {to!r}')
    paths = TZPATH if to is None else tuple(to)
    relative = [path for path in paths if not path.startswith('/')]
    if relative:
        raise ValueError('Paths should be absolute but found the following relative paths:\n    ' + '\n    '.join(relative))
    if paths != TZPATH:
        raise PermissionError('zoneinfo.reset_tzpath(): the time zone data is chosen by the host')


def available_timezones():
    """The names of all zones."""
    data = _zone_data('')
    zones = set()
    for line in (data or b'').decode().splitlines():
        words = line.split()
        if words and words[0] == 'Z':
            zones.add(words[1])
        elif words and words[0] == 'L':
            zones.add(words[2])
    return zones


class _Info:
    """One kind of time in a zone: its offset, how much of it is DST, its abbreviation."""
    __slots__ = ('utcoff', 'dstoff', 'tzname')

    def __init__(self, utcoff, dstoff, tzname):
        self.utcoff, self.dstoff, self.tzname = utcoff * _SECOND, dstoff * _SECOND, tzname

    def same(self, other):
        return (self.utcoff, self.dstoff, self.tzname) == (other.utcoff, other.dstoff, other.tzname)


def _check_key(key):
    from posixpath import isabs
    if isabs(key):
        raise ValueError(f'ZoneInfo keys may not be absolute paths, got: {key}')
    names = key.split('/')
    while names and names[0] == '..':
        del names[0]
    if key != '.' and not {'', '.', '..'}.isdisjoint(names):
        raise ValueError(f'ZoneInfo keys must be normalized relative paths, got: {key}')
    if key.partition('/')[0] in ('.', '..'):
        raise ValueError(f'ZoneInfo keys must refer to subdirectories of TZPATH, got: {key}')


class ZoneInfo(_tzinfo):
    """A time zone by its IANA name; the same object for the same name."""

    def __new__(cls, key):
        zones = _cache.setdefault(cls, {})
        if key not in zones:
            zones[key] = cls.no_cache(key)
        return zones[key]

    @classmethod
    def no_cache(cls, key):
        """A new object, whatever is known already."""
        _check_key(key)
        data = _zone_data(key) if key else None
        if data is None:
            raise ZoneInfoNotFoundError(f'No time zone found with key {key}')
        zone = cls._of(data, key)
        zone._named = True
        return zone

    @classmethod
    def from_file(cls, file, /, key=None):
        """A zone from an open TZif file; it has no name to be found by."""
        return cls._of(file.read(), key)

    @classmethod
    def _of(cls, data, key):
        zone = super().__new__(cls)
        zone._key, zone._named = key, False
        zone._load(data)
        return zone

    @classmethod
    def clear_cache(cls, *, only_keys=None):
        """Forget the zones of this class, or some of them."""
        zones = _cache.get(cls, {})
        for key in list(zones) if only_keys is None else only_keys:
            zones.pop(key, None)

    key = property(lambda self: self._key)

    def _load(self, data):
        times, which, offsets, dsts, names, rule = _read(data)
        parts = _dst_parts(which, offsets, dsts)
        infos = [_Info(*row) for row in zip(offsets, parts, names)]
        self._utc, self._infos = times, [infos[i] for i in which]
        standard = [i for i, dst in enumerate(dsts) if not dst]
        if not infos and not rule:
            raise ValueError('No time zone information found.')
        self._before = infos[standard[0] if standard else 0] if infos else None
        before = [standard[0] if standard else 0] + which[:-1]
        steps = [(t, offsets[i], offsets[j]) for t, i, j in zip(times, before, which)]
        # Wall times at which each transition counts, for fold 0 and 1.
        self._wall = [[t + max(a, b) for t, a, b in steps], [t + min(a, b) for t, a, b in steps]]
        self._after = _rule_of(rule) if rule else (self._infos or infos)[-1]
        # A zone that has one kind of time ever also has it at no given moment.
        once = isinstance(self._after, _Info) and len(infos) < 2 and all(map(self._after.same, infos))
        self._fixed = self._after if once else None

    def _at_wall(self, dt):
        if dt is None:
            return self._fixed
        ts = dt._wall_seconds()
        wall = self._wall[dt.fold]
        i = _bisect_right(wall, ts)
        if i == len(wall) and (not i or ts > wall[-1]):
            after = self._after
            return after.at_wall(ts, dt.year, dt.fold) if isinstance(after, _Rule) else after
        return self._infos[i - 1] if i else self._before

    def utcoffset(self, dt):
        """How far local time is ahead of UTC."""
        info = self._at_wall(dt)
        return info and info.utcoff

    def dst(self, dt):
        """How much of that is daylight saving time."""
        info = self._at_wall(dt)
        return info and info.dstoff

    def tzname(self, dt):
        """What the zone is called at that time: CET, CEST."""
        info = self._at_wall(dt)
        return info and info.tzname

    def fromutc(self, dt):
        """The local time of a time that is in UTC."""
        if not isinstance(dt, _datetime):
            raise TypeError('fromutc() requires a datetime argument')
        if dt.tzinfo is not self:
            raise ValueError('dt.tzinfo is not self')
        ts = dt._wall_seconds()
        i, fold = _bisect_right(self._utc, ts), False
        if i < len(self._utc) or i and ts == self._utc[-1]:
            info = self._infos[i - 1] if i else self._before
        elif isinstance(self._after, _Rule):
            info, fold = self._after.at_utc(ts, dt.year)
        else:
            info = self._after
        if i and ts - self._utc[i - 1] < 172800:  # was the wall time there before the clocks were set back?
            earlier = self._infos[i - 2] if i > 1 else self._before
            fold = fold or (earlier.utcoff - info.utcoff) // _SECOND > ts - self._utc[i - 1]
        return (dt + info.utcoff).replace(fold=int(fold))

    def __str__(self):
        return repr(self) if self._key is None else f'{self._key}'

    def __repr__(self):
        if self._key is None:
            return f'{type(self).__module__}.{type(self).__qualname__}.from_file(<data>)'
        return f'{type(self).__module__}.{type(self).__qualname__}(key={self._key!r})'

    def __reduce__(self):
        if not self._named:
            raise TypeError('cannot pickle a ZoneInfo from a file')
        return type(self), (self._key,)


_as_native(ZoneInfo)


def _read(data):
    """TZif data -> (times, index of kind for each, offsets, dst flags, names of kinds, rule)"""
    from struct import calcsize, unpack_from
    if data[:4] != b'TZif':
        raise ValueError('Invalid TZif file: magic not found')
    at, wide = 0, data[4:5] >= b'2'
    while True:
        isut, isstd, leap, timecnt, typecnt, charcnt = unpack_from('>6l', data, at + 20)
        at += 44
        size = 8 if wide and at > 44 else 4
        if size == 8 or not wide:
            break
        at += timecnt * 5 + typecnt * 6 + charcnt + leap * 8 + isstd + isut
    kind = 'q' if size == 8 else 'l'
    times = list(unpack_from(f'>{timecnt}{kind}', data, at))
    at += timecnt * size
    which = list(data[at:at + timecnt])
    at += timecnt
    rows = [unpack_from('>lbb', data, at + 6 * i) for i in range(typecnt)]
    at += typecnt * calcsize('>lbb')
    chars = data[at:at + charcnt]
    names = [chars[i:chars.index(b'\0', i)].decode() for _, _, i in rows]
    at += charcnt + leap * (size + 4) + isstd + isut
    rule = data[at:].strip(b'\n') if size == 8 else b''
    return times, which, [row[0] for row in rows], [row[1] for row in rows], names, rule


def _dst_parts(which, offsets, dsts):
    """How much of each kind's offset is DST: the file tells only whether, so neighbours decide."""
    parts = [0] * len(offsets)
    for i in range(1, len(which)):
        kind, before = which[i], which[i - 1]
        if not dsts[kind] or parts[kind]:
            continue
        part = 0 if dsts[before] else offsets[kind] - offsets[before]
        if not part and i + 1 < len(which) and not dsts[which[i + 1]]:
            part = offsets[kind] - offsets[which[i + 1]]
        parts[kind] = part
    return [part or (3600 if dst else 0) for part, dst in zip(parts, dsts)]


def _rule_of(text):
    """The _Rule that the text of a POSIX TZ variable (bytes) is; an _Info where no daylight time is in it."""
    rest = _Scanner(text)
    name, offset = rest.name('STD'), -rest.offset('STD')
    standard = _Info(offset, 0, name)
    if rest.done():
        return standard
    name, daylight = rest.name('DST'), offset + 3600
    if not rest.skip(b','):
        daylight = -rest.offset('DST')
        if not rest.skip(b','):
            raise rest.error('Missing transition rules in TZ string:')
    start = rest.moment()
    if not rest.skip(b','):
        raise rest.error('Missing transition rules in TZ string:')
    end = rest.moment()
    if not rest.done():
        raise rest.error('Extraneous characters at end of TZ string:')
    return _Rule(standard, offset, _Info(daylight, daylight - offset, name), daylight, start, end)


class _Scanner:
    """The text of a rule and how far it has been read."""

    def __init__(self, text):
        self._text, self._at = text, 0

    def error(self, what):
        return ValueError(f'{what} {self._text!r}')

    def done(self):
        return self._at == len(self._text)

    def skip(self, char):
        found = self._text.startswith(char, self._at)
        self._at += found
        return found

    def _take(self, pattern, otherwise):
        import re
        match = re.compile(pattern).match(self._text, self._at)
        if match is None:
            raise self.error(otherwise)
        self._at = match.end()
        return match.groups()

    def _time(self, most_hours, otherwise):
        sign, *parts = self._take(rb'([+-]?)(\d{1,3}+)(?::(\d\d)(?::(\d\d))?)?(?!:)', otherwise)
        hours, minutes, seconds = [int(part or 0) for part in parts]
        if hours > most_hours:
            raise self.error(otherwise)
        seconds += 3600 * hours + 60 * minutes
        return -seconds if sign == b'-' else seconds

    def name(self, kind):
        (name,) = self._take(rb'([A-Za-z]+|<[A-Za-z0-9+-]*>)', f'Invalid {kind} format in')
        return name.strip(b'<>').decode()

    def offset(self, kind):
        return self._time(24, f'Invalid {kind} offset in')

    def moment(self):
        """'M3.5.0/2' -> (3, 5, 0), 7200; 'J60' -> (60, True), 7200; '59' -> (59, False), 7200"""
        wrong = 'Malformed transition rule in TZ string:'
        *of_month, julian, number = self._take(rb'M(\d\d?)\.([1-5])\.([0-6])|(J?)(\d{1,3})', wrong)
        if number is None:
            day = tuple(map(int, of_month))
            sane = 1 <= day[0] <= 12
        else:
            day = int(number), julian != b''
            sane = day[1] <= day[0] <= 365
        if not sane:
            raise self.error(wrong)
        return day, self._time(167, wrong) if self.skip(b'/') else 7200


class _Rule:
    """Standard time and, between two moments of the year, daylight time."""

    def __init__(self, standard, std, daylight, dst, start, end):
        self._standard, self._std, self._daylight, self._dst = standard, std, daylight, dst
        self._gain = dst - std
        self._start, self._end = start, end
        self._known = {}    # what _year() gave

    def _year(self, year):
        """The wall times, in seconds, of the year's start and end of daylight time."""
        known = self._known.get(year)
        if known is None:
            if len(self._known) > 64:
                self._known.clear()
            known = self._known[year] = [_wall_seconds(moment, year) for moment in (self._start, self._end)]
        return known

    def at_wall(self, ts, year, fold):
        # A wall time that is skipped or comes twice belongs to what `fold` says.
        start, end = self._year(year)
        if bool(fold) is (self._gain >= 0):
            return self._at(ts, start, end - self._gain)
        return self._at(ts, start + self._gain, end)

    def _at(self, ts, start, end):
        """What holds at a time; where winter is warm daylight time goes over the new year."""
        inside = start <= ts < end if start < end else ts < end or ts >= start
        return self._daylight if inside else self._standard

    def at_utc(self, ts, year):
        """-> (info, the wall time comes for the second time)"""
        start, end = self._year(year)
        start, end = start - self._std, end - self._dst
        first, last = (end, end + self._gain) if self._gain > 0 else (start, start - self._gain)
        return self._at(ts, start, end), first <= ts < last


def _wall_seconds(moment, year):
    day, time = moment
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if len(day) == 2:  # as CPython counts, 1 is the first one with J and without
        first = _datetime(year, 1, 1)
        n, julian = day
        days = n - 1 + (julian and leap and n >= 59)
    else:
        month, week, weekday = day
        first = _datetime(year, month, 1)
        days = (weekday - first.isoweekday()) % 7 + 7 * (week - 1)
        length = 28 + leap if month == 2 else 30 + (month + month // 8) % 2
        if days >= length:  # week 5 is the last one
            days -= 7
    return first._wall_seconds() + 86400 * days + time
