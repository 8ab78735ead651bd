// Greatest common divisors and square roots of ints.
#include <math.h>

#include "int_mpn.h"

enum {
    GCD_LIMBS = 1 << 15, // of the smaller operand of one mpn_gcd: a fifth of a second
    ROOT_LIMBS = 1 << 17 // of the operand of one mpn_sqrtrem
};

static uint64_t gcd64(uint64_t a, uint64_t b)
{
    if (!a || !b) return a | b;
    int shift = __builtin_ctzll(a | b);
    a >>= __builtin_ctzll(a);
    do {
        b >>= __builtin_ctzll(b);
        if (a > b) {
            uint64_t t = a;
            a = b;
            b = t;
        }
        b -= a;
    } while (b);
    return a << shift;
}

// The two numbers of a long gcd, x.d[n-1] not 0, y with leading zeros.
struct pair {
    mp_limb_t *x, *y, *s, *t; // s, t: room for what comes next
    int64_t n;
};

// A step of Lehmer's algorithm as two rows of factors: the numbers become |a x - b y|, |c x - d y|.
// Whatever the factors, their determinant of one keeps the divisor.
struct step {
    uint64_t a, b, c, d;
};

// Euclid's algorithm on the leading bits, as long as the factors stay below a half limb.
static struct step leading(uint64_t x, uint64_t y)
{
    struct step m = {1, 0, 0, 1};
    for (bool odd = false; y >> 32; odd = !odd) {
        uint64_t q = x / y, r = x % y;
        unsigned __int128 c = (unsigned __int128)q * m.c + m.a,
                          d = (unsigned __int128)q * m.d + m.b;
        if (c >> 32 || d >> 32) break;
        m = (struct step){m.c, m.d, (uint64_t)c, (uint64_t)d};
        x = y, y = r;
    }
    return m;
}

// r[0..n) = |p x - q y|, which is below a limb more than it could have: the step makes it shorter.
static void combine(mp_limb_t *r, const struct pair *g, uint64_t p, uint64_t q)
{
    mp_limb_t high = mpn_mul_1(r, g->x, g->n, p), low = mpn_submul_1(r, g->y, g->n, q);
    r[g->n] = high - low;
    if (high < low) mpn_neg(r, r, g->n + 1);
}

// One step: the smaller number loses about half a limb. False: the leading bits do not tell enough.
static bool lehmer(struct pair *g)
{
    int shift = __builtin_clzll(g->x[g->n - 1]);
    uint64_t top[2];
    const mp_limb_t *of[2] = {g->x + g->n - 2, g->y + g->n - 2};
    for (int i = 0; i < 2; i++)
        top[i] = shift ? of[i][1] << shift | of[i][0] >> (64 - shift) : of[i][1];
    struct step m = leading(top[0], top[1]);
    if (!m.b) return false;
    combine(g->s, g, m.a, m.b);
    combine(g->t, g, m.c, m.d);
    mp_limb_t *x = g->x, *y = g->y;
    g->x = g->s, g->y = g->t;
    g->s = x, g->t = y;
    return true;
}

static py_value of_limbs(struct py_isolate *iso, const mp_limb_t *d, int64_t n)
{
    struct py_bigint *b = py_bigint_new(iso, n);
    if (!b) return NULL;
    memcpy(b->d, d, (size_t)n * 8);
    return py_int_done(iso, b, n, false);
}

// Lehmer steps, with ticks, from a > b until nothing or less than half of b is left.
static bool shorten(struct py_isolate *iso, py_value *a, py_value *b)
{
    struct py_limbs x, y;
    py_limbs_of(&x, *a);
    py_limbs_of(&y, *b);
    struct pair g = {.n = x.n};
    mp_limb_t **room[] = {&g.x, &g.y, &g.s, &g.t};
    for (int i = 0; i < 4; i++)
        if (!(*room[i] = py_limbs_room(iso, x.n + 1))) return false;
    memcpy(g.x, x.d, (size_t)x.n * 8);
    memcpy(g.y, y.d, (size_t)y.n * 8);
    memset(g.y + y.n, 0, (size_t)(x.n - y.n) * 8);
    int64_t half = y.n / 2;
    while (g.n > half && lehmer(&g)) {
        if (!py_tick(iso, (uint64_t)g.n / 2)) return false;
        while (g.n > half && !(g.x[g.n - 1] | g.y[g.n - 1])) g.n--;
        if (g.n && mpn_cmp(g.x, g.y, g.n) < 0) {
            mp_limb_t *t = g.x;
            g.x = g.y;
            g.y = t;
        }
    }
    *a = of_limbs(iso, g.x, g.n);
    *b = of_limbs(iso, g.y, g.n);
    for (int i = 0; i < 4; i++) py_buf_free(iso, py_buf_of(*room[i]));
    return *a && *b;
}

// Of a >= b > 0, b odd.
static py_value gcd_once(struct py_isolate *iso, py_value a, py_value b)
{
    struct py_limbs x, y;
    py_limbs_of(&x, a);
    py_limbs_of(&y, b);
    if (!py_tick(iso, py_limbs_cost(x.n, y.n) * 16)) return NULL;
    mp_limb_t *u = py_limbs_room(iso, x.n + 1), *v = py_limbs_room(iso, y.n + 1);
    struct py_bigint *g = py_bigint_new(iso, y.n + 1);
    if (!u || !v || !g) return NULL;
    memcpy(u, x.d, (size_t)x.n * 8);
    memcpy(v, y.d, (size_t)y.n * 8);
    int64_t n = py_mpn_gcd(iso, (mp_limb_t *)g->d, u, x.n, v, y.n);
    return n ? py_int_done(iso, g, n, false) : NULL;
}

static int64_t limbs(py_value v)
{
    struct py_limbs l;
    py_limbs_of(&l, v);
    return l.n;
}

static py_value gcd_limbs(struct py_isolate *iso, py_value a, py_value b);

// Of odd a >= b > 0. mpn_gcd cannot be asked meanwhile: long numbers are made shorter first.
static py_value gcd_odd(struct py_isolate *iso, py_value a, py_value b)
{
    if (limbs(a) <= GCD_LIMBS) return gcd_once(iso, a, b);
    for (;;) {
        py_value r = py_int_mod(iso, a, b);
        if (!r) return NULL;
        if (r == py_small_new(0)) return b;
        a = b, b = r;
        if (limbs(a) <= GCD_LIMBS) return gcd_limbs(iso, a, b);
        if (!shorten(iso, &a, &b)) return NULL;
        if (b == py_small_new(0)) return a;
    }
}

// mpn_gcd wants an odd smaller operand; powers of two are taken out first.
static py_value gcd_limbs(struct py_isolate *iso, py_value a, py_value b)
{
    struct py_limbs x;
    py_limbs_of(&x, a);
    int64_t za = (int64_t)mpn_scan1(x.d, 0);
    py_limbs_of(&x, b);
    int64_t zb = (int64_t)mpn_scan1(x.d, 0), z = za < zb ? za : zb;
    a = py_int_shift(iso, a, -za);
    b = py_int_shift(iso, b, -zb);
    if (!a || !b) return NULL;
    if (py_int_cmp(a, b) < 0) {
        py_value t = a;
        a = b;
        b = t;
    }
    if (py_is_int(b)) { // one limb: reduce first
        py_value r = py_int_mod(iso, a, b);
        if (!r) return NULL;
        if (py_is_int(r)) {
            uint64_t g = gcd64((uint64_t)py_small(r), (uint64_t)py_small(b));
            return py_int_shift(iso, py_int_from_u64(iso, g), z);
        }
    }
    py_value r = gcd_odd(iso, a, b);
    return r ? py_int_shift(iso, r, z) : NULL;
}

py_value py_int_gcd(struct py_isolate *iso, py_value a, py_value b)
{
    a = py_int_abs(iso, a);
    b = py_int_abs(iso, b);
    if (!a || !b) return NULL;
    if (a == py_small_new(0)) return b;
    if (b == py_small_new(0)) return a;
    if (py_are_ints(a, b))
        return py_int_from_u64(iso, gcd64((uint64_t)py_small(a), (uint64_t)py_small(b)));
    return gcd_limbs(iso, a, b);
}

// Newton's method from above: each step until the last makes x smaller.
static py_value root_long(struct py_isolate *iso, py_value n, int64_t bits)
{
    int64_t k = bits / 4; // the root of the upper half has half of the digits
    py_value x = py_int_isqrt(iso, py_int_shift(iso, n, -2 * k));
    x = x ? py_int_add(iso, x, py_small_new(1)) : NULL;
    x = py_int_shift(iso, x, k);
    while (x) {
        py_value q = py_int_floordiv(iso, n, x);
        py_value next = q ? py_int_shift(iso, py_int_add(iso, x, q), -1) : NULL;
        if (next && py_int_cmp(next, x) >= 0) return x;
        x = next;
    }
    return NULL;
}

py_value py_int_isqrt(struct py_isolate *iso, py_value a)
{
    if (!a) return NULL;
    a = py_int_plain(a);
    if (py_is_int(a)) {
        uint64_t n = (uint64_t)py_small(a), r = (uint64_t)sqrt((double)n);
        while (r * r > n) r--;
        while ((r + 1) * (r + 1) <= n) r++;
        return py_small_new((int64_t)r);
    }
    struct py_limbs x;
    py_limbs_of(&x, a);
    if (x.n > ROOT_LIMBS) return root_long(iso, a, (int64_t)py_int_bits(a));
    int64_t n = (x.n + 1) / 2;
    if (!py_tick(iso, py_limbs_cost(x.n, x.n) * 2)) return NULL;
    struct py_bigint *r = py_bigint_new(iso, n);
    if (!r || !py_mpn_sqrt(iso, (mp_limb_t *)r->d, x.d, x.n)) return NULL;
    return py_int_done(iso, r, n, false);
}
