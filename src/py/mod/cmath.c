// Module cmath: functions of complex numbers on the C library's, with CPython's error texts.
#include <math.h>

#include "../obj/complex.h"
#include "../obj/float.h"
#include "math_int.h"

typedef double _Complex cplx;

static bool both_finite(cplx z) { return isfinite(creal(z)) && isfinite(cimag(z)); }
static bool has_nan(cplx z) { return isnan(creal(z)) || isnan(cimag(z)); }
static py_value box(struct py_isolate *iso, cplx z) { return py_complex_new(iso, creal(z), cimag(z)); }

// The value of f(z): an infinity out of finite arguments is a range error, a NaN a domain error.
static py_value result(struct py_isolate *iso, cplx z, cplx r)
{
    if (both_finite(z)) {
        if (isinf(creal(r)) || isinf(cimag(r))) return py_raise(iso, PY_T_OverflowError, "math range error");
        if (has_nan(r)) return py_raise_value_error(iso, "math domain error");
    }
    return box(iso, r);
}

#define FN(name, f) \
    static py_value c_##name(struct py_isolate *iso, py_value *a, int n, py_value kw) \
    { \
        (void)n, (void)kw; \
        cplx z; \
        return py_complex_of(iso, a[0], &z) ? result(iso, z, f(z)) : NULL; \
    }
FN(acos, cacos) FN(acosh, cacosh) FN(asin, casin) FN(asinh, casinh) FN(cosh, ccosh) FN(sin, csin)
FN(sinh, csinh) FN(tan, ctan) FN(tanh, ctanh) FN(cos, ccos) FN(sqrt, csqrt) FN(exp, cexp)
#undef FN

// atan and atanh have poles.
static py_value c_atan(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    cplx z;
    if (!py_complex_of(iso, a[0], &z)) return NULL;
    if (creal(z) == 0 && fabs(cimag(z)) == 1) return py_raise_value_error(iso, "math domain error");
    return box(iso, catan(z));
}

static py_value c_atanh(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    cplx z;
    if (!py_complex_of(iso, a[0], &z)) return NULL;
    if (cimag(z) == 0 && fabs(creal(z)) == 1) return py_raise_value_error(iso, "math domain error");
    return box(iso, catanh(z));
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
    py_value vr = py_float_new(iso, r), phi = vr ? py_float_new(iso, atan2(cimag(z), creal(z))) : NULL;
    return phi ? py_tuple_pack(iso, 2, vr, phi) : NULL;
}

static py_value c_rect(struct py_isolate *iso, py_value *a, int n, py_value kw)
{
    (void)n, (void)kw;
    double r, phi;
    if (!py_math_arg(iso, a[0], &r) || !py_math_arg(iso, a[1], &phi)) return NULL;
    if (phi == 0) return py_complex_new(iso, r, r * phi);
    if (isinf(phi) && r != 0 && !isnan(r)) return py_raise_value_error(iso, "math domain error");
    return py_complex_new(iso, r * cos(phi), r * sin(phi));
}

static py_value test(struct py_isolate *iso, py_value v, int what)
{
    cplx z;
    if (!py_complex_of(iso, v, &z)) return NULL;
    return py_bool(what == 0 ? both_finite(z) : what == 1 ? has_nan(z) : isinf(creal(z)) || isinf(cimag(z)));
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

static double magnitude(cplx z) { return hypot(creal(z), cimag(z)); }

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

#define ROW(name, doc) {#name, c_##name, "z, /", 0, doc}
static const struct py_native_row functions[] = {
    ROW(acos, "Return the arc cosine of z."), ROW(acosh, "Return the inverse hyperbolic cosine of z."),
    ROW(asin, "Return the arc sine of z."), ROW(asinh, "Return the inverse hyperbolic sine of z."),
    ROW(atan, "Return the arc tangent of z."), ROW(atanh, "Return the inverse hyperbolic tangent of z."),
    ROW(cos, "Return the cosine of z."), ROW(cosh, "Return the hyperbolic cosine of z."),
    ROW(exp, "Return the exponential value e**z."), ROW(sin, "Return the sine of z."),
    ROW(sinh, "Return the hyperbolic sine of z."), ROW(sqrt, "Return the square root of z."),
    ROW(tan, "Return the tangent of z."), ROW(tanh, "Return the hyperbolic tangent of z."),
    {"log", c_log, "z, base=None, /", 0, "log(z[, base]) -> the logarithm of z to the given base."},
    ROW(log10, "Return the base-10 logarithm of z."), ROW(phase, "Return argument, also known as the phase angle, of a complex."),
    ROW(polar, "Convert a complex from rectangular coordinates to polar coordinates."),
    {"rect", c_rect, "r, phi, /", 0, "Convert from polar coordinates to rectangular coordinates."},
    ROW(isfinite, "Return True if both the real and imaginary parts of z are finite, else False."),
    ROW(isnan, "Checks if the real or imaginary part of z not a number (NaN)."),
    ROW(isinf, "Checks if the real or imaginary part of z is infinite."),
    {"isclose", c_isclose, "a, b, *, rel_tol=1e-09, abs_tol=0.0", 0, "Determine whether two complex numbers are close in value."},
    {0}
};

static bool init(struct py_isolate *iso, struct py_module *m)
{
    return py_module_set(iso, m, "pi", py_float_new(iso, M_PI)) && py_module_set(iso, m, "e", py_float_new(iso, M_E)) &&
           py_module_set(iso, m, "tau", py_float_new(iso, 2 * M_PI)) &&
           py_module_set(iso, m, "inf", py_float_new(iso, INFINITY)) &&
           py_module_set(iso, m, "nan", py_float_new(iso, NAN)) &&
           py_module_set(iso, m, "infj", py_complex_new(iso, 0, INFINITY)) &&
           py_module_set(iso, m, "nanj", py_complex_new(iso, 0, NAN));
}

const struct py_moddef py_mod_cmath = {
    .name = "cmath", .functions = functions, .init = init,
    .doc = "This module provides access to mathematical functions for complex\nnumbers.",
};
