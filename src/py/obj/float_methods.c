// Methods of float: integer ratios, rounding, hexadecimal text.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "float_int.h"
#include "format.h"
#include "int.h"

static PY_NATIVE(float_int)
{
    return py_int_from_double(iso, py_float(a[0]));
}

static PY_NATIVE(float_floor)
{
    return py_int_from_double(iso, floor(py_float(a[0])));
}

static PY_NATIVE(float_ceil)
{
    return py_int_from_double(iso, ceil(py_float(a[0])));
}

static PY_NATIVE(float_self)
{
    return py_float_new(iso, py_float(a[0]));
}

static PY_NATIVE(float_is_integer)
{
    double d = py_float(a[0]);
    return py_bool(isfinite(d) && floor(d) == d);
}

static PY_NATIVE(float_round)
{
    double d = py_float(a[0]), r;
    if (!a[1] || a[1] == PY_NONE) return py_int_from_double(iso, rint(d));
    int64_t nd;
    if (!py_as_index(iso, a[1], &nd) || !py_float_round(iso, d, nd, &r)) return NULL;
    return py_float_new(iso, r);
}

static PY_NATIVE(float_ratio)
{
    double d = py_float(a[0]);
    if (isinf(d))
        return py_raise(iso, PY_T_OverflowError, "cannot convert Infinity to integer ratio");
    if (isnan(d)) return py_raise_value_error(iso, "cannot convert NaN to integer ratio");
    int e;
    int64_t m = (int64_t)ldexp(frexp(d, &e), 53); // the mantissa, all of it before the point
    int zeros = m ? __builtin_ctzll((uint64_t)m) : 0;
    e = m ? e - 53 + zeros : 0;
    py_value num = py_int_new(iso, m / ((int64_t)1 << zeros)), den = py_small_new(1);
    if (e > 0) num = py_int_shift(iso, num, e);
    else den = py_int_shift(iso, den, -e);
    return num && den ? py_tuple_pack(iso, 2, num, den) : NULL;
}

static PY_NATIVE(float_format)
{
    if (!py_is_str(a[1]))
        return py_raise_type_error(iso, "__format__() argument must be str, not %A", a[1]);
    return py_float_format(iso, a[0], a[1]);
}

static PY_NATIVE(float_getnewargs)
{
    py_value f = float_self(iso, a);
    return f ? py_tuple_pack(iso, 1, f) : NULL;
}

static PY_NATIVE(float_getformat)
{
    if (!py_is_str(a[1]))
        return py_raise_type_error(iso, "__getformat__() argument must be str, not %A", a[1]);
    if (!py_str_is(a[1], "double") && !py_str_is(a[1], "float"))
        return py_raise_value_error(iso, "__getformat__() argument 1 must be 'double' or 'float'");
    return py_str_z(iso, "IEEE, little-endian");
}

static PY_NATIVE(float_hex)
{
    double d = py_float(a[0]);
    char buf[64];
    if (!isfinite(d)) return py_str_new(iso, buf, py_float_repr(d, buf));
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits); // sign, 11 of the exponent, 52 behind the point
    uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7ff), subnormal = !exponent;
    const char *form = d == 0 ? "%s0x0.0p+0" : "%s0x%d.%013llxp%+d";
    int n = snprintf(buf, sizeof buf, form, bits >> 63 ? "-" : "", !subnormal,
                     (unsigned long long)fraction, exponent + subnormal - 1023);
    return py_str_new(iso, buf, (size_t)n);
}

// --- fromhex ------------------------------------------------------------------------------------

struct hex {
    const char *p, *end;
};

static int hex_digit(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : isxdigit(c) ? (c | 0x20) - 'a' + 10 : -1;
}

static bool word(struct hex *h, const char *w)
{
    const char *p = h->p;
    for (; *w && p < h->end && tolower((unsigned char)*p) == *w; p++) w++;
    if (*w) return false;
    h->p = p;
    return true;
}

// Exponent after 'p'; saturates. False: no digits.
static bool hex_exponent(struct hex *h, int64_t *e)
{
    bool neg = false;
    *e = 0;
    if (h->p < h->end && (*h->p == '-' || *h->p == '+')) neg = *h->p++ == '-';
    if (h->p >= h->end || !isdigit((unsigned char)*h->p)) return false;
    for (; h->p < h->end && isdigit((unsigned char)*h->p); h->p++)
        if (*e < (int64_t)1 << 50) *e = *e * 10 + (*h->p - '0');
    if (neg) *e = -*e;
    return true;
}

// Mantissa digits into the top of m, sticky below; *exp such that value = m * 2**exp.
static bool hex_mantissa(struct hex *h, uint64_t *m, int64_t *exp)
{
    bool any = false, point = false, sticky = false;
    *m = 0;
    *exp = 0;
    for (; h->p < h->end; h->p++) {
        if (*h->p == '.' && !point) {
            point = true;
            continue;
        }
        int d = hex_digit((unsigned char)*h->p);
        if (d < 0) break;
        any = true;
        if (*m >> 58) {
            sticky |= d != 0;
            *exp += point ? 0 : 4;
        } else {
            *m = *m << 4 | (unsigned)d;
            *exp -= point ? 4 : 0;
        }
    }
    *m |= sticky;
    return any;
}

// m * 2**e with one rounding, ties to even. False: overflow.
static bool scale(uint64_t m, int64_t e, double *out)
{
    *out = 0;
    if (!m) return true;
    int64_t bits = 64 - __builtin_clzll(m), drop = bits - 53;
    if (e + bits > 1024) return false;
    if (e + bits < -1080) return true;
    if (-1074 - e > drop) drop = -1074 - e;
    if (drop > 0) {
        uint64_t rest = drop > 63 ? m : m & (((uint64_t)1 << drop) - 1),
                 half = (uint64_t)1 << (drop - 1);
        m = drop > 63 ? 0 : m >> drop;
        if (rest > half || (rest == half && (m & 1))) m++;
        e += drop;
    }
    *out = ldexp((double)m, (int)e);
    return !isinf(*out);
}

static PY_NATIVE(float_fromhex)
{
    if (!py_is_str(a[1]))
        return py_raise_type_error(iso, "bad argument type for built-in operation");
    size_t len;
    const char *s = py_str_utf8(iso, a[1], &len);
    if (!s) return NULL;
    struct hex h = {s, s + len};
    while (h.p < h.end && isspace((unsigned char)*h.p)) h.p++;
    while (h.end > h.p && isspace((unsigned char)h.end[-1])) h.end--;
    bool neg = false;
    if (h.p < h.end && (*h.p == '-' || *h.p == '+')) neg = *h.p++ == '-';
    double d;
    uint64_t m;
    int64_t exp, e = 0;
    if (word(&h, "infinity") || word(&h, "inf")) {
        d = INFINITY;
    } else if (word(&h, "nan")) {
        d = NAN;
    } else {
        (void)word(&h, "0x");
        bool ok = hex_mantissa(&h, &m, &exp);
        if (ok && h.p < h.end && (*h.p | 0x20) == 'p') {
            h.p++;
            ok = hex_exponent(&h, &e);
        }
        if (!ok) return py_raise_value_error(iso, "invalid hexadecimal floating-point string");
        if (!scale(m, exp + e, &d))
            return py_raise(iso, PY_T_OverflowError,
                            "hexadecimal value too large to represent as a float");
    }
    // As in CPython a number too large is seen before what follows it.
    if (h.p != h.end) return py_raise_value_error(iso, "invalid hexadecimal floating-point string");
    py_value v = py_float_new(iso, neg ? -d : d);
    if (!v || a[0] == (py_value)py_t(iso, PY_T_FLOAT)) return v;
    return py_call1(iso, a[0], v);
}

const struct py_native_row py_float_methods[] = {
    PY_ROW("conjugate", float_self, "", "The number itself: it has no imaginary part to negate."),
    PY_ROW("is_integer", float_is_integer, "", "Is nothing behind the point?"),
    PY_ROW("as_integer_ratio", float_ratio, "",
           "The very value as (numerator, denominator), in lowest terms and with a positive "
           "denominator."),
    PY_ROW("hex", float_hex, "",
           "The value without loss, as hexadecimal text: (1.5).hex() == "
           "'0x1.8000000000000p+0'."),
    PY_CLASS_ROW("fromhex", float_fromhex, "string, /",
                 "The float that text made by hex() stands for."),
    PY_ROW("__trunc__", float_int, "", "Drops what is behind the point and gives an int."),
    PY_ROW("__floor__", float_floor, "", "Rounds down to an int."),
    PY_ROW("__ceil__", float_ceil, "", "Rounds up to an int."),
    PY_ROW("__round__", float_round, "ndigits=None, /",
           "The nearest int, or float of so many decimals; a tie goes to the even neighbour."),
    PY_ROW("__format__", float_format, "format_spec, /", "What format() calls."),
    PY_ROW("__getnewargs__", float_getnewargs, "", NULL),
    PY_CLASS_ROW("__getformat__", float_getformat, "typestr, /",
                 "How this machine stores 'double' or 'float'."),
    {0}};

static py_value get_real(struct py_isolate *iso, py_value self)
{
    return py_float_new(iso, py_float(self));
}
static py_value get_imag(struct py_isolate *iso, PY_UNUSED py_value self)
{
    return py_float_new(iso, 0.0);
}

const struct py_getset_row py_float_getset[] = {
    {"real", get_real, NULL, "The number itself."}, {"imag", get_imag, NULL, "Always 0.0."}, {0}};
