// Class datetime of module datetime, but for what needs its time zone (datetime_zone.c); see
// datetime.c.
#include "datetime_int.h"

static py_value datetime_in(struct py_isolate *iso, struct py_type *cls,
                            const struct py_datetime *like)
{
    struct py_datetime *t = py_new_of(iso, cls, sizeof *t);
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
    return datetime_in(iso, py_datetime_type(iso, PY_DT_DATETIME), like);
}

// Of both classes.
PY_NATIVE(py_datetime_m_fromisoformat)
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
    return dt ? py_datetime_new(iso, &t) : py_date_new(iso, &t.d);
}

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
    if (!v[0] || !v[1] || !v[2] || !py_date_plain(v, &out->d) || !time_of_day(time, out))
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
    const struct py_datetime_signature *s = &py_datetime_signatures[PY_DT_DATETIME];
    py_value v[9] = {0};
    int all = n + (kw ? (int)py_tuple(kw)->n : 0);
    if (n > s->positional || all > s->count) return false;
    memcpy(v, a, (size_t)n * sizeof *v);
    for (int i = n; i < all; i++) {
        int k = py_datetime_param(s, py_tuple(kw)->v[i - n]);
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
        if (!fields || !py_date_checked(iso, v, &t.d)) return NULL;
        if (py_tuple(fields)->n != 9 || !time_of_day(v + 3, &t))
            return py_raise_value_error(iso, "not the fields of a datetime");
        t.tz = py_tuple(fields)->v[7];
        t.fold = py_tuple(fields)->v[8] == py_small_new(1);
    }
    return datetime_in(iso, cls, &t);
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

static int compare_fields(py_value a, py_value b)
{
    int order = py_sign_of((int64_t)py_date_key(a) - (int64_t)py_date_key(b));
    const struct py_datetime *x = PY_DATETIME(a), *y = PY_DATETIME(b);
    if (!order) order = py_sign_of(py_datetime_seconds(x) - py_datetime_seconds(y));
    return order ? order : py_sign_of(x->us - y->us);
}

static py_value datetime_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (py_datetime_is(iso, b, PY_DT_DATETIME) && PY_DATETIME(a)->tz == PY_DATETIME(b)->tz) {
        int order = compare_fields(a, b);
        return py_bool(PY_HOLDS(op, order, 0));
    }
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
    int64_t seconds = py_datetime_seconds(t) + (int64_t)sign * by->seconds;
    int64_t ordinal = py_date_ordinal(&t->d) + (int64_t)sign * by->days;
    if (us < 0 || us >= 1000000) {
        seconds += us < 0 ? -1 : 1;
        us += us < 0 ? 1000000 : -1000000;
    }
    if (seconds < 0 || seconds >= PY_DT_DAY_SECONDS) {
        ordinal += seconds < 0 ? -1 : 1;
        seconds += seconds < 0 ? PY_DT_DAY_SECONDS : -PY_DT_DAY_SECONDS;
    }
    if (ordinal < 1 || ordinal > PY_DT_MAX_ORDINAL) return py_date_out_of_range(iso);
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
    return py_date_new(iso, PY_DATE(a[0]));
}

static const struct py_native_row datetime_methods[] = {
    PY_ROW("isoformat", datetime_isoformat, "sep='T', timespec='auto'",
           "Day and time as text, '2024-02-29T12:30:00', up to the unit that timespec names."),
    PY_CLASS_ROW("fromisoformat", py_datetime_m_fromisoformat, "date_string, /",
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

const struct py_typedef py_datetime_def = {
    .name = "datetime.datetime",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_datetime),
    .attrs_off = offsetof(struct py_date, at),
    .doc = "A day with a time of day and, if wanted, a time zone.\n",
    .methods = datetime_methods,
    .getset = datetime_getset,
    .trace = datetime_trace,
    .setup = py_datetime_setup,
    .slots = {.make = datetime_make,
              .repr = datetime_repr,
              .str = datetime_str,
              .compare = datetime_compare,
              .hash = py_datetime_hash,
              .binary = datetime_binary},
};
