// Module time: the host's clocks through hooks, calendar arithmetic of our own, strftime in the C
// locale. struct_time and strptime are in lib/time.py.
#include <ctype.h>

#include <math.h>
#include <stdlib.h>

#include "../obj/int.h"
#include "../budget.h"
#include "../output.h"
#include "../vm/vm.h"

static py_value seconds(struct py_isolate *iso, int clock)
{
    return py_float_new(iso, (double)py_now(iso, clock) / 1e9);
}

static PY_NATIVE(t_time)
{
    return seconds(iso, 0);
}
static PY_NATIVE(t_mono)
{
    return seconds(iso, 1);
}
static PY_NATIVE(t_cpu)
{
    return seconds(iso, 2);
}
static PY_NATIVE(t_time_ns)
{
    return py_int_new(iso, py_now(iso, 0));
}
static PY_NATIVE(t_mono_ns)
{
    return py_int_new(iso, py_now(iso, 1));
}
static PY_NATIVE(t_cpu_ns)
{
    return py_int_new(iso, py_now(iso, 2));
}

// Seconds are a float or an integer; nothing else that has __float__ passes for them.
static bool seconds_arg(struct py_isolate *iso, py_value v, double *s)
{
    if (!py_is_float(v) && !(v = py_index(iso, v))) return false;
    if (!py_as_double(iso, v, s)) return false;
    return !isnan(*s) || py_raise_value_error(iso, "Invalid value NaN (not a number)");
}

// Sleeps in slices, so that the deadline and interrupts are seen.
static py_value sleep_alone(struct py_isolate *iso, double s)
{
    if (!iso->opt.hooks.sleep_ns) return PY_NONE;
    if (!py_write_flush(iso, 1)) return NULL;
    double end = (double)py_now(iso, 1) + s * 1e9;
    enum { SLICE = 20000000 };
    for (;;) {
        double left = end - (double)py_now(iso, 1);
        if (left <= 0) return PY_NONE;
        if (iso->deadline_ns) {
            double until = (double)(iso->deadline_ns + iso->host_ns) - (double)py_now(iso, 1) + 1e6;
            if (until < left) left = until < 1e6 ? 1e6 : until;
        }
        iso->opt.hooks.sleep_ns(iso->opt.hooks.ctx, left < SLICE ? (int64_t)left + 1 : SLICE);
        if (!py_tick_now(iso, 1)) return NULL;
    }
}

static bool sleep_arg(struct py_isolate *iso, py_value v, double *s)
{
    if (!seconds_arg(iso, v, s)) return false;
    if (*s >= 0x1p63 / 1e9) // does not fit nanoseconds
        return py_raise(iso, PY_T_OverflowError,
                        py_is_float(v) ? "timestamp out of range for platform time_t"
                                       : "timestamp too large to convert to C _PyTime_t");
    return *s >= 0 || py_raise_value_error(iso, "sleep length must be non-negative");
}

static PY_NATIVE(t_sleep_alone)
{
    double s;
    return sleep_arg(iso, a[0], &s) ? sleep_alone(iso, s) : NULL;
}

// Where there are threads (lib/threading.py), others run meanwhile.
static PY_NATIVE(t_sleep)
{
    double s;
    py_value others = iso->module_state[PY_MS_SLEEP];
    if (!sleep_arg(iso, a[0], &s)) return NULL;
    if (!others) return sleep_alone(iso, s);
    return py_call1(iso, others, py_float_new(iso, s)) ? PY_NONE : NULL;
}

static PY_NATIVE(t_share_sleep)
{
    iso->module_state[PY_MS_SLEEP] = a[0];
    return PY_NONE;
}

// --- calendar: proleptic Gregorian, days since 1970-01-01 ---------------------------------------

static int64_t days_from_civil(int64_t y, int m, int d)
{
    y -= m <= 2;
    int64_t era = (y >= 0 ? y : y - 399) / 400;
    int64_t yoe = y - era * 400, doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
    return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

static void civil_from_days(int64_t z, int64_t *y, int *m, int *d)
{
    z += 719468;
    int64_t era = (z >= 0 ? z : z - 146096) / 146097, doe = z - era * 146097;
    int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365,
            doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    int64_t mp = (5 * doy + 2) / 153;
    *d = (int)(doy - (153 * mp + 2) / 5 + 1);
    *m = (int)(mp < 10 ? mp + 3 : mp - 9);
    *y = yoe + era * 400 + (*m <= 2);
}

static int32_t offset_at(struct py_isolate *iso, int64_t t)
{
    return iso->opt.hooks.utc_offset ? iso->opt.hooks.utc_offset(iso->opt.hooks.ctx, t) : 0;
}

// (year, month, day, hour, minute, second, weekday, yearday, isdst, offset) of Unix time t.
static py_value broken_down(struct py_isolate *iso, int64_t t, int32_t offset)
{
    int64_t local = t + offset, days = local / 86400, s = local % 86400, y;
    int m, d;
    if (s < 0) {
        s += 86400;
        days--;
    }
    civil_from_days(days, &y, &m, &d);
    int64_t v[10] = {y,
                     m,
                     d,
                     s / 3600,
                     s / 60 % 60,
                     s % 60,
                     ((days + 3) % 7 + 7) % 7,
                     days - days_from_civil(y, 1, 1) + 1,
                     0,
                     offset};
    py_value out = py_tuple_new(iso, 10);
    for (int i = 0; out && i < 10; i++) py_tuple(out)->v[i] = py_small_new(v[i]);
    return out;
}

static bool time_arg(struct py_isolate *iso, py_value v, int64_t *t)
{
    double s;
    if (!v || v == PY_NONE) {
        *t = py_now(iso, 0) / 1000000000;
        return true;
    }
    if (!seconds_arg(iso, v, &s)) return false;
    if (!(fabs(s) < 6e13)) {
        py_raise(iso, PY_T_OverflowError, "timestamp out of range for platform time_t");
        return false;
    }
    *t = (int64_t)floor(s);
    return true;
}

static PY_NATIVE(t_gmtime)
{
    int64_t t;
    return time_arg(iso, a[0], &t) ? broken_down(iso, t, 0) : NULL;
}
static PY_NATIVE(t_localtime)
{
    int64_t t;
    return time_arg(iso, a[0], &t) ? broken_down(iso, t, offset_at(iso, t)) : NULL;
}

// The nine items of a time tuple, which C ints hold; `function` is who asks.
static bool fields(struct py_isolate *iso, py_value tuple, const char *function, int64_t v[9])
{
    if (!py_is_kind(tuple, PY_K_TUPLE))
        return py_raise_type_error(iso, "Tuple or struct_time argument required");
    if (py_tuple(tuple)->n != 9)
        return py_raise_type_error(iso, "%s(): illegal time tuple argument", function);
    for (int i = 0; i < 9; i++)
        if (!py_as_parsed_int(iso, py_tuple(tuple)->v[i], &v[i])) return false;
    return true;
}

static PY_NATIVE(t_mktime)
{
    int64_t v[9];
    if (!fields(iso, a[0], "mktime", v)) return NULL;
    if (v[0] < -100000 || v[0] > 100000 || v[1] < -100000 || v[1] > 100000)
        return py_raise(iso, PY_T_OverflowError, "mktime argument out of range");
    int64_t months = v[0] * 12 + v[1] - 1, y = months >= 0 ? months / 12 : (months - 11) / 12;
    int64_t t = (days_from_civil(y, (int)(months - y * 12) + 1, 1) + v[2] - 1) * 86400 +
                v[3] * 3600 + v[4] * 60 + v[5];
    return py_float_new(iso, (double)(t - offset_at(iso, t - offset_at(iso, t))));
}

// --- strftime in the C locale -------------------------------------------------------------------

static const char *const day_names[] = {"Monday", "Tuesday",  "Wednesday", "Thursday",
                                        "Friday", "Saturday", "Sunday"};
static const char *const month_names[] = {"January",   "February", "March",    "April",
                                          "May",       "June",     "July",     "August",
                                          "September", "October",  "November", "December"};

// ISO year and week of the broken-down time v.
static void iso_week(const int64_t *v, int64_t *year, int64_t *week)
{
    int64_t wd = v[6], yd = v[7] - 1;
    *year = v[0];
    *week = (yd - wd + 10) / 7;
    if (*week < 1) {
        int64_t prev = v[0] - 1, len = days_from_civil(v[0], 1, 1) - days_from_civil(prev, 1, 1);
        *year = prev;
        *week = (yd + len - wd + 10) / 7;
    } else if (*week == 53) {
        int64_t len = days_from_civil(v[0] + 1, 1, 1) - days_from_civil(v[0], 1, 1);
        if (yd - wd + 3 >= len) {
            *year = v[0] + 1;
            *week = 1;
        }
    }
}

static bool put_field(struct py_sb *b, char c, const int64_t *v);

static void put_all(struct py_sb *b, const char *fmt, const int64_t *v)
{
    for (; *fmt; fmt++) {
        if (*fmt == '%' && fmt[1]) put_field(b, *++fmt, v);
        else py_sb_char(b, (unsigned char)*fmt);
    }
}

// v: year month day hour minute second weekday yearday dst offset.
static bool put_field(struct py_sb *b, char c, const int64_t *v)
{
    char num[32];
    int64_t iy, iw;
#define NUMBER(fmt, x) (snprintf(num, sizeof num, fmt, (long long)(x)), py_sb_z(b, num), true)
    switch (c) {
    case 'a': py_sb_ascii(b, day_names[v[6]], 3); return true;
    case 'A': py_sb_z(b, day_names[v[6]]); return true;
    case 'b':
    case 'h': py_sb_ascii(b, month_names[v[1] - 1], 3); return true;
    case 'B': py_sb_z(b, month_names[v[1] - 1]); return true;
    case 'c': put_all(b, "%a %b %e %H:%M:%S %Y", v); return true;
    case 'C': return NUMBER("%lld", v[0] / 100);
    case 'd': return NUMBER("%02lld", v[2]);
    case 'D':
    case 'x': put_all(b, "%m/%d/%y", v); return true;
    case 'e': return NUMBER("%2lld", v[2]);
    case 'F': put_all(b, "%Y-%m-%d", v); return true;
    case 'g': iso_week(v, &iy, &iw); return NUMBER("%02lld", iy % 100);
    case 'G': iso_week(v, &iy, &iw); return NUMBER("%lld", iy);
    case 'H': return NUMBER("%02lld", v[3]);
    case 'I': return NUMBER("%02lld", (v[3] + 11) % 12 + 1);
    case 'j': return NUMBER("%03lld", v[7]);
    case 'k': return NUMBER("%2lld", v[3]);
    case 'l': return NUMBER("%2lld", (v[3] + 11) % 12 + 1);
    case 'm': return NUMBER("%02lld", v[1]);
    case 'M': return NUMBER("%02lld", v[4]);
    case 'n': py_sb_char(b, '\n'); return true;
    case 'p': py_sb_z(b, v[3] < 12 ? "AM" : "PM"); return true;
    case 'P': py_sb_z(b, v[3] < 12 ? "am" : "pm"); return true;
    case 'r': put_all(b, "%I:%M:%S %p", v); return true;
    case 'R': put_all(b, "%H:%M", v); return true;
    case 's':
        return NUMBER("%lld", days_from_civil(v[0], (int)v[1], (int)v[2]) * 86400 + v[3] * 3600 +
                                  v[4] * 60 + v[5] - v[9]);
    case 'S': return NUMBER("%02lld", v[5]);
    case 't': py_sb_char(b, '\t'); return true;
    case 'T':
    case 'X': put_all(b, "%H:%M:%S", v); return true;
    case 'u': return NUMBER("%lld", v[6] + 1);
    case 'U': return NUMBER("%02lld", (v[7] - 1 + 7 - (v[6] + 1) % 7) / 7);
    case 'V': iso_week(v, &iy, &iw); return NUMBER("%02lld", iw);
    case 'w': return NUMBER("%lld", (v[6] + 1) % 7);
    case 'W': return NUMBER("%02lld", (v[7] - 1 + 7 - v[6]) / 7);
    case 'y': return NUMBER("%02lld", ((v[0] % 100) + 100) % 100);
    case 'Y': return NUMBER("%lld", v[0]);
    case 'z':
        snprintf(num, sizeof num, "%c%02d%02d", v[9] < 0 ? '-' : '+', abs((int)v[9]) / 3600,
                 abs((int)v[9]) / 60 % 60);
        py_sb_z(b, num);
        return true;
    case 'Z': py_sb_z(b, v[9] ? "LOC" : "UTC"); return true;
    case '%': py_sb_char(b, '%'); return true;
    default:
        py_sb_char(b, '%');
        py_sb_char(b, (unsigned char)c);
        return false;
    }
#undef NUMBER
}

// How glibc widens and pads a field: "%-d", "%_5d", "%^a", "%4Y".
struct field_style {
    char pad; // '-' none, '_' spaces, '0' zeros, 0: as the field has it
    bool upper, swap;
    int width;
};

static void put_padding(struct py_sb *b, char c, int n)
{
    while (n-- > 0) py_sb_char(b, (unsigned char)c);
}

static void put_styled(struct py_isolate *iso, struct py_sb *b, char c,
                       const struct field_style *st, const int64_t *v)
{
    struct py_sb t;
    py_sb_init(&t, iso);
    put_field(&t, c, v);
    py_value s = py_sb_finish(&t);
    if (!s) return;
    int len = (int)py_str(s)->len, width = st->width > len ? st->width : len, skip = 0;
    bool number = strchr("CdegGHIjklmMsSuUVwWyY", c) != NULL;
    char pad = st->pad ? st->pad : strchr("ekl", c) || !number ? '_' : '0';
    while (number && skip + 1 < len && strchr("0 ", (int)py_str_at(py_str(s), (size_t)skip)))
        skip++;
    if (pad != '-') put_padding(b, pad == '0' ? '0' : ' ', width - (len - skip));
    bool lower = st->swap && strchr("pZ", c);
    for (int i = skip; i < len; i++) {
        int ch = (int)py_str_at(py_str(s), (size_t)i);
        if (st->swap && lower) ch = tolower(ch);
        else if (st->upper || (st->swap && strchr("aAbBh", c))) ch = toupper(ch);
        py_sb_char(b, (unsigned)ch);
    }
}

// The directive behind the '%' before `i`; returns the index after it. 0: error.
static size_t put_directive(struct py_isolate *iso, struct py_sb *b, const struct py_str *f,
                            size_t i, const int64_t *v)
{
    struct field_style st = {0};
    size_t start = i;
    for (uint32_t c; i < f->len && (c = py_str_at(f, i)) < 128 && c && strchr("-_0^#", (int)c);
         i++) {
        if (c == '^') st.upper = true;
        else if (c == '#') st.swap = true;
        else st.pad = (char)c;
    }
    for (uint32_t c; i < f->len && (c = py_str_at(f, i)) >= '0' && c <= '9' && st.width < 1000; i++)
        st.width = st.width * 10 + (int)(c - '0');
    if (i + 1 < f->len && (py_str_at(f, i) == 'E' || py_str_at(f, i) == 'O')) i++;
    uint32_t c = i < f->len ? py_str_at(f, i) : 0;
    if (!c || c > 127) { // no directive: the text as it is
        py_sb_char(b, '%');
        for (; start < i; start++) py_sb_char(b, py_str_at(f, start));
        return i;
    }
    if (i == start) put_field(b, (char)c, v);
    else put_styled(iso, b, (char)c, &st, v);
    return iso->exc ? 0 : i + 1;
}

// _strftime(format, (year, month, day, hour, minute, second, weekday, yearday, dst)[, for asctime])
static PY_NATIVE(t_strftime)
{
    static const struct {
        int64_t lo, hi;
        const char *what;
    } ranges[] = {{INT32_MIN + 1900ll, INT32_MAX + 1900ll, "year"}, // C counts from 1900
                  {1, 12, "month"},
                  {1, 31, "day of month"},
                  {0, 23, "hour"},
                  {0, 59, "minute"},
                  {0, 61, "seconds"},
                  {0, 6, "day of week"},
                  {1, 366, "day of year"}};
    enum { WEEKDAY = 6 };
    int64_t v[10] = {0};
    if (!py_is_str(a[0]))
        return py_raise_type_error(iso, "strftime() argument 1 must be str, not %T", a[0]);
    if (!fields(iso, a[1], a[2] ? "asctime" : "strftime", v)) return NULL;
    if (v[1] == 0) v[1] = 1; // as C libraries forgive
    if (v[2] == 0) v[2] = 1;
    if (v[7] == 0) v[7] = 1;
    if (v[WEEKDAY] >= -1) v[WEEKDAY] = (v[WEEKDAY] + 7) % 7;
    for (int i = 0; i < 8; i++)
        if (v[i] < ranges[i].lo || v[i] > ranges[i].hi)
            return py_raise(iso, i ? PY_T_ValueError : PY_T_OverflowError, "%s out of range",
                            ranges[i].what);
    struct py_sb b;
    py_sb_init(&b, iso);
    for (size_t i = 0; i < py_str(a[0])->len; i++) {
        uint32_t c = py_str_at(py_str(a[0]), i);
        if (!c) return py_raise_value_error(iso, "embedded null character");
        if (c != '%' || i + 1 >= py_str(a[0])->len) {
            py_sb_char(&b, c);
            continue;
        }
        size_t end = put_directive(iso, &b, py_str(a[0]), i + 1, v);
        if (!end) return NULL;
        i = end - 1;
        if (!py_tick(iso, 1)) return NULL;
    }
    return py_sb_finish(&b);
}

static PY_NATIVE(t_offset)
{
    int64_t t;
    return time_arg(iso, a[0], &t) ? py_small_new(offset_at(iso, t)) : NULL;
}

// The host's data of a time zone as bytes, None when it has none.
static PY_NATIVE(t_zone_data)
{
    enum { LONGEST_NAME = 256 };
    const struct py_hooks *h = &iso->opt.hooks;
    size_t len = 0;
    if (!py_is_str(a[0])) return py_raise_type_error(iso, "a zone's name must be str");
    const char *name = py_str_utf8(iso, a[0], &len);
    if (!name) return NULL;
    bool fit = len < LONGEST_NAME && strlen(name) == len;
    char *data = h->zone_data && fit ? h->zone_data(h->ctx, name, &len) : NULL;
    py_look_soon(iso);
    py_value bytes = data ? py_bytes_new(iso, data, len) : PY_NONE;
    free(data);
    return bytes;
}

static const struct py_native_row functions[] = {
    PY_ROW("time", t_time, "", NULL),
    PY_ROW("time_ns", t_time_ns, "", NULL),
    PY_ROW("monotonic", t_mono, "", NULL),
    PY_ROW("monotonic_ns", t_mono_ns, "", NULL),
    PY_ROW("perf_counter", t_mono, "", NULL),
    PY_ROW("perf_counter_ns", t_mono_ns, "", NULL),
    PY_ROW("process_time", t_cpu, "", NULL),
    PY_ROW("process_time_ns", t_cpu_ns, "", NULL),
    PY_ROW("thread_time", t_cpu, "", NULL),
    PY_ROW("sleep", t_sleep, "seconds, /", NULL),
    PY_ROW("_sleep_alone", t_sleep_alone, "seconds, /", NULL),
    PY_ROW("_share_sleep", t_share_sleep, "function, /", NULL),
    PY_ROW("mktime", t_mktime, "tuple, /", NULL),
    PY_ROW("_gmtime", t_gmtime, "seconds=None, /", NULL),
    PY_ROW("_localtime", t_localtime, "seconds=None, /", NULL),
    PY_ROW("_strftime", t_strftime, "format, tuple, asctime=None, /", NULL),
    PY_ROW("_offset", t_offset, "seconds=None, /", NULL),
    PY_ROW("_zone_data", t_zone_data, "name, /", NULL),
    {0}};

const struct py_moddef py_mod_time = {
    .name = "time", .functions = functions, .doc = "Clocks and calendar times."};
