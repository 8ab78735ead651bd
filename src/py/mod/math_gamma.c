// Module math: gamma and lgamma. C. Lanczos, A precision approximation of the gamma function
// (1964), with the coefficients for 13 terms and g = 6.02 of J. Maddock's in Boost; G. R. Pugh, An
// analysis of the Lanczos gamma approximation (2004). The order of operations fixes results to the
// last bit.
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

// The sum of the approximation: a rational function, of 1 / x where x is not small.
static double lanczos(double x)
{
    bool small = x < 5;
    double above = 0, below = 0;
    for (int i = 0; i < N; i++) {
        int k = small ? N - 1 - i : i;
        above = (small ? above * x : above / x) + num[k];
        below = (small ? below * x : below / x) + den[k];
    }
    return above / below;
}

// sin(pi * x): x is brought next to a multiple of 1/2, where sines and cosines are exact.
static double sin_pi(double x)
{
    double y = fmod(fabs(x), 2.0);
    int halves = (int)round(2.0 * y);
    double angle = M_PI * (y - halves / 2.0), r = halves & 1 ? cos(angle) : sin(angle);
    return copysign(1.0, x) * (halves == 2 || halves == 3 ? -r : r);
}

// The rounding error of sum = a + b: T. J. Dekker, A floating-point technique for extending the
// available precision (1971).
static double lost_in(double sum, double a, double b)
{
    volatile double kept = sum - fmax(a, b);
    return kept - fmin(a, b);
}

// Gamma of a whole number, for which the table of doubles is exact.
static double factorial_before(int n)
{
    double f = 1;
    for (int i = 2; i < n; i++) f *= i;
    return f;
}

double py_math_gamma(double x)
{
    double size = fabs(x);
    if (isnan(x) || x == INFINITY) return x;
    if (x == 0) return copysign(INFINITY, x);
    if (x < 0 && x == floor(x)) return NAN; // -inf too
    if (x == floor(x) && x <= 23) return factorial_before((int)x);
    if (size < 1e-20) return 1.0 / x;
    if (size > 200) return x < 0 ? 0.0 / sin_pi(x) : INFINITY;
    double base = size + G_HALF, correction = lost_in(base, size, G_HALF) * G / base;
    // The power is taken in two steps where it alone would overflow.
    bool two = size >= 140;
    double power = two ? pow(base, size / 2 - 0.25) : pow(base, size - 0.5), r;
    if (x > 0) {
        r = lanczos(size) / exp(base);
        r += correction * r;
        r *= power;
        return two ? r * power : r;
    }
    r = -M_PI / sin_pi(size) / size * exp(base) / lanczos(size); // by reflection
    r -= correction * r;
    r /= power;
    return two ? r / power : r;
}

double py_math_lgamma(double x)
{
    static const double log_pi = 1.144729885849400174143427351353058711647;
    double size = fabs(x);
    if (isnan(x)) return x;
    if (isinf(x) || (x <= 0 && x == floor(x))) return INFINITY;
    if (x == 1 || x == 2) return 0;
    if (size < 1e-20) return -log(size);
    double r = log(lanczos(size)) - G;
    r += (size - 0.5) * (log(size + G - 0.5) - 1);
    if (x < 0) r = log_pi - log(fabs(sin_pi(size))) - log(size) - r; // by reflection
    return isinf(r) ? INFINITY : r;
}
