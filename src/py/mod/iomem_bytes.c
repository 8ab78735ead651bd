// BytesIO of module io; see iomem_int.h. Its value is a bytearray.
#include "../obj/args.h"
#include "../obj/bytes_int.h"
#include "../obj/typeobj.h"
#include "iomem_int.h"

#define ARRAY(v) ((struct py_bytearray *)(v))

static py_value bytes_make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    struct py_iomem *b = py_new_of(iso, cls, sizeof *b);
    if (b) b->value = py_bytearray_new(iso, "", 0);
    return b && b->value ? (py_value)b : NULL;
}

static bool set_value(struct py_isolate *iso, struct py_iomem *b, py_value source)
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
    PY_IOMEM(self)->value = py_bytearray_new(iso, "", 0);
    PY_IOMEM(self)->pos = 0;
    if (!PY_IOMEM(self)->value) return false;
    return !v[0] || v[0] == PY_NONE || set_value(iso, PY_IOMEM(self), v[0]);
}

static PY_NATIVE(m_write)
{
    struct py_iomem *b = py_iomem_opened(iso, a[0]);
    const unsigned char *p;
    size_t count;
    if (!b || !py_bytes_view(iso, a[1], &p, &count)) return NULL;
    if (py_bytearray_exported(iso, b->value)) return NULL;
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
static py_value take(struct py_isolate *iso, struct py_iomem *b, uint64_t count)
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
    struct py_iomem *b = py_iomem_size(iso, a[1], &size) ? py_iomem_opened(iso, a[0]) : NULL;
    return b ? take(iso, b, (uint64_t)size) : NULL;
}

// The next line, b"" at the end.
static py_value line(struct py_isolate *iso, struct py_iomem *b, uint64_t most)
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
    struct py_iomem *b = py_iomem_size(iso, a[1], &size) ? py_iomem_opened(iso, a[0]) : NULL;
    return b ? line(iso, b, (uint64_t)size) : NULL;
}

static py_value bytes_next(struct py_isolate *iso, py_value self)
{
    struct py_iomem *b = py_iomem_opened(iso, self);
    py_value v = b ? line(iso, b, UINT64_MAX) : NULL;
    return v && py_bytes(v)->len ? v : NULL;
}

static py_value bytes_iter(struct py_isolate *iso, py_value self)
{
    return py_iomem_opened(iso, self) ? self : NULL;
}

static PY_NATIVE(m_readlines)
{
    struct py_iomem *b = py_iomem_opened(iso, a[0]);
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
    struct py_iomem *b;
    if (!py_iomem_ints(iso, a, &pos, &whence) || !(b = py_iomem_opened(iso, a[0]))) return NULL;
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

static PY_NATIVE(m_getvalue)
{
    struct py_iomem *b = py_iomem_opened(iso, a[0]);
    if (!b) return NULL;
    struct py_span all = py_span_of(b->value);
    return py_tick(iso, all.n / 64) ? py_bytes_new(iso, all.p, all.n) : NULL;
}

static PY_NATIVE(m_getbuffer)
{
    struct py_iomem *b = py_iomem_opened(iso, a[0]);
    return b ? py_call1(iso, (py_value)py_t(iso, PY_T_MEMORYVIEW), b->value) : NULL;
}

static PY_NATIVE(m_no)
{
    return py_iomem_opened(iso, a[0]) ? PY_FALSE : NULL;
}

static PY_NATIVE(m_flush)
{
    return py_iomem_opened(iso, a[0]) ? PY_NONE : NULL;
}

static PY_NATIVE(m_getstate)
{
    py_value value = m_getvalue(iso, a);
    py_value attributes = value ? py_iomem_attributes(iso, a[0]) : NULL;
    if (!attributes) return NULL;
    return py_tuple_pack(iso, 3, value, py_int_from_u64(iso, PY_IOMEM(a[0])->pos), attributes);
}

static PY_NATIVE(m_setstate)
{
    const struct py_tuple *state = py_tuple(a[1]);
    int64_t pos;
    if (!py_is_kind(a[1], PY_K_TUPLE) || state->n < 3)
        return py_raise_type_error(iso, "%T.__setstate__ argument should be 3-tuple, got %T", a[0],
                                   a[1]);
    if (!py_iomem_opened(iso, a[0]) || !set_value(iso, PY_IOMEM(a[0]), state->v[0]) ||
        !py_as_int64(iso, state->v[1], &pos))
        return NULL;
    if (pos < 0) return py_raise_value_error(iso, "position value cannot be negative");
    PY_IOMEM(a[0])->pos = (uint64_t)pos;
    return py_iomem_restore(iso, a[0], state->v[2]) ? PY_NONE : NULL;
}

static const struct py_getset_row getset[] = {{"closed", py_iomem_get_closed, NULL, NULL}, {0}};

static const struct py_native_row methods[] = {
    PY_ROW("read", m_read, "size=-1, /", NULL),
    PY_ROW("read1", m_read, "size=-1, /", NULL),
    PY_ROW("readline", m_readline, "size=-1, /", NULL),
    PY_ROW("readlines", m_readlines, "size=None, /", NULL),
    PY_ROW("write", m_write, "b, /", NULL),
    PY_ROW("getvalue", m_getvalue, "", NULL),
    PY_ROW("getbuffer", m_getbuffer, "", NULL),
    PY_ROW("seek", m_seek, "pos, whence=0, /", NULL),
    PY_ROW("flush", m_flush, "", NULL),
    PY_ROW("isatty", m_no, "", NULL),
    PY_IOMEM_ROWS("size=None, /"),
    PY_ROW("__getstate__", m_getstate, "", NULL),
    PY_ROW("__setstate__", m_setstate, "state, /", NULL),
    {0}};

const struct py_typedef py_iomem_bytes_def = {
    .name = "_io.BytesIO",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_iomem),
    .attrs_off = offsetof(struct py_iomem, at),
    .methods = methods,
    .getset = getset,
    .trace = py_iomem_trace,
    .slots = {.make = bytes_make, .init = bytes_init, .iter = bytes_iter, .next = bytes_next},
};
