// Module cmath: functions of complex numbers on the C library's, with CPython's error texts.
#include <math.h>

#include "../obj/complex.h"
#include "../obj/float.h"
#include "math_int.h"

typedef double _Complex cplx;

static bool both_finite(cplx z)
{
    return isfinite(creal(z)) && isfinite(cimag(z));
}
static bool has_nan(cplx z)
{
    return isnan(creal(z)) || isnan(cimag(z));
}
static py_value box(struct py_isolate *iso, cplx z)
{
    return py_complex_new(iso, creal(z), cimag(z));
}

// The value of f(z): an infinity out of finite arguments is a range error, a NaN out of anything
// but NaNs a domain error.
static py_value result(struct py_isolate *iso, cplx z, cplx r)
{
    if (both_finite(z) && (isinf(creal(r)) || isinf(cimag(r))))
        return py_raise(iso, PY_T_OverflowError, "math range error");
    if (has_nan(r) && !has_nan(z)) return py_raise_value_error(iso, "math domain error");
    return box(iso, r);
}

// --- the functions: CPython's formulas for finite arguments, the C library's special values for
// the rest ----

static const double LARGE = 4.4942328371557893e307; // DBL_MAX / 4
static const double SQRT_LARGE = 6.7039039649712980e153;
static const double LOG_LARGE = 708.39641853226408;
static const double SQRT_MIN = 1.4916681462400413e-154;

static cplx times_i(cplx z)
{
    return py_cmplx(-cimag(z), creal(z));
}
static cplx times_minus_i(cplx z)
{
    return py_cmplx(cimag(z), -creal(z));
}
static bool is_large(cplx z)
{
    return fabs(creal(z)) > LARGE || fabs(cimag(z)) > LARGE;
}
// log|z| + log 2 for huge z.
static double log_twice(cplx z)
{
    return log(hypot(creal(z) / 2, cimag(z) / 2)) + M_LN2 * 2;
}

static cplx f_sqrt(cplx z)
{
    double x = creal(z), y = cimag(z), ax = fabs(x), ay = fabs(y), s;
    if (!both_finite(z)) return csqrt(z);
    if (x == 0 && y == 0) return py_cmplx(0, y);
    if (ax < 2.2250738585072014e-308 && ay < 2.2250738585072014e-308) {
        ax = ldexp(ax, 53);
        s = ldexp(sqrt(ax + hypot(ax, ldexp(ay, 53))), -27);
    } else {
        ax /= 8;
        s = 2 * sqrt(ax + hypot(ax, ay / 8));
    }
    double d = ay / (2 * s);
    return x >= 0 ? py_cmplx(s, copysign(d, y)) : py_cmplx(d, copysign(s, y));
}

static cplx f_acos(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (!both_finite(z)) return cacos(z);
    if (is_large(z)) return py_cmplx(atan2(fabs(y), x), copysign(log_twice(z), -y));
    cplx a = f_sqrt(py_cmplx(1 - x, -y)), b = f_sqrt(py_cmplx(1 + x, y));
    return py_cmplx(2 * atan2(creal(a), creal(b)),
                    asinh(creal(b) * cimag(a) - cimag(b) * creal(a)));
}

static cplx f_acosh(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (!both_finite(z)) return cacosh(z);
    if (is_large(z)) return py_cmplx(log_twice(z), atan2(y, x));
    cplx a = f_sqrt(py_cmplx(x - 1, y)), b = f_sqrt(py_cmplx(x + 1, y));
    return py_cmplx(asinh(creal(a) * creal(b) + cimag(a) * cimag(b)),
                    2 * atan2(cimag(a), creal(b)));
}

static cplx f_asinh(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (!both_finite(z)) return casinh(z);
    if (is_large(z)) return py_cmplx(copysign(log_twice(z), x), atan2(y, fabs(x)));
    cplx a = f_sqrt(py_cmplx(1 + y, -x)), b = f_sqrt(py_cmplx(1 - y, x));
    return py_cmplx(asinh(creal(a) * cimag(b) - creal(b) * cimag(a)),
                    atan2(y, creal(a) * creal(b) - cimag(a) * cimag(b)));
}

static cplx f_atanh(cplx z)
{
    double x = creal(z), y = cimag(z), ay = fabs(y);
    if (!both_finite(z)) return catanh(z);
    if (signbit(x)) {
        cplx r = f_atanh(py_cmplx(-x, -y));
        return py_cmplx(-creal(r), -cimag(r));
    }
    if (x > SQRT_LARGE || ay > SQRT_LARGE) {
        double h = hypot(x / 2, y / 2);
        return py_cmplx(x / 4 / h / h, -copysign(M_PI / 2, -y));
    }
    if (x == 1 && ay < SQRT_MIN)
        return py_cmplx(-log(sqrt(ay) / sqrt(hypot(ay, 2))), copysign(atan2(2, -ay) / 2, y));
    return py_cmplx(log1p(4 * x / ((1 - x) * (1 - x) + ay * ay)) / 4,
                    -atan2(-2 * y, (1 - x) * (1 + x) - ay * ay) / 2);
}

static cplx f_cosh(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (!both_finite(z)) return ccosh(z);
    if (fabs(x) <= LOG_LARGE) return py_cmplx(cos(y) * cosh(x), sin(y) * sinh(x));
    double less = x - copysign(1, x);
    return py_cmplx(cos(y) * cosh(less) * M_E, sin(y) * sinh(less) * M_E);
}

static cplx f_sinh(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (!both_finite(z)) return csinh(z);
    if (fabs(x) <= LOG_LARGE) return py_cmplx(cos(y) * sinh(x), sin(y) * cosh(x));
    double less = x - copysign(1, x);
    return py_cmplx(cos(y) * sinh(less) * M_E, sin(y) * cosh(less) * M_E);
}

static cplx f_tanh(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (!both_finite(z)) return ctanh(z);
    if (fabs(x) > LOG_LARGE)
        return py_cmplx(copysign(1, x), 4 * sin(y) * cos(y) * exp(-2 * fabs(x)));
    double tx = tanh(x), ty = tan(y), cx = 1 / cosh(x), t = tx * ty, d = 1 + t * t;
    return py_cmplx(tx * (1 + ty * ty) / d, ((ty / d) * cx) * cx);
}

static cplx f_exp(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (!both_finite(z)) return cexp(z);
    double l = x > LOG_LARGE ? exp(x - 1) : exp(x), k = x > LOG_LARGE ? M_E : 1;
    return py_cmplx(l * cos(y) * k, l * sin(y) * k);
}

static cplx f_asin(cplx z)
{
    return times_minus_i(f_asinh(times_i(z)));
}
static cplx f_atan(cplx z)
{
    return times_minus_i(f_atanh(times_i(z)));
}
static cplx f_sin(cplx z)
{
    return times_minus_i(f_sinh(times_i(z)));
}
static cplx f_tan(cplx z)
{
    return times_minus_i(f_tanh(times_i(z)));
}
static cplx f_cos(cplx z)
{
    return f_cosh(times_i(z));
}

#define FN(name)                                                                                   \
    static py_value c_##name(struct py_isolate *iso, py_value *a, int n, py_value kw)              \
    {                                                                                              \
        (void)n, (void)kw;                                                                         \
        cplx z;                                                                                    \
        return py_complex_of(iso, a[0], &z) ? result(iso, z, f_##name(z)) : NULL;                  \
    }
// clang-format off
FN(acos) FN(acosh) FN(asin) FN(asinh) FN(cosh) FN(sin) FN(sinh) FN(tan) FN(tanh) FN(cos) FN(sqrt) FN(exp)
// clang-format on
#undef FN

    // atan and atanh have poles.
    static py_value c_atan(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    cplx z;
    if (!py_complex_of(iso, a[0], &z)) return NULL;
    if (creal(z) == 0 && fabs(cimag(z)) == 1) return py_raise_value_error(iso, "math domain error");
    return box(iso, f_atan(z));
}

static py_value c_atanh(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    cplx z;
    if (!py_complex_of(iso, a[0], &z)) return NULL;
    if (cimag(z) == 0 && fabs(creal(z)) == 1) return py_raise_value_error(iso, "math domain error");
    return box(iso, f_atanh(z));
}

// log|z| kept exact near 1 and for large and tiny parts; false: z is zero.
static bool log_of(cplx z, cplx *out)
{
    double x = fabs(creal(z)), y = fabs(cimag(z)), re;
    if (x == 0 && y == 0) return false;
    if (x > 8.98846567431158e307 || y > 8.98846567431158e307) {
        re = log(hypot(x / 2, y / 2)) + M_LN2;
    } else if (x < 2.2250738585072014e-308 && y < 2.2250738585072014e-308) {
        re = log(hypot(ldexp(x, 53), ldexp(y, 53))) - 53 * M_LN2;
    } else {
        double h = hypot(x, y);
        if (h >= 0.71 && h <= 1.73) {
            double big = x > y ? x : y, small = x > y ? y : x;
            re = log1p((big - 1) * (big + 1) + small * small) / 2;
        } else {
            re = log(h);
        }
    }
    *out = py_cmplx(re, atan2(cimag(z), creal(z)));
    return true;
}

static bool log_arg(struct py_isolate *iso, py_value v, cplx *out)
{
    cplx z;
    if (!py_complex_of(iso, v, &z)) return false;
    if (log_of(z, out)) return true;
    py_raise_value_error(iso, "math domain error");
    return false;
}

static py_value c_log(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    cplx x, b;
    if (!log_arg(iso, a[0], &x)) return NULL;
    if (!a[1]) return box(iso, x);
    if (!log_arg(iso, a[1], &b)) return NULL;
    if (creal(b) == 0 && cimag(b) == 0) return py_raise_value_error(iso, "math domain error");
    py_value vx = box(iso, x), vb = vx ? box(iso, b) : NULL;
    return vb ? py_binary(iso, PY_DIV, vx, vb) : NULL;
}

static py_value c_log10(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    cplx x;
    if (!log_arg(iso, a[0], &x)) return NULL;
    return py_complex_new(iso, creal(x) / M_LN10, cimag(x) / M_LN10);
}

static py_value c_phase(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    cplx z;
    return py_complex_of(iso, a[0], &z) ? py_float_new(iso, atan2(cimag(z), creal(z))) : NULL;
}

static py_value c_polar(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    cplx z;
    if (!py_complex_of(iso, a[0], &z)) return NULL;
    double r = hypot(creal(z), cimag(z));
    if (isinf(r) && both_finite(z)) return py_raise(iso, PY_T_OverflowError, "math range error");
    py_value vr = py_float_new(iso, r),
             phi = vr ? py_float_new(iso, atan2(cimag(z), creal(z))) : NULL;
    return phi ? py_tuple_pack(iso, 2, vr, phi) : NULL;
}

static py_value c_rect(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    double r, phi;
    if (!py_math_arg(iso, a[0], &r) || !py_math_arg(iso, a[1], &phi)) return NULL;
    if (phi == 0) return py_complex_new(iso, r, isnan(r) ? 0 : copysign(1, r) * phi);
    if (isinf(phi) && r != 0 && !isnan(r)) return py_raise_value_error(iso, "math domain error");
    return py_complex_new(iso, r * cos(phi), r * sin(phi));
}

static py_value test(struct py_isolate *iso, py_value v, int what)
{
    cplx z;
    if (!py_complex_of(iso, v, &z)) return NULL;
    return py_bool(what == 0   ? both_finite(z)
                   : what == 1 ? has_nan(z)
                               : isinf(creal(z)) || isinf(cimag(z)));
}

static py_value c_isfinite(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    return test(iso, a[0], 0);
}
static py_value c_isnan(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    return test(iso, a[0], 1);
}
static py_value c_isinf(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    return test(iso, a[0], 2);
}

static double magnitude(cplx z)
{
    return hypot(creal(z), cimag(z));
}

static py_value c_isclose(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    cplx x, y;
    double rel = 1e-9, abs_ = 0;
    if (!py_complex_of(iso, a[0], &x) || !py_complex_of(iso, a[1], &y) ||
        (a[2] && !py_math_arg(iso, a[2], &rel)) || (a[3] && !py_math_arg(iso, a[3], &abs_)))
        return NULL;
    if (rel < 0 || abs_ < 0) return py_raise_value_error(iso, "tolerances must be non-negative");
    if (creal(x) == creal(y) && cimag(x) == cimag(y)) return PY_TRUE;
    if (isinf(creal(x)) || isinf(cimag(x)) || isinf(creal(y)) || isinf(cimag(y))) return PY_FALSE;
    double diff = magnitude(py_cmplx(creal(x) - creal(y), cimag(x) - cimag(y)));
    return py_bool(diff <= rel * magnitude(y) || diff <= rel * magnitude(x) || diff <= abs_);
}

#define ROW(name, doc)                                                                             \
    {                                                                                              \
#name, c_##name, "z, /", 0, doc                                                            \
    }
static const struct py_native_row functions[] = {
    ROW(acos, "Return the arc cosine of z."),
    ROW(acosh, "Return the inverse hyperbolic cosine of z."),
    ROW(asin, "Return the arc sine of z."),
    ROW(asinh, "Return the inverse hyperbolic sine of z."),
    ROW(atan, "Return the arc tangent of z."),
    ROW(atanh, "Return the inverse hyperbolic tangent of z."),
    ROW(cos, "Return the cosine of z."),
    ROW(cosh, "Return the hyperbolic cosine of z."),
    ROW(exp, "Return the exponential value e**z."),
    ROW(sin, "Return the sine of z."),
    ROW(sinh, "Return the hyperbolic sine of z."),
    ROW(sqrt, "Return the square root of z."),
    ROW(tan, "Return the tangent of z."),
    ROW(tanh, "Return the hyperbolic tangent of z."),
    {"log", c_log, "z, base=None, /", 0, "log(z[, base]) -> the logarithm of z to the given base."},
    ROW(log10, "Return the base-10 logarithm of z."),
    ROW(phase, "Return argument, also known as the phase angle, of a complex."),
    ROW(polar, "Convert a complex from rectangular coordinates to polar coordinates."),
    {"rect", c_rect, "r, phi, /", 0, "Convert from polar coordinates to rectangular coordinates."},
    ROW(isfinite, "Return True if both the real and imaginary parts of z are finite, else False."),
    ROW(isnan, "Checks if the real or imaginary part of z not a number (NaN)."),
    ROW(isinf, "Checks if the real or imaginary part of z is infinite."),
    {"isclose", c_isclose, "a, b, *, rel_tol=1e-09, abs_tol=0.0", 0,
     "Determine whether two complex numbers are close in value."},
    {0}};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    return py_module_set(iso, m, "pi", py_float_new(iso, M_PI)) &&
           py_module_set(iso, m, "e", py_float_new(iso, M_E)) &&
           py_module_set(iso, m, "tau", py_float_new(iso, 2 * M_PI)) &&
           py_module_set(iso, m, "inf", py_float_new(iso, INFINITY)) &&
           py_module_set(iso, m, "nan", py_float_new(iso, NAN)) &&
           py_module_set(iso, m, "infj", py_complex_new(iso, 0, INFINITY)) &&
           py_module_set(iso, m, "nanj", py_complex_new(iso, 0, NAN));
}

const struct py_moddef py_mod_cmath = {
    .name = "cmath",
    .functions = functions,
    .init = init,
    .doc = "This module provides access to mathematical functions for complex\nnumbers.",
};
