// The base of decimal.Context: precision, rounding, limits of the exponent and flags; see
// decimal.c.
#include "decimal_int.h"

enum { KEPT_LIMIT = 20000 }; // digits of the largest 10**prec that a context keeps

// The context of the running task, looked up again when that or setcontext() changed it.
struct py_decimal_context *py_decimal_current(struct py_isolate *iso)
{
    py_value *state = py_decimal_state(iso);
    struct py_list *tasks = py_list(state[PY_DEC_TASKS]);
    py_value task = tasks && tasks->n ? tasks->v[tasks->n - 1] : NULL;
    if (task && task == state[PY_DEC_TASK] && state[PY_DEC_CURRENT])
        return PY_DECIMAL_CONTEXT(state[PY_DEC_CURRENT]);
    py_value ctx = py_decimal_call(iso, PY_DEC_GETCONTEXT, NULL, 0);
    if (!ctx) return NULL;
    if (!py_decimal_is_context(iso, ctx)) return py_raise_type_error(iso, "not a context");
    state[PY_DEC_TASK] = task;
    state[PY_DEC_CURRENT] = ctx;
    return PY_DECIMAL_CONTEXT(ctx);
}

bool py_decimal_signal(struct py_isolate *iso, struct py_decimal_context *ctx, int64_t bits)
{
    struct py_list *flags = py_list(ctx->flags);
    if (flags->n < 2 || !py_are_ints(flags->v[0], flags->v[1]))
        return py_raise_type_error(iso, "the flags of a context are two ints");
    flags->v[0] = py_small_new(py_small(flags->v[0]) | bits);
    if (!(py_small(flags->v[1]) & bits)) return true;
    py_value args[2] = {(py_value)ctx, py_small_new(bits)};
    return py_decimal_call(iso, PY_DEC_RAISE, args, 2) != NULL;
}

static const char *const rounding_names[PY_DEC_ROUNDINGS] = {
    [PY_DEC_UP] = "ROUND_UP",
    [PY_DEC_DOWN] = "ROUND_DOWN",
    [PY_DEC_CEILING] = "ROUND_CEILING",
    [PY_DEC_FLOOR] = "ROUND_FLOOR",
    [PY_DEC_HALF_UP] = "ROUND_HALF_UP",
    [PY_DEC_HALF_DOWN] = "ROUND_HALF_DOWN",
    [PY_DEC_HALF_EVEN] = "ROUND_HALF_EVEN",
    [PY_DEC_05UP] = "ROUND_05UP",
};

int py_decimal_rounding_of(py_value v)
{
    for (int i = 0; i < PY_DEC_ROUNDINGS; i++)
        if (py_str_is(v, rounding_names[i])) return i;
    return -1;
}

bool py_decimal_set_prec(struct py_isolate *iso, struct py_decimal_context *ctx, int64_t prec)
{
    ctx->prec = prec;
    ctx->limit = NULL;
    return prec > KEPT_LIMIT || (ctx->limit = py_decimal_ten(iso, prec));
}

static py_value context_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    struct py_decimal_context *c = py_new_of(iso, cls, sizeof *c);
    py_value flags[2] = {py_small_new(0), py_small_new(0)};
    if (!c || !(c->flags = py_list_from(iso, flags, 2)) || !py_decimal_set_prec(iso, c, 28))
        return NULL;
    c->rounding = PY_DEC_HALF_EVEN;
    c->capitals = 1;
    c->emin = -999999;
    c->emax = 999999;
    c->top = c->emax - c->prec + 1;
    return (py_value)c;
}

static void context_trace(struct py_isolate *iso, struct py_obj *o)
{
    const struct py_decimal_context *c = (const struct py_decimal_context *)o;
    py_mark(iso, c->limit);
    py_mark(iso, c->flags);
}

#define GETTER(name, expr)                                                                         \
    static py_value context_##name(struct py_isolate *iso, py_value self)                          \
    {                                                                                              \
        return py_int_new(iso, PY_DECIMAL_CONTEXT(self)->expr);                                    \
    }
GETTER(prec, prec)
GETTER(emin, emin)
GETTER(emax, emax)
GETTER(top, top)
GETTER(capitals, capitals)
GETTER(clamp, clamp)

static py_value context_rounding(struct py_isolate *iso, py_value self)
{
    return py_str_intern_z(iso, rounding_names[PY_DECIMAL_CONTEXT(self)->rounding]);
}
static py_value context_flags(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return PY_DECIMAL_CONTEXT(self)->flags;
}

static bool bad_setting(struct py_isolate *iso)
{
    return py_raise_value_error(iso, "not a setting of a context");
}

// An int setting in low..high; lib/decimal.py has checked it, with its own messages.
static bool take_setting(struct py_isolate *iso, py_value v, int64_t low, int64_t high,
                         int64_t *out)
{
    if (!v || !py_is_anyint(v) || !py_int_get64(v, out) || *out < low || *out > high)
        return bad_setting(iso);
    return true;
}

#define MOST INT64_C(999999999999999999)
#define SETTER(name, low, high, action)                                                            \
    static bool set_##name(struct py_isolate *iso, py_value self, py_value v)                      \
    {                                                                                              \
        struct py_decimal_context *c = PY_DECIMAL_CONTEXT(self);                                   \
        int64_t i;                                                                                 \
        if (!take_setting(iso, v, low, high, &i)) return false;                                    \
        action;                                                                                    \
        c->top = c->emax - c->prec + 1;                                                            \
        return true;                                                                               \
    }
SETTER(precision, 1, MOST, if (!py_decimal_set_prec(iso, c, i)) return false)
SETTER(emin, -MOST, 0, c->emin = i)
SETTER(emax, 0, MOST, c->emax = i)
SETTER(capitals, 0, 1, c->capitals = (uint8_t)i)
SETTER(clamp, 0, 1, c->clamp = (uint8_t)i)

static bool set_rounding(struct py_isolate *iso, py_value self, py_value v)
{
    int r = v && py_is_str(v) ? py_decimal_rounding_of(v) : -1;
    if (r < 0) return bad_setting(iso);
    PY_DECIMAL_CONTEXT(self)->rounding = (uint8_t)r;
    return true;
}

static bool set_flags(struct py_isolate *iso, py_value self, py_value v)
{
    if (!v || !py_is_exact(v, PY_K_LIST)) return bad_setting(iso);
    PY_DECIMAL_CONTEXT(self)->flags = v;
    return true;
}

// Takes all settings of another context, but its flags.
static PY_NATIVE(context_take)
{
    if (!py_decimal_is_context(iso, a[1]))
        return py_raise_type_error(iso, "argument must be a context");
    struct py_decimal_context *c = PY_DECIMAL_CONTEXT(a[0]);
    const struct py_decimal_context *from = PY_DECIMAL_CONTEXT(a[1]);
    c->prec = from->prec;
    c->limit = from->limit;
    c->emin = from->emin;
    c->emax = from->emax;
    c->top = from->top;
    c->rounding = from->rounding;
    c->capitals = from->capitals;
    c->clamp = from->clamp;
    return PY_NONE;
}

static const struct py_getset_row context_getset[] = {
    {"_p", context_prec, set_precision, NULL},
    {"_r", context_rounding, set_rounding, NULL},
    {"_emin", context_emin, set_emin, NULL},
    {"_emax", context_emax, set_emax, NULL},
    {"_cap", context_capitals, set_capitals, NULL},
    {"_folds", context_clamp, set_clamp, NULL},
    {"_f", context_flags, set_flags, NULL},
    {"_top", context_top, NULL, NULL},
    {0}};
static const struct py_native_row context_methods[] = {
    PY_ROW("_take", context_take, "other, /", NULL), {0}};

const struct py_typedef py_decimal_context_def = {
    .name = "_Context",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_decimal_context),
    .attrs_off = offsetof(struct py_decimal_context, at),
    .methods = context_methods,
    .getset = context_getset,
    .trace = context_trace,
    .slots = {.make = context_make},
};
