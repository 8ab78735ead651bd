// Module math: gamma and lgamma by Lanczos' approximation, with the coefficients that CPython and
// Boost use (g = 6.0246800407767296, N = 13), so that results agree to the last bit.
#include <math.h>

#include "math_int.h"

static const double G = 6.024680040776729583740234375;
static const double G_HALF = 5.524680040776729583740234375; // g - 1/2
enum { N = 13 };

static const double num[N] = {23531376880.410759688572007674451636754734846804940,
                              42919803642.649098768957899047001988850926355848959,
                              35711959237.355668049440185451547166705960488635843,
                              17921034426.037209699919755754458931112671403265390,
                              6039542586.3520280050642916443072979210699388420708,
                              1439720407.3117216736632230727949123939715485786372,
                              248874557.86205415651146038641322942321632125127801,
                              31426415.585400194380614231628318205362874684987640,
                              2876370.6289353724412254090516208496135991145378768,
                              186056.26539522349504029498971604569928220784236328,
                              8071.6720023658162106380029022722506138218516325024,
                              210.82427775157934587250973392071336271166969580291,
                              2.5066282746310002701649081771338373386264310793408};
static const double den[N] = {0.0,        39916800.0, 120543840.0, 150917976.0, 105258076.0,
                              45995730.0, 13339535.0, 2637558.0,   357423.0,    32670.0,
                              1925.0,     66.0,       1.0};

static double lanczos(double x)
{
    double p = 0, q = 0;
    if (x < 5) {
        for (int i = N; --i >= 0;) {
            p = p * x + num[i];
            q = q * x + den[i];
        }
    } else {
        for (int i = 0; i < N; i++) {
            p = p / x + num[i];
            q = q / x + den[i];
        }
    }
    return p / q;
}

// sin(pi * x), exact zeros at the integers.
static double sin_pi(double x)
{
    double y = fmod(fabs(x), 2.0), r;
    switch ((int)round(2.0 * y)) {
    case 0: r = sin(M_PI * y); break;
    case 1: r = cos(M_PI * (y - 0.5)); break;
    case 2: r = sin(M_PI * (1.0 - y)); break;
    case 3: r = -cos(M_PI * (y - 1.5)); break;
    default: r = sin(M_PI * (y - 2.0)); break;
    }
    return copysign(1.0, x) * r;
}

double py_math_gamma(double x)
{
    if (!isfinite(x)) return isnan(x) || x > 0 ? x : NAN;
    if (x == 0) return copysign(INFINITY, x);
    if (x == floor(x)) {
        if (x < 0) return NAN;
        if (x <= 23) { // exact factorials
            double f = 1;
            for (int i = 2; i < (int)x; i++) f *= i;
            return f;
        }
    }
    double a = fabs(x);
    if (a < 1e-20) return 1.0 / x;
    if (a > 200) return x < 0 ? 0.0 / sin_pi(x) : INFINITY;
    // y = a + g - 1/2, z its rounding error.
    double y = a + G_HALF, z;
    if (a > G_HALF) {
        volatile double q = y - a;
        z = q - G_HALF;
    } else {
        volatile double q = y - G_HALF;
        z = q - a;
    }
    z = z * G / y;
    double r, half = a < 140 ? pow(y, a - 0.5) : pow(y, a / 2 - 0.25);
    if (x < 0) {
        r = -M_PI / sin_pi(a) / a * exp(y) / lanczos(a);
        r -= z * r;
        r /= half;
        if (a >= 140) r /= half;
    } else {
        r = lanczos(a) / exp(y);
        r += z * r;
        r *= half;
        if (a >= 140) r *= half;
    }
    return r;
}

double py_math_lgamma(double x)
{
    if (!isfinite(x)) return isnan(x) ? x : INFINITY;
    if (x == floor(x) && x <= 2) return x <= 0 ? INFINITY : 0.0;
    double a = fabs(x);
    if (a < 1e-20) return -log(a);
    double r = log(lanczos(a)) - G;
    r += (a - 0.5) * (log(a + G - 0.5) - 1);
    if (x < 0) r = 1.144729885849400174143427351353058711647 - log(fabs(sin_pi(a))) - log(a) - r;
    return isinf(r) ? INFINITY : r;
}
