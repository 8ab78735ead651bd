// Module math: gcd, lcm, factorials, combinations, integer square root.
#include "../obj/int.h"
#include "math_int.h"

static py_value fold(struct py_isolate *iso, py_value *a, int n, py_value unit,
                     py_value (*f)(struct py_isolate *, py_value, py_value))
{
    py_value r = unit;
    for (int i = 0; i < n && r; i++) {
        py_value v = py_index(iso, a[i]);
        r = v ? f(iso, r, v) : NULL;
        if (r && !py_tick(iso, 1)) return NULL;
    }
    return r;
}

static py_value lcm2(struct py_isolate *iso, py_value a, py_value b)
{
    if (py_int_sign(a) == 0 || py_int_sign(b) == 0) return py_small_new(0);
    py_value g = py_int_gcd(iso, a, b), q = g ? py_int_floordiv(iso, a, g) : NULL;
    py_value r = q ? py_int_mul(iso, q, b) : NULL;
    return r ? py_int_abs(iso, r) : NULL;
}

PY_NATIVE_RAW(py_math_gcd)
{
    if (kw && py_tuple(kw)->n)
        return py_raise_type_error(iso, "math.gcd() takes no keyword arguments");
    return fold(iso, a, n, py_small_new(0), py_int_gcd);
}

PY_NATIVE_RAW(py_math_lcm)
{
    if (kw && py_tuple(kw)->n)
        return py_raise_type_error(iso, "math.lcm() takes no keyword arguments");
    return fold(iso, a, n, py_small_new(1), lcm2);
}

PY_NATIVE(py_math_isqrt)
{
    py_value v = py_index(iso, a[0]);
    if (!v) return NULL;
    if (py_int_sign(v) < 0)
        return py_raise_value_error(iso, "isqrt() argument must be nonnegative");
    return py_int_isqrt(iso, v);
}

// r times word; r NULL: 1.
static py_value times_word(struct py_isolate *iso, py_value r, uint64_t word)
{
    py_value factor = py_int_from_u64(iso, word);
    return r && factor ? py_int_mul(iso, r, factor) : factor;
}

// Product of lo, lo+step .. below hi, halves first so that factors stay balanced.
static py_value product(struct py_isolate *iso, int64_t lo, int64_t hi)
{
    if (hi - lo <= 16) { // as many factors as fit in a word at a time
        uint64_t word = 1, next;
        py_value r = NULL;
        for (int64_t i = lo; i < hi; i++, word = next)
            if (__builtin_mul_overflow(word, (uint64_t)i, &next)) {
                if (!(r = times_word(iso, r, word))) return NULL;
                next = (uint64_t)i;
            }
        return times_word(iso, r, word);
    }
    int64_t mid = lo + (hi - lo) / 2;
    if (!py_tick(iso, 1)) return NULL;
    py_value a = product(iso, lo, mid), b = a ? product(iso, mid, hi) : NULL;
    return b ? py_int_mul(iso, a, b) : NULL;
}

PY_NATIVE(py_math_factorial)
{
    int64_t k;
    if (py_is_float(a[0]))
        return py_raise_type_error(iso, "'float' object cannot be interpreted as an integer");
    py_value v = py_index(iso, a[0]);
    if (!v) return NULL;
    if (py_int_sign(v) < 0)
        return py_raise_value_error(iso, "factorial() not defined for negative values");
    if (!py_int_get64(v, &k))
        return py_raise(iso, PY_T_OverflowError, "factorial() argument should not exceed %lld",
                        (long long)INT64_MAX);
    // n! has about n * log2(n / e) bits: refuse what can never fit.
    uint64_t log2 = k > 3 ? (uint64_t)(62 - __builtin_clzll((uint64_t)k)) : 0;
    if (k > 1 << 20 &&
        ((uint64_t)k > UINT64_MAX / 64 || !py_mem_check(iso, (uint64_t)k * log2 / 8)))
        return iso->exc ? NULL : py_raise_no_memory(iso);
    return k < 2 ? py_small_new(1) : product(iso, 2, k + 1);
}

// n * (n-1) * ... k factors, n a big or small int.
static py_value falling(struct py_isolate *iso, py_value n, int64_t k)
{
    int64_t small;
    if (py_int_get64(n, &small) && small < PY_INT_MAX)
        return k ? product(iso, small - k + 1, small + 1) : py_small_new(1);
    py_value r = py_small_new(1);
    for (int64_t i = 0; i < k && r; i++) {
        py_value f = py_int_sub(iso, n, py_small_new(i));
        r = f ? py_int_mul(iso, r, f) : NULL;
    }
    return r;
}

// Checks n and k. 1 go on, 0 the result is zero, -1 exception.
static int choose_args(struct py_isolate *iso, py_value *n, py_value *k, bool symmetric,
                       int64_t *count)
{
    *n = py_index(iso, *n);
    *k = *n ? py_index(iso, *k) : NULL;
    if (!*k) return -1;
    const char *bad = py_int_sign(*n) < 0 ? "n" : py_int_sign(*k) < 0 ? "k" : NULL;
    if (bad) {
        py_raise_value_error(iso, "%s must be a non-negative integer", bad);
        return -1;
    }
    if (py_int_cmp(*k, *n) > 0) return 0;
    if (symmetric) {
        py_value rest = py_int_sub(iso, *n, *k);
        if (!rest) return -1;
        if (py_int_cmp(rest, *k) < 0) *k = rest;
    }
    if (!py_int_get64(*k, count)) {
        py_raise(iso, PY_T_OverflowError,
                 symmetric ? "min(n - k, k) must not exceed %lld" : "k must not exceed %lld",
                 (long long)INT64_MAX);
        return -1;
    }
    return 1;
}

PY_NATIVE(py_math_perm)
{
    if (!a[1] || a[1] == PY_NONE) return py_math_factorial(iso, a);
    int64_t k;
    int ok = choose_args(iso, &a[0], &a[1], false, &k);
    return ok == 1 ? falling(iso, a[0], k) : ok ? NULL : py_small_new(0);
}

// C(n, k) for small n without leaving machine words where the next product is known to fit.
static py_value comb_small(struct py_isolate *iso, int64_t n, int64_t k)
{
    unsigned __int128 r = 1;
    for (int64_t i = 1; i <= k; i++) {
        r *= (uint64_t)(n - k + i);
        r = r >> 64 ? r / (uint64_t)i : (uint64_t)r / (uint64_t)i; // the second is much faster
        if (r >> 62) {                                             // continue with big ints
            py_value low = py_int_from_u64(iso, (uint64_t)r);
            py_value big = py_int_from_u64(iso, (uint64_t)(r >> 64));
            big = low && big ? py_int_shift(iso, big, 64) : NULL;
            big = big ? py_int_add(iso, big, low) : NULL;
            for (i++; i <= k && big; i++) {
                big = py_int_mul(iso, big, py_small_new(n - k + i));
                big = big ? py_int_floordiv(iso, big, py_small_new(i)) : NULL;
                if (big && !py_tick(iso, 1)) return NULL;
            }
            return big;
        }
    }
    return py_small_new((int64_t)r);
}

PY_NATIVE(py_math_comb)
{
    int64_t k, top;
    int ok = choose_args(iso, &a[0], &a[1], true, &k);
    if (ok != 1) return ok ? NULL : py_small_new(0);
    if (py_int_get64(a[0], &top) && top < PY_INT_MAX && k < 64) return comb_small(iso, top, k);
    py_value num = falling(iso, a[0], k), den = num ? product(iso, 2, k + 1) : NULL;
    return den ? py_int_floordiv(iso, num, den) : NULL;
}
