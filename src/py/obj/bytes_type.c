// The types bytes and bytes_iterator.
#include "bytes_int.h"
#include "iter_int.h"

static py_value make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n, py_value kw)
{
    struct py_bb b;
    bool exact = cls == py_t(iso, PY_T_BYTES);
    if (n == 1 && !kw && exact && py_is_exact(a[0], PY_K_BYTES)) return a[0];
    if (!py_bytes_source(iso, "bytes", a, n, kw, &b)) return NULL;
    if (exact) return py_bb_finish(&b, false);
    if (b.len > PY_BYTES_MAX) return py_raise_no_memory(iso);
    // A subclass instance keeps its attributes behind the bytes (see py_attrs_of).
    size_t at = (offsetof(struct py_bytes, b) + b.len + 8) & ~(size_t)7;
    struct py_bytes *s = py_new(iso, cls, at + sizeof(struct py_attrs));
    if (!s) return NULL;
    s->len = (uint32_t)b.len;
    if (b.len) memcpy(s->b, b.buf->u.b, b.len);
    return (py_value)s;
}

static bool slot_hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    struct py_bytes *b = py_bytes(v);
    if (!b->hash) {
        if (!py_tick(iso, b->len / 64)) return false;
        b->hash = py_hash_bytes(iso, b->b, b->len);
    }
    *out = b->hash;
    return true;
}

static py_value slot_str(struct py_isolate *iso, py_value v)
{
    return py_bytes_repr(iso, v);
}

static py_value new_iter(struct py_isolate *iso, py_value v)
{
    struct py_seqiter *it = py_new(
        iso, py_t(iso, py_is_kind(v, PY_K_BYTES) ? PY_T_BYTES_ITERATOR : PY_T_BYTEARRAY_ITERATOR),
        sizeof *it);
    if (it) it->seq = v;
    return (py_value)it;
}

static PY_NATIVE(m_fromhex)
{
    struct py_bb b;
    if (!py_bytes_unhex(iso, a[1], &b)) return NULL;
    py_value v = py_bb_finish(&b, false);
    return v && a[0] != (py_value)py_t(iso, PY_T_BYTES) ? py_call1(iso, a[0], v) : v;
}

static PY_NATIVE(m_bytes)
{
    return py_is_exact(a[0], PY_K_BYTES)
               ? a[0]
               : py_bytes_new(iso, py_bytes(a[0])->b, py_bytes(a[0])->len);
}

static PY_NATIVE(m_getnewargs)
{
    py_value b = m_bytes(iso, a);
    return b ? py_tuple_from(iso, &b, 1) : NULL;
}

static PY_NATIVE(m_sizeof)
{
    return py_small_new(33 + (int64_t)py_bytes(a[0])->len);
}

static const struct py_native_row methods[] = {
    PY_BYTES_SHARED_ROWS,
    PY_CLASS_ROW("fromhex", m_fromhex, "string, /",
                 "Bytes written as pairs of hexadecimal digits; blanks between pairs do no harm."),
    PY_ROW("__bytes__", m_bytes, "", NULL),
    PY_ROW("__getnewargs__", m_getnewargs, "", NULL),
    PY_ROW("__sizeof__", m_sizeof, "", NULL),
    {0},
};

const struct py_typedef py_bytes_def = {
    .name = "bytes",
    .kind = PY_K_BYTES,
    .concat = true,
    .size = sizeof(struct py_bytes),
    .attrs_off = PY_ATTRS_AFTER,
    .doc = "bytes(ints)\nbytes(text, encoding[, errors])\nbytes(bytes_like)\nbytes(length)\n"
           "bytes()\n\nBytes that never change: those of ints from 0 to 255, of encoded "
           "text or of a buffer, or so many zeros.",
    .methods = methods,
    .slots = {.make = make,
              .repr = py_bytes_repr,
              .str = slot_str,
              .hash = slot_hash,
              .compare = py_bytes_compare,
              .truth = py_bytes_truth,
              .length = py_bytes_length,
              .getitem = py_bytes_getitem,
              .contains = py_bytes_contains,
              .iter = new_iter,
              .binary = py_bytes_binary},
};

// --- iterators of bytes and bytearray -----------------------------------------------------------

static py_value iter_next(PY_UNUSED struct py_isolate *iso, py_value v)
{
    struct py_seqiter *it = (struct py_seqiter *)v;
    if (!it->seq) return NULL;
    struct py_span s = py_span_of(it->seq);
    if ((uint64_t)it->i < s.n) return py_small_new(s.p[it->i++]);
    it->seq = NULL;
    return NULL;
}

static PY_NATIVE(iter_hint)
{
    struct py_seqiter *it = (struct py_seqiter *)a[0];
    int64_t left = it->seq ? (int64_t)py_span_of(it->seq).n - it->i : 0;
    return py_small_new(left > 0 ? left : 0);
}

// iter(seq) and the position, for copy and pickle.
static PY_NATIVE(iter_reduce)
{
    struct py_seqiter *it = (struct py_seqiter *)a[0];
    py_value iter = py_iter_maker(iso, false);
    if (!iter) return NULL;
    py_value seq = it->seq ? it->seq : iso->empty_tuple,
             args = seq ? py_tuple_from(iso, &seq, 1) : NULL;
    if (!args) return NULL;
    return it->seq ? py_tuple_pack(iso, 3, iter, args, py_int_new(iso, it->i))
                   : py_tuple_pack(iso, 2, iter, args);
}

static PY_NATIVE(iter_setstate)
{
    struct py_seqiter *it = (struct py_seqiter *)a[0];
    int64_t i, len = it->seq ? (int64_t)py_span_of(it->seq).n : 0;
    if (!py_as_int64(iso, a[1], &i)) return NULL;
    it->i = i < 0 ? 0 : i > len ? len : i;
    return PY_NONE;
}

static const struct py_native_row iter_methods[] = {
    PY_ROW("__reduce__", iter_reduce, "", "What a copy is made from."),
    PY_ROW("__setstate__", iter_setstate, "state, /", "Puts the iterator at that place."),
    PY_ROW("__length_hint__", iter_hint, "", NULL),
    {0},
};

#define ITERATOR(def, text)                                                                        \
    const struct py_typedef def = {.name = text,                                                   \
                                   .kind = PY_K_SEQITER,                                           \
                                   .size = sizeof(struct py_seqiter),                              \
                                   .final = true,                                                  \
                                   .methods = iter_methods,                                        \
                                   .slots = {.iter = py_iter_self, .next = iter_next}}
ITERATOR(py_bytes_iterator_def, "bytes_iterator");
ITERATOR(py_bytearray_iterator_def, "bytearray_iterator");

py_value py_bytes_iter(struct py_isolate *iso, py_value v)
{
    return new_iter(iso, v);
}
