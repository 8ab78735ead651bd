// Shared by the C parts of module datetime: the values of timedelta, date and datetime, and what C
// calls of lib/datetime.py, which has everything else (time, zones, parsing, rare arguments).
#ifndef PY_DATETIME_INT_H
#define PY_DATETIME_INT_H

#include "../obj/int.h"

struct py_delta {
    struct py_obj h;
    struct py_attrs at; // of instances of subclasses, here and below
    int32_t days, seconds, us;
};

struct py_date {
    struct py_obj h;
    struct py_attrs at;
    int32_t year;
    uint8_t month, day;
};

struct py_datetime {
    struct py_date d;
    uint8_t hour, minute, second, fold;
    int32_t us;
    py_value tz; // None or a tzinfo
};

// A native of a row, and one of a getset row.
#define GETTER(name, expr)                                                                         \
    static py_value name(PY_UNUSED struct py_isolate *iso, py_value self)                          \
    {                                                                                              \
        return (expr);                                                                             \
    }
#define PY_DELTA(v) ((struct py_delta *)(v))
#define PY_DATE(v) ((struct py_date *)(v))
#define PY_DATETIME(v) ((struct py_datetime *)(v))

enum { PY_DT_MAX_DAYS = 999999999, PY_DT_MAX_ORDINAL = 3652059, PY_DT_DAY_SECONDS = 86400 };

// Items of the tuple iso->module_state[PY_MS_DATETIME]. From PY_DT_DELTA_FIELDS on they are what
// lib/datetime.py connects, in the order of its call of _connect.
enum {
    PY_DT_DELTA,
    PY_DT_DATE,
    PY_DT_DATETIME,
    PY_DT_DELTA_FIELDS,    // (*arguments of the constructor): (days, seconds, us)
    PY_DT_DATE_FIELDS,     // the same: (year, month, day)
    PY_DT_DATETIME_FIELDS, // the same: (year, month, day, hour, minute, second, us, tz, fold)
    PY_DT_OPERATE,         // (operator, a, b) of all three classes
    PY_DT_STRFTIME,        // (a, format)
    PY_DT_FROMISOFORMAT,   // (class, text)
    PY_DT_REPLACE,         // (a, year, .., us, tz, fold)
    PY_DT_ASTIMEZONE,      // (a, tz): of a subclass, or to or from local time
    PY_DT_ZONE,            // (timedelta): a timezone
    PY_DT_TZINFO,          // class tzinfo
    PY_DT_TIMEZONE,        // class timezone
    PY_DT_ITEMS
};
static inline py_value *py_datetime_state(struct py_isolate *iso)
{
    return py_tuple(iso->module_state[PY_MS_DATETIME])->v;
}
static inline struct py_type *py_datetime_type(struct py_isolate *iso, int which)
{
    return (struct py_type *)py_datetime_state(iso)[which];
}
static inline bool py_datetime_is(struct py_isolate *iso, py_value v, int which)
{
    struct py_type *t = py_type_of(iso, v), *want = py_datetime_type(iso, which);
    return t == want || py_type_issub(t, want);
}
static inline bool py_datetime_is_exact(struct py_isolate *iso, py_value v, int which)
{
    return py_type_of(iso, v) == py_datetime_type(iso, which);
}

static inline int py_sign_of(int64_t v)
{
    return (v > 0) - (v < 0);
}
py_value py_datetime_call(struct py_isolate *iso, int which, py_value *a, int n, py_value kw);

// --- what the classes share (datetime.c) ---
// Calls the Python part for the fields that arguments mean: `count` ints and what follows them.
py_value py_datetime_fields(struct py_isolate *iso, int which, py_value *a, int n, py_value kw,
                            uint64_t count, int64_t *out);
// The parameters of a constructor, for what CPython says of calls that do not fit them.
struct py_datetime_signature {
    const char *names[9];
    int count, positional;
    const char *called, *named; // "function", "this function"
};
extern const struct py_datetime_signature py_datetime_signatures[]; // by PY_DT_DELTA and so on
// Which parameter has that name; its count: none.
int py_datetime_param(const struct py_datetime_signature *s, py_value name);
py_value py_datetime_operate(struct py_isolate *iso, enum py_binop op, py_value a, py_value b);
// Class(inner), as repr() of all three classes is.
py_value py_datetime_named(struct py_isolate *iso, py_value self, struct py_sb *inner);
uint64_t py_datetime_mix(uint64_t hash);
bool py_datetime_setup(struct py_isolate *iso, struct py_type *t); // of date and datetime

// --- the calendar (datetime_text.c) ---
int py_days_in_month(int year, int month);
int32_t py_date_ordinal(const struct py_date *d);
void py_date_from_ordinal(int32_t ordinal, struct py_date *out);

// --- values (datetime_delta.c, datetime_date.c, datetime_moment.c) ---
extern const struct py_typedef py_delta_def, py_date_def, py_datetime_def;
// A timedelta of any parts; raises OverflowError.
py_value py_delta_new(struct py_isolate *iso, int64_t days, int64_t seconds, int64_t us);
// A date of three small ints; false: they are no such, or outside the calendar.
bool py_date_plain(const py_value *a, struct py_date *out);
// The same of what the Python part says of other arguments, which has checked them.
bool py_date_checked(struct py_isolate *iso, const int64_t *v, struct py_date *out);
py_value py_date_out_of_range(struct py_isolate *iso); // raises it
// In the order of days.
static inline uint64_t py_date_key(py_value v)
{
    const struct py_date *d = PY_DATE(v);
    return (uint64_t)d->year << 16 | (uint64_t)d->month << 8 | d->day;
}
static inline int64_t py_datetime_seconds(const struct py_datetime *t) // of its day
{
    return t->hour * 3600 + t->minute * 60 + t->second;
}
// A date or a datetime of exact class with fields as in `like`, which are valid.
py_value py_date_new(struct py_isolate *iso, const struct py_date *like);
py_value py_datetime_new(struct py_isolate *iso, const struct py_datetime *like);

PY_NATIVE(py_datetime_m_fromisoformat); // of both classes

// --- zones and Unix time (datetime_zone.c) ---
bool py_datetime_is_zone(struct py_isolate *iso, py_value v); // None or a tzinfo
// The offset of a datetime from UTC in microseconds: 1; 0: it has none (*us is 0); -1: exception.
int py_datetime_offset(struct py_isolate *iso, py_value v, int64_t *us);
py_value py_datetime_zone_name(struct py_isolate *iso, py_value v); // str or None
py_value py_datetime_compare_zones(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op);
py_value py_datetime_difference(struct py_isolate *iso, py_value a, py_value b); // a - b
bool py_datetime_hash(struct py_isolate *iso, py_value v, uint64_t *out);
PY_NATIVE(py_datetime_m_fromtimestamp);
PY_NATIVE(py_datetime_m_utcfromtimestamp);
PY_NATIVE(py_datetime_m_now);
PY_NATIVE(py_datetime_m_utcnow);
PY_NATIVE(py_datetime_m_timestamp);
PY_NATIVE(py_datetime_m_utcoffset);
PY_NATIVE(py_datetime_m_dst);
PY_NATIVE(py_datetime_m_tzname);
PY_NATIVE(py_datetime_m_astimezone);
PY_NATIVE(py_datetime_m_wall_seconds);
PY_NATIVE(py_datetime_m_date_fromtimestamp);

// --- text (datetime_text.c) ---
py_value py_date_iso(struct py_isolate *iso, py_value v); // 'YYYY-MM-DD'
// isoformat(sep, timespec) of a datetime; arguments NULL: not given.
py_value py_datetime_iso(struct py_isolate *iso, py_value v, py_value sep, py_value timespec);
// strftime() of common directives; NULL without exception: others.
py_value py_datetime_strftime(struct py_isolate *iso, py_value v, bool dt, py_value format);
// What a text in the form of isoformat() has behind its date.
enum py_datetime_tail { PY_DT_NO_TIME, PY_DT_NO_ZONE, PY_DT_WITH_ZONE };
// 'YYYY-MM-DD', or with 'THH:MM', ':SS', '.fff' or '.ffffff', and 'Z' or '+HH:MM' behind it;
// *offset is the zone's in seconds. False: something else.
bool py_datetime_parse(py_value text, struct py_datetime *out, enum py_datetime_tail *tail,
                       int32_t *offset);

#endif
