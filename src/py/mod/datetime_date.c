// Class date of module datetime; see datetime.c.
#include "datetime_int.h"

bool py_date_plain(const py_value *a, struct py_date *out)
{
    for (int i = 0; i < 3; i++)
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
    struct py_date *d = py_new_of(iso, cls, sizeof *d);
    if (!d) return NULL;
    d->year = like->year;
    d->month = like->month;
    d->day = like->day;
    return (py_value)d;
}

py_value py_date_new(struct py_isolate *iso, const struct py_date *like)
{
    return date_in(iso, py_datetime_type(iso, PY_DT_DATE), like);
}

bool py_date_checked(struct py_isolate *iso, const int64_t *v, struct py_date *out)
{
    py_value small[3];
    for (int i = 0; i < 3; i++) small[i] = py_fits_small(v[i]) ? py_small_new(v[i]) : PY_NONE;
    return py_date_plain(small, out) || py_raise_value_error(iso, "not the fields of a date");
}

static py_value date_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                          py_value kw)
{
    struct py_date d = {0};
    int64_t v[3];
    if (kw || n != 3 || !py_date_plain(a, &d))
        if (!py_datetime_fields(iso, PY_DT_DATE, a, n, kw, 3, v) || !py_date_checked(iso, v, &d))
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

static py_value date_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (!py_datetime_is(iso, b, PY_DT_DATE)) return PY_NOTIMPL;
    return py_bool(PY_HOLDS(op, py_date_key(a), py_date_key(b)));
}

static bool date_hash(PY_UNUSED struct py_isolate *iso, py_value self, uint64_t *out)
{
    *out = py_datetime_mix(py_date_key(self));
    return true;
}

py_value py_date_out_of_range(struct py_isolate *iso)
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
    if (ordinal < 1 || ordinal > PY_DT_MAX_ORDINAL) return py_date_out_of_range(iso);
    struct py_date d;
    py_date_from_ordinal(ordinal, &d);
    return py_date_new(iso, &d);
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
    if (a[0] == py_datetime_state(iso)[PY_DT_DATE]) return py_date_new(iso, &d);
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
    PY_CLASS_ROW("fromisoformat", py_datetime_m_fromisoformat, "date_string, /",
                 "The date that ISO text means: '2024-02-29', '20240229' or '2024-W09-4'."),
    {0}};

const struct py_typedef py_date_def = {
    .name = "datetime.date",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_date),
    .attrs_off = offsetof(struct py_date, at),
    .doc = "A day of the Gregorian calendar.",
    .methods = date_methods,
    .getset = date_getset,
    .setup = py_datetime_setup,
    .slots = {.make = date_make,
              .repr = date_repr,
              .str = date_str,
              .compare = date_compare,
              .hash = date_hash,
              .binary = date_binary},
};
