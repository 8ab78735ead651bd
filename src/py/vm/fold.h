// Generators that a native would consume to their end, folded inside the loop: sum(x for ...),
// any, all, min, max, list, tuple, sorted and join. The generator's frame runs above the caller's
// and every YIELD feeds the fold and goes on, with no frame saved and no C call between. An item
// that is not plain (a number, for any and all an exact container) suspends the generator as usual
// and the native's own loop takes over with what the fold has so far: user code never runs inside a
// step.
#ifndef PY_FOLD_H
#define PY_FOLD_H

#include <math.h>

#include "fast.h"

// A native that consumes generators: what folding one is, and how the call goes on over the rest of
// `it` when `item` came next after what made `so_far` (a total, the best; NULL: nothing yet). Those
// that take a list of all items have no rest.
struct py_fold_row {
    void (*fn)(void); // of its row
    enum py_fold_kind kind;
    bool method;
    py_value (*rest)(struct py_isolate *iso, py_value it, py_value item, py_value so_far);
};

// The fold that calling `callee` with a generator as its last argument means; PY_FOLD_NONE: a call
// as any other.
enum py_fold_kind py_fold_kind(struct py_isolate *iso, py_value callee, const py_value *args,
                               int nargs);
// The call's result after the generator returned; `left` is in the frame just left, and emptied.
py_value py_fold_end(struct py_isolate *iso, struct py_fold *left);
// The call's result when the suspended generator has yielded v, which the fold does not take.
py_value py_fold_rest(struct py_isolate *iso, struct py_fold *left, py_value v);

// One more item of the list. False: memory.
bool py_fold_append(struct py_isolate *iso, struct py_fold *d, py_value v);

static inline bool fold_int(struct py_fold *d, py_value v)
{
    int64_t sum;
    if (py_is_flonum(v)) { // as int + float
        d->kind = PY_FOLD_FLOATS;
        d->u.f.sum = (double)d->u.sum + py_flonum(v);
        d->u.f.low = 0;
        return true;
    }
    if (!py_is_int(v) && !py_is_bool(v)) return false;
    if (__builtin_add_overflow(d->u.sum, py_is_int(v) ? py_small(v) : v == PY_TRUE, &sum))
        return false;
    d->u.sum = sum;
    return true;
}

// One step of Neumaier's compensated sum: *low gathers what rounding lost.
static inline void py_sum_step(double *sum, double *low, double x)
{
    double t = *sum + x;
    *low += fabs(*sum) >= fabs(x) ? (*sum - t) + x : (x - t) + *sum;
    *sum = t;
}

static inline bool fold_float(struct py_fold *d, py_value v)
{
    if (py_is_flonum(v)) py_sum_step(&d->u.f.sum, &d->u.f.low, py_flonum(v));
    else if (py_is_int(v)) d->u.f.sum += (double)py_small(v);
    else return false;
    return true;
}

static inline bool fold_best(struct py_fold *d, py_value v)
{
    py_value best = d->value;
    bool less, more;
    if (best && py_are_ints(v, best)) {
        less = py_small(v) < py_small(best);
        more = py_small(v) > py_small(best);
    } else if (best && py_is_flonum(v) && py_is_flonum(best)) {
        less = py_flonum(v) < py_flonum(best);
        more = py_flonum(v) > py_flonum(best);
    } else if (best) {
        return false;
    }
    if (!best || (d->kind == PY_FOLD_MIN ? less : more)) d->value = v;
    return true;
}

// Takes the next item; false: not an item that this fold takes, or memory.
static inline bool fold_step(struct py_isolate *iso, struct py_fold *d, py_value v)
{
    switch (d->kind) {
    case PY_FOLD_INTS: return fold_int(d, v);
    case PY_FOLD_FLOATS: return fold_float(d, v);
    case PY_FOLD_ANY: return fast_truth(v) == 0;
    case PY_FOLD_ALL: return fast_truth(v) == 1;
    case PY_FOLD_LIST: return py_fold_append(iso, d, v);
    case PY_FOLD_MIN:
    case PY_FOLD_MAX: return fold_best(d, v);
    default: return false;
    }
}

#endif
