// Module array: typed arrays. The items lie in a buffer laid out like a bytearray's, so that
// memoryview and everything bytes-like works on them. Item conversion and slots are here, the
// methods in array_methods.c.
#include "../obj/args.h"
#include "../obj/iter_int.h"
#include "../obj/seq_int.h"
#include "../obj/typeobj.h"
#include "array_int.h"

static const char codes[] = "bBuhHiIlLqQfd";

unsigned char *py_array_at(const struct py_array *a, int64_t i)
{
    return a->base.buf->u.b + i * a->size;
}

py_value py_array_load(struct py_isolate *iso, const struct py_array *a, int64_t i)
{
    const unsigned char *p = py_array_at(a, i);
    if (a->code != 'u') return py_item_load(iso, p, a->code);
    uint32_t c;
    memcpy(&c, p, 4);
    if (c <= 0x10ffff) return py_str_char(iso, c);
    return py_raise_value_error(iso, "character U+%lx is not in range [U+0000; U+10ffff]",
                                (unsigned long)c);
}

// What CPython says when an int is out of the range of a code; text NULL: the wide codes.
struct range {
    char code;
    int64_t low, high;
    const char *name;
};
static const struct range ranges[] = {{'b', -128, 127, "signed char"},
                                      {'B', 0, 255, "unsigned byte integer"},
                                      {'h', INT16_MIN, INT16_MAX, "signed short integer"},
                                      {'H', 0, UINT16_MAX, "unsigned short"},
                                      {'i', INT32_MIN, INT32_MAX, "signed integer"},
                                      {'I', 0, UINT32_MAX, "unsigned int"}};

static bool overflow(struct py_isolate *iso, const char *text)
{
    py_raise(iso, PY_T_OverflowError, "%s", text);
    return false;
}

static bool store_int(struct py_isolate *iso, char code, py_value v, unsigned char *item)
{
    if (!py_is_anyint(v) && !py_type_of(iso, v)->s.index) {
        py_raise_type_error(iso, "'%T' object cannot be interpreted as an integer", v);
        return false;
    }
    if (!(v = py_index(iso, v))) return false;
    uint64_t bits = 0;
    bool is_signed = code >= 'a', wide = code == 'q' || code == 'Q';
    bool negative = py_is_int(v) ? py_small(v) < 0 : ((struct py_bigint *)v)->n < 0;
    bool fits = py_item_bits(v, is_signed, &bits);
    if (negative && (code == 'I' || code == 'L'))
        return overflow(iso, "can't convert negative value to unsigned int");
    if (negative && code == 'Q') return overflow(iso, "can't convert negative int to unsigned");
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        const struct range *r = &ranges[i];
        if (r->code != code) continue;
        if (!py_is_int(v) && code != 'I')
            return overflow(iso, "Python int too large to convert to C long");
        if (!fits && code == 'I' && !negative)
            return overflow(iso, "Python int too large to convert to C unsigned long");
        int64_t x = (int64_t)bits;
        if (!py_is_int(v)) x = INT64_MAX;
        if (x < r->low || x > r->high) {
            py_raise(iso, PY_T_OverflowError, "%s is %s than %s", r->name,
                     x < r->low ? "less" : "greater", x < r->low ? "minimum" : "maximum");
            return false;
        }
        fits = true;
    }
    if (!fits)
        return overflow(iso, wide        ? "int too big to convert"
                             : is_signed ? "Python int too large to convert to C long"
                                         : "Python int too large to convert to C unsigned long");
    memcpy(item, &bits, 8);
    return true;
}

bool py_array_convert(struct py_isolate *iso, char code, py_value v, unsigned char item[8])
{
    double d;
    if (code == 'u') {
        if (!py_is_str(v) || py_str(v)->len != 1) {
            py_raise_type_error(iso, "array item must be unicode character");
            return false;
        }
        uint32_t c = py_str_at(py_str(v), 0);
        memcpy(item, &c, 4);
        return true;
    }
    if (code != 'f' && code != 'd') return store_int(iso, code, v, item);
    if (!py_as_double(iso, v, &d)) return false;
    float f = (float)d;
    if (code == 'f') memcpy(item, &f, 4);
    else memcpy(item, &d, 8);
    return true;
}

struct py_array *py_array_new(struct py_isolate *iso, struct py_type *t, char code, int64_t items)
{
    int size = code == 'u' ? 4 : py_item_size(code);
    uint64_t bytes;
    if (__builtin_mul_overflow((uint64_t)items, (uint64_t)size, &bytes) ||
        !py_mem_check(iso, bytes))
        return iso->exc ? NULL : py_raise_no_memory(iso);
    struct py_buf *buf = py_buf_new(iso, PY_K_RAW, bytes + 1);
    struct py_array *a = buf ? py_new_of(iso, t, sizeof *a) : NULL;
    if (!a) return NULL;
    a->base.buf = buf;
    a->base.len = bytes;
    a->code = code;
    a->size = size;
    return a;
}

bool py_array_append(struct py_isolate *iso, struct py_array *a, py_value v)
{
    unsigned char item[8];
    if (!py_array_convert(iso, a->code, v, item)) return false;
    size_t at = a->base.len; // as it is now: the conversion may have run Python code
    if (!py_bytearray_resize(iso, (py_value)a, at + (size_t)a->size)) return false;
    memcpy(a->base.buf->u.b + at, item, (size_t)a->size);
    return true;
}

bool py_array_add_bytes(struct py_isolate *iso, struct py_array *a, const unsigned char *p,
                        size_t n)
{
    size_t at = a->base.len;
    // p may lie in the array itself, which moves when it grows.
    bool own = p >= a->base.buf->u.b && p < a->base.buf->u.b + a->base.buf->cap;
    size_t offset = own ? (size_t)(p - a->base.buf->u.b) : 0;
    if (!n) return true;
    if (!py_mem_check(iso, n) || !py_bytearray_resize(iso, (py_value)a, at + n)) return false;
    memcpy(a->base.buf->u.b + at, own ? a->base.buf->u.b + offset : p, n);
    return py_tick(iso, n / 64);
}

bool py_array_add_text(struct py_isolate *iso, struct py_array *a, py_value text)
{
    size_t at = a->base.len, n = py_str(text)->len;
    if (!py_mem_check(iso, 4 * n) || !py_bytearray_resize(iso, (py_value)a, at + 4 * n))
        return false;
    for (size_t i = 0; i < n; i++) {
        uint32_t c = py_str_at(py_str(text), i);
        memcpy(a->base.buf->u.b + at + 4 * i, &c, 4);
    }
    return py_tick(iso, n / 16);
}

bool py_array_extend(struct py_isolate *iso, struct py_array *a, py_value items)
{
    if (py_is_array(items)) {
        const struct py_array *b = (const struct py_array *)items;
        if (a->code != b->code) {
            py_raise_type_error(iso, "can only extend with array of same kind");
            return false;
        }
        return py_array_add_bytes(iso, a, b->base.buf->u.b, b->base.len);
    }
    py_value it = py_iter(iso, items), v;
    if (!it) return false;
    while ((v = py_next(iso, it)))
        if (!py_array_append(iso, a, v) || !py_tick(iso, 1)) return false;
    return !iso->exc;
}

// --- construction -------------------------------------------------------------------------------

static bool allowed(struct py_isolate *iso, char code, py_value init)
{
    if (code == 'u') return true;
    if (py_is_str(init))
        py_raise_type_error(iso, "cannot use a str to initialize an array with typecode '%c'",
                            code);
    else if (py_is_array(init) && ((struct py_array *)init)->code == 'u')
        py_raise_type_error(
            iso, "cannot use a unicode array to initialize an array with typecode '%c'", code);
    return !iso->exc;
}

static py_value make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n, py_value kw)
{
    if (!py_args_no_kw_plain(iso, cls, "array.array", kw)) return NULL;
    if (n < 1 || n > 2)
        return py_raise_type_error(iso, "array() takes %s argument%s (%d given)",
                                   n < 1 ? "at least 1" : "at most 2", n < 1 ? "" : "s", n);
    if (!py_is_str(a[0]) || py_str(a[0])->len != 1)
        return py_raise_type_error(iso, "array() argument 1 must be a unicode character, not %T",
                                   a[0]);
    uint32_t c = py_str_at(py_str(a[0]), 0);
    char code = c && c < 128 && strchr(codes, (int)c) ? (char)c : 0;
    if (code && n == 2 && !allowed(iso, code, a[1])) return NULL;
    if (!code)
        return py_raise_value_error(
            iso, "bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)");
    struct py_array *array = py_array_new(iso, cls, code, 0);
    if (!array || n == 1) return (py_value)array;
    bool ok;
    if (py_is_str(a[1])) {
        ok = py_array_add_text(iso, array, a[1]);
    } else if (py_is_byteslike(a[1])) {
        struct py_span s = py_span_of(a[1]);
        if (s.n % (size_t)array->size)
            return py_raise_value_error(iso, "bytes length not a multiple of item size");
        ok = py_array_add_bytes(iso, array, s.p, s.n);
    } else if (py_is_array(a[1]) && ((struct py_array *)a[1])->code != code) {
        py_value list = py_list_of(iso, a[1]);
        ok = list && py_array_extend(iso, array, list);
    } else {
        ok = py_array_extend(iso, array, a[1]);
    }
    return ok ? (py_value)array : NULL;
}

// --- slots --------------------------------------------------------------------------------------

static int64_t length(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_array_len(PY_ARRAY(v));
}

static int truth(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return PY_ARRAY(v)->base.len != 0;
}

static bool index_of(struct py_isolate *iso, struct py_array *a, py_value key, const char *what,
                     int64_t *out)
{
    if (!py_is_anyint(key) && !py_type_of(iso, key)->s.index) {
        py_raise_type_error(iso, "array indices must be integers");
        return false;
    }
    if (!py_as_index(iso, key, out)) return false;
    int64_t n = py_array_len(a); // after __index__
    if (*out < 0) *out += n;
    if (*out >= 0 && *out < n) return true;
    py_raise(iso, PY_T_IndexError, "%s", what);
    return false;
}

static py_value get_slice(struct py_isolate *iso, struct py_array *a, py_value key)
{
    int64_t start, stop, step, count;
    if (!(key = py_slice_plain(iso, key)) ||
        !py_slice_indices(iso, key, py_array_len(a), &start, &stop, &step, &count))
        return NULL;
    struct py_array *r = py_array_new(iso, py_array_type(iso), a->code, count > 0 ? count : 0);
    if (!r || count <= 0) return (py_value)r;
    size_t size = (size_t)a->size;
    if (step == 1) memcpy(r->base.buf->u.b, py_array_at(a, start), (size_t)count * size);
    else
        for (int64_t i = 0; i < count; i++)
            memcpy(py_array_at(r, i), py_array_at(a, start + i * step), size);
    return py_tick(iso, (uint64_t)count / 16) ? (py_value)r : NULL;
}

static py_value getitem(struct py_isolate *iso, py_value v, py_value key)
{
    int64_t i;
    if (py_is_kind(key, PY_K_SLICE)) return get_slice(iso, PY_ARRAY(v), key);
    return index_of(iso, PY_ARRAY(v), key, "array index out of range", &i)
               ? py_array_load(iso, PY_ARRAY(v), i)
               : NULL;
}

bool py_array_splice(struct py_isolate *iso, struct py_array *a, int64_t at, int64_t old,
                     const unsigned char *p, int64_t items)
{
    size_t size = (size_t)a->size, from = (size_t)at * size, gone = (size_t)old * size,
           more = (size_t)items * size, len = a->base.len, tail = len - from - gone;
    if (more != gone && py_bytearray_exported(iso, (py_value)a)) return false;
    if (more > gone && !py_bytearray_resize(iso, (py_value)a, len - gone + more)) return false;
    unsigned char *b = a->base.buf->u.b;
    if (tail && more != gone) memmove(b + from + more, b + from + gone, tail);
    if (more && p) memcpy(b + from, p, more);
    return py_tick(iso, (tail + more) / 64) &&
           (more >= gone || py_bytearray_resize(iso, (py_value)a, len - gone + more));
}

static bool set_slice(struct py_isolate *iso, struct py_array *a, py_value key, py_value v)
{
    int64_t start, stop, step, count, n = 0;
    py_value copy = NULL; // of the items: they may be the array's own
    if (v) {
        if (!py_is_array(v)) {
            py_raise_type_error(iso, "can only assign array (not \"%T\") to array slice", v);
            return false;
        }
        const struct py_array *b = PY_ARRAY(v);
        if (b->code != a->code) {
            py_raise_type_error(iso, "bad argument type for built-in operation");
            return false;
        }
        n = py_array_len(b);
        if (!(copy = py_bytes_new(iso, b->base.buf->u.b, b->base.len))) return false;
    }
    if (!(key = py_slice_plain(iso, key)) ||
        !py_slice_indices(iso, key, py_array_len(a), &start, &stop, &step, &count))
        return false;
    if (count < 0) count = 0;
    if (step == 1) return py_array_splice(iso, a, start, count, v ? py_bytes(copy)->b : NULL, n);
    if (v && n != count) {
        py_raise_value_error(iso,
                             "attempt to assign array of size %lld to extended slice of size %lld",
                             (long long)n, (long long)count);
        return false;
    }
    if (step < 0 && !v && count) { // deletion goes upwards
        start += (count - 1) * step;
        step = -step;
    }
    for (int64_t i = 0; i < count; i++) {
        if (!v && !py_array_splice(iso, a, start + i * (step - 1), 1, NULL, 0)) return false;
        if (v)
            memcpy(py_array_at(a, start + i * step), py_bytes(copy)->b + i * a->size,
                   (size_t)a->size);
    }
    return true;
}

static bool setitem(struct py_isolate *iso, py_value self, py_value key, py_value v)
{
    struct py_array *a = PY_ARRAY(self);
    unsigned char item[8];
    int64_t i;
    if (py_is_kind(key, PY_K_SLICE)) return set_slice(iso, a, key, v);
    if (!index_of(iso, a, key, "array assignment index out of range", &i)) return false;
    if (!v) return py_array_splice(iso, a, i, 1, NULL, 0);
    if (!py_array_convert(iso, a->code, v, item)) return false;
    if (i >= py_array_len(a)) {
        py_raise(iso, PY_T_IndexError, "array assignment index out of range");
        return false;
    }
    memcpy(py_array_at(a, i), item, (size_t)a->size);
    return true;
}

int64_t py_array_find(struct py_isolate *iso, struct py_array *a, py_value v, int64_t from,
                      int64_t to)
{
    for (int64_t i = from; i < to && i < py_array_len(a); i++) {
        py_value x = py_array_load(iso, a, i);
        int eq = x ? py_compare_bool(iso, x, v, PY_CMP_EQ) : -1;
        if (eq < 0 || !py_tick(iso, 1)) return -2;
        if (eq) return i;
    }
    return -1;
}

static int contains(struct py_isolate *iso, py_value self, py_value v)
{
    int64_t at = py_array_find(iso, PY_ARRAY(self), v, 0, INT64_MAX);
    return at == -2 ? -1 : at >= 0;
}

static py_value compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (!py_is_array(a) || !py_is_array(b)) return PY_NOTIMPL;
    const struct py_array *x = PY_ARRAY(a), *y = PY_ARRAY(b);
    if ((op == PY_CMP_EQ || op == PY_CMP_NE) && py_array_len(x) != py_array_len(y))
        return py_bool(op == PY_CMP_NE);
    py_charge_bytes(iso, x->base.len);
    if (x->code == y->code && x->code != 'f' && x->code != 'd' &&
        (op == PY_CMP_EQ || op == PY_CMP_NE))
        return py_bool(!memcmp(x->base.buf->u.b, y->base.buf->u.b, x->base.len) ==
                       (op == PY_CMP_EQ));
    for (int64_t i = 0; i < py_array_len(x) && i < py_array_len(y); i++) {
        py_value p = py_array_load(iso, x, i), q = p ? py_array_load(iso, y, i) : NULL;
        py_value r = q ? py_compare(iso, p, q, PY_CMP_EQ) : NULL;
        int eq = r ? py_truth(iso, r) : -1;
        if (eq < 0 || !py_tick(iso, 1)) return NULL;
        if (!eq)
            return op == PY_CMP_EQ || op == PY_CMP_NE ? py_bool(op == PY_CMP_NE)
                                                      : py_compare(iso, p, q, op);
    }
    return py_compare(iso, py_int_new(iso, py_array_len(x)), py_int_new(iso, py_array_len(y)), op);
}

static py_value repr(struct py_isolate *iso, py_value self)
{
    struct py_array *a = PY_ARRAY(self);
    char code[2] = {a->code, 0};
    if (!a->base.len) return py_str_format(iso, "%U('%s')", py_type_of(iso, self)->name, code);
    py_value items = a->code == 'u' ? py_array_text(iso, a) : py_list_of(iso, self);
    return items ? py_str_format(iso, "%U('%s', %R)", py_type_of(iso, self)->name, code, items)
                 : NULL;
}

static py_value repeat(struct py_isolate *iso, struct py_array *a, py_value by, bool inplace)
{
    int64_t k;
    if (!py_seq_repeat_count(iso, by, &k)) return NULL;
    size_t len = a->base.len;
    uint64_t total;
    if (__builtin_mul_overflow((uint64_t)len, (uint64_t)k, &total) || total > INT64_MAX)
        return py_raise_no_memory(iso);
    struct py_array *r = a;
    if (!py_mem_check(iso, total) || !py_tick(iso, total / 64)) return NULL;
    if (!inplace) {
        r = py_array_new(iso, py_array_type(iso), a->code, (int64_t)total / a->size);
        if (r && len) memcpy(r->base.buf->u.b, a->base.buf->u.b, total < len ? total : len);
    } else if (!py_bytearray_resize(iso, (py_value)a, total)) {
        return NULL;
    }
    if (!r) return NULL;
    if (len) py_repeat_bytes(r->base.buf->u.b, len, total);
    return (py_value)r;
}

static py_value concat(struct py_isolate *iso, struct py_array *a, py_value b)
{
    if (!py_is_array(b))
        return py_raise_type_error(iso, "can only append array (not \"%T\") to array", b);
    if (PY_ARRAY(b)->code != a->code)
        return py_raise_type_error(iso, "bad argument type for built-in operation");
    struct py_array *r = py_array_new(iso, py_array_type(iso), a->code, 0);
    return r && py_array_add_bytes(iso, r, a->base.buf->u.b, a->base.len) &&
                   py_array_add_bytes(iso, r, PY_ARRAY(b)->base.buf->u.b, PY_ARRAY(b)->base.len)
               ? (py_value)r
               : NULL;
}

static py_value binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op == PY_BIN_ADD) return py_is_array(a) ? concat(iso, PY_ARRAY(a), b) : PY_NOTIMPL;
    if (op != PY_BIN_MUL) return PY_NOTIMPL;
    bool left = py_is_array(a);
    return repeat(iso, PY_ARRAY(left ? a : b), left ? b : a, false);
}

static py_value inplace(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op == PY_BIN_ADD) {
        if (!py_is_array(b))
            return py_raise_type_error(iso, "can only extend array with array (not \"%T\")", b);
        return py_array_extend(iso, PY_ARRAY(a), b) ? a : NULL;
    }
    if (op != PY_BIN_MUL) return PY_NOTIMPL;
    return repeat(iso, PY_ARRAY(a), b, true);
}

static py_value iter(struct py_isolate *iso, py_value self)
{
    return py_seqiter_new(iso, PY_T_ITERATOR, self, 0, PY_F_USER0);
}

static py_value get_code(struct py_isolate *iso, py_value v)
{
    return py_str_char(iso, (unsigned char)PY_ARRAY(v)->code);
}
static py_value get_size(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_small_new(PY_ARRAY(v)->size);
}
static const struct py_getset_row getset[] = {
    {"typecode", get_code, NULL, "The letter of the item type."},
    {"itemsize", get_size, NULL, "Bytes that one item takes."},
    {0}};

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct py_array *)o)->base.buf);
}

static const struct py_typedef array_def = {
    .name = "array.array",
    .kind = PY_K_NATIVE,
    .array = true,
    .concat = true,
    .size = sizeof(struct py_array),
    .attrs_off = offsetof(struct py_array, base.at),
    .doc = "A list of numbers of a single machine type, packed: array('d', [1.5, 2.5]).",
    .methods = py_array_methods,
    .getset = getset,
    .slots = {.make = make,
              .repr = repr,
              .compare = compare,
              .truth = truth,
              .length = length,
              .getitem = getitem,
              .setitem = setitem,
              .contains = contains,
              .iter = iter,
              .binary = binary,
              .inplace = inplace},
    .trace = trace,
};

struct py_type *py_array_type(struct py_isolate *iso)
{
    return (struct py_type *)iso->module_state[PY_MS_ARRAY];
}

static bool array_init(struct py_isolate *iso, struct py_module *m)
{
    struct py_type *t = py_type_from_def(iso, &array_def, NULL, "array");
    if (!t) return false;
    t->flags |= PY_TF_SEQUENCE | PY_TF_WEAKREFABLE;
    iso->module_state[PY_MS_ARRAY] = (py_value)t;
    return py_module_set(iso, m, "array", (py_value)t) &&
           py_module_set(iso, m, "ArrayType", (py_value)t) &&
           py_module_set(iso, m, "typecodes", py_str_z(iso, codes));
}

const struct py_moddef py_mod_array = {
    .name = "array", .init = array_init, .doc = "Numbers packed as the machine stores them."};
