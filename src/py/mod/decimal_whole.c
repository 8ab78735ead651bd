// Module decimal: operators that give or take whole numbers (//, %, divmod() and ** by an integer)
// of finite values, conversions to int and float, and the plain forms of format().
#include "decimal_int.h"

static inline bool is_zero(py_value c)
{
    return c == py_small_new(0);
}

static py_value scaled(struct py_isolate *iso, py_value c, int64_t n)
{
    py_value unit = n ? py_decimal_ten(iso, n) : NULL;
    return !n ? c : unit ? py_int_mul(iso, c, unit) : NULL;
}

// --- //, %, divmod() --------------------------------------------------------------------------

// An integral quotient, and the remainder r * 10**e.
struct parts {
    py_value q, r;
    int64_t e;
};

// b is not zero. 0: the quotient would have more digits than the context allows, -1 exception.
static int divide(struct py_isolate *iso, const struct py_decimal *a, const struct py_decimal *b,
                  const struct py_decimal_context *ctx, struct parts *out)
{
    int64_t na = py_decimal_digits(iso, a->c), nb = py_decimal_digits(iso, b->c);
    if (na < 0 || nb < 0) return -1;
    out->e = a->e < b->e ? a->e : b->e;
    out->q = py_small_new(0);
    out->r = a->c;
    if (is_zero(a->c)) return 1;
    int64_t longer = na + a->e - nb - b->e;
    if (longer > ctx->prec) return 0;
    if (!(out->r = scaled(iso, a->c, a->e - out->e))) return -1;
    if (longer < 0) return 1;
    py_value by = scaled(iso, b->c, b->e - out->e);
    if (!by || !py_int_divmod(iso, out->r, by, &out->q, &out->r)) return -1;
    int64_t digits = py_decimal_digits(iso, out->q);
    return digits < 0 ? -1 : digits <= ctx->prec;
}

static py_value impossible(struct py_isolate *iso, bool both, struct py_decimal_context *ctx)
{
    if (!py_decimal_signal(iso, ctx, PY_DEC_IMPOSSIBLE)) return NULL;
    py_value nan = py_decimal_new(iso, false, py_small_new(0), 0, PY_DEC_QNAN);
    return nan && both ? py_tuple_pack(iso, 2, nan, nan) : nan;
}

py_value py_decimal_divide(struct py_isolate *iso, enum py_binop op, const struct py_decimal *a,
                           const struct py_decimal *b, struct py_decimal_context *ctx)
{
    struct parts p;
    int done = divide(iso, a, b, ctx, &p);
    if (done <= 0) return done ? NULL : impossible(iso, op == PY_BIN_DIVMOD, ctx);
    bool sign = a->sign ^ b->sign;
    if (op == PY_BIN_FLOORDIV) return py_decimal_fix(iso, sign, p.q, 0, ctx);
    if (op == PY_BIN_MOD) return py_decimal_fix(iso, a->sign, p.r, p.e, ctx);
    py_value q = py_decimal_fix(iso, sign, p.q, 0, ctx);
    py_value r = q ? py_decimal_fix(iso, a->sign, p.r, p.e, ctx) : NULL;
    return r ? py_tuple_pack(iso, 2, q, r) : NULL;
}

// --- powers -----------------------------------------------------------------------------------

// A context for results in between: `extra` more digits, no limits, no traps.
static struct py_decimal_context *work_context(struct py_isolate *iso,
                                               struct py_decimal_context *ctx, int64_t extra)
{
    py_value v = py_call0(iso, py_decimal_state(iso)[PY_DEC_CONTEXT_TYPE]);
    struct py_decimal_context *work = PY_DECIMAL_CONTEXT(v);
    if (!v || !py_decimal_set_prec(iso, work, ctx->prec + extra)) return NULL;
    work->emax = INT64_C(999999999999999999);
    work->emin = -work->emax;
    work->top = work->emax - work->prec + 1;
    return work;
}

static int64_t length(uint64_t n)
{
    char text[64];
    return (int64_t)py_u64_digits(n, 10, text);
}

static py_value underflow(struct py_isolate *iso, bool sign, struct py_decimal_context *ctx)
{
    if (!py_decimal_signal(iso, ctx,
                           PY_DEC_CLAMPED | PY_DEC_CHANGED | PY_DEC_SUBNORMAL | PY_DEC_UNDERFLOW))
        return NULL;
    return py_decimal_new(iso, sign, py_small_new(0), ctx->emin - ctx->prec + 1, PY_DEC_FINITE);
}

// Is a power that is less than the least number of the context 0, whichever way it rounds? So it is
// in CPython (measured: 12,000 powers in contexts of every rounding) where `extra` digits more, to
// the nearest, are 0 too; but not where the numbers of digits of the exponents alone tell that so
// little is left: that is rounded as any other result. 1: it is, -1: exception.
static int is_gone(struct py_isolate *iso, const struct py_decimal *a, const struct py_decimal *r,
                   uint64_t count, bool inverse, struct py_decimal_context *ctx)
{
    int64_t least = ctx->emin - ctx->prec + 1;
    int64_t digits = py_decimal_digits(iso, r->c), top = py_decimal_digits(iso, a->c);
    if (digits < 0 || top < 0) return -1;
    top += a->e - 1;
    int64_t tens = inverse ? top : -(top + 1); // so many, or more, each factor takes away
    if (r->e + digits - 1 >= least) return 0;
    if (tens > 0 && length((uint64_t)tens) + length(count) - 2 > length((uint64_t)-least)) return 0;
    struct py_decimal_context *edge = work_context(iso, ctx, 2 + length(count) + inverse);
    if (edge) edge->emin = ctx->emin;
    py_value rest = edge ? py_decimal_fix(iso, false, r->c, r->e, edge) : NULL;
    return rest ? is_zero(PY_DECIMAL(rest)->c) : -1;
}

// a**n by squaring, a finite and neither 0 nor +-1; n not 0.
py_value py_decimal_power(struct py_isolate *iso, const struct py_decimal *a, int64_t n,
                          struct py_decimal_context *ctx)
{
    uint64_t count = n < 0 ? -(uint64_t)n : (uint64_t)n;
    bool sign = a->sign && count & 1;
    struct py_decimal_context *work = work_context(iso, ctx, 2 + length(count) + (n < 0));
    py_value base = work ? py_decimal_new(iso, false, a->c, a->e, PY_DEC_FINITE) : NULL;
    py_value one = base ? py_decimal_new(iso, false, py_small_new(1), 0, PY_DEC_FINITE) : NULL;
    if (!one) return NULL;
    if (n < 0) base = py_decimal_arith(iso, PY_BIN_DIV, PY_DECIMAL(one), PY_DECIMAL(base), work);
    py_value r = base;
    for (int bit = 62 - __builtin_clzll(count); r && bit >= 0; bit--) {
        r = py_decimal_arith(iso, PY_BIN_MUL, PY_DECIMAL(r), PY_DECIMAL(r), work);
        if (r && count >> bit & 1) {
            if (PY_DECIMAL(r)->kind) break;
            r = py_decimal_arith(iso, PY_BIN_MUL, PY_DECIMAL(r), PY_DECIMAL(base), work);
        }
        if (r && (PY_DECIMAL(r)->kind || is_zero(PY_DECIMAL(r)->c))) break;
    }
    if (!r) return NULL;
    if (PY_DECIMAL(r)->kind) return py_decimal_fix(iso, sign, py_small_new(1), PY_DEC_FAR, ctx);
    int gone = is_zero(PY_DECIMAL(r)->c) ? 1 : is_gone(iso, a, PY_DECIMAL(r), count, n < 0, ctx);
    if (gone) return gone < 0 ? NULL : underflow(iso, sign, ctx);
    int64_t bits = py_small(py_list(work->flags)->v[0]) & PY_DEC_CHANGED;
    return py_decimal_fix_flagged(iso, sign, PY_DECIMAL(r)->c, PY_DECIMAL(r)->e, ctx, bits);
}

// The exponent of a power in small whole numbers; false: it is none.
bool py_decimal_small_power(struct py_isolate *iso, const struct py_decimal *a,
                            const struct py_decimal *b, int64_t *n)
{
    if (a->kind || b->kind || b->e || !py_is_int(b->c) || is_zero(b->c) || is_zero(a->c))
        return false;
    *n = b->sign ? -py_small(b->c) : py_small(b->c);
    if (py_small(b->c) > 1000000) return false;
    if (a->e > 0) return true;
    py_value one = py_decimal_ten(iso, a->e < -400 ? 400 : -a->e); // +-1 is a case of its own
    return one && py_int_cmp(a->c, one) != 0;
}

// --- conversions ------------------------------------------------------------------------------

py_value py_decimal_int(struct py_isolate *iso, const struct py_decimal *d)
{
    bool changed;
    py_value c = d->e >= 0 ? scaled(iso, d->c, d->e)
                           : py_decimal_drop(iso, d->sign, d->c, -d->e, PY_DEC_DOWN, &changed);
    return c && d->sign ? py_int_neg(iso, c) : c;
}

// format(d, '.2f'), format(d, ',.2f'): digits of the value rounded, in groups of three. NULL
// without exception: the specification is another one.
py_value py_decimal_format_fixed(struct py_isolate *iso, const struct py_decimal *d,
                                 const struct py_str *spec, struct py_decimal_context *ctx)
{
    size_t i = 0;
    if (spec->width != 1 || spec->len > 6 || d->kind) return NULL;
    const char *s = spec->data;
    bool groups = spec->len && s[0] == ',';
    i += groups;
    if (spec->len - i < 3 || s[i] != '.' || s[spec->len - 1] != 'f') return NULL;
    int64_t places = 0;
    for (i++; i < spec->len - 1; i++) {
        if (s[i] < '0' || s[i] > '9') return NULL;
        places = places * 10 + s[i] - '0';
    }
    if (d->e > 400) return NULL;
    bool changed;
    py_value c = -places <= d->e
                     ? scaled(iso, d->c, d->e + places)
                     : py_decimal_drop(iso, d->sign, d->c, -places - d->e, ctx->rounding, &changed);
    py_value text = c ? py_decimal_digits_text(iso, c) : NULL;
    if (!text) return NULL;
    const struct py_str *t = py_str(text);
    const char *digits = t->data;
    int64_t n = (int64_t)t->len, left = n - places;
    struct py_sb b;
    py_sb_init(&b, iso);
    if (d->sign) py_sb_char(&b, '-');
    if (left <= 0) py_sb_char(&b, '0');
    for (int64_t k = 0; k < left; k++) {
        if (groups && k && (left - k) % 3 == 0) py_sb_char(&b, ',');
        py_sb_char(&b, (unsigned char)digits[k]);
    }
    if (places) py_sb_char(&b, '.');
    if (left < 0) py_sb_fill(&b, '0', (size_t)-left);
    if (left < n)
        py_sb_ascii(&b, digits + (left > 0 ? left : 0), (size_t)(left > 0 ? n - left : n));
    return py_sb_finish(&b);
}
