// The type float: arithmetic, comparison, hash, conversion.
#include "float.h"
#include "item.h"

#include <float.h>
#include <math.h>

#include "args.h"
#include "complex.h"
#include "exc.h"
#include "float_int.h"
#include "int.h"

py_value py_float_box(struct py_isolate *iso, double d)
{
    struct py_type *t = py_t(iso, PY_T_FLOAT);
    struct py_float *f = py_new(iso, t, sizeof *f);
    if (f) f->v = d;
    return (py_value)f;
}

int py_float_operand(struct py_isolate *iso, py_value v, double *out)
{
    if (py_is_float(v)) {
        *out = py_float(v);
        return 1;
    }
    if (!py_is_anyint(v)) return 0;
    return py_int_to_double(iso, v, out) ? 1 : -1;
}

static uint64_t number_hash(double d)
{
    const uint64_t p = ((uint64_t)1 << 61) - 1;
    if (fabs(d) < 1e18 && d == (double)(int64_t)d) {
        int64_t i = (int64_t)d;
        return i == -1 ? (uint64_t)-2 : (uint64_t)i;
    }
    if (isinf(d)) return d > 0 ? 314159 : (uint64_t)-314159;
    // An integer below 2^53 times a power of two; 2^61 is 1 modulo p, so the power turns the bits.
    int e;
    uint64_t x = (uint64_t)ldexp(frexp(fabs(d), &e), DBL_MANT_DIG);
    unsigned turn = (unsigned)(((e - DBL_MANT_DIG) % 61 + 61) % 61);
    x = ((x << turn) & p) | (x >> (61 - turn));
    return d >= 0 ? x : x == 1 ? (uint64_t)-2 : 0 - x;
}

bool py_double_hash(struct py_isolate *iso, py_value self, double d, uint64_t *out)
{
    if (isnan(d)) return py_slot_hash(iso, &py_t(iso, PY_T_OBJECT)->s, self, out);
    *out = number_hash(d);
    return true;
}

static bool float_hash(struct py_isolate *iso, py_value self, uint64_t *out)
{
    return py_double_hash(iso, self, py_float(self), out);
}

// --- arithmetic ---------------------------------------------------------------------------------

static void *zero_division(struct py_isolate *iso, const char *text)
{
    return py_raise(iso, PY_T_ZeroDivisionError, "%s", text);
}

// OverflowError(34, "Numerical result out of range"), as the C library gives ERANGE.
static void *raise_range(struct py_isolate *iso)
{
    py_value text = py_str_z(iso, "Numerical result out of range");
    py_value cls = (py_value)py_t(iso, PY_T_OverflowError);
    py_value e = text ? py_call2(iso, cls, py_small_new(34), text) : NULL;
    return e ? py_raise_value(iso, e) : NULL;
}

py_value py_float_pow(struct py_isolate *iso, double x, double y)
{
    if (y == 0 || x == 1) return py_float_new(iso, 1.0);
    if (isfinite(x) && isfinite(y)) {
        if (x == 0 && y < 0) return zero_division(iso, "0.0 cannot be raised to a negative power");
        if (x < 0 && y != floor(y)) return py_complex_pow(iso, py_cmplx(x, 0), py_cmplx(y, 0));
        double r = pow(x, y);
        return isinf(r) ? raise_range(iso) : py_float_new(iso, r);
    }
    return py_float_new(iso, pow(x, y));
}

// x % y, y != 0
static double float_mod(double x, double y)
{
    double m = fmod(x, y);
    if (m == 0) return copysign(0.0, y);
    return (y < 0) != (m < 0) ? m + y : m;
}

static double floor_div(double x, double y, double *mod)
{
    double m = fmod(x, y), div = (x - m) / y;
    if (m == 0) {
        m = copysign(0.0, y);
    } else if ((y < 0) != (m < 0)) {
        m += y;
        div -= 1.0;
    }
    *mod = m;
    if (div == 0) return copysign(0.0, x / y);
    double f = floor(div);
    return div - f > 0.5 ? f + 1.0 : f;
}

static py_value float_divmod(struct py_isolate *iso, double x, double y)
{
    if (y == 0) return zero_division(iso, "float divmod()");
    double mod, div = floor_div(x, y, &mod);
    py_value d = py_float_new(iso, div), m = d ? py_float_new(iso, mod) : NULL;
    return m ? py_tuple_pack(iso, 2, d, m) : NULL;
}

static py_value float_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    double x, y, mod;
    if (op > PY_BIN_POW && op != PY_BIN_DIVMOD) return PY_NOTIMPL;
    int ok = py_float_operand(iso, a, &x);
    if (ok == 1) ok = py_float_operand(iso, b, &y);
    if (ok != 1) return ok ? NULL : PY_NOTIMPL;
    switch (op) {
    case PY_BIN_ADD: return py_float_new(iso, x + y);
    case PY_BIN_SUB: return py_float_new(iso, x - y);
    case PY_BIN_MUL: return py_float_new(iso, x * y);
    case PY_BIN_DIV:
        if (y == 0) return zero_division(iso, "float division by zero");
        return py_float_new(iso, x / y);
    case PY_BIN_FLOORDIV:
        if (y == 0) return zero_division(iso, "float floor division by zero");
        return py_float_new(iso, floor_div(x, y, &mod));
    case PY_BIN_MOD:
        if (y == 0) return zero_division(iso, "float modulo");
        return py_float_new(iso, float_mod(x, y));
    case PY_BIN_POW: return py_float_pow(iso, x, y);
    case PY_BIN_DIVMOD: return float_divmod(iso, x, y);
    default: return PY_NOTIMPL;
    }
}

static py_value float_unary(struct py_isolate *iso, enum py_unop op, py_value a)
{
    double d = py_float(a);
    switch (op) {
    case PY_UN_NEG: return py_float_new(iso, -d);
    case PY_UN_POS: return py_float_new(iso, d);
    case PY_UN_ABS: return py_float_new(iso, fabs(d));
    default: return PY_NOTIMPL;
    }
}

static py_value float_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    double x = py_float(a);
    if (py_is_anyint(b)) {
        py_charge(iso, py_int_bits(b) / 1024);
        if (isnan(x)) return py_bool(op == PY_CMP_NE);
        int c = -py_int_cmp_double(b, x);
        return py_bool(PY_HOLDS(op, c, 0));
    }
    if (!py_is_float(b)) return PY_NOTIMPL;
    double y = py_float(b);
    return py_bool(PY_HOLDS(op, x, y));
}

static int float_truth(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_float(self) != 0;
}

static py_value float_repr(struct py_isolate *iso, py_value self)
{
    char buf[40];
    size_t n = py_float_repr(py_float(self), buf);
    py_value s = py_str_alloc(iso, n, 127);
    if (s) memcpy(py_str(s)->data, buf, n);
    return s;
}

// --- construction -------------------------------------------------------------------------------

// Result of __float__, which must be a float.
bool py_float_result(struct py_isolate *iso, py_value v, py_value r, double *out)
{
    if (!r) return false;
    if (!py_is_float(r)) {
        py_raise_type_error(iso, "%T.__float__ returned non-float (type %T)", v, r);
        return false;
    }
    *out = py_float(r);
    if (py_is_flonum(r) || py_is_exact(r, PY_K_FLOAT)) return true;
    py_value name = py_str_format(iso, "%T.__float__", v);
    const char *method = name ? py_str_utf8(iso, name, NULL) : NULL;
    return method && py_warn_subclass(iso, method, "float", r);
}

bool py_float_of(struct py_isolate *iso, py_value v, double *out)
{
    if (py_is_flonum(v) || py_is_exact(v, PY_K_FLOAT)) {
        *out = py_float(v);
        return true;
    }
    if (py_is_int(v) || py_is_bool(v) || py_is_bigint(v)) return py_int_to_double(iso, v, out);
    if (py_is_exact(v, PY_K_STR)) return py_float_from_str(iso, v, v, out);
    bool found;
    py_value r = py_call_special(iso, v, py_name(iso, PY_N___float__), NULL, 0, &found);
    if (found) return py_float_result(iso, v, r, out);
    if (iso->exc) return false;
    if (py_type_of(iso, v)->s.index) {
        r = py_index(iso, v);
        return r && py_int_to_double(iso, r, out);
    }
    if (py_is_str(v)) return py_float_from_str(iso, v, v, out);
    const unsigned char *data;
    size_t len;
    if (py_is_buffer(iso, v)) {
        if (!py_bytes_view(iso, v, &data, &len)) return false;
        py_value s = py_number_text(iso, data, len);
        return s && py_float_from_str(iso, s, v, out);
    }
    py_raise_type_error(iso, "float() argument must be a string or a real number, not '%T'", v);
    return false;
}

// d as an instance of cls (float or a subclass).
static py_value float_wrap(struct py_isolate *iso, struct py_type *cls, double d)
{
    if (cls == py_t(iso, PY_T_FLOAT)) return py_float_new(iso, d);
    size_t size = sizeof(struct py_float) + sizeof(struct py_attrs);
    struct py_float *f = py_new_of(iso, cls, size);
    if (!f) return NULL;
    py_obj_set_head(&f->h, cls, PY_F_SUB, PY_K_FLOAT);
    f->v = d;
    return (py_value)f;
}

static py_value float_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                           py_value kw)
{
    double d = 0;
    if (!py_args_no_kw_make(iso, cls, PY_T_FLOAT, kw) || !py_args_count(iso, "float", n, 0, 1))
        return NULL;
    if (n && cls == py_t(iso, PY_T_FLOAT) && py_is_exact(a[0], PY_K_FLOAT)) return a[0];
    if (n && !py_float_of(iso, a[0], &d)) return NULL;
    return float_wrap(iso, cls, d);
}

const struct py_typedef py_float_def = {
    .name = "float",
    .kind = PY_K_FLOAT,
    .size = sizeof(struct py_float),
    .attrs_off = sizeof(struct py_float),
    .doc = "A number with a point, 53 bits exact: of another number or of text such as "
           "'1.5', '2e-3', 'inf', 'nan'.",
    .sig = "x=0, /",
    .methods = py_float_methods,
    .getset = py_float_getset,
    .slots =
        {
            .make = float_make,
            .repr = float_repr,
            .hash = float_hash,
            .compare = float_compare,
            .truth = float_truth,
            .binary = float_binary,
            .unary = float_unary,
        },
};
