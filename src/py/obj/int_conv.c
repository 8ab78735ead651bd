// Ints seen from other types: size, sign, comparison, hash, doubles, bytes, rounding, int(x).
#include <math.h>

#include "exc.h"
#include "item.h"
#include "float.h"
#include "int_int.h"

int py_int_sign(py_value a)
{
    a = py_int_plain(a);
    if (py_is_int(a)) return (py_small(a) > 0) - (py_small(a) < 0);
    return ((const struct py_bigint *)a)->n < 0 ? -1 : 1;
}

bool py_int_get64(py_value a, int64_t *out)
{
    a = py_int_plain(a);
    if (py_is_int(a)) {
        *out = py_small(a);
        return true;
    }
    const struct py_bigint *b = (const struct py_bigint *)a;
    if (b->n == 1 && b->d[0] <= INT64_MAX) *out = (int64_t)b->d[0];
    else if (b->n == -1 && b->d[0] <= (uint64_t)1 << 63) *out = (int64_t)(0 - b->d[0]);
    else return false;
    return true;
}

uint64_t py_int_bits(py_value a)
{
    struct py_limbs l;
    py_limbs_of(&l, a);
    return l.n ? (uint64_t)(l.n - 1) * 64 + (uint64_t)py_limb_bits(l.d[l.n - 1]) : 0;
}

bool py_int_is_odd(py_value a)
{
    struct py_limbs l;
    py_limbs_of(&l, a);
    return l.n && (l.d[0] & 1);
}

int py_int_cmp(py_value a, py_value b)
{
    a = py_int_plain(a), b = py_int_plain(b);
    if (py_are_ints(a, b)) return (py_small(a) > py_small(b)) - (py_small(a) < py_small(b));
    struct py_limbs x, y;
    py_limbs_of(&x, a);
    py_limbs_of(&y, b);
    if (x.neg != y.neg) return x.neg ? -1 : 1;
    int c = x.n != y.n ? (x.n > y.n ? 1 : -1) : mpn_cmp(x.d, y.d, x.n);
    c = (c > 0) - (c < 0);
    return x.neg ? -c : c;
}

uint64_t py_int_hash(py_value a)
{
    const uint64_t p = ((uint64_t)1 << 61) - 1;
    struct py_limbs l;
    py_limbs_of(&l, a);
    uint64_t h = 0;
    for (int64_t i = l.n - 1; i >= 0; i--) {
        unsigned __int128 v = (unsigned __int128)h << 64 | l.d[i]; // below 2**125
        v = (uint64_t)(v & p) + (v >> 61);
        v = (uint64_t)(v & p) + (v >> 61);
        h = (uint64_t)v >= p ? (uint64_t)v - p : (uint64_t)v;
    }
    if (l.neg) h = 0 - h;
    return h == UINT64_MAX ? UINT64_MAX - 1 : h;
}

// The top 64 bits of l, shifted so that bit 63 is set, the lowest one sticky. *e: l ~ m * 2**e.
static uint64_t top_bits(const struct py_limbs *l, int64_t *e)
{
    int sh = __builtin_clzll(l->d[l->n - 1]);
    uint64_t m = l->d[l->n - 1] << sh;
    bool sticky = false;
    int64_t rest = l->n - 1;
    if (rest > 0) {
        if (sh) {
            m |= l->d[rest - 1] >> (64 - sh);
            sticky = l->d[rest - 1] << sh != 0;
        } else {
            sticky = l->d[rest - 1] != 0;
        }
        for (int64_t i = 0; i < rest - 1 && !sticky; i++) sticky = l->d[i] != 0;
    }
    *e = (l->n - 1) * 64 - sh;
    return m | sticky;
}

double py_int_double(py_value a, bool *overflow)
{
    a = py_int_plain(a);
    *overflow = false;
    if (py_is_int(a)) return (double)py_small(a);
    struct py_limbs l;
    py_limbs_of(&l, a);
    int64_t e;
    uint64_t m = top_bits(&l, &e); // 64 bits with sticky: one correct rounding to 53
    double d = e > 1100 ? INFINITY : ldexp((double)m, (int)e);
    *overflow = isinf(d);
    return l.neg ? -d : d;
}

double py_int_frexp(py_value a, int64_t *e)
{
    struct py_limbs l;
    py_limbs_of(&l, a);
    *e = 0;
    if (!l.n) return 0;
    int shift;
    double d = frexp((double)top_bits(&l, e), &shift);
    *e += shift;
    return l.neg ? -d : d;
}

bool py_int_to_double(struct py_isolate *iso, py_value a, double *out)
{
    bool overflow;
    py_charge(iso, py_int_bits(a) / 1024);
    double d = py_int_double(a, &overflow);
    if (overflow) {
        py_raise(iso, PY_T_OverflowError, "int too large to convert to float");
        return false;
    }
    *out = d;
    return true;
}

int py_int_cmp_double(py_value a, double d)
{
    a = py_int_plain(a);
    if (isinf(d)) return d > 0 ? -1 : 1;
    int sign = py_int_sign(a), dsign = (d > 0) - (d < 0);
    if (sign != dsign) return sign > dsign ? 1 : -1;
    if (py_is_int(a)) {
        int64_t i = py_small(a);
        double whole = trunc(d);
        if (fabs(whole) >= 0x1p63) return d > 0 ? -1 : 1;
        int64_t w = (int64_t)whole;
        if (i != w) return i > w ? 1 : -1;
        return d > whole ? -1 : d < whole;
    }
    int e;
    double m = frexp(fabs(d), &e);
    int64_t bits = (int64_t)py_int_bits(a);
    if (bits != e) return (bits > e) == (sign > 0) ? 1 : -1;
    // Same magnitude: compare limb by limb with the 53-bit mantissa placed at the top.
    struct py_limbs l;
    py_limbs_of(&l, a);
    int64_t te;
    uint64_t top = top_bits(&l, &te), dm = (uint64_t)ldexp(m, 64);
    int c = (top > dm) - (top < dm);
    return sign > 0 ? c : -c;
}

py_value py_int_from_double(struct py_isolate *iso, double d)
{
    if (isnan(d)) return py_raise_value_error(iso, "cannot convert float NaN to integer");
    if (isinf(d))
        return py_raise(iso, PY_T_OverflowError, "cannot convert float infinity to integer");
    if (fabs(d) < 4e18) return py_int_new(iso, (int64_t)d);
    int e;
    double m = frexp(d, &e);
    return py_int_shift(iso, py_int_new(iso, (int64_t)ldexp(m, 54)), e - 54);
}

void py_int_abs_bytes(py_value a, unsigned char *out, size_t n)
{
    struct py_limbs l;
    py_limbs_of(&l, a);
    memset(out, 0, n);
    size_t have = (size_t)l.n * 8;
    memcpy(out, l.d, have < n ? have : n);
}

py_value py_int_from_abs_bytes(struct py_isolate *iso, const unsigned char *le, size_t n, bool neg)
{
    while (n && !le[n - 1]) n--;
    int64_t limbs = (int64_t)(n + 7) / 8;
    if (limbs <= 1) {
        uint64_t u = 0;
        memcpy(&u, le, n);
        if (u <= (uint64_t)PY_INT_MAX) return py_small_new(neg ? -(int64_t)u : (int64_t)u);
    }
    struct py_bigint *b = py_bigint_new(iso, limbs);
    if (!b) return NULL;
    memcpy(b->d, le, n);
    return py_int_done(iso, b, limbs, neg);
}

py_value py_int_round(struct py_isolate *iso, py_value a, py_value ndigits)
{
    a = py_int_plain(a);
    if (!ndigits) return a;
    py_value nd = py_index(iso, ndigits);
    if (!nd) return NULL;
    if (py_int_sign(nd) >= 0) return a;
    int64_t n;
    // More digits than the number has: nothing is left.
    if (!py_int_get64(nd, &n) || n < -(int64_t)(py_int_bits(a) / 3 + 2)) return py_small_new(0);
    py_value unit = py_int_pow(iso, py_small_new(10), py_small_new(-n)), q, r, twice;
    if (!unit || !py_int_divmod(iso, a, unit, &q, &r) || !(twice = py_int_shift(iso, r, 1)))
        return NULL;
    int c = py_int_cmp(twice, unit);
    py_value down = py_int_sub(iso, a, r);
    if (!down) return NULL;
    return c > 0 || (c == 0 && py_int_is_odd(q)) ? py_int_add(iso, down, unit) : down;
}

py_value py_int_wrap(struct py_isolate *iso, struct py_type *cls, py_value v)
{
    if (!v || cls == py_t(iso, PY_T_INT)) return v;
    struct py_intobj *o = py_new_of(iso, cls, sizeof(struct py_intobj));
    if (!o) return NULL;
    py_obj_set_head(&o->h, cls, PY_F_SUB, PY_K_INTPROXY);
    o->v = v;
    return (py_value)o;
}

// The text of a number given as bytes. Those that are no ASCII stand as '?', which no number has.
py_value py_number_text(struct py_isolate *iso, const unsigned char *data, size_t len)
{
    py_value s = py_str_from_width(iso, data, len, 1);
    for (size_t i = 0; s && i < len; i++)
        if (data[i] >= 0x80) return py_str_z(iso, "?");
    return s;
}

// The result of a conversion method must be an int.
static py_value checked(struct py_isolate *iso, py_value r, const char *method)
{
    if (!r) return NULL;
    if (!py_is_anyint(r))
        return py_raise_type_error(iso, "%s returned non-int (type %T)", method, r);
    bool plain = py_type_of(iso, r) == py_t(iso, PY_T_INT);
    return plain || py_warn_subclass(iso, method, "int", r) ? py_int_plain(r) : NULL;
}

py_value py_int_of(struct py_isolate *iso, py_value v)
{
    if (py_is_int(v) || py_is_bool(v) || py_is_bigint(v)) return py_int_plain(v);
    if (py_is_flonum(v)) return py_int_from_double(iso, py_flonum(v));
    if (py_is_exact(v, PY_K_STR)) return py_int_from_str(iso, v, 10, v);
    bool found;
    py_value r = py_call_special(iso, v, py_name(iso, PY_N___int__), NULL, 0, &found);
    if (found) return checked(iso, r, "__int__");
    if (iso->exc) return NULL;
    r = py_call_special(iso, v, py_name(iso, PY_N___index__), NULL, 0, &found);
    if (found) return checked(iso, r, "__index__");
    if (iso->exc) return NULL;
    r = py_call_special(iso, v, py_name(iso, PY_N___trunc__), NULL, 0, &found);
    if (r && !py_warn_running(iso, PY_T_DeprecationWarning,
                              "The delegation of int() to __trunc__ is deprecated."))
        return NULL;
    if (r && !py_is_anyint(r) && !py_type_of(iso, r)->s.index)
        return py_raise_type_error(iso, "__trunc__ returned non-Integral (type %T)", r);
    if (found || iso->exc) return r ? py_index(iso, r) : NULL;
    if (py_is_str(v)) return py_int_from_str(iso, v, 10, v);
    const unsigned char *data;
    size_t len;
    if (py_is_buffer(iso, v)) {
        if (!py_bytes_view(iso, v, &data, &len)) return NULL;
        py_value s = py_number_text(iso, data, len);
        py_value shown = py_is_exact(v, PY_K_BYTES) ? v : py_bytes_new(iso, data, len);
        return s && shown ? py_int_from_str(iso, s, 10, shown) : NULL;
    }
    return py_raise_type_error(
        iso, "int() argument must be a string, a bytes-like object or a real number, not '%T'", v);
}

void py_intproxy_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_intobj *)o)->v);
}
