// Inside of bytes, bytearray and memoryview: spans of bytes and results of the receiver's kind.
#ifndef PY_BYTES_INT_H
#define PY_BYTES_INT_H

#include "text_int.h"

struct py_span {
    const unsigned char *p;
    size_t n;
};

// The bytes of bytes or bytearray v; valid until v changes.
static inline struct py_span py_span_of(py_value v)
{
    if (py_is_kind(v, PY_K_BYTES)) return (struct py_span){py_bytes(v)->b, py_bytes(v)->len};
    const struct py_bytearray *a = (const struct py_bytearray *)v;
    return (struct py_span){a->buf ? a->buf->u.b : (const unsigned char *)"", a->len};
}
// New bytes or bytearray, like `like`.
static inline py_value py_bytes_like(struct py_isolate *iso, py_value like, const void *p, size_t n)
{
    return py_is_kind(like, PY_K_BYTEARRAY) ? py_bytearray_new(iso, p, n) : py_bytes_new(iso, p, n);
}
// Argument that must be bytes-like. False: TypeError raised.
bool py_span_arg(struct py_isolate *iso, py_value v, struct py_span *out);
// One byte out of an int (0..255), with messages as "byte must be in range(0, 256)".
bool py_byte_arg(struct py_isolate *iso, py_value v, unsigned char *out);
int64_t py_span_find(struct py_isolate *iso, struct py_span s, struct py_span sub, size_t from,
                     size_t to);
int64_t py_span_rfind(struct py_isolate *iso, struct py_span s, struct py_span sub, size_t from,
                      size_t to);
// The bytes of any constructor argument (iterable of ints, bytes-like); count and str handled by
// the caller.
bool py_bytes_collect(struct py_isolate *iso, py_value src, bool array, struct py_bb *out);
// Appends the ints that iterator `it` gives.
bool py_bytes_drain(struct py_isolate *iso, py_value it, bool array, struct py_bb *out);
// Constructor arguments (source, encoding, errors) to a builder, for bytes and bytearray.
bool py_bytes_source(struct py_isolate *iso, const char *fname, py_value *a, int n, py_value kw,
                     struct py_bb *out);
// Makes room in a bytearray for a new length; refuses while a memoryview looks at it.
bool py_bytearray_resize(struct py_isolate *iso, py_value v, size_t n);
// A flag of bytearrays: a native that runs the program's code goes on reading it afterwards.
#define PY_BYTEARRAY_HELD PY_F_USER1
// Is there a view of v (an array's too) that the program can use, or is it held? Then
// BufferError is raised.
bool py_bytearray_exported(struct py_isolate *iso, py_value v);
py_value py_bytes_iter(struct py_isolate *iso, py_value v); // bytes or bytearray
py_value py_bytes_getitem(struct py_isolate *iso, py_value v, py_value key);
py_value py_bytes_compare(struct py_isolate *iso, py_value a, py_value b, enum py_cmp op);
int py_bytes_contains(struct py_isolate *iso, py_value v, py_value x);
py_value py_bytes_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b);
py_value py_bytes_repr(struct py_isolate *iso, py_value v);
int64_t py_bytes_length(struct py_isolate *iso, py_value v);
int py_bytes_truth(struct py_isolate *iso, py_value v);
uint64_t py_hash_bytes(struct py_isolate *iso, const void *data, size_t n); // str.c
py_value py_bytes_hex(struct py_isolate *iso, py_value bytes, py_value sep, py_value per_sep);
bool py_bytes_unhex(struct py_isolate *iso, py_value text, struct py_bb *out);
struct py_memoryview;
bool py_memoryview_span(struct py_isolate *iso, py_value v, struct py_span *out);

// Methods that bytes and bytearray share; bytes_methods.c and bytes_split.c.
#define PY_BYTES_FN(name) PY_NATIVE(py_bytes_m_##name)
// clang-format off
#define PY_BYTES_SHARED(X) \
    X(capitalize) X(center) X(count) X(decode) X(endswith) X(expandtabs) X(find) X(hex) X(index) \
    X(isalnum) X(isalpha) X(isascii) X(isdigit) X(islower) X(isspace) X(istitle) X(isupper) \
    X(join) X(ljust) X(lower) X(lstrip) X(maketrans) X(partition) X(removeprefix) \
    X(removesuffix) X(replace) X(rfind) X(rindex) X(rjust) X(rpartition) X(rsplit) X(rstrip) \
    X(split) X(splitlines) X(startswith) X(strip) X(swapcase) X(title) X(translate) X(upper) \
    X(zfill)
// clang-format on
#define PY_BYTES_DECLARE(name) PY_BYTES_FN(name);
PY_BYTES_SHARED(PY_BYTES_DECLARE)

#define PY_BYTES_ROW(name, sig, doc) PY_ROW(#name, py_bytes_m_##name, sig, doc)
#define PY_BYTES_SHARED_ROWS                                                                       \
    PY_BYTES_ROW(capitalize, "", NULL), PY_BYTES_ROW(center, "width, fillchar=b' ', /", NULL),     \
        PY_BYTES_ROW(count, "sub, start=None, end=None, /", NULL),                                 \
        PY_BYTES_ROW(decode, "encoding='utf-8', errors='strict'",                                  \
                     "The text that the bytes are in that encoding."),                             \
        PY_BYTES_ROW(endswith, "suffix, start=None, end=None, /", NULL),                           \
        PY_BYTES_ROW(expandtabs, "tabsize=8", NULL),                                               \
        PY_BYTES_ROW(find, "sub, start=None, end=None, /", NULL),                                  \
        PY_BYTES_ROW(hex, "sep=None, bytes_per_sep=1", NULL),                                      \
        PY_BYTES_ROW(index, "sub, start=None, end=None, /", NULL),                                 \
        PY_BYTES_ROW(isalnum, "", NULL), PY_BYTES_ROW(isalpha, "", NULL),                          \
        PY_BYTES_ROW(isascii, "", NULL), PY_BYTES_ROW(isdigit, "", NULL),                          \
        PY_BYTES_ROW(islower, "", NULL), PY_BYTES_ROW(isspace, "", NULL),                          \
        PY_BYTES_ROW(istitle, "", NULL), PY_BYTES_ROW(isupper, "", NULL),                          \
        PY_BYTES_ROW(join, "iterable_of_bytes, /", NULL),                                          \
        PY_BYTES_ROW(ljust, "width, fillchar=b' ', /", NULL), PY_BYTES_ROW(lower, "", NULL),       \
        PY_BYTES_ROW(lstrip, "bytes=None, /", NULL),                                               \
        PY_STATIC_ROW("maketrans", py_bytes_m_maketrans, "frm, to, /", NULL),                      \
        PY_BYTES_ROW(partition, "sep, /", NULL), PY_BYTES_ROW(removeprefix, "prefix, /", NULL),    \
        PY_BYTES_ROW(removesuffix, "suffix, /", NULL),                                             \
        PY_BYTES_ROW(replace, "old, new, count=-1, /", NULL),                                      \
        PY_BYTES_ROW(rfind, "sub, start=None, end=None, /", NULL),                                 \
        PY_BYTES_ROW(rindex, "sub, start=None, end=None, /", NULL),                                \
        PY_BYTES_ROW(rjust, "width, fillchar=b' ', /", NULL),                                      \
        PY_BYTES_ROW(rpartition, "sep, /", NULL),                                                  \
        PY_BYTES_ROW(rsplit, "sep=None, maxsplit=-1", NULL),                                       \
        PY_BYTES_ROW(rstrip, "bytes=None, /", NULL),                                               \
        PY_BYTES_ROW(split, "sep=None, maxsplit=-1", NULL),                                        \
        PY_BYTES_ROW(splitlines, "keepends=False", NULL),                                          \
        PY_BYTES_ROW(startswith, "prefix, start=None, end=None, /", NULL),                         \
        PY_BYTES_ROW(strip, "bytes=None, /", NULL), PY_BYTES_ROW(swapcase, "", NULL),              \
        PY_BYTES_ROW(title, "", NULL), PY_BYTES_ROW(translate, "table, /, delete=b''", NULL),      \
        PY_BYTES_ROW(upper, "", NULL), PY_BYTES_ROW(zfill, "width, /", NULL)

#endif
