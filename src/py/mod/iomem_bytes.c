// BytesIO of module io, and module _iomem with it and StringIO; see iomem_int.h.
#include "../obj/args.h"
#include "../obj/bytes_int.h"
#include "../obj/typeobj.h"
#include "iomem_int.h"

struct bytes {
    struct py_obj h;
    struct py_attrs at; // of instances of subclasses
    py_value value;     // bytearray; NULL: closed
    uint64_t pos;
};

#define BYTES(v) ((struct bytes *)(v))
#define ARRAY(v) ((struct py_bytearray *)(v))

// --- what both streams need -----------------------------------------------------------------

bool py_iomem_size(struct py_isolate *iso, py_value v, int64_t *out)
{
    *out = -1;
    if (!v || v == PY_NONE) return true;
    if (py_as_int64(iso, v, out)) return true;
    bool large = py_error_is(iso, PY_T_OverflowError);
    if (!large && !py_error_is(iso, PY_T_TypeError)) return false;
    py_error_clear(iso);
    if (large)
        return py_raise(iso, PY_T_OverflowError, "cannot fit '%T' into an index-sized integer", v);
    return py_raise_type_error(iso, "argument should be integer or None, not '%T'", v);
}

bool py_iomem_ints(struct py_isolate *iso, py_value *a, int64_t *pos, int64_t *whence)
{
    *whence = 0;
    return py_as_int64(iso, a[1], pos) && (!a[2] || py_as_c_int(iso, a[2], whence));
}

bool py_iomem_own_lines(struct py_isolate *iso, py_value v, const struct py_typedef *def)
{
    struct py_type *type = py_type_of(iso, v), *native = type;
    while (native->base && native->base->def == def) native = native->base;
    if (type == native) return true;
    py_value name = py_name(iso, PY_N_readline);
    return py_type_lookup(iso, type, name) == py_type_lookup(iso, native, name);
}

py_value py_iomem_attributes(struct py_isolate *iso, py_value v)
{
    py_value d = py_getattr_opt(iso, v, py_str_intern_z(iso, "__dict__"));
    if (!d) return iso->exc ? NULL : PY_NONE;
    if (!py_is_kind(d, PY_K_DICT)) // a class of the program's has a __dict__ of its own
        return py_raise_type_error(iso, "__dict__ must be a dict, not %T", d);
    return py_dict(d)->n ? py_dict_copy(iso, py_dict(d)) : PY_NONE;
}

bool py_iomem_restore(struct py_isolate *iso, py_value v, py_value attributes)
{
    if (attributes == PY_NONE) return true;
    py_value d = py_getattr(iso, v, py_str_intern_z(iso, "__dict__"));
    return d && py_call_method(iso, d, py_str_intern_z(iso, "update"), &attributes, 1);
}

// --- BytesIO --------------------------------------------------------------------------------

static struct bytes *opened(struct py_isolate *iso, py_value v)
{
    if (BYTES(v)->value) return BYTES(v);
    return py_raise_value_error(iso, "I/O operation on closed file.");
}

static py_value bytes_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    struct bytes *b = py_new(iso, cls, cls->size > sizeof *b ? cls->size : sizeof *b);
    if (b) b->value = py_bytearray_new(iso, "", 0);
    return b && b->value ? (py_value)b : NULL;
}

static bool set_value(struct py_isolate *iso, struct bytes *b, py_value source)
{
    const unsigned char *p;
    size_t len;
    if (!py_bytes_view(iso, source, &p, &len)) return false;
    py_value value = py_bytearray_new(iso, p, len);
    if (value) b->value = value;
    return value;
}

static bool bytes_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    static const struct py_args_spec spec = {"BytesIO", {"initial_bytes"}, 1, 0, 1, 0};
    py_value v[1];
    if (!py_args_take(iso, &spec, a, n, kw, v)) return false;
    BYTES(self)->value = py_bytearray_new(iso, "", 0);
    BYTES(self)->pos = 0;
    if (!BYTES(self)->value) return false;
    return !v[0] || v[0] == PY_NONE || set_value(iso, BYTES(self), v[0]);
}

static PY_NATIVE(m_write)
{
    struct bytes *b = opened(iso, a[0]);
    const unsigned char *p;
    size_t count;
    if (!b || !py_bytes_view(iso, a[1], &p, &count)) return NULL;
    if (!count) return py_small_new(0);
    uint64_t len = ARRAY(b->value)->len, end = b->pos + count;
    bool self = p >= py_span_of(b->value).p && p <= py_span_of(b->value).p + len;
    if (self) { // its own bytes, which move
        py_value copy = py_bytes_new(iso, p, count);
        if (!copy) return NULL;
        p = py_bytes(copy)->b;
    }
    if (!py_tick(iso, 1 + count / 64)) return NULL;
    if (end < b->pos || (end > len && !py_bytearray_resize(iso, b->value, end)))
        return iso->exc ? NULL : py_raise_no_memory(iso);
    unsigned char *to = ARRAY(b->value)->buf->u.b;
    if (b->pos > len) memset(to + len, 0, b->pos - len);
    memcpy(to + b->pos, p, count);
    b->pos = end;
    return py_small_new((int64_t)count);
}

// The next `count` bytes, or what is left.
static py_value take(struct py_isolate *iso, struct bytes *b, uint64_t count)
{
    struct py_span all = py_span_of(b->value);
    uint64_t left = b->pos < all.n ? all.n - b->pos : 0;
    if (count > left) count = left;
    py_value v = py_tick(iso, 1 + count / 64)
                     ? py_bytes_new(iso, left ? all.p + b->pos : all.p, count)
                     : NULL;
    if (v) b->pos += count;
    return v;
}

static PY_NATIVE(m_read)
{
    int64_t size;
    struct bytes *b = py_iomem_size(iso, a[1], &size) ? opened(iso, a[0]) : NULL;
    return b ? take(iso, b, (uint64_t)size) : NULL;
}

// The next line, b"" at the end.
static py_value line(struct py_isolate *iso, struct bytes *b, uint64_t most)
{
    struct py_span all = py_span_of(b->value);
    if (b->pos >= all.n) return py_bytes_new(iso, "", 0);
    const unsigned char *from = all.p + b->pos, *at = memchr(from, '\n', all.n - b->pos);
    uint64_t len = at ? (uint64_t)(at - from) + 1 : all.n - b->pos;
    return take(iso, b, len < most ? len : most);
}

static PY_NATIVE(m_readline)
{
    int64_t size;
    struct bytes *b = py_iomem_size(iso, a[1], &size) ? opened(iso, a[0]) : NULL;
    return b ? line(iso, b, (uint64_t)size) : NULL;
}

static py_value bytes_next(struct py_isolate *iso, py_value self)
{
    struct bytes *b = opened(iso, self);
    py_value v = b ? line(iso, b, UINT64_MAX) : NULL;
    return v && py_bytes(v)->len ? v : NULL;
}

static py_value bytes_iter(struct py_isolate *iso, py_value self)
{
    return opened(iso, self) ? self : NULL;
}

static PY_NATIVE(m_readlines)
{
    struct bytes *b = opened(iso, a[0]);
    int64_t hint = 0;
    uint64_t size = 0;
    if (!b) return NULL;
    bool given = a[1] && a[1] != PY_NONE;
    if (given && !py_is_anyint(a[1])) // an __index__ is not asked: it could close the stream
        return py_raise_type_error(iso, "integer argument expected, got '%T'", a[1]);
    if (given && !py_as_int64(iso, a[1], &hint)) return NULL;
    py_value lines = py_list_new(iso, 0), v;
    while (lines && (v = line(iso, b, UINT64_MAX)) && py_bytes(v)->len) {
        if (!py_list_append(iso, lines, v)) return NULL;
        size += py_bytes(v)->len;
        if (hint > 0 && size >= (uint64_t)hint) break;
    }
    return iso->exc ? NULL : lines;
}

static PY_NATIVE(m_seek)
{
    int64_t pos, whence;
    struct bytes *b;
    if (!py_iomem_ints(iso, a, &pos, &whence) || !(b = opened(iso, a[0]))) return NULL;
    if (!whence && pos < 0)
        return py_raise_value_error(iso, "negative seek value %lld", (long long)pos);
    if (whence < 0 || whence > 2)
        return py_raise_value_error(iso, "invalid whence (%d, should be 0, 1 or 2)", (int)whence);
    int64_t from = whence == 1 ? (int64_t)b->pos : whence ? (int64_t)ARRAY(b->value)->len : 0;
    if (pos > INT64_MAX - from) return py_raise(iso, PY_T_OverflowError, "new position too large");
    pos += from;
    b->pos = pos < 0 ? 0 : (uint64_t)pos;
    return py_int_from_u64(iso, b->pos);
}

static PY_NATIVE(m_tell)
{
    struct bytes *b = opened(iso, a[0]);
    return b ? py_int_from_u64(iso, b->pos) : NULL;
}

static PY_NATIVE(m_truncate)
{
    int64_t size;
    struct bytes *b = py_iomem_size(iso, a[1], &size) ? opened(iso, a[0]) : NULL;
    if (!b) return NULL;
    if (!a[1] || a[1] == PY_NONE) size = (int64_t)b->pos;
    if (size < 0) return py_raise_value_error(iso, "negative size value %lld", (long long)size);
    if ((uint64_t)size < ARRAY(b->value)->len && !py_bytearray_resize(iso, b->value, (size_t)size))
        return NULL;
    return py_int_new(iso, size);
}

static PY_NATIVE(m_getvalue)
{
    struct bytes *b = opened(iso, a[0]);
    if (!b) return NULL;
    struct py_span all = py_span_of(b->value);
    return py_tick(iso, all.n / 64) ? py_bytes_new(iso, all.p, all.n) : NULL;
}

static PY_NATIVE(m_getbuffer)
{
    struct bytes *b = opened(iso, a[0]);
    return b ? py_call1(iso, (py_value)py_t(iso, PY_T_MEMORYVIEW), b->value) : NULL;
}

static PY_NATIVE(m_yes)
{
    return opened(iso, a[0]) ? PY_TRUE : NULL;
}

static PY_NATIVE(m_no)
{
    return opened(iso, a[0]) ? PY_FALSE : NULL;
}

static PY_NATIVE(m_flush)
{
    return opened(iso, a[0]) ? PY_NONE : NULL;
}

static PY_NATIVE(m_close)
{
    BYTES(a[0])->value = NULL;
    return PY_NONE;
}

static PY_NATIVE(m_getstate)
{
    py_value value = m_getvalue(iso, a);
    py_value attributes = value ? py_iomem_attributes(iso, a[0]) : NULL;
    if (!attributes) return NULL;
    return py_tuple_pack(iso, 3, value, py_int_from_u64(iso, BYTES(a[0])->pos), attributes);
}

static PY_NATIVE(m_setstate)
{
    const struct py_tuple *state = py_tuple(a[1]);
    int64_t pos;
    if (!py_is_kind(a[1], PY_K_TUPLE) || state->n < 3)
        return py_raise_type_error(iso, "%T.__setstate__ argument should be 3-tuple, got %T", a[0],
                                   a[1]);
    if (!opened(iso, a[0]) || !set_value(iso, BYTES(a[0]), state->v[0]) ||
        !py_as_int64(iso, state->v[1], &pos))
        return NULL;
    if (pos < 0) return py_raise_value_error(iso, "position value cannot be negative");
    BYTES(a[0])->pos = (uint64_t)pos;
    return py_iomem_restore(iso, a[0], state->v[2]) ? PY_NONE : NULL;
}

static py_value get_closed(PY_UNUSED struct py_isolate *iso, py_value self)
{
    return py_bool(!BYTES(self)->value);
}

static const struct py_getset_row getset[] = {{"closed", get_closed, NULL, NULL}, {0}};

static const struct py_native_row methods[] = {
    PY_ROW("read", m_read, "size=-1, /", NULL),
    PY_ROW("read1", m_read, "size=-1, /", NULL),
    PY_ROW("readline", m_readline, "size=-1, /", NULL),
    PY_ROW("readlines", m_readlines, "size=None, /", NULL),
    PY_ROW("write", m_write, "b, /", NULL),
    PY_ROW("getvalue", m_getvalue, "", NULL),
    PY_ROW("getbuffer", m_getbuffer, "", NULL),
    PY_ROW("seek", m_seek, "pos, whence=0, /", NULL),
    PY_ROW("tell", m_tell, "", NULL),
    PY_ROW("truncate", m_truncate, "size=None, /", NULL),
    PY_ROW("close", m_close, "", NULL),
    PY_ROW("flush", m_flush, "", NULL),
    PY_ROW("isatty", m_no, "", NULL),
    PY_ROW("readable", m_yes, "", NULL),
    PY_ROW("writable", m_yes, "", NULL),
    PY_ROW("seekable", m_yes, "", NULL),
    PY_ROW("__getstate__", m_getstate, "", NULL),
    PY_ROW("__setstate__", m_setstate, "state, /", NULL),
    {0}};

static void trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark(iso, ((struct bytes *)o)->value);
}

static const struct py_typedef bytes_def = {
    .name = "_io.BytesIO",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct bytes),
    .attrs_off = offsetof(struct bytes, at),
    .methods = methods,
    .getset = getset,
    .trace = trace,
    .slots = {.make = bytes_make, .init = bytes_init, .iter = bytes_iter, .next = bytes_next},
};

// --- the module -----------------------------------------------------------------------------

static bool init(struct py_isolate *iso, struct py_module *m)
{
    struct py_type *text = py_type_from_def(iso, &py_iomem_text_def, NULL, "_io");
    struct py_type *bytes = py_type_from_def(iso, &bytes_def, NULL, "_io");
    return text && bytes && py_module_set(iso, m, "StringIO", (py_value)text) &&
           py_module_set(iso, m, "BytesIO", (py_value)bytes);
}

const struct py_moddef py_mod__iomem = {
    .name = "_iomem", .init = init, .doc = "The streams in memory of module io."};
