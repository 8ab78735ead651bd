# The Python part of module time: struct_time, and parsing by format.
from sys import _as_native

_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
_MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']


class struct_time(tuple):
    n_fields, n_sequence_fields, n_unnamed_fields = 11, 9, 0
    __match_args__ = ('tm_year', 'tm_mon', 'tm_mday', 'tm_hour', 'tm_min', 'tm_sec', 'tm_wday', 'tm_yday', 'tm_isdst')

    def __new__(cls, values):
        values = tuple(values)
        if not 9 <= len(values) <= 11:
            raise TypeError('time.struct_time() takes %s 9-sequence (%d-sequence given)' % ('an at least' if len(values) < 9 else 'an at most', len(values)))
        self = super().__new__(cls, values[:9])
        self.tm_gmtoff = values[9] if len(values) > 9 else None
        self.tm_zone = values[10] if len(values) > 10 else None
        return self

    def __repr__(self):
        return 'time.struct_time(%s)' % ', '.join('%s=%r' % p for p in zip(self.__match_args__, self))


for _i, _n in enumerate(struct_time.__match_args__):
    setattr(struct_time, _n, property(lambda self, _i=_i: self[_i]))
struct_time.__qualname__ = 'struct_time'


def gmtime(seconds=None, /):
    return struct_time(_gmtime(seconds)[:9] + (0, 'UTC'))


def localtime(seconds=None, /):
    t = _localtime(seconds)
    return struct_time(t[:9] + (t[9], 'UTC' if t[9] == 0 else 'LOC'))


def strftime(format, tuple=None, /):
    if tuple is None:
        tuple = localtime()
    return _strftime(format, tuple)


def asctime(tuple=None, /):
    return _strftime('%a %b %e %H:%M:%S %Y', localtime() if tuple is None else tuple, True)


def ctime(seconds=None, /):
    return asctime(localtime(seconds))


timezone = -_offset(0)
altzone = timezone
daylight = 0
tzname = ('UTC', 'UTC') if timezone == 0 else ('LOC', 'LOC')
CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID, CLOCK_THREAD_CPUTIME_ID = 0, 1, 2, 3
CLOCK_MONOTONIC_RAW, CLOCK_BOOTTIME, CLOCK_TAI = 4, 7, 11
_STRUCT_TM_ITEMS = 11
_CLOCKS = {CLOCK_REALTIME: time_ns, CLOCK_MONOTONIC: monotonic_ns, CLOCK_PROCESS_CPUTIME_ID: process_time_ns,
           CLOCK_THREAD_CPUTIME_ID: process_time_ns, CLOCK_MONOTONIC_RAW: monotonic_ns,
           CLOCK_BOOTTIME: monotonic_ns, CLOCK_TAI: time_ns}
thread_time_ns = process_time_ns


def _clock(clk_id):
    try:
        return _CLOCKS[clk_id]
    except KeyError:
        raise OSError(22, 'Invalid argument') from None


def clock_gettime(clk_id, /):
    return time() if clk_id == 0 else clock_gettime_ns(clk_id) / 1e9


def clock_gettime_ns(clk_id, /):
    return _clock(clk_id)()


def clock_getres(clk_id, /):
    _clock(clk_id)
    return 1e-09


def clock_settime(clk_id, time, /):
    """Refused: the clock is the host's."""
    raise PermissionError(1, 'Operation not permitted')


def clock_settime_ns(clk_id, time, /):
    """Refused: the clock is the host's."""
    raise PermissionError(1, 'Operation not permitted')


def get_clock_info(name, /):
    import types
    if not isinstance(name, str):
        raise TypeError(f'get_clock_info() argument 1 must be str, not {type(name).__name__}')
    if name not in ('time', 'monotonic', 'perf_counter', 'process_time', 'thread_time'):
        raise ValueError('unknown clock')
    return types.SimpleNamespace(implementation='clock_gettime()', monotonic=name != 'time', adjustable=name == 'time', resolution=1e-09)


def tzset():
    pass


_FIELDS = {'d': r'(?P<d>3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9])', 'f': r'(?P<f>[0-9]{1,6})', 'H': r'(?P<H>2[0-3]|[0-1]\d|\d)',
           'I': r'(?P<I>1[0-2]|0[1-9]|[1-9]| [1-9])', 'G': r'(?P<G>\d\d\d\d)',
           'j': r'(?P<j>36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9])', 'm': r'(?P<m>1[0-2]|0[1-9]|[1-9])',
           'M': r'(?P<M>[0-5]\d|\d)', 'S': r'(?P<S>6[0-1]|[0-5]\d|\d)', 'U': r'(?P<U>5[0-3]|[0-4]\d|\d)', 'w': r'(?P<w>[0-6])',
           'u': r'(?P<u>[1-7])', 'V': r'(?P<V>5[0-3]|0[1-9]|[1-4]\d|\d)', 'W': r'(?P<W>5[0-3]|[0-4]\d|\d)', 'y': r'(?P<y>\d\d)',
           'Y': r'(?P<Y>\d\d\d\d)', 'z': r'(?P<z>[+-]\d\d:?[0-5]\d(:?[0-5]\d(\.\d{1,6})?)?|(?-i:Z))',
           'A': '(?P<A>%s)' % '|'.join(_DAYS), 'a': '(?P<a>%s)' % '|'.join(d[:3] for d in _DAYS),
           'B': '(?P<B>%s)' % '|'.join(sorted(_MONTHS, key=len, reverse=True)), 'b': '(?P<b>%s)' % '|'.join(m[:3] for m in _MONTHS),
           'p': '(?P<p>am|pm)', 'Z': '(?P<Z>utc|gmt)', '%': '%'}
_COMPOSED = {'c': '%a %b %d %H:%M:%S %Y', 'x': '%m/%d/%y', 'X': '%H:%M:%S', 'T': '%H:%M:%S', 'R': '%H:%M', 'D': '%m/%d/%y', 'F': '%Y-%m-%d', 'r': '%I:%M:%S %p'}
_patterns = {}


def _pattern(format):
    import re
    text = format
    for key, value in _COMPOSED.items():
        if key in 'cxX':
            text = text.replace('%' + key, value)
    text = re.sub(r'([\\.^$*+?(){}\[\]|])', r'\\\1', text)
    text = re.sub(r'\s+', r'\\s+', text)
    out, i = [], 0
    while i < len(text):
        c = text[i]
        if c == '%':
            i += 1
            if i >= len(text):
                raise ValueError('stray %% in format %r' % format) from None
            directive = text[i]
            if directive == '\\':
                directive = text[i + 1]
            if directive not in _FIELDS:
                raise ValueError("%r is a bad directive in format %r" % (directive, format)) from None
            out.append(_FIELDS[directive])
        else:
            out.append(c)
        i += 1
    try:
        return re.compile(''.join(out), re.IGNORECASE)
    except re.error:
        raise ValueError('redefinition of a directive in format %r' % format) from None


def _days(year, month, day):
    # Ordinal of a date, 1 is 0001-01-01.
    y = year - 1
    lengths = (31, 29 if _leap(year) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return y * 365 + y // 4 - y // 100 + y // 400 + sum(lengths[:month - 1]) + day


def _leap(y):
    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)


def _parse(data_string, format):
    # (year, month, day, hour, minute, second, weekday, yearday, dst, zone name, offset), microseconds
    for i, arg in enumerate((data_string, format)):
        if not isinstance(arg, str):
            raise TypeError('strptime() argument %d must be str, not %s' % (i, type(arg)))
    regex = _patterns.get(format)
    if regex is None:
        if len(_patterns) > 50:
            _patterns.clear()
        regex = _patterns[format] = _pattern(format)
    if (found := regex.match(data_string)) is None:
        raise ValueError(f'time data {data_string!r} does not match format {format!r}')
    if rest := data_string[found.end():]:
        raise ValueError(f'unconverted data remains: {rest}')
    g = found.groupdict()
    year, month, day, hour, minute, second, micro = None, 1, 1, 0, 0, 0, 0
    weekday = julian = week = iso_year = iso_week = zone = offset = None
    week_sunday = False
    if 'y' in g:
        year = int(g['y'])
        year += 2000 if year <= 68 else 1900
    if 'Y' in g:
        year = int(g['Y'])
    if 'G' in g:
        iso_year = int(g['G'])
    if 'm' in g:
        month = int(g['m'])
    if 'B' in g:
        month = _MONTHS.index(g['B'].lower()) + 1
    if 'b' in g:
        month = [m[:3] for m in _MONTHS].index(g['b'].lower()) + 1
    if 'd' in g:
        day = int(g['d'])
    if 'H' in g:
        hour = int(g['H'])
    if 'I' in g:
        hour = int(g['I']) % 12
        if (g.get('p') or '').lower() == 'pm':
            hour += 12
    if 'M' in g:
        minute = int(g['M'])
    if 'S' in g:
        second = int(g['S'])
    if 'f' in g:
        micro = int((g['f'] + '000000')[:6])
    if 'A' in g:
        weekday = _DAYS.index(g['A'].lower())
    if 'a' in g:
        weekday = [d[:3] for d in _DAYS].index(g['a'].lower())
    if 'w' in g:
        weekday = (int(g['w']) + 6) % 7
    if 'u' in g:
        weekday = int(g['u']) - 1
    if 'j' in g:
        julian = int(g['j'])
    if 'U' in g or 'W' in g:
        week_sunday = 'U' in g
        week = int(g['U'] if week_sunday else g['W'])
    if 'V' in g:
        iso_week = int(g['V'])
    if 'z' in g:
        z = g['z']
        if z.lower() == 'z':
            offset = 0
        else:
            if len(z) > 6 and (z[3] == ':') != (z[5:7].find(':') >= 0):
                raise ValueError(f'Inconsistent use of : in {z}')
            digits = z[1:].replace(':', '')
            offset = int(digits[:2]) * 3600 + int(digits[2:4]) * 60
            if len(digits) > 4:
                offset += float(digits[4:]) if '.' in digits else int(digits[4:])
            if z[0] == '-':
                offset = -offset
    if 'Z' in g:
        zone = g['Z'].upper()
    if iso_year is not None:
        if julian is not None:
            raise ValueError("Day of the year directive '%j' is not compatible with ISO year directive '%G'. Use '%Y' instead.")
        if iso_week is None or weekday is None:
            raise ValueError("ISO year directive '%G' must be used with the ISO week directive '%V' and a weekday directive ('%A', '%a', '%w', or '%u').")
    elif iso_week is not None:
        if year is None or weekday is None:
            raise ValueError("ISO week directive '%V' must be used with the ISO year directive '%G' and a weekday directive ('%A', '%a', '%w', or '%u').")
        raise ValueError("ISO week directive '%V' is incompatible with the year directive '%Y'. Use the ISO year '%G' instead.")
    guess = False
    if year is None:
        if month == 2 and day == 29:
            year, guess = 1904, True
        else:
            year = 1900
    if julian is None and weekday is not None:
        if week is not None:
            first = (_days(year, 1, 1) + 6) % 7
            wd = weekday
            if week_sunday:
                first, wd = (first + 1) % 7, (wd + 1) % 7
            to_first = (7 - first) % 7
            julian = 1 + wd - first if week == 0 else 1 + to_first + 7 * (week - 1) + wd
        elif iso_year is not None and iso_week is not None:
            fourth = _days(iso_year, 1, 4)
            monday = fourth - (fourth + 6) % 7
            year, julian = iso_year, monday + (iso_week - 1) * 7 + weekday - _days(iso_year, 1, 1) + 1
        if julian is not None and julian <= 0:
            year -= 1
            julian += 366 if _leap(year) else 365
    if julian is None:
        julian = _days(year, month, day) - _days(year, 1, 1) + 1
    else:
        length = 366 if _leap(year) else 365
        if julian > length:
            year, julian = year + 1, julian - length
        rest = julian
        month = 1
        for n in (31, 29 if _leap(year) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31):
            if rest <= n:
                break
            rest -= n
            month += 1
        day = rest
    if weekday is None:
        weekday = (_days(year, month, day) + 6) % 7
    if guess:
        year = 1900
    return (year, month, day, hour, minute, second, weekday, julian, -1 if zone is None else 0, zone, offset), micro


def strptime(data_string, format='%a %b %d %H:%M:%S %Y', /):
    t, _ = _parse(data_string, format)
    return struct_time(t[:9] + (t[10] and int(t[10]), t[9]))
_as_native(struct_time)
