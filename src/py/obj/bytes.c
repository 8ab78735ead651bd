// Making and reading bytes, and what bytes and bytearray share: construction, indexing, comparison,
// concatenation, repr.
#include "args.h"
#include "bytes_int.h"
#include "item.h"
#include "seq_int.h"
#include "format.h"

py_value py_bytes_new(struct py_isolate *iso, const void *data, size_t len)
{
    if (len == 0 && iso->empty_bytes) return iso->empty_bytes;
    if (len > PY_BYTES_MAX) return py_raise_no_memory(iso);
    if (len > 4096 && !py_mem_check(iso, len)) return NULL;
    py_charge_bytes(iso, len);
    size_t size = offsetof(struct py_bytes, b) + len + 1;
    struct py_type *t = py_t(iso, PY_T_BYTES);
    struct py_bytes *b = data ? py_new_text(iso, t, sizeof *b, size) : py_new(iso, t, size);
    if (!b) return NULL;
    b->len = (uint32_t)len;
    if (data && len) memcpy(b->b, data, len);
    if (len == 0) iso->empty_bytes = (py_value)b;
    return (py_value)b;
}

bool py_bytes_view(struct py_isolate *iso, py_value v, const unsigned char **data, size_t *len)
{
    struct py_span s;
    if (py_is_byteslike(v)) {
        s = py_span_of(v);
    } else if (py_is_array(v)) {
        s = py_span_of(v);
    } else if (py_is_ptr(v) && py_type_of(iso, v) == py_t(iso, PY_T_MEMORYVIEW)) {
        if (!py_memoryview_span(iso, v, &s)) return false;
    } else {
        py_raise_type_error(iso, "a bytes-like object is required, not '%T'", v);
        return false;
    }
    *data = s.p;
    *len = s.n;
    return true;
}

bool py_span_arg(struct py_isolate *iso, py_value v, struct py_span *out)
{
    return py_bytes_view(iso, v, &out->p, &out->n);
}

bool py_byte_arg(struct py_isolate *iso, py_value v, unsigned char *out)
{
    int64_t i;
    if (!py_as_index(iso, v, &i)) return false;
    if (i < 0 || i > 255) {
        py_raise_value_error(iso, "byte must be in range(0, 256)");
        return false;
    }
    *out = (unsigned char)i;
    return true;
}

bool py_bytes_collect(struct py_isolate *iso, py_value src, bool array, struct py_bb *out)
{
    if (py_is_buffer(iso, src)) {
        struct py_span s;
        if (!py_span_arg(iso, src, &s) || !py_tick(iso, s.n / 64)) return false;
        py_bb_add(out, s.p, s.n);
        return !out->failed;
    }
    py_value it = py_iter(iso, src);
    if (!it && py_error_is(iso, PY_T_TypeError))
        py_raise_type_error(iso, "cannot convert '%T' object to %s", src,
                            array ? "bytearray" : "bytes");
    if (!it || (!array && py_length_hint(iso, src, 0) < 0)) return false;
    return py_bytes_drain(iso, it, array, out);
}

bool py_bytes_drain(struct py_isolate *iso, py_value it, bool array, struct py_bb *out)
{
    py_value x;
    while ((x = py_next(iso, it))) {
        int64_t i;
        if (!py_tick(iso, 1)) return false;
        if (py_is_int(x)) i = py_small(x);
        else if (!py_as_index(iso, x, &i)) return false;
        if (i < 0 || i > 255) {
            py_raise_value_error(iso, "%s must be in range(0, 256)", array ? "byte" : "bytes");
            return false;
        }
        py_bb_byte(out, (int)i);
    }
    return !py_error(iso) && !out->failed;
}

static bool from_count(struct py_isolate *iso, int64_t count, struct py_bb *out)
{
    if (count < 0) {
        py_raise_value_error(iso, "negative count");
        return false;
    }
    if (!py_mem_check(iso, (uint64_t)count) || !py_tick(iso, (uint64_t)count / 64)) return false;
    py_bb_fill(out, 0, (size_t)count);
    return !out->failed;
}

static bool from_str(struct py_isolate *iso, const char *fname, py_value *v, struct py_bb *out)
{
    for (int i = 1; i < 3; i++)
        if (v[i] && !py_is_str(v[i])) {
            py_raise_type_error(iso, "%s() argument '%s' must be str, not %A", fname,
                                i == 1 ? "encoding" : "errors", v[i]);
            return false;
        }
    if (!py_is_str(v[0])) {
        py_raise_type_error(iso, v[1] ? "encoding without a string argument"
                                      : "errors without a string argument");
        return false;
    }
    if (!v[1]) {
        py_raise_type_error(iso, "string argument without an encoding");
        return false;
    }
    py_value b = py_encode(iso, v[0], v[1], v[2]);
    if (b) py_bb_add(out, py_bytes(b)->b, py_bytes(b)->len);
    return b && !out->failed;
}

enum { SMALL_ITEMS = 64 };

// A short list or tuple of small ints, which is asked for nothing. False, with nothing added or
// raised: `src` is something else.
static bool from_items(py_value src, struct py_bb *out)
{
    bool list = py_is_exact(src, PY_K_LIST);
    if (!list && !py_is_exact(src, PY_K_TUPLE)) return false;
    const py_value *items = list ? py_list(src)->v : py_tuple(src)->v;
    uint64_t n = list ? py_list(src)->n : py_tuple(src)->n;
    if (n > SMALL_ITEMS) return false;
    unsigned char bytes[SMALL_ITEMS];
    for (uint64_t i = 0; i < n; i++) {
        if (!py_is_int(items[i]) || (uint64_t)py_small(items[i]) > 255) return false;
        bytes[i] = (unsigned char)py_small(items[i]);
    }
    py_bb_add(out, bytes, n);
    return true;
}

bool py_bytes_source(struct py_isolate *iso, const char *fname, py_value *a, int n, py_value kw,
                     struct py_bb *out)
{
    const struct py_args_spec spec = {fname, {"source", "encoding", "errors"}, 3, 0, 3, 0};
    py_value v[3];
    bool found;
    py_bb_init(out, iso);
    if (n == 1 && !kw && from_items(a[0], out)) return !out->failed;
    if (!py_args_take(iso, &spec, a, n, kw, v)) return false;
    if (!v[0]) {
        if (!v[1] && !v[2]) return true;
        py_raise_type_error(iso, v[1] ? "encoding without a string argument"
                                      : "errors without a string argument");
        return false;
    }
    if (v[1] || v[2]) return from_str(iso, fname, v, out);
    if (*fname == 'b' && fname[4] == 's' && !py_is_exact(v[0], PY_K_BYTES) &&
        !py_is_exact(v[0], PY_K_BYTEARRAY)) {
        py_value b = py_call_special(iso, v[0], py_name(iso, PY_N___bytes__), NULL, 0, &found);
        if (!b && py_error(iso)) return false;
        if (b && !py_is_kind(b, PY_K_BYTES)) {
            py_raise_type_error(iso, "__bytes__ returned non-bytes (type %T)", b);
            return false;
        }
        if (b) v[0] = b;
    }
    if (py_is_str(v[0])) return from_str(iso, fname, v, out);
    struct py_type *t = py_type_of(iso, v[0]);
    if (py_is_anyint(v[0]) || t->s.index) {
        int64_t count;
        if (py_as_int64(iso, v[0], &count)) return from_count(iso, count, out);
        if (py_error_is(iso, PY_T_OverflowError)) {
            py_error_clear(iso);
            py_raise(iso, PY_T_OverflowError, "cannot fit '%T' into an index-sized integer", v[0]);
        }
        if (!py_error_is(iso, PY_T_TypeError)) return false;
        py_error_clear(iso); // not a number after all
    }
    if (!py_is_byteslike(v[0]) && !t->s.iter && !py_is_sequence(iso, v[0]) &&
        t != py_t(iso, PY_T_MEMORYVIEW)) {
        py_raise_type_error(iso, "cannot convert '%T' object to %s", v[0], fname);
        return false;
    }
    return py_bytes_collect(iso, v[0], strcmp(fname, "bytearray") == 0, out);
}

// --- shared slots -------------------------------------------------------------------------------

int64_t py_bytes_length(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return (int64_t)py_span_of(v).n;
}

int py_bytes_truth(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_span_of(v).n != 0;
}

static py_value get_slice(struct py_isolate *iso, py_value v, py_value key)
{
    int64_t start, stop, step, count;
    if (!(key = py_slice_plain(iso, key)) ||
        !py_slice_indices(iso, key, (int64_t)py_span_of(v).n, &start, &stop, &step, &count))
        return NULL;
    if (count <= 0) return py_bytes_like(iso, v, "", 0);
    if (!py_tick(iso, (uint64_t)count / 32)) return NULL;
    if (step == 1 && py_is_exact(v, PY_K_BYTES) && (uint64_t)count == py_bytes(v)->len) return v;
    py_value r = py_bytes_like(iso, v, NULL, (size_t)count);
    if (!r) return NULL;
    struct py_span s = py_span_of(v);
    unsigned char *to = (unsigned char *)(uintptr_t)py_span_of(r).p;
    if (step == 1) memcpy(to, s.p + start, (size_t)count);
    else
        for (int64_t i = 0; i < count; i++) to[i] = s.p[start + i * step];
    return r;
}

py_value py_bytes_getitem(struct py_isolate *iso, py_value v, py_value key)
{
    int64_t i;
    bool array = py_is_kind(v, PY_K_BYTEARRAY);
    if (py_is_int(key)) {
        i = py_small(key);
    } else if (py_is_kind(key, PY_K_SLICE)) {
        return get_slice(iso, v, key);
    } else {
        if (!py_is_anyint(key) && !py_type_of(iso, key)->s.index)
            return py_raise_type_error(iso,
                                       array
                                           ? "bytearray indices must be integers or slices, not %T"
                                           : "byte indices must be integers or slices, not %T",
                                       key);
        if (!py_as_subscript(iso, key, &i)) return NULL;
    }
    struct py_span s = py_span_of(v);
    if (i < 0) i += (int64_t)s.n;
    if (i < 0 || (uint64_t)i >= s.n)
        return py_raise(iso, PY_T_IndexError,
                        array ? "bytearray index out of range" : "index out of range");
    return py_small_new(s.p[i]);
}

py_value py_bytes_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    struct py_span x, y;
    bool view = !py_is_byteslike(b) && py_is_buffer(iso, b);
    bool foreign = view || (py_is_byteslike(b) && !py_is_kind(b, PY_K_BYTES));
    if (foreign && py_is_kind(a, PY_K_BYTES)) return PY_NOTIMPL; // the other knows how
    if (!py_is_byteslike(a) || (!py_is_byteslike(b) && !view)) return PY_NOTIMPL;
    x = py_span_of(a);
    if (!py_span_arg(iso, b, &y)) return NULL;
    size_t n = x.n < y.n ? x.n : y.n;
    py_charge_bytes(iso, n);
    if (op == PY_CMP_EQ || op == PY_CMP_NE)
        return py_bool((x.n == y.n && !memcmp(x.p, y.p, n)) == (op == PY_CMP_EQ));
    int c = n ? memcmp(x.p, y.p, n) : 0;
    if (!c) c = x.n < y.n ? -1 : x.n > y.n;
    return py_bool(PY_HOLDS(op, c, 0));
}

int py_bytes_contains(struct py_isolate *iso, py_value v, py_value x)
{
    struct py_span s, sub;
    if (py_is_anyint(x) || (!py_is_byteslike(x) && py_type_of(iso, x)->s.index)) {
        py_value i = py_index(iso, x); // what is no index after all is asked for its bytes
        unsigned char c;
        if (i && !py_byte_arg(iso, i, &c)) return -1;
        s = py_span_of(v);
        if (i) py_charge_bytes(iso, s.n);
        if (i) return s.n && memchr(s.p, c, s.n) != NULL;
        if (!py_error_is(iso, PY_T_Exception)) return -1;
        py_error_clear(iso);
    }
    if (!py_span_arg(iso, x, &sub)) return -1;
    s = py_span_of(v);
    int64_t at = py_span_find(iso, s, sub, 0, s.n);
    return py_error(iso) ? -1 : at >= 0;
}

static py_value concat(struct py_isolate *iso, py_value a, py_value b)
{
    struct py_span x = py_span_of(a), y;
    if (!py_is_buffer(iso, b)) return py_text_bad_operand(iso, PY_BIN_ADD, a, b, "bytes");
    if (!py_span_arg(iso, b, &y)) return NULL;
    if (py_is_exact(a, PY_K_BYTES) && !y.n) return a;
    if (!py_mem_check(iso, x.n + y.n) || !py_tick(iso, (x.n + y.n) / 64)) return NULL;
    py_value r = py_bytes_like(iso, a, NULL, x.n + y.n);
    if (!r) return NULL;
    unsigned char *to = (unsigned char *)(uintptr_t)py_span_of(r).p;
    if (x.n) memcpy(to, x.p, x.n);
    if (y.n) memcpy(to + x.n, y.p, y.n);
    return r;
}

static py_value repeat(struct py_isolate *iso, py_value v, int64_t count)
{
    struct py_span s = py_span_of(v);
    if (count <= 0 || !s.n) return py_bytes_like(iso, v, "", 0);
    if ((uint64_t)count > (uint64_t)INT64_MAX / s.n)
        return py_is_kind(v, PY_K_BYTEARRAY)
                   ? py_raise_no_memory(iso)
                   : py_raise(iso, PY_T_OverflowError, "repeated bytes are too long");
    size_t total = s.n * (size_t)count;
    if (!py_mem_check(iso, total) || !py_tick(iso, total / 64)) return NULL;
    if (count == 1 && py_is_exact(v, PY_K_BYTES)) return v;
    py_value r = py_bytes_like(iso, v, NULL, total);
    if (!r) return NULL;
    s = py_span_of(v);
    unsigned char *to = (unsigned char *)(uintptr_t)py_span_of(r).p;
    memcpy(to, s.p, s.n);
    py_repeat_bytes(to, s.n, total);
    return r;
}

py_value py_bytes_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op == PY_BIN_MOD) return py_is_byteslike(a) ? py_bytes_percent(iso, a, b) : PY_NOTIMPL;
    if (op == PY_BIN_ADD) return py_is_byteslike(a) ? concat(iso, a, b) : PY_NOTIMPL;
    if (op != PY_BIN_MUL) return PY_NOTIMPL;
    int64_t count;
    bool ok, left = py_is_byteslike(a);
    if (!py_text_repeat_count(iso, left ? b : a, &count, &ok)) return NULL;
    if (ok) return repeat(iso, left ? a : b, count);
    return left ? py_text_bad_operand(iso, op, a, b, "bytes") : PY_NOTIMPL;
}

py_value py_bytes_repr(struct py_isolate *iso, py_value v)
{
    static const char hex[] = "0123456789abcdef";
    struct py_sb b;
    struct py_span s = py_span_of(v);
    bool array = py_is_kind(v, PY_K_BYTEARRAY);
    char quote = s.n && memchr(s.p, '\'', s.n) && !memchr(s.p, '"', s.n) ? '"' : '\'';
    py_sb_init(&b, iso);
    if (!py_tick(iso, s.n / 64)) return NULL;
    if (array) py_sb_format(&b, "%N(", py_type_of(iso, v));
    py_sb_char(&b, 'b');
    py_sb_char(&b, (unsigned char)quote);
    for (size_t i = 0; i < py_span_of(v).n; i++) {
        unsigned char c = py_span_of(v).p[i];
        if (i % 4096 == 4095 && !py_tick(iso, 512)) return NULL;
        const char *esc = c == '\t' ? "\\t" : c == '\n' ? "\\n" : c == '\r' ? "\\r" : NULL;
        char text[4] = {'\\', 'x', hex[c >> 4], hex[c & 15]};
        if (esc) {
            py_sb_ascii(&b, esc, 2);
        } else if (c < ' ' || c >= 0x7f) {
            py_sb_ascii(&b, text, 4);
        } else {
            // A bytearray escapes every apostrophe.
            bool escaped = c == (unsigned char)quote || c == '\\' || (array && c == '\'');
            if (escaped) py_sb_char(&b, '\\');
            py_sb_char(&b, c);
        }
    }
    py_sb_char(&b, (unsigned char)quote);
    if (array) py_sb_char(&b, ')');
    return py_sb_finish(&b);
}
