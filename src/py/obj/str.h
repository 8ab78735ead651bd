// Strings: making, reading, building. Code points are stored in 1, 2 or 4 bytes, always the
// narrowest that fits, so equal strings have equal bytes. Lone surrogates are allowed.
#ifndef PY_STR_H
#define PY_STR_H

#include "../isolate.h"

// From UTF-8 (lone surrogates as 3 bytes are kept; invalid bytes become U+FFFD).
py_value py_str_new(struct py_isolate *iso, const char *utf8, size_t len);
// From strictly valid UTF-8; NULL without an exception: it is not valid.
py_value py_str_valid(struct py_isolate *iso, const char *utf8, size_t len);
py_value py_str_z(struct py_isolate *iso, const char *utf8);          // NUL-terminated
py_value py_str_format(struct py_isolate *iso, const char *fmt, ...); // directives of py_raise
py_value py_str_vformat(struct py_isolate *iso, const char *fmt, va_list ap);
// The interned string: one object per text, compared by identity. For names.
py_value py_str_intern(struct py_isolate *iso, const char *utf8, size_t len);
py_value py_str_intern_z(struct py_isolate *iso, const char *utf8);
py_value py_str_intern_value(struct py_isolate *iso, py_value s);
py_value py_str_char(struct py_isolate *iso, uint32_t c); // cached below 256
static inline py_value py_str_empty(struct py_isolate *iso)
{
    return iso->empty_str;
}
// Room for n code points of at most maxchar, to be filled by the caller at data; hash not computed.
py_value py_str_alloc(struct py_isolate *iso, size_t n, uint32_t maxchar);
// n code points stored with `width` bytes each; narrowed if they fit less.
py_value py_str_from_width(struct py_isolate *iso, const void *data, size_t n, int width);
py_value py_str_slice(struct py_isolate *iso, py_value s, size_t start, size_t end); // end <= len
// a + b; amortised linear when a is the tip of a growable buffer.
py_value py_str_concat(struct py_isolate *iso, py_value a, py_value b);
py_value py_str_repeat(struct py_isolate *iso, py_value s, int64_t n);
// sep.join(items); TypeError when one is no str.
py_value py_str_join(struct py_isolate *iso, py_value sep, py_value *items, size_t n);

static inline uint32_t py_str_at(const struct py_str *s, size_t i)
{
    switch (s->width) {
    case 1: return ((const uint8_t *)s->data)[i];
    case 2: return ((const uint16_t *)s->data)[i];
    default: return ((const uint32_t *)s->data)[i];
    }
}
static inline void py_char_put(void *data, int width, size_t i, uint32_t c)
{
    if (width == 1) ((uint8_t *)data)[i] = (uint8_t)c;
    else if (width == 2) ((uint16_t *)data)[i] = (uint16_t)c;
    else ((uint32_t *)data)[i] = c;
}
enum { PY_STR_LONG = 4096 }; // a comparison of longer ones is charged: see slot_compare()
bool py_str_equal(const struct py_str *a, const struct py_str *b);
int py_str_compare(const struct py_str *a, const struct py_str *b); // by code point: <0, 0, >0
uint64_t py_str_hash(struct py_isolate *iso, struct py_str *s);     // 0 only for ""
// With the isolate's key; 0 only when n is 0, never -1.
uint64_t py_hash_bytes(struct py_isolate *iso, const void *data, size_t n);
bool py_str_is(py_value s, const char *ascii); // s is a str equal to that text
// First occurrence of needle in s[start..end), -1 none. Ticks.
int64_t py_str_find(struct py_isolate *iso, const struct py_str *s, const struct py_str *needle,
                    size_t start, size_t end);
// UTF-8 of s; borrowed until the next allocation of the isolate (copy it to keep it). Lone
// surrogates come out as 3 bytes ("surrogatepass"). NULL only when memory is out.
const char *py_str_utf8(struct py_isolate *iso, py_value s, size_t *len);

// String builder: append freely, check once; a failed builder ignores everything and finish returns
// NULL. On the C stack; nothing to release.
struct py_sb {
    struct py_isolate *iso;
    struct py_buf *buf; // PY_K_RAW
    size_t len;         // code points
    uint8_t width;
    bool failed;
    uint32_t or_all; // all characters or-ed
};
void py_sb_init(struct py_sb *b, struct py_isolate *iso);
void py_sb_char(struct py_sb *b, uint32_t c);
void py_sb_fill(struct py_sb *b, uint32_t c, size_t n);
void py_sb_ascii(struct py_sb *b, const char *s, size_t n);
void py_sb_z(struct py_sb *b, const char *ascii);
void py_sb_str(struct py_sb *b, py_value s); // NULL marks the builder failed
void py_sb_slice(struct py_sb *b, py_value s, size_t start, size_t end);
void py_sb_repr(struct py_sb *b, py_value v); // repr(v)
void py_sb_format(struct py_sb *b, const char *fmt, ...);
// Takes off what was written from a place on; all that was written so far is ASCII.
py_value py_sb_take(struct py_sb *b, size_t from);
py_value py_sb_finish(struct py_sb *b);

py_value py_bytes_new(struct py_isolate *iso, const void *data, size_t len); // data NULL: zeroed
// Contiguous bytes of bytes, bytearray, memoryview, array. False: TypeError "a bytes-like object is
// required, not 'X'".
bool py_bytes_view(struct py_isolate *iso, py_value v, const unsigned char **data, size_t *len);

#endif
