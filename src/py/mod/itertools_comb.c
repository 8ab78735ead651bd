// Module itertools: product, permutations, combinations. a is the pool (a tuple; for product a
// tuple of pools), buf holds the indices, n their number, flag: the first result is still to come,
// i < 0: exhausted.
#include "itertools_int.h"

static int64_t *indices(const struct py_it *it)
{
    return (int64_t *)((char *)it->buf + offsetof(struct py_buf, u));
}

static struct py_it *comb_new(struct py_isolate *iso, struct py_type *cls, py_value pool,
                              int64_t words, int64_t r)
{
    if (words > INT64_MAX / 16) return py_raise_no_memory(iso);
    struct py_buf *b = pool ? py_buf_new(iso, PY_K_RAW, (size_t)(words + 1) * 8) : NULL;
    struct py_it *it = b ? py_it_new(iso, cls) : NULL;
    if (!it) return NULL;
    it->a = pool;
    it->buf = b;
    it->n = r;
    it->flag = true;
    return it;
}

// The tuple of pool items at the indices.
static py_value result(struct py_isolate *iso, const struct py_it *it)
{
    py_value t = py_tuple_new(iso, (uint64_t)it->n);
    if (!t || !py_tick(iso, (uint64_t)it->n / 8)) return NULL;
    for (int64_t i = 0; i < it->n; i++) py_tuple(t)->v[i] = py_tuple(it->a)->v[indices(it)[i]];
    return t;
}

// Arguments iterable and r of the three functions below; r may be None, or left out, where `min`
// is 1.
static bool pool_args(struct py_isolate *iso, const char *fn, int min, py_value *a, int n,
                      py_value kw, py_value *pool, int64_t *r)
{
    const struct py_args_spec spec = {fn, {"iterable", "r"}, 2, 0, 2, min};
    py_value arg[2];
    if (!py_args_take(iso, &spec, a, n, kw, arg)) return false;
    if (!(*pool = py_tuple_of(iso, arg[0]))) return false;
    *r = (int64_t)py_tuple(*pool)->n;
    if (!arg[1] || (min == 1 && arg[1] == PY_NONE)) return true;
    if (min == 1 && !py_is_anyint(arg[1])) {
        py_raise_type_error(iso, "Expected int as r");
        return false;
    }
    if (!py_as_int64(iso, arg[1], r)) return false;
    if (*r >= 0) return true;
    py_raise_value_error(iso, "r must be non-negative");
    return false;
}

// --- combinations -------------------------------------------------------------------------------

static py_value combinations_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                                  py_value kw)
{
    py_value pool;
    int64_t r;
    if (!pool_args(iso, "combinations", 2, a, n, kw, &pool, &r)) return NULL;
    bool none = r > (int64_t)py_tuple(pool)->n;
    struct py_it *it = comb_new(iso, cls, pool, none ? 0 : r, r);
    if (!it) return NULL;
    for (int64_t i = 0; !none && i < r; i++) indices(it)[i] = i;
    if (none) it->i = -1;
    return (py_value)it;
}

static py_value combinations_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    int64_t *ix = indices(it), r = it->n, size = (int64_t)py_tuple(it->a)->n, i = r - 1;
    if (it->i < 0) return NULL;
    if (it->flag) {
        it->flag = false;
        return result(iso, it);
    }
    while (i >= 0 && ix[i] == i + size - r) i--;
    if (i < 0) {
        it->i = -1;
        return NULL;
    }
    ix[i]++;
    for (i++; i < r; i++) ix[i] = ix[i - 1] + 1;
    return result(iso, it);
}

PY_IT_TYPE(combinations, combinations_make, combinations_next,
           .doc = "All choices of r items, in the order that they have: combinations('abc', 2) "
                  "gives ab, ac, bc as tuples.");

static py_value cwr_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                         py_value kw)
{
    py_value pool;
    int64_t r;
    if (!pool_args(iso, "combinations_with_replacement", 2, a, n, kw, &pool, &r)) return NULL;
    struct py_it *it = comb_new(iso, cls, pool, r, r);
    if (it && r > 0 && !py_tuple(pool)->n) it->i = -1;
    return (py_value)it;
}

static py_value cwr_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    int64_t *ix = indices(it), i = it->n - 1, last = (int64_t)py_tuple(it->a)->n - 1;
    if (it->i < 0) return NULL;
    if (it->flag) {
        it->flag = false;
        return result(iso, it);
    }
    while (i >= 0 && ix[i] == last) i--;
    if (i < 0) {
        it->i = -1;
        return NULL;
    }
    int64_t k = ix[i] + 1;
    for (; i < it->n; i++) ix[i] = k;
    return result(iso, it);
}

PY_IT_TYPE(combinations_with_replacement, cwr_make, cwr_next,
           .doc = "All choices of r items where each may be taken again: of 'ab' by twos these are "
                  "aa, ab, bb as tuples.");

// --- permutations: indices of the whole pool, then r cycle counters -----------------------------

static py_value permutations_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                                  py_value kw)
{
    py_value pool;
    int64_t r;
    if (!pool_args(iso, "permutations", 1, a, n, kw, &pool, &r)) return NULL;
    int64_t size = (int64_t)py_tuple(pool)->n;
    bool none = r > size;
    struct py_it *it = comb_new(iso, cls, pool, none ? 0 : size + r, r);
    if (!it) return NULL;
    for (int64_t i = 0; !none && i < size; i++) indices(it)[i] = i;
    for (int64_t i = 0; !none && i < r; i++) indices(it)[size + i] = size - i;
    if (none) it->i = -1;
    return (py_value)it;
}

static py_value permutations_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    int64_t size = (int64_t)py_tuple(it->a)->n, *ix = indices(it), *cycles = ix + size;
    if (it->i < 0) return NULL;
    if (it->flag) {
        it->flag = false;
        return result(iso, it);
    }
    for (int64_t i = it->n - 1; i >= 0; i--) {
        if (--cycles[i] == 0) {
            int64_t first = ix[i];
            memmove(ix + i, ix + i + 1, (size_t)(size - 1 - i) * 8);
            ix[size - 1] = first;
            cycles[i] = size - i;
        } else {
            int64_t j = size - cycles[i], t = ix[i];
            ix[i] = ix[j];
            ix[j] = t;
            return result(iso, it);
        }
    }
    it->i = -1;
    return NULL;
}

PY_IT_TYPE(permutations, permutations_make, permutations_next,
           .doc = "All arrangements of r items, or of all: permutations('ab') gives ab, ba as "
                  "tuples.");

// --- product ------------------------------------------------------------------------------------

static py_value product_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                             py_value kw)
{
    int64_t repeat = 1, count;
    for (uint64_t i = 0; kw && i < py_tuple(kw)->n; i++) {
        if (!py_str_is(py_tuple(kw)->v[i], "repeat"))
            return py_raise_type_error(iso, "'%U' is an invalid keyword argument for product()",
                                       py_tuple(kw)->v[i]);
        if (!py_as_int64(iso, a[(uint64_t)n + i], &repeat)) return NULL;
        if (repeat < 0) return py_raise_value_error(iso, "repeat argument cannot be negative");
    }
    if (__builtin_mul_overflow(repeat, (int64_t)n, &count) || count > INT64_MAX / 64)
        return py_raise(iso, PY_T_OverflowError, "repeat argument too large");
    if (!py_mem_check(iso, (uint64_t)count * 16)) return NULL;
    py_value pools = py_tuple_new(iso, (uint64_t)count);
    for (int64_t i = 0; pools && i < count; i++) {
        py_value p = i < n ? py_tuple_of(iso, a[i]) : py_tuple(pools)->v[i - n];
        if (!p) return NULL;
        py_tuple(pools)->v[i] = p;
    }
    return (py_value)comb_new(iso, cls, pools, count, count);
}

static py_value product_next(struct py_isolate *iso, py_value self)
{
    struct py_it *it = py_it(self);
    int64_t *ix = indices(it), i;
    if (it->i < 0) return NULL;
    if (it->flag) {
        it->flag = false;
        for (i = 0; i < it->n; i++)
            if (!py_tuple(py_tuple(it->a)->v[i])->n) break;
        if (i < it->n) {
            it->i = -1;
            return NULL;
        }
    } else {
        for (i = it->n - 1; i >= 0; i--) {
            if ((uint64_t)++ix[i] < py_tuple(py_tuple(it->a)->v[i])->n) break;
            ix[i] = 0;
        }
        if (i < 0) {
            it->i = -1;
            return NULL;
        }
    }
    py_value t = py_tuple_new(iso, (uint64_t)it->n);
    if (!t || !py_tick(iso, (uint64_t)it->n / 8)) return NULL;
    for (i = 0; i < it->n; i++) py_tuple(t)->v[i] = py_tuple(py_tuple(it->a)->v[i])->v[ix[i]];
    return t;
}

PY_IT_TYPE(product, product_make, product_next,
           .doc = "All ways to take one item from each iterable, the last changing fastest: "
                  "product('ab', 'xy') gives ax, ay, bx, by as tuples.");
