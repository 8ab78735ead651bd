// Shared by str.c, str_build.c and intern.c: the growable text buffer behind long concatenations;
// UTF-8 (utf8.c).
#ifndef PY_STR_INT_H
#define PY_STR_INT_H

#include "../native.h"
#include "../gc/heap_inline.h"

// Payload of the PY_K_RAW buffer of a str with `shared` set. Several strings may look at prefixes
// of the text; the one that ends where `used` ends may grow in place, because nobody sees beyond
// it.
struct py_strbuf {
    uint64_t used; // bytes of text
    unsigned char text[];
};

enum { PY_STR_INLINE = offsetof(struct py_str, inl), PY_STR_SHARE_MIN = 256 };

static inline struct py_buf *py_strbuf_buf(const struct py_str *s)
{
    return py_buf_of((unsigned char *)s->data - sizeof(struct py_strbuf));
}

// A str over the first n code points of a buffer laid out as struct py_strbuf.
py_value py_str_over(struct py_isolate *iso, struct py_buf *buf, size_t n, int width, bool ascii);
// Copies n code points, widening as needed; `to` is at least as wide.
void py_str_widen(void *to, int to_width, size_t at, const void *from, int width, size_t n);
// Or of all code points of the range (an upper bound of the largest one's bit length).
uint32_t py_str_or(const void *data, int width, size_t start, size_t end);
// Charges a look at n bytes of text, before it: what reads or copies all of a text calls it.
static inline void py_str_look(struct py_isolate *iso, size_t n)
{
    if (n > 1024) py_charge_bytes(iso, n);
}
static inline bool py_ascii_bytes(const void *data, size_t n)
{
    const unsigned char *s = data;
    uint64_t w, acc = 0;
    for (; n >= 8; s += 8, n -= 8) {
        memcpy(&w, s, 8);
        acc |= w;
    }
    while (n) acc |= s[--n];
    return !(acc & 0x8080808080808080);
}
static inline int py_width_of(uint32_t c)
{
    return c < 0x100 ? 1 : c < 0x10000 ? 2 : 4;
}

// Decodes one code point of UTF-8 at *p (p < end), advances. Invalid bytes give U+FFFD, one by one;
// surrogates written as 3 bytes are kept.
uint32_t py_utf8_next(const unsigned char **p, const unsigned char *end);
// The UTF-8 of s from *at on, up to its end or, unless `all`, the next surrogate, where *at is
// left; returns its bytes. They need py_utf8_room of the characters left.
size_t py_utf8_write(const struct py_str *s, size_t *at, bool all, unsigned char *out);
static inline size_t py_utf8_room(const struct py_str *s, size_t n)
{
    return s->ascii ? n : n * (s->width == 1 ? 2 : s->width == 2 ? 3 : 4);
}

#endif
