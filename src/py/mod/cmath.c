// Module cmath: functions of complex numbers on the C library's, with CPython's error texts.
// Formulas: W. Kahan, Branch cuts for complex elementary functions, or: much ado about nothing's
// sign bit (1987). Infinities and NaNs are the C library's business (Annex G of the C standard),
// but where that leaves a sign or a part open.
#include <float.h>
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

// --- the functions ------------------------------------------------------------------------------

// Where squares, sums or exponentials could overflow or vanish: DBL_MAX / 4, its root and
// logarithm, the root of DBL_MIN.
static const double LARGE = 4.4942328371557893e307, SQRT_LARGE = 6.7039039649712980e153;
static const double LOG_LARGE = 708.39641853226408, SQRT_MIN = 1.4916681462400413e-154;

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

// The root of (a + |a + bi|) / 2, a and b not negative; scaled so that the sum neither overflows
// nor is denormal.
static double root_of_mean(double a, double b)
{
    if (a < DBL_MIN && b < DBL_MIN) {
        a = ldexp(a, 53);
        return ldexp(sqrt(a + hypot(a, ldexp(b, 53))), -27);
    }
    a /= 8;
    return 2 * sqrt(a + hypot(a, b / 8));
}

static cplx f_sqrt(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (!both_finite(z)) return csqrt(z);
    if (x == 0 && y == 0) return py_cmplx(0, y);
    double large = root_of_mean(fabs(x), fabs(y)), small = fabs(y) / (2 * large);
    return signbit(x) && x != 0 ? py_cmplx(small, copysign(large, y))
                                : py_cmplx(large, copysign(small, y));
}

static cplx f_acos(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (isinf(x) && isnan(y)) return py_cmplx(NAN, INFINITY);
    if (!both_finite(z)) return cacos(z);
    if (is_large(z)) return py_cmplx(atan2(fabs(y), x), copysign(log_twice(z), -y));
    cplx a = f_sqrt(py_cmplx(1 - x, -y)), b = f_sqrt(py_cmplx(1 + x, y));
    return py_cmplx(2 * atan2(creal(a), creal(b)),
                    asinh(creal(b) * cimag(a) - cimag(b) * creal(a)));
}

static cplx f_acosh(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (x == 0 && isnan(y)) return py_cmplx(NAN, NAN);
    if (!both_finite(z)) return cacosh(z);
    if (is_large(z)) return py_cmplx(log_twice(z), atan2(y, x));
    cplx a = f_sqrt(py_cmplx(x - 1, y)), b = f_sqrt(py_cmplx(x + 1, y));
    return py_cmplx(asinh(creal(a) * creal(b) + cimag(a) * cimag(b)),
                    2 * atan2(cimag(a), creal(b)));
}

static cplx f_asinh(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (isnan(x) && isinf(y)) return py_cmplx(INFINITY, NAN);
    if (!both_finite(z)) return casinh(z);
    if (is_large(z)) return py_cmplx(copysign(log_twice(z), x), atan2(y, fabs(x)));
    cplx a = f_sqrt(py_cmplx(1 + y, -x)), b = f_sqrt(py_cmplx(1 - y, x));
    return py_cmplx(asinh(creal(a) * cimag(b) - creal(b) * cimag(a)),
                    atan2(y, creal(a) * creal(b) - cimag(a) * cimag(b)));
}

static cplx f_atanh(cplx z)
{
    double x = creal(z), y = cimag(z), ay = fabs(y);
    if (isnan(x) && isinf(y)) return py_cmplx(0, copysign(M_PI / 2, y));
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

// cosh, sinh and exp of large x overflow before their products with cos y and sin y do: then one is
// taken off x, and this is the factor that makes up for it.
static double ease(double *x, bool both_sides)
{
    if ((both_sides ? fabs(*x) : *x) <= LOG_LARGE) return 1;
    *x -= copysign(1, *x);
    return M_E;
}

static cplx f_cosh(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (isnan(x) && y == 0) return py_cmplx(NAN, 0);
    if (!both_finite(z)) return ccosh(z);
    double factor = ease(&x, true);
    return py_cmplx(cos(y) * cosh(x) * factor, sin(y) * sinh(x) * factor);
}

static cplx f_sinh(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (x == 0 && isnan(y)) return py_cmplx(0, NAN);
    if (!both_finite(z)) return csinh(z);
    double factor = ease(&x, true);
    return py_cmplx(cos(y) * sinh(x) * factor, sin(y) * cosh(x) * factor);
}

static cplx f_exp(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (x == -INFINITY && isinf(y)) return py_cmplx(0, 0);
    if (!both_finite(z)) return cexp(z);
    double factor = ease(&x, false), size = exp(x);
    return py_cmplx(size * cos(y) * factor, size * sin(y) * factor);
}

static cplx f_tanh(cplx z)
{
    double x = creal(z), y = cimag(z);
    if (x == 0 && isnan(y)) return py_cmplx(NAN, NAN);
    if (isinf(x) && isinf(y)) return py_cmplx(copysign(1, x), 0);
    if (!both_finite(z)) return ctanh(z);
    if (fabs(x) > LOG_LARGE)
        return py_cmplx(copysign(1, x), 4 * sin(y) * cos(y) * exp(-2 * fabs(x)));
    double th = tanh(x), tn = tan(y), sech = 1 / cosh(x), product = th * tn;
    double below = 1 + product * product;
    return py_cmplx(th * (1 + tn * tn) / below, tn / below * sech * sech);
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

#define ONE(name)                                                                                  \
    static py_value c_##name(struct py_isolate *iso, py_value *a)                                  \
    {                                                                                              \
        cplx z;                                                                                    \
        return py_complex_of(iso, a[0], &z) ? result(iso, z, f_##name(z)) : NULL;                  \
    }
// clang-format off
ONE(acos) ONE(acosh) ONE(asin) ONE(asinh) ONE(cosh) ONE(sin) ONE(sinh) ONE(tan) ONE(tanh) ONE(cos) ONE(sqrt) ONE(exp)
    // clang-format on

    // atan and atanh have poles.
    static py_value c_atan(struct py_isolate *iso, py_value *a)
{
    cplx z;
    if (!py_complex_of(iso, a[0], &z)) return NULL;
    if (creal(z) == 0 && fabs(cimag(z)) == 1) return py_raise_value_error(iso, "math domain error");
    return box(iso, f_atan(z));
}

static py_value c_atanh(struct py_isolate *iso, py_value *a)
{
    cplx z;
    if (!py_complex_of(iso, a[0], &z)) return NULL;
    if (cimag(z) == 0 && fabs(creal(z)) == 1) return py_raise_value_error(iso, "math domain error");
    return box(iso, f_atanh(z));
}

// log|z|, exact where |z| is near 1, large or tiny.
static double log_size(double x, double y)
{
    if (x > LARGE || y > LARGE) return log(hypot(x / 2, y / 2)) + M_LN2;
    if (x < DBL_MIN && y < DBL_MIN) {
        if (x == 0 && y == 0) return -INFINITY;
        return log(hypot(ldexp(x, 53), ldexp(y, 53))) - 53 * M_LN2;
    }
    double size = hypot(x, y), more = fmax(x, y), less = fmin(x, y);
    if (size < 0.71 || size > 1.73 || isnan(size)) return log(size);
    return log1p((more - 1) * (more + 1) + less * less) / 2;
}

// The logarithm of an argument; *zero when that is 0.
static bool log_arg(struct py_isolate *iso, py_value v, cplx *out, bool *zero)
{
    cplx z;
    if (!py_complex_of(iso, v, &z)) return false;
    *zero = creal(z) == 0 && cimag(z) == 0;
    *out = py_cmplx(log_size(fabs(creal(z)), fabs(cimag(z))), atan2(cimag(z), creal(z)));
    return true;
}

// With a base the last logarithm decides: that of 0 is an error without one only.
static PY_NATIVE(c_log)
{
    cplx x, base;
    bool wrong;
    if (!log_arg(iso, a[0], &x, &wrong)) return NULL;
    if (a[1]) {
        if (!log_arg(iso, a[1], &base, &wrong)) return NULL;
        wrong |= creal(base) == 0 && cimag(base) == 0;
    }
    if (wrong) return py_raise_value_error(iso, "math domain error");
    py_value vx = box(iso, x), vb = vx && a[1] ? box(iso, base) : NULL;
    return !a[1] ? vx : vb ? py_binary(iso, PY_BIN_DIV, vx, vb) : NULL;
}

static py_value c_log10(struct py_isolate *iso, py_value *a)
{
    cplx x;
    bool zero;
    if (!log_arg(iso, a[0], &x, &zero)) return NULL;
    if (zero) return py_raise_value_error(iso, "math domain error");
    return py_complex_new(iso, creal(x) / M_LN10, cimag(x) / M_LN10);
}

static py_value c_phase(struct py_isolate *iso, py_value *a)
{
    cplx z;
    return py_complex_of(iso, a[0], &z) ? py_float_new(iso, atan2(cimag(z), creal(z))) : NULL;
}

static py_value c_polar(struct py_isolate *iso, py_value *a)
{
    cplx z;
    if (!py_complex_of(iso, a[0], &z)) return NULL;
    double r = hypot(creal(z), cimag(z));
    if (isinf(r) && both_finite(z)) return py_raise(iso, PY_T_OverflowError, "math range error");
    py_value vr = py_float_new(iso, r),
             phi = vr ? py_float_new(iso, atan2(cimag(z), creal(z))) : NULL;
    return phi ? py_tuple_pack(iso, 2, vr, phi) : NULL;
}

static PY_NATIVE(c_rect)
{
    double r, phi;
    if (!py_math_arg(iso, a[0], &r) || !py_math_arg(iso, a[1], &phi)) return NULL;
    if (phi == 0) return py_complex_new(iso, r, isnan(r) ? 0 : copysign(1, r) * phi);
    if (isinf(phi) && r != 0 && !isnan(r)) return py_raise_value_error(iso, "math domain error");
    if (!isfinite(phi) && r == 0) return py_complex_new(iso, 0, 0);
    if (isnan(phi) && isinf(r)) return py_complex_new(iso, INFINITY, NAN);
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

static py_value c_isfinite(struct py_isolate *iso, py_value *a)
{
    return test(iso, a[0], 0);
}
static py_value c_isnan(struct py_isolate *iso, py_value *a)
{
    return test(iso, a[0], 1);
}
static py_value c_isinf(struct py_isolate *iso, py_value *a)
{
    return test(iso, a[0], 2);
}

static double magnitude(cplx z)
{
    return hypot(creal(z), cimag(z));
}

static PY_NATIVE(c_isclose)
{
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

#define ROW(name, doc) PY_ROW(#name, c_##name, "z, /", doc)
static const struct py_native_row functions[] = {
    ROW(acos, "Arc cosine."),
    ROW(acosh, "Inverse hyperbolic cosine."),
    ROW(asin, "Arc sine."),
    ROW(asinh, "Inverse hyperbolic sine."),
    ROW(atan, "Arc tangent."),
    ROW(atanh, "Inverse hyperbolic tangent."),
    ROW(cos, "Cosine."),
    ROW(cosh, "Hyperbolic cosine."),
    ROW(exp, "e to the power of z."),
    ROW(sin, "Sine."),
    ROW(sinh, "Hyperbolic sine."),
    ROW(sqrt, "Square root; of the two the one to the right."),
    ROW(tan, "Tangent."),
    ROW(tanh, "Hyperbolic tangent."),
    PY_ROW("log", c_log, "z, base=None, /", "Logarithm, natural if no base is given."),
    ROW(log10, "Logarithm to base 10."),
    ROW(phase, "The angle, from -pi to pi."),
    ROW(polar, "The size and the angle."),
    PY_ROW("rect", c_rect, "r, phi, /", "The number of this size and angle."),
    ROW(isfinite, "Are both parts finite?"),
    ROW(isnan, "Is either part a NaN?"),
    ROW(isinf, "Is either part infinite?"),
    PY_ROW("isclose", c_isclose, "a, b, *, rel_tol=1e-09, abs_tol=0.0",
           "Is the distance small, by itself or beside the larger number?"),
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
    .doc = "Functions of complex numbers.",
};
