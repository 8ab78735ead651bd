// Module math: functions of one and two doubles, rounding, logarithms, constants. Functions over
// ints and over sequences are in math_ints.c and math_sums.c.
#include <errno.h>
#include <math.h>

#include "../obj/float.h"
#include "../obj/int.h"
#include "../obj/item.h"
#include "math_int.h"

bool py_math_arg(struct py_isolate *iso, py_value v, double *out)
{
    if (py_is_float(v)) {
        *out = py_float(v);
        return true;
    }
    if (py_is_anyint(v)) return py_int_to_double(iso, v, out);
    return py_as_double(iso, v, out);
}

static void *domain_error(struct py_isolate *iso)
{
    return py_raise_value_error(iso, "math domain error");
}
static void *range_error(struct py_isolate *iso)
{
    return py_raise(iso, PY_T_OverflowError, "math range error");
}

// d, or the error Python raises for a NaN or infinity that finite arguments gave.
static py_value math_result(struct py_isolate *iso, double d, bool args_nan, bool args_finite,
                            bool can_overflow)
{
    if (isnan(d) && !args_nan) return domain_error(iso);
    if (isinf(d) && args_finite) return can_overflow ? range_error(iso) : domain_error(iso);
    return py_float_new(iso, d);
}

static py_value call1(struct py_isolate *iso, py_value v, double (*f)(double), bool can_overflow)
{
    double x;
    if (!py_math_arg(iso, v, &x)) return NULL;
    return math_result(iso, f(x), isnan(x), isfinite(x), can_overflow);
}

// --- functions of one double --------------------------------------------------------------------

// The first column is the function's name in the C library too.
#define ONE(name, f, can_overflow)                                                                 \
    static py_value m_##name(struct py_isolate *iso, py_value *a)                                  \
    {                                                                                              \
        return call1(iso, a[0], f, can_overflow);                                                  \
    }
// clang-format off
ONE(acos, acos, false) ONE(acosh, acosh, false) ONE(asin, asin, false)
ONE(asinh, asinh, false) ONE(atan, atan, false) ONE(atanh, atanh, false)
ONE(cbrt, cbrt, false) ONE(cos, cos, false) ONE(cosh, cosh, true)
ONE(erf, erf, false) ONE(erfc, erfc, false) ONE(exp, exp, true)
ONE(exp2, exp2, true) ONE(expm1, expm1, true) ONE(fabs, fabs, false)
ONE(log1p, log1p, false) ONE(sin, sin, false) ONE(sinh, sinh, true)
ONE(sqrt, sqrt, false) ONE(tan, tan, false) ONE(tanh, tanh, false)
// clang-format on
#undef ONE

    // Poles of gamma are domain errors, large arguments range errors.
    static py_value m_gamma(struct py_isolate *iso, py_value *a)
{
    double x;
    if (!py_math_arg(iso, a[0], &x)) return NULL;
    return math_result(iso, py_math_gamma(x), isnan(x), isfinite(x), x != 0);
}

static py_value m_lgamma(struct py_isolate *iso, py_value *a)
{
    double x;
    if (!py_math_arg(iso, a[0], &x)) return NULL;
    return math_result(iso, py_math_lgamma(x), isnan(x), isfinite(x), x > 0);
}

static py_value m_degrees(struct py_isolate *iso, py_value *a)
{
    double x;
    return py_math_arg(iso, a[0], &x) ? py_float_new(iso, x * (180.0 / M_PI)) : NULL;
}

static py_value m_radians(struct py_isolate *iso, py_value *a)
{
    double x;
    return py_math_arg(iso, a[0], &x) ? py_float_new(iso, x * (M_PI / 180.0)) : NULL;
}

static py_value m_isnan(struct py_isolate *iso, py_value *a)
{
    double x;
    return py_math_arg(iso, a[0], &x) ? py_bool(isnan(x)) : NULL;
}

static py_value m_isinf(struct py_isolate *iso, py_value *a)
{
    double x;
    return py_math_arg(iso, a[0], &x) ? py_bool(isinf(x)) : NULL;
}

static py_value m_isfinite(struct py_isolate *iso, py_value *a)
{
    double x;
    return py_math_arg(iso, a[0], &x) ? py_bool(isfinite(x)) : NULL;
}

// --- rounding to ints ---------------------------------------------------------------------------

static py_value rounded(struct py_isolate *iso, py_value v, enum py_name_id special,
                        double (*f)(double))
{
    if (py_is_flonum(v) || py_is_exact(v, PY_K_FLOAT))
        return py_int_from_double(iso, f(py_float(v)));
    if (py_is_int(v)) return v;
    bool found;
    py_value r = py_call_special(iso, v, py_name(iso, special), NULL, 0, &found);
    if (found || iso->exc) return r;
    double d;
    return py_math_arg(iso, v, &d) ? py_int_from_double(iso, f(d)) : NULL;
}

static py_value m_floor(struct py_isolate *iso, py_value *a)
{
    return rounded(iso, a[0], PY_N___floor__, floor);
}

static py_value m_ceil(struct py_isolate *iso, py_value *a)
{
    return rounded(iso, a[0], PY_N___ceil__, ceil);
}

static py_value m_trunc(struct py_isolate *iso, py_value *a)
{
    if (py_type_of(iso, a[0]) == py_t(iso, PY_T_FLOAT))
        return py_int_from_double(iso, py_float(a[0]));
    bool found;
    py_value r = py_call_special(iso, a[0], py_name(iso, PY_N___trunc__), NULL, 0, &found);
    if (found || iso->exc) return r;
    return py_raise_type_error(iso, "type %T doesn't define __trunc__ method", a[0]);
}

// --- logarithms ---------------------------------------------------------------------------------

// log of any positive number, ints of any size included.
static bool log_of(struct py_isolate *iso, py_value v, double (*f)(double), double *out)
{
    *out = 0;
    if (py_is_bigint(py_is_anyint(v) ? py_int_plain(v) : v)) {
        if (py_int_sign(v) <= 0) {
            domain_error(iso);
            return false;
        }
        int64_t e;
        bool overflow;
        py_charge(iso, py_int_bits(v) / 512);
        double d = py_int_double(v, &overflow);
        if (!overflow) {
            *out = f(d);
            return true;
        }
        d = py_int_frexp(v, &e);
        *out = f(d) + f(2.0) * (double)e;
        return true;
    }
    double x;
    if (!py_math_arg(iso, v, &x)) return false;
    if (isnan(x) || x == INFINITY) {
        *out = x;
    } else if (x > 0) {
        *out = f(x);
    } else {
        domain_error(iso);
        return false;
    }
    return true;
}

static PY_NATIVE(m_log)
{
    double x = 0, b = 0;
    if (!log_of(iso, a[0], log, &x)) return NULL;
    if (!a[1]) return py_float_new(iso, x);
    if (!log_of(iso, a[1], log, &b)) return NULL;
    if (b == 0) return py_raise(iso, PY_T_ZeroDivisionError, "float division by zero");
    return py_float_new(iso, x / b);
}

static py_value m_log2(struct py_isolate *iso, py_value *a)
{
    double x = 0;
    return log_of(iso, a[0], log2, &x) ? py_float_new(iso, x) : NULL;
}

static py_value m_log10(struct py_isolate *iso, py_value *a)
{
    double x = 0;
    return log_of(iso, a[0], log10, &x) ? py_float_new(iso, x) : NULL;
}

// --- two doubles --------------------------------------------------------------------------------

static bool two(struct py_isolate *iso, py_value *a, double *x, double *y)
{
    return py_math_arg(iso, a[0], x) && py_math_arg(iso, a[1], y);
}

static PY_NATIVE(m_atan2)
{
    double x, y;
    return two(iso, a, &x, &y) ? py_float_new(iso, atan2(x, y)) : NULL;
}

static PY_NATIVE(m_copysign)
{
    double x, y;
    return two(iso, a, &x, &y) ? py_float_new(iso, copysign(x, y)) : NULL;
}

static PY_NATIVE(m_fmod)
{
    double x, y;
    if (!two(iso, a, &x, &y)) return NULL;
    if (isinf(y) && isfinite(x)) return py_float_new(iso, x);
    return math_result(iso, fmod(x, y), isnan(x) || isnan(y), false, false);
}

static PY_NATIVE(m_remainder)
{
    double x, y;
    if (!two(iso, a, &x, &y)) return NULL;
    return math_result(iso, remainder(x, y), isnan(x) || isnan(y), false, false);
}

static PY_NATIVE(m_pow)
{
    double x, y;
    if (!two(iso, a, &x, &y)) return NULL;
    double r = pow(x, y);
    if (isinf(r) && isfinite(x) && isfinite(y) && x == 0) return domain_error(iso);
    return math_result(iso, r, isnan(x) || isnan(y), isfinite(x) && isfinite(y), true);
}

static PY_NATIVE(m_ldexp)
{
    double x;
    int64_t e;
    if (!py_math_arg(iso, a[0], &x)) return NULL;
    if (!py_is_anyint(a[1]))
        return py_raise_type_error(iso, "Expected an int as second argument to ldexp.");
    if (!py_int_get64(a[1], &e)) e = py_int_sign(a[1]) < 0 ? -5000 : 5000;
    if (e > 5000) e = 5000;
    if (e < -5000) e = -5000;
    double r = ldexp(x, (int)e);
    return isinf(r) && isfinite(x) ? range_error(iso) : py_float_new(iso, r);
}

static py_value m_frexp(struct py_isolate *iso, py_value *a)
{
    double x;
    int e = 0;
    if (!py_math_arg(iso, a[0], &x)) return NULL;
    py_value m = py_float_new(iso, isfinite(x) && x != 0 ? frexp(x, &e) : x);
    return m ? py_tuple_pack(iso, 2, m, py_small_new(e)) : NULL;
}

static py_value m_modf(struct py_isolate *iso, py_value *a)
{
    double x, whole;
    if (!py_math_arg(iso, a[0], &x)) return NULL;
    double frac = modf(x, &whole);
    py_value f = py_float_new(iso, frac), w = f ? py_float_new(iso, whole) : NULL;
    return w ? py_tuple_pack(iso, 2, f, w) : NULL;
}

// One step, or `steps` of them, through the doubles towards y.
static PY_NATIVE(m_nextafter)
{
    double x, y;
    if (!two(iso, a, &x, &y)) return NULL;
    if (!a[2] || a[2] == PY_NONE) return py_float_new(iso, nextafter(x, y));
    py_value steps = py_index(iso, a[2]);
    if (!steps) return NULL;
    if (py_int_sign(steps) < 0)
        return py_raise_value_error(iso, "steps must be a non-negative integer");
    if (isnan(x) || isnan(y)) return py_float_new(iso, isnan(x) ? x : y);
    uint64_t k = 0;
    if (!py_item_bits(steps, false, &k)) return py_float_new(iso, y);
    // Doubles as ints in their own order: k steps are an addition.
    int64_t p, q;
    memcpy(&p, &x, 8);
    memcpy(&q, &y, 8);
    __int128 ip = p < 0 ? -(__int128)(p & INT64_MAX) : p,
             iq = q < 0 ? -(__int128)(q & INT64_MAX) : q;
    __int128 r = ip < iq ? (iq - ip <= k ? iq : ip + k) : (ip - iq <= k ? iq : ip - k);
    if (r == iq) return py_float_new(iso, y);
    uint64_t bits = r < 0 || (r == 0 && p < 0) ? (uint64_t)-r | (uint64_t)1 << 63 : (uint64_t)r;
    memcpy(&x, &bits, 8);
    return py_float_new(iso, x);
}

static py_value m_ulp(struct py_isolate *iso, py_value *a)
{
    double x;
    if (!py_math_arg(iso, a[0], &x)) return NULL;
    if (isnan(x)) return py_float_new(iso, x);
    x = fabs(x);
    if (isinf(x)) return py_float_new(iso, x);
    double next = nextafter(x, INFINITY);
    if (isinf(next)) return py_float_new(iso, x - nextafter(x, -INFINITY));
    return py_float_new(iso, next - x);
}

static PY_NATIVE(m_isclose)
{
    double x, y, rel = 1e-9, abs_ = 0;
    if (!two(iso, a, &x, &y) || (a[2] && !py_math_arg(iso, a[2], &rel)) ||
        (a[3] && !py_math_arg(iso, a[3], &abs_)))
        return NULL;
    if (rel < 0 || abs_ < 0) return py_raise_value_error(iso, "tolerances must be non-negative");
    if (x == y) return PY_TRUE;
    if (isinf(x) || isinf(y)) return PY_FALSE;
    double diff = fabs(y - x);
    return py_bool(diff <= fabs(rel * y) || diff <= fabs(rel * x) || diff <= abs_);
}

// --- the module ---------------------------------------------------------------------------------

#define ROW1(name, doc) PY_ROW(#name, m_##name, "x, /", doc)
static const struct py_native_row functions[] = {
    ROW1(acos, "Angle between 0 and pi whose cosine is x."),
    ROW1(acosh, "Inverse of cosh, for x from 1 up."),
    ROW1(asin, "Angle between -pi/2 and pi/2 whose sine is x."),
    ROW1(asinh, "Inverse of sinh."),
    ROW1(atan, "Angle between -pi/2 and pi/2 whose tangent is x."),
    PY_ROW("atan2", m_atan2, "y, x, /", "Angle of the point (x, y), between -pi and pi."),
    ROW1(atanh, "Inverse of tanh, for x between -1 and 1."),
    ROW1(cbrt, "The number whose third power is x."),
    ROW1(ceil, "Rounds up to an int."),
    PY_ROW("copysign", m_copysign, "x, y, /", "Size of x, sign of y; -0.0 counts as negative."),
    ROW1(cos, "Cosine of an angle in radians."),
    ROW1(cosh, "Hyperbolic cosine."),
    ROW1(degrees, "Radians to degrees."),
    PY_ROW("dist", py_math_dist, "p, q, /",
           "Straight distance of two points, each a sequence of coordinates."),
    ROW1(erf, "Error function."),
    ROW1(erfc, "1 - erf(x) without loss where x is large."),
    ROW1(exp, "e to the power x."),
    ROW1(exp2, "2 to the power x."),
    ROW1(expm1, "exp(x) - 1 without loss where x is close to zero."),
    ROW1(fabs, "Distance from zero, as a float."),
    PY_ROW("factorial", py_math_factorial, "n, /", "Product of the ints from 1 to n."),
    ROW1(floor, "Rounds down to an int."),
    PY_ROW("fmod", m_fmod, "x, y, /",
           "Remainder that has the sign of x; with floats it is more exact than %."),
    ROW1(frexp, "Pair m, e with x == m * 2**e and m of a size from 0.5 up to 1."),
    PY_ROW("fsum", py_math_fsum, "seq, /", "Sum of floats, rounded but once."),
    ROW1(gamma, "Gamma function: factorial(n - 1) continued to the real numbers."),
    PY_ROW("gcd", py_math_gcd, "*integers", "Greatest int that divides all of them."),
    PY_ROW("hypot", py_math_hypot, "*coordinates",
           "Distance of a point from the origin: hypot(3, 4) == 5."),
    PY_ROW("isclose", m_isclose, "a, b, *, rel_tol=1e-09, abs_tol=0.0",
           "Is the difference small beside the greater of the two, or below abs_tol?"),
    ROW1(isfinite, "Is x an ordinary number, not infinite and no NaN?"),
    ROW1(isinf, "Is x infinite, of either sign?"),
    ROW1(isnan, "Is x a NaN?"),
    PY_ROW("isqrt", py_math_isqrt, "n, /", "Square root of an int from 0 up, rounded down."),
    PY_ROW("lcm", py_math_lcm, "*integers", "Least int that all of them divide."),
    PY_ROW("ldexp", m_ldexp, "x, i, /", "x times 2 to the power i: the inverse of frexp()."),
    ROW1(lgamma, "Logarithm of the size of gamma(x), which itself soon overflows."),
    PY_ROW("log", m_log, "x, base=None, /", "Logarithm of x, natural unless a base is given."),
    ROW1(log10, "Logarithm to base 10, more exact than log(x, 10)."),
    ROW1(log1p, "log(1 + x) without loss where x is close to zero."),
    ROW1(log2, "Logarithm to base 2, more exact than log(x, 2)."),
    ROW1(modf, "Parts of x behind and before the point, both with its sign."),
    PY_ROW("nextafter", m_nextafter, "x, y, /, *, steps=None",
           "The float next to x in the direction of y, or that many steps away."),
    PY_ROW("perm", py_math_perm, "n, k=None, /",
           "In how many orders k of n things can be laid out; all of them without k."),
    PY_ROW("comb", py_math_comb, "n, k, /",
           "How many choices of k among n things there are, order aside."),
    PY_ROW("pow", m_pow, "x, y, /", "x to the power y, as floats."),
    PY_ROW("prod", py_math_prod, "iterable, /, *, start=1",
           "All items multiplied together, and by start."),
    ROW1(radians, "Degrees to radians."),
    PY_ROW("remainder", m_remainder, "x, y, /",
           "What is left of x beyond the closest multiple of y; may be negative."),
    ROW1(sin, "Sine of an angle in radians."),
    ROW1(sinh, "Hyperbolic sine."),
    ROW1(sqrt, "Square root, for x from 0 up."),
    PY_ROW("sumprod", py_math_sumprod, "p, q, /",
           "Products of items at the same places, added up without loss."),
    ROW1(tan, "Tangent of an angle in radians."),
    ROW1(tanh, "Hyperbolic tangent."),
    ROW1(trunc, "Drops what is behind the point and gives an int."),
    ROW1(ulp, "Gap between x and the next float away from zero."),
    {0}};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    return py_module_set(iso, m, "pi", py_float_new(iso, M_PI)) &&
           py_module_set(iso, m, "e", py_float_new(iso, M_E)) &&
           py_module_set(iso, m, "tau", py_float_new(iso, 2 * M_PI)) &&
           py_module_set(iso, m, "inf", py_float_new(iso, INFINITY)) &&
           py_module_set(iso, m, "nan", py_float_new(iso, NAN));
}

const struct py_moddef py_mod_math = {
    .name = "math",
    .functions = functions,
    .init = init,
    .doc = "Functions and constants of real numbers. isqrt, comb, gcd and the like are "
           "exact for ints of any size.",
};
