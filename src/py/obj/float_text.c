// Floats and text: shortest repr that reads back, parsing, printf forms, rounding to n digits.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "float.h"
#include "format.h"
#include "int.h"
#include "unicode.h"

static const double powers10[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// Values with at most 15 significant digits and few decimals: m / 10**k is exact enough that
// reading "m e-k" gives d back, and the first such k is the shortest form. 0: not of that sort.
static size_t short_repr(double d, char *buf)
{
    double a = fabs(d);
    if (!(a < 1e15) || a < 1e-4) return 0;
    for (int k = 0; k <= 17; k++) {
        double scaled = a * powers10[k];
        if (scaled >= 1e15) return 0;
        double m = rint(scaled);
        if (m / powers10[k] != a) continue;
        char digits[64];
        size_t n = py_u64_digits((uint64_t)m, 10, digits), len = 0;
        if (d < 0) buf[len++] = '-';
        if (n <= (size_t)k) {
            buf[len++] = '0';
            buf[len++] = '.';
            for (size_t i = n; i < (size_t)k; i++) buf[len++] = '0';
            memcpy(buf + len, digits, n);
            return len + n;
        }
        size_t whole = n - (size_t)k;
        memcpy(buf + len, digits, whole);
        len += whole;
        buf[len++] = '.';
        if (k == 0) buf[len++] = '0';
        memcpy(buf + len, digits + whole, (size_t)k);
        return len + (size_t)k;
    }
    return 0;
}

// The next larger decimal of the same number of digits; "9.99e.." is left alone.
static bool bump(char *text)
{
    char *p = strchr(text, 'e') - 1;
    for (; p >= text; p--) {
        if (*p == '.') continue;
        if (*p != '9') {
            ++*p;
            return true;
        }
        *p = '0';
    }
    return false;
}

// Shortest digits of a > 0 that read back, as %e gives them: mantissa "d.ddd", exponent.
static void shortest_e(double a, char *text, size_t cap)
{
    // Trailing zeros go later, so 15 digits stand for fewer; subnormals do not have that many.
    for (int p = a < 1e-290 ? 0 : 14; p < 16; p++) {
        snprintf(text, cap, "%.*e", p, a);
        if (strtod(text, NULL) == a) return;
    }
    // Below a power of two doubles lie closer: the nearest 16 digits may miss where the next ones
    // up hit.
    int e;
    if (frexp(a, &e) == 0.5 && bump(text) && strtod(text, NULL) == a) return;
    snprintf(text, cap, "%.16e", a);
}

size_t py_float_repr(double d, char *buf)
{
    if (isnan(d)) return memcpy(buf, "nan", 3), 3;
    if (isinf(d)) return d < 0 ? (memcpy(buf, "-inf", 4), 4) : (memcpy(buf, "inf", 3), 3);
    if (d == 0) return signbit(d) ? (memcpy(buf, "-0.0", 4), 4) : (memcpy(buf, "0.0", 3), 3);
    size_t len = short_repr(d, buf);
    if (len) return len;
    char digits[24];
    size_t n = 0;
    int exp;
    if (!py_float_shortest(fabs(d), digits, &n, &exp)) {
        char text[40];
        shortest_e(fabs(d), text, sizeof text);
        char *e = strchr(text, 'e');
        exp = (int)strtol(e + 1, NULL, 10);
        for (char *p = text; p < e; p++)
            if (*p != '.') digits[n++] = *p;
    }
    while (n > 1 && digits[n - 1] == '0') n--;
    if (d < 0) buf[len++] = '-';
    if (exp >= -4 && exp < 16) {
        if (exp < 0) {
            buf[len++] = '0';
            buf[len++] = '.';
            for (int i = -1; i > exp; i--) buf[len++] = '0';
            memcpy(buf + len, digits, n);
            return len + n;
        }
        for (int i = 0; i <= exp || i < (int)n; i++) {
            if (i == exp + 1) buf[len++] = '.';
            buf[len++] = i < (int)n ? digits[i] : '0';
        }
        if ((int)n <= exp + 1) {
            buf[len++] = '.';
            buf[len++] = '0';
        }
        return len;
    }
    buf[len++] = digits[0];
    if (n > 1) {
        buf[len++] = '.';
        memcpy(buf + len, digits + 1, n - 1);
        len += n - 1;
    }
    len += (size_t)snprintf(buf + len, 8, "e%c%02d", exp < 0 ? '-' : '+', abs(exp));
    return len;
}

// A double has at most 1,100 significant decimals: more are zeros, which we write ourselves,
// because printf would take memory and time out of anyone's control.
enum { MAX_DIGITS = 1200 };

// t (n bytes) with `zeros` zeros at the end of its digits.
static const char *pad_zeros(struct py_isolate *iso, const char *t, size_t n, uint64_t zeros,
                             size_t *len)
{
    if (!py_mem_check(iso, zeros + n) || !py_tick(iso, zeros / 8)) return NULL;
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, zeros + n + 1);
    if (!b) return NULL;
    char *out = (char *)b + offsetof(struct py_buf, u);
    size_t digits = strcspn(t, "eE");
    memcpy(out, t, digits);
    memset(out + digits, '0', zeros);
    memcpy(out + digits + zeros, t + digits, n - digits);
    *len = n + zeros;
    return out;
}

const char *py_float_printf(struct py_isolate *iso, double d, char fmt, int64_t precision,
                            bool alternate, char *small, size_t cap, size_t *len)
{
    if (precision > INT32_MAX - 400) return py_raise_value_error(iso, "precision too big");
    if (precision > MAX_DIGITS) {
        const char *t = py_float_printf(iso, d, fmt, MAX_DIGITS, alternate, small, cap, len);
        if (!t || ((fmt | 0x20) == 'g' && !alternate)) return t;
        return pad_zeros(iso, t, *len, (uint64_t)precision - MAX_DIGITS, len);
    }
    if (!alternate && (*len = py_float_exact(d, fmt, precision, small))) return small;
    char f[8], *p = f;
    *p++ = '%';
    if (alternate) *p++ = '#';
    memcpy(p, ".*", 2);
    p[2] = fmt;
    p[3] = 0;
    int prec = (int)precision;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    int n = snprintf(small, cap, f, prec, d);
    *len = (size_t)n;
    if ((size_t)n < cap) return small;
    if (!py_mem_check(iso, (uint64_t)n) || !py_tick(iso, (uint64_t)n)) return NULL;
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, (size_t)n + 1);
    if (!b) return NULL;
    snprintf((char *)b->u.b, (size_t)n + 1, f, prec, d);
#pragma GCC diagnostic pop
    return (const char *)b->u.b;
}

py_value py_float_text(struct py_isolate *iso, double d, char type, int precision, bool alternate)
{
    char small[400];
    if (type == 'r') return py_str_new(iso, small, py_float_repr(d, small));
    size_t len = 0;
    if (!isfinite(d)) {
        const char *t = isnan(d) ? "nan" : d < 0 ? "-inf" : "inf";
        const char *u = isnan(d) ? "NAN" : d < 0 ? "-INF" : "INF";
        return py_str_z(iso, type >= 'a' ? t : u);
    }
    if ((type | 0x20) == 'g' && precision == 0) precision = 1;
    const char *t = py_float_printf(iso, d, type, precision, alternate, small, sizeof small, &len);
    return t ? py_str_new(iso, t, len) : NULL;
}

// --- parsing ------------------------------------------------------------------------------------

// Few digits and a small exponent: exact in doubles (Clinger's fast path).
static bool parse_short(const char *s, size_t n, double *out)
{
    uint64_t m = 0;
    int digits = 0, exp = 0;
    bool point = false, neg = false;
    size_t i = 0;
    if (n && (s[0] == '-' || s[0] == '+')) neg = s[i++] == '-';
    for (; i < n; i++) {
        char c = s[i];
        if (c == '.') {
            point = true;
        } else if (c >= '0' && c <= '9') {
            m = m * 10 + (uint64_t)(c - '0');
            if (m && ++digits > 15) return false;
            exp -= point;
        } else {
            break;
        }
    }
    if (i < n) { // exponent
        bool eneg = false;
        int e = 0;
        if (++i < n && (s[i] == '-' || s[i] == '+')) eneg = s[i++] == '-';
        for (; i < n; i++) {
            e = e * 10 + (s[i] - '0');
            if (e > 400) return false;
        }
        exp += eneg ? -e : e;
    }
    if (exp < -22 || exp > 22) {
        if (m) return false;
        exp = 0;
    }
    double d = (double)m;
    d = exp < 0 ? d / powers10[-exp] : d * powers10[exp];
    *out = neg ? -d : d;
    return true;
}

bool py_float_parse(struct py_isolate *iso, const char *text, size_t n, double *out)
{
    char small[128];
    if (n < sizeof small) {
        if (parse_short(text, n, out)) return true;
        memcpy(small, text, n);
        small[n] = 0;
        *out = strtod(small, NULL);
        return true;
    }
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, n + 1);
    if (!b || !py_tick(iso, n / 4)) return false;
    char *copy = (char *)b + offsetof(struct py_buf, u);
    memcpy(copy, text, n);
    copy[n] = 0;
    *out = strtod(copy, NULL);
    py_buf_free(iso, b);
    return true;
}

// Does s name inf or nan? *out set.
static bool special_name(const char *s, size_t n, double *out)
{
    static const struct {
        const char *name;
        double v;
    } names[] = {{"inf", INFINITY}, {"infinity", INFINITY}, {"nan", NAN}};
    bool neg = n && s[0] == '-';
    if (n && (s[0] == '-' || s[0] == '+')) s++, n--;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t k = 0;
        while (k < n && names[i].name[k] && tolower((unsigned char)s[k]) == names[i].name[k]) k++;
        if (k != n || names[i].name[k]) continue;
        *out = neg ? -names[i].v : names[i].v;
        return true;
    }
    return false;
}

// Checks the decimal syntax and takes underscores out in place. False: not a float.
static bool clean(char *s, size_t *len)
{
    size_t n = *len, out = 0, i = 0;
    bool digits = false, prev_digit = false;
    if (i < n && (s[i] == '-' || s[i] == '+')) s[out++] = s[i++];
    int state = 0; // 0 integer part, 1 fraction, 2 exponent
    for (; i < n; i++) {
        char c = s[i];
        if (c >= '0' && c <= '9') {
            digits = prev_digit = true;
        } else if (c == '_') {
            if (!prev_digit || i + 1 >= n || s[i + 1] < '0' || s[i + 1] > '9') return false;
            prev_digit = false;
            continue;
        } else if (c == '.' && state == 0) {
            state = 1;
            prev_digit = false;
        } else if ((c == 'e' || c == 'E') && state < 2 && digits) {
            state = 2;
            digits = prev_digit = false;
            if (i + 1 < n && (s[i + 1] == '-' || s[i + 1] == '+')) {
                s[out++] = c;
                c = s[++i];
            }
        } else {
            return false;
        }
        s[out++] = c;
    }
    *len = out;
    return digits;
}

// Digits with one point among them, few enough for parse_short: the usual case.
static bool plain_decimal(const char *s, size_t n)
{
    size_t digits = 0, points = 0;
    for (size_t i = s[0] == '-'; i < n; i++) {
        if (s[i] >= '0' && s[i] <= '9') digits++;
        else if (s[i] == '.') points++;
        else return false;
    }
    return digits && digits <= 15 && points <= 1;
}

bool py_float_from_str(struct py_isolate *iso, py_value v, py_value shown, double *out)
{
    const struct py_str *s = py_str(v);
    size_t from = 0, to = s->len;
    if (s->ascii && to && to < 20 && plain_decimal(s->data, to))
        return parse_short(s->data, to, out);
    while (from < to && py_char_is(py_str_at(s, from), PY_U_SPACE)) from++;
    while (to > from && py_char_is(py_str_at(s, to - 1), PY_U_SPACE)) to--;
    size_t n = to - from;
    char small[64] = {0}, *text = small;
    if (n > sizeof small) {
        struct py_buf *b = py_buf_new(iso, PY_K_RAW, n);
        if (!b || !py_tick(iso, n / 8)) return false;
        text = (char *)b->u.b;
    }
    for (size_t i = 0; i < n; i++) {
        uint32_t c = py_str_at(s, from + i);
        if (c >= 0x80) c = py_char_is(c, PY_U_DECIMAL) ? '0' + (uint32_t)py_uchar(c)->digit : '?';
        text[i] = (char)c;
    }
    if (clean(text, &n)) return py_float_parse(iso, text, n, out);
    if (special_name(text, to - from, out)) return true;
    py_raise_value_error(iso, "could not convert string to float: %R", shown);
    return false;
}

// --- rounding -----------------------------------------------------------------------------------

bool py_float_scale(double a, int64_t n, uint64_t *out)
{
    if (n < 0 || n > 15) return false;
    double s = a * powers10[n];
    if (!(s < 1e12)) return false;
    double m = rint(s), off = fabs(s - m);
    if (off > 0.49) return false; // near a tie: the exact decimal expansion decides
    *out = (uint64_t)m;
    return true;
}

bool py_float_round(struct py_isolate *iso, double d, int64_t n, double *out)
{
    *out = d;
    if (!isfinite(d) || d == 0 || n > 323) return true;
    if (n < -308) {
        *out = copysign(0.0, d);
        return true;
    }
    uint64_t m;
    if (py_float_scale(fabs(d), n, &m)) {
        *out = copysign((double)m / powers10[n], d);
        return true;
    }
    // Halves of short decimals are not exact in binary: work on the exact decimal expansion.
    char text[400];
    if (n >= 0) {
        int len = snprintf(text, sizeof text, "%.*f", (int)n, d);
        if (len >= (int)sizeof text) {
            struct py_buf *b = py_buf_new(iso, PY_K_RAW, (size_t)len + 1);
            if (!b) return false;
            snprintf((char *)b->u.b, (size_t)len + 1, "%.*f", (int)n, d);
            *out = strtod((char *)b->u.b, NULL);
        } else if (!parse_short(text, (size_t)len, out)) {
            *out = strtod(text, NULL);
        }
    } else {
        // "%.{p}e" with p such that the last digit kept is 10**-n.
        snprintf(text, sizeof text, "%.0f", fabs(d));
        int whole = (int)strcspn(text, "."), keep = whole + (int)n; // digits kept before 10**-n
        if (fabs(d) < 1) keep = (int)n;
        if (keep < 0) {
            *out = copysign(0.0, d);
        } else if (keep == 0) {
            double unit = strtod((snprintf(text, sizeof text, "1e%d", (int)-n), text), NULL);
            *out = copysign(fabs(d) > unit / 2 ? unit : 0.0, d);
        } else {
            snprintf(text, sizeof text, "%.*e", keep - 1, d);
            *out = strtod(text, NULL);
        }
    }
    if (isinf(*out)) {
        py_raise(iso, PY_T_OverflowError, "rounded value too large to represent");
        return false;
    }
    return true;
}
