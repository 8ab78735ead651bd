// The type bytearray: construction, item and slice assignment, growing. Views look at it through
// the object, so growing under a memoryview would be safe; it is refused as in CPython.
#include "bytes_int.h"
#include "item.h"

#define ARRAY(v) ((struct py_bytearray *)(v))

static unsigned char *bytes_of(py_value v)
{
    return ARRAY(v)->buf->u.b;
}

py_value py_bytearray_new(struct py_isolate *iso, const void *data, size_t len)
{
    if (len > 4096 && !py_mem_check(iso, len)) return NULL;
    py_charge_bytes(iso, len);
    struct py_buf *buf = py_buf_new(iso, PY_K_RAW, len + 1);
    struct py_bytearray *v = buf ? py_new(iso, py_t(iso, PY_T_BYTEARRAY), sizeof *v) : NULL;
    if (!v) return NULL;
    v->buf = buf;
    v->len = len;
    if (data && len) memcpy(buf->u.b, data, len);
    return (py_value)v;
}

bool py_bytearray_exported(struct py_isolate *iso, py_value v)
{
    unsigned flags = py_obj_flags(&ARRAY(v)->h);
    if (!(flags & (PY_F_USER0 | PY_BYTEARRAY_HELD))) return false;
    if (flags & PY_BYTEARRAY_HELD || py_heap_is_viewed(iso, v)) {
        py_raise(iso, PY_T_BufferError,
                 py_is_array(v) ? "cannot resize an array that is exporting buffers"
                                : "Existing exports of data: object cannot be re-sized");
        return true;
    }
    py_obj_clear_flag(&ARRAY(v)->h, PY_F_USER0);
    return false;
}

bool py_bytearray_resize(struct py_isolate *iso, py_value v, size_t n)
{
    struct py_bytearray *b = ARRAY(v);
    if (n != b->len && py_bytearray_exported(iso, v)) return false;
    if (!py_tick(iso, 1)) return false; // first: nobody would fill what it is longer by
    if (!b->buf || n + 1 > b->buf->cap || n < b->buf->cap / 4) {
        size_t want = n > b->len ? n + n / 8 + 16 : n + 16;
        if (want > 4096 && !py_mem_check(iso, want)) return false;
        struct py_buf *nb = b->buf ? py_buf_resize(iso, b->buf, want)
                                   : py_buf_new(iso, PY_K_RAW, want);
        if (!nb) return false;
        b->buf = nb;
    }
    b->len = n;
    return true;
}

// Replaces [at, at+old) by n bytes at p (not inside v).
static bool splice(struct py_isolate *iso, py_value v, size_t at, size_t old, const void *p,
                   size_t n)
{
    size_t len = ARRAY(v)->len, tail = len - at - old;
    if (n != old && py_bytearray_exported(iso, v)) return false; // before anything moves
    if (n > old && !py_bytearray_resize(iso, v, len - old + n)) return false;
    if (tail && n != old) memmove(bytes_of(v) + at + n, bytes_of(v) + at + old, tail);
    if (n) memcpy(bytes_of(v) + at, p, n);
    return py_tick(iso, (tail + n) / 64) &&
           (n >= old || py_bytearray_resize(iso, v, len - old + n));
}

static py_value make(struct py_isolate *iso, struct py_type *cls, PY_RAW_ARGS)
{
    struct py_bytearray *v = py_new_of(iso, cls, sizeof *v);
    if (!v) return NULL;
    v->buf = py_buf_new(iso, PY_K_RAW, 16);
    return v->buf ? (py_value)v : NULL;
}

static bool init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw)
{
    struct py_bb b;
    if (!py_bytes_source(iso, "bytearray", a, n, kw, &b)) return false;
    return splice(iso, self, 0, ARRAY(self)->len, b.buf ? b.buf->u.b : NULL, b.len);
}

static bool set_slice(struct py_isolate *iso, py_value v, py_value key, py_value src)
{
    struct py_bb b;
    int64_t start, stop, step, count;
    py_bb_init(&b, iso);
    if (!(key = py_slice_plain(iso, key)) ||
        !py_slice_indices(iso, key, (int64_t)ARRAY(v)->len, &start, &stop, &step, &count))
        return false;
    const struct py_type *t = src ? py_type_of(iso, src) : NULL;
    if (t && t != py_t(iso, PY_T_BYTEARRAY) && (py_is_str(src) || py_is_number(iso, src)))
        return py_raise_type_error(
            iso, "can assign only bytes, buffers, or iterables of ints in range(0, 256)");
    if (t && !py_is_byteslike(src) && !t->s.iter && !py_is_sequence(iso, src) &&
        t != py_t(iso, PY_T_MEMORYVIEW))
        return py_raise_type_error(iso, "cannot convert '%T' object to bytearray", src);
    if (src && !py_bytes_collect(iso, src, true, &b)) return false;
    // Making bytes of src may have run code that changed the length.
    if (!py_slice_indices(iso, key, (int64_t)ARRAY(v)->len, &start, &stop, &step, &count))
        return false;
    if (step == 1) {
        if (count < 0) count = 0;
        return splice(iso, v, (size_t)start, (size_t)count, b.buf ? b.buf->u.b : NULL, b.len);
    }
    if (b.len || (src && !count)) { // nothing assigned to a stepped slice deletes it
        if (b.len != (size_t)count) {
            py_raise_value_error(
                iso, "attempt to assign bytes of size %zu to extended slice of size %lld", b.len,
                (long long)count);
            return false;
        }
        for (int64_t i = 0; i < count; i++) bytes_of(v)[start + i * step] = b.buf->u.b[i];
        return true;
    }
    if (count <= 0) return true;
    if (py_bytearray_exported(iso, v)) return false;
    if (step < 0) {
        start += (count - 1) * step;
        step = -step;
    }
    size_t len = ARRAY(v)->len, to = (size_t)start;
    for (size_t i = (size_t)start, k = 0; i < len; i++) {
        if (k < (size_t)count && i == (size_t)start + k * (size_t)step) k++;
        else bytes_of(v)[to++] = bytes_of(v)[i];
    }
    return py_bytearray_resize(iso, v, len - (size_t)count);
}

static bool setitem(struct py_isolate *iso, py_value v, py_value key, py_value x)
{
    int64_t i;
    unsigned char c = 0;
    if (py_is_kind(key, PY_K_SLICE)) return set_slice(iso, v, key, x);
    if (!py_is_anyint(key) && !py_type_of(iso, key)->s.index) {
        py_raise_type_error(iso, "bytearray indices must be integers or slices, not %T", key);
        return false;
    }
    if (!py_as_subscript(iso, key, &i) || (x && !py_byte_arg(iso, x, &c))) return false;
    int64_t len = (int64_t)ARRAY(v)->len;
    if (i < 0) i += len;
    if (i < 0 || i >= len) {
        py_raise(iso, PY_T_IndexError, "bytearray index out of range");
        return false;
    }
    if (!x) return splice(iso, v, (size_t)i, 1, NULL, 0);
    bytes_of(v)[i] = c;
    return true;
}

static bool append_bytes(struct py_isolate *iso, py_value v, py_value src)
{
    struct py_bb b;
    py_bb_init(&b, iso);
    bool ok = false;
    if (py_is_buffer(iso, src)) {
        ok = py_bytes_collect(iso, src, true, &b);
    } else {
        py_value it = py_iter(iso, src);
        if (!it && py_error_is(iso, PY_T_TypeError)) {
            py_error_clear(iso);
            py_raise_type_error(iso, "can't extend bytearray with %T", src);
        }
        ok = it && py_length_hint(iso, src, 0) >= 0 && py_bytes_drain(iso, it, true, &b);
    }
    return ok && splice(iso, v, ARRAY(v)->len, 0, b.buf ? b.buf->u.b : NULL, b.len);
}

static py_value inplace(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op == PY_BIN_ADD) {
        if (!py_is_buffer(iso, b)) return py_raise_type_error(iso, "can't concat %T to %T", b, a);
        return append_bytes(iso, a, b) ? a : NULL;
    }
    if (op != PY_BIN_MUL) return PY_NOTIMPL;
    py_value r = py_bytes_binary(iso, PY_BIN_MUL, a, b);
    if (!r || r == PY_NOTIMPL) return r;
    struct py_span s = py_span_of(r);
    return splice(iso, a, 0, ARRAY(a)->len, s.p, s.n) ? a : NULL;
}

static PY_NATIVE(m_append)
{
    unsigned char c;
    return py_byte_arg(iso, a[1], &c) && splice(iso, a[0], ARRAY(a[0])->len, 0, &c, 1) ? PY_NONE
                                                                                       : NULL;
}

static PY_NATIVE(m_extend)
{
    return append_bytes(iso, a[0], a[1]) ? PY_NONE : NULL;
}

static PY_NATIVE(m_insert)
{
    int64_t i, len;
    unsigned char c;
    if (!py_as_int64(iso, a[1], &i) || !py_byte_arg(iso, a[2], &c)) return NULL;
    len = (int64_t)ARRAY(a[0])->len;
    if (i < 0) i = i + len < 0 ? 0 : i + len;
    if (i > len) i = len;
    return splice(iso, a[0], (size_t)i, 0, &c, 1) ? PY_NONE : NULL;
}

static PY_NATIVE(m_pop)
{
    int64_t i = -1, len;
    if (!py_text_int(iso, a[1], &i)) return NULL;
    len = (int64_t)ARRAY(a[0])->len;
    if (!len) return py_raise(iso, PY_T_IndexError, "pop from empty bytearray");
    if (i < 0) i += len;
    if (i < 0 || i >= len) return py_raise(iso, PY_T_IndexError, "pop index out of range");
    unsigned char c = bytes_of(a[0])[i];
    return splice(iso, a[0], (size_t)i, 1, NULL, 0) ? py_small_new(c) : NULL;
}

static PY_NATIVE(m_remove)
{
    unsigned char c;
    if (!py_byte_arg(iso, a[1], &c)) return NULL;
    py_charge_bytes(iso, ARRAY(a[0])->len);
    unsigned char *at = ARRAY(a[0])->len ? memchr(bytes_of(a[0]), c, ARRAY(a[0])->len) : NULL;
    if (!at) return py_raise_value_error(iso, "value not found in bytearray");
    return splice(iso, a[0], (size_t)(at - bytes_of(a[0])), 1, NULL, 0) ? PY_NONE : NULL;
}

static PY_NATIVE(m_reverse)
{
    unsigned char *p = bytes_of(a[0]);
    if (!py_tick(iso, ARRAY(a[0])->len / 16)) return NULL;
    for (size_t i = 0, j = ARRAY(a[0])->len; i + 1 < j; i++) {
        unsigned char t = p[i];
        p[i] = p[--j];
        p[j] = t;
    }
    return PY_NONE;
}

static PY_NATIVE(m_clear)
{
    return splice(iso, a[0], 0, ARRAY(a[0])->len, NULL, 0) ? PY_NONE : NULL;
}
static PY_NATIVE(m_copy)
{
    return py_bytearray_new(iso, bytes_of(a[0]), ARRAY(a[0])->len);
}
static PY_NATIVE(m_sizeof)
{
    return py_small_new(57 + (int64_t)ARRAY(a[0])->len);
}

static PY_NATIVE(m_fromhex)
{
    struct py_bb b;
    if (!py_bytes_unhex(iso, a[1], &b)) return NULL;
    py_value v = py_bb_finish(&b, true);
    return v && a[0] != (py_value)py_t(iso, PY_T_BYTEARRAY) ? py_call1(iso, a[0], v) : v;
}

// The class, what to call it with, and the attributes if there are any.
static PY_NATIVE(m_reduce)
{
    py_value b = py_bytes_new(iso, bytes_of(a[0]), ARRAY(a[0])->len),
             t = b ? py_tuple_from(iso, &b, 1) : NULL, class = (py_value)py_type_of(iso, a[0]);
    bool found;
    py_value state =
        t ? py_call_special(iso, a[0], py_name(iso, PY_N___getstate__), NULL, 0, &found) : NULL;
    return state ? py_tuple_pack(iso, 3, class, t, state) : NULL;
}

static const struct py_native_row methods[] = {
    PY_BYTES_SHARED_ROWS,
    PY_ROW("append", m_append, "item, /", NULL),
    PY_ROW("extend", m_extend, "iterable_of_ints, /", NULL),
    PY_ROW("insert", m_insert, "index, item, /", NULL),
    PY_ROW("pop", m_pop, "index=-1, /", NULL),
    PY_ROW("remove", m_remove, "value, /", NULL),
    PY_ROW("reverse", m_reverse, "", NULL),
    PY_ROW("clear", m_clear, "", NULL),
    PY_ROW("copy", m_copy, "", NULL),
    PY_CLASS_ROW("fromhex", m_fromhex, "string, /", NULL),
    PY_ROW("__sizeof__", m_sizeof, "", NULL),
    PY_ROW("__reduce__", m_reduce, "", NULL),
    {0},
};

void py_bytearray_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ARRAY(o)->buf);
}

const struct py_typedef py_bytearray_def = {
    .name = "bytearray",
    .kind = PY_K_BYTEARRAY,
    .concat = true,
    .size = sizeof(struct py_bytearray),
    .attrs_off = offsetof(struct py_bytearray, at),
    .doc = "bytearray(ints)\nbytearray(text, encoding[, errors])\nbytearray(bytes_like)\n"
           "bytearray(length)\nbytearray()\n\nBytes that can be changed in place: those of "
           "ints from 0 to 255, of encoded text or of a buffer, or so many zeros.",
    .methods = methods,
    .slots = {.make = make,
              .init = init,
              .repr = py_bytes_repr,
              .str = py_bytes_repr,
              .compare = py_bytes_compare,
              .truth = py_bytes_truth,
              .length = py_bytes_length,
              .getitem = py_bytes_getitem,
              .setitem = setitem,
              .contains = py_bytes_contains,
              .iter = py_bytes_iter,
              .binary = py_bytes_binary,
              .inplace = inplace},
};
