// __format__ of int, float and complex. The digits come from int_text.c and float_text.c, padding
// and grouping from format.c.
#include <math.h>

#include "float.h"
#include "format.h"
#include "int.h"

// --- floats -------------------------------------------------------------------------------------

enum { SMALL = 400 };

struct float_text {
    const char *p; // digits, point, exponent, "%"; no sign
    size_t len;
    bool negative; // a minus sign belongs before it
    char small[SMALL];
};

static bool all_zero(const char *p, size_t n)
{
    for (size_t i = 0; i < n && p[i] != 'e' && p[i] != 'E'; i++)
        if (p[i] != '0' && p[i] != '.') return false;
    return true;
}

// Fixed notation of moderate values without printf: |d| * 10**prec is a small, certain integer.
static bool quick_fixed(double a, int64_t prec, struct float_text *t)
{
    uint64_t m;
    if (!py_float_scale(a, prec, &m)) return false;
    char digits[64];
    size_t n = py_u64_digits(m, 10, digits), p = (size_t)prec, len = 0;
    if (n <= p) {
        t->small[len++] = '0';
        if (p) t->small[len++] = '.';
        for (size_t i = n; i < p; i++) t->small[len++] = '0';
        memcpy(t->small + len, digits, n);
        len += n;
        if (!p) len = 1, t->small[0] = digits[0];
    } else {
        memcpy(t->small, digits, n - p);
        len = n - p;
        if (p) {
            t->small[len++] = '.';
            memcpy(t->small + len, digits + n - p, p);
            len += p;
        }
    }
    t->p = t->small;
    t->len = len;
    return true;
}

// No type, but a precision: 'g' with at least one digit after the point.
static bool general_text(struct py_isolate *iso, double a, int64_t prec, bool alt,
                         struct float_text *t)
{
    if (prec == 0) prec = 1;
    char probe[SMALL], *e;
    size_t n;
    const char *s = py_float_printf(iso, a, 'e', prec - 1, false, probe, sizeof probe, &n);
    if (!s) return false;
    e = memchr(s, 'e', n);
    int64_t exp = 0;
    for (const char *p = e + 2; p < s + n; p++) exp = exp * 10 + (*p - '0');
    if (e[1] == '-') exp = -exp;
    if (exp >= -4 && exp < prec - 1) { // decimal point position <= precision - 1
        t->p = py_float_printf(iso, a, 'g', prec, alt, t->small, SMALL - 3, &t->len);
        if (!t->p) return false;
        if (!memchr(t->p, '.', t->len) && t->p == t->small) {
            memcpy(t->small + t->len, ".0", 2);
            t->len += 2;
        }
        return true;
    }
    // Mantissa without trailing zeros, then the exponent.
    size_t m = (size_t)(e - s), elen = n - m;
    if (!alt) {
        while (m > 1 && s[m - 1] == '0' && memchr(s, '.', m)) m--;
        if (s[m - 1] == '.') m--;
    }
    bool point = alt && !memchr(s, '.', m);
    char *out = t->small;
    t->len = m + point + elen;
    if (t->len > SMALL) {
        struct py_buf *b = py_buf_new(iso, PY_K_RAW, t->len);
        if (!b) return false;
        out = (char *)b + offsetof(struct py_buf, u);
    }
    memcpy(out, s, m);
    if (point) out[m] = '.';
    memcpy(out + m + point, e, elen);
    t->p = out;
    return true;
}

static bool repr_text(double a, bool alt, struct float_text *t)
{
    t->p = t->small;
    t->len = py_float_repr(a, t->small);
    char *e = memchr(t->small, 'e', t->len);
    if (alt && e && !memchr(t->small, '.', t->len)) {
        memmove(e + 1, e, t->len - (size_t)(e - t->small));
        *e = '.';
        t->len++;
    }
    return true;
}

// The text of d by spec, without sign. False: exception (unknown type too).
static bool float_digits(struct py_isolate *iso, double d, const struct py_format_spec *f,
                         py_value v, struct float_text *t)
{
    uint32_t type = f->type;
    double a = fabs(d);
    t->negative = signbit(d) && !isnan(d);
    if (type > 127 || (type && !strchr("eEfFgGn%", (int)type))) {
        py_format_unknown(iso, type, v);
        return false;
    }
    if (!isfinite(d)) {
        bool upper = type == 'E' || type == 'F' || type == 'G';
        const char *name = isnan(d) ? (upper ? "NAN" : "nan") : upper ? "INF" : "inf";
        memcpy(t->small, name, 3);
        t->len = 3;
        if (type == '%') t->small[t->len++] = '%';
        t->p = t->small;
        return true;
    }
    int64_t prec = f->precision;
    bool ok = true;
    if (type == 0) {
        ok = prec < 0 ? repr_text(a, f->alternate, t) : general_text(iso, a, prec, f->alternate, t);
    } else {
        if (prec < 0) prec = 6;
        char fmt = type == 'n' ? 'g' : type == '%' ? 'f' : (char)type;
        if (fmt == 'g' || fmt == 'G') prec = prec ? prec : 1;
        if (type == '%') a *= 100;
        if ((fmt | 0x20) != 'f' || f->alternate || !quick_fixed(a, prec, t)) {
            t->p = py_float_printf(iso, a, fmt, prec, f->alternate, t->small, SMALL - 2, &t->len);
            ok = t->p;
        }
        if (ok && type == '%') {
            if (t->p == t->small) {
                t->small[t->len++] = '%';
            } else {
                ((char *)t->p)[t->len++] = '%'; // printf's buffer ends with a NUL: room for one
            }
        }
    }
    if (ok && f->z && t->negative && all_zero(t->p, t->len - (type == '%'))) t->negative = false;
    return ok;
}

// Splits the text at the end of its integer digits and lets the padder do the rest.
static py_value finish_float(struct py_isolate *iso, const struct py_format_spec *f,
                             const struct float_text *t)
{
    size_t n = 0;
    while (n < t->len && t->p[n] >= '0' && t->p[n] <= '9') n++;
    struct py_number_text num = {.sign = py_format_sign(f, t->negative),
                                 .prefix = "",
                                 .digits = t->p,
                                 .digits_len = n,
                                 .rest = t->p + n,
                                 .rest_len = t->len - n,
                                 .group = 3};
    struct py_format_spec plain = *f;
    if (!n) plain.grouping = 0; // inf and nan
    return py_format_number(iso, &plain, &num);
}

static py_value float_format(struct py_isolate *iso, double d, const struct py_format_spec *f,
                             py_value v)
{
    struct float_text t;
    if (!float_digits(iso, d, f, v, &t)) return NULL;
    if (f->width < 0 && !f->grouping) {
        char sign = py_format_sign(f, t.negative);
        if (!sign) return py_str_new(iso, t.p, t.len);
        if (t.p == t.small && t.len < SMALL) {
            memmove(t.small + 1, t.small, t.len);
            t.small[0] = sign;
            return py_str_new(iso, t.small, t.len + 1);
        }
    }
    return finish_float(iso, f, &t);
}

py_value py_float_format(struct py_isolate *iso, py_value v, py_value spec)
{
    const struct py_str *s = py_str(spec);
    double d = py_float(v);
    struct py_format_spec f;
    if (s->len == 0) return py_str_of(iso, v);
    // The usual ".2f" without the general parser.
    if (s->len == 3 && py_str_at(s, 0) == '.' && py_str_at(s, 2) == 'f') {
        uint32_t p = py_str_at(s, 1) - '0';
        struct float_text t;
        if (p <= 9 && quick_fixed(fabs(d), p, &t)) {
            if (!signbit(d)) return py_str_new(iso, t.p, t.len);
            memmove(t.small + 1, t.small, t.len);
            t.small[0] = '-';
            return py_str_new(iso, t.small, t.len + 1);
        }
    }
    if (!py_format_spec_parse(iso, spec, v, '>', 0, &f)) return NULL;
    return float_format(iso, d, &f, v);
}

// --- ints ---------------------------------------------------------------------------------------

static py_value format_char(struct py_isolate *iso, py_value v, struct py_format_spec *f)
{
    int64_t c;
    if (f->sign)
        return py_raise_value_error(iso, "Sign not allowed with integer format specifier 'c'");
    if (f->alternate)
        return py_raise_value_error(
            iso, "Alternate form (#) not allowed with integer format specifier 'c'");
    if (!py_int_get64(v, &c))
        return py_raise(iso, PY_T_OverflowError, "Python int too large to convert to C long");
    if (c < 0 || c > 0x10ffff)
        return py_raise(iso, PY_T_OverflowError, "%%c arg not in range(0x110000)");
    py_value s = py_str_char(iso, (uint32_t)c);
    if (!s) return NULL;
    if (f->align == '=') f->align = '>';
    return py_format_pad(iso, f, s);
}

static int base_of(uint32_t type)
{
    return type == 'b' ? 2 : type == 'o' ? 8 : type == 'x' || type == 'X' ? 16 : 10;
}

static py_value format_digits(struct py_isolate *iso, py_value v, const struct py_format_spec *f)
{
    int base = base_of(f->type);
    char small[72];
    const char *digits = small + 1;
    size_t len;
    bool neg = py_int_sign(v) < 0;
    if (py_is_int(v)) {
        int64_t i = py_small(v);
        len = py_u64_digits((uint64_t)(i < 0 ? -i : i), base, small + 1);
    } else {
        py_value s = py_int_text(iso, v, base);
        if (!s) return NULL;
        digits = (const char *)py_str(s)->data + neg;
        len = py_str(s)->len - neg;
    }
    struct py_buf *copy = NULL;
    if (f->type == 'X') {
        char *out = small;
        if (len > sizeof small) {
            copy = py_buf_new(iso, PY_K_RAW, len);
            if (!copy) return NULL;
            out = (char *)copy->u.b;
        }
        for (size_t i = 0; i < len; i++) {
            char c = digits[i];
            out[i] = c >= 'a' ? (char)(c - 32) : c;
        }
        digits = out;
    }
    static const char prefixes[][3] = {['b'] = "0b", ['o'] = "0o", ['x'] = "0x", ['X'] = "0X"};
    bool prefixed = f->alternate && base != 10;
    struct py_number_text num = {.sign = py_format_sign(f, neg),
                                 .prefix = prefixed ? prefixes[f->type] : "",
                                 .prefix_len = prefixed ? 2 : 0,
                                 .digits = digits,
                                 .digits_len = len,
                                 .rest = "",
                                 .group = base == 10 ? 3 : 4};
    return py_format_number(iso, f, &num);
}

py_value py_int_format(struct py_isolate *iso, py_value v, py_value spec)
{
    struct py_format_spec f;
    double d;
    if (py_str(spec)->len == 0) return py_is_int(v) ? py_int_text(iso, v, 10) : py_str_of(iso, v);
    if (!py_format_spec_parse(iso, spec, v, '>', 'd', &f)) return NULL;
    py_value shown = v;
    v = py_int_plain(v);
    switch (f.type) {
    case 'b':
    case 'o':
    case 'x':
    case 'X':
    case 'd':
    case 'n':
    case 'c':
        if (f.precision >= 0)
            return py_raise_value_error(iso, "Precision not allowed in integer format specifier");
        if (f.z)
            return py_raise_value_error(
                iso, "Negative zero coercion (z) not allowed in integer format specifier");
        return f.type == 'c' ? format_char(iso, v, &f) : format_digits(iso, v, &f);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case '%': return py_int_to_double(iso, v, &d) ? float_format(iso, d, &f, shown) : NULL;
    default: return py_format_unknown(iso, f.type, shown);
    }
}

// --- complex ------------------------------------------------------------------------------------

// A part without a type: as repr shows it, without ".0".
static py_value repr_part(struct py_isolate *iso, double d, const struct py_format_spec *f)
{
    struct float_text t = {.negative = signbit(d) && !isnan(d)};
    repr_text(fabs(d), f->alternate, &t);
    if (t.len > 2 && !memcmp(t.small + t.len - 2, ".0", 2)) t.len -= f->alternate ? 1 : 2;
    if (f->z && all_zero(t.p, t.len)) t.negative = false;
    return finish_float(iso, f, &t);
}

py_value py_complex_format(struct py_isolate *iso, py_value v, py_value spec)
{
    struct py_format_spec f, part;
    double re = ((struct py_complex *)v)->re, im = ((struct py_complex *)v)->im;
    if (py_str(spec)->len == 0) return py_str_of(iso, v);
    if (!py_format_spec_parse(iso, spec, v, '>', 0, &f)) return NULL;
    if (f.type > 127 || (f.type && !strchr("eEfFgGn", (int)f.type)))
        return py_format_unknown(iso, f.type, v);
    if (f.zero || f.fill == '0')
        return py_raise_value_error(iso, "Zero padding is not allowed in complex format specifier");
    if (f.align == '=')
        return py_raise_value_error(
            iso, "'=' alignment flag is not allowed in complex format specifier");
    part = f;
    part.width = -1;
    // Without a type it is a repr: parentheses, no real part when that is +0, no ".0".
    bool bare = f.type == 0, only_im = bare && re == 0 && !signbit(re);
    if (bare && f.precision >= 0) part.type = 'g';
    if (bare && f.precision < 0) part.type = 'r';
    struct py_sb sb;
    py_sb_init(&sb, iso);
    if (bare && !only_im) py_sb_char(&sb, '(');
    for (int i = only_im; i < 2; i++) {
        double d = i ? im : re;
        if (i && !only_im) part.sign = '+';
        py_value b = part.type == 'r' ? repr_part(iso, d, &part) : float_format(iso, d, &part, v);
        if (!b) return NULL;
        py_sb_str(&sb, b);
    }
    py_sb_char(&sb, 'j');
    if (bare && !only_im) py_sb_char(&sb, ')');
    py_value text = py_sb_finish(&sb);
    return text ? py_format_pad(iso, &f, text) : NULL;
}
