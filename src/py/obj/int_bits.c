// Powers, shifts and bitwise operations of ints, and the dispatcher of binary operators.
#include "float.h"
#include "int_int.h"

// --- shifts -------------------------------------------------------------------------------------

static py_value shift_left(struct py_isolate *iso, const struct py_limbs *x, uint64_t by)
{
    int64_t whole = (int64_t)(by / 64), n = x->n + whole + 1;
    unsigned bits = by % 64;
    struct py_bigint *r = py_bigint_new(iso, n);
    if (!r || !py_tick(iso, (uint64_t)n / 16)) return NULL;
    mp_limb_t *d = (mp_limb_t *)r->d + whole;
    if (bits) d[x->n] = mpn_lshift(d, x->d, x->n, bits);
    else memcpy(d, x->d, (size_t)x->n * 8);
    return py_int_done(iso, r, n, x->neg);
}

// Floor semantics: negative values round away from zero when bits are lost.
static py_value shift_right(struct py_isolate *iso, const struct py_limbs *x, uint64_t by)
{
    int64_t whole = (int64_t)(by / 64), n = x->n - whole;
    unsigned bits = by % 64;
    if (n <= 0) return py_small_new(x->neg ? -1 : 0);
    struct py_bigint *r = py_bigint_new(iso, n + 1);
    if (!r || !py_tick(iso, (uint64_t)n / 16)) return NULL;
    mp_limb_t *d = (mp_limb_t *)r->d, lost = 0;
    if (bits) lost = mpn_rshift(d, x->d + whole, n, bits);
    else memcpy(d, x->d + whole, (size_t)n * 8);
    if (x->neg) {
        for (int64_t i = 0; i < whole && !lost; i++) lost = x->d[i];
        if (lost) d[n] = mpn_add_1(d, d, n, 1);
    }
    return py_int_done(iso, r, n + 1, x->neg);
}

py_value py_int_shift(struct py_isolate *iso, py_value a, int64_t left)
{
    if (!a) return NULL;
    a = py_int_plain(a);
    if (left == 0 || a == py_small_new(0)) return a;
    if (py_is_int(a)) {
        int64_t v = py_small(a);
        if (left < 0) return py_small_new(v >> (left < -63 ? 63 : -left));
        if (left < 62) {
            int64_t r = (int64_t)((uint64_t)v << left);
            if (r >> left == v) return py_int_new(iso, r);
        }
    }
    struct py_limbs x;
    py_limbs_of(&x, a);
    return left < 0 ? shift_right(iso, &x, 0 - (uint64_t)left)
                    : shift_left(iso, &x, (uint64_t)left);
}

static py_value int_lshift(struct py_isolate *iso, py_value a, py_value b)
{
    int64_t by;
    a = py_int_plain(a);
    if (py_int_sign(b) < 0) return py_raise_value_error(iso, "negative shift count");
    if (a == py_small_new(0)) return a;
    if (!py_int_get64(b, &by)) { // CPython counts at most 2**61 digits of 30 bits
        bool digits = py_int_cmp_double(b, 30 * 0x1p61) < 0;
        return digits ? py_raise_no_memory(iso)
                      : py_raise(iso, PY_T_OverflowError, "too many digits in integer");
    }
    return py_int_shift(iso, a, by);
}

static py_value int_rshift(struct py_isolate *iso, py_value a, py_value b)
{
    int64_t by;
    if (py_int_sign(b) < 0) return py_raise_value_error(iso, "negative shift count");
    if (!py_int_get64(b, &by)) return py_small_new(py_int_sign(a) < 0 ? -1 : 0);
    return py_int_shift(iso, a, -by);
}

// --- bitwise ------------------------------------------------------------------------------------

// Two's complement of l in n limbs.
static void to_twos(mp_limb_t *d, const struct py_limbs *l, int64_t n)
{
    memcpy(d, l->d, (size_t)l->n * 8);
    memset(d + l->n, 0, (size_t)(n - l->n) * 8);
    if (l->neg) mpn_neg(d, d, n);
}

// AND OR XOR
static py_value int_bitop(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    a = py_int_plain(a), b = py_int_plain(b);
    if (py_are_ints(a, b)) {
        int64_t x = py_small(a), y = py_small(b);
        return py_small_new(op == PY_BIN_AND ? x & y : op == PY_BIN_OR ? x | y : x ^ y);
    }
    struct py_limbs x, y;
    py_limbs_of(&x, a);
    py_limbs_of(&y, b);
    int64_t n = (x.n > y.n ? x.n : y.n) + 1;
    if (n > 64 && !py_tick(iso, (uint64_t)n / 8)) return NULL;
    struct py_bigint *r = py_bigint_new(iso, n);
    mp_limb_t *t = r ? py_limbs_room(iso, n) : NULL;
    if (!t) return NULL;
    mp_limb_t *d = (mp_limb_t *)r->d;
    to_twos(d, &x, n);
    to_twos(t, &y, n);
    if (op == PY_BIN_AND) mpn_and_n(d, d, t, n);
    else if (op == PY_BIN_OR) mpn_ior_n(d, d, t, n);
    else mpn_xor_n(d, d, t, n);
    py_buf_free(iso, py_buf_of(t));
    bool neg = d[n - 1] >> 63;
    if (neg) mpn_neg(d, d, n);
    return py_int_done(iso, r, n, neg);
}

// --- powers -------------------------------------------------------------------------------------

static py_value power(struct py_isolate *iso, py_value base, uint64_t e)
{
    // The size of the result is known beforehand: refuse what can never fit.
    uint64_t bits = py_int_bits(base);
    if (bits > 1 && e > 64) {
        if (e > UINT64_MAX / 2 / bits) return py_raise_no_memory(iso);
        uint64_t bytes = (bits - 1) * e / 8;
        if (bytes > 65536 && !py_mem_check(iso, bytes)) return NULL;
    }
    py_value r = py_small_new(1);
    for (int i = 63 - __builtin_clzll(e | 1); i >= 0 && r; i--) {
        r = py_int_mul(iso, r, r);
        if (r && (e >> i & 1)) r = py_int_mul(iso, r, base);
    }
    return r;
}

py_value py_int_pow(struct py_isolate *iso, py_value a, py_value b)
{
    a = py_int_plain(a), b = py_int_plain(b);
    if (py_int_sign(b) < 0) {
        double x, y;
        if (!py_int_to_double(iso, a, &x) || !py_int_to_double(iso, b, &y)) return NULL;
        return py_float_pow(iso, x, y);
    }
    if (b == py_small_new(0)) return py_small_new(1);
    if (a == py_small_new(0) || a == py_small_new(1)) return a;
    if (a == py_small_new(-1)) return py_small_new(py_int_is_odd(b) ? -1 : 1);
    int64_t e;
    if (!py_int_get64(b, &e)) return py_raise_no_memory(iso);
    if (a == py_small_new(2)) return py_int_shift(iso, py_small_new(1), e);
    return power(iso, a, (uint64_t)e);
}

// a**-1 mod m (m > 1) by the extended Euclidean algorithm; ValueError when there is none.
static py_value inverse(struct py_isolate *iso, py_value a, py_value m)
{
    py_value r0 = m, r1 = py_int_mod(iso, a, m), t0 = py_small_new(0), t1 = py_small_new(1);
    while (r1 && t1 && r1 != py_small_new(0)) {
        py_value q, r, t;
        if (!py_int_divmod(iso, r0, r1, &q, &r) || !(t = py_int_mul(iso, q, t1)) ||
            !(t = py_int_sub(iso, t0, t)))
            return NULL;
        r0 = r1, r1 = r;
        t0 = t1, t1 = t;
    }
    if (!r1 || !t1) return NULL;
    if (r0 != py_small_new(1))
        return py_raise_value_error(iso, "base is not invertible for the given modulus");
    return py_int_mod(iso, t0, m);
}

static uint64_t powmod64(uint64_t a, uint64_t e, uint64_t m)
{
    uint64_t r = 1 % m;
    for (a %= m; e; e >>= 1) {
        if (e & 1) r = (uint64_t)((unsigned __int128)r * a % m);
        a = (uint64_t)((unsigned __int128)a * a % m);
    }
    return r;
}

// a**e mod m for a in [0, m), m > 1, e >= 0: windows of four bits.
static py_value powmod(struct py_isolate *iso, py_value a, py_value e, py_value m)
{
    struct py_limbs l;
    py_limbs_of(&l, e);
    if (py_is_int(m) && l.n <= 1) {
        uint64_t r = powmod64((uint64_t)py_small(a), l.n ? l.d[0] : 0, (uint64_t)py_small(m));
        return py_small_new((int64_t)r);
    }
    py_value pow[16] = {py_small_new(1), a};
    for (int i = 2; i < 16; i++) {
        py_value p = py_int_mul(iso, pow[i - 1], a);
        if (!p || !(pow[i] = py_int_mod(iso, p, m))) return NULL;
    }
    py_value r = py_small_new(1);
    for (int64_t i = l.n * 16 - 1; i >= 0; i--) {
        unsigned w = l.d[i / 16] >> (i % 16 * 4) & 15;
        for (int k = 0; k < 4 && r != py_small_new(1); k++) {
            r = py_int_mul(iso, r, r);
            if (!r || !(r = py_int_mod(iso, r, m))) return NULL;
        }
        if (!w) continue;
        r = py_int_mul(iso, r, pow[w]);
        if (!r || !(r = py_int_mod(iso, r, m)) || !py_tick(iso, 1)) return NULL;
    }
    return r;
}

py_value py_int_powmod(struct py_isolate *iso, py_value a, py_value b, py_value m)
{
    a = py_int_plain(a), b = py_int_plain(b), m = py_int_plain(m);
    if (m == py_small_new(0)) return py_raise_value_error(iso, "pow() 3rd argument cannot be 0");
    bool neg = py_int_sign(m) < 0;
    py_value mod = py_int_abs(iso, m);
    if (!mod) return NULL;
    if (py_int_sign(b) < 0) {
        if (mod == py_small_new(1)) return py_small_new(0);
        b = py_int_neg(iso, b);
        a = b ? inverse(iso, a, mod) : NULL;
    } else {
        a = py_int_mod(iso, a, mod);
    }
    if (!a) return NULL;
    py_value r = mod == py_small_new(1) ? py_small_new(0) : powmod(iso, a, b, mod);
    if (r && neg && r != py_small_new(0)) r = py_int_add(iso, r, m);
    return r;
}

// --- operators ----------------------------------------------------------------------------------

static py_value divmod_pair(struct py_isolate *iso, py_value a, py_value b)
{
    py_value q, r;
    return py_int_divmod(iso, a, b, &q, &r) ? py_tuple_pack(iso, 2, q, r) : NULL;
}

py_value py_int_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    switch (op) {
    case PY_BIN_ADD: return py_int_add(iso, a, b);
    case PY_BIN_SUB: return py_int_sub(iso, a, b);
    case PY_BIN_MUL: return py_int_mul(iso, a, b);
    case PY_BIN_DIV: return py_int_truediv(iso, a, b);
    case PY_BIN_FLOORDIV: return py_int_floordiv(iso, a, b);
    case PY_BIN_MOD: return py_int_mod(iso, a, b);
    case PY_BIN_POW: return py_int_pow(iso, a, b);
    case PY_BIN_LSHIFT: return int_lshift(iso, a, b);
    case PY_BIN_RSHIFT: return int_rshift(iso, a, b);
    case PY_BIN_AND:
    case PY_BIN_OR:
    case PY_BIN_XOR: return int_bitop(iso, op, a, b);
    case PY_BIN_DIVMOD: return divmod_pair(iso, a, b);
    default: return PY_NOTIMPL;
    }
}
