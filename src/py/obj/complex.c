// The type complex.
#include "complex.h"

#include <math.h>

#include "exc.h"
#include "../gc/heap_inline.h"
#include "args.h"
#include "float.h"
#include "format.h"
#include "int.h"
#include "unicode.h"

typedef double _Complex cplx;

static struct py_complex *cx(py_value v)
{
    return (struct py_complex *)v;
}
static cplx get(py_value v)
{
    return py_cmplx(cx(v)->re, cx(v)->im);
}

py_value py_complex_new(struct py_isolate *iso, double re, double im)
{
    struct py_complex *c = py_new_fast(iso, py_t(iso, PY_T_COMPLEX), PY_K_COMPLEX, sizeof *c);
    if (!c) return NULL;
    c->re = re;
    c->im = im;
    return (py_value)c;
}

static py_value box(struct py_isolate *iso, cplx z)
{
    return py_complex_new(iso, creal(z), cimag(z));
}

static py_value wrap(struct py_isolate *iso, struct py_type *cls, cplx z)
{
    if (cls == py_t(iso, PY_T_COMPLEX)) return box(iso, z);
    size_t size = sizeof(struct py_complex) + sizeof(struct py_attrs);
    struct py_complex *c = py_new_of(iso, cls, size);
    if (!c) return NULL;
    py_obj_set_head(&c->h, cls, PY_F_SUB, PY_K_COMPLEX);
    c->re = creal(z);
    c->im = cimag(z);
    return (py_value)c;
}

// 1 done, 0 not a number, -1 exception.
static int operand(struct py_isolate *iso, py_value v, cplx *out)
{
    double d;
    if (py_is_kind(v, PY_K_COMPLEX)) {
        *out = get(v);
        return 1;
    }
    int r = py_float_operand(iso, v, &d);
    if (r == 1) *out = py_cmplx(d, 0);
    return r;
}

// --- arithmetic: CPython's formulas, not the compiler's, which treat infinities differently -----

static cplx mul(cplx a, cplx b)
{
    double ar = creal(a), ai = cimag(a), br = creal(b), bi = cimag(b);
    return py_cmplx(ar * br - ai * bi, ar * bi + ai * br);
}

// b != 0. R. L. Smith, Algorithm 116: complex division (1962): by the larger part of b.
static cplx quot(cplx a, cplx b)
{
    double re = creal(a), im = cimag(a), large = creal(b), small = cimag(b);
    bool turned = fabs(large) < fabs(small); // then both are turned by -i: a / b stays
    if (turned) {
        double t = re;
        re = im, im = -t;
        t = large;
        large = small, small = -t;
    }
    if (isnan(large) || isnan(small)) return py_cmplx(NAN, NAN);
    double ratio = small / large, below = large + small * ratio;
    return py_cmplx((re + im * ratio) / below, (im - re * ratio) / below);
}

// By squaring, from the lowest bit of the exponent up.
static cplx power_int(cplx x, unsigned n)
{
    cplx r = py_cmplx(1, 0);
    for (; n; n >>= 1, x = mul(x, x))
        if (n & 1) r = mul(r, x);
    return r;
}

static bool is_zero(cplx z)
{
    return creal(z) == 0 && cimag(z) == 0;
}

static py_value raise_zero_power(struct py_isolate *iso)
{
    return py_raise(iso, PY_T_ZeroDivisionError, "0.0 to a negative or complex power");
}

py_value py_complex_pow(struct py_isolate *iso, cplx x, cplx y)
{
    double yr = creal(y), yi = cimag(y);
    cplx r;
    bool zero = is_zero(x);
    if (zero && (yi != 0 || yr < 0)) return raise_zero_power(iso);
    if (yi == 0 && yr == floor(yr) && fabs(yr) <= 100) {
        r = power_int(x, (unsigned)fabs(yr));
        if (yr < 0 && is_zero(r)) return raise_zero_power(iso); // it was too small
        if (yr < 0) r = quot(py_cmplx(1, 0), r);
    } else if (zero) {
        r = py_cmplx(0, 0);
    } else {
        double vabs = hypot(creal(x), cimag(x)), len = pow(vabs, yr);
        double at = atan2(cimag(x), creal(x)), phase = at * yr;
        if (yi != 0) {
            len /= exp(at * yi);
            phase += yi * log(vabs);
        }
        // The domain error of cos() there, which CPython takes for the other one.
        if (isinf(phase)) return raise_zero_power(iso);
        r = py_cmplx(len * cos(phase), len * sin(phase));
    }
    if (isinf(creal(r)) || isinf(cimag(r)))
        return py_raise(iso, PY_T_OverflowError, "complex exponentiation");
    return box(iso, r);
}

static py_value complex_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    cplx x, y;
    int ok = operand(iso, a, &x);
    if (ok == 1) ok = operand(iso, b, &y);
    if (ok != 1) return ok ? NULL : PY_NOTIMPL;
    switch (op) {
    case PY_BIN_ADD: return py_complex_new(iso, creal(x) + creal(y), cimag(x) + cimag(y));
    case PY_BIN_SUB: return py_complex_new(iso, creal(x) - creal(y), cimag(x) - cimag(y));
    case PY_BIN_MUL: return box(iso, mul(x, y));
    case PY_BIN_DIV:
        if (creal(y) == 0 && cimag(y) == 0)
            return py_raise(iso, PY_T_ZeroDivisionError, "complex division by zero");
        return box(iso, quot(x, y));
    case PY_BIN_POW: return py_complex_pow(iso, x, y);
    default: return PY_NOTIMPL;
    }
}

py_value py_complex_pair(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    double x = cx(a)->re, xi = cx(a)->im, y = cx(b)->re, yi = cx(b)->im;
    switch (op) {
    case PY_BIN_ADD: return py_complex_new(iso, x + y, xi + yi);
    case PY_BIN_SUB: return py_complex_new(iso, x - y, xi - yi);
    case PY_BIN_MUL: return py_complex_new(iso, x * y - xi * yi, x * yi + xi * y);
    default: return complex_binary(iso, op, a, b);
    }
}

static py_value complex_unary(struct py_isolate *iso, enum py_unop op, py_value a)
{
    double re = cx(a)->re, im = cx(a)->im;
    switch (op) {
    case PY_UN_NEG: return py_complex_new(iso, -re, -im);
    case PY_UN_POS: return py_complex_new(iso, re, im);
    case PY_UN_ABS: {
        double h = hypot(re, im);
        if (isinf(h) && isfinite(re) && isfinite(im))
            return py_raise(iso, PY_T_OverflowError, "absolute value too large");
        return py_float_new(iso, h);
    }
    default: return PY_NOTIMPL;
    }
}

static py_value complex_compare(PY_UNUSED struct py_isolate *iso, py_value a, py_value b,
                                enum py_cmp op)
{
    double re = cx(a)->re, im = cx(a)->im;
    bool eq;
    if (op != PY_CMP_EQ && op != PY_CMP_NE) return PY_NOTIMPL;
    if (py_is_kind(b, PY_K_COMPLEX)) eq = re == cx(b)->re && im == cx(b)->im;
    else if (py_is_float(b)) eq = im == 0 && re == py_float(b);
    else if (py_is_anyint(b)) eq = im == 0 && !isnan(re) && py_int_cmp_double(b, re) == 0;
    else return PY_NOTIMPL;
    return py_bool(eq == (op == PY_CMP_EQ));
}

static bool complex_hash(struct py_isolate *iso, py_value self, uint64_t *out)
{
    uint64_t re, im;
    if (!py_double_hash(iso, self, cx(self)->re, &re) ||
        !py_double_hash(iso, self, cx(self)->im, &im))
        return false;
    uint64_t h = re + 1000003ull * im;
    *out = h == UINT64_MAX ? UINT64_MAX - 1 : h;
    return true;
}

static int complex_truth(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return cx(self)->re != 0 || cx(self)->im != 0;
}

// Part of a repr: no ".0" on whole numbers.
static size_t part(double d, bool sign, char *buf)
{
    size_t n = 0;
    if (sign && !signbit(d)) buf[n++] = '+';
    if (isnan(d)) return memcpy(buf, sign ? "+nan" : "nan", 4), sign ? 4 : 3;
    size_t len = py_float_repr(d, buf + n);
    if (len > 2 && !memcmp(buf + n + len - 2, ".0", 2)) len -= 2;
    return n + len;
}

static py_value complex_repr(struct py_isolate *iso, py_value self)
{
    char buf[100];
    double re = cx(self)->re, im = cx(self)->im;
    size_t n = 0;
    if (re == 0 && !signbit(re)) {
        n = part(im, false, buf);
        buf[n++] = 'j';
    } else {
        buf[n++] = '(';
        n += part(re, false, buf + n);
        n += part(im, true, buf + n);
        buf[n++] = 'j';
        buf[n++] = ')';
    }
    return py_str_new(iso, buf, n);
}

// --- construction -------------------------------------------------------------------------------

// Length of the longest float at s: sign, digits with underscores, point, exponent, or inf/nan.
static size_t float_span(const char *s, size_t n)
{
    size_t i = 0, start;
    if (i < n && (s[i] == '+' || s[i] == '-')) i++;
    start = i;
    static const char *const names[] = {"infinity", "inf", "nan"};
    for (int k = 0; k < 3; k++) {
        size_t j = 0;
        while (names[k][j] && i + j < n && (s[i + j] | 0x20) == names[k][j]) j++;
        if (!names[k][j]) return i + j;
    }
    while (i < n && ((s[i] >= '0' && s[i] <= '9') || s[i] == '.' || s[i] == '_')) i++;
    if (i == start) return 0;
    if (i < n && (s[i] | 0x20) == 'e') {
        size_t j = i + 1;
        if (j < n && (s[j] == '+' || s[j] == '-')) j++;
        size_t digits = j;
        while (j < n && ((s[j] >= '0' && s[j] <= '9') || s[j] == '_')) j++;
        if (j > digits) i = j;
    }
    return i;
}

static bool span_value(struct py_isolate *iso, const char *s, size_t n, double *out)
{
    py_value t = py_str_new(iso, s, n);
    if (!t) return false;
    if (py_float_from_str(iso, t, t, out)) return true;
    if (py_error_is(iso, PY_T_ValueError)) py_error_clear(iso);
    return false;
}

// "1+2j" and its relatives, spaces and parentheses already off. False: malformed (or exception).
static bool parse_parts(struct py_isolate *iso, const char *s, size_t n, cplx *out)
{
    double re = 0, im = 0;
    size_t k = float_span(s, n);
    if (k == n) {
        if (!span_value(iso, s, n, &re)) return false;
        *out = py_cmplx(re, 0);
        return true;
    }
    const char *t = s;
    size_t left = n;
    if (k && (s[k] == '+' || s[k] == '-')) { // real part first
        if (!span_value(iso, s, k, &re)) return false;
        t += k;
        left -= k;
        k = float_span(t, left);
    }
    if (!left || (t[left - 1] | 0x20) != 'j') return false;
    left--;
    if (left == 0 || (left == 1 && (*t == '+' || *t == '-'))) im = left && *t == '-' ? -1 : 1;
    else if (k != left || !span_value(iso, t, left, &im)) return false;
    *out = py_cmplx(re, im);
    return true;
}

// Are there underscores that are not between two digits?
static bool stray_underscore(const struct py_str *s)
{
    for (uint32_t i = 0; i < s->len; i++) {
        if (py_str_at(s, i) != '_') continue;
        bool before = i && py_str_at(s, i - 1) - '0' < 10;
        if (!before || i + 1 == s->len || py_str_at(s, i + 1) - '0' >= 10) return true;
    }
    return false;
}

static bool complex_from_str(struct py_isolate *iso, py_value v, cplx *out)
{
    size_t n = py_str(v)->len;
    if (stray_underscore(py_str(v)))
        return py_raise_value_error(iso, "could not convert string to complex: %R", v);
    struct py_buf *copy = py_buf_new(iso, PY_K_RAW, n + 1);
    if (!copy || !py_tick(iso, n / 8)) return false;
    char *s = (char *)copy->u.b;
    for (size_t i = 0; i < n; i++) { // digits and spaces of any script as ASCII
        uint32_t c = py_str_at(py_str(v), i);
        if (c >= 0x80)
            c = py_char_is(c, PY_U_DECIMAL) ? '0' + (uint32_t)py_uchar(c)->digit
                : py_char_is(c, PY_U_SPACE) ? ' '
                                            : '?';
        s[i] = (char)c;
    }
    const char *space = " \t\n\r\f\v";
    while (n && memchr(space, *s, 6)) s++, n--;
    while (n && memchr(space, s[n - 1], 6)) n--;
    if (n >= 2 && s[0] == '(' && s[n - 1] == ')') {
        s++, n -= 2;
        while (n && memchr(space, *s, 6)) s++, n--;
        while (n && memchr(space, s[n - 1], 6)) n--;
    }
    if (n && parse_parts(iso, s, n, out)) return true;
    if (!iso->exc) py_raise_value_error(iso, "complex() arg is a malformed string");
    return false;
}

// Tries v.__complex__(). 1 done, 0 no such method, -1 exception.
static int complex_method(struct py_isolate *iso, py_value v, cplx *out)
{
    bool found;
    py_value r = py_call_special(iso, v, py_name(iso, PY_N___complex__), NULL, 0, &found);
    if (!found) return iso->exc ? -1 : 0;
    if (!r) return -1;
    if (!py_is_kind(r, PY_K_COMPLEX)) {
        py_raise_type_error(iso, "__complex__ returned non-complex (type %T)", r);
        return -1;
    }
    *out = get(r);
    return py_is_exact(r, PY_K_COMPLEX) || py_warn_subclass(iso, "__complex__", "complex", r) ? 1
                                                                                              : -1;
}

// A numeric argument without __complex__: 1 done, 0 not a number, -1 exception.
static int real_argument(struct py_isolate *iso, py_value v, cplx *out)
{
    bool own = py_is_ptr(v) && py_obj_flags(py_ptr(v)) & PY_F_SUB; // __float__ may be its own
    int ok = own && !py_is_kind(v, PY_K_COMPLEX) ? 0 : operand(iso, v, out);
    if (ok) return ok;
    static const enum py_name_id names[] = {PY_N___float__, PY_N___index__};
    for (int i = 0; i < 2; i++) {
        if (!py_type_lookup(iso, py_type_of(iso, v), py_name(iso, names[i]))) {
            if (iso->exc) return -1;
            continue;
        }
        double d;
        if (!py_float_of(iso, v, &d)) return -1;
        *out = py_cmplx(d, 0);
        return 1;
    }
    return 0;
}

// Can real_argument take it?
static bool is_number(struct py_isolate *iso, py_value v)
{
    if (py_is_anyint(v) || py_is_float(v) || py_is_kind(v, PY_K_COMPLEX)) return true;
    return py_type_lookup(iso, py_type_of(iso, v), py_name(iso, PY_N___float__)) ||
           py_type_of(iso, v)->s.index;
}

bool py_complex_of(struct py_isolate *iso, py_value v, cplx *out)
{
    int ok = py_is_ptr(v) && !py_is_exact(v, PY_K_COMPLEX) ? complex_method(iso, v, out) : 0;
    if (!ok) ok = real_argument(iso, v, out);
    if (!ok) py_raise_type_error(iso, "must be real number, not %T", v);
    return ok == 1;
}

static py_value complex_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                             py_value kw)
{
    static const struct py_args_spec spec = {"complex", {"real", "imag"}, 2, 0, 2, 0};
    py_value arg[2];
    cplx re = py_cmplx(0, 0), im = py_cmplx(0, 0);
    if (!py_args_take(iso, &spec, a, n, kw, arg)) return NULL;
    if (arg[0] && !arg[1] && cls == py_t(iso, PY_T_COMPLEX) && py_is_exact(arg[0], PY_K_COMPLEX))
        return arg[0];
    if (arg[0] && py_is_str(arg[0])) {
        if (arg[1])
            return py_raise_type_error(iso, "complex() can't take second arg if first is a string");
        return complex_from_str(iso, arg[0], &re) ? wrap(iso, cls, re) : NULL;
    }
    if (arg[1] && py_is_str(arg[1]))
        return py_raise_type_error(iso, "complex() second arg can't be a string");
    bool has_im = arg[1] != NULL;
    int whole = arg[0] ? complex_method(iso, arg[0], &re) : 1;
    if (whole < 0) return NULL;
    if (!whole && !is_number(iso, arg[0]))
        return py_raise_type_error(
            iso, "complex() first argument must be a string or a number, not '%T'", arg[0]);
    if (has_im && !is_number(iso, arg[1]))
        return py_raise_type_error(iso, "complex() second argument must be a number, not '%T'",
                                   arg[1]);
    if (!whole && real_argument(iso, arg[0], &re) <= 0) return NULL;
    if (has_im && real_argument(iso, arg[1], &im) <= 0) return NULL;
    // re + im * j, each possibly complex, without arithmetic on parts that are not there.
    double r = creal(re), i = cimag(re);
    if (has_im) {
        if (py_is_kind(arg[1], PY_K_COMPLEX)) r -= cimag(im);
        i = arg[0] && cimag(re) != 0 ? i + creal(im) : creal(im);
    }
    return wrap(iso, cls, py_cmplx(r, i));
}

// --- methods ------------------------------------------------------------------------------------

static PY_NATIVE(complex_conjugate)
{
    return py_complex_new(iso, cx(a[0])->re, -cx(a[0])->im);
}

static PY_NATIVE(complex_complex)
{
    return box(iso, get(a[0]));
}

static PY_NATIVE(complex_getnewargs)
{
    py_value re = py_float_new(iso, cx(a[0])->re), im = py_float_new(iso, cx(a[0])->im);
    return re && im ? py_tuple_pack(iso, 2, re, im) : NULL;
}

static PY_NATIVE(complex_format)
{
    if (!py_is_str(a[1]))
        return py_raise_type_error(iso, "__format__() argument must be str, not %A", a[1]);
    return py_complex_format(iso, a[0], a[1]);
}

static const struct py_native_row methods[] = {
    PY_ROW("conjugate", complex_conjugate, "",
           "The number with the other sign of its imaginary part."),
    PY_ROW("__complex__", complex_complex, "", "The number itself, of class complex."),
    PY_ROW("__format__", complex_format, "format_spec, /", "Its text, as the specification says."),
    PY_ROW("__getnewargs__", complex_getnewargs, "", NULL),
    {0}};

static py_value get_real(struct py_isolate *iso, py_value self)
{
    return py_float_new(iso, cx(self)->re);
}
static py_value get_imag(struct py_isolate *iso, py_value self)
{
    return py_float_new(iso, cx(self)->im);
}

static const struct py_getset_row getset[] = {
    {"real", get_real, py_set_readonly, "The real part."},
    {"imag", get_imag, py_set_readonly, "The imaginary part."},
    {0}};

const struct py_typedef py_complex_def = {
    .name = "complex",
    .kind = PY_K_COMPLEX,
    .size = sizeof(struct py_complex),
    .attrs_off = sizeof(struct py_complex),
    .doc = "A number real + imag * 1j, or the one that a string stands for.",
    .sig = "real=0, imag=0",
    .methods = methods,
    .getset = getset,
    .slots =
        {
            .make = complex_make,
            .repr = complex_repr,
            .hash = complex_hash,
            .compare = complex_compare,
            .truth = complex_truth,
            .binary = complex_binary,
            .unary = complex_unary,
        },
};
