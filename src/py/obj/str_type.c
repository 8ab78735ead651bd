// The type str and its iterator: construction, indexing, operators. Methods: str_methods.c.
#include "args.h"
#include "iter_int.h"
#include "str_type.h"
#include "item.h"
#include "format.h"
#include "str_int.h"
#include "text_int.h"

py_value py_str_exact(struct py_isolate *iso, py_value v)
{
    const struct py_str *s = py_str(v);
    if (py_is_exact(v, PY_K_STR)) return v;
    return py_str_from_width(iso, s->data, s->len, s->width);
}

// Instances of subclasses hold their attributes where others hold the text, and share or own a
// buffer.
static py_value str_subclass_new(struct py_isolate *iso, struct py_type *cls, py_value text)
{
    const struct py_str *t = py_str(text);
    size_t bytes = ((size_t)t->len + 1) * t->width;
    struct py_buf *buf = py_buf_new(iso, PY_K_RAW, sizeof(struct py_strbuf) + bytes);
    size_t size = sizeof(struct py_str) + sizeof(struct py_attrs);
    struct py_str *s = buf ? py_new_of(iso, cls, size) : NULL;
    if (!s) return NULL;
    struct py_strbuf *sb = (struct py_strbuf *)buf->u.b;
    memcpy(sb->text, t->data, (size_t)t->len * t->width);
    sb->used = bytes; // never the tip of a growing text
    s->len = t->len;
    s->width = t->width;
    s->ascii = t->ascii;
    s->shared = 1;
    s->data = sb->text;
    return (py_value)s;
}

static py_value make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n, py_value kw)
{
    static const struct py_args_spec spec = {"str", {"object", "encoding", "errors"}, 3, 0, 3, 0};
    py_value v[3], s;
    if (n == 1 && !kw) {
        s = py_str_of(iso, a[0]);
    } else {
        if (!py_args_take(iso, &spec, a, n, kw, v)) return NULL;
        for (int i = 1; i < 3; i++)
            if (v[i] && !py_is_str(v[i]))
                return py_raise_type_error(iso, "str() argument '%s' must be str, not %A",
                                           spec.names[i], v[i]);
        if (!v[0]) {
            s = py_str_empty(iso);
        } else if (!v[1] && !v[2]) {
            s = py_str_of(iso, v[0]);
        } else {
            if (py_is_str(v[0])) return py_raise_type_error(iso, "decoding str is not supported");
            if (!py_is_buffer(iso, v[0]))
                return py_raise_type_error(
                    iso, "decoding to str: need a bytes-like object, %T found", v[0]);
            s = py_decode(iso, v[0], v[1], v[2]);
        }
    }
    if (!s || cls == py_t(iso, PY_T_STR)) return s;
    return str_subclass_new(iso, cls, s);
}

static py_value slot_repr(struct py_isolate *iso, py_value v)
{
    return py_str_repr(iso, v, false);
}

static bool slot_hash(struct py_isolate *iso, py_value v, uint64_t *out)
{
    *out = py_str_hash(iso, py_str(v));
    return true;
}

static py_value slot_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op)
{
    if (!py_is_str(a) || !py_is_str(b)) return PY_NOTIMPL;
    const struct py_str *x = py_str(a), *y = py_str(b);
    bool equality = op == PY_CMP_EQ || op == PY_CMP_NE;
    if (x != y && (!equality || x->len == y->len)) py_charge_bytes(iso, x->len);
    if (equality) return py_bool(py_str_equal(x, y) == (op == PY_CMP_EQ));
    int c = py_str_compare(x, y);
    return py_bool(PY_HOLDS(op, c, 0));
}

static int slot_truth(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_str(v)->len != 0;
}

static int64_t slot_length(PY_UNUSED struct py_isolate *iso, py_value v)
{
    return py_str(v)->len;
}

static py_value get_slice(struct py_isolate *iso, py_value v, py_value key)
{
    int64_t start, stop, step, count;
    const struct py_str *s = py_str(v);
    if (!py_slice_indices(iso, key, s->len, &start, &stop, &step, &count)) return NULL;
    if (count <= 0) return py_str_empty(iso);
    if (step == 1) return py_str_slice(iso, v, (size_t)start, (size_t)(start + count));
    if (!py_tick(iso, (uint64_t)count / 4)) return NULL;
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, (size_t)count * s->width);
    if (!b) return NULL;
    const uint8_t *from = s->data;
    if (s->width == 1)
        for (int64_t i = 0; i < count; i++) b->u.b[i] = from[start + i * step];
    else
        for (int64_t i = 0; i < count; i++)
            py_char_put(b->u.b, s->width, (size_t)i, py_str_at(s, (size_t)(start + i * step)));
    py_value r = py_str_from_width(iso, b->u.b, (size_t)count, s->width);
    py_buf_free(iso, b);
    return r;
}

static py_value slot_getitem(struct py_isolate *iso, py_value v, py_value key)
{
    int64_t i;
    if (py_is_int(key)) {
        i = py_small(key);
    } else if (py_is_kind(key, PY_K_SLICE)) {
        return get_slice(iso, v, key);
    } else {
        if (!py_is_anyint(key) && !py_type_of(iso, key)->s.index)
            return py_raise_type_error(iso, "string indices must be integers, not '%T'", key);
        if (!py_as_subscript(iso, key, &i)) return NULL;
    }
    const struct py_str *s = py_str(v);
    if (i < 0) i += s->len;
    if (i < 0 || i >= s->len) return py_raise(iso, PY_T_IndexError, "string index out of range");
    return py_str_char(iso, py_str_at(s, (size_t)i));
}

static int slot_contains(struct py_isolate *iso, py_value v, py_value x)
{
    if (!py_is_str(x)) {
        py_raise_type_error(iso, "'in <string>' requires string as left operand, not %T", x);
        return -1;
    }
    int64_t at = py_str_find(iso, py_str(v), py_str(x), 0, py_str(v)->len);
    return py_error(iso) ? -1 : at >= 0;
}

static py_value slot_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b)
{
    if (op == PY_BIN_MOD) return py_is_str(a) ? py_str_percent(iso, a, b) : PY_NOTIMPL;
    if (op == PY_BIN_ADD) {
        if (!py_is_str(a)) return PY_NOTIMPL;
        return py_is_str(b) ? py_str_concat(iso, a, b) : py_text_bad_operand(iso, op, a, b, "str");
    }
    if (op != PY_BIN_MUL) return PY_NOTIMPL;
    int64_t count;
    bool ok;
    py_value s = py_is_str(a) ? a : b, times = py_is_str(a) ? b : a;
    if (!py_text_repeat_count(iso, times, &count, &ok)) return NULL;
    if (ok) return py_str_repeat(iso, s, count);
    return s == a ? py_text_bad_operand(iso, op, a, b, "str") : PY_NOTIMPL;
}

static py_value new_iter(struct py_isolate *iso, py_value v, enum py_type_id id)
{
    struct py_seqiter *it = py_new(iso, py_t(iso, id), sizeof *it);
    if (it) it->seq = v;
    return (py_value)it;
}

static py_value slot_iter(struct py_isolate *iso, py_value v)
{
    bool compact = py_str(v)->ascii && py_is_exact(v, PY_K_STR);
    return new_iter(iso, v, compact ? PY_T_STR_ASCII_ITERATOR : PY_T_STR_ITERATOR);
}

const struct py_typedef py_str_def = {
    .name = "str",
    .kind = PY_K_STR,
    .concat = true,
    .size = sizeof(struct py_str),
    .attrs_off = offsetof(struct py_str, inl),
    .doc = "str(object='')\nstr(bytes_like, encoding[, errors])\n\nText. Of any object, as "
           "print() would show it; of bytes, by decoding them.",
    .methods = py_str_methods,
    .slots = {.make = make,
              .repr = slot_repr,
              .str = py_str_exact,
              .hash = slot_hash,
              .compare = slot_compare,
              .truth = slot_truth,
              .length = slot_length,
              .getitem = slot_getitem,
              .contains = slot_contains,
              .iter = slot_iter,
              .binary = slot_binary},
};

// --- iterator -----------------------------------------------------------------------------------

static py_value iter_next(struct py_isolate *iso, py_value v)
{
    struct py_seqiter *it = (struct py_seqiter *)v;
    if (!it->seq) return NULL;
    const struct py_str *s = py_str(it->seq);
    if (it->i < s->len) return py_str_char(iso, py_str_at(s, (size_t)it->i++));
    it->seq = NULL;
    return NULL;
}

static PY_NATIVE(iter_hint)
{
    struct py_seqiter *it = (struct py_seqiter *)a[0];
    return py_small_new(it->seq ? (int64_t)py_str(it->seq)->len - it->i : 0);
}

// iter(seq) and the position, for copy and pickle.
static PY_NATIVE(iter_reduce)
{
    struct py_seqiter *it = (struct py_seqiter *)a[0];
    py_value iter = py_iter_maker(iso, false);
    if (!iter) return NULL;
    py_value seq = it->seq ? it->seq : py_str_empty(iso),
             args = seq ? py_tuple_from(iso, &seq, 1) : NULL;
    if (!args) return NULL;
    return it->seq ? py_tuple_pack(iso, 3, iter, args, py_int_new(iso, it->i))
                   : py_tuple_pack(iso, 2, iter, args);
}

static PY_NATIVE(iter_setstate)
{
    struct py_seqiter *it = (struct py_seqiter *)a[0];
    int64_t i, len = it->seq ? (int64_t)py_str(it->seq)->len : 0;
    if (!py_as_int64(iso, a[1], &i)) return NULL;
    it->i = i < 0 ? 0 : i > len ? len : i;
    return PY_NONE;
}

static const struct py_native_row iter_methods[] = {
    PY_ROW("__reduce__", iter_reduce, "", "What a copy is made from."),
    PY_ROW("__setstate__", iter_setstate, "state, /", "Puts the iterator at that place."),
    PY_ROW("__length_hint__", iter_hint, "", "How many items are still to come."),
    {0},
};

// One type in two names: programs see in an error message whether a text is ASCII.
#define STR_ITERATOR(text)                                                                         \
    {                                                                                              \
        .name = (text), .kind = PY_K_SEQITER, .size = sizeof(struct py_seqiter), .final = true,    \
        .methods = iter_methods, .slots = {                                                        \
            .iter = py_iter_self,                                                                  \
            .next = iter_next                                                                      \
        }                                                                                          \
    }
const struct py_typedef py_str_iterator_def = STR_ITERATOR("str_iterator");
const struct py_typedef py_str_ascii_iterator_def = STR_ITERATOR("str_ascii_iterator");
