// Module math: fsum, prod, sumprod, dist, hypot. Sums are exact or carry their rounding errors
// along.
#include <math.h>

#include "../obj/float.h"
#include "../obj/int.h"
#include "math_int.h"

// --- fsum: Shewchuk's non-overlapping partial sums ----------------------------------------------

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
        double y = s->p[i];
        if (fabs(x) < fabs(y)) {
            double t = x;
            x = y;
            y = t;
        }
        volatile double hi = x + y, yr = hi - x;
        double lo = y - yr;
        if (lo != 0) s->p[keep++] = lo;
        x = hi;
    }
    s->n = keep;
    if (x == 0) return true;
    if (!isfinite(x)) {
        py_raise(iso, PY_T_OverflowError, "intermediate overflow in fsum");
        return false;
    }
    return push(iso, s, x);
}

static double total(const struct partials *s)
{
    size_t n = s->n;
    if (!n) return 0;
    volatile double hi = s->p[--n], lo = 0, yr;
    while (n > 0) {
        double x = hi, y = s->p[--n];
        hi = x + y;
        yr = hi - x;
        lo = y - yr;
        if (lo != 0) break;
    }
    // Half-even across the partials below.
    if (n > 0 && ((lo < 0 && s->p[n - 1] < 0) || (lo > 0 && s->p[n - 1] > 0))) {
        volatile double y = lo * 2, x = hi + y;
        yr = x - hi;
        if (y == yr) hi = x;
    }
    return hi;
}

PY_MATH_FN(py_math_fsum)
{
    (void)n, (void)kw;
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

PY_MATH_FN(py_math_prod)
{
    (void)n, (void)kw;
    py_value r = a[1] ? a[1] : py_small_new(1), it = py_iter(iso, a[0]), v;
    if (!it) return NULL;
    while ((v = py_next(iso, it))) {
        if (py_is_flonum(r) && py_is_flonum(v)) r = py_float_new(iso, py_flonum(r) * py_flonum(v));
        else r = py_binary(iso, PY_MUL, r, v);
        if (!r || !py_tick(iso, 1)) return NULL;
    }
    return iso->exc ? NULL : r;
}

// --- sumprod ------------------------------------------------------------------------------------

// A sum of exact products: unevaluated triple (hi, lo, tiny).
struct triple {
    double hi, lo, tiny;
};

static void two_sum(double a, double b, double *s, double *e)
{
    volatile double x = a + b, z = x - a;
    *s = x;
    *e = (a - (x - z)) + (b - z);
}

static struct triple fma3(double x, double y, struct triple t)
{
    double ph = x * y, pl = fma(x, y, -ph), r1, r2, r3, s;
    struct triple r;
    two_sum(t.hi, ph, &r.hi, &r1);
    two_sum(t.lo, pl, &s, &r2);
    two_sum(s, r1, &r.lo, &r3);
    r.tiny = t.tiny + (r2 + r3);
    return r;
}

static double triple_value(struct triple t)
{
    double s, e1, e2;
    two_sum(t.tiny, t.lo, &s, &e1);
    two_sum(s, t.hi, &s, &e2);
    return s + (e1 + e2);
}

PY_MATH_FN(py_math_sumprod)
{
    (void)n, (void)kw;
    py_value p = py_iter(iso, a[0]), q = p ? py_iter(iso, a[1]) : NULL, total_ = py_small_new(0);
    if (!q) return NULL;
    struct triple t = {0, 0, 0};
    bool floats = false; // t holds a float part to be added
    for (;;) {
        py_value x = py_next(iso, p);
        if (!x && iso->exc) return NULL;
        py_value y = py_next(iso, q);
        if (!y && iso->exc) return NULL;
        if (!x != !y) return py_raise_value_error(iso, "Inputs are not the same length");
        bool fast = false;
        double dx, dy;
        if (x && (py_is_float(x) || py_is_float(y)) && (py_is_float(x) || py_is_int(x)) &&
            (py_is_float(y) || py_is_int(y))) {
            dx = py_is_float(x) ? py_float(x) : (double)py_small(x);
            dy = py_is_float(y) ? py_float(y) : (double)py_small(y);
            struct triple next = fma3(dx, dy, t);
            if (isfinite(next.hi)) {
                t = next;
                fast = floats = true;
            }
        }
        if (fast) {
            if (!py_tick(iso, 1)) return NULL;
            continue;
        }
        if (floats) {
            py_value f = py_float_new(iso, triple_value(t));
            total_ = f ? py_binary(iso, PY_ADD, total_, f) : NULL;
            if (!total_) return NULL;
            t = (struct triple){0, 0, 0};
            floats = false;
        }
        if (!x) return total_;
        py_value m = py_binary(iso, PY_MUL, x, y);
        total_ = m ? py_binary(iso, PY_ADD, total_, m) : NULL;
        if (!total_ || !py_tick(iso, 1)) return NULL;
    }
}

// --- distances ----------------------------------------------------------------------------------

// Square root of the sum of squares, scaled to avoid overflow, with compensated summation and one
// correction step.
static double norm(double *v, size_t n, double max, bool nan)
{
    if (isinf(max)) return max;
    if (nan) return NAN;
    if (max == 0 || n <= 1) return max;
    int e;
    frexp(max, &e);
    if (e < -1023) {
        for (size_t i = 0; i < n; i++) v[i] /= 2.2250738585072014e-308;
        return 2.2250738585072014e-308 * norm(v, n, max / 2.2250738585072014e-308, false);
    }
    double scale = ldexp(1.0, -e), csum = 1.0, f1 = 0, f2 = 0;
    for (size_t i = 0; i < n; i++) {
        double x = v[i] * scale, p = x * x, pe = fma(x, x, -p), s, se;
        two_sum(csum, p, &s, &se);
        csum = s;
        f1 += pe;
        f2 += se;
    }
    double h = sqrt(csum - 1.0 + (f1 + f2)), x = h, p = -x * x, pe = fma(-x, x, -p), s, se;
    two_sum(csum, p, &s, &se);
    csum = s;
    f1 += pe;
    f2 += se;
    x = csum - 1.0 + (f1 + f2);
    return (h + x / (2.0 * h)) / scale;
}

// Room for n doubles, whose work it charges.
static double *room(struct py_isolate *iso, size_t n, double *small, size_t cap)
{
    if (n <= cap) return small;
    if (!py_tick(iso, n)) return NULL;
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, n * sizeof(double));
    return b ? (double *)((char *)b + offsetof(struct py_buf, u)) : NULL;
}

PY_MATH_FN(py_math_hypot)
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

PY_MATH_FN(py_math_dist)
{
    (void)n, (void)kw;
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
