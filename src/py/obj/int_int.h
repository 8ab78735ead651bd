// Inside of int*.c: limbs of any int, and results built limb by limb.
#ifndef PY_INT_INT_H
#define PY_INT_INT_H

#include <gmp.h>

#include "int.h"

// A read-only view of |v|. A small value's limb lives in the view itself: do not copy views.
struct py_limbs {
    const mp_limb_t *d;
    int64_t n; // limbs, 0 for zero
    bool neg;
    mp_limb_t one;
};
void py_limbs_of(struct py_limbs *l, py_value any);

// A bigint with room for n limbs (zeroed), to be filled and passed to py_int_done. NULL: exception.
struct py_bigint *py_bigint_new(struct py_isolate *iso, int64_t n);
// Normalises: strips leading zero limbs, turns into a small int when it fits.
py_value py_int_done(struct py_isolate *iso, struct py_bigint *b, int64_t n, bool neg);

// r[0..an+bn) = a * b, charged and split into interruptible parts. an, bn > 0; no overlap.
bool py_limbs_mul(struct py_isolate *iso, mp_limb_t *r, const mp_limb_t *a, int64_t an,
                  const mp_limb_t *b, int64_t bn);
// q[0..an-bn+1), r[0..bn): truncating division, an >= bn > 0, b's top limb not 0. Charged, split.
bool py_limbs_divmod(struct py_isolate *iso, mp_limb_t *q, mp_limb_t *r, const mp_limb_t *a,
                     int64_t an, const mp_limb_t *b, int64_t bn);
// Rough cost in ticks of multiplying n by m limbs.
uint64_t py_limbs_cost(int64_t n, int64_t m);
// Room for n limbs in collected memory. NULL: exception.
mp_limb_t *py_limbs_room(struct py_isolate *iso, int64_t n);

static inline int64_t py_limb_bits(mp_limb_t x)
{
    return x ? 64 - __builtin_clzll(x) : 0;
}

#endif
