// Module math: fsum, prod, sumprod, dist, hypot. Sums are exact or carry their rounding errors
// along.
#include <float.h>
#include <math.h>

#include "../obj/float.h"
#include "../obj/int.h"
#include "math_int.h"

// A result and what its rounding lost; together they are exact.
struct exact {
    double value, lost;
};

// D. E. Knuth, The Art of Computer Programming, volume 2, 4.2.2, theorem B.
static struct exact sum_of(double a, double b)
{
    double value = a + b, part = value - a;
    return (struct exact){value, (a - (value - part)) + (b - part)};
}

static struct exact product_of(double a, double b)
{
    double value = a * b;
    return (struct exact){value, fma(a, b, -value)};
}

// --- fsum --------------------------------------------------------------------------------------
// J. R. Shewchuk, Adaptive precision floating-point arithmetic (1997).

// Parts whose sum is exact, of which none overlaps another, the smallest first.
struct partials {
    double small[32], *p;
    size_t n, cap;
};

static bool push(struct py_isolate *iso, struct partials *s, double x)
{
    if (s->n == s->cap) {
        struct py_buf *b = py_buf_new(iso, PY_K_RAW, s->cap * 2 * sizeof(double));
        if (!b) return false;
        double *grown = (double *)((char *)b + offsetof(struct py_buf, u));
        memcpy(grown, s->p, s->n * sizeof(double));
        s->p = grown;
        s->cap *= 2;
    }
    s->p[s->n++] = x;
    return true;
}

static bool add(struct py_isolate *iso, struct partials *s, double x)
{
    size_t keep = 0;
    for (size_t i = 0; i < s->n; i++) {
        struct exact sum = sum_of(x, s->p[i]);
        if (sum.lost != 0) s->p[keep++] = sum.lost;
        x = sum.value;
    }
    s->n = keep;
    if (x == 0) return true;
    if (isfinite(x)) return push(iso, s, x);
    py_raise(iso, PY_T_OverflowError, "intermediate overflow in fsum");
    return false;
}

// The parts rounded to one float, half to even.
static double total(const struct partials *s)
{
    size_t n = s->n;
    struct exact sum = {0, 0};
    while (n && sum.lost == 0) sum = sum_of(sum.value, s->p[--n]);
    if (!n || sum.lost == 0) return sum.value;
    // What was lost may have been half a unit, and decided as a tie; a part of its sign below says
    // that it was more.
    double twice = 2 * sum.lost, next = sum.value + twice;
    bool more = (sum.lost < 0) == (s->p[n - 1] < 0);
    return more && next - sum.value == twice ? next : sum.value;
}

PY_NATIVE(py_math_fsum)
{
    struct partials s = {.n = 0, .cap = 32};
    s.p = s.small;
    double special = 0, infs = 0, x;
    py_value it = py_iter(iso, a[0]), v;
    if (!it) return NULL;
    while ((v = py_next(iso, it))) {
        if (!py_math_arg(iso, v, &x) || !py_tick(iso, 1)) return NULL;
        if (!isfinite(x)) {
            if (isinf(x)) infs += x;
            special += x;
        } else if (!add(iso, &s, x)) {
            return NULL;
        }
    }
    if (iso->exc) return NULL;
    if (special != 0) {
        if (isnan(infs)) return py_raise_value_error(iso, "-inf + inf in fsum");
        return py_float_new(iso, special);
    }
    return py_float_new(iso, total(&s));
}

// --- prod ---------------------------------------------------------------------------------------

PY_NATIVE(py_math_prod)
{
    py_value r = a[1] ? a[1] : py_small_new(1), it = py_iter(iso, a[0]), v;
    if (!it) return NULL;
    while ((v = py_next(iso, it))) {
        if (py_is_flonum(r) && py_is_flonum(v)) r = py_float_new(iso, py_flonum(r) * py_flonum(v));
        else r = py_binary(iso, PY_BIN_MUL, r, v);
        if (!r || !py_tick(iso, 1)) return NULL;
    }
    return iso->exc ? NULL : r;
}

// --- sumprod -----------------------------------------------------------------------------------
// T. Ogita, S. M. Rump, S. Oishi, Accurate sum and dot product (2005), threefold.

// A sum of products in three parts that are not added up.
struct triple {
    double high, low, tiny;
};

static struct triple add_product(struct triple t, double x, double y)
{
    struct exact product = product_of(x, y), high = sum_of(t.high, product.value),
                 low = sum_of(t.low, product.lost), carried = sum_of(low.value, high.lost);
    return (struct triple){high.value, carried.value, t.tiny + (low.lost + carried.lost)};
}

static double triple_value(struct triple t)
{
    struct exact small = sum_of(t.tiny, t.low), all = sum_of(small.value, t.high);
    return all.value + (small.lost + all.lost);
}

// Sums so far: of the products of ints at the beginning, as long as 64 bits hold them, of the
// products of floats up to the first other pair behind that, and of all the rest. As in CPython,
// where what is rounded together decides the result.
struct sumprod {
    int64_t ints;
    struct triple floats;
    py_value plain;
    bool ints_over, any_floats, floats_over;
};

static bool as_int64(struct py_isolate *iso, py_value v, int64_t *out)
{
    if (py_is_int(v)) *out = py_small(v);
    else return py_is_bigint(v) && py_int_bits(v) < 64 && py_as_int64(iso, v, out);
    return true;
}

static bool add_ints(struct py_isolate *iso, struct sumprod *s, py_value x, py_value y)
{
    int64_t ix, iy, product, sum;
    if (s->ints_over || !as_int64(iso, x, &ix) || !as_int64(iso, y, &iy) ||
        __builtin_mul_overflow(ix, iy, &product) || __builtin_add_overflow(s->ints, product, &sum))
        return false;
    s->ints = sum;
    return true;
}

static bool is_float(py_value v)
{
    return py_is_flonum(v) || py_is_exact(v, PY_K_FLOAT);
}

// A float, or an int or bool that is one at once.
static bool as_float(struct py_isolate *iso, py_value v, double *out)
{
    if (is_float(v)) *out = py_float(v);
    else if (py_is_int(v)) *out = (double)py_small(v);
    else if (py_is_bool(v)) *out = v == PY_TRUE;
    else if (!py_is_bigint(v)) return false;
    else if (!py_int_to_double(iso, v, out)) return py_error_clear(iso), false; // too large
    return true;
}

// Adds a product by floats; false: it is none of them, or too large.
static bool add_floats(struct py_isolate *iso, struct sumprod *s, py_value x, py_value y)
{
    double dx, dy;
    if (s->floats_over || !(is_float(x) || is_float(y)) || !as_float(iso, x, &dx) ||
        !as_float(iso, y, &dy))
        return false;
    struct triple next = add_product(s->floats, dx, dy);
    if (!isfinite(next.high)) return false;
    s->floats = next;
    return s->any_floats = true;
}

static bool add_plain(struct py_isolate *iso, struct sumprod *s, py_value v)
{
    s->plain = v ? py_binary(iso, PY_BIN_ADD, s->plain, v) : NULL;
    return s->plain != NULL;
}

static bool end_ints(struct py_isolate *iso, struct sumprod *s)
{
    if (s->ints_over) return true;
    s->ints_over = true;
    return add_plain(iso, s, py_int_new(iso, s->ints));
}

static bool end_floats(struct py_isolate *iso, struct sumprod *s)
{
    s->floats_over = true;
    if (!s->any_floats) return true;
    s->any_floats = false;
    return add_plain(iso, s, py_float_new(iso, triple_value(s->floats)));
}

PY_NATIVE(py_math_sumprod)
{
    py_value p = py_iter(iso, a[0]), q = p ? py_iter(iso, a[1]) : NULL;
    if (!q) return NULL;
    struct sumprod s = {.plain = py_small_new(0)};
    for (;;) {
        py_value x = py_next(iso, p), y = iso->exc ? NULL : py_next(iso, q);
        if (iso->exc) return NULL;
        if (!x != !y) return py_raise_value_error(iso, "Inputs are not the same length");
        if (!x) return end_ints(iso, &s) && end_floats(iso, &s) ? s.plain : NULL;
        if (!py_tick(iso, 1)) return NULL;
        if (add_ints(iso, &s, x, y)) continue;
        if (!end_ints(iso, &s)) return NULL;
        if (add_floats(iso, &s, x, y)) continue;
        if (!end_floats(iso, &s) || !add_plain(iso, &s, py_binary(iso, PY_BIN_MUL, x, y)))
            return NULL;
    }
}

// --- distances ----------------------------------------------------------------------------------

// A sum of squares that begins with 1, so that it is not smaller than what is added, with what the
// roundings of squares and of sums lost.
struct squares {
    double sum, squares_lost, sums_lost;
};

static void add_square(struct squares *s, double x, int sign)
{
    struct exact square = product_of(x, sign * x), sum = sum_of(s->sum, square.value);
    s->sum = sum.value;
    s->squares_lost += square.lost;
    s->sums_lost += sum.lost;
}

static double squares_value(const struct squares *s)
{
    return s->sum - 1.0 + (s->squares_lost + s->sums_lost);
}

// The root of the sum of the squares of n numbers, none below 0, of which max is the largest. They
// are scaled to be below 1; a step of Newton's method takes away what the root's rounding lost.
static double norm(double *v, size_t n, double max, bool nan)
{
    if (isinf(max)) return max;
    if (nan) return NAN;
    if (max == 0 || n <= 1) return max;
    int exponent;
    frexp(max, &exponent);
    if (exponent < -1023) { // 1 over the scale would be infinite
        for (size_t i = 0; i < n; i++) v[i] /= DBL_MIN;
        return DBL_MIN * norm(v, n, max / DBL_MIN, false);
    }
    double scale = ldexp(1.0, -exponent);
    struct squares s = {.sum = 1.0};
    for (size_t i = 0; i < n; i++) add_square(&s, v[i] * scale, 1);
    double root = sqrt(squares_value(&s));
    add_square(&s, root, -1);
    return (root + squares_value(&s) / (2.0 * root)) / scale;
}

// Room for n doubles, whose work it charges.
static double *room(struct py_isolate *iso, size_t n, double *small, size_t cap)
{
    if (n <= cap) return small;
    if (!py_tick(iso, n)) return NULL;
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, n * sizeof(double));
    return b ? (double *)((char *)b + offsetof(struct py_buf, u)) : NULL;
}

PY_NATIVE_RAW(py_math_hypot)
{
    if (kw && py_tuple(kw)->n)
        return py_raise_type_error(iso, "math.hypot() takes no keyword arguments");
    double small[16], max = 0, *v = room(iso, (size_t)n, small, 16);
    bool nan = false;
    if (!v) return NULL;
    for (int i = 0; i < n; i++) {
        if (!py_math_arg(iso, a[i], &v[i])) return NULL;
        v[i] = fabs(v[i]);
        nan |= isnan(v[i]);
        if (v[i] > max) max = v[i];
    }
    return py_float_new(iso, norm(v, (size_t)n, max, nan));
}

PY_NATIVE(py_math_dist)
{
    py_value p = py_tuple_of(iso, a[0]), q = p ? py_tuple_of(iso, a[1]) : NULL;
    if (!q) return NULL;
    size_t count = py_tuple(p)->n;
    if (count != py_tuple(q)->n)
        return py_raise_value_error(iso, "both points must have the same number of dimensions");
    double small[16], max = 0, x, y, *v = room(iso, count, small, 16);
    bool nan = false;
    if (!v) return NULL;
    for (size_t i = 0; i < count; i++) {
        if (!py_math_arg(iso, py_tuple(p)->v[i], &x) || !py_math_arg(iso, py_tuple(q)->v[i], &y))
            return NULL;
        v[i] = fabs(x - y);
        nan |= isnan(v[i]);
        if (v[i] > max) max = v[i];
    }
    return py_float_new(iso, norm(v, count, max, nan));
}
