// Module decimal: arithmetic of finite values, after the General Decimal Arithmetic specification.
// Coefficients are ints, so digits are only counted where a result may be too long.
#include "decimal_int.h"

enum {
    KEPT_POWERS = 320,
    SMALL_DIGITS = 18 // every int of that many digits is small
};

// --- coefficients ---------------------------------------------------------------------------

static inline py_value add(struct py_isolate *iso, py_value a, py_value b)
{
    if (py_are_ints(a, b)) return py_int_new(iso, py_small(a) + py_small(b));
    return py_int_add(iso, a, b);
}

static inline py_value mul(struct py_isolate *iso, py_value a, py_value b)
{
    int64_t r;
    if (py_are_ints(a, b) && !__builtin_mul_overflow(py_small(a), py_small(b), &r))
        return py_int_new(iso, r);
    return py_int_mul(iso, a, b);
}

// a, b >= 0, b > 0.
static inline bool divide(struct py_isolate *iso, py_value a, py_value b, py_value *q, py_value *r)
{
    if (!py_are_ints(a, b)) return py_int_divmod(iso, a, b, q, r);
    *q = py_small_new(py_small(a) / py_small(b));
    *r = py_small_new(py_small(a) % py_small(b));
    return true;
}

static inline int compare(py_value a, py_value b)
{
    if (py_are_ints(a, b)) return (py_small(a) > py_small(b)) - (py_small(a) < py_small(b));
    return py_int_cmp(a, b);
}

static inline bool is_zero(py_value c)
{
    return c == py_small_new(0);
}

// Item n of a list of the state, made on first use: 10**n, or half of that.
static py_value kept(struct py_isolate *iso, int which, int64_t n)
{
    py_value list = py_decimal_state(iso)[which], v = py_list(list)->v[n];
    if (v != PY_NONE) return v;
    v = py_int_pow(iso, py_small_new(10), py_small_new(n));
    if (v && which == PY_DEC_HALVES) v = py_int_floordiv(iso, v, py_small_new(2));
    if (v) py_list(list)->v[n] = v;
    return v;
}

py_value py_decimal_ten(struct py_isolate *iso, int64_t n)
{
    if (n <= SMALL_DIGITS) return py_small_new((int64_t)py_decimal_tens[n]);
    if (n < KEPT_POWERS) return kept(iso, PY_DEC_POWERS, n);
    py_value exponent = py_int_new(iso, n);
    return exponent ? py_int_pow(iso, py_small_new(10), exponent) : NULL;
}

static inline py_value scaled(struct py_isolate *iso, py_value c, int64_t n)
{
    py_value unit = py_decimal_ten(iso, n);
    return unit ? mul(iso, c, unit) : NULL;
}

int64_t py_decimal_digits(struct py_isolate *iso, py_value c)
{
    if (py_is_int(c)) {
        int64_t v = py_small(c), n = v < 100000000 ? 1 : 9;
        while (n <= SMALL_DIGITS && v >= (int64_t)py_decimal_tens[n]) n++;
        return n;
    }
    // log10(2) as a fraction of 2**64, rounded down: the estimate is at most one too low.
    const uint64_t log2 = 0x4d104d427de7fbccU;
    int64_t n = (int64_t)((unsigned __int128)(py_int_bits(c) - 1) * log2 >> 64) + 1;
    py_value next = py_decimal_ten(iso, n);
    return next ? n + (py_int_cmp(c, next) >= 0) : -1;
}

// c without trailing zeros, at most `most`; their number is added to *e.
static py_value strip(struct py_isolate *iso, py_value c, int64_t most, int64_t *e)
{
    int64_t step = 16;
    while (step && most) {
        py_value unit = step <= most ? py_decimal_ten(iso, step) : NULL, q, r;
        if (unit) {
            if (!divide(iso, c, unit, &q, &r)) return NULL;
            if (is_zero(r)) {
                c = q;
                most -= step;
                *e += step;
                continue;
            }
        } else if (iso->exc) {
            return NULL;
        }
        step >>= 1;
    }
    return c;
}

// --- rounding -------------------------------------------------------------------------------

// The remainder against half of 10**n, n > 0.
static int against_half(struct py_isolate *iso, py_value rem, int64_t n, int *out)
{
    py_value half;
    if (n <= SMALL_DIGITS) {
        half = py_small_new((int64_t)(py_decimal_tens[n] / 2));
    } else if (n < KEPT_POWERS) {
        half = kept(iso, PY_DEC_HALVES, n);
    } else {
        half = py_decimal_ten(iso, n - 1);
        half = half ? py_int_mul(iso, half, py_small_new(5)) : NULL;
    }
    if (half) *out = compare(rem, half);
    return half != NULL;
}

py_value py_decimal_drop(struct py_isolate *iso, bool sign, py_value c, int64_t n, int rounding,
                         bool *changed)
{
    *changed = false;
    if (n <= 0) return c;
    if (n > 40) {
        int64_t have = py_decimal_digits(iso, c);
        if (have < 0) return NULL;
        if (n > have + 1) { // only whether there is something counts
            c = py_small_new(!is_zero(c));
            n = 2;
        }
    }
    py_value unit = py_decimal_ten(iso, n), q, rem;
    if (!unit || !divide(iso, c, unit, &q, &rem)) return NULL;
    if (is_zero(rem)) return q;
    *changed = true;
    int half = 0;
    if (!against_half(iso, rem, n, &half)) return NULL;
    py_value last = py_int_mod(iso, q, py_small_new(10));
    if (!last) return NULL;
    bool up = py_decimal_goes_up((unsigned)py_small(last), half, sign, rounding);
    return up ? add(iso, q, py_small_new(1)) : q;
}

static py_value fix_zero(struct py_isolate *iso, bool sign, int64_t e,
                         struct py_decimal_context *ctx)
{
    int64_t low = ctx->emin - ctx->prec + 1, high = ctx->clamp ? ctx->top : ctx->emax;
    int64_t within = e < low ? low : e > high ? high : e;
    if (within != e && !py_decimal_signal(iso, ctx, PY_DEC_CLAMPED)) return NULL;
    return py_decimal_new(iso, sign, py_small_new(0), within, PY_DEC_FINITE);
}

static py_value overflow(struct py_isolate *iso, bool sign, struct py_decimal_context *ctx,
                         int64_t bits)
{
    if (!py_decimal_signal(iso, ctx, bits | PY_DEC_OVERFLOW | PY_DEC_CHANGED)) return NULL;
    int r = ctx->rounding;
    if (r != PY_DEC_DOWN && r != PY_DEC_05UP && r != (sign ? PY_DEC_CEILING : PY_DEC_FLOOR))
        return py_decimal_new(iso, sign, py_small_new(0), 0, PY_DEC_INF);
    py_value limit = py_decimal_ten(iso, ctx->prec);
    py_value c = limit ? py_int_sub(iso, limit, py_small_new(1)) : NULL;
    return py_decimal_new(iso, sign, c, ctx->top, PY_DEC_FINITE);
}

// Rounds *c to exponent `low`; adds what happened to *bits. False: exception.
static bool shorten(struct py_isolate *iso, bool sign, py_value *c, int64_t *e, int64_t low,
                    struct py_decimal_context *ctx, int64_t *bits)
{
    bool changed;
    *c = py_decimal_drop(iso, sign, *c, low - *e, ctx->rounding, &changed);
    if (!*c) return false;
    *e = low;
    *bits |= PY_DEC_ROUNDED;
    if (!changed) return true;
    *bits |= PY_DEC_CHANGED | (*bits & PY_DEC_SUBNORMAL ? PY_DEC_UNDERFLOW : 0);
    int64_t digits = ctx->limit ? 0 : py_decimal_digits(iso, *c);
    if (ctx->limit ? compare(*c, ctx->limit) >= 0 : digits > ctx->prec) {
        *c = py_int_floordiv(iso, *c, py_small_new(10)); // 99...9 became one digit longer
        ++*e;
    }
    if (*c && is_zero(*c)) *bits |= PY_DEC_CLAMPED;
    return *c && digits >= 0;
}

py_value py_decimal_fix_flagged(struct py_isolate *iso, bool sign, py_value c, int64_t e,
                                struct py_decimal_context *ctx, int64_t bits)
{
    if (is_zero(c)) return fix_zero(iso, sign, e, ctx);
    int64_t digits = py_decimal_digits(iso, c), tiny = ctx->emin - ctx->prec + 1;
    if (digits < 0) return NULL;
    int64_t low = digits + e - ctx->prec;
    if (low > ctx->top) return overflow(iso, sign, ctx, bits);
    if (low < tiny) {
        if (digits + e - 1 < ctx->emin) bits |= PY_DEC_SUBNORMAL;
        low = tiny;
    }
    if (e < low) {
        if (!shorten(iso, sign, &c, &e, low, ctx, &bits)) return NULL;
        if (e > ctx->top) return overflow(iso, sign, ctx, bits);
    }
    if (ctx->clamp && e > ctx->top) {
        if (!(c = scaled(iso, c, e - ctx->top))) return NULL;
        e = ctx->top;
        bits |= PY_DEC_CLAMPED;
    }
    if (bits && !py_decimal_signal(iso, ctx, bits)) return NULL;
    return py_decimal_new(iso, sign, c, e, PY_DEC_FINITE);
}

py_value py_decimal_fix(struct py_isolate *iso, bool sign, py_value c, int64_t e,
                        struct py_decimal_context *ctx)
{
    if (!c) return NULL;
    if (ctx->limit && e >= ctx->emin && e <= ctx->top && compare(c, ctx->limit) < 0)
        return py_decimal_new(iso, sign, c, e, PY_DEC_FINITE);
    return py_decimal_fix_flagged(iso, sign, c, e, ctx, 0);
}

// --- sums, products, quotients --------------------------------------------------------------

// Coefficients of a sum, on the way to one exponent.
struct terms {
    py_value high, low; // low has the smaller exponent
    int64_t eh, el;
};

// Brings the lower term up when it is too far below the other one to matter except for rounding.
static bool bring_closer(struct py_isolate *iso, struct terms *t, int64_t prec)
{
    if (is_zero(t->high)) {
        t->eh = t->el;
        return true;
    }
    int64_t digits = py_decimal_digits(iso, t->high);
    if (digits < 0) return false;
    int64_t least = t->eh + (digits - prec - 2 < -1 ? digits - prec - 2 : -1);
    if (is_zero(t->low)) {
        if (t->el < least) t->el = least;
        return true;
    }
    int64_t low_digits = py_decimal_digits(iso, t->low);
    if (low_digits < 0) return false;
    if (low_digits + t->el - 1 < least) {
        t->low = py_small_new(1);
        t->el = least;
    }
    return true;
}

static py_value sum(struct py_isolate *iso, const struct py_decimal *a, const struct py_decimal *b,
                    bool flip, struct py_decimal_context *ctx)
{
    bool sa = a->sign, sb = b->sign ^ flip;
    py_value ca = a->c, cb = b->c;
    int64_t e = a->e;
    if (a->e != b->e) {
        bool first = a->e > b->e;
        struct terms t = first ? (struct terms){ca, cb, a->e, b->e}
                               : (struct terms){cb, ca, b->e, a->e};
        if (t.eh - t.el > ctx->prec && !bring_closer(iso, &t, ctx->prec)) return NULL;
        if (t.eh > t.el) t.high = scaled(iso, t.high, t.eh - t.el);
        if (!t.high) return NULL;
        e = t.el;
        ca = first ? t.high : t.low;
        cb = first ? t.low : t.high;
    }
    if (sa == sb) return py_decimal_fix(iso, sa, add(iso, ca, cb), e, ctx);
    int order = compare(ca, cb);
    if (!order) return py_decimal_fix(iso, ctx->rounding == PY_DEC_FLOOR, py_small_new(0), e, ctx);
    py_value c = order > 0 ? py_int_sub(iso, ca, cb) : py_int_sub(iso, cb, ca);
    return py_decimal_fix(iso, order > 0 ? sa : sb, c, e, ctx);
}

static py_value by_zero(struct py_isolate *iso, bool sign, bool undefined,
                        struct py_decimal_context *ctx)
{
    if (!py_decimal_signal(iso, ctx, undefined ? PY_DEC_UNDEFINED : PY_DEC_DIVZERO)) return NULL;
    return py_decimal_new(iso, !undefined && sign, py_small_new(0), 0,
                          undefined ? PY_DEC_QNAN : PY_DEC_INF);
}

enum { LARGE_SHIFT = 2000 };
static py_value quotient(struct py_isolate *iso, const struct py_decimal *a,
                         const struct py_decimal *b, struct py_decimal_context *ctx)
{
    bool sign = a->sign ^ b->sign;
    py_value ca = a->c, cb = b->c, q, r;
    int64_t e = a->e - b->e;
    if (is_zero(cb)) return by_zero(iso, sign, is_zero(ca), ctx);
    if (is_zero(ca)) return py_decimal_fix(iso, sign, ca, e, ctx);
    if (py_are_ints(ca, cb) && py_small(ca) % py_small(cb) == 0)
        return py_decimal_fix(iso, sign, py_small_new(py_small(ca) / py_small(cb)), e, ctx);
    int64_t na = py_decimal_digits(iso, ca), nb = py_decimal_digits(iso, cb);
    if (na < 0 || nb < 0) return NULL;
    int64_t shift = ctx->prec + 1 + nb - na;
    if (shift < 0) shift = 0; // digits enough for every rounding
    // A quotient that ends does so within as many digits as the divisor could have factors of two:
    // it is found without filling a precision that no memory would do for.
    int64_t ends = nb * 10 / 3 + 2, exact = e - ends;
    if (shift > LARGE_SHIFT && ends < shift) {
        py_value wide = scaled(iso, ca, ends);
        if (!wide || !divide(iso, wide, cb, &q, &r)) return NULL;
        if (is_zero(r)) {
            q = strip(iso, q, ends, &exact);
            return py_decimal_fix(iso, sign, q, exact, ctx);
        }
    }
    if (shift && !(ca = scaled(iso, ca, shift))) return NULL;
    if (!divide(iso, ca, cb, &q, &r)) return NULL;
    e -= shift;
    if (!is_zero(r)) { // a last digit that rounds in any way as the rest would
        if (!(r = py_int_mod(iso, q, py_small_new(5)))) return NULL;
        if (is_zero(r)) q = add(iso, q, py_small_new(1));
    } else if (shift) {
        q = strip(iso, q, shift, &e);
    }
    return py_decimal_fix(iso, sign, q, e, ctx);
}

py_value py_decimal_arith(struct py_isolate *iso, enum py_binop op, const struct py_decimal *a,
                          const struct py_decimal *b, struct py_decimal_context *ctx)
{
    py_value result;
    if (py_decimal_wide(iso, op, a, b, ctx, &result)) return result;
    if (op == PY_BIN_MUL)
        return py_decimal_fix(iso, a->sign ^ b->sign, mul(iso, a->c, b->c), a->e + b->e, ctx);
    if (op == PY_BIN_DIV) return quotient(iso, a, b, ctx);
    return sum(iso, a, b, op == PY_BIN_SUB, ctx);
}

// --- comparing ------------------------------------------------------------------------------

static int magnitudes(struct py_isolate *iso, const struct py_decimal *a,
                      const struct py_decimal *b)
{
    if (a->kind || b->kind) return a->kind - b->kind;
    if (a->e == b->e) return compare(a->c, b->c);
    if (is_zero(a->c) || is_zero(b->c)) return is_zero(b->c) - is_zero(a->c);
    int64_t na = py_decimal_digits(iso, a->c), nb = py_decimal_digits(iso, b->c);
    if (na < 0 || nb < 0) return -2;
    if (na + a->e != nb + b->e) return na + a->e > nb + b->e ? 1 : -1;
    bool first = a->e > b->e;
    py_value c = scaled(iso, first ? a->c : b->c, first ? a->e - b->e : b->e - a->e);
    return !c ? -2 : first ? compare(c, b->c) : compare(a->c, c);
}

int py_decimal_cmp(struct py_isolate *iso, const struct py_decimal *a, const struct py_decimal *b,
                   bool magnitude)
{
    int r;
    if (!magnitude) {
        bool za = !a->kind && is_zero(a->c), zb = !b->kind && is_zero(b->c);
        if (za) return zb ? 0 : b->sign ? 1 : -1;
        if (zb || a->sign != b->sign) return a->sign ? -1 : 1;
    }
    r = magnitudes(iso, a, b);
    if (r == -2) return r;
    r = (r > 0) - (r < 0);
    return !magnitude && a->sign ? -r : r;
}

// --- rounding to an exponent ----------------------------------------------------------------

static py_value invalid(struct py_isolate *iso, struct py_decimal_context *ctx)
{
    if (!py_decimal_signal(iso, ctx, PY_DEC_INVALID)) return NULL;
    return py_decimal_new(iso, false, py_small_new(0), 0, PY_DEC_QNAN);
}

py_value py_decimal_quantize(struct py_isolate *iso, const struct py_decimal *a, int64_t e,
                             int rounding, struct py_decimal_context *ctx)
{
    if (e < ctx->emin - ctx->prec + 1 || e > ctx->emax) return invalid(iso, ctx);
    if (is_zero(a->c)) return py_decimal_fix(iso, a->sign, a->c, e, ctx);
    int64_t digits = py_decimal_digits(iso, a->c), bits = 0;
    if (digits < 0) return NULL;
    if (digits + a->e - 1 > ctx->emax || digits + a->e - e > ctx->prec) return invalid(iso, ctx);
    py_value c;
    if (e <= a->e) {
        c = e < a->e ? scaled(iso, a->c, a->e - e) : a->c;
    } else {
        bool changed;
        c = py_decimal_drop(iso, a->sign, a->c, e - a->e, rounding, &changed);
        bits = changed ? PY_DEC_CHANGED : PY_DEC_ROUNDED;
    }
    digits = c ? py_decimal_digits(iso, c) : -1;
    if (digits < 0) return NULL;
    bool zero = is_zero(c);
    if (digits > ctx->prec || (!zero && digits + e - 1 > ctx->emax)) return invalid(iso, ctx);
    if (!zero && digits + e - 1 < ctx->emin) bits |= PY_DEC_SUBNORMAL;
    if (ctx->clamp && e > ctx->top) bits |= PY_DEC_CLAMPED;
    if (bits && !py_decimal_signal(iso, ctx, bits)) return NULL;
    return ctx->clamp ? py_decimal_fix(iso, a->sign, c, e, ctx)
                      : py_decimal_new(iso, a->sign, c, e, PY_DEC_FINITE);
}

// --- hashing --------------------------------------------------------------------------------

#define HASH_P (((uint64_t)1 << 61) - 1)

static uint64_t mul_mod(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b % HASH_P);
}

// As the equal int or Fraction: c * 10**e modulo a prime.
bool py_decimal_hash(struct py_isolate *iso, const struct py_decimal *d, uint64_t *out)
{
    py_value rest = py_int_mod(iso, d->c, py_small_new((int64_t)HASH_P));
    if (!rest) return false;
    const uint64_t inverse = 2075258708292324556U; // of 10
    uint64_t h = (uint64_t)py_small(rest), base = d->e < 0 ? inverse : 10;
    for (uint64_t n = (uint64_t)(d->e < 0 ? -d->e : d->e); n; n >>= 1) {
        if (n & 1) h = mul_mod(h, base);
        base = mul_mod(base, base);
    }
    int64_t value = d->sign ? -(int64_t)h : (int64_t)h;
    *out = (uint64_t)(value == -1 ? -2 : value);
    return true;
}
