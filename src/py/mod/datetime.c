// Module _datetime: what its classes timedelta (datetime_delta.c), date (datetime_date.c) and
// datetime (datetime_moment.c) share. They have construction, comparison, arithmetic and the
// methods used most; the rest of each is Python (lib/datetime.py), which C calls for subclasses,
// time zones and rare arguments.
#include "adopt.h"
#include "datetime_int.h"

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

const struct py_datetime_signature py_datetime_signatures[] = {
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

int py_datetime_param(const struct py_datetime_signature *s, py_value name)
{
    int k = 0;
    while (k < s->count && !py_str_is(name, s->names[k])) k++;
    return k;
}

static bool fits(struct py_isolate *iso, const struct py_datetime_signature *s, int n, py_value kw)
{
    int all = n + (kw ? (int)py_tuple(kw)->n : 0);
    if (all > s->count)
        return py_raise_type_error(iso, "%s takes at most %d arguments (%d given)", s->called,
                                   s->count, all);
    if (n > s->positional)
        return py_raise_type_error(iso, "%s takes at most %d positional arguments (%d given)",
                                   s->called, s->positional, n);
    for (int i = 0; i < all - n; i++) {
        if (py_datetime_param(s, py_tuple(kw)->v[i]) == s->count)
            return py_raise_type_error(iso, "'%U' is an invalid keyword argument for %s",
                                       py_tuple(kw)->v[i], s->named);
    }
    return true;
}

py_value py_datetime_fields(struct py_isolate *iso, int which, py_value *a, int n, py_value kw,
                            uint64_t count, int64_t *out)
{
    if (!fits(iso, &py_datetime_signatures[which], n, kw)) return NULL;
    py_value v = py_datetime_call(iso, PY_DT_DELTA_FIELDS + which, a, n, kw);
    return take_fields(iso, v, count, out) ? v : NULL;
}

py_value py_datetime_named(struct py_isolate *iso, py_value self, struct py_sb *inner)
{
    py_value text = py_sb_finish(inner);
    return text ? py_str_format(iso, "%T(%U)", self, text) : NULL;
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

// Operators that the one function for all of them suggests, but date and datetime have not.
bool py_datetime_setup(struct py_isolate *iso, struct py_type *t)
{
    static const char *const absent[] = {
        "__mul__",       "__rmul__", "__truediv__", "__rtruediv__", "__floordiv__",
        "__rfloordiv__", "__mod__",  "__rmod__",    "__divmod__",   "__rdivmod__",
        "__pow__",       "__rpow__", "__lshift__",  "__rlshift__",  "__rshift__",
        "__rrshift__",   "__and__",  "__rand__",    "__or__",       "__ror__",
        "__xor__",       "__rxor__", "__matmul__",  "__rmatmul__",  NULL};
    return py_adopt_without(iso, t, absent);
}

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
    static const struct py_typedef *const defs[] = {[PY_DT_DELTA] = &py_delta_def,
                                                    [PY_DT_DATE] = &py_date_def,
                                                    [PY_DT_DATETIME] = &py_datetime_def};
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
