// Limb layer of ints: views, normalisation, and multiplication and division of any size on GMP's
// mpn functions, split so that no single uninterruptible call takes more than some tens of
// milliseconds.
#include "int_mpn.h"

enum {
    CHUNK = 1 << 17, // limbs of the factors of an uninterruptible multiplication: one megabyte
    BLOCK = 1 << 16  // of the quotient of an uninterruptible division
};

void py_limbs_of(struct py_limbs *l, py_value any)
{
    py_value v = py_int_plain(any);
    if (py_is_int(v)) {
        int64_t i = py_small(v);
        l->neg = i < 0;
        l->one = (mp_limb_t)(i < 0 ? -i : i);
        l->n = i != 0;
        l->d = &l->one;
        return;
    }
    const struct py_bigint *b = (const struct py_bigint *)v;
    l->neg = b->n < 0;
    l->n = b->n < 0 ? -b->n : b->n;
    l->d = (const mp_limb_t *)b->d;
    l->one = 0;
}

struct py_bigint *py_bigint_new(struct py_isolate *iso, int64_t n)
{
    struct py_type *t = py_t(iso, PY_T_INT);
    if (n > INT64_MAX / 64 || (n > 4096 && !py_mem_check(iso, (uint64_t)n * 8 + 64)))
        return iso->exc ? NULL : py_raise_no_memory(iso);
    struct py_bigint *b = py_new(iso, t, sizeof *b + (size_t)n * 8);
    if (b) py_obj_set_head(&b->h, t, 0, PY_K_BIGINT);
    return b;
}

py_value py_int_done(struct py_isolate *iso, struct py_bigint *b, int64_t n, bool neg)
{
    int64_t room = n;
    while (n > 0 && b->d[n - 1] == 0) n--;
    if (n == 0) return py_small_new(0);
    if (n == 1 && b->d[0] <= (uint64_t)PY_INT_MAX + neg)
        return py_small_new(neg ? (int64_t)(0 - b->d[0]) : (int64_t)b->d[0]);
    if (room > 16 && n < room / 2) {
        struct py_bigint *c = py_bigint_new(iso, n);
        if (!c) return NULL;
        memcpy(c->d, b->d, (size_t)n * 8);
        b = c;
    }
    b->n = neg ? -n : n;
    return (py_value)b;
}

mp_limb_t *py_limbs_room(struct py_isolate *iso, int64_t n)
{
    if (n > 4096 && !py_mem_check(iso, (uint64_t)n * 8 + 64)) return NULL;
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, (size_t)n * 8);
    return b ? (mp_limb_t *)b->u.b : NULL;
}

uint64_t py_limbs_cost(int64_t n, int64_t m)
{
    uint64_t big = (uint64_t)(n > m ? n : m), small = (uint64_t)(n > m ? m : n);
    if (small <= 32) return big * small / 16;
    // Toom and FFT ranges: about n * log2(m)^1.6, kept simple.
    uint64_t log2 = (uint64_t)py_limb_bits(small);
    return big * log2 * log2 / 16;
}

// One piece of a product, an, bn <= CHUNK.
static bool mul_piece(struct py_isolate *iso, mp_limb_t *r, const mp_limb_t *a, int64_t an,
                      const mp_limb_t *b, int64_t bn)
{
    if (!py_tick(iso, py_limbs_cost(an, bn))) return false;
    return an >= bn ? py_mpn_mul(iso, r, a, an, b, bn) : py_mpn_mul(iso, r, b, bn, a, an);
}

bool py_limbs_mul(struct py_isolate *iso, mp_limb_t *r, const mp_limb_t *a, int64_t an,
                  const mp_limb_t *b, int64_t bn)
{
    if (an <= CHUNK && bn <= CHUNK) return mul_piece(iso, r, a, an, b, bn);
    mp_limb_t *part = py_limbs_room(iso, 2 * CHUNK);
    if (!part) return false;
    memset(r, 0, (size_t)(an + bn) * 8);
    for (int64_t i = 0; i < an; i += CHUNK) {
        int64_t ai = an - i < CHUNK ? an - i : CHUNK;
        for (int64_t j = 0; j < bn; j += CHUNK) {
            int64_t bj = bn - j < CHUNK ? bn - j : CHUNK;
            if (!mul_piece(iso, part, a + i, ai, b + j, bj)) return false;
            // The partial sum below stays under the final product, so the carry ends inside r.
            mpn_add(r + i + j, r + i + j, an + bn - i - j, part, ai + bj);
        }
    }
    py_buf_free(iso, py_buf_of(part));
    return true;
}

// Division with at most BLOCK quotient limbs. Of long divisors the top limbs give a quotient that
// is at most two too large; what the low ones take away goes through py_limbs_mul.
static bool div_piece(struct py_isolate *iso, mp_limb_t *q, mp_limb_t *r, const mp_limb_t *a,
                      int64_t an, const mp_limb_t *b, int64_t bn)
{
    int64_t qn = an - bn + 1, low = bn - qn - 1;
    bool whole = bn <= 2 * BLOCK;
    int64_t top = whole ? bn : qn + 1;
    if (!py_tick(iso, 2 * py_limbs_cost(qn, top) + (uint64_t)an / 16)) return false;
    if (whole) return py_mpn_divmod(iso, q, r, a, an, b, bn);
    mp_limb_t *part = py_limbs_room(iso, bn - 1);
    if (!part) return false;
    if (!py_mpn_divmod(iso, q, r + low, a + low, an - low, b + low, top)) return false;
    memcpy(r, a, (size_t)low * 8);
    if (!py_limbs_mul(iso, part, b, low, q, qn)) return false;
    mp_limb_t borrow = mpn_sub(r, r, bn, part, bn - 1);
    while (borrow) {
        mpn_sub_1(q, q, qn, 1);
        borrow -= mpn_add_n(r, r, b, bn);
    }
    py_buf_free(iso, py_buf_of(part));
    return true;
}

bool py_limbs_divmod(struct py_isolate *iso, mp_limb_t *q, mp_limb_t *r, const mp_limb_t *a,
                     int64_t an, const mp_limb_t *b, int64_t bn)
{
    int64_t qn = an - bn + 1;
    if (qn <= BLOCK) return div_piece(iso, q, r, a, an, b, bn);
    if (bn == 1) {
        if (!py_tick(iso, (uint64_t)an)) return false;
        r[0] = mpn_divrem_1(q, 0, a, an, b[0]);
        return true;
    }
    // Long division in blocks of BLOCK quotient limbs, from the top.
    mp_limb_t *cur = py_limbs_room(iso, bn + BLOCK), *part = py_limbs_room(iso, BLOCK + 1);
    if (!cur || !part) return false;
    int64_t top = (qn - 1) % BLOCK + 1, at = qn - top;
    memcpy(cur, a + at, (size_t)(bn + top - 1) * 8);
    int64_t cn = bn + top - 1;
    for (;;) {
        int64_t n = cn - bn + 1;
        if (!div_piece(iso, part, r, cur, cn, b, bn)) return false;
        // The remainder before a block is below b: the limb above its quotient digits is zero.
        memcpy(q + at, part, (size_t)(n < BLOCK ? n : BLOCK) * 8);
        if (at == 0) return true;
        at -= BLOCK;
        memcpy(cur, a + at, BLOCK * 8);
        memcpy(cur + BLOCK, r, (size_t)bn * 8);
        cn = bn + BLOCK;
    }
}
