// Module _datetime: the classes date and datetime of module datetime (timedelta: datetime_delta.c):
// construction, comparison, arithmetic and the methods used most. The rest of each is Python
// (lib/datetime.py), which C calls for subclasses, time zones and rare arguments.
#include "datetime_int.h"
#include "adopt.h"

enum { CONNECTED = PY_DT_ITEMS - PY_DT_DELTA_FIELDS };

py_value py_datetime_call(struct py_isolate *iso, int which, py_value *a, int n, py_value kw)
{
    py_value f = py_datetime_state(iso)[which];
    if (!f) return py_raise(iso, PY_T_RuntimeError, "module datetime is not loaded");
    return py_call_kw(iso, f, a, n, kw);
}

// Reads a tuple of `count` ints that the Python part made. False: exception.
static bool take_fields(struct py_isolate *iso, py_value v, uint64_t count, int64_t *out)
{
    if (!v) return false;
    if (!py_is_exact(v, PY_K_TUPLE) || py_tuple(v)->n < count)
        return py_raise_type_error(iso, "fields must be a tuple");
    for (uint64_t i = 0; i < count; i++)
        if (!py_as_int64(iso, py_tuple(v)->v[i], &out[i])) return false;
    return true;
}

// The parameters of a constructor, for what CPython says of calls that do not fit them.
struct signature {
    const char *names[9];
    int count, positional;
    const char *called, *named; // "function", "this function"
};

static const struct signature signatures[] = {
    [PY_DT_DELTA] = {{"days", "seconds", "microseconds", "milliseconds", "minutes", "hours",
                      "weeks"},
                     7,
                     7,
                     "__new__()",
                     "__new__()"},
    [PY_DT_DATE] = {{"year", "month", "day"}, 3, 3, "function", "this function"},
    [PY_DT_DATETIME] = {
        {"year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo", "fold"},
        9,
        8,
        "function",
        "this function"}};

static bool fits(struct py_isolate *iso, const struct signature *s, int n, py_value kw)
{
    int all = n + (kw ? (int)py_tuple(kw)->n : 0);
    if (all > s->count)
        return py_raise_type_error(iso, "%s takes at most %d arguments (%d given)", s->called,
                                   s->count, all);
    if (n > s->positional)
        return py_raise_type_error(iso, "%s takes at most %d positional arguments (%d given)",
                                   s->called, s->positional, n);
    for (int i = 0; i < all - n; i++) {
        int k = 0;
        while (k < s->count && !py_str_is(py_tuple(kw)->v[i], s->names[k])) k++;
        if (k == s->count)
            return py_raise_type_error(iso, "'%U' is an invalid keyword argument for %s",
                                       py_tuple(kw)->v[i], s->named);
    }
    return true;
}

py_value py_datetime_fields(struct py_isolate *iso, int which, py_value *a, int n, py_value kw,
                            uint64_t count, int64_t *out)
{
    if (!fits(iso, &signatures[which], n, kw)) return NULL;
    py_value v = py_datetime_call(iso, PY_DT_DELTA_FIELDS + which, a, n, kw);
    return take_fields(iso, v, count, out) ? v : NULL;
}

py_value py_datetime_named(struct py_isolate *iso, py_value self, struct py_sb *inner)
{
    py_value text = py_sb_finish(inner);
    return text ? py_str_format(iso, "%T(%U)", self, text) : NULL;
}

py_value py_datetime_holds(int c, enum py_cmp op)
{
    const bool results[] = {c<0, c <= 0, c == 0, c != 0, c> 0, c >= 0};
    return py_bool(results[op]);
}

uint64_t py_datetime_mix(uint64_t h)
{
    h = (h ^ h >> 32) * 0xd6e8feb86659fd93U;
    h = (h ^ h >> 29) * 0xd6e8feb86659fd93U;
    return h == UINT64_MAX ? h - 1 : h;
}

py_value py_datetime_operate(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    py_value args[3] = {py_small_new(op), a, b};
    return py_datetime_call(iso, PY_DT_OPERATE, args, 3, NULL);
}

// --- date -----------------------------------------------------------------------------------

static bool plain_date(const py_value *a, int n, struct py_date *out)
{
    for (int i = 0; i < n; i++)
        if (!py_is_int(a[i])) return false;
    int64_t year = py_small(a[0]), month = py_small(a[1]), day = py_small(a[2]);
    if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31 ||
        day > py_days_in_month((int)year, (int)month))
        return false;
    out->year = (int32_t)year;
    out->month = (uint8_t)month;
    out->day = (uint8_t)day;
    return true;
}

static py_value date_in(struct py_isolate *iso, struct py_type *cls, const struct py_date *like)
{
    struct py_date *d = py_datetime_alloc(iso, cls, sizeof *d);
    if (!d) return NULL;
    d->year = like->year;
    d->month = like->month;
    d->day = like->day;
    return (py_value)d;
}

static py_value date_new(struct py_isolate *iso, const struct py_date *like)
{
    return date_in(iso, py_datetime_type(iso, PY_DT_DATE), like);
}

// What the Python part says of arguments that are not plain; it has checked them.
static bool date_fields(struct py_isolate *iso, const int64_t *v, struct py_date *out)
{
    py_value small[3];
    for (int i = 0; i < 3; i++) small[i] = py_fits_small(v[i]) ? py_small_new(v[i]) : PY_NONE;
    return plain_date(small, 3, out) || py_raise_value_error(iso, "not the fields of a date");
}

static py_value date_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                          py_value kw)
{
    struct py_date d = {0};
    int64_t v[3];
    if (kw || n != 3 || !plain_date(a, 3, &d))
        if (!py_datetime_fields(iso, PY_DT_DATE, a, n, kw, 3, v) || !date_fields(iso, v, &d))
            return NULL;
    return date_in(iso, cls, &d);
}

GETTER(get_year, py_small_new(PY_DATE(self)->year))
GETTER(get_month, py_small_new(PY_DATE(self)->month))
GETTER(get_day, py_small_new(PY_DATE(self)->day))

static const struct py_getset_row date_getset[] = {{"year", get_year, NULL, NULL},
                                                   {"month", get_month, NULL, NULL},
                                                   {"day", get_day, NULL, NULL},
                                                   {"_year", get_year, NULL, NULL},
                                                   {"_month", get_month, NULL, NULL},
                                                   {"_day", get_day, NULL, NULL},
                                                   {0}};

static uint64_t date_key(py_value v)
{
    const struct py_date *d = PY_DATE(v);
    return (uint64_t)d->year << 16 | (uint64_t)d->month << 8 | d->day;
}

static py_value date_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (!py_datetime_is(iso, b, PY_DT_DATE)) return PY_NOTIMPL;
    return py_datetime_holds(py_sign_of((int64_t)date_key(a) - (int64_t)date_key(b)), op);
}

static bool date_hash(PY_UNUSED struct py_isolate *iso, py_value self, uint64_t *out)
{
    *out = py_datetime_mix(date_key(self));
    return true;
}

static py_value out_of_range(struct py_isolate *iso)
{
    return py_raise(iso, PY_T_OverflowError, "date value out of range");
}

static py_value date_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op != PY_BIN_ADD && op != PY_BIN_SUB) return PY_NOTIMPL;
    if (op == PY_BIN_ADD && py_datetime_is(iso, a, PY_DT_DELTA)) {
        py_value t = a;
        a = b;
        b = t;
    }
    if (!py_datetime_is(iso, a, PY_DT_DATE) || py_datetime_is(iso, a, PY_DT_DATETIME) ||
        py_datetime_is(iso, b, PY_DT_DATETIME))
        return PY_NOTIMPL;
    int32_t ordinal = py_date_ordinal(PY_DATE(a));
    if (op == PY_BIN_SUB && py_datetime_is(iso, b, PY_DT_DATE))
        return py_delta_new(iso, ordinal - py_date_ordinal(PY_DATE(b)), 0, 0);
    if (!py_datetime_is(iso, b, PY_DT_DELTA)) return PY_NOTIMPL;
    if (!py_datetime_is_exact(iso, a, PY_DT_DATE)) return py_datetime_operate(iso, op, a, b);
    ordinal += op == PY_BIN_ADD ? PY_DELTA(b)->days : -PY_DELTA(b)->days;
    if (ordinal < 1 || ordinal > PY_DT_MAX_ORDINAL) return out_of_range(iso);
    struct py_date d;
    py_date_from_ordinal(ordinal, &d);
    return date_new(iso, &d);
}

static PY_NATIVE(date_toordinal)
{
    return py_small_new(py_date_ordinal(PY_DATE(a[0])));
}

static PY_NATIVE(date_weekday)
{
    return py_small_new((py_date_ordinal(PY_DATE(a[0])) + 6) % 7);
}

static PY_NATIVE(date_isoformat)
{
    return py_date_iso(iso, a[0]);
}

static PY_NATIVE(date_strftime)
{
    bool dt = py_datetime_is_exact(iso, a[0], PY_DT_DATETIME);
    if ((dt || py_datetime_is_exact(iso, a[0], PY_DT_DATE)) && py_is_exact(a[1], PY_K_STR)) {
        py_value r = py_datetime_strftime(iso, a[0], dt, a[1]);
        if (r || iso->exc) return r;
    }
    return py_datetime_call(iso, PY_DT_STRFTIME, a, 2, NULL);
}

static py_value date_repr(struct py_isolate *iso, py_value self)
{
    const struct py_date *d = PY_DATE(self);
    struct py_sb b;
    py_sb_init(&b, iso);
    py_sb_format(&b, "%d, %d, %d", (int)d->year, (int)d->month, (int)d->day);
    return py_datetime_named(iso, self, &b);
}

static PY_NATIVE(date_fromordinal)
{
    int64_t ordinal;
    struct py_date d;
    if (!py_as_parsed_int(iso, a[1], &ordinal)) return NULL;
    if (ordinal < 1) return py_raise_value_error(iso, "ordinal must be >= 1");
    py_date_from_ordinal((int32_t)ordinal, &d);
    if (ordinal > PY_DT_MAX_ORDINAL)
        return py_raise_value_error(iso, "year %d is out of range", (int)d.year);
    if (a[0] == py_datetime_state(iso)[PY_DT_DATE]) return date_new(iso, &d);
    py_value args[3] = {py_small_new(d.year), py_small_new(d.month), py_small_new(d.day)};
    return py_call(iso, a[0], args, 3);
}

static PY_NATIVE(date_replace)
{
    const struct py_date *d = PY_DATE(a[0]);
    py_value v[3] = {a[1] ? a[1] : py_small_new(d->year), a[2] ? a[2] : py_small_new(d->month),
                     a[3] ? a[3] : py_small_new(d->day)};
    return py_call(iso, (py_value)py_type_of(iso, a[0]), v, 3);
}

static py_value date_str(struct py_isolate *iso, py_value self)
{
    if (py_datetime_is_exact(iso, self, PY_DT_DATE)) return py_date_iso(iso, self);
    return py_call_method(iso, self, py_str_intern_z(iso, "isoformat"), NULL, 0);
}

static py_value make_value(struct py_isolate *iso, struct py_type *cls,
                           const struct py_datetime *like)
{
    struct py_datetime *t = py_datetime_alloc(iso, cls, sizeof *t);
    if (!t) return NULL;
    t->d.year = like->d.year;
    t->d.month = like->d.month;
    t->d.day = like->d.day;
    t->hour = like->hour;
    t->minute = like->minute;
    t->second = like->second;
    t->fold = like->fold;
    t->us = like->us;
    t->tz = like->tz;
    return (py_value)t;
}

py_value py_datetime_new(struct py_isolate *iso, const struct py_datetime *like)
{
    return make_value(iso, py_datetime_type(iso, PY_DT_DATETIME), like);
}

static PY_NATIVE(fromisoformat)
{
    struct py_datetime t;
    enum py_datetime_tail tail;
    int32_t offset;
    bool dt = a[0] == py_datetime_state(iso)[PY_DT_DATETIME];
    if ((!dt && a[0] != py_datetime_state(iso)[PY_DT_DATE]) || !py_is_exact(a[1], PY_K_STR) ||
        !py_datetime_parse(a[1], &t, &tail, &offset) || (!dt && tail != PY_DT_NO_TIME))
        return py_datetime_call(iso, PY_DT_FROMISOFORMAT, a, 2, NULL);
    if (tail == PY_DT_WITH_ZONE) {
        py_value delta = py_delta_new(iso, 0, offset, 0);
        t.tz = delta ? py_datetime_call(iso, PY_DT_ZONE, &delta, 1, NULL) : NULL;
        if (!t.tz) return NULL;
    }
    return dt ? py_datetime_new(iso, &t) : date_new(iso, &t.d);
}

static const struct py_native_row date_methods[] = {
    PY_CLASS_ROW("fromordinal", date_fromordinal, "n, /",
                 "The date that many days after 31 December of year 0."),
    PY_ROW("toordinal", date_toordinal, "",
           "Days since 31 December of year 0: 1 for the first of January of year 1."),
    PY_ROW("weekday", date_weekday, "", "Day of the week, from 0 for Monday to 6 for Sunday."),
    PY_ROW("replace", date_replace, "year=None, month=None, day=None",
           "The same date with some of its parts changed."),
    PY_ROW("isoformat", date_isoformat, "", "The date as text: '2024-02-29'."),
    PY_ROW("strftime", date_strftime, "format",
           "The date as text that follows codes such as %d and %B."),
    PY_CLASS_ROW("fromtimestamp", py_datetime_m_date_fromtimestamp, "timestamp, /",
                 "Local day of a moment that is given in seconds since 1970, as time.time() does."),
    PY_CLASS_ROW("fromisoformat", fromisoformat, "date_string, /",
                 "The date that ISO text means: '2024-02-29', '20240229' or '2024-W09-4'."),
    {0}};

static bool date_setup(struct py_isolate *iso, struct py_type *t)
{
    static const char *const absent[] = {
        "__mul__",       "__rmul__", "__truediv__", "__rtruediv__", "__floordiv__",
        "__rfloordiv__", "__mod__",  "__rmod__",    "__divmod__",   "__rdivmod__",
        "__pow__",       "__rpow__", "__lshift__",  "__rlshift__",  "__rshift__",
        "__rrshift__",   "__and__",  "__rand__",    "__or__",       "__ror__",
        "__xor__",       "__rxor__", "__matmul__",  "__rmatmul__",  NULL};
    return py_adopt_without(iso, t, absent);
}

static const struct py_typedef date_def = {
    .name = "datetime.date",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_date),
    .attrs_off = offsetof(struct py_date, at),
    .doc = "A day of the Gregorian calendar.",
    .methods = date_methods,
    .getset = date_getset,
    .setup = date_setup,
    .slots = {.make = date_make,
              .repr = date_repr,
              .str = date_str,
              .compare = date_compare,
              .hash = date_hash,
              .binary = date_binary},
};

// --- datetime -------------------------------------------------------------------------------

static bool time_of_day(const int64_t *v, struct py_datetime *out)
{
    static const int64_t most[] = {23, 59, 59, 999999};
    for (int i = 0; i < 4; i++)
        if (v[i] < 0 || v[i] > most[i]) return false;
    out->hour = (uint8_t)v[0];
    out->minute = (uint8_t)v[1];
    out->second = (uint8_t)v[2];
    out->us = (int32_t)v[3];
    return true;
}

// The nine parameters of the constructor (NULL: not given), all plain: ints, a zone or None, fold
// 0 or 1. *out holds the defaults.
static bool plain_fields(struct py_isolate *iso, const py_value *v, struct py_datetime *out)
{
    int64_t time[4];
    for (int i = 0; i < 4; i++) {
        if (v[i + 3] && !py_is_int(v[i + 3])) return false;
        time[i] = v[i + 3] ? py_small(v[i + 3]) : 0;
    }
    if (!v[0] || !v[1] || !v[2] || !plain_date(v, 3, &out->d) || !time_of_day(time, out))
        return false;
    if (v[7] && !py_datetime_is_zone(iso, v[7])) return false;
    if (v[8] && v[8] != py_small_new(0) && v[8] != py_small_new(1)) return false;
    if (v[7]) out->tz = v[7];
    if (v[8]) out->fold = v[8] == py_small_new(1);
    return true;
}

// The same of a raw call's arguments, each given once.
static bool plain_datetime(struct py_isolate *iso, const py_value *a, int n, py_value kw,
                           struct py_datetime *out)
{
    const struct signature *s = &signatures[PY_DT_DATETIME];
    py_value v[9] = {0};
    int all = n + (kw ? (int)py_tuple(kw)->n : 0);
    if (n > s->positional || all > s->count) return false;
    memcpy(v, a, (size_t)n * sizeof *v);
    for (int i = n; i < all; i++) {
        int k = 0;
        while (k < s->count && !py_str_is(py_tuple(kw)->v[i - n], s->names[k])) k++;
        if (k == s->count || v[k]) return false;
        v[k] = a[i];
    }
    return plain_fields(iso, v, out);
}

static py_value datetime_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                              py_value kw)
{
    struct py_datetime t = {.tz = PY_NONE};
    if (!plain_datetime(iso, a, n, kw, &t)) {
        int64_t v[7];
        py_value fields = py_datetime_fields(iso, PY_DT_DATETIME, a, n, kw, 7, v);
        if (!fields || !date_fields(iso, v, &t.d)) return NULL;
        if (py_tuple(fields)->n != 9 || !time_of_day(v + 3, &t))
            return py_raise_value_error(iso, "not the fields of a datetime");
        t.tz = py_tuple(fields)->v[7];
        t.fold = py_tuple(fields)->v[8] == py_small_new(1);
    }
    return make_value(iso, cls, &t);
}

static void datetime_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_datetime *)o)->tz);
}

GETTER(get_hour, py_small_new(PY_DATETIME(self)->hour))
GETTER(get_minute, py_small_new(PY_DATETIME(self)->minute))
GETTER(get_second, py_small_new(PY_DATETIME(self)->second))
GETTER(get_micro, py_small_new(PY_DATETIME(self)->us))
GETTER(get_fold, py_small_new(PY_DATETIME(self)->fold))
GETTER(get_tz, PY_DATETIME(self)->tz)

static const struct py_getset_row datetime_getset[] = {{"hour", get_hour, NULL, NULL},
                                                       {"minute", get_minute, NULL, NULL},
                                                       {"second", get_second, NULL, NULL},
                                                       {"microsecond", get_micro, NULL, NULL},
                                                       {"tzinfo", get_tz, NULL, NULL},
                                                       {"fold", get_fold, NULL, NULL},
                                                       {"_hour", get_hour, NULL, NULL},
                                                       {"_minute", get_minute, NULL, NULL},
                                                       {"_second", get_second, NULL, NULL},
                                                       {"_microsecond", get_micro, NULL, NULL},
                                                       {"_tzinfo", get_tz, NULL, NULL},
                                                       {"_fold", get_fold, NULL, NULL},
                                                       {0}};

static int64_t seconds_of_day(const struct py_datetime *t)
{
    return t->hour * 3600 + t->minute * 60 + t->second;
}

static int compare_fields(py_value a, py_value b)
{
    int order = py_sign_of((int64_t)date_key(a) - (int64_t)date_key(b));
    const struct py_datetime *x = PY_DATETIME(a), *y = PY_DATETIME(b);
    if (!order) order = py_sign_of(seconds_of_day(x) - seconds_of_day(y));
    return order ? order : py_sign_of(x->us - y->us);
}

static py_value datetime_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (py_datetime_is(iso, b, PY_DT_DATETIME) && PY_DATETIME(a)->tz == PY_DATETIME(b)->tz)
        return py_datetime_holds(compare_fields(a, b), op);
    if (!py_datetime_is(iso, b, PY_DT_DATE)) return PY_NOTIMPL;
    if (!py_datetime_is(iso, b, PY_DT_DATETIME)) {
        if (op == PY_CMP_EQ || op == PY_CMP_NE) return py_bool(op == PY_CMP_NE);
        return py_raise_type_error(iso, "can't compare %T to %T", a, b);
    }
    return py_datetime_compare_zones(iso, a, b, op);
}

static py_value shifted(struct py_isolate *iso, const struct py_datetime *t,
                        const struct py_delta *by, int sign)
{
    int64_t us = t->us + (int64_t)sign * by->us;
    int64_t seconds = seconds_of_day(t) + (int64_t)sign * by->seconds;
    int64_t ordinal = py_date_ordinal(&t->d) + (int64_t)sign * by->days;
    if (us < 0 || us >= 1000000) {
        seconds += us < 0 ? -1 : 1;
        us += us < 0 ? 1000000 : -1000000;
    }
    if (seconds < 0 || seconds >= PY_DT_DAY_SECONDS) {
        ordinal += seconds < 0 ? -1 : 1;
        seconds += seconds < 0 ? PY_DT_DAY_SECONDS : -PY_DT_DAY_SECONDS;
    }
    if (ordinal < 1 || ordinal > PY_DT_MAX_ORDINAL) return out_of_range(iso);
    struct py_datetime r = {.hour = (uint8_t)(seconds / 3600),
                            .minute = (uint8_t)(seconds / 60 % 60),
                            .second = (uint8_t)(seconds % 60),
                            .us = (int32_t)us,
                            .tz = t->tz};
    py_date_from_ordinal((int32_t)ordinal, &r.d);
    return py_datetime_new(iso, &r);
}

static py_value datetime_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op != PY_BIN_ADD && op != PY_BIN_SUB) return PY_NOTIMPL;
    if (op == PY_BIN_ADD && py_datetime_is(iso, a, PY_DT_DELTA)) {
        py_value t = a;
        a = b;
        b = t;
    }
    if (!py_datetime_is(iso, a, PY_DT_DATETIME)) return PY_NOTIMPL;
    if (py_datetime_is(iso, b, PY_DT_DELTA))
        return py_datetime_is_exact(iso, a, PY_DT_DATETIME)
                   ? shifted(iso, PY_DATETIME(a), PY_DELTA(b), op == PY_BIN_ADD ? 1 : -1)
                   : py_datetime_operate(iso, op, a, b);
    if (op == PY_BIN_ADD || !py_datetime_is(iso, b, PY_DT_DATETIME)) return PY_NOTIMPL;
    return py_datetime_difference(iso, a, b);
}

static PY_NATIVE(datetime_isoformat)
{
    return py_datetime_iso(iso, a[0], a[1], a[2]);
}

static py_value datetime_str(struct py_isolate *iso, py_value self)
{
    py_value sep = py_str_char(iso, ' ');
    if (!sep) return NULL;
    if (py_datetime_is_exact(iso, self, PY_DT_DATETIME))
        return py_datetime_iso(iso, self, sep, NULL);
    return py_call_method(iso, self, py_str_intern_z(iso, "isoformat"), &sep, 1);
}

static py_value datetime_repr(struct py_isolate *iso, py_value self)
{
    const struct py_datetime *t = PY_DATETIME(self);
    struct py_sb b;
    py_sb_init(&b, iso);
    py_sb_format(&b, "%d, %d, %d, %d, %d", (int)t->d.year, (int)t->d.month, (int)t->d.day,
                 (int)t->hour, (int)t->minute);
    if (t->second || t->us) py_sb_format(&b, ", %d", (int)t->second);
    if (t->us) py_sb_format(&b, ", %d", (int)t->us);
    if (t->fold) py_sb_z(&b, ", fold=1");
    if (t->tz != PY_NONE) py_sb_format(&b, ", tzinfo=%R", t->tz);
    return py_datetime_named(iso, self, &b);
}

// Plain new fields; the rest is the Python part's.
static PY_NATIVE(datetime_replace)
{
    const struct py_datetime *t = PY_DATETIME(a[0]);
    py_value v[10] = {a[0],
                      py_small_new(t->d.year),
                      py_small_new(t->d.month),
                      py_small_new(t->d.day),
                      py_small_new(t->hour),
                      py_small_new(t->minute),
                      py_small_new(t->second),
                      py_small_new(t->us),
                      t->tz,
                      py_small_new(t->fold)};
    for (int i = 1; i < 10; i++)
        if (a[i]) v[i] = a[i];
    struct py_datetime r = {.tz = PY_NONE};
    if (!py_datetime_is_exact(iso, a[0], PY_DT_DATETIME) || !plain_fields(iso, v + 1, &r))
        return py_datetime_call(iso, PY_DT_REPLACE, v, 10, NULL);
    return py_datetime_new(iso, &r);
}

static PY_NATIVE(datetime_date)
{
    return date_new(iso, PY_DATE(a[0]));
}

static const struct py_native_row datetime_methods[] = {
    PY_ROW("isoformat", datetime_isoformat, "sep='T', timespec='auto'",
           "Day and time as text, '2024-02-29T12:30:00', up to the unit that timespec names."),
    PY_CLASS_ROW("fromisoformat", fromisoformat, "date_string, /",
                 "The moment that ISO text means, '2024-02-29T12:30:00+01:00' or shorter."),
    PY_ROW(
        "replace", datetime_replace,
        "year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, "
        "tzinfo=True, *, fold=None",
        "The same moment with some of its parts changed; nothing is converted."),
    PY_ROW("date", datetime_date, "", "Its day alone."),
    PY_CLASS_ROW("fromtimestamp", py_datetime_m_fromtimestamp, "timestamp, tz=None",
                 "The moment so many seconds after 1970 began (UTC), on the clock of tz or local."),
    PY_CLASS_ROW("utcfromtimestamp", py_datetime_m_utcfromtimestamp, "timestamp, /",
                 "The moment so many seconds after 1970 began, on the clock of UTC, without "
                 "tzinfo."),
    PY_CLASS_ROW("now", py_datetime_m_now, "tz=None",
                 "The moment it is, on the clock of tz, or local and without tzinfo."),
    PY_CLASS_ROW("utcnow", py_datetime_m_utcnow, "",
                 "The moment it is, on the clock of UTC, without tzinfo."),
    PY_ROW("timestamp", py_datetime_m_timestamp, "",
           "Seconds from the beginning of 1970 (UTC) to this moment."),
    PY_ROW("utcoffset", py_datetime_m_utcoffset, "",
           "How far its time zone is ahead of UTC, as a timedelta."),
    PY_ROW("dst", py_datetime_m_dst, "",
           "How far summer time puts its clock forward, as a timedelta."),
    PY_ROW("tzname", py_datetime_m_tzname, "", "What its time zone is called."),
    PY_ROW("astimezone", py_datetime_m_astimezone, "tz=None",
           "The same moment on the clock of another time zone.\n"),
    PY_ROW("_wall_seconds", py_datetime_m_wall_seconds, "", NULL),
    {0}};

static const struct py_typedef datetime_def = {
    .name = "datetime.datetime",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_datetime),
    .attrs_off = offsetof(struct py_date, at),
    .doc = "A day with a time of day and, if wanted, a time zone.\n",
    .methods = datetime_methods,
    .getset = datetime_getset,
    .trace = datetime_trace,
    .setup = date_setup,
    .slots = {.make = datetime_make,
              .repr = datetime_repr,
              .str = datetime_str,
              .compare = datetime_compare,
              .hash = py_datetime_hash,
              .binary = datetime_binary},
};

// --- the module -----------------------------------------------------------------------------

static PY_NATIVE(f_adopt)
{
    for (int i = PY_DT_DELTA; i <= PY_DT_DATETIME; i++)
        if (a[0] == py_datetime_state(iso)[i])
            return py_adopt(iso, py_datetime_type(iso, i), a[1]) ? PY_NONE : NULL;
    return py_raise_type_error(iso, "not a class of this module");
}

// The functions that C calls, in the order of PY_DT_DELTA_FIELDS and what follows.
static PY_NATIVE_RAW(f_connect)
{
    if (kw || n != CONNECTED)
        return py_raise_type_error(iso, "_connect() takes %d functions", CONNECTED);
    memcpy(py_datetime_state(iso) + PY_DT_DELTA_FIELDS, a, CONNECTED * sizeof *a);
    return PY_NONE;
}

// An int that a C int holds, out of what the program gave as one.
static PY_NATIVE(f_index)
{
    int64_t number;
    return py_as_parsed_int(iso, a[0], &number) ? py_small_new(number) : NULL;
}

static const struct py_native_row functions[] = {
    PY_ROW("_adopt", f_adopt, "cls, contents, /", NULL),
    PY_ROW("_index", f_index, "value, /", NULL),
    PY_ROW("_connect", f_connect, "*functions", NULL),
    {0}};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    static const struct py_typedef *const defs[] = {
        [PY_DT_DELTA] = &py_delta_def, [PY_DT_DATE] = &date_def, [PY_DT_DATETIME] = &datetime_def};
    static const char *const names[] = {"timedelta", "date", "datetime"};
    py_value state = py_tuple_new(iso, PY_DT_ITEMS);
    if (!state) return false;
    iso->module_state[PY_MS_DATETIME] = state;
    for (int i = PY_DT_DELTA; i <= PY_DT_DATETIME; i++) {
        struct py_type *base = i == PY_DT_DATETIME ? py_datetime_type(iso, PY_DT_DATE) : NULL;
        struct py_type *t = py_type_from_def(iso, defs[i], base, "datetime");
        if (!t || !py_module_set(iso, m, names[i], (py_value)t)) return false;
        py_tuple(state)->v[i] = (py_value)t;
    }
    return true;
}

const struct py_moddef py_mod__datetime = {
    .name = "_datetime",
    .functions = functions,
    .init = init,
    .doc = "The heart of module datetime.",
};
