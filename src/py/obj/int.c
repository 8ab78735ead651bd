// The types int and bool.
#include "exc.h"
#include "args.h"
#include "item.h"
#include "format.h"
#include "int_int.h"

// --- construction -------------------------------------------------------------------------------

static py_value int_with_base(struct py_isolate *iso, py_value x, py_value vbase)
{
    int64_t base;
    if (!x) return py_raise_type_error(iso, "int() missing string argument");
    py_value b = py_index(iso, vbase);
    if (!b) return NULL;
    if (!py_int_get64(b, &base) || base < 0 || base == 1 || base > 36)
        return py_raise_value_error(iso, "int() base must be >= 2 and <= 36, or 0");
    if (py_is_str(x)) return py_int_from_str(iso, x, (int)base, x);
    if (!py_is_kind(x, PY_K_BYTES) && !py_is_kind(x, PY_K_BYTEARRAY))
        return py_raise_type_error(iso, "int() can't convert non-string with explicit base");
    const unsigned char *data;
    size_t len;
    if (!py_bytes_view(iso, x, &data, &len)) return NULL;
    py_value s = py_number_text(iso, data, len);
    py_value shown = s && py_is_kind(x, PY_K_BYTEARRAY) ? py_bytes_new(iso, data, len) : x;
    return s && shown ? py_int_from_str(iso, s, (int)base, shown) : NULL;
}

static py_value int_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                         py_value kw)
{
    static const struct py_args_spec spec = {"int", {"x", "base"}, 2, 1, 2, 0};
    py_value arg[2];
    if (!py_args_take(iso, &spec, a, n, kw, arg)) return NULL;
    py_value v = arg[1]   ? int_with_base(iso, arg[0], arg[1])
                 : arg[0] ? py_int_of(iso, arg[0])
                          : py_small_new(0);
    return py_int_wrap(iso, cls, v);
}

static py_value bool_make(struct py_isolate *iso, PY_UNUSED struct py_type *cls, py_value *a, int n,
                          py_value kw)
{
    if (!py_args_no_kw(iso, "bool", kw) || !py_args_count(iso, "bool", n, 0, 1)) return NULL;
    if (!n) return PY_FALSE;
    int t = py_truth(iso, a[0]);
    return t < 0 ? NULL : py_bool(t);
}

// --- slots --------------------------------------------------------------------------------------

static py_value int_repr(struct py_isolate *iso, py_value self)
{
    return py_int_text(iso, self, 10);
}

static py_value bool_repr(struct py_isolate *iso, py_value self)
{
    return self == PY_TRUE ? py_str_intern_z(iso, "True") : py_str_intern_z(iso, "False");
}

// Charges a look at all of v.
static void charge(struct py_isolate *iso, py_value v)
{
    if (!py_is_int(v)) py_charge_bytes(iso, py_int_bits(v) / 8);
}

static bool int_hash(struct py_isolate *iso, py_value self, uint64_t *out)
{
    charge(iso, self);
    *out = py_int_hash(self);
    return true;
}

static py_value int_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (!py_is_anyint(a) || !py_is_anyint(b)) return PY_NOTIMPL;
    charge(iso, a);
    int c = py_int_cmp(a, b);
    return py_bool(PY_HOLDS(op, c, 0));
}

static int int_truth(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_int_sign(self) != 0;
}

static py_value int_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (!py_is_anyint(a) || !py_is_anyint(b)) return PY_NOTIMPL;
    return py_int_binary(iso, op, a, b);
}

static py_value bool_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (!py_is_anyint(a) || !py_is_anyint(b)) return PY_NOTIMPL;
    if (py_is_bool(a) && py_is_bool(b)) {
        if (op == PY_BIN_AND) return py_bool(a == PY_TRUE && b == PY_TRUE);
        if (op == PY_BIN_OR) return py_bool(a == PY_TRUE || b == PY_TRUE);
        if (op == PY_BIN_XOR) return py_bool(a != b);
    }
    return py_int_binary(iso, op, a, b);
}

static py_value int_unary(struct py_isolate *iso, enum py_unop op, py_value a)
{
    switch (op) {
    case PY_UN_NEG: return py_int_neg(iso, a);
    case PY_UN_POS: return py_int_plain(a);
    case PY_UN_ABS: return py_int_abs(iso, a);
    case PY_UN_INVERT: {
        if (py_is_bool(a) &&
            !py_warn_running(
                iso, PY_T_DeprecationWarning,
                "Bitwise inversion '~' on bool is deprecated. This returns the bitwise "
                "inversion of the underlying int object and is usually not what you "
                "expect from negating a bool. Use the 'not' operator for boolean "
                "negation or ~int(x) if you really want the bitwise inversion of the "
                "underlying int."))
            return NULL;
        py_value n = py_int_neg(iso, a);
        return n ? py_int_sub(iso, n, py_small_new(1)) : NULL;
    }
    default: return PY_NOTIMPL;
    }
}

static py_value int_index(PY_UNUSED struct py_isolate *iso, py_value a)
{
    return py_int_plain(a);
}

// --- methods ------------------------------------------------------------------------------------

static PY_NATIVE(int_plain_method)
{
    return py_int_plain(a[0]);
}

static PY_NATIVE(int_bit_length)
{
    return py_int_from_u64(iso, py_int_bits(a[0]));
}

static PY_NATIVE(int_bit_count)
{
    struct py_limbs l;
    py_limbs_of(&l, a[0]);
    charge(iso, a[0]);
    return py_int_from_u64(iso, l.n ? mpn_popcount(l.d, l.n) : 0);
}

static PY_NATIVE(int_ratio)
{
    return py_tuple_pack(iso, 2, py_int_plain(a[0]), py_small_new(1));
}

static PY_NATIVE(int_is_integer)
{
    return PY_TRUE;
}

static PY_NATIVE(int_round)
{
    return py_int_round(iso, a[0], a[1]);
}

static PY_NATIVE(int_format)
{
    if (!py_is_str(a[1]))
        return py_raise_type_error(iso, "__format__() argument must be str, not %A", a[1]);
    return py_int_format(iso, a[0], a[1]);
}

static PY_NATIVE(int_sizeof)
{
    uint64_t digits = (py_int_bits(a[0]) + 29) / 30;
    return py_int_from_u64(iso, 24 + 4 * (digits ? digits : 1));
}

static PY_NATIVE(int_getnewargs)
{
    return py_tuple_pack(iso, 1, py_int_plain(a[0]));
}

// The arguments byteorder and signed, checked in CPython's order. False: exception.
static bool layout(struct py_isolate *iso, const char *fn, py_value order, py_value is_signed,
                   bool *little, bool *sgn)
{
    if (order && !py_is_str(order)) {
        py_raise_type_error(iso, "%s() argument 'byteorder' must be str, not %A", fn, order);
        return false;
    }
    int t = is_signed ? py_truth(iso, is_signed) : 0;
    if (t < 0) return false;
    *sgn = t;
    *little = order && py_str_is(order, "little");
    if (*little || !order || py_str_is(order, "big")) return true;
    py_raise_value_error(iso, "byteorder must be either 'little' or 'big'");
    return false;
}

static void reverse_bytes(unsigned char *b, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        unsigned char t = b[i];
        b[i] = b[n - 1 - i];
        b[n - 1 - i] = t;
    }
}

static void negate_bytes(unsigned char *b, size_t n)
{
    unsigned carry = 1;
    for (size_t i = 0; i < n; i++) {
        carry += (unsigned char)~b[i];
        b[i] = (unsigned char)carry;
        carry >>= 8;
    }
}

static PY_NATIVE(int_to_bytes)
{
    int64_t len = 1;
    if (a[1] && !py_as_int64(iso, a[1], &len)) return NULL;
    bool little, sgn;
    if (!layout(iso, "to_bytes", a[2], a[3], &little, &sgn)) return NULL;
    if (len < 0) return py_raise_value_error(iso, "length argument must be non-negative");
    bool neg = py_int_sign(a[0]) < 0;
    if (neg && !sgn)
        return py_raise(iso, PY_T_OverflowError, "can't convert negative int to unsigned");
    // Signed values need a sign bit; the most negative one of a width needs none more.
    py_value m = neg ? py_int_add(iso, a[0], py_small_new(1)) : py_int_plain(a[0]);
    if (!m) return NULL;
    uint64_t bits = py_int_bits(m);
    bits += sgn && (bits || len);
    if (bits > (uint64_t)len * 8)
        return py_raise(iso, PY_T_OverflowError, "int too big to convert");
    if (!py_mem_check(iso, (uint64_t)len) || !py_tick(iso, (uint64_t)len / 8)) return NULL;
    py_value r = py_bytes_new(iso, NULL, (size_t)len);
    if (!r) return NULL;
    py_int_abs_bytes(a[0], py_bytes(r)->b, (size_t)len);
    if (neg) negate_bytes(py_bytes(r)->b, (size_t)len);
    if (!little) reverse_bytes(py_bytes(r)->b, (size_t)len);
    return r;
}

// Bytes of the argument of from_bytes: an object with a buffer, __bytes__, or an iterable of ints.
static py_value bytes_arg(struct py_isolate *iso, py_value v)
{
    const unsigned char *data;
    size_t len;
    if (py_is_exact(v, PY_K_BYTES)) return v;
    if (py_is_buffer(iso, v))
        return py_bytes_view(iso, v, &data, &len) ? py_bytes_new(iso, data, len) : NULL;
    if (py_is_str(v)) return py_raise_type_error(iso, "cannot convert '%T' object to bytes", v);
    bool made = py_type_lookup(iso, py_type_of(iso, v), py_name(iso, PY_N___bytes__)) != NULL;
    if (!made && (py_is_float(v) || py_type_of(iso, v)->s.index)) { // no count of zeros, here
        if (!py_type_of(iso, v)->s.iter)
            return py_raise_type_error(iso, "cannot convert '%T' object to bytes", v);
        if (!(v = py_list_of(iso, v))) return NULL;
    }
    return py_call1(iso, (py_value)py_t(iso, PY_T_BYTES), v);
}

static PY_NATIVE(int_from_bytes)
{
    bool little, sgn;
    if (!layout(iso, "from_bytes", a[2], a[3], &little, &sgn)) return NULL;
    py_value src = bytes_arg(iso, a[1]);
    if (!src) return NULL;
    size_t len = py_bytes(src)->len;
    py_value copy = py_bytes_new(iso, py_bytes(src)->b, len);
    if (!copy || !py_tick(iso, len / 8)) return NULL;
    unsigned char *b = py_bytes(copy)->b;
    if (!little) reverse_bytes(b, len);
    bool neg = sgn && len && b[len - 1] >= 128;
    if (neg) negate_bytes(b, len);
    py_value v = py_int_from_abs_bytes(iso, b, len, neg);
    struct py_type *cls = (struct py_type *)a[0];
    if (!v || cls == py_t(iso, PY_T_INT)) return v;
    return py_call1(iso, a[0], v);
}

static const struct py_native_row int_methods[] = {
    PY_ROW("conjugate", int_plain_method, "",
           "The number itself: it has no imaginary part to negate."),
    PY_ROW("bit_length", int_bit_length, "",
           "How many binary digits the number has, sign and leading zeros aside: "
           "(255).bit_length() == 8."),
    PY_ROW("bit_count", int_bit_count, "",
           "How many of the binary digits are 1, the sign aside: (-7).bit_count() == 3."),
    PY_ROW("to_bytes", int_to_bytes, "length=1, byteorder='big', *, signed=False",
           "The number in so many bytes; byteorder 'big' puts the highest first. "
           "OverflowError where it does not fit."),
    PY_CLASS_ROW("from_bytes", int_from_bytes, "bytes, byteorder='big', *, signed=False",
                 "The int whose bytes these are; signed: the highest bit is a minus sign."),
    PY_ROW("as_integer_ratio", int_ratio, "",
           "The pair (number, 1), as a float's would be (numerator, denominator)."),
    PY_ROW("is_integer", int_is_integer, "", "Always True; floats have the method too."),
    PY_ROW("__trunc__", int_plain_method, "", "The number itself."),
    PY_ROW("__floor__", int_plain_method, "", "The number itself."),
    PY_ROW("__ceil__", int_plain_method, "", "The number itself."),
    PY_ROW("__round__", int_round, "ndigits=None, /",
           "The number itself; for negative ndigits, its nearest multiple of 10, 100 and so "
           "on."),
    PY_ROW("__format__", int_format, "format_spec, /", "What format() calls."),
    PY_ROW("__sizeof__", int_sizeof, "", "Bytes of memory that the number takes."),
    PY_ROW("__getnewargs__", int_getnewargs, "", NULL),
    {0}};

static py_value int_get_self(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_int_plain(self);
}
static py_value int_get_zero(PY_UNUSED struct py_isolate *iso, PY_UNUSED py_value self)
{
    return py_small_new(0);
}
static py_value int_get_one(PY_UNUSED struct py_isolate *iso, PY_UNUSED py_value self)
{
    return py_small_new(1);
}

static const struct py_getset_row int_getset[] = {
    {"real", int_get_self, NULL, "The number itself."},
    {"imag", int_get_zero, NULL, "Always 0."},
    {"numerator", int_get_self, NULL, "The number itself."},
    {"denominator", int_get_one, NULL, "Always 1."},
    {0}};

const struct py_typedef py_int_def = {
    .name = "int",
    .kind = PY_K_INTPROXY,
    .size = sizeof(struct py_intobj),
    .attrs_off = offsetof(struct py_intobj, at),
    .doc = "int(number=0)\nint(text, base=10)\n\nA whole number of any size. A float loses "
           "what is behind its point; text is read in bases 2 to 36, and base 0 goes by "
           "prefixes such as 0x.",
    .sig = "x=0, /, base=10",
    .methods = int_methods,
    .getset = int_getset,
    .slots =
        {
            .make = int_make,
            .repr = int_repr,
            .hash = int_hash,
            .compare = int_compare,
            .truth = int_truth,
            .binary = int_binary,
            .unary = int_unary,
            .index = int_index,
        },
};

const struct py_typedef py_bool_def = {
    .name = "bool",
    .kind = PY_K_INTPROXY,
    .size = sizeof(struct py_intobj),
    .final = true,
    .doc = "True or False, as `if` would judge the argument. They count as 1 and 0 in sums.",
    .sig = "object=False, /",
    .slots =
        {
            .make = bool_make,
            .repr = bool_repr,
            .hash = int_hash,
            .compare = int_compare,
            .truth = int_truth,
            .binary = bool_binary,
            .unary = int_unary,
            .index = int_index,
        },
};
