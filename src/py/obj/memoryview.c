// memoryview: a window of up to 64 dimensions on bytes, bytearray or array. It holds no pointer:
// every access goes through the object and checks the bounds again, so the object may grow and
// shrink underneath. Methods and attributes: memoryview_methods.c.
#include "args.h"
#include "item.h"
#include "iter_int.h"
#include "memoryview_int.h"
#include "typeobj.h"

bool py_view_check(struct py_isolate *iso, const struct py_memoryview *m)
{
    if (m->obj) return true;
    py_raise_value_error(iso, "operation forbidden on released memoryview object");
    return false;
}

unsigned char *py_view_at(struct py_isolate *iso, const struct py_memoryview *m, int64_t offset)
{
    if (!py_view_check(iso, m)) return NULL; // a conversion on the way here may have released it
    struct py_span s = py_span_of(m->obj);
    int64_t at = m->start + offset;
    if (at >= 0 && (uint64_t)at + (uint64_t)m->size <= s.n)
        return (unsigned char *)(uintptr_t)s.p + at;
    return py_raise(iso, PY_T_IndexError, "index out of bounds on dimension 1");
}

struct py_memoryview *py_view_new(struct py_isolate *iso, const struct py_memoryview *like,
                                  int ndim)
{
    struct py_memoryview *m = py_new(iso, py_t(iso, PY_T_MEMORYVIEW),
                                     sizeof *m + (size_t)ndim * sizeof(struct py_view_dim));
    if (!m) return NULL;
    struct py_obj h = m->h;
    *m = *like;
    m->h = h;
    m->ndim = ndim;
    m->hash = 0;
    for (int i = 0; i < ndim && i < like->ndim; i++) m->dim[i] = like->dim[i];
    if (py_is_kind(m->obj, PY_K_BYTEARRAY) || py_is_array(m->obj))
        py_obj_set_flag(py_ptr(m->obj), PY_F_USER0); // there is somebody to ask for
    return m;
}

int64_t py_view_items(const struct py_memoryview *m)
{
    int64_t n = 1;
    for (int i = 0; i < m->ndim; i++) n *= m->dim[i].shape;
    return n;
}

bool py_view_contiguous(const struct py_memoryview *m, bool fortran)
{
    int64_t step = m->size;
    if (!py_view_items(m)) return true;
    for (int i = 0; i < m->ndim; i++) {
        const struct py_view_dim *d = &m->dim[fortran ? i : m->ndim - 1 - i];
        if (d->shape != 1 && d->stride != step) return false;
        step *= d->shape;
    }
    return true;
}

void *py_view_bad_format(struct py_isolate *iso, const struct py_memoryview *m)
{
    return py_raise(iso, PY_T_NotImplementedError, "memoryview: format %c not supported",
                    m->format);
}

static py_value make(struct py_isolate *iso, PY_UNUSED struct py_type *cls, py_value *a, int n,
                     py_value kw)
{
    static const struct py_args_spec spec = {"memoryview", {"object"}, 1, 0, 1, 1};
    py_value v;
    if (!py_args_take(iso, &spec, a, n, kw, &v)) return NULL;
    if (py_type_of(iso, v) == py_t(iso, PY_T_MEMORYVIEW)) {
        const struct py_memoryview *m = PY_VIEW(v);
        return py_view_check(iso, m) ? (py_value)py_view_new(iso, m, m->ndim) : NULL;
    }
    struct py_memoryview like = {.obj = v, .size = 1, .format = 'B'};
    if (py_is_array(v)) {
        const struct py_array *array = (const struct py_array *)v;
        like.size = array->size;
        like.format = array->code == 'u' ? 'w' : array->code;
    } else if (!py_is_byteslike(v)) {
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
    like.readonly = py_is_kind(like.obj, PY_K_BYTES);
    struct py_memoryview *m = py_view_new(iso, &like, 1);
    if (!m) return NULL;
    m->dim[0].shape = (int64_t)py_span_of(m->obj).n / m->size;
    m->dim[0].stride = m->size;
    return (py_value)m;
}

// Copies the items to `to`, in C's order or in Fortran's.
struct walk {
    struct py_isolate *iso;
    const struct py_memoryview *m;
    unsigned char *to;
    bool fortran;
};

static bool copy_dim(struct walk *w, int depth, int64_t offset)
{
    const struct py_memoryview *m = w->m;
    if (depth == m->ndim) {
        const unsigned char *p = py_view_at(w->iso, m, offset);
        if (!p) return false;
        memcpy(w->to, p, (size_t)m->size);
        w->to += m->size;
        return true;
    }
    const struct py_view_dim *d = &m->dim[w->fortran ? m->ndim - 1 - depth : depth];
    if (!py_tick(w->iso, (uint64_t)d->shape / 4)) return false;
    for (int64_t i = 0; i < d->shape; i++)
        if (!copy_dim(w, depth + 1, offset + i * d->stride)) return false;
    return true;
}

py_value py_view_bytes(struct py_isolate *iso, const struct py_memoryview *m, bool fortran)
{
    int64_t n = py_view_items(m) * m->size;
    py_value copy = py_bytes_new(iso, NULL, (size_t)n);
    struct walk w = {iso, m, copy ? py_bytes(copy)->b : NULL, fortran};
    return copy && (!n || copy_dim(&w, 0, 0)) ? copy : NULL;
}

bool py_memoryview_span(struct py_isolate *iso, py_value v, struct py_span *out)
{
    const struct py_memoryview *m = PY_VIEW(v);
    if (!py_view_check(iso, m)) return false;
    out->n = (size_t)(py_view_items(m) * m->size);
    out->p = (const unsigned char *)"";
    if (!out->n) return true;
    if (py_view_contiguous(m, false)) {
        if (!py_view_at(iso, m, (int64_t)out->n - m->size)) return false;
        out->p = py_view_at(iso, m, 0);
        return out->p != NULL;
    }
    py_value copy = py_view_bytes(iso, m, false);
    if (copy) out->p = py_bytes(copy)->b;
    return copy != NULL;
}

// --- items --------------------------------------------------------------------------------------

static bool store_bytes(struct py_isolate *iso, unsigned char *p, py_value v)
{
    if (!py_is_kind(v, PY_K_BYTES))
        return py_raise_type_error(iso, "memoryview: invalid type for format 'c'") != NULL;
    if (py_bytes(v)->len != 1)
        return py_raise_value_error(iso, "memoryview: invalid value for format 'c'") != NULL;
    *p = py_bytes(v)->b[0];
    return true;
}

// The error of a value's own conversion in the words of a memoryview.
static bool refuse(struct py_isolate *iso, char format)
{
    bool type = py_error_is(iso, PY_T_TypeError);
    if (!type && !py_error_is(iso, PY_T_OverflowError) && !py_error_is(iso, PY_T_ValueError))
        return false;
    py_error_clear(iso);
    if (type)
        return py_raise_type_error(iso, "memoryview: invalid type for format '%c'", format) != NULL;
    return py_raise_value_error(iso, "memoryview: invalid value for format '%c'", format) != NULL;
}

static bool store_float(struct py_isolate *iso, unsigned char *p, char format, py_value v)
{
    double d;
    uint16_t half;
    if (!py_as_double(iso, v, &d)) return refuse(iso, format);
    float f = (float)d;
    if (format == 'd') memcpy(p, &d, 8);
    else if (format == 'f') memcpy(p, &f, 4);
    else if (!py_half_pack(d, &half))
        return py_raise_value_error(iso, "memoryview: invalid value for format 'e'") != NULL;
    else memcpy(p, &half, 2);
    return true;
}

// v as an item at p. False: exception. Values are little-endian, as the machine's.
static bool store(struct py_isolate *iso, unsigned char *p, char format, py_value v)
{
    int size = py_item_size(format);
    if (format == 'c') return store_bytes(iso, p, v);
    if (format == '?') {
        int t = py_truth(iso, v);
        if (t >= 0) *p = (unsigned char)t;
        return t >= 0;
    }
    if (format == 'f' || format == 'd' || format == 'e') return store_float(iso, p, format, v);
    py_value i = py_index(iso, v);
    if (!i) return refuse(iso, format);
    bool is_signed = format >= 'a';
    uint64_t bits;
    bool fits = py_item_bits(i, is_signed, &bits);
    if (!fits && format == 'P') fits = py_item_bits(i, true, &bits); // of either sign
    int spare = 64 - 8 * size;
    if (fits && spare)
        fits = is_signed ? (int64_t)(bits << spare) >> spare == (int64_t)bits
                         : bits << spare >> spare == bits;
    if (!fits)
        return py_raise_value_error(iso, "memoryview: invalid value for format '%c'", format) !=
               NULL;
    memcpy(p, &bits, (size_t)size);
    return true;
}

// --- subscripts ---------------------------------------------------------------------------------

static bool add_index(struct py_isolate *iso, const struct py_memoryview *m, int d, py_value key,
                      int64_t *offset)
{
    int64_t i;
    if (!py_as_subscript(iso, key, &i) || !py_view_check(iso, m)) return false;
    if (i < 0) i += m->dim[d].shape;
    if (i < 0 || i >= m->dim[d].shape) {
        py_raise(iso, PY_T_IndexError, "index out of bounds on dimension %d", d + 1);
        return false;
    }
    *offset += i * m->dim[d].stride;
    return true;
}

static bool is_index(struct py_isolate *iso, py_value key)
{
    return py_is_anyint(key) || py_type_of(iso, key)->s.index;
}

// The offset of the one item that key names. 1 found; 0: key names more than an item; -1 exception.
static int item_offset(struct py_isolate *iso, const struct py_memoryview *m, py_value key,
                       int64_t *offset)
{
    *offset = 0;
    if (m->ndim == 0) {
        if (key == PY_ELLIPSIS) return 0;
        if (py_is_kind(key, PY_K_TUPLE) && !py_tuple(key)->n) return 1;
        py_raise_type_error(iso, "invalid indexing of 0-dim memory");
        return -1;
    }
    if (is_index(iso, key)) {
        if (m->ndim > 1) {
            py_raise(iso, PY_T_NotImplementedError,
                     "multi-dimensional sub-views are not implemented");
            return -1;
        }
        return add_index(iso, m, 0, key, offset) ? 1 : -1;
    }
    if (py_is_kind(key, PY_K_SLICE)) return 0;
    bool indices = py_is_kind(key, PY_K_TUPLE), slices = indices;
    for (uint64_t i = 0; (indices || slices) && i < py_tuple(key)->n; i++) {
        bool index = is_index(iso, py_tuple(key)->v[i]);
        slices = slices && py_is_kind(py_tuple(key)->v[i], PY_K_SLICE);
        if (!index) indices = false;
    }
    if (!indices && !slices) py_raise_type_error(iso, "memoryview: invalid slice key");
    else if (!indices)
        py_raise(iso, PY_T_NotImplementedError, "multi-dimensional slicing is not implemented");
    else if (py_tuple(key)->n > (uint64_t)m->ndim)
        py_raise_type_error(iso, "cannot index %d-dimension view with %d-element tuple", m->ndim,
                            (int)py_tuple(key)->n);
    else if (py_tuple(key)->n < (uint64_t)m->ndim)
        py_raise(iso, PY_T_NotImplementedError, "sub-views are not implemented");
    if (iso->exc) return -1;
    for (int d = 0; d < m->ndim; d++)
        if (!add_index(iso, m, d, py_tuple(key)->v[d], offset)) return -1;
    return 1;
}

static py_value sub_view(struct py_isolate *iso, const struct py_memoryview *m, py_value key)
{
    int64_t start, stop, step, count;
    if (!py_slice_indices(iso, key, m->dim[0].shape, &start, &stop, &step, &count) ||
        !py_view_check(iso, m))
        return NULL;
    struct py_memoryview *v = py_view_new(iso, m, m->ndim);
    if (!v) return NULL;
    v->start += start * m->dim[0].stride;
    v->dim[0].stride *= count > 1 ? step : 1;
    v->dim[0].shape = count > 0 ? count : 0;
    if (count <= 0) v->start = m->start;
    return (py_value)v;
}

static py_value getitem(struct py_isolate *iso, py_value v, py_value key)
{
    const struct py_memoryview *m = PY_VIEW(v);
    int64_t offset;
    if (!py_view_check(iso, m)) return NULL;
    int one = item_offset(iso, m, key, &offset);
    if (one < 0) return NULL;
    if (!one) return key == PY_ELLIPSIS ? v : sub_view(iso, m, key);
    if (!py_item_size(m->format)) return py_view_bad_format(iso, m);
    unsigned char *p = py_view_at(iso, m, offset);
    return p ? py_item_load(iso, p, m->format) : NULL;
}

static bool assign_slice(struct py_isolate *iso, const struct py_memoryview *m, py_value key,
                         py_value x)
{
    if (m->ndim != 1) {
        py_raise(iso, PY_T_NotImplementedError,
                 "memoryview slice assignments are currently restricted to ndim = 1");
        return false;
    }
    if (!py_is_buffer(iso, x))
        return py_raise_type_error(iso, "a bytes-like object is required, not '%T'", x) != NULL;
    py_value args[1] = {x};
    py_value src = make(iso, NULL, args, 1, NULL);
    py_value sub = src ? sub_view(iso, m, key) : NULL;
    if (!sub) return false;
    const struct py_memoryview *s = PY_VIEW(src), *d = PY_VIEW(sub);
    if (s->ndim != 1 || s->dim[0].shape != d->dim[0].shape || s->format != d->format)
        return py_raise_value_error(
                   iso, "memoryview assignment: lvalue and rvalue have different structures") !=
               NULL;
    py_value copy = py_view_bytes(iso, s, false); // the source may overlap
    if (!copy) return false;
    for (int64_t i = 0; i < d->dim[0].shape; i++) {
        unsigned char *p = py_view_at(iso, d, i * d->dim[0].stride);
        if (!p) return false;
        memcpy(p, py_bytes(copy)->b + i * m->size, (size_t)m->size);
    }
    return py_tick(iso, (uint64_t)d->dim[0].shape / 4);
}

static bool setitem(struct py_isolate *iso, py_value v, py_value key, py_value x)
{
    const struct py_memoryview *m = PY_VIEW(v);
    int64_t offset;
    unsigned char item[8], *p;
    if (!py_view_check(iso, m)) return false;
    if (m->readonly) return py_raise_type_error(iso, "cannot modify read-only memory") != NULL;
    if (!x) return py_raise_type_error(iso, "cannot delete memory") != NULL;
    if (m->ndim > 1 && is_index(iso, key)) // named otherwise than when it is read
        return py_raise(iso, PY_T_NotImplementedError, "sub-views are not implemented") != NULL;
    bool slices = m->ndim > 1 && py_is_kind(key, PY_K_TUPLE) && py_tuple(key)->n;
    for (uint64_t i = 0; slices && i < py_tuple(key)->n; i++)
        slices = py_is_kind(py_tuple(key)->v[i], PY_K_SLICE);
    if (slices) return assign_slice(iso, m, key, x);
    int one = key == PY_ELLIPSIS && !m->ndim ? 1 : item_offset(iso, m, key, &offset);
    if (key == PY_ELLIPSIS) offset = 0;
    if (one < 0) return false;
    if (!one) return assign_slice(iso, m, key, x);
    if (!py_item_size(m->format)) return py_view_bad_format(iso, m) != NULL;
    if (!store(iso, item, m->format, x) || !py_view_check(iso, m) ||
        !(p = py_view_at(iso, m, offset)))
        return false;
    memcpy(p, item, (size_t)m->size);
    return true;
}

static int64_t length(struct py_isolate *iso, py_value v)
{
    const struct py_memoryview *m = PY_VIEW(v);
    if (!py_view_check(iso, m)) return -1;
    if (m->ndim) return m->dim[0].shape;
    py_raise_type_error(iso, "0-dim memory has no length");
    return -1;
}

// --- whole views --------------------------------------------------------------------------------

static bool same_shape(const struct py_memoryview *x, const struct py_memoryview *y)
{
    if (x->ndim != y->ndim) return false;
    for (int i = 0; i < x->ndim; i++)
        if (x->dim[i].shape != y->dim[i].shape) return false;
    return true;
}

static py_value compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (op != PY_CMP_EQ && op != PY_CMP_NE) return PY_NOTIMPL;
    if (a == b || !PY_VIEW(a)->obj) return py_bool((a == b) == (op == PY_CMP_EQ));
    if (!py_is_buffer(iso, b)) return PY_NOTIMPL;
    bool view = py_type_of(iso, b) == py_t(iso, PY_T_MEMORYVIEW);
    if (view && !PY_VIEW(b)->obj) return py_bool(op == PY_CMP_NE);
    py_value args[1] = {b}, other = view ? b : make(iso, NULL, args, 1, NULL);
    if (!other) return NULL;
    const struct py_memoryview *x = PY_VIEW(a), *y = PY_VIEW(other);
    if (!same_shape(x, y)) return py_bool(op == PY_CMP_NE);
    bool known = py_item_size(x->format) && py_item_size(y->format);
    bool exact = x->format == y->format && !strchr("fde", x->format);
    if (!known) return py_bool(op == PY_CMP_NE);
    if (!exact) {
        py_value mine = py_view_list(iso, x), theirs = mine ? py_view_list(iso, y) : NULL;
        if (!theirs) return NULL;
        // Of objects made just now: lists take identity for equality, and NaNs are not equal.
        return py_compare(iso, mine, theirs, op);
    }
    py_value p = py_view_bytes(iso, x, false), q = p ? py_view_bytes(iso, y, false) : NULL;
    return q ? py_compare(iso, p, q, op) : NULL;
}

static bool hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    struct py_memoryview *m = PY_VIEW(v);
    struct py_span s;
    *out = m->hash;
    if (*out) return true;
    if (!py_view_check(iso, m)) return false;
    if (!m->readonly)
        return py_raise_value_error(iso, "cannot hash writable memoryview object") != NULL;
    if (!strchr("Bbc", m->format))
        return py_raise_value_error(
                   iso, "memoryview: hashing is restricted to formats 'B', 'b' or 'c'") != NULL;
    if (!py_span_arg(iso, v, &s)) return false;
    *out = m->hash = py_hash_bytes(iso, s.p, s.n);
    return true;
}

static py_value repr(struct py_isolate *iso, py_value v)
{
    return py_str_format(iso,
                         PY_VIEW(v)->obj ? "<memory at 0x%llx>" : "<released memory at 0x%llx>",
                         (unsigned long long)py_id(iso, v));
}

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    py_heap_saw_view(iso, ((struct py_memoryview *)o)->obj);
    py_mark(iso, ((struct py_memoryview *)o)->obj);
}

static py_value iter(struct py_isolate *iso, py_value v)
{
    const struct py_memoryview *m = PY_VIEW(v);
    if (!py_view_check(iso, m)) return NULL;
    if (m->ndim == 0) return py_raise_type_error(iso, "invalid indexing of 0-dim memory");
    if (m->ndim > 1)
        return py_raise(iso, PY_T_NotImplementedError,
                        "multi-dimensional sub-views are not implemented");
    if (!py_item_size(m->format)) return py_view_bad_format(iso, m);
    return py_seqiter_new(iso, PY_T_MEMORY_ITERATOR, v, 0, 0);
}

static py_value iter_next(struct py_isolate *iso, py_value self)
{
    struct py_seqiter *it = (struct py_seqiter *)self;
    if (!it->seq || !py_tick(iso, 1)) return NULL;
    if (it->i < PY_VIEW(it->seq)->dim[0].shape) return getitem(iso, it->seq, py_small_new(it->i++));
    it->seq = NULL;
    return NULL;
}

const struct py_typedef py_memory_iterator_def = {
    .name = "memory_iterator",
    .kind = PY_K_SEQITER,
    .size = sizeof(struct py_seqiter),
    .final = true,
    .slots = {.iter = py_iter_self, .next = iter_next},
};

const struct py_typedef py_memoryview_def = {
    .name = "memoryview",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_memoryview),
    .final = true,
    .doc = "A window on the bytes of another object: slices of it copy nothing.",
    .methods = py_memoryview_methods,
    .getset = py_memoryview_getset,
    .slots = {.make = make,
              .repr = repr,
              .hash = hash,
              .compare = compare,
              .length = length,
              .iter = iter,
              .getitem = getitem,
              .setitem = setitem},
    .trace = trace,
};
