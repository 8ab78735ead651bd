# Module datetime: dates, times, durations and fixed-offset zones in the proleptic Gregorian calendar. The classes
# timedelta, date and datetime are C (_datetime) in what is used most: their class statements here hold the rest,
# which becomes part of them (_rest_of); C calls the functions connected at the end.
import time as _time
from _datetime import _adopt, _connect, _index, date, datetime, timedelta
from sys import _as_native

__all__ = ['date', 'datetime', 'time', 'timedelta', 'timezone', 'tzinfo', 'MINYEAR', 'MAXYEAR', 'UTC']

MINYEAR, MAXYEAR = 1, 9999
_MAXORDINAL = 3652059
_MONTH_DAYS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_DAY_NAMES = ('Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun')
_MONTH_NAMES = ('', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec')
_ADD, _SUB, _MUL, _DIV, _FLOORDIV, _MOD, _DIVMOD = 0, 1, 2, 3, 4, 5, 13  # operators as C counts them
_missing = object()


def _rest_of(native):
    def adopt(cls):
        _adopt(native, cls)
        return native
    return adopt


def __dir__():
    return sorted([*__all__, *[name for name in globals() if name.startswith('__')]])


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in_month(year, month):
    return 29 if month == 2 and _is_leap(year) else _MONTH_DAYS[month]


def _days_before_year(year):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


def _date_of(ordinal):
    if ordinal > _MAXORDINAL:
        return MAXYEAR + 1, 1, ordinal - _MAXORDINAL
    day = date.fromordinal(ordinal)
    return day._year, day._month, day._day


def _check_date(year, month, day):
    date = year, month, day = _index(year), _index(month), _index(day)
    if year < MINYEAR or year > MAXYEAR:
        raise ValueError(f'year {year} is out of range')
    if month not in range(1, 13):
        raise ValueError('month must be in 1..12')
    if day in range(1, _days_in_month(year, month) + 1):
        return date
    raise ValueError('day is out of range for month')


def _check_time(hour, minute, second, microsecond, fold):
    parts = [*map(_index, (hour, minute, second, microsecond))]
    for name, top, part in zip(('hour', 'minute', 'second', 'microsecond'), (23, 59, 59, 999999), parts):
        if part < 0 or part > top:
            raise ValueError(f'{name} must be in 0..{top}')
    if _index(fold) not in (0, 1):
        raise ValueError('fold must be either 0 or 1')
    return parts


def _check_tz(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError("tzinfo argument must be None or of a tzinfo subclass, not type '%s'" % type(tz).__name__)


def _check_offset(name, offset):
    if offset is None:
        return
    if not isinstance(offset, timedelta):
        raise TypeError("tzinfo.%s() must return None or timedelta, not '%s'" % (name, type(offset).__name__))
    if not -_DAY < offset < _DAY:
        raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24).')


def _kind(value):
    # As messages about arguments name a type.
    if value is None:
        return 'None'
    cls = type(value)
    return f'datetime.{cls.__name__}' if cls.__module__ == 'datetime' else cls.__name__


def _check_tzname(name):
    if name is not None and not isinstance(name, str):
        raise TypeError("tzinfo.tzname() must return None or a string, not '%s'" % type(name).__name__)
    return name


def _format_offset(off, sep=':'):
    if off is None:
        return ''
    sign = '+'
    if off.days < 0:
        sign, off = '-', -off
    total, parts = off.days * 86400 + off.seconds, off.microseconds
    text = '%s%02d%s%02d' % (sign, total // 3600, sep, total // 60 % 60)
    if not (total % 60 or parts):
        return text
    return f'{text}{sep}{total % 60:02}' + (f'.{parts:06}' if parts else '')


def _format_time(hh, mm, ss, us, timespec='auto'):
    if not isinstance(timespec, str):
        raise TypeError(f'isoformat() argument 1 must be str, not {type(timespec).__name__}')
    if timespec == 'auto':
        timespec = 'microseconds' if us else 'seconds'
    if timespec == 'hours':
        return '%02d' % hh
    if timespec == 'minutes':
        return '%02d:%02d' % (hh, mm)
    if timespec == 'seconds':
        return '%02d:%02d:%02d' % (hh, mm, ss)
    if timespec == 'milliseconds':
        return '%02d:%02d:%02d.%03d' % (hh, mm, ss, us // 1000)
    if timespec == 'microseconds':
        return '%02d:%02d:%02d.%06d' % (hh, mm, ss, us)
    raise ValueError('Unknown timespec value')


def _offset_of(obj, sep=''):
    return _format_offset(obj.utcoffset(), sep) if hasattr(obj, 'utcoffset') else ''


def _zone_name_of(obj):
    name = obj.tzname() if hasattr(obj, 'tzname') else None
    text = (name or '').replace('%', '%%')
    if isinstance(text, str):
        return text
    raise TypeError('tzname.replace() did not return a string')


_OWN_DIRECTIVES = {     # those that time.strftime cannot know
    '%f': lambda obj: '%06d' % getattr(obj, 'microsecond', 0),
    '%:z': lambda obj: _offset_of(obj, ':'),
    '%z': _offset_of,
    '%Z': _zone_name_of,
}


def _strftime(obj, format, tuple9):
    for directive in sorted(filter(format.__contains__, _OWN_DIRECTIVES), key=format.find):
        pieces = format.split('%%')     # a percent sign begins no directive
        if any([directive in piece for piece in pieces]):
            text = _OWN_DIRECTIVES[directive](obj)
            format = '%%'.join([piece.replace(directive, text) for piece in pieces])
    return _time._strftime(format, tuple9)


def _div_nearest(a, b):
    q, r = divmod(a, b)
    r *= 2
    if (r > b if b > 0 else r < b) or r == b and q % 2 == 1:
        q += 1
    return q


def _delta_fields(days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
    d, s, us = timedelta._exact(days, seconds, microseconds, milliseconds, minutes, hours, weeks)
    if not -2 ** 31 <= d < 2 ** 31:
        raise OverflowError('Python int too large to convert to C int')
    if not -999999999 <= d <= 999999999:
        raise OverflowError('days=%d; must have magnitude <= 999999999' % d)
    return d, s, us


@_rest_of(timedelta)
class timedelta:
    @staticmethod
    def _exact(days, seconds, microseconds, milliseconds, minutes, hours, weeks):
        total, fraction = 0, 0.0
        for name, value, scale in (('days', days, 86400000000), ('seconds', seconds, 1000000), ('microseconds', microseconds, 1),
                                   ('milliseconds', milliseconds, 1000), ('minutes', minutes, 60000000), ('hours', hours, 3600000000),
                                   ('weeks', weeks, 604800000000)):
            if isinstance(value, int):
                total += value * scale
            elif isinstance(value, float):
                if value != value:
                    raise ValueError('cannot convert float NaN to integer')
                if value in (float('inf'), float('-inf')):
                    raise OverflowError('cannot convert float infinity to integer')
                whole = int(value)
                total += whole * scale
                part = (value - whole) * scale
                whole = int(part)
                total += whole
                fraction += part - whole
            else:
                raise TypeError('unsupported type for timedelta %s component: %s' % (name, type(value).__name__))
        whole = round(fraction)
        if abs(fraction - int(fraction)) == 0.5 and (total + int(fraction)) % 2:
            whole = int(fraction) + (1 if fraction > 0 else -1)
        elif abs(fraction - int(fraction)) == 0.5:
            whole = int(fraction)
        total += whole
        d, us = divmod(total, 86400000000)
        s, us = divmod(us, 1000000)
        return d, s, us

    def _us(self):
        return (self._days * 86400 + self._seconds) * 1000000 + self._microseconds

    @classmethod
    def _from_us(cls, us):
        return timedelta(0, 0, us)

    def _key(self):
        return (self._days, self._seconds, self._microseconds)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return self.__class__, self._key()


_adopt(timedelta, {'min': timedelta(-999999999), 'resolution': timedelta(microseconds=1),
                   'max': timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)})
_DAY = timedelta(1)
_ZERO = timedelta(0)


class tzinfo:
    __slots__ = ()

    def tzname(self, dt):
        raise NotImplementedError('a tzinfo subclass must implement tzname()')

    def utcoffset(self, dt):
        raise NotImplementedError('a tzinfo subclass must implement utcoffset()')

    def dst(self, dt):
        raise NotImplementedError('a tzinfo subclass must implement dst()')

    def fromutc(self, dt):
        if not isinstance(dt, datetime):
            raise TypeError('fromutc: argument must be a datetime')
        if dt.tzinfo is not self:
            raise ValueError('fromutc: dt.tzinfo is not self')
        found = {'utcoffset': dt.utcoffset()}
        if found['utcoffset'] is not None:
            found['dst'] = dt.dst()
        for name, value in found.items():
            if value is None:
                raise ValueError(f'fromutc: non-None {name}() result required')
        offset, summer = found.values()
        if offset != summer:    # in standard time first, then what that time says of summer
            dt += offset - summer
            summer = dt.dst()
        if summer is not None:
            return dt + summer
        raise ValueError('fromutc(): dt.dst gave inconsistent results; cannot convert')

    def __reduce__(self):
        args = getattr(self, '__getinitargs__', lambda: ())()
        return self.__class__, args, getattr(self, '__dict__', None) or None


_not_given = object()


class timezone(tzinfo):
    __slots__ = ('_offset', '_name')

    def __new__(cls, offset, name=_not_given):
        for i, (value, kind) in enumerate(((offset, timedelta), (name, str)), 1):
            if value is not _not_given and not isinstance(value, kind):
                full = kind.__name__ if kind is str else 'datetime.' + kind.__name__
                raise TypeError(f'timezone() argument {i} must be {full}, not {_kind(value)}')
        if name is _not_given:
            if not offset and 'utc' in cls.__dict__:
                return cls.utc
            name = None
        if abs(offset) < _DAY:
            return cls._make(offset, name)
        raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and '
                         f'timedelta(hours=24), not {offset!r}.')

    @classmethod
    def _make(cls, offset, name=None):
        self = tzinfo.__new__(cls)
        self._offset, self._name = offset, name
        return self

    def __getinitargs__(self):
        return (self._offset,) if self._name is None else (self._offset, self._name)

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return 'datetime.timezone.utc'
        if self._name is None:
            return 'datetime.timezone(%r)' % (self._offset,)
        return 'datetime.timezone(%r, %r)' % (self._offset, self._name)

    def __str__(self):
        return self.tzname(None)

    def _check(self, dt, what):
        if dt is not None and not isinstance(dt, datetime):
            raise TypeError('%s(dt) argument must be a datetime instance or None, not %s' % (what, type(dt).__name__))

    def utcoffset(self, dt):
        self._check(dt, 'utcoffset')
        return self._offset

    def tzname(self, dt):
        self._check(dt, 'tzname')
        if self._name is not None:
            return self._name
        return 'UTC' if not self._offset else 'UTC' + _format_offset(self._offset)

    def dst(self, dt):
        self._check(dt, 'dst')
        return None

    def fromutc(self, dt):
        if not isinstance(dt, datetime):
            raise TypeError('fromutc: argument must be a datetime instance, not %s' % type(dt).__name__)
        if dt.tzinfo is not self:
            raise ValueError('fromutc: dt.tzinfo is not self')
        return dt + self._offset

    def __deepcopy__(self, memo):
        return self

    def __copy__(self):
        return self


UTC = timezone.utc = timezone._make(_ZERO)
timezone.min = timezone._make(-timedelta(hours=23, minutes=59))
timezone.max = timezone._make(timedelta(hours=23, minutes=59))


class IsoCalendarDate(tuple):
    __slots__ = ()

    def __new__(cls, year, week, weekday):
        return super().__new__(cls, (year, week, weekday))

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return 'datetime.IsoCalendarDate(year=%s, week=%s, weekday=%s)' % self

    def __reduce__(self):
        return tuple, (tuple(self),)


def _iso_week1_monday(year):
    fourth = _days_before_year(year) + 4    # of January, which is always in week 1
    return fourth - (fourth - 1) % 7


def _isoweek_to_ord(year, week, day):
    try:
        year, week, day = map(_index, (year, week, day))
    except OverflowError:
        raise ValueError('ISO calendar component out of range') from None
    if year < MINYEAR or year > MAXYEAR:
        raise ValueError(f'Year is out of range: {year}')
    first, end = _iso_week1_monday(year), _iso_week1_monday(year + 1)
    monday = first + 7 * (week - 1)
    if monday < first or monday >= end:
        raise ValueError(f'Invalid week: {week}')
    if day not in range(1, 8):
        raise ValueError(f'Invalid day: {day} (range is [1, 7])')
    return monday + day - 1


def _digits(s, what):
    if not (s.isascii() and s.isdigit()):
        raise ValueError('Invalid isoformat string: %r' % what)
    return int(s)


def _parse_iso_date(s, whole):
    n = len(s)
    if n < 7 or not (s[:4].isascii() and s[:4].isdigit()):
        raise ValueError('Invalid isoformat string: %r' % whole)
    year = int(s[:4])
    sep = s[4] == '-'
    rest = s[4 + sep:]
    if rest[:1] == 'W':
        rest = rest[1:]
        week = _digits(rest[:2], whole)
        if len(rest[:2]) != 2:
            raise ValueError('Invalid isoformat string: %r' % whole)
        day = 1
        tail = rest[2:]
        if tail:
            if sep != (tail[0] == '-') or len(tail) != 1 + sep:
                raise ValueError('Invalid isoformat string: %r' % whole)
            day = _digits(tail[sep:], whole)
        try:
            return _date_of(_isoweek_to_ord(year, week, day))
        except ValueError:
            raise ValueError('Invalid isoformat string: %r' % whole) from None
    if sep:
        if len(rest) != 5 or rest[2] != '-':
            raise ValueError('Invalid isoformat string: %r' % whole)
        return year, _digits(rest[:2], whole), _digits(rest[3:], whole)
    if len(rest) != 4:
        raise ValueError('Invalid isoformat string: %r' % whole)
    return year, _digits(rest[:2], whole), _digits(rest[2:], whole)


def _parse_hms(s, whole):
    """The parts of a time without zone, and whether there is something behind them."""
    parts, at, sep = [0, 0, 0, 0], 0, False
    for i in range(3):
        if len(s) < at + 2:
            raise ValueError('Invalid isoformat string: %r' % whole)
        parts[i] = _digits(s[at:at + 2], whole)
        at += 2
        mark = s[at:at + 1]
        if i == 0:
            sep = mark == ':'
        if len(s) <= at + 1:
            return parts, mark != ''
        if mark in '.,' or sep and mark == ':':
            at += 1
            if mark != ':':
                break
        elif sep:
            raise ValueError('Invalid isoformat string: %r' % whole)
    fraction = s[at:at + 6]
    parts[3] = _digits(fraction, whole) * 10 ** (6 - len(fraction))
    return parts, s[at + 6:].lstrip('0123456789') != ''


def _parse_iso_time(s, whole):
    if len(s) < 2:
        raise ValueError('Invalid isoformat string: %r' % whole)
    pos = -1
    for i, c in enumerate(s):
        if c in '+-Z':
            pos = i
            break
    main = s if pos < 0 else s[:pos]
    parts, rest = _parse_hms(main, whole)
    if rest and pos < 0:
        raise ValueError('Invalid isoformat string: %r' % whole)
    tz = None
    if pos >= 0:
        tail = s[pos:]
        if tail == 'Z':
            tz = timezone.utc
        elif tail[0] == 'Z' or len(tail) < 3:
            raise ValueError('Invalid isoformat string: %r' % whole)
        else:
            (h, m, sec, us), rest = _parse_hms(tail[1:], whole)
            if rest:
                raise ValueError('Invalid isoformat string: %r' % whole)
            off = timedelta(hours=h, minutes=m, seconds=sec, microseconds=us)
            tz = timezone(-off if tail[0] == '-' else off) if h or m or sec else timezone.utc
    return parts, tz


# ---- what pickles hold: the year, the microsecond and all between as bytes; the fold is a high bit of them ----

def _date_state(d):
    return d._year.to_bytes(2, 'big') + bytes((d._month, d._day))


def _time_state(t):
    return bytes((t._hour, t._minute, t._second)) + t._microsecond.to_bytes(3, 'big')


def _with_fold(state, place, fold, protocol):
    # Protocols before 4 are read by versions that know of no folds.
    if not fold or protocol < 4:
        return state
    return state[:place] + bytes((state[place] | 128,)) + state[place + 1:]


def _state(kind, value, size, place, sane, folds=127):
    """The bytes if value is such a state rather than an argument, which no text that a program means has at that
    place; else None. A str is what other versions wrote bytes as."""
    if not isinstance(value, (bytes, str)) or len(value) != size or ord(value[place:place + 1]) & folds not in sane:
        return None
    if isinstance(value, bytes):
        return value
    try:
        return value.encode('latin1')
    except UnicodeEncodeError:
        raise ValueError(f'Failed to encode latin1 string when unpickling a {kind} object. '
                         "pickle.load(data, encoding='latin1') is assumed.") from None


def _clock_of(state):
    return *state[:3], int.from_bytes(state[3:], 'big')


def _zone_of(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError('bad tzinfo state arg')
    return tz


_MONTHS, _HOURS = range(1, 13), range(24)


def _date_fields(year=_missing, month=_missing, day=_missing):
    if month is _missing and day is _missing:
        state = _state('date', year, 4, 2, _MONTHS, 255)
        if state:
            return _check_date(int.from_bytes(state[:2], 'big'), state[2], state[3])
    for place, (name, value) in enumerate((('year', year), ('month', month), ('day', day)), 1):
        if value is _missing:
            raise TypeError(f"function missing required argument '{name}' (pos {place})")
        _index(value)
    return _check_date(year, month, day)


def _date_from_iso(cls, date_string):
    if not isinstance(date_string, str):
        raise TypeError('fromisoformat: argument must be str')
    if issubclass(cls, datetime):
        return _datetime_from_iso(cls, date_string)
    if len(date_string) not in (7, 8, 10):
        raise ValueError('Invalid isoformat string: %r' % date_string)
    return cls(*_parse_iso_date(date_string, date_string))


def _strftime_of(self, format):
    if not isinstance(format, str):
        raise TypeError('strftime() argument 1 must be str, not %s' % _kind(format))
    return _strftime(self, format, tuple(self.timetuple()))


@_rest_of(date)
class date:
    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromisocalendar(cls, year, week, day):
        return cls.fromordinal(_isoweek_to_ord(year, week, day))

    def ctime(self):
        return '%s %s %2d 00:00:00 %04d' % (_DAY_NAMES[self.weekday()], _MONTH_NAMES[self._month], self._day, self._year)

    def __format__(self, fmt):
        if not isinstance(fmt, str):
            raise TypeError('must be str, not %s' % type(fmt).__name__)
        return self.strftime(fmt) if fmt else str(self)

    def timetuple(self):
        today = self.toordinal()
        return _time.struct_time((self._year, self._month, self._day, 0, 0, 0, (today - 1) % 7,
                                  today - _days_before_year(self._year), -1))

    def isoweekday(self):
        return self.toordinal() % 7 or 7

    def isocalendar(self):
        # The week belongs to the year that its Thursday is in.
        today = self.toordinal()
        weekday = (today - 1) % 7   # of Monday: 0
        thursday = today - weekday + 3
        for year in (self._year - 1, self._year, self._year + 1):
            first = _iso_week1_monday(year)
            if first <= thursday < _iso_week1_monday(year + 1):
                return IsoCalendarDate(year, (thursday - first) // 7 + 1, weekday + 1)

    def __reduce__(self):
        return self.__class__, (_date_state(self),)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


_adopt(date, {'min': date(1, 1, 1), 'max': date(9999, 12, 31), 'resolution': timedelta(days=1)})


class time:
    __slots__ = ('_hour', '_minute', '_second', '_microsecond', '_tzinfo', '_hash', '_fold')

    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        if isinstance(hour, (bytes, str)) and not (second or microsecond) and (state := _state('time', hour, 6, 0, _HOURS)):
            fold, tzinfo = state[0] >> 7, _zone_of(minute or None)
            hour, minute, second, microsecond = _clock_of(bytes((state[0] & 127,)) + state[1:])
        hour, minute, second, microsecond = _check_time(hour, minute, second, microsecond, fold)
        _check_tz(tzinfo)
        self = object.__new__(cls)
        self._hour, self._minute, self._second, self._microsecond = hour, minute, second, microsecond
        self._tzinfo, self._hash, self._fold = tzinfo, -1, fold
        return self

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    def _key(self):
        return (self._hour, self._minute, self._second, self._microsecond)

    def _microseconds(self, offset):
        """Since midnight, in UTC when there is an offset; of that whole seconds count."""
        seconds = (self._hour * 60 + self._minute) * 60 + self._second
        if offset is not None:
            seconds -= offset._days * 86400 + offset._seconds
        return seconds * 1000000 + self._microsecond

    def _ahead(self, other):
        """By how much it is later than the other; None where only one of them has an offset."""
        here = there = None
        if self._tzinfo is not other._tzinfo:
            here, there = self.utcoffset(), other.utcoffset()
            if (here is None) is not (there is None):
                return None
        return self._microseconds(here) - other._microseconds(there)

    def _after(self, other):
        ahead = self._ahead(other)
        if ahead is None:
            raise TypeError("can't compare offset-naive and offset-aware times")
        return ahead

    def __eq__(self, other):
        return self._ahead(other) == 0 if isinstance(other, time) else NotImplemented

    def __lt__(self, other):
        return self._after(other) < 0 if isinstance(other, time) else NotImplemented

    def __le__(self, other):
        return self._after(other) <= 0 if isinstance(other, time) else NotImplemented

    def __gt__(self, other):
        return self._after(other) > 0 if isinstance(other, time) else NotImplemented

    def __ge__(self, other):
        return self._after(other) >= 0 if isinstance(other, time) else NotImplemented

    def __hash__(self):
        if self._hash == -1:
            first = self.replace(fold=0) if self._fold else self
            self._hash = hash(self._microseconds(first.utcoffset()))
        return self._hash

    def __repr__(self):
        shown = [*map(str, self._key())]
        while len(shown) > 2 and shown[-1] == '0':
            shown.pop()
        if self._tzinfo is not None:
            shown.append(f'tzinfo={self._tzinfo!r}')
        if self._fold:
            shown.append('fold=1')
        name = 'datetime.time' if type(self) is time else type(self).__name__
        return f'{name}({", ".join(shown)})'

    def isoformat(self, timespec='auto'):
        return _format_time(self._hour, self._minute, self._second, self._microsecond, timespec) + _format_offset(self.utcoffset())

    __str__ = isoformat

    @classmethod
    def fromisoformat(cls, time_string):
        if not isinstance(time_string, str):
            raise TypeError('fromisoformat: argument must be str')
        text = time_string[1:] if time_string[:1] == 'T' else time_string
        parts, tz = _parse_iso_time(text, time_string)
        return cls(*parts, tz)

    def strftime(self, format):
        return _strftime(self, format, (1900, 1, 1, self._hour, self._minute, self._second, 0, 1, -1))

    def __format__(self, fmt):
        if not isinstance(fmt, str):
            raise TypeError('must be str, not %s' % type(fmt).__name__)
        return self.strftime(fmt) if fmt else str(self)

    def utcoffset(self):
        if self._tzinfo is None:
            return None
        offset = self._tzinfo.utcoffset(None)
        _check_offset('utcoffset', offset)
        return offset

    def tzname(self):
        return None if self._tzinfo is None else _check_tzname(self._tzinfo.tzname(None))

    def dst(self):
        if self._tzinfo is None:
            return None
        offset = self._tzinfo.dst(None)
        _check_offset('dst', offset)
        return offset

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        return type(self)(self._hour if hour is None else hour, self._minute if minute is None else minute,
                          self._second if second is None else second, self._microsecond if microsecond is None else microsecond,
                          self._tzinfo if tzinfo is True else tzinfo, fold=self._fold if fold is None else fold)

    def __reduce_ex__(self, protocol):
        state = _with_fold(_time_state(self), 0, self._fold, protocol)
        return self.__class__, (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


time.min = time(0, 0, 0)
time.max = time(23, 59, 59, 999999)
time.resolution = timedelta(microseconds=1)
_time_class = time
_tzinfo_class = tzinfo


def _datetime_from_iso(cls, date_string):
    n = len(date_string)
    if n < 7:
        raise ValueError('Invalid isoformat string: %r' % date_string)
    if date_string[4] == '-':
        if date_string[5] == 'W':
            cut = 10 if n > 8 and date_string[8] == '-' else 8
        else:
            cut = 10
    elif date_string[4] == 'W':
        i = 7
        while i < n and date_string[i].isdigit():
            i += 1
        # An even end of the digits: YYYYWww, a separator digit and pairs; an odd one: YYYYWwwd.
        cut = i if i < 9 else 7 if i % 2 == 0 else 8
    else:
        cut = 8
    parts, tz = [0, 0, 0, 0], None
    ymd = _parse_iso_date(date_string[:cut], date_string)
    if n > cut:
        rest = date_string[cut + 1:]
        if not rest:
            raise ValueError('Invalid isoformat string: %r' % date_string)
        parts, tz = _parse_iso_time(rest, date_string)
    return cls(*ymd, *parts, tz)


def _datetime_fields(year=_missing, month=_missing, day=_missing, hour=0, minute=0, second=0, microsecond=0,
                     tzinfo=None, *, fold=0):
    if day is _missing and (state := _state('datetime', year, 10, 2, _MONTHS)):
        day, fold, tzinfo = state[3], state[2] >> 7, _zone_of(None if month is _missing else month)
        year, month = int.from_bytes(state[:2], 'big'), state[2] & 127
        hour, minute, second, microsecond = _clock_of(state[4:])
    date = _date_fields(year, month, day)
    time = _check_time(hour, minute, second, microsecond, fold)
    _check_tz(tzinfo)
    return (*date, *time, tzinfo, int(fold))


@_rest_of(datetime)
class datetime(date):
    @classmethod
    def combine(cls, date, time, tzinfo=True):
        wanted = (date, 'date', _date_class), (time, 'time', _time_class)
        for i, (value, name, kind) in enumerate(wanted, 1):
            if not isinstance(value, kind):
                raise TypeError(f'combine() argument {i} must be datetime.{name}, not {_kind(value)}')
        zone = time._tzinfo if tzinfo is True else tzinfo
        clock = time._hour, time._minute, time._second, time._microsecond
        return cls(date._year, date._month, date._day, *clock, zone, fold=time._fold)

    @classmethod
    def strptime(cls, date_string, format):
        for place, text in enumerate((date_string, format), 1):
            if not isinstance(text, str):
                raise TypeError(f'strptime() argument {place} must be str, not {_kind(text)}')
        t, us = _time._parse(date_string, format)
        zone, offset = t[9], t[10]
        tz = None
        if offset is not None:
            delta = timedelta(seconds=offset)
            tz = timezone(delta, zone) if zone else timezone(delta)
        return cls(*t[:6], us, tz)

    def timetuple(self):
        dst, today = self.dst(), self.toordinal()
        return _time.struct_time((self._year, self._month, self._day, self._hour, self._minute, self._second,
                                  (today - 1) % 7, today - _days_before_year(self._year), -1 if dst is None else bool(dst) + 0))

    def utctimetuple(self):
        off = self.utcoffset()
        me = self - off if off else self
        t = me.timetuple()
        return _time.struct_time(tuple(t)[:8] + (0,))

    def time(self):
        return _time_class(self._hour, self._minute, self._second, self._microsecond, fold=self._fold)

    def timetz(self):
        return _time_class(self._hour, self._minute, self._second, self._microsecond, self._tzinfo, fold=self._fold)

    def ctime(self):
        return '%s %s %2d %02d:%02d:%02d %04d' % (_DAY_NAMES[self.weekday()], _MONTH_NAMES[self._month], self._day, self._hour,
                                                  self._minute, self._second, self._year)

    def _key(self):
        return (self._year, self._month, self._day, self._hour, self._minute, self._second, self._microsecond)

    def __reduce_ex__(self, protocol):
        state = _with_fold(_date_state(self) + _time_state(self), 2, self._fold, protocol)
        return self.__class__, (state,) if self._tzinfo is None else (state, self._tzinfo)

    def __reduce__(self):
        return self.__reduce_ex__(2)


def _replace(self, *fields):
    _check_time(0, 0, 0, 0, fields[-1])  # before the other fields
    return type(self)(*fields[:-1], fold=fields[-1])


def _astimezone(self, tz):
    # Of a subclass, from a datetime without offset, or (tz None) to local time.
    offset = None if self._tzinfo is None else self.utcoffset()
    if offset is None:
        local = self.replace(microsecond=0, tzinfo=None)
        offset = timedelta(seconds=local._wall_seconds() - int(local.timestamp()))
    elif tz is self._tzinfo:
        return self
    utc = self - offset
    if tz is None:
        there = _time._offset(utc._wall_seconds())
        tz = timezone(timedelta(seconds=there)) if there else timezone(_ZERO, 'UTC')
    return tz.fromutc(utc.replace(tzinfo=tz))


def _zone(offset):
    return timezone._make(offset) if offset else timezone.utc


def _shift(self, delta, sign):
    # A date or datetime of a subclass, and a timedelta added or taken away.
    if not isinstance(self, datetime):
        o = self.toordinal() + sign * delta._days
        if 0 < o <= _MAXORDINAL:
            return type(self).fromordinal(o)
        raise OverflowError('date value out of range')
    carry, us = divmod(self._microsecond + sign * delta._microseconds, 1000000)
    s = self._hour * 3600 + self._minute * 60 + self._second + sign * delta._seconds + carry
    carry, s = divmod(s, 86400)
    days = self.toordinal() + sign * delta._days + carry
    if not 0 < days <= _MAXORDINAL:
        raise OverflowError('date value out of range')
    return type(self)(*_date_of(days), s // 3600, s // 60 % 60, s % 60, us, self._tzinfo)


def _delta_scaled(delta, other):
    if isinstance(other, int):
        return delta._from_us(delta._us() * other)
    if isinstance(other, float):
        a, b = other.as_integer_ratio()
        return delta._from_us(_div_nearest(delta._us() * a, b))
    return NotImplemented


def _delta_divided(op, delta, other):
    if isinstance(other, timedelta):
        a, b = delta._us(), other._us()
        if op == _DIV:
            return a / b
        if op == _FLOORDIV:
            return a // b
        return delta._from_us(a % b) if op == _MOD else (a // b, delta._from_us(a % b))
    if isinstance(other, int) and op == _FLOORDIV:
        return delta._from_us(delta._us() // other)
    if isinstance(other, int) and op == _DIV:
        return delta._from_us(_div_nearest(delta._us(), other))
    if isinstance(other, float) and op == _DIV:
        a, b = other.as_integer_ratio()
        return delta._from_us(_div_nearest(b * delta._us(), a))
    return NotImplemented


def _operate(op, a, b):
    """An operator that C leaves to this module."""
    if op == _ADD or op == _SUB:
        return _shift(a, b, 1 if op == _ADD else -1)
    if op == _MUL:
        return _delta_scaled(a, b) if isinstance(a, timedelta) else _delta_scaled(b, a)
    return _delta_divided(op, a, b) if isinstance(a, timedelta) else NotImplemented


_connect(_delta_fields, _date_fields, _datetime_fields, _operate, _strftime_of, _date_from_iso, _replace, _astimezone,
         _zone, tzinfo, timezone)
_date_class = date
_adopt(datetime, {'min': datetime(1, 1, 1), 'max': datetime(9999, 12, 31, 23, 59, 59, 999999),
                  'resolution': timedelta(microseconds=1)})
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_as_native(IsoCalendarDate, time, timezone, tzinfo)
