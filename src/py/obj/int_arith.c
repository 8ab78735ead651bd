// Arithmetic of ints: add, subtract, multiply, divide. Small operands first, limbs else.
#include <math.h>

#include "int_int.h"

py_value py_int_new(struct py_isolate *iso, int64_t i)
{
    if (py_fits_small(i)) return py_small_new(i);
    struct py_bigint *b = py_bigint_new(iso, 1);
    if (!b) return NULL;
    b->d[0] = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
    b->n = i < 0 ? -1 : 1;
    return (py_value)b;
}

py_value py_int_from_u64(struct py_isolate *iso, uint64_t u)
{
    if (u <= (uint64_t)PY_INT_MAX) return py_small_new((int64_t)u);
    struct py_bigint *b = py_bigint_new(iso, 1);
    if (!b) return NULL;
    b->d[0] = u;
    b->n = 1;
    return (py_value)b;
}

static py_value from_u128(struct py_isolate *iso, unsigned __int128 u, bool neg)
{
    struct py_bigint *b = py_bigint_new(iso, 2);
    if (!b) return NULL;
    b->d[0] = (uint64_t)u;
    b->d[1] = (uint64_t)(u >> 64);
    return py_int_done(iso, b, 2, neg);
}

static py_value from_i128(struct py_isolate *iso, __int128 v)
{
    if (v >= PY_INT_MIN && v <= PY_INT_MAX) return py_small_new((int64_t)v);
    return from_u128(iso, v < 0 ? 0 - (unsigned __int128)v : (unsigned __int128)v, v < 0);
}

py_value py_int_from_u128(struct py_isolate *iso, unsigned __int128 u)
{
    return u <= PY_INT_MAX ? py_small_new((int64_t)u) : from_u128(iso, u, false);
}

bool py_int_get_u128(py_value a, unsigned __int128 *out)
{
    if (py_is_int(a)) return *out = (unsigned __int128)py_small(a), py_small(a) >= 0;
    const struct py_bigint *b = (const struct py_bigint *)a;
    if (b->n < 1 || b->n > 2) return false;
    *out = b->n == 1 ? b->d[0] : (unsigned __int128)b->d[1] << 64 | b->d[0];
    return true;
}

py_value py_int_plain(py_value v)
{
    if (py_is_int(v)) return v;
    if (v == PY_TRUE) return py_small_new(1);
    if (v == PY_FALSE) return py_small_new(0);
    if (py_is_kind(v, PY_K_INTPROXY)) return ((struct py_intobj *)v)->v;
    return v;
}

// a + b, or a - b when `sub`.
static py_value add_limbs(struct py_isolate *iso, py_value a, py_value b, bool sub)
{
    struct py_limbs x, y;
    py_limbs_of(&x, a);
    py_limbs_of(&y, b);
    bool yneg = y.neg != sub;
    const struct py_limbs *p = &x, *q = &y;
    bool pneg = x.neg, qneg = yneg;
    if (x.n < y.n || (x.n == y.n && x.n && mpn_cmp(x.d, y.d, x.n) < 0)) {
        p = &y, q = &x;
        pneg = yneg, qneg = x.neg;
    }
    if (p->n > 64 && !py_tick(iso, (uint64_t)p->n / 16)) return NULL;
    struct py_bigint *r = py_bigint_new(iso, p->n + 1);
    if (!r) return NULL;
    mp_limb_t *d = (mp_limb_t *)r->d;
    if (q->n == 0) memcpy(d, p->d, (size_t)p->n * 8);
    else if (pneg == qneg) d[p->n] = mpn_add(d, p->d, p->n, q->d, q->n);
    else mpn_sub(d, p->d, p->n, q->d, q->n);
    return py_int_done(iso, r, p->n + 1, pneg);
}

py_value py_int_add(struct py_isolate *iso, py_value a, py_value b)
{
    a = py_int_plain(a), b = py_int_plain(b);
    if (py_are_ints(a, b)) return py_int_new(iso, py_small(a) + py_small(b));
    return add_limbs(iso, a, b, false);
}

py_value py_int_sub(struct py_isolate *iso, py_value a, py_value b)
{
    a = py_int_plain(a), b = py_int_plain(b);
    if (py_are_ints(a, b)) return py_int_new(iso, py_small(a) - py_small(b));
    return add_limbs(iso, a, b, true);
}

py_value py_int_neg(struct py_isolate *iso, py_value a)
{
    a = py_int_plain(a);
    return py_is_int(a) ? py_int_new(iso, -py_small(a)) : add_limbs(iso, py_small_new(0), a, true);
}

py_value py_int_abs(struct py_isolate *iso, py_value a)
{
    return py_int_sign(a) < 0 ? py_int_neg(iso, a) : py_int_plain(a);
}

py_value py_int_mul(struct py_isolate *iso, py_value a, py_value b)
{
    a = py_int_plain(a), b = py_int_plain(b);
    if (py_are_ints(a, b)) return from_i128(iso, (__int128)py_small(a) * py_small(b));
    struct py_limbs x, y;
    py_limbs_of(&x, a);
    py_limbs_of(&y, b);
    if (x.n == 0 || y.n == 0) return py_small_new(0);
    struct py_bigint *r = py_bigint_new(iso, x.n + y.n);
    if (!r || !py_limbs_mul(iso, (mp_limb_t *)r->d, x.d, x.n, y.d, y.n)) return NULL;
    return py_int_done(iso, r, x.n + y.n, x.neg != y.neg);
}

static bool divmod_small(struct py_isolate *iso, int64_t a, int64_t b, py_value *quot,
                         py_value *rem)
{
    int64_t q = a / b, r = a % b;
    if (r && (r ^ b) < 0) {
        r += b;
        q--;
    }
    if (rem) *rem = py_small_new(r);
    if (quot) *quot = py_int_new(iso, q);
    return !quot || *quot;
}

static bool divmod_limbs(struct py_isolate *iso, const struct py_limbs *x, const struct py_limbs *y,
                         py_value *quot, py_value *rem)
{
    struct py_bigint *q = py_bigint_new(iso, x->n - y->n + 1), *r = py_bigint_new(iso, y->n + 1);
    if (!q || !r) return false;
    if (!py_limbs_divmod(iso, (mp_limb_t *)q->d, (mp_limb_t *)r->d, x->d, x->n, y->d, y->n))
        return false;
    // Truncated so far; floor needs one step down when the signs differ and something is left.
    py_value vq = quot ? py_int_done(iso, q, x->n - y->n + 1, x->neg != y->neg) : py_small_new(0);
    py_value vr = py_int_done(iso, r, y->n, x->neg);
    if (!vq || !vr) return false;
    if (x->neg != y->neg && vr != py_small_new(0)) {
        struct py_bigint *b = py_bigint_new(iso, y->n);
        if (!b) return false;
        memcpy(b->d, y->d, (size_t)y->n * 8);
        py_value vb = py_int_done(iso, b, y->n, y->neg);
        if (quot) vq = py_int_sub(iso, vq, py_small_new(1));
        if (vb) vr = py_int_add(iso, vr, vb);
        if (!vq || !vb || !vr) return false;
    }
    if (quot) *quot = vq;
    if (rem) *rem = vr;
    return true;
}

bool py_int_divmod(struct py_isolate *iso, py_value a, py_value b, py_value *quot, py_value *rem)
{
    a = py_int_plain(a), b = py_int_plain(b);
    if (b == py_small_new(0)) {
        py_raise(iso, PY_T_ZeroDivisionError,
                 quot ? "integer division or modulo by zero" : "integer modulo by zero");
        return false;
    }
    if (py_are_ints(a, b)) return divmod_small(iso, py_small(a), py_small(b), quot, rem);
    struct py_limbs x, y;
    py_limbs_of(&x, a);
    py_limbs_of(&y, b);
    if (x.n > y.n || (x.n == y.n && mpn_cmp(x.d, y.d, x.n) >= 0))
        return divmod_limbs(iso, &x, &y, quot, rem);
    // |a| < |b|
    bool down = x.n && x.neg != y.neg;
    if (quot) *quot = py_small_new(down ? -1 : 0);
    if (rem) *rem = down ? py_int_add(iso, a, b) : a;
    return !rem || *rem;
}

py_value py_int_floordiv(struct py_isolate *iso, py_value a, py_value b)
{
    py_value q;
    return py_int_divmod(iso, a, b, &q, NULL) ? q : NULL;
}

py_value py_int_mod(struct py_isolate *iso, py_value a, py_value b)
{
    py_value r;
    return py_int_divmod(iso, a, b, NULL, &r) ? r : NULL;
}

// Rounds q * 2**shift (q's lowest bit is sticky) to a double, ties to even.
static double round_quotient(uint64_t q, int64_t shift)
{
    int64_t bits = py_limb_bits(q), extra = bits - 53;
    if (-1074 - shift > extra) extra = -1074 - shift; // subnormal results have fewer bits
    if (extra > 0) {
        if (extra > 63) return 0.0;
        uint64_t half = 1ull << (extra - 1), mask = (half << 1) - 1, low = q & mask;
        q -= low;
        uint64_t step = mask + 1;
        if (low > half || (low == half && (q & step))) {
            if (q > UINT64_MAX - step) { // 2**64 exactly
                return ldexp(1.0, (int)(shift + 64));
            }
            q += step;
        }
    }
    return ldexp((double)q, (int)shift);
}

// x / y for magnitudes too large for plain doubles: enough quotient bits plus a sticky one.
static bool truediv_limbs(struct py_isolate *iso, py_value a, py_value b, double *out)
{
    int64_t shift = (int64_t)py_int_bits(a) - (int64_t)py_int_bits(b) - 60;
    if (shift > 1100) return false;
    *out = 0;
    if (shift < -1300) return true;
    py_value num = shift < 0 ? py_int_shift(iso, a, -shift) : a, rem;
    py_value den = shift > 0 ? py_int_shift(iso, b, shift) : b;
    py_value quot;
    if (!num || !den || !py_int_divmod(iso, num, den, &quot, &rem)) return false;
    struct py_limbs q;
    py_limbs_of(&q, quot);
    uint64_t u = q.n ? q.d[0] : 0;
    *out = round_quotient(u | (rem != py_small_new(0)), shift);
    return !isinf(*out);
}

py_value py_int_truediv(struct py_isolate *iso, py_value a, py_value b)
{
    a = py_int_plain(a), b = py_int_plain(b);
    if (b == py_small_new(0)) return py_raise(iso, PY_T_ZeroDivisionError, "division by zero");
    const int64_t exact = (int64_t)1 << 53;
    if (py_are_ints(a, b) && py_small(a) >= -exact && py_small(a) <= exact &&
        py_small(b) >= -exact && py_small(b) <= exact)
        return py_float_new(iso, (double)py_small(a) / (double)py_small(b));
    bool neg = (py_int_sign(a) < 0) != (py_int_sign(b) < 0);
    double d;
    a = py_int_abs(iso, a);
    b = py_int_abs(iso, b);
    if (!a || !b) return NULL;
    if (a == py_small_new(0)) return py_float_new(iso, neg ? -0.0 : 0.0);
    if (!truediv_limbs(iso, a, b, &d)) {
        if (iso->exc) return NULL;
        return py_raise(iso, PY_T_OverflowError, "integer division result too large for a float");
    }
    return py_float_new(iso, neg ? -d : d);
}
