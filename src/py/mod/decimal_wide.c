// Module decimal: sums, products and quotients of finite values whose coefficients fit 128 bits all
// the way, which the usual ones of at most 28 digits do. Machine words instead of ints spare the
// allocation of every intermediate one; whatever is too large or at the ends of the exponents is
// left to decimal_arith.c, and has the same result there.
#include "decimal_int.h"

typedef unsigned __int128 wide;

enum { WIDE_DIGITS = 38 }; // 10**38 < 2**128

// clang-format off
const uint64_t py_decimal_tens[PY_DEC_WORD_DIGITS + 1] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000,
    100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000,
    10000000000000000, 100000000000000000, 1000000000000000000, 10000000000000000000U
};
// clang-format on

// 10**n, 0 <= n <= WIDE_DIGITS.
static wide ten(int64_t n)
{
    enum { W = PY_DEC_WORD_DIGITS };
    return n <= W ? py_decimal_tens[n] : (wide)py_decimal_tens[W] * py_decimal_tens[n - W];
}

// Decimal digits of c > 0; 1233 / 4096 is log10(2), near enough for 128 bits.
static int64_t digits(wide c)
{
    uint64_t high = (uint64_t)(c >> 64);
    int bits = high ? 128 - __builtin_clzll(high) : 64 - __builtin_clzll((uint64_t)c);
    int64_t n = bits * 1233 >> 12;
    return n + (c >= ten(n));
}

// c * 10**n; false: too large.
static bool scale(wide *c, int64_t n)
{
    if (!*c || !n) return true;
    if (n > WIDE_DIGITS || digits(*c) + n > WIDE_DIGITS) return false;
    *c *= ten(n);
    return true;
}

static py_value made(struct py_isolate *iso, bool sign, wide c, int64_t e)
{
    return py_decimal_new(iso, sign, py_int_from_u128(iso, c), e, PY_DEC_FINITE);
}

// c * 10**e rounded to the context's precision, unless it is near one of the exponents' ends.
static bool fix(struct py_isolate *iso, bool sign, wide c, int64_t e,
                struct py_decimal_context *ctx, py_value *result)
{
    bool fits = ctx->prec > WIDE_DIGITS || c < ten(ctx->prec);
    if (e < ctx->emin || e > ctx->top) return false;
    if (fits) return *result = made(iso, sign, c, e), true;
    int64_t n = digits(c) - ctx->prec, bits = PY_DEC_ROUNDED;
    if (n > WIDE_DIGITS || e + n >= ctx->top) return false;
    wide unit = ten(n), q = c / unit, rest = c - q * unit;
    e += n;
    if (rest) {
        int half = (rest > unit / 2) - (rest < unit / 2);
        bits |= PY_DEC_CHANGED;
        q += py_decimal_goes_up((unsigned)(q % 10), half, sign, ctx->rounding);
        if (q == ten(ctx->prec)) { // 99...9 became one digit longer
            q /= 10;
            e++;
        }
    }
    *result = py_decimal_signal(iso, ctx, bits) ? made(iso, sign, q, e) : NULL;
    return true;
}

// The terms of a sum.
struct term {
    wide c;
    int64_t e;
    bool sign;
};

static bool sum(struct py_isolate *iso, struct term a, struct term b,
                struct py_decimal_context *ctx, py_value *result)
{
    int64_t e = a.e < b.e ? a.e : b.e;
    if (!scale(&a.c, a.e - e) || !scale(&b.c, b.e - e)) return false;
    if (a.sign == b.sign) return a.c <= ~b.c && fix(iso, a.sign, a.c + b.c, e, ctx, result);
    if (a.c == b.c) return fix(iso, ctx->rounding == PY_DEC_FLOOR, 0, e, ctx, result);
    bool first = a.c > b.c;
    return fix(iso, first ? a.sign : b.sign, first ? a.c - b.c : b.c - a.c, e, ctx, result);
}

// Without trailing zeros, at most `most`.
static wide strip(wide c, int64_t most, int64_t *e)
{
    for (int64_t step = 16; step; step /= 2) {
        while (step <= most && c % ten(step) == 0) {
            c /= ten(step);
            most -= step;
            *e += step;
        }
    }
    return c;
}

static bool quotient(struct py_isolate *iso, bool sign, wide a, wide b, int64_t e,
                     struct py_decimal_context *ctx, py_value *result)
{
    if (!a || !b) return false;
    if (a >= b && a % b == 0) return fix(iso, sign, a / b, e, ctx, result);
    int64_t shift = ctx->prec + 1 + digits(b) - digits(a);
    if (shift < 0) shift = 0; // digits enough for every rounding
    if (!scale(&a, shift)) return false;
    wide q = a / b;
    e -= shift;
    // What remains shows in a last digit that rounds in any way as the rest would.
    if (q * b != a) q += q % 5 == 0;
    else q = strip(q, shift, &e);
    return fix(iso, sign, q, e, ctx, result);
}

bool py_decimal_wide(struct py_isolate *iso, enum py_binop op, const struct py_decimal *a,
                     const struct py_decimal *b, struct py_decimal_context *ctx, py_value *result)
{
    struct term x = {.e = a->e, .sign = a->sign},
                y = {.e = b->e, .sign = b->sign ^ (op == PY_BIN_SUB)};
    if (!py_int_get_u128(a->c, &x.c) || !py_int_get_u128(b->c, &y.c)) return false;
    bool sign = x.sign ^ y.sign;
    switch (op) {
    case PY_BIN_MUL:
        return !((x.c | y.c) >> 64) && fix(iso, sign, x.c * y.c, x.e + y.e, ctx, result);
    case PY_BIN_DIV: return quotient(iso, sign, x.c, y.c, x.e - y.e, ctx, result);
    default: return sum(iso, x, y, ctx, result);
    }
}
