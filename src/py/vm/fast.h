// Fast paths of the operators on small ints, floats, strings, lists, tuples, dicts and the
// iterators over them, inlined into the loop (vm.c). Each answers with NULL (or -1) and no
// exception when it is not its case: then the general operator runs.
#ifndef PY_FAST_H
#define PY_FAST_H

#include <stdlib.h>

#include "../obj/int.h"
#include "../obj/iter_int.h"
#include "../obj/set_int.h"
#include "vm.h"

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

// py_is_ptr and its kin for operands, which are bound: not NULL.
static inline bool bound_ptr(py_value v)
{
    return (PY_BITS(v) & 7) == 0;
}

static inline bool bound_kind(py_value v, enum py_kind k)
{
    return bound_ptr(v) && (py_ptr(v)->head & 0xff) == (uint64_t)k;
}

static inline bool bound_exact(py_value v, enum py_kind k)
{
    return bound_ptr(v) && (py_ptr(v)->head & (0xff | PY_F_SUB << 8)) == (uint64_t)k;
}

static inline bool two_flonums(py_value x, py_value y, double *dx, double *dy)
{
    if (!py_is_flonum(x) || !py_is_flonum(y)) return false;
    *dx = py_flonum(x);
    *dy = py_flonum(y);
    return true;
}

// A float and an int that a double holds exactly, in either order.
static inline bool flonum_and_int(py_value x, py_value y, double *dx, double *dy)
{
    py_value f = py_is_flonum(x) ? x : y, i = f == x ? y : x;
    if (!py_is_flonum(f) || !py_is_int(i) || llabs(py_small(i)) > INT64_C(1) << 53) return false;
    *dx = f == x ? py_flonum(x) : (double)py_small(x);
    *dy = f == x ? (double)py_small(y) : py_flonum(y);
    return true;
}

// Both operands as doubles when both are numbers that need no big ints; false otherwise.
static inline bool two_doubles(py_value x, py_value y, double *dx, double *dy)
{
    if (py_is_flonum(x)) *dx = py_flonum(x);
    else if (py_is_kind(x, PY_K_FLOAT)) *dx = ((struct py_float *)x)->v;
    else if (py_is_int(x) && !py_is_int(y)) *dx = (double)py_small(x);
    else return false;
    if (py_is_flonum(y)) *dy = py_flonum(y);
    else if (py_is_kind(y, PY_K_FLOAT)) *dy = ((struct py_float *)y)->v;
    else if (py_is_int(y)) *dy = (double)py_small(y);
    else return false;
    return !(py_is_kind(x, PY_K_FLOAT) && (py_ptr(x)->head >> 8 & PY_F_SUB)) &&
           !(py_is_kind(y, PY_K_FLOAT) && (py_ptr(y)->head >> 8 & PY_F_SUB));
}

// --- arithmetic ---------------------------------------------------------------------------------

static inline bool two_numbers(py_value x, py_value y, double *p, double *q)
{
    return two_flonums(x, y, p, q) || two_doubles(x, y, p, q);
}

// The tag bit of a small int is its lowest: sums work on the words as they are.
static inline py_value fast_add(py_value x, py_value y)
{
    int64_t r;
    double p, q;
    if (py_are_ints(x, y))
        return __builtin_add_overflow((int64_t)PY_BITS(x), (int64_t)(PY_BITS(y) - 1), &r)
                   ? NULL
                   : PY_FROM_BITS((uint64_t)r);
    return two_numbers(x, y, &p, &q) ? py_flonum_try(p + q) : NULL;
}

static inline py_value fast_sub(py_value x, py_value y)
{
    int64_t r;
    double p, q;
    if (py_are_ints(x, y))
        return __builtin_sub_overflow((int64_t)PY_BITS(x), (int64_t)(PY_BITS(y) - 1), &r)
                   ? NULL
                   : PY_FROM_BITS((uint64_t)r);
    return two_numbers(x, y, &p, &q) ? py_flonum_try(p - q) : NULL;
}

static inline py_value fast_mul(py_value x, py_value y)
{
    int64_t r;
    double p, q;
    if (py_are_ints(x, y))
        return __builtin_mul_overflow(py_small(x), (int64_t)(PY_BITS(y) - 1), &r)
                   ? NULL
                   : PY_FROM_BITS((uint64_t)r + 1);
    return two_numbers(x, y, &p, &q) ? py_flonum_try(p * q) : NULL;
}

// Quotients of ints that doubles hold exactly are rounded once, as they should be.
static inline py_value fast_div(py_value x, py_value y)
{
    double p, q;
    if (py_are_ints(x, y)) {
        int64_t a = py_small(x), b = py_small(y);
        bool exact = llabs(a) <= INT64_C(1) << 53 && llabs(b) <= INT64_C(1) << 53;
        return b != 0 && exact ? py_flonum_try((double)a / (double)b) : NULL;
    }
    return two_numbers(x, y, &p, &q) && q != 0 ? py_flonum_try(p / q) : NULL;
}

static inline py_value fast_floordiv(py_value x, py_value y)
{
    if (!py_are_ints(x, y) || py_small(y) == 0) return NULL;
    int64_t p = py_small(x), q = py_small(y), r = p / q;
    if (p % q != 0 && (p ^ q) < 0) r--;
    return LIKELY(py_fits_small(r)) ? py_small_new(r) : NULL;
}

static inline py_value fast_mod(py_value x, py_value y)
{
    if (!py_are_ints(x, y) || py_small(y) == 0) return NULL;
    int64_t q = py_small(y), r = py_small(x) % q;
    return py_small_new(r != 0 && (r ^ q) < 0 ? r + q : r);
}

static inline py_value fast_pow(py_value x, py_value y)
{
    int64_t r;
    if (!py_is_int(x) || y != py_small_new(2)) return NULL;
    if (__builtin_mul_overflow(py_small(x), py_small(x), &r)) return NULL;
    return py_fits_small(r) ? py_small_new(r) : NULL;
}

static inline py_value fast_lshift(py_value x, py_value y)
{
    if (!py_are_ints(x, y) || (uint64_t)py_small(y) >= 62) return NULL;
    int64_t p = py_small(x), n = py_small(y), r = (int64_t)((uint64_t)p << n);
    return r >> n == p && py_fits_small(r) ? py_small_new(r) : NULL;
}

static inline py_value fast_rshift(py_value x, py_value y)
{
    if (!py_are_ints(x, y) || py_small(y) < 0) return NULL;
    int64_t n = py_small(y);
    return py_small_new(py_small(x) >> (n > 63 ? 63 : n));
}

static inline py_value fast_and(py_value x, py_value y)
{
    return py_are_ints(x, y) ? PY_FROM_BITS(PY_BITS(x) & PY_BITS(y)) : NULL;
}

static inline py_value fast_or(py_value x, py_value y)
{
    return py_are_ints(x, y) ? PY_FROM_BITS(PY_BITS(x) | PY_BITS(y)) : NULL;
}

static inline py_value fast_xor(py_value x, py_value y)
{
    return py_are_ints(x, y) ? PY_FROM_BITS((PY_BITS(x) ^ PY_BITS(y)) | 1) : NULL;
}

static inline py_value fast_matmul(PY_UNUSED py_value x, PY_UNUSED py_value y)
{
    return NULL;
}

// --- comparison ---------------------------------------------------------------------------------

static inline bool both_str(py_value x, py_value y)
{
    return bound_exact(x, PY_K_STR) && bound_exact(y, PY_K_STR);
}

// Equality of two exact strs; lengths differ mostly, and interned ones need no look at the text.
static inline bool same_text(py_value x, py_value y)
{
    const struct py_str *a = py_str(x), *b = py_str(y);
    return a == b || (a->len == b->len && py_str_equal(a, b));
}

// Order of two texts, mostly known from their first characters.
static inline int text_order(const struct py_str *a, const struct py_str *b)
{
    if (a->width == 1 && b->width == 1 && a->len && b->len) {
        int d = *(const unsigned char *)a->data - *(const unsigned char *)b->data;
        if (d) return d;
    }
    return py_str_compare(a, b);
}

// 1 or 0; -1: not the case of this path. `op` is a constant where this is inlined.
static inline __attribute__((always_inline)) int fast_compare(py_value x, py_value y,
                                                              enum py_cmp op)
{
    double p, q;
    if (py_are_ints(x, y)) return PY_HOLDS(op, (int64_t)PY_BITS(x), (int64_t)PY_BITS(y));
    if (two_flonums(x, y, &p, &q) || flonum_and_int(x, y, &p, &q)) return PY_HOLDS(op, p, q);
    if (!both_str(x, y) || py_str(x)->len > PY_STR_LONG) return -1;
    if (op == PY_CMP_EQ || op == PY_CMP_NE) return same_text(x, y) == (op == PY_CMP_EQ);
    return PY_HOLDS(op, text_order(py_str(x), py_str(y)), 0);
}

// --- attributes ---------------------------------------------------------------------------------

// The instance `o`, if it has the shape and its class the version that the cache was filled for.
static inline __attribute__((always_inline)) struct py_inst *inst_as_cached(py_value o,
                                                                            const struct py_ic *ic)
{
    if (!LIKELY(bound_kind(o, PY_K_INST))) return NULL;
    struct py_inst *in = (struct py_inst *)o;
    bool same = in->at.shape == ic->key && py_obj_type(&in->h)->version == ic->aux;
    return LIKELY(same) ? in : NULL;
}

// --- calls --------------------------------------------------------------------------------------

// Calls a native with positional arguments where they lie: parameters left out become NULL behind
// them, in registers above or the room above those. Anything unusual goes the general way.
static inline py_value call_native(struct py_isolate *iso, struct py_builtin *b, py_value *a, int n)
{
    const struct py_sig *s = b->sig;
    if (UNLIKELY(!s || b->of_class)) return py_builtin_call(iso, b, a, n, NULL);
    int given = n - s->self, end = s->nparams + s->self;
    bool fits = given >= s->nreq && given <= s->npos && !(s->reqmask >> s->nreq) &&
                end - n <= PY_STACK_ROOM && a + end < iso->stack_end;
    bool receiver = !s->self || b->self || !b->owner ||
                    (n > 0 && py_type_fits(py_type_of(iso, a[0]), b->owner));
    if (UNLIKELY(!receiver || !(fits || s->raw))) return py_builtin_call(iso, b, a, n, NULL);
    if (s->raw) return py_row_call_raw(b->row, iso, a, n, NULL);
    for (int i = n; i < end; i++) a[i] = NULL;
    return py_row_call(b->row, iso, a, end);
}

// Whether a method's function adds no receiver of its own before the arguments.
static inline bool takes_receiver(py_value func)
{
    return py_is_kind(func, PY_K_FUNC) ||
           (py_is_kind(func, PY_K_BUILTIN) && !((struct py_builtin *)func)->self);
}

// --- containers and iterators -------------------------------------------------------------------

static inline bool list_index(const struct py_list *l, py_value k, uint64_t *i)
{
    int64_t x = py_small(k);
    if (x < 0) x += (int64_t)l->n;
    *i = (uint64_t)x;
    return (uint64_t)x < l->n;
}

// A character of an exact str.
static inline py_value str_char(struct py_isolate *iso, const struct py_str *s, size_t i)
{
    uint32_t c = py_str_at(s, i);
    return c < 256 && iso->chars[c] ? iso->chars[c] : py_str_char(iso, c);
}

// Subscript of the common exact types; NULL without exception: take the general way.
static inline py_value fast_getitem(struct py_isolate *iso, py_value o, py_value k)
{
    if (!bound_ptr(o)) return NULL;
    switch (py_ptr(o)->head & (0xff | PY_F_SUB << 8)) {
    case PY_K_LIST: {
        uint64_t i;
        if (!py_is_int(k) || !list_index(py_list(o), k, &i)) return NULL;
        return py_list(o)->v[i];
    }
    case PY_K_TUPLE: {
        if (!py_is_int(k)) return NULL;
        int64_t i = py_small(k);
        if (i < 0) i += (int64_t)py_tuple(o)->n;
        return (uint64_t)i < py_tuple(o)->n ? py_tuple(o)->v[i] : NULL;
    }
    case PY_K_DICT: return py_dict_get(iso, py_dict(o), k);
    case PY_K_STR: {
        if (!py_is_int(k)) return NULL;
        int64_t i = py_small(k);
        if (i < 0) i += py_str(o)->len;
        return (uint64_t)i < py_str(o)->len ? str_char(iso, py_str(o), (size_t)i) : NULL;
    }
    default: return NULL;
    }
}

// Membership: of a small int in an exact set, whose hash is at hand, and in an exact dict without
// dispatch. 1, 0, or -1 with an exception.
static inline int fast_contains(struct py_isolate *iso, py_value o, py_value k)
{
    if (py_is_exact(o, PY_K_SET) && py_is_int(k))
        return py_set_contains_hash(iso, py_set(o), k, py_small_hash(py_small(k)));
    if (!py_is_exact(o, PY_K_DICT)) return py_contains(iso, o, k);
    if (py_dict_get(iso, py_dict(o), k)) return 1;
    return iso->exc ? -1 : 0;
}

// Truth of constants, small ints and the exact types that have a length; -1: not the case of this
// path.
static inline int fast_truth(py_value v)
{
    if (py_is_bool(v)) return v == PY_TRUE;
    if (py_is_int(v)) return v != py_small_new(0);
    if (v == PY_NONE) return 0;
    if (!bound_ptr(v)) return -1;
    switch (py_ptr(v)->head & (0xff | PY_F_SUB << 8)) {
    case PY_K_STR: return py_str(v)->len != 0;
    case PY_K_LIST: return py_list(v)->n != 0;
    case PY_K_TUPLE: return py_tuple(v)->n != 0;
    case PY_K_DICT: return py_dict(v)->n != 0;
    case PY_K_SET: return py_set(v)->n != 0;
    default: return -1;
    }
}

// The iterator of a sequence of that exact type, going forwards and not at its end; else NULL.
static inline struct py_seqiter *iterator_over(py_value it, enum py_kind k)
{
    struct py_seqiter *s = (struct py_seqiter *)it;
    return bound_kind(it, PY_K_SEQITER) && s->seq && bound_exact(s->seq, k) &&
                   !(py_obj_flags(&s->h) & (PY_F_USER0 | PY_F_USER1))
               ? s
               : NULL;
}

// One step of such an iterator; NULL without exception at the end.
static inline py_value step_list(struct py_seqiter *s)
{
    if (LIKELY((uint64_t)s->i < py_list(s->seq)->n)) return py_list(s->seq)->v[s->i++];
    s->seq = NULL;
    return NULL;
}

static inline py_value step_tuple(struct py_seqiter *s)
{
    if (LIKELY((uint64_t)s->i < py_tuple(s->seq)->n)) return py_tuple(s->seq)->v[s->i++];
    s->seq = NULL;
    return NULL;
}

static inline py_value step_str(struct py_isolate *iso, struct py_seqiter *s)
{
    if (LIKELY((uint64_t)s->i < py_str(s->seq)->len))
        return str_char(iso, py_str(s->seq), (size_t)s->i++);
    s->seq = NULL;
    return NULL;
}

// One step of any iterator; NULL without exception at the end. Generators aside.
static inline py_value step_iter(struct py_isolate *iso, py_value it)
{
    struct py_type *t = py_type_of(iso, it);
    if (t->s.next) return py_slot_next(iso, &t->s, it);
    return py_raise_type_error(iso, "'%T' object is not an iterator", it);
}

#endif
