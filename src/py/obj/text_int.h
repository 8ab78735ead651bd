// Shared by str, bytes and bytearray: argument checks, byte and code point builders, codecs.
#ifndef PY_TEXT_INT_H
#define PY_TEXT_INT_H

#include "../native.h"
#include "unicode.h"

// start/stop arguments of find, count, startswith...: NULL and None mean the ends; negative ones
// count from the end; both clamped to [0, len] except that *start may exceed len.
bool py_text_bounds(struct py_isolate *iso, py_value start, py_value stop, int64_t len, int64_t *s,
                    int64_t *e);
// Maps the ASCII letters among n bytes to another case; the other bytes stay.
enum py_ascii_map { PY_TO_UPPER, PY_TO_LOWER, PY_TO_SWAP, PY_TO_CAPITAL, PY_TO_TITLE };
void py_ascii_map(unsigned char *to, const unsigned char *from, size_t n, enum py_ascii_map how);
// Like memmem, quicker where texts are short or the needle's ends are rare; linear time. m > 0.
const char *py_find_bytes(const char *hay, size_t n, const char *needle, size_t m);
// Copies n bytes, b in place of each a.
static inline void py_swap_byte(unsigned char *restrict to, const unsigned char *restrict from,
                                size_t n, unsigned char a, unsigned char b)
{
    for (size_t i = 0; i < n; i++) to[i] = from[i] == a ? b : from[i];
}
// How often needle is found so, without overlaps.
size_t py_count_bytes(const char *hay, size_t n, const char *needle, size_t m);
// Must be a str: else TypeError with `what` ("must be str, not %s").
bool py_text_need_str(struct py_isolate *iso, py_value v, const char *fname, int arg);
bool py_text_flag(struct py_isolate *iso, py_value v, bool *out);
bool py_text_int(struct py_isolate *iso, py_value v, int64_t *out); // __index__, NULL leaves *out
// The error of `a + b` / `a * b` with a fitting nothing: PY_NOTIMPL when b has the reflected
// method.
py_value py_text_bad_operand(struct py_isolate *iso, enum py_binop op, py_value a, py_value b,
                             const char *name);
py_value py_text_join_items(struct py_isolate *iso, py_value v); // join()'s argument as a list
bool py_text_repeat_count(struct py_isolate *iso, py_value v, int64_t *out, bool *ok);

// --- str helpers (str_repr.c, str_type.c) ---
// s itself, or a plain copy of an instance of a subclass.
py_value py_str_exact(struct py_isolate *iso, py_value s);

// --- byte builder: append freely, check once ---
struct py_bb {
    struct py_isolate *iso;
    struct py_buf *buf;
    size_t len;
    bool failed;
};
void py_bb_init(struct py_bb *b, struct py_isolate *iso);
unsigned char *py_bb_room(struct py_bb *b, size_t n); // n more bytes, NULL: failed
void py_bb_add(struct py_bb *b, const void *p, size_t n);
void py_bb_fill(struct py_bb *b, int c, size_t n);
static inline void py_bb_byte(struct py_bb *b, int c)
{
    unsigned char *p = b->buf && b->len < b->buf->cap && !b->failed ? b->buf->u.b + b->len++ : NULL;
    if (!p) p = py_bb_room(b, 1);
    if (p) *p = (unsigned char)c;
}
py_value py_bb_finish(struct py_bb *b, bool bytearray);

// --- codecs (codec*.c) ---
// data as text. encoding NULL: utf-8; errors NULL: strict. `obj` is the bytes object for the
// exception.
py_value py_decode(struct py_isolate *iso, py_value obj, py_value encoding, py_value errors);
// str.encode(): bytes.
py_value py_encode(struct py_isolate *iso, py_value str, py_value encoding, py_value errors);

// --- bytes and bytearray ---
// data NULL: zeroed.
py_value py_bytearray_new(struct py_isolate *iso, const void *data, size_t len);
static inline bool py_is_byteslike(py_value v)
{
    return py_is_kind(v, PY_K_BYTES) || py_is_kind(v, PY_K_BYTEARRAY);
}

#endif
