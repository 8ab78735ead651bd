// Module _decimal: the classes decimal.Decimal and the base of decimal.Context, their operators and
// hot methods. The rest of both is Python (lib/decimal.py), which this file calls for what is rare:
// see py_decimal_call and adopt.
#include "../obj/args.h"
#include "adopt.h"
#include "decimal_int.h"

enum { POWERS = 320, CONNECTED = PY_DEC_ITEMS - PY_DEC_GETCONTEXT };

static bool is_decimal(struct py_isolate *iso, py_value v)
{
    struct py_type *t = py_type_of(iso, v), *decimal = py_decimal_type(iso, PY_DEC_TYPE);
    return t == decimal || py_type_issub(t, decimal);
}

py_value py_decimal_call(struct py_isolate *iso, int which, py_value *a, int n)
{
    py_value f = py_decimal_state(iso)[which];
    if (!f) return py_raise(iso, PY_T_RuntimeError, "module decimal is not loaded");
    return py_call(iso, f, a, n);
}

// --- making values --------------------------------------------------------------------------

py_value py_decimal_new(struct py_isolate *iso, bool sign, py_value c, int64_t e,
                        enum py_decimal_kind kind)
{
    struct py_decimal *d = c ? py_new(iso, py_decimal_type(iso, PY_DEC_TYPE), sizeof *d) : NULL;
    if (!d) return NULL;
    d->sign = sign;
    d->c = c;
    d->e = e;
    d->kind = (uint8_t)kind;
    return (py_value)d;
}

// A Decimal of a Decimal or an int, else PY_NOTIMPL.
static py_value decimal_of(struct py_isolate *iso, py_value v)
{
    if (is_decimal(iso, v)) return v;
    if (!py_is_anyint(v)) return PY_NOTIMPL;
    v = py_int_plain(v);
    bool negative = py_int_sign(v) < 0;
    return py_decimal_new(iso, negative, negative ? py_int_neg(iso, v) : v, 0, PY_DEC_FINITE);
}

// The exponent in an int of any size.
static bool take_exponent(struct py_isolate *iso, py_value v, int64_t *e)
{
    if (!py_is_anyint(v)) return py_raise_type_error(iso, "an integer is required");
    if (!py_int_get64(v, e)) *e = py_int_sign(v) < 0 ? -PY_DEC_FAR : PY_DEC_FAR;
    if (*e > PY_DEC_FAR) *e = PY_DEC_FAR;
    if (*e < -PY_DEC_FAR) *e = -PY_DEC_FAR;
    return true;
}

static py_value coefficient(struct py_isolate *iso, py_value v)
{
    if (py_is_anyint(v) && py_int_sign(v) >= 0) return py_int_plain(v);
    return py_raise_type_error(iso, "a coefficient is an int that is not negative");
}

static py_value decimal_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                             py_value kw)
{
    static const struct py_args_spec spec = {"Decimal", {"value", "context"}, 2, 0, 2, 0};
    py_value arg[2], d = NULL;
    int given = n + (kw ? (int)py_tuple(kw)->n : 0);
    if (given > 2)
        return py_raise_type_error(iso, "function takes at most 2 arguments (%d given)", given);
    if (!py_args_take(iso, &spec, a, n, kw, arg)) return NULL;
    if (!arg[0]) d = py_decimal_new(iso, false, py_small_new(0), 0, PY_DEC_FINITE);
    else if (py_is_anyint(arg[0])) d = decimal_of(iso, arg[0]);
    else if (py_is_exact(arg[0], PY_K_STR)) d = py_decimal_parse(iso, arg[0]);
    if (!d) {
        if (iso->exc) return NULL;
        py_value args[2] = {arg[0], arg[1] ? arg[1] : PY_NONE};
        d = py_decimal_call(iso, PY_DEC_CONSTRUCT, args, 2);
        if (!d) return NULL;
        if (!is_decimal(iso, d)) return py_raise_type_error(iso, "not a Decimal");
    } else if (arg[1] && arg[1] != PY_NONE && !py_decimal_is_context(iso, arg[1])) {
        return py_raise_type_error(iso, "optional argument must be a context");
    }
    if (cls == py_decimal_type(iso, PY_DEC_TYPE) && py_type_of(iso, d) == cls) return d;
    struct py_decimal *own = py_new_of(iso, cls, sizeof *own);
    if (!own) return NULL;
    own->c = PY_DECIMAL(d)->c;
    own->e = PY_DECIMAL(d)->e;
    own->sign = PY_DECIMAL(d)->sign;
    own->kind = PY_DECIMAL(d)->kind;
    return (py_value)own;
}

static void decimal_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_decimal *)o)->c);
}

static py_value get_sign(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_small_new(PY_DECIMAL(self)->sign);
}
static py_value get_c(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return PY_DECIMAL(self)->c;
}
static py_value get_e(struct py_isolate *iso, py_value self)
{
    return py_int_new(iso, PY_DECIMAL(self)->e);
}
static py_value get_kind(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_small_new(PY_DECIMAL(self)->kind);
}

static const struct py_getset_row decimal_getset[] = {{"_s", get_sign, NULL, NULL},
                                                      {"_c", get_c, NULL, NULL},
                                                      {"_e", get_e, NULL, NULL},
                                                      {"_k", get_kind, NULL, NULL},
                                                      {0}};

// --- operators ------------------------------------------------------------------------------

static py_value operate(struct py_isolate *iso, enum py_binop op, py_value a, py_value b,
                        struct py_decimal_context *ctx)
{
    const struct py_decimal *x = PY_DECIMAL(a), *y = PY_DECIMAL(b);
    int64_t power;
    if (!x->kind && !y->kind) {
        if (op <= PY_BIN_DIV) return py_decimal_arith(iso, op, x, y, ctx);
        if (op != PY_BIN_POW && y->c != py_small_new(0))
            return py_decimal_divide(iso, op, x, y, ctx);
        if (op == PY_BIN_POW && py_decimal_small_power(iso, x, y, &power))
            return py_decimal_power(iso, x, power, ctx);
        if (iso->exc) return NULL;
    }
    py_value args[4] = {py_small_new(op), a, b, (py_value)ctx};
    return py_decimal_call(iso, PY_DEC_SPECIAL, args, 4);
}

static bool has_operator(enum py_binop op)
{
    return op <= PY_BIN_POW || op == PY_BIN_DIVMOD;
}

static py_value decimal_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (!has_operator(op)) return PY_NOTIMPL;
    a = decimal_of(iso, a);
    if (!a || a == PY_NOTIMPL) return a;
    b = decimal_of(iso, b);
    if (!b || b == PY_NOTIMPL) return b;
    struct py_decimal_context *ctx = py_decimal_current(iso);
    return ctx ? operate(iso, op, a, b, ctx) : NULL;
}

static py_value apply_sign(struct py_isolate *iso, enum py_unop op, py_value a,
                           struct py_decimal_context *ctx)
{
    const struct py_decimal *d = PY_DECIMAL(a);
    if (d->kind) {
        py_value args[3] = {py_small_new(op), a, (py_value)ctx};
        return py_decimal_call(iso, PY_DEC_SIGNED, args, 3);
    }
    bool signless = op == PY_UN_ABS || (d->c == py_small_new(0) && ctx->rounding != PY_DEC_FLOOR);
    bool sign = !signless && d->sign ^ (op == PY_UN_NEG);
    return py_decimal_fix(iso, sign, d->c, d->e, ctx);
}

static py_value decimal_unary(struct py_isolate *iso, enum py_unop op, py_value a)
{
    if (op == PY_UN_INVERT) return PY_NOTIMPL;
    struct py_decimal_context *ctx = py_decimal_current(iso);
    return ctx ? apply_sign(iso, op, a, ctx) : NULL;
}

static py_value decimal_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    py_value other = decimal_of(iso, b);
    if (!other) return NULL;
    if (other == PY_NOTIMPL || PY_DECIMAL(a)->kind > PY_DEC_INF ||
        PY_DECIMAL(other)->kind > PY_DEC_INF) {
        py_value args[3] = {a, b, py_small_new(op)};
        return py_decimal_call(iso, PY_DEC_COMPARE, args, 3);
    }
    int c = py_decimal_cmp(iso, PY_DECIMAL(a), PY_DECIMAL(other), false);
    if (c == -2) return NULL;
    return py_bool(PY_HOLDS(op, c, 0));
}

static int decimal_truth(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return PY_DECIMAL(self)->kind || PY_DECIMAL(self)->c != py_small_new(0);
}

static bool decimal_hash(struct py_isolate *iso, py_value self, uint64_t *out)
{
    const struct py_decimal *d = PY_DECIMAL(self);
    switch (d->kind) {
    case PY_DEC_FINITE: return py_decimal_hash(iso, d, out);
    case PY_DEC_INF: *out = (uint64_t)(d->sign ? -314159 : 314159); return true;
    case PY_DEC_QNAN: return py_slot_hash(iso, &py_t(iso, PY_T_OBJECT)->s, self, out);
    default: return py_raise_type_error(iso, "Cannot hash a signaling NaN value");
    }
}

static py_value decimal_str(struct py_isolate *iso, py_value self)
{
    return py_decimal_text(iso, self);
}

static py_value decimal_repr(struct py_isolate *iso, py_value self)
{
    py_value text = py_decimal_text(iso, self);
    return text ? py_str_format(iso, "Decimal('%U')", text) : NULL;
}

static PY_NATIVE(decimal_quantize)
{
    py_value exp = decimal_of(iso, a[1]);
    if (!exp) return NULL;
    bool plain_context = !a[3] || a[3] == PY_NONE;
    int rounding = -1;
    if (a[2] && py_is_str(a[2])) rounding = py_decimal_rounding_of(a[2]);
    if (exp != PY_NOTIMPL && !PY_DECIMAL(a[0])->kind && !PY_DECIMAL(exp)->kind &&
        (rounding >= 0 || !a[2] || a[2] == PY_NONE) &&
        (plain_context || py_decimal_is_context(iso, a[3]))) {
        struct py_decimal_context *ctx = plain_context ? py_decimal_current(iso)
                                                       : PY_DECIMAL_CONTEXT(a[3]);
        if (!ctx) return NULL;
        return py_decimal_quantize(iso, PY_DECIMAL(a[0]), PY_DECIMAL(exp)->e,
                                   rounding >= 0 ? rounding : ctx->rounding, ctx);
    }
    py_value args[4] = {a[0], a[1], a[2] ? a[2] : PY_NONE, a[3] ? a[3] : PY_NONE};
    return py_decimal_call(iso, PY_DEC_QUANTIZE, args, 4);
}

static PY_NATIVE(decimal_int)
{
    return PY_DECIMAL(a[0])->kind ? py_decimal_call(iso, PY_DEC_INT, a, 1)
                                  : py_decimal_int(iso, PY_DECIMAL(a[0]));
}

static PY_NATIVE(decimal_float)
{
    const struct py_decimal *d = PY_DECIMAL(a[0]);
    const int64_t exact = (int64_t)1 << 53; // below it, and by 10**22 at most, one rounding is all
    if (!d->kind && py_is_int(d->c) && py_small(d->c) <= exact && d->e <= 0 && d->e >= -22) {
        double unit = 1;
        for (int64_t e = d->e; e < 0; e++) unit *= 10;
        double v = (double)py_small(d->c) / unit;
        return py_float_new(iso, d->sign ? -v : v);
    }
    return py_decimal_call(iso, PY_DEC_FLOAT, a, 1);
}

static PY_NATIVE(decimal_format)
{
    if (a[2] == PY_NONE) return py_raise_type_error(iso, "optional argument must be a dict");
    if (a[1] && py_is_exact(a[1], PY_K_STR) && !a[2]) {
        if (!py_str(a[1])->len) return py_decimal_text(iso, a[0]);
        struct py_decimal_context *ctx = py_decimal_current(iso);
        py_value r = ctx ? py_decimal_format_fixed(iso, PY_DECIMAL(a[0]), py_str(a[1]), ctx) : NULL;
        if (r || iso->exc) return r;
    }
    py_value args[3] = {a[0], a[1], a[2] ? a[2] : PY_NONE};
    return py_decimal_call(iso, PY_DEC_FORMAT, args, 3);
}

static const struct py_native_row decimal_methods[] = {
    PY_ROW("quantize", decimal_quantize, "exp, rounding=None, context=None", NULL),
    PY_ROW("__int__", decimal_int, "", NULL),
    PY_ROW("__trunc__", decimal_int, "", NULL),
    PY_ROW("__float__", decimal_float, "", NULL),
    PY_ROW("__format__", decimal_format, "spec, override=None, /", NULL),
    {0}};

// Operators that the one function for all of them suggests, but a Decimal has not.
static bool decimal_setup(struct py_isolate *iso, struct py_type *t)
{
    static const char *const absent[] = {"__lshift__", "__rlshift__", "__rshift__", "__rrshift__",
                                         "__and__",    "__rand__",    "__or__",     "__ror__",
                                         "__xor__",    "__rxor__",    "__matmul__", "__rmatmul__",
                                         "__invert__", NULL};
    if (!py_adopt_without(iso, t, absent)) return false;
    py_value signature = py_str_z(iso, "(value='0', context=None)");
    return signature &&
           py_dict_set(iso, t->dict, py_str_intern_z(iso, "__text_signature__"), signature);
}

static const struct py_typedef decimal_def = {
    .name = "decimal.Decimal",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_decimal),
    .attrs_off = offsetof(struct py_decimal, at),
    .doc = "A decimal number, exactly as the text, int, float or tuple says it; Decimal() "
           "is 0. The context is asked only what becomes of text that is no number.\n\n",
    .sig = "value='0', context=None",
    .methods = decimal_methods,
    .getset = decimal_getset,
    .trace = decimal_trace,
    .setup = decimal_setup,
    .slots = {.make = decimal_make,
              .repr = decimal_repr,
              .str = decimal_str,
              .hash = decimal_hash,
              .compare = decimal_compare,
              .truth = decimal_truth,
              .binary = decimal_binary,
              .unary = decimal_unary},
};

// --- functions for lib/decimal.py -----------------------------------------------------------

static bool need(struct py_isolate *iso, py_value decimal, py_value context)
{
    if (!is_decimal(iso, decimal)) return py_raise_type_error(iso, "argument must be a Decimal");
    if (context && !py_decimal_is_context(iso, context))
        return py_raise_type_error(iso, "optional argument must be a context");
    return true;
}

static PY_NATIVE(f_new)
{
    py_value c = coefficient(iso, a[1]);
    int64_t e, kind = 0;
    int sign = c ? py_truth(iso, a[0]) : -1;
    if (sign < 0 || !take_exponent(iso, a[2], &e)) return NULL;
    if (a[3] && (!py_as_int64(iso, a[3], &kind) || kind < 0 || kind > PY_DEC_SNAN))
        return iso->exc ? NULL : py_raise_value_error(iso, "no such kind of value");
    return py_decimal_new(iso, sign, c, e, (enum py_decimal_kind)kind);
}

static PY_NATIVE(f_fix)
{
    py_value c = coefficient(iso, a[1]);
    int64_t e;
    int sign = c ? py_truth(iso, a[0]) : -1;
    if (sign < 0 || !take_exponent(iso, a[2], &e)) return NULL;
    if (!py_decimal_is_context(iso, a[3]))
        return py_raise_type_error(iso, "optional argument must be a context");
    return py_decimal_fix(iso, sign, c, e, PY_DECIMAL_CONTEXT(a[3]));
}

static PY_NATIVE(f_drop)
{
    py_value c = coefficient(iso, a[1]);
    int64_t places;
    int sign = c ? py_truth(iso, a[0]) : -1,
        rounding = py_is_str(a[3]) ? py_decimal_rounding_of(a[3]) : -1;
    if (sign < 0 || !take_exponent(iso, a[2], &places)) return NULL;
    if (rounding < 0) return py_raise_value_error(iso, "no such rounding");
    bool changed;
    c = py_decimal_drop(iso, sign, c, places, rounding, &changed);
    return c ? py_tuple_pack(iso, 2, c, py_bool(changed)) : NULL;
}

// (operator, a, b, context)
static PY_NATIVE(f_operate)
{
    int64_t op;
    if (!py_as_int64(iso, a[0], &op) || !need(iso, a[1], a[3]) || !need(iso, a[2], NULL))
        return NULL;
    if (op < 0 || op >= PY_BIN_COUNT || !has_operator((enum py_binop)op))
        return py_raise_value_error(iso, "no such operator");
    return operate(iso, (enum py_binop)op, a[1], a[2], PY_DECIMAL_CONTEXT(a[3]));
}

static PY_NATIVE(f_apply_sign)
{
    int64_t op;
    if (!py_as_int64(iso, a[0], &op) || !need(iso, a[1], a[2])) return NULL;
    return apply_sign(iso, (enum py_unop)op, a[1], PY_DECIMAL_CONTEXT(a[2]));
}

static PY_NATIVE(f_cmp)
{
    if (!need(iso, a[0], NULL) || !need(iso, a[1], NULL)) return NULL;
    int magnitude = a[2] ? py_truth(iso, a[2]) : 0;
    int r = magnitude < 0 ? -2 : py_decimal_cmp(iso, PY_DECIMAL(a[0]), PY_DECIMAL(a[1]), magnitude);
    return r == -2 ? NULL : py_small_new(r);
}

static PY_NATIVE(f_digits)
{
    py_value c = coefficient(iso, a[0]);
    int64_t count = c ? py_decimal_digits(iso, c) : -1;
    return count < 0 ? NULL : py_int_new(iso, count);
}

static PY_NATIVE(f_forget)
{
    py_decimal_state(iso)[PY_DEC_CURRENT] = NULL;
    return PY_NONE;
}

// The functions that C calls, in the order of PY_DEC_GETCONTEXT and what follows.
static PY_NATIVE_RAW(f_connect)
{
    if (kw || n != CONNECTED || !py_is_exact(a[n - 1], PY_K_LIST))
        return py_raise_type_error(iso, "_connect() takes %d functions", CONNECTED);
    memcpy(py_decimal_state(iso) + PY_DEC_GETCONTEXT, a, CONNECTED * sizeof *a);
    return PY_NONE;
}

// A class statement in Python whose contents become the rest of the native class Decimal.
static PY_NATIVE(f_adopt)
{
    struct py_type *t = py_decimal_type(iso, PY_DEC_TYPE);
    return py_adopt(iso, t, a[0]) ? (py_value)t : NULL;
}

static const struct py_native_row functions[] = {
    PY_ROW("_new", f_new, "sign, coefficient, exponent, kind=0, /", NULL),
    PY_ROW("_fix", f_fix, "sign, coefficient, exponent, context, /", NULL),
    PY_ROW("_drop", f_drop, "sign, coefficient, places, rounding, /", NULL),
    PY_ROW("_operate", f_operate, "operator, a, b, context, /", NULL),
    PY_ROW("_apply_sign", f_apply_sign, "operator, a, context, /", NULL),
    PY_ROW("_cmp", f_cmp, "a, b, magnitude=False, /", NULL),
    PY_ROW("_nd", f_digits, "coefficient, /", NULL),
    PY_ROW("_forget", f_forget, "", NULL),
    PY_ROW("_connect", f_connect, "*functions", NULL),
    PY_ROW("_adopt", f_adopt, "cls, /", NULL),
    {0}};

static py_value none_list(struct py_isolate *iso, uint64_t n)
{
    py_value list = py_list_new(iso, n);
    for (uint64_t i = 0; list && i < n; i++)
        if (!py_list_append(iso, list, PY_NONE)) return NULL;
    return list;
}

static bool init(struct py_isolate *iso, struct py_module *m)
{
    py_value state = py_tuple_new(iso, PY_DEC_ITEMS);
    if (!state) return false;
    iso->module_state[PY_MS_DECIMAL] = state;
    py_value *v = py_tuple(state)->v;
    return (v[PY_DEC_POWERS] = none_list(iso, POWERS)) &&
           (v[PY_DEC_HALVES] = none_list(iso, POWERS)) &&
           (v[PY_DEC_TYPE] = (py_value)py_type_from_def(iso, &decimal_def, NULL, "decimal")) &&
           (v[PY_DEC_CONTEXT_TYPE] = (py_value)py_type_from_def(iso, &py_decimal_context_def, NULL,
                                                                "_decimal")) &&
           py_module_set(iso, m, "_Context", v[PY_DEC_CONTEXT_TYPE]);
}

const struct py_moddef py_mod__decimal = {
    .name = "_decimal",
    .functions = functions,
    .init = init,
    .doc = "The heart of module decimal.",
};
