# The Python part of module time: struct_time, and what is seldom used.
from sys import _as_native


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


def _parse(data_string, format):
    from _time_parse import parse
    return parse(data_string, format)


def strptime(data_string, format='%a %b %d %H:%M:%S %Y', /):
    t, _ = _parse(data_string, format)
    return struct_time(t[:9] + (t[10] and int(t[10]), t[9]))
_as_native(struct_time)
