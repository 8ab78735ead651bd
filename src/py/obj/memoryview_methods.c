// memoryview: its methods and attributes, and casting to other formats and dimensions.
#include "item.h"
#include "memoryview_int.h"
#include "typeobj.h"

// --- contents -----------------------------------------------------------------------------------

static py_value list_dim(struct py_isolate *iso, const struct py_memoryview *m, int d,
                         int64_t offset)
{
    if (d == m->ndim) {
        unsigned char *p = py_view_at(iso, m, offset);
        return p ? py_item_load(iso, p, m->format) : NULL;
    }
    py_value list = py_list_new(iso, (uint64_t)m->dim[d].shape);
    for (int64_t i = 0; list && i < m->dim[d].shape; i++) {
        py_value x = list_dim(iso, m, d + 1, offset + i * m->dim[d].stride);
        if (!x || !py_list_append(iso, list, x) || !py_tick(iso, 1)) return NULL;
    }
    return list;
}

py_value py_view_list(struct py_isolate *iso, const struct py_memoryview *m)
{
    if (!py_view_check(iso, m)) return NULL;
    return py_item_size(m->format) ? list_dim(iso, m, 0, 0) : py_view_bad_format(iso, m);
}

static PY_NATIVE(m_tobytes)
{
    const struct py_memoryview *m = PY_VIEW(a[0]);
    bool fortran = false;
    if (a[1] && a[1] != PY_NONE) {
        if (!py_is_str(a[1]))
            return py_raise_type_error(
                iso, "tobytes() argument 'order' must be str or None, not %T", a[1]);
        if (!py_view_check(iso, m)) return NULL;
        bool any = py_str_is(a[1], "A");
        fortran = py_str_is(a[1], "F");
        if (!any && !fortran && !py_str_is(a[1], "C"))
            return py_raise_value_error(iso, "order must be 'C', 'F' or 'A'");
        if (any) fortran = py_view_contiguous(m, true) && !py_view_contiguous(m, false);
    }
    return py_view_check(iso, m) ? py_view_bytes(iso, m, fortran) : NULL;
}

static PY_NATIVE(m_hex)
{
    return py_view_check(iso, PY_VIEW(a[0])) ? py_bytes_hex(iso, a[0], a[1], a[2]) : NULL;
}

static PY_NATIVE(m_tolist)
{
    return py_view_list(iso, PY_VIEW(a[0]));
}

// --- cast ---------------------------------------------------------------------------------------

static void *bad_shape(struct py_isolate *iso)
{
    return py_raise_type_error(iso, "memoryview.cast(): elements of shape must be integers");
}

// The view with the dimensions of `shape`, whose product must be the bytes it has.
static py_value with_shape(struct py_isolate *iso, const struct py_memoryview *m, py_value shape)
{
    // What a list holds, whatever its __iter__ says: that much was counted.
    py_value dims = py_is_kind(shape, PY_K_TUPLE)
                        ? shape
                        : py_tuple_from(iso, py_list(shape)->v, py_list(shape)->n);
    if (!dims) return NULL;
    int n = (int)py_tuple(dims)->n;
    int64_t bytes = py_view_items(m) * m->size, total = m->size;
    struct py_memoryview *v = py_view_new(iso, m, n);
    if (!v) return NULL;
    for (int i = 0; i < n; i++) {
        int64_t k;
        if (!py_is_anyint(py_tuple(dims)->v[i])) return bad_shape(iso);
        if (!py_as_int64(iso, py_tuple(dims)->v[i], &k)) return NULL;
        if (k <= 0)
            return py_raise_value_error(
                iso, "memoryview.cast(): elements of shape must be integers > 0");
        if (__builtin_mul_overflow(total, k, &total))
            return py_raise_value_error(iso, "memoryview.cast(): product(shape) > SSIZE_MAX");
        v->dim[i].shape = k;
    }
    if (total != bytes)
        return py_raise_type_error(iso, "memoryview: product(shape) * itemsize != buffer size");
    for (int64_t i = n - 1, stride = m->size; i >= 0; i--) {
        v->dim[i].stride = stride;
        stride *= v->dim[i].shape;
    }
    return (py_value)v;
}

static PY_NATIVE(m_cast)
{
    const struct py_memoryview *m = PY_VIEW(a[0]);
    if (!py_is_str(a[1]))
        return py_raise_type_error(iso, "cast() argument 'format' must be str, not %A", a[1]);
    const struct py_str *f = py_str(a[1]);
    if (!py_view_check(iso, m)) return NULL;
    if (!py_view_contiguous(m, false))
        return py_raise_type_error(iso, "memoryview: casts are restricted to C-contiguous views");
    if (!f->ascii && !py_encode(iso, a[1], py_str_z(iso, "ascii"), NULL)) return NULL;
    bool shaped = a[2] && a[2] != PY_NONE;
    size_t at = f->len == 2 && py_str_at(f, 0) == '@';
    uint32_t letter = f->len == at + 1 ? py_str_at(f, at) : 0;
    char format = letter < 128 ? (char)letter : 0;
    int size = py_item_size(format);
    if ((shaped || m->ndim != 1) && !py_view_items(m))
        return py_raise_type_error(iso,
                                   "memoryview: cannot cast view with zeros in shape or strides");
    if (shaped && !py_is_kind(a[2], PY_K_TUPLE) && !py_is_kind(a[2], PY_K_LIST))
        return py_raise_type_error(iso, "shape must be a list or a tuple");
    uint64_t dims = !shaped                       ? 1
                    : py_is_kind(a[2], PY_K_LIST) ? py_list(a[2])->n
                                                  : py_tuple(a[2])->n;
    if (dims > PY_VIEW_MAX_DIM)
        return py_raise_value_error(iso, "memoryview: number of dimensions must not exceed %d",
                                    PY_VIEW_MAX_DIM);
    if (m->ndim != 1 && dims != 1)
        return py_raise_type_error(iso, "memoryview: cast must be 1D -> ND or ND -> 1D");
    if (!size)
        return py_raise_value_error(
            iso, "memoryview: destination format must be a native single character format prefixed "
                 "with an optional '@'");
    bool bytes = strchr("Bbc", format) || strchr("Bbc", m->format);
    if (!bytes)
        return py_raise_type_error(iso, "memoryview: cannot cast between two non-byte formats");
    int64_t total = py_view_items(m) * m->size;
    if (total % size)
        return py_raise_type_error(iso, "memoryview: length is not a multiple of itemsize");
    struct py_memoryview *flat = py_view_new(iso, m, 1);
    if (!flat) return NULL;
    flat->format = format;
    flat->size = size;
    flat->dim[0] = (struct py_view_dim){total / size, size};
    return shaped ? with_shape(iso, flat, a[2]) : (py_value)flat;
}

// --- the rest -----------------------------------------------------------------------------------

static PY_NATIVE(m_toreadonly)
{
    const struct py_memoryview *m = PY_VIEW(a[0]);
    struct py_memoryview *v = py_view_check(iso, m) ? py_view_new(iso, m, m->ndim) : NULL;
    if (v) v->readonly = true;
    return (py_value)v;
}

static PY_NATIVE(m_release)
{
    PY_VIEW(a[0])->obj = NULL;
    return PY_NONE;
}

static PY_NATIVE_RAW(m_exit)
{
    return m_release(iso, a);
}

static PY_NATIVE(m_enter)
{
    return py_view_check(iso, PY_VIEW(a[0])) ? a[0] : NULL;
}

static PY_NATIVE(m_reduce)
{
    return py_raise_type_error(iso, "cannot pickle memoryview objects");
}

const struct py_native_row py_memoryview_methods[] = {
    PY_ROW("tobytes", m_tobytes, "order='C'", "The bytes that it shows, copied."),
    PY_ROW("hex", m_hex, "sep=None, bytes_per_sep=1",
           "The bytes that it shows in hexadecimal; with sep between groups of "
           "bytes_per_sep."),
    PY_ROW("tolist", m_tolist, "",
           "The items as a list of numbers or bytes; nested where there are several "
           "dimensions."),
    PY_ROW("cast", m_cast, "format, shape=None",
           "The same bytes seen as items of another format, or in another shape."),
    PY_ROW("toreadonly", m_toreadonly, "", "A view of the same bytes that refuses changes."),
    PY_ROW("release", m_release, "", "Lets go of the object; the view cannot be used afterwards."),
    PY_ROW("__enter__", m_enter, "", NULL),
    PY_ROW("__exit__", m_exit, "*args", NULL),
    PY_ROW("__reduce_ex__", m_reduce, "protocol, /", NULL),
    {0},
};

// --- attributes ---------------------------------------------------------------------------------

enum { SHAPE, STRIDES };
static py_value dims(struct py_isolate *iso, const struct py_memoryview *m, int what)
{
    py_value t = py_tuple_new(iso, (uint64_t)m->ndim);
    for (int i = 0; t && i < m->ndim; i++) {
        py_value v = py_int_new(iso, what == SHAPE ? m->dim[i].shape : m->dim[i].stride);
        if (!v) return NULL;
        py_tuple(t)->v[i] = v;
    }
    return t;
}

#define GET(name, expr)                                                                            \
    static py_value name(struct py_isolate *iso, py_value v)                                       \
    {                                                                                              \
        const struct py_memoryview *m = PY_VIEW(v);                                                \
        return py_view_check(iso, m) ? (expr) : NULL;                                              \
    }
GET(get_obj, m->obj)
GET(get_nbytes, py_int_new(iso, py_view_items(m) * m->size))
GET(get_itemsize, py_small_new(m->size))
GET(get_format, py_str_char(iso, (unsigned char)m->format))
GET(get_readonly, py_bool(m->readonly))
GET(get_shape, dims(iso, m, SHAPE))
GET(get_strides, dims(iso, m, STRIDES))
GET(get_ndim, py_small_new(m->ndim))
GET(get_suboffsets, py_tuple_new(iso, 0))
GET(get_contiguous, py_bool(py_view_contiguous(m, false) || py_view_contiguous(m, true)))
GET(get_c_contiguous, py_bool(py_view_contiguous(m, false)))
GET(get_f_contiguous, py_bool(py_view_contiguous(m, true)))

const struct py_getset_row py_memoryview_getset[] = {
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
    {"c_contiguous", get_c_contiguous, NULL, NULL},
    {"f_contiguous", get_f_contiguous, NULL, NULL},
    {NULL, NULL, NULL, NULL},
};
