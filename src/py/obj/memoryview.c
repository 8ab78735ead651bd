// memoryview: a one-dimensional window on bytes or bytearray. It holds no pointer: every access
// goes through the object and checks the bounds again, so the object may grow and shrink
// underneath.
#include "bytes_int.h"
#include "format.h"
#include "typeobj.h"

struct py_memoryview {
    struct py_obj h;
    py_value obj;        // NULL: released
    int64_t start, step; // bytes
    int64_t len;         // items
    int size;            // bytes an item
    char format;
    bool readonly;
    uint64_t hash; // 0: not computed; outlives release()
};

#define VIEW(v) ((struct py_memoryview *)(v))
#define FN(name) static py_value name(struct py_isolate *iso, py_value *a, int n, py_value kw)
#define UNUSED (void)iso, (void)n, (void)kw

static int size_of(char format)
{
    switch (format) {
    case 'B':
    case 'b':
    case 'c':
    case '?': return 1;
    case 'H':
    case 'h': return 2;
    case 'I':
    case 'i':
    case 'f': return 4;
    case 'L':
    case 'l':
    case 'Q':
    case 'q':
    case 'N':
    case 'n':
    case 'P':
    case 'd': return 8;
    default: return 0;
    }
}

static bool check(struct py_isolate *iso, const struct py_memoryview *m)
{
    if (m->obj) return true;
    py_raise_value_error(iso, "operation forbidden on released memoryview object");
    return false;
}

// Address of item i, NULL with IndexError when the object has shrunk below it.
static unsigned char *item_at(struct py_isolate *iso, const struct py_memoryview *m, int64_t i)
{
    if (!check(iso, m)) return NULL; // a conversion on the way here may have released it
    struct py_span s = py_span_of(m->obj);
    int64_t at = m->start + i * m->step;
    if (at >= 0 && (uint64_t)at + (uint64_t)m->size <= s.n)
        return (unsigned char *)(uintptr_t)s.p + at;
    return py_raise(iso, PY_T_IndexError, "index out of bounds on dimension 1");
}

static struct py_memoryview *view_new(struct py_isolate *iso, const struct py_memoryview *like)
{
    struct py_memoryview *m = py_new(iso, py_t(iso, PY_T_MEMORYVIEW), sizeof *m);
    if (!m) return NULL;
    struct py_obj h = m->h;
    *m = *like;
    m->h = h;
    m->hash = 0;
    return m;
}

static py_value make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n, py_value kw)
{
    (void)cls;
    static const char *const names[] = {"object"};
    py_value v;
    if (!py_text_args(iso, "memoryview", names, 1, a, n, kw, &v)) return NULL;
    if (!v)
        return py_raise_type_error(iso, "memoryview() missing required argument 'object' (pos 1)");
    if (py_type_of(iso, v) == py_t(iso, PY_T_MEMORYVIEW))
        return check(iso, VIEW(v)) ? (py_value)view_new(iso, VIEW(v)) : NULL;
    struct py_memoryview like = {.obj = v, .step = 1, .size = 1, .format = 'B'};
    if (!py_is_byteslike(v)) {
        const unsigned char *p;
        size_t len;
        if (!py_bytes_view(iso, v, &p, &len)) {
            if (!py_error_is(iso, PY_T_TypeError)) return NULL;
            py_error_clear(iso);
            return py_raise_type_error(iso, "memoryview: a bytes-like object is required, not '%T'",
                                       v);
        }
        like.obj = py_bytes_new(iso, p, len);
        if (!like.obj) return NULL;
    }
    like.len = (int64_t)py_span_of(like.obj).n;
    like.readonly = py_is_kind(like.obj, PY_K_BYTES);
    return (py_value)view_new(iso, &like);
}

bool py_memoryview_span(struct py_isolate *iso, py_value v, struct py_span *out)
{
    struct py_memoryview *m = VIEW(v);
    if (!check(iso, m)) return false;
    out->n = (size_t)(m->len * m->size);
    out->p = (const unsigned char *)"";
    if (!m->len) return true;
    if (!item_at(iso, m, 0) || !item_at(iso, m, m->len - 1)) return false;
    out->p = item_at(iso, m, 0);
    if (m->step == m->size || m->len == 1) return true;
    py_value copy = py_bytes_new(iso, NULL, out->n);
    if (!copy) return false;
    for (int64_t i = 0; i < m->len; i++)
        memcpy(py_bytes(copy)->b + i * m->size, item_at(iso, m, i), (size_t)m->size);
    out->p = py_bytes(copy)->b;
    return true;
}

static py_value unpack(struct py_isolate *iso, const unsigned char *p, char format)
{
    union {
        uint16_t H;
        int16_t h;
        uint32_t I;
        int32_t i;
        uint64_t Q;
        int64_t q;
        float f;
        double d;
    } u;
    memcpy(&u, p, (size_t)size_of(format));
    switch (format) {
    case 'B': return py_small_new(*p);
    case 'b': return py_small_new((signed char)*p);
    case 'c': return py_bytes_new(iso, p, 1);
    case '?': return py_bool(*p);
    case 'H': return py_small_new(u.H);
    case 'h': return py_small_new(u.h);
    case 'I': return py_small_new(u.I);
    case 'i': return py_small_new(u.i);
    case 'f': return py_float_new(iso, (double)u.f);
    case 'd': return py_float_new(iso, u.d);
    case 'Q':
    case 'L':
    case 'P':
    case 'N': return py_int_from_u64(iso, u.Q);
    default: return py_int_new(iso, u.q);
    }
}

// v as an item. False: exception. Values are little-endian, as the machine's.
static bool pack(struct py_isolate *iso, unsigned char *p, char format, py_value v)
{
    int size = size_of(format);
    if (format == 'c') {
        if (!py_is_kind(v, PY_K_BYTES))
            return py_raise_type_error(iso, "memoryview: invalid type for format 'c'") != NULL;
        if (py_bytes(v)->len != 1)
            return py_raise_value_error(iso, "memoryview: invalid value for format 'c'") != NULL;
        *p = py_bytes(v)->b[0];
        return true;
    }
    if (format == '?') {
        int t = py_truth(iso, v);
        if (t >= 0) *p = (unsigned char)t;
        return t >= 0;
    }
    if (format == 'f' || format == 'd') {
        double d;
        if (!py_as_double(iso, v, &d)) return false;
        float f = (float)d;
        if (format == 'f') memcpy(p, &f, 4);
        else memcpy(p, &d, 8);
        return true;
    }
    if (!py_is_anyint(v) && !py_type_of(iso, v)->s.index)
        return py_raise_type_error(iso, "memoryview: invalid type for format '%c'", format) != NULL;
    py_value i = py_index(iso, v);
    int64_t x = 0;
    if (!i) return false;
    bool wide = !py_is_int(i), is_signed = format >= 'a';
    if (wide) {
        py_value lo = py_binary(iso, PY_AND, i, py_int_from_u64(iso, UINT64_MAX)), back = NULL;
        uint64_t bits = 0;
        if (lo && py_is_int(lo)) bits = (uint64_t)py_small(lo);
        else if (lo) bits = ((struct py_bigint *)lo)->d[0];
        x = (int64_t)bits;
        back = is_signed ? py_int_new(iso, x) : py_int_from_u64(iso, bits);
        int same = back ? py_compare_bool(iso, back, i, PY_EQ) : -1;
        if (same < 0) return false;
        if (!same || size < 8) goto range;
    } else {
        x = py_small(i);
        int64_t top = size >= 8   ? 0
                      : is_signed ? (int64_t)1 << (8 * size - 1)
                                  : (int64_t)1 << (8 * size);
        if (!is_signed ? x < 0 || (top && x >= top) : top && (x < -top || x >= top)) goto range;
    }
    memcpy(p, &x, (size_t)size);
    return true;
range:
    py_raise_value_error(iso, "memoryview: invalid value for format '%c'", format);
    return false;
}

// The one index in a tuple, or the tuple itself when it holds something else.
static py_value tuple_index(struct py_isolate *iso, py_value key)
{
    const struct py_tuple *t = py_tuple(key);
    bool indices = true, slices = t->n != 0;
    for (uint64_t i = 0; i < t->n; i++) {
        indices = indices && (py_is_anyint(t->v[i]) || py_type_of(iso, t->v[i])->s.index);
        slices = slices && py_is_kind(t->v[i], PY_K_SLICE);
    }
    if (slices)
        return py_raise_not_implemented(iso, "multi-dimensional slicing is not implemented");
    if (!indices) return key;
    if (t->n == 0) return py_raise_not_implemented(iso, "sub-views are not implemented");
    if (t->n == 1) return t->v[0];
    return py_raise_type_error(iso, "cannot index 1-dimension view with %llu-element tuple",
                               (unsigned long long)t->n);
}

static bool index_of(struct py_isolate *iso, const struct py_memoryview *m, py_value key,
                     int64_t *out)
{
    if (py_is_kind(key, PY_K_TUPLE) && !(key = tuple_index(iso, key))) return false;
    if (!py_is_anyint(key) && !py_type_of(iso, key)->s.index) {
        py_raise_type_error(iso, "memoryview: invalid slice key");
        return false;
    }
    if (!py_as_subscript(iso, key, out) || !check(iso, m))
        return false; // __index__ may have released it
    if (*out < 0) *out += m->len;
    if (*out >= 0 && *out < m->len) return true;
    py_raise(iso, PY_T_IndexError, "index out of bounds on dimension 1");
    return false;
}

static py_value sub_view(struct py_isolate *iso, const struct py_memoryview *m, py_value key)
{
    int64_t start, stop, step, count;
    if (!py_slice_indices(iso, key, m->len, &start, &stop, &step, &count) || !check(iso, m))
        return NULL;
    struct py_memoryview like = *m;
    like.start += start * m->step;
    like.step *= step;
    like.len = count > 0 ? count : 0;
    return (py_value)view_new(iso, &like);
}

static py_value getitem(struct py_isolate *iso, py_value v, py_value key)
{
    struct py_memoryview *m = VIEW(v);
    int64_t i;
    if (!check(iso, m)) return NULL;
    if (py_is_kind(key, PY_K_SLICE)) return sub_view(iso, m, key);
    if (!index_of(iso, m, key, &i)) return NULL;
    unsigned char *p = item_at(iso, m, i);
    return p ? unpack(iso, p, m->format) : NULL;
}

static bool setitem(struct py_isolate *iso, py_value v, py_value key, py_value x)
{
    struct py_memoryview *m = VIEW(v);
    int64_t i;
    unsigned char item[8], *p;
    if (!check(iso, m)) return false;
    if (m->readonly) return py_raise_type_error(iso, "cannot modify read-only memory") != NULL;
    if (!x) return py_raise_type_error(iso, "cannot delete memory") != NULL;
    if (py_is_kind(key, PY_K_SLICE)) {
        struct py_span s;
        py_value sub = sub_view(iso, m, key);
        if (!sub || !py_span_arg(iso, x, &s)) return false;
        if (s.n != (size_t)(VIEW(sub)->len * m->size))
            return py_raise_value_error(
                       iso, "memoryview assignment: lvalue and rvalue have different structures") !=
                   NULL;
        py_value copy = py_bytes_new(iso, s.p, s.n); // the source may overlap
        if (!copy) return false;
        for (i = 0; i < VIEW(sub)->len; i++) {
            if (!(p = item_at(iso, VIEW(sub), i))) return false;
            memcpy(p, py_bytes(copy)->b + i * m->size, (size_t)m->size);
        }
        return true;
    }
    if (!index_of(iso, m, key, &i) || !pack(iso, item, m->format, x) || !(p = item_at(iso, m, i)))
        return false;
    memcpy(p, item, (size_t)m->size);
    return true;
}

static int64_t length(struct py_isolate *iso, py_value v)
{
    return check(iso, VIEW(v)) ? VIEW(v)->len : -1;
}

static py_value to_list(struct py_isolate *iso, struct py_memoryview *m)
{
    py_value list = check(iso, m) ? py_list_new(iso, (uint64_t)m->len) : NULL;
    for (int64_t i = 0; list && i < m->len; i++) {
        unsigned char *p = item_at(iso, m, i);
        py_value x = p ? unpack(iso, p, m->format) : NULL;
        if (!x || !py_list_append(iso, list, x) || !py_tick(iso, 1)) return NULL;
    }
    return list;
}

static py_value compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    struct py_span x, y;
    if (op != PY_EQ && op != PY_NE) return PY_NOTIMPL;
    bool view = py_is_ptr(b) && py_type_of(iso, b) == py_t(iso, PY_T_MEMORYVIEW);
    if (!view && !py_is_byteslike(b)) return PY_NOTIMPL;
    if (a == b || !VIEW(a)->obj || (view && !VIEW(b)->obj))
        return py_bool((a == b) == (op == PY_EQ));
    if (VIEW(a)->format != (view ? VIEW(b)->format : 'B')) {
        py_value other = view ? to_list(iso, VIEW(b)) : py_list_of(iso, b),
                 mine = to_list(iso, VIEW(a));
        return other && mine ? py_compare(iso, mine, other, op) : NULL;
    }
    if (!py_span_arg(iso, a, &x) || !py_span_arg(iso, b, &y)) return NULL;
    return py_bool((x.n == y.n && !memcmp(x.p, y.p, x.n)) == (op == PY_EQ));
}

static bool is_byte_format(char format)
{
    return format == 'B' || format == 'b' || format == 'c';
}

static bool hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    struct py_span s;
    *out = VIEW(v)->hash;
    if (*out) return true;
    if (!VIEW(v)->readonly)
        return py_raise_value_error(iso, "cannot hash writable memoryview object") != NULL;
    if (!is_byte_format(VIEW(v)->format))
        return py_raise_value_error(
                   iso, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'") != NULL;
    if (!py_span_arg(iso, v, &s)) return false;
    *out = VIEW(v)->hash = py_hash_bytes(iso, s.p, s.n);
    return true;
}

static py_value repr(struct py_isolate *iso, py_value v)
{
    return py_str_format(iso, VIEW(v)->obj ? "<memory at 0x%llx>" : "<released memory at 0x%llx>",
                         (unsigned long long)py_id(iso, v));
}

FN(m_tobytes)
{
    UNUSED;
    struct py_span s;
    return py_span_arg(iso, a[0], &s) ? py_bytes_new(iso, s.p, s.n) : NULL;
}

FN(m_hex)
{
    UNUSED;
    struct py_span s;
    return py_span_arg(iso, a[0], &s) ? py_bytes_hex(iso, s, a[1], a[2]) : NULL;
}

FN(m_tolist)
{
    UNUSED;
    return to_list(iso, VIEW(a[0]));
}

// The shape argument of cast(): one dimension that covers the buffer of `bytes` bytes.
static bool check_shape(struct py_isolate *iso, py_value shape, int64_t bytes, int size)
{
    py_value dims = py_tuple_of(iso, shape);
    int64_t product = size, n;
    if (!dims) return false;
    for (uint64_t i = 0; i < py_tuple(dims)->n; i++) {
        if (!py_is_anyint(py_tuple(dims)->v[i]))
            return py_raise_type_error(iso,
                                       "memoryview.cast(): elements of shape must be integers");
        if (!py_as_int64(iso, py_tuple(dims)->v[i], &n)) return false;
        if (n <= 0)
            return py_raise_value_error(
                iso, "memoryview.cast(): elements of shape must be integers > 0");
        if (__builtin_mul_overflow(product, n, &product))
            return py_raise_value_error(iso, "memoryview.cast(): product(shape) > SSIZE_MAX");
    }
    if (product != bytes)
        return py_raise_type_error(iso, "memoryview: product(shape) * itemsize != buffer size");
    if (py_tuple(dims)->n == 1) return true;
    return py_raise_not_implemented(iso, "memoryview.cast: only one dimension is available");
}

FN(m_cast)
{
    UNUSED;
    struct py_memoryview *m = VIEW(a[0]);
    if (!check(iso, m)) return NULL;
    if (!py_is_str(a[1]))
        return py_raise_type_error(iso, "cast() argument 'format' must be str, not %A", a[1]);
    if (m->step != m->size && m->len > 1)
        return py_raise_type_error(iso, "memoryview: casts are restricted to C-contiguous views");
    if (a[2] && !m->len)
        return py_raise_type_error(iso,
                                   "memoryview: cannot cast view with zeros in shape or strides");
    if (a[2] && !py_is_kind(a[2], PY_K_LIST) && !py_is_kind(a[2], PY_K_TUPLE))
        return py_raise_type_error(iso, "shape must be a list or a tuple");
    const struct py_str *f = py_str(a[1]);
    size_t at = f->len == 2 && py_str_at(f, 0) == '@';
    char format = f->len == at + 1 ? (char)py_str_at(f, at) : 0;
    int size = size_of(format);
    if (!size)
        return py_raise_value_error(
            iso,
            "memoryview: destination format must be a native single character format prefixed with an optional '@'");
    if (!is_byte_format(m->format) && !is_byte_format(format))
        return py_raise_type_error(iso, "memoryview: cannot cast between two non-byte formats");
    if (m->len * m->size % size)
        return py_raise_type_error(iso, "memoryview: length is not a multiple of itemsize");
    if (a[2] && !check_shape(iso, a[2], m->len * m->size, size)) return NULL;
    struct py_memoryview like = *m;
    like.format = format;
    like.len = m->len * m->size / size;
    like.size = size;
    like.step = size;
    return (py_value)view_new(iso, &like);
}

FN(m_toreadonly)
{
    UNUSED;
    struct py_memoryview like = *VIEW(a[0]);
    like.readonly = true;
    return check(iso, &like) ? (py_value)view_new(iso, &like) : NULL;
}

FN(m_release)
{
    UNUSED;
    VIEW(a[0])->obj = NULL;
    return PY_NONE;
}

FN(m_enter)
{
    UNUSED;
    return check(iso, VIEW(a[0])) ? a[0] : NULL;
}

static const struct py_native_row methods[] = {
    {"tobytes", m_tobytes, "order='C'", 0, NULL},
    {"hex", m_hex, "sep=None, bytes_per_sep=1", 0, NULL},
    {"tolist", m_tolist, "", 0, NULL},
    {"cast", m_cast, "format, shape=None", 0, NULL},
    {"toreadonly", m_toreadonly, "", 0, NULL},
    {"release", m_release, "", 0, NULL},
    {"__enter__", m_enter, "", 0, NULL},
    {"__exit__", m_release, "*args", 0, NULL},
    {NULL, NULL, NULL, 0, NULL},
};

#define GET(name, expr)                                                                            \
    static py_value name(struct py_isolate *iso, py_value v)                                       \
    {                                                                                              \
        struct py_memoryview *m = VIEW(v);                                                         \
        (void)m;                                                                                   \
        return check(iso, m) ? (expr) : NULL;                                                      \
    }
GET(get_obj, m->obj)
GET(get_nbytes, py_int_new(iso, m->len * m->size))
GET(get_itemsize, py_small_new(m->size))
GET(get_format, py_str_char(iso, (unsigned char)m->format))
GET(get_readonly, py_bool(m->readonly))
GET(get_shape, py_tuple_pack(iso, 1, py_int_new(iso, m->len)))
GET(get_strides, py_tuple_pack(iso, 1, py_int_new(iso, m->step)))
GET(get_ndim, py_small_new(1))
GET(get_suboffsets, py_tuple_new(iso, 0))
GET(get_contiguous, py_bool(m->step == m->size || m->len <= 1))

static const struct py_getset_row getset[] = {
    {"obj", get_obj, NULL, NULL},
    {"nbytes", get_nbytes, NULL, NULL},
    {"itemsize", get_itemsize, NULL, NULL},
    {"format", get_format, NULL, NULL},
    {"readonly", get_readonly, NULL, NULL},
    {"shape", get_shape, NULL, NULL},
    {"strides", get_strides, NULL, NULL},
    {"ndim", get_ndim, NULL, NULL},
    {"suboffsets", get_suboffsets, NULL, NULL},
    {"contiguous", get_contiguous, NULL, NULL},
    {"c_contiguous", get_contiguous, NULL, NULL},
    {"f_contiguous", get_contiguous, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct py_memoryview *)o)->obj);
}

const struct py_typedef py_memoryview_def = {
    .name = "memoryview",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_memoryview),
    .final = true,
    .doc = "Create a new memoryview object which references the given object.",
    .methods = methods,
    .getset = getset,
    .slots = {.make = make,
              .repr = repr,
              .hash = hash,
              .compare = compare,
              .length = length,
              .getitem = getitem,
              .setitem = setitem},
    .trace = trace,
};
