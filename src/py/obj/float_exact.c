// Decimal digits of doubles of ordinary size, in exact integers of 128 bits: what printf and trial
// and error would find, many times faster. A double is M * 2**-q, so its digits down to 10**-k are
// those of M * 10**k / 2**q, rounded to even.
#include <math.h>

#include "float.h"
#include "int.h"

typedef unsigned __int128 u128;
enum { MAX_SCALE = 22, MAX_SHIFT = 120, MANTISSA = 53 }; // 2**53 * 10**22 < 2**127

#define E5 UINT64_C(100000)
#define E10 (E5 * E5)
#define E15 (E10 * E5)
static const uint64_t powers10[] = {
    1,           10,        100,        1000,      10000,      E5,        10 * E5,
    100 * E5,    1000 * E5, 10000 * E5, E10,       10 * E10,   100 * E10, 1000 * E10,
    10000 * E10, E15,       10 * E15,   100 * E15, 1000 * E15,
};
enum { MAX_DIGITS = 17 };

static u128 power10(int k)
{
    return k <= 18 ? powers10[k] : (u128)powers10[18] * powers10[k - 18];
}

struct scaled {
    uint64_t mantissa; // M
    uint64_t m;        // a * 10**k, rounded
    u128 off;          // |m * 2**q - M * 10**k|
};

// False: not of ordinary size, or m is too large.
static bool scale(double a, int k, struct scaled *s)
{
    int e;
    double f = frexp(a, &e);
    int q = MANTISSA - e;
    if (!(a > 0) || k < 0 || k > MAX_SCALE || q < 1 || q > MAX_SHIFT) return false;
    s->mantissa = (uint64_t)ldexp(f, MANTISSA);
    u128 x = s->mantissa * power10(k), m = x >> q, rest = x - (m << q), unit = (u128)1 << q;
    bool up = rest > unit / 2 || (rest == unit / 2 && (m & 1));
    s->off = up ? unit - rest : rest;
    s->m = (uint64_t)(m + up);
    return m < powers10[18];
}

// a to n significant digits: s->m has n digits, the first of them stands for 10***exp.
static bool scale_to(double a, int n, int *exp, struct scaled *s)
{
    if (!(a >= 1e-5 && a < 1e16) || n < 1 || n > MAX_DIGITS) return false;
    for (*exp = (int)floor(log10(a));; ++*exp) {
        if (!scale(a, n - 1 - *exp, s)) return false;
        if (s->m < powers10[n]) return s->m >= powers10[n - 1]; // else log10 was wrong, or 9.99..
    }
}

bool py_float_shortest(double a, char digits[20], size_t *n, int *exp)
{
    struct scaled s;
    for (int p = 15; p <= MAX_DIGITS; p++) {
        if (!scale_to(a, p, exp, &s)) return false;
        // Below a power of two doubles lie closer than above it: not here.
        if (s.mantissa == (uint64_t)1 << (MANTISSA - 1)) return false;
        u128 ulp = power10(p - 1 - *exp);
        if (2 * s.off > ulp || (2 * s.off == ulp && (s.mantissa & 1))) continue;
        char text[64];
        *n = py_u64_digits(s.m, 10, text);
        memcpy(digits, text, *n);
        return true;
    }
    return false;
}

static size_t write_fixed(const char *digits, size_t n, size_t prec, char *buf)
{
    size_t len = 0, whole = n > prec ? n - prec : 0;
    if (!whole) buf[len++] = '0';
    memcpy(buf + len, digits, whole);
    len += whole;
    if (!prec) return len;
    buf[len++] = '.';
    for (size_t i = n; i < prec; i++) buf[len++] = '0';
    memcpy(buf + len, digits + whole, n - whole);
    return len + n - whole;
}

static size_t write_exponent(const char *digits, size_t n, int exp, char letter, char *buf)
{
    size_t len = 0;
    unsigned size = (unsigned)(exp < 0 ? -exp : exp); // at most two digits here
    buf[len++] = digits[0];
    if (n > 1) buf[len++] = '.';
    memcpy(buf + len, digits + 1, n - 1);
    len += n - 1;
    buf[len++] = letter;
    buf[len++] = exp < 0 ? '-' : '+';
    buf[len++] = (char)('0' + size / 10);
    buf[len++] = (char)('0' + size % 10);
    return len;
}

size_t py_float_exact(double d, char fmt, int64_t precision, char *buf)
{
    struct scaled s;
    char digits[64];
    int exp;
    size_t sign = d < 0;
    if (precision > MAX_SCALE) return 0;
    buf[0] = '-';
    if (fmt == 'f') {
        if (!scale(fabs(d), (int)precision, &s)) return 0;
        size_t n = s.m ? py_u64_digits(s.m, 10, digits) : 0;
        return sign + write_fixed(digits, n, (size_t)precision, buf + sign);
    }
    if ((fmt | 0x20) != 'e' || !scale_to(fabs(d), (int)precision + 1, &exp, &s)) return 0;
    return sign + write_exponent(digits, py_u64_digits(s.m, 10, digits), exp, fmt, buf + sign);
}
