// Class timedelta of module datetime; see datetime.c.
#include "adopt.h"
#include "datetime_int.h"

static py_value delta_in(struct py_isolate *iso, struct py_type *cls, int64_t days, int64_t seconds,
                         int64_t us)
{
    seconds += us / 1000000 - (us % 1000000 < 0);
    us = us % 1000000 + (us % 1000000 < 0 ? 1000000 : 0);
    days += seconds / PY_DT_DAY_SECONDS - (seconds % PY_DT_DAY_SECONDS < 0);
    seconds = seconds % PY_DT_DAY_SECONDS +
              (seconds % PY_DT_DAY_SECONDS < 0 ? PY_DT_DAY_SECONDS : 0);
    if (days < INT32_MIN || days > INT32_MAX)
        return py_raise(iso, PY_T_OverflowError, "Python int too large to convert to C int");
    if (days < -PY_DT_MAX_DAYS || days > PY_DT_MAX_DAYS)
        return py_raise(iso, PY_T_OverflowError, "days=%lld; must have magnitude <= 999999999",
                        (long long)days);
    struct py_delta *d = py_new_of(iso, cls, sizeof *d);
    if (!d) return NULL;
    d->days = (int32_t)days;
    d->seconds = (int32_t)seconds;
    d->us = (int32_t)us;
    return (py_value)d;
}

py_value py_delta_new(struct py_isolate *iso, int64_t days, int64_t seconds, int64_t us)
{
    return delta_in(iso, py_datetime_type(iso, PY_DT_DELTA), days, seconds, us);
}

// The constructor's parameters in order: how many days, seconds or microseconds each is.
static const struct {
    const char *name;
    int32_t days, seconds, us;
} units[] = {{"days", 1, 0, 0},         {"seconds", 0, 1, 0},
             {"microseconds", 0, 0, 1}, {"milliseconds", 0, 0, 1000},
             {"minutes", 0, 60, 0},     {"hours", 0, 3600, 0},
             {"weeks", 7, 0, 0}};
enum { UNITS = sizeof units / sizeof *units };

// Adds one argument to parts[days, seconds, us]; false: not a small int.
static bool add_unit(int64_t *parts, int unit, py_value v)
{
    const int64_t most = (int64_t)1 << 40;
    if (!py_is_int(v) || py_small(v) > most || py_small(v) < -most) return false;
    parts[0] += py_small(v) * units[unit].days;
    parts[1] += py_small(v) * units[unit].seconds;
    parts[2] += py_small(v) * units[unit].us;
    return true;
}

// Arguments that are all small ints, each given once.
static bool plain_parts(const py_value *a, int n, py_value kw, int64_t *parts)
{
    unsigned seen = (1u << n) - 1;
    if (n > UNITS) return false;
    for (int i = 0; i < n; i++)
        if (!add_unit(parts, i, a[i])) return false;
    for (uint64_t i = 0; kw && i < py_tuple(kw)->n; i++) {
        int unit = 0;
        while (unit < UNITS && !py_str_is(py_tuple(kw)->v[i], units[unit].name)) unit++;
        if (unit == UNITS || seen >> unit & 1 || !add_unit(parts, unit, a[(uint64_t)n + i]))
            return false;
        seen |= 1u << unit;
    }
    return true;
}

static py_value delta_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                           py_value kw)
{
    int64_t parts[3] = {0, 0, 0};
    if (!plain_parts(a, n, kw, parts) && !py_datetime_fields(iso, PY_DT_DELTA, a, n, kw, 3, parts))
        return NULL;
    return delta_in(iso, cls, parts[0], parts[1], parts[2]);
}

GETTER(get_days, py_small_new(PY_DELTA(self)->days))
GETTER(get_seconds, py_small_new(PY_DELTA(self)->seconds))
GETTER(get_us, py_small_new(PY_DELTA(self)->us))

static const struct py_getset_row delta_getset[] = {
    {"days", get_days, NULL, "Whole days, negative where the duration is."},
    {"seconds", get_seconds, NULL, "Whole seconds besides the days, 0 to 86399."},
    {"microseconds", get_us, NULL, "Microseconds besides days and seconds, 0 to 999999."},
    {"_days", get_days, NULL, NULL},
    {"_seconds", get_seconds, NULL, NULL},
    {"_microseconds", get_us, NULL, NULL},
    {0}};

static py_value delta_repr(struct py_isolate *iso, py_value self)
{
    const struct py_delta *d = PY_DELTA(self);
    const int32_t parts[] = {d->days, d->seconds, d->us};
    struct py_sb b;
    py_sb_init(&b, iso);
    for (int i = 0; i < 3; i++)
        if (parts[i]) py_sb_format(&b, "%s%s=%d", b.len ? ", " : "", units[i].name, (int)parts[i]);
    if (!b.len) py_sb_char(&b, '0');
    return py_datetime_named(iso, self, &b);
}

static py_value delta_str(struct py_isolate *iso, py_value self)
{
    const struct py_delta *d = PY_DELTA(self);
    struct py_sb b;
    py_sb_init(&b, iso);
    if (d->days)
        py_sb_format(&b, "%d day%s, ", (int)d->days, d->days == 1 || d->days == -1 ? "" : "s");
    py_sb_format(&b, "%d:%02d:%02d", (int)(d->seconds / 3600), (int)(d->seconds / 60 % 60),
                 (int)(d->seconds % 60));
    if (d->us) py_sb_format(&b, ".%06d", (int)d->us);
    return py_sb_finish(&b);
}

static py_value delta_compare(struct py_isolate *iso, py_value x, py_value y, enum py_cmp op)
{
    if (!py_datetime_is(iso, y, PY_DT_DELTA)) return PY_NOTIMPL;
    const struct py_delta *a = PY_DELTA(x), *b = PY_DELTA(y);
    if (a->days != b->days) return py_bool(PY_HOLDS(op, a->days, b->days));
    if (a->seconds != b->seconds) return py_bool(PY_HOLDS(op, a->seconds, b->seconds));
    return py_bool(PY_HOLDS(op, a->us, b->us));
}

static bool delta_hash(PY_UNUSED struct py_isolate *iso, py_value self, uint64_t *out)
{
    const struct py_delta *d = PY_DELTA(self);
    *out = py_datetime_mix((uint64_t)d->days * PY_DT_DAY_SECONDS * 1000003 +
                           (uint64_t)d->seconds * 1000003 + (uint64_t)d->us);
    return true;
}

static int delta_truth(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return PY_DELTA(self)->days || PY_DELTA(self)->seconds || PY_DELTA(self)->us;
}

// Floor and remainder; y is not 0.
static int64_t floor_div(int64_t x, int64_t y, int64_t *rest)
{
    int64_t q = x / y, r = x % y;
    bool down = r && (r < 0) != (y < 0);
    *rest = down ? r + y : r;
    return q - down;
}

static int64_t nearest_div(int64_t x, int64_t y)
{
    int64_t rest, q = floor_div(x, y, &rest);
    int64_t over = y < 0 ? y - 2 * rest : 2 * rest - y; // > 0: more than half
    return q + (over > 0 || (!over && q & 1));
}

// The microseconds of v; false: too many for what follows.
static bool as_us(py_value v, int64_t *out)
{
    const struct py_delta *d = PY_DELTA(v);
    if (d->days < -PY_DT_MAX_DAYS / 10 || d->days > PY_DT_MAX_DAYS / 10) return false;
    *out = ((int64_t)d->days * PY_DT_DAY_SECONDS + d->seconds) * 1000000 + d->us;
    return true;
}

static py_value from_us(struct py_isolate *iso, int64_t us)
{
    return py_delta_new(iso, 0, us / 1000000, us % 1000000);
}

// a / b, a // b, a % b and divmod(a, b) of a timedelta by a timedelta or small int.
static py_value delta_divide(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    int64_t x, y, rest = 0;
    bool delta = py_datetime_is(iso, b, PY_DT_DELTA);
    bool small = as_us(a, &x) && (delta ? as_us(b, &y) : py_is_int(b));
    if (small && !delta) y = py_small(b);
    if (!small || !y || (!delta && (op == PY_BIN_MOD || op == PY_BIN_DIVMOD)))
        return py_datetime_operate(iso, op, a, b);
    if (!delta && op == PY_BIN_DIV) return from_us(iso, nearest_div(x, y));
    if (op == PY_BIN_DIV) return py_int_truediv(iso, py_int_new(iso, x), py_int_new(iso, y));
    int64_t q = floor_div(x, y, &rest);
    if (!delta) return from_us(iso, q);
    if (op == PY_BIN_FLOORDIV) return py_int_new(iso, q);
    py_value left = from_us(iso, rest);
    return !left || op == PY_BIN_MOD ? left : py_tuple_pack(iso, 2, py_int_new(iso, q), left);
}

static py_value delta_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    bool left = py_datetime_is(iso, a, PY_DT_DELTA), right = py_datetime_is(iso, b, PY_DT_DELTA);
    const struct py_delta *x = PY_DELTA(a), *y = PY_DELTA(b);
    if (op == PY_BIN_ADD || op == PY_BIN_SUB) {
        if (!left || !right) return PY_NOTIMPL;
        int sign = op == PY_BIN_ADD ? 1 : -1;
        return py_delta_new(iso, x->days + (int64_t)sign * y->days, x->seconds + sign * y->seconds,
                            x->us + sign * y->us);
    }
    py_value by = left ? b : a;
    if (op == PY_BIN_MUL && py_is_int(by) && py_small(by) < 1 << 30 && py_small(by) > -(1 << 30)) {
        int64_t k = py_small(by);
        x = PY_DELTA(left ? a : b);
        return py_delta_new(iso, x->days * k, x->seconds * k, x->us * k);
    }
    bool divide = op == PY_BIN_DIV || op == PY_BIN_FLOORDIV || op == PY_BIN_MOD ||
                  op == PY_BIN_DIVMOD;
    if (divide && left) return delta_divide(iso, op, a, b);
    if (op == PY_BIN_MUL || divide) return py_datetime_operate(iso, op, a, b);
    return PY_NOTIMPL;
}

static py_value delta_unary(struct py_isolate *iso, enum py_unop op, py_value a)
{
    const struct py_delta *d = PY_DELTA(a);
    if (op == PY_UN_INVERT) return PY_NOTIMPL;
    if (op == PY_UN_NEG || (op == PY_UN_ABS && d->days < 0))
        return py_delta_new(iso, -(int64_t)d->days, -d->seconds, -d->us);
    return py_datetime_is_exact(iso, a, PY_DT_DELTA)
               ? a
               : py_delta_new(iso, d->days, d->seconds, d->us);
}

static PY_NATIVE(delta_total)
{
    const struct py_delta *d = PY_DELTA(a[0]);
    if (d->days > -100000 && d->days < 100000) { // exact as a double, so that one rounding is all
        int64_t us = ((int64_t)d->days * PY_DT_DAY_SECONDS + d->seconds) * 1000000 + d->us;
        return py_float_new(iso, (double)us / 1e6);
    }
    py_value all = py_int_mul(iso, py_small_new(d->days),
                              py_small_new((int64_t)PY_DT_DAY_SECONDS * 1000000));
    all = all ? py_int_add(iso, all, py_small_new((int64_t)d->seconds * 1000000 + d->us)) : NULL;
    return all ? py_int_truediv(iso, all, py_small_new(1000000)) : NULL;
}

static const struct py_native_row delta_methods[] = {
    PY_ROW("total_seconds", delta_total, "", "The whole duration in seconds, as a float."), {0}};

static bool delta_setup(struct py_isolate *iso, struct py_type *t)
{
    static const char *const absent[] = {"__pow__",    "__rpow__",    "__lshift__", "__rlshift__",
                                         "__rshift__", "__rrshift__", "__and__",    "__rand__",
                                         "__or__",     "__ror__",     "__xor__",    "__rxor__",
                                         "__matmul__", "__rmatmul__", "__invert__", NULL};
    return py_adopt_without(iso, t, absent);
}

const struct py_typedef py_delta_def = {
    .name = "datetime.timedelta",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_delta),
    .attrs_off = offsetof(struct py_delta, at),
    .doc = "A duration. Parts of any unit, positive or negative, whole or not, add up: "
           "timedelta(hours=1, minutes=-5) is 55 minutes.",
    .methods = delta_methods,
    .getset = delta_getset,
    .setup = delta_setup,
    .slots = {.make = delta_make,
              .repr = delta_repr,
              .str = delta_str,
              .compare = delta_compare,
              .hash = delta_hash,
              .truth = delta_truth,
              .binary = delta_binary,
              .unary = delta_unary},
};
