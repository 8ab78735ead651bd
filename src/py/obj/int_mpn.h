// The functions of GMP that take scratch space, with that space counted: what is refused is an
// exception (false), never the end of the process. None ticks: callers bound and charge each call.
// Lint refuses GMP's own names elsewhere; the rest of mpn_* takes no memory.
#ifndef PY_INT_MPN_H
#define PY_INT_MPN_H

#include "int_int.h"

// r[0..an+bn) = a * b; a == b squares. an >= bn > 0; no overlap.
bool py_mpn_mul(struct py_isolate *iso, mp_limb_t *r, const mp_limb_t *a, int64_t an,
                const mp_limb_t *b, int64_t bn);
// q[0..an-bn+1), r[0..bn) = divmod(a, b). an >= bn > 0, b's top limb not 0.
bool py_mpn_divmod(struct py_isolate *iso, mp_limb_t *q, mp_limb_t *r, const mp_limb_t *a,
                   int64_t an, const mp_limb_t *b, int64_t bn);
// The limbs of g = gcd(u, v), both of which are destroyed; un >= vn > 0, v odd. 0: exception.
int64_t py_mpn_gcd(struct py_isolate *iso, mp_limb_t *g, mp_limb_t *u, int64_t un, mp_limb_t *v,
                   int64_t vn);
// r[0..(an+1)/2) = floor(sqrt(a)).
bool py_mpn_sqrt(struct py_isolate *iso, mp_limb_t *r, const mp_limb_t *a, int64_t an);
// Digit values of a, which is destroyed, into out; how many. 0: exception.
size_t py_mpn_get_str(struct py_isolate *iso, unsigned char *out, int base, mp_limb_t *a,
                      int64_t an);
// The limbs of the number with these n > 0 digit values. -1: exception.
int64_t py_mpn_set_str(struct py_isolate *iso, mp_limb_t *r, const unsigned char *digits, size_t n,
                       int base);

#endif
