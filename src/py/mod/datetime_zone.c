// Class datetime with time zones, and Unix time (see datetime.c). A zone is any object with
// tzinfo's methods; a timezone, whose offset is always the same, is asked without a call.
#include <errno.h>
#include <math.h>

#include "../budget.h"
#include "../obj/exc.h"
#include "datetime_int.h"

enum { UNIX_ORDINAL = 719163 }; // of 1970-01-01
static const int64_t second_us = 1000000, day_seconds = PY_DT_DAY_SECONDS;

// Microseconds from the first of the year 0 to the wall time of a datetime, whatever its zone.
static int64_t datetime_wall(py_value v)
{
    const struct py_datetime *t = PY_DATETIME(v);
    return (py_date_ordinal(&t->d) * day_seconds + py_datetime_seconds(t)) * second_us + t->us;
}

// Sets the fields of that wall time; false: outside datetime's years. Zone and fold stay.
static bool datetime_at_wall(int64_t us, struct py_datetime *out)
{
    const int64_t day_us = day_seconds * second_us;
    if (us < day_us || us >= (PY_DT_MAX_ORDINAL + 1) * day_us) return false;
    int64_t seconds = us % day_us / second_us;
    py_date_from_ordinal((int32_t)(us / day_us), &out->d);
    out->hour = (uint8_t)(seconds / 3600);
    out->minute = (uint8_t)(seconds / 60 % 60);
    out->second = (uint8_t)(seconds % 60);
    out->us = (int32_t)(us % second_us);
    return true;
}

// --- offsets --------------------------------------------------------------------------------

static int64_t delta_us(py_value v)
{
    const struct py_delta *d = PY_DELTA(v);
    return (d->days * day_seconds + d->seconds) * second_us + d->us;
}

// Is the offset of this zone (or None) the same at all times?
static bool is_fixed(struct py_isolate *iso, py_value tz)
{
    return tz == PY_NONE || py_datetime_is_exact(iso, tz, PY_DT_TIMEZONE);
}

bool py_datetime_is_zone(struct py_isolate *iso, py_value v)
{
    return v == PY_NONE || py_datetime_is(iso, v, PY_DT_TZINFO);
}

// What a zone says has to be None or a timedelta of less than a day.
static py_value checked_offset(struct py_isolate *iso, py_value d, const char *method)
{
    if (!d || d == PY_NONE) return d;
    if (!py_datetime_is(iso, d, PY_DT_DELTA))
        return py_raise_type_error(iso, "tzinfo.%s() must return None or timedelta, not '%T'",
                                   method, d);
    int32_t days = PY_DELTA(d)->days;
    if (days < -1 || days > 0 || delta_us(d) == -day_seconds * second_us)
        return py_raise_value_error(iso, "offset must be a timedelta strictly between "
                                         "-timedelta(hours=24) and timedelta(hours=24).");
    return d;
}

// What method utcoffset or dst of its zone says of v.
static py_value ask_zone(struct py_isolate *iso, py_value v, const char *method)
{
    py_value tz = PY_DATETIME(v)->tz;
    if (tz == PY_NONE) return PY_NONE;
    return checked_offset(iso, py_call_method(iso, tz, py_str_intern_z(iso, method), &v, 1),
                          method);
}

// A timezone's attribute is as good as its method, but the program may have set it.
static py_value offset_of(struct py_isolate *iso, py_value v)
{
    py_value tz = PY_DATETIME(v)->tz;
    if (tz != PY_NONE && is_fixed(iso, tz))
        return checked_offset(iso, py_getattr(iso, tz, py_str_intern_z(iso, "_offset")),
                              "utcoffset");
    return ask_zone(iso, v, "utcoffset");
}

int py_datetime_offset(struct py_isolate *iso, py_value v, int64_t *us)
{
    *us = 0;
    py_value d = offset_of(iso, v);
    if (!d || d == PY_NONE) return d ? 0 : -1;
    *us = delta_us(d);
    return 1;
}

py_value py_datetime_zone_name(struct py_isolate *iso, py_value v)
{
    py_value tz = PY_DATETIME(v)->tz;
    if (tz == PY_NONE) return PY_NONE;
    py_value name = py_call_method(iso, tz, py_str_intern_z(iso, "tzname"), &v, 1);
    if (name && name != PY_NONE && !py_is_str(name))
        return py_raise_type_error(iso, "tzinfo.tzname() must return None or a string, not '%T'",
                                   name);
    return name;
}

// --- comparing and subtracting --------------------------------------------------------------

struct offsets {
    int64_t left, right; // in microseconds; 0 when there are none
    int known;           // 1: both have an offset, 0: neither
};

// The offsets of two values with different zones. -1: exception, 0: only one has an offset.
static int both_offsets(struct py_isolate *iso, py_value a, py_value b, struct offsets *out)
{
    out->known = py_datetime_offset(iso, a, &out->left);
    int right = out->known < 0 ? -1 : py_datetime_offset(iso, b, &out->right);
    return right < 0 ? -1 : out->known == right;
}

// Has v another offset, or none, with its other fold? -1: exception.
static int fold_matters(struct py_isolate *iso, py_value v, int known, int64_t us)
{
    int64_t other;
    if (is_fixed(iso, PY_DATETIME(v)->tz)) return 0;
    py_value flipped = py_datetime_new(iso, PY_DATETIME(v));
    if (!flipped) return -1;
    PY_DATETIME(flipped)->fold ^= 1;
    int found = py_datetime_offset(iso, flipped, &other);
    return found < 0 ? -1 : found != known || other != us;
}

py_value py_datetime_compare_zones(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    bool eq = op == PY_CMP_EQ || op == PY_CMP_NE;
    struct offsets o;
    int both = both_offsets(iso, a, b, &o);
    if (both < 0) return NULL;
    if (!both && eq) return py_bool(op == PY_CMP_NE);
    if (!both)
        return py_raise_type_error(iso, "can't compare offset-naive and offset-aware datetimes");
    int order = py_sign_of(datetime_wall(a) - o.left - (datetime_wall(b) - o.right));
    if (eq && !order) { // a time that comes twice, or never, equals nothing of another zone
        order = fold_matters(iso, a, o.known, o.left);
        if (!order) order = fold_matters(iso, b, o.known, o.right);
        if (order < 0) return NULL;
    }
    return py_bool(PY_HOLDS(op, order, 0));
}

py_value py_datetime_difference(struct py_isolate *iso, py_value a, py_value b)
{
    struct offsets o = {0, 0, 0};
    if (PY_DATETIME(a)->tz != PY_DATETIME(b)->tz) {
        int both = both_offsets(iso, a, b, &o);
        if (both < 0) return NULL;
        if (!both)
            return py_raise_type_error(iso,
                                       "can't subtract offset-naive and offset-aware datetimes");
    }
    int64_t us = datetime_wall(a) - o.left - (datetime_wall(b) - o.right);
    return py_delta_new(iso, 0, us / second_us, us % second_us);
}

bool py_datetime_hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    int64_t us = 0;
    py_value at = v;
    if (PY_DATETIME(v)->fold && !is_fixed(iso, PY_DATETIME(v)->tz)) {
        if (!(at = py_datetime_new(iso, PY_DATETIME(v)))) return false;
        PY_DATETIME(at)->fold = 0;
    }
    if (py_datetime_offset(iso, at, &us) < 0) return false;
    *out = py_datetime_mix((uint64_t)(datetime_wall(v) - us));
    return true;
}

// --- Unix time ------------------------------------------------------------------------------

static int64_t local_offset(struct py_isolate *iso, int64_t seconds)
{
    const struct py_hooks *h = &iso->opt.hooks;
    return h->utc_offset ? h->utc_offset(h->ctx, seconds) : 0;
}

// Raises ValueError for the year of a time outside datetime's years; `seconds` since 1970.
static void *year_error(struct py_isolate *iso, int64_t seconds)
{
    enum { ERA_DAYS = 146097 }; // of 400 years
    int64_t days = seconds / day_seconds - (seconds % day_seconds < 0) + UNIX_ORDINAL - 1;
    int64_t era = days / ERA_DAYS - (days % ERA_DAYS < 0);
    struct py_date d;
    py_date_from_ordinal((int32_t)(days - era * ERA_DAYS) + 1, &d);
    return py_raise_value_error(iso, "year %lld is out of range", (long long)(era * 400 + d.year));
}

// The fields of a time in seconds since 1970, of no zone. False: exception.
static bool to_fields(struct py_isolate *iso, int64_t seconds, int32_t us, struct py_datetime *out)
{
    const int64_t most = PY_DT_MAX_ORDINAL * day_seconds; // far enough, and its us are an int64
    *out = (struct py_datetime){.tz = PY_NONE};
    return (seconds <= most && seconds >= -most &&
            datetime_at_wall((seconds + UNIX_ORDINAL * day_seconds) * second_us + us, out)) ||
           year_error(iso, seconds);
}

// Local time at `seconds` of UTC. False: the year is none of datetime's.
static bool to_local(struct py_isolate *iso, int64_t seconds, int64_t *out)
{
    struct py_datetime fields;
    *out = seconds + local_offset(iso, seconds);
    return to_fields(iso, *out, 0, &fields);
}

// The Unix time of a local time: of two possible ones, and where there is none, fold decides.
static bool from_local(struct py_isolate *iso, int64_t t, bool fold, int64_t *out)
{
    int64_t there, first, second, other;
    if (!to_local(iso, t, &there)) return false;
    first = t - (there - t);
    if (!to_local(iso, first, &there)) return false;
    int64_t gain = there - first;
    if (there == t) { // one solution; is there another, a day off at most?
        second = first + (fold ? day_seconds : -day_seconds);
        if (!to_local(iso, second, &other)) return false;
        gain = other - second;
        if (gain == t - first) return *out = first, true;
    }
    second = t - gain;
    if (!to_local(iso, second, &other)) return false;
    if (other == t) *out = second;
    else if (there == t) *out = first;
    else *out = fold == (first < second) ? first : second;
    return true;
}

struct instant {
    int64_t seconds;
    int32_t us;
};

// What lies past the system's calendar, or past its time_t too, is refused as it would refuse it.
static bool raise_beyond(struct py_isolate *iso, bool time_t_holds)
{
    if (!time_t_holds)
        return py_raise(iso, PY_T_OverflowError, "timestamp out of range for platform time_t");
    py_value a[2] = {py_small_new(EOVERFLOW), py_str_z(iso, strerror(EOVERFLOW))};
    py_value e = a[1] ? py_call(iso, (py_value)py_t(iso, PY_T_OSError), a, 2) : NULL;
    return e && py_raise_value(iso, e);
}

static bool instant_of(struct py_isolate *iso, py_value v, struct instant *out)
{
    if (py_is_float(v)) {
        double whole, part = modf(py_float(v), &whole) * 1e6;
        if (isnan(part)) return py_raise_value_error(iso, "Invalid value NaN (not a number)");
        part = nearbyint(part);
        if (part >= 1e6) part -= 1e6, whole++;
        else if (part < 0) part += 1e6, whole--;
        if (fabs(whole) >= 0x1p55) return raise_beyond(iso, whole >= -0x1p63 && whole < 0x1p63);
        *out = (struct instant){(int64_t)whole, (int32_t)part};
        return true;
    }
    v = py_index(iso, v);
    if (!v) return false;
    int64_t seconds;
    if (!py_int_get64(v, &seconds)) return raise_beyond(iso, false);
    if (seconds >= (int64_t)1 << 55 || seconds <= -((int64_t)1 << 55))
        return raise_beyond(iso, true);
    *out = (struct instant){seconds, 0};
    return true;
}

// Does local time `t`, which is `seconds` of UTC, come for the second time? -1: exception.
static int is_second(struct py_isolate *iso, int64_t seconds, int64_t t)
{
    int64_t before;
    if (!to_local(iso, seconds - day_seconds, &before)) return -1;
    int64_t jump = t - before - day_seconds;
    if (jump >= 0) return 0;
    if (!to_local(iso, seconds + jump, &before)) return -1;
    return before == t;
}

// A value of class `cls` with fields like t's.
static py_value value_of(struct py_isolate *iso, py_value cls, const struct py_datetime *t)
{
    if (cls == py_datetime_state(iso)[PY_DT_DATETIME]) return py_datetime_new(iso, t);
    py_value args[] = {py_small_new(t->d.year), py_small_new(t->d.month),
                       py_small_new(t->d.day),  py_small_new(t->hour),
                       py_small_new(t->minute), py_small_new(t->second),
                       py_small_new(t->us),     t->tz};
    py_value v = py_call(iso, cls, args, 8);
    if (v && py_datetime_is(iso, v, PY_DT_DATETIME)) PY_DATETIME(v)->fold = t->fold;
    return v;
}

// v, which holds UTC and has the zone tz already, in that zone's time.
static py_value from_utc(struct py_isolate *iso, py_value v)
{
    py_value tz = PY_DATETIME(v)->tz;
    if (!is_fixed(iso, tz) || !py_datetime_is_exact(iso, v, PY_DT_DATETIME))
        return py_call_method(iso, tz, py_str_intern_z(iso, "fromutc"), &v, 1);
    struct py_datetime t = {.tz = tz};
    int64_t us;
    if (py_datetime_offset(iso, v, &us) < 0) return NULL;
    if (!us) return v;
    if (!datetime_at_wall(datetime_wall(v) + us, &t))
        return py_raise(iso, PY_T_OverflowError, "date value out of range");
    return py_datetime_new(iso, &t);
}

// The instant as a value of class cls: local time (tz NULL), UTC (tz None) or a zone's.
static py_value at_instant(struct py_isolate *iso, py_value cls, struct instant at, py_value tz)
{
    int64_t t = at.seconds;
    struct py_datetime fields;
    if (!tz && !to_local(iso, at.seconds, &t)) return NULL;
    if (!to_fields(iso, t, at.us, &fields)) return NULL;
    int fold = tz ? 0 : is_second(iso, at.seconds, t);
    if (fold < 0) return NULL;
    fields.fold = (uint8_t)fold;
    if (tz) fields.tz = tz;
    py_value v = value_of(iso, cls, &fields);
    return v && fields.tz != PY_NONE ? from_utc(iso, v) : v;
}

// The argument tz of a constructor: NULL (local time) for None. False: exception.
static bool zone_argument(struct py_isolate *iso, py_value *tz)
{
    if (*tz == PY_NONE) *tz = NULL;
    if (!*tz || py_datetime_is_zone(iso, *tz)) return true;
    return py_raise_type_error(
        iso, "tzinfo argument must be None or of a tzinfo subclass, not type '%T'", *tz);
}

PY_NATIVE(py_datetime_m_fromtimestamp)
{
    struct instant at = {0};
    if (!zone_argument(iso, &a[2]) || !instant_of(iso, a[1], &at)) return NULL;
    return at_instant(iso, a[0], at, a[2]);
}

// Warns of a constructor of UTC without a time zone; false: the warning became an exception.
static bool utc_is_old(struct py_isolate *iso, const char *name, const char *instead)
{
    return py_warn_running(iso, PY_T_DeprecationWarning,
                           "datetime.datetime.%s() is deprecated and scheduled for removal in a "
                           "future version. Use timezone-aware objects to represent datetimes in "
                           "UTC: datetime.datetime.%s.",
                           name, instead);
}

PY_NATIVE(py_datetime_m_utcfromtimestamp)
{
    struct instant at = {0};
    if (!utc_is_old(iso, "utcfromtimestamp", "fromtimestamp(timestamp, datetime.UTC)")) return NULL;
    return instant_of(iso, a[1], &at) ? at_instant(iso, a[0], at, PY_NONE) : NULL;
}

static struct instant wall_clock(struct py_isolate *iso)
{
    int64_t ns = py_now(iso, 0), seconds = ns / 1000000000 - (ns % 1000000000 < 0);
    return (struct instant){seconds, (int32_t)((ns - seconds * 1000000000) / 1000)};
}

PY_NATIVE(py_datetime_m_now)
{
    return zone_argument(iso, &a[1]) ? at_instant(iso, a[0], wall_clock(iso), a[1]) : NULL;
}

PY_NATIVE(py_datetime_m_utcnow)
{
    if (!utc_is_old(iso, "utcnow", "now(datetime.UTC)")) return NULL;
    return at_instant(iso, a[0], wall_clock(iso), PY_NONE);
}

PY_NATIVE(py_datetime_m_timestamp)
{
    int64_t offset, us = datetime_wall(a[0]) - UNIX_ORDINAL * day_seconds * second_us, seconds;
    if (PY_DATETIME(a[0])->tz == PY_NONE) {
        int64_t part = PY_DATETIME(a[0])->us;
        if (!from_local(iso, (us - part) / second_us, PY_DATETIME(a[0])->fold, &seconds))
            return NULL;
        return py_float_new(iso, (double)seconds + (double)part / 1e6);
    }
    int known = py_datetime_offset(iso, a[0], &offset);
    if (known < 0) return NULL;
    if (!known)
        return py_raise_type_error(iso, "can't subtract offset-naive and offset-aware datetimes");
    return py_int_truediv(iso, py_int_new(iso, us - offset), py_small_new(second_us));
}

// date.fromtimestamp(t): local time's date.
PY_NATIVE(py_datetime_m_date_fromtimestamp)
{
    struct instant at = {0};
    struct py_datetime t;
    py_value v = a[1];
    if (py_is_float(v) && isfinite(py_float(v))) v = py_float_new(iso, floor(py_float(v)));
    if (!v || !instant_of(iso, v, &at) || !to_local(iso, at.seconds, &at.seconds) ||
        !to_fields(iso, at.seconds, 0, &t))
        return NULL;
    py_value args[3] = {py_small_new(t.d.year), py_small_new(t.d.month), py_small_new(t.d.day)};
    return py_call(iso, a[0], args, 3);
}

// --- methods of datetime --------------------------------------------------------------------

PY_NATIVE(py_datetime_m_utcoffset)
{
    return offset_of(iso, a[0]);
}

PY_NATIVE(py_datetime_m_dst)
{
    return ask_zone(iso, a[0], "dst");
}

PY_NATIVE(py_datetime_m_tzname)
{
    return py_datetime_zone_name(iso, a[0]);
}

PY_NATIVE(py_datetime_m_astimezone)
{
    py_value tz = a[1] ? a[1] : PY_NONE;
    if (tz != PY_NONE && !py_datetime_is(iso, tz, PY_DT_TZINFO))
        return py_raise_type_error(
            iso, "tzinfo argument must be None or of a tzinfo subclass, not type '%T'", tz);
    int64_t offset;
    int known = py_datetime_offset(iso, a[0], &offset);
    if (known < 0) return NULL;
    if (!known || tz == PY_NONE || !py_datetime_is_exact(iso, a[0], PY_DT_DATETIME)) {
        py_value args[2] = {a[0], tz};
        return py_datetime_call(iso, PY_DT_ASTIMEZONE, args, 2, NULL);
    }
    if (tz == PY_DATETIME(a[0])->tz) return a[0];
    struct py_datetime t = {.tz = tz};
    if (!datetime_at_wall(datetime_wall(a[0]) - offset, &t))
        return py_raise(iso, PY_T_OverflowError, "date value out of range");
    py_value v = py_datetime_new(iso, &t);
    return v ? from_utc(iso, v) : NULL;
}

// Seconds from 1970 to the wall time of v, whatever its zone.
PY_NATIVE(py_datetime_m_wall_seconds)
{
    int64_t us = datetime_wall(a[0]) - PY_DATETIME(a[0])->us;
    return py_small_new(us / second_us - UNIX_ORDINAL * day_seconds);
}
