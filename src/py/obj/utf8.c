// UTF-8 and the code points of strings: measuring, reading and writing. Text is mostly ASCII with
// something else in between, so runs of ASCII go by words.
#include "str_int.h"

static inline bool ascii_word(const unsigned char *p)
{
    uint64_t w;
    memcpy(&w, p, sizeof w);
    return !(w & 0x8080808080808080);
}

uint32_t py_utf8_next(const unsigned char **p, const unsigned char *end)
{
    const unsigned char *s = *p;
    uint32_t c = *s++;
    *p = s;
    if (c < 0x80) return c;
    int more = c >= 0xc2 && c < 0xe0   ? 1
               : c >= 0xe0 && c < 0xf0 ? 2
               : c >= 0xf0 && c < 0xf5 ? 3
                                       : 0;
    if (!more || end - s < more) return 0xfffd;
    c &= 0x3f >> more;
    for (int i = 0; i < more; i++) {
        if ((s[i] & 0xc0) != 0x80) return 0xfffd;
        c = c << 6 | (s[i] & 0x3f);
    }
    if ((more == 2 && c < 0x800) || (more == 3 && (c < 0x10000 || c > 0x10ffff))) return 0xfffd;
    *p = s + more;
    return c;
}

// The code points that len bytes hold if they are valid; *maxchar is one of 0x7f, 0xff, 0xffff and
// 0x10ffff that none of them exceeds. Blocks, which the compiler turns into vectors.
static size_t survey(const unsigned char *p, size_t len, uint32_t *maxchar)
{
    enum { BLOCK = 64, CONTINUATION_END = -64 }; // 0b10...... as signed: below that
    unsigned char most = 0;
    size_t more = 0, at = 0;
    for (; len - at >= BLOCK; at += BLOCK) {
        unsigned char n = 0;
        for (size_t i = at; i < at + BLOCK; i++) {
            most = p[i] > most ? p[i] : most;
            n += (signed char)p[i] < CONTINUATION_END;
        }
        more += n;
    }
    for (; at < len; at++) {
        most = p[at] > most ? p[at] : most;
        more += (signed char)p[at] < CONTINUATION_END;
    }
    *maxchar = most < 0x80 ? 0x7f : most < 0xc4 ? 0xff : most < 0xf0 ? 0xffff : 0x10ffff;
    return len - more;
}

// Reads the sequence of more than a byte at *p, which moves on; 0: invalid.
static inline uint32_t sequence(const unsigned char **p, const unsigned char *end)
{
    const unsigned char *s = *p;
    size_t left = (size_t)(end - s);
    if (s[0] < 0xc2 || left < 2 || (s[1] & 0xc0) != 0x80) return 0;
    if (s[0] < 0xe0) return *p += 2, (s[0] & 0x1fu) << 6 | (s[1] & 0x3fu);
    if (left < 3 || (s[2] & 0xc0) != 0x80) return 0;
    uint32_t c = (s[0] & 0xfu) << 12 | (s[1] & 0x3fu) << 6 | (s[2] & 0x3fu);
    if (s[0] < 0xf0) return *p += 3, c < 0x800 || c >> 11 == 0x1b ? 0 : c;
    if (s[0] > 0xf4 || left < 4 || (s[3] & 0xc0) != 0x80) return 0;
    c = (c & 0x7fff) << 6 | (s[3] & 0x3fu);
    return *p += 4, c < 0x10000 || c > 0x10ffff ? 0 : c;
}

// Fills `to` with the characters of len bytes; false: they are not valid. Each takes one byte that
// is no continuation, so there are never more than survey counted.
#define READ(type)                                                                                 \
    for (type *to = out; p < end;) {                                                               \
        if (*p >= 0x80) {                                                                          \
            uint32_t c = sequence(&p, end);                                                        \
            if (!c) return false;                                                                  \
            *to++ = (type)c;                                                                       \
        } else if (end - p >= 8 && ascii_word(p)) {                                                \
            for (int i = 0; i < 8; i++) *to++ = *p++;                                              \
        } else {                                                                                   \
            do *to++ = *p++;                                                                       \
            while (p < end && *p < 0x80);                                                          \
        }                                                                                          \
    }

static bool read_valid(const unsigned char *p, size_t len, int width, void *out)
{
    const unsigned char *end = p + len;
    if (width == 1) READ(uint8_t)
    else if (width == 2) READ(uint16_t)
    else READ(uint32_t)
    return true;
}

py_value py_str_valid(struct py_isolate *iso, const char *utf8, size_t len)
{
    const unsigned char *p = (const unsigned char *)utf8;
    uint32_t maxchar;
    size_t n = survey(p, len, &maxchar);
    py_value v = py_str_alloc(iso, n, maxchar);
    if (!v || !read_valid(p, len, py_str(v)->width, py_str(v)->data)) return NULL;
    if (n != 1 || maxchar > 0xff) return v;
    return py_str_char(iso, py_str_at(py_str(v), 0));
}

static inline unsigned char *put(unsigned char *o, uint32_t c)
{
    if (c < 0x80) {
        *o++ = (unsigned char)c;
    } else if (c < 0x800) {
        *o++ = (unsigned char)(0xc0 | c >> 6);
        *o++ = (unsigned char)(0x80 | (c & 63));
    } else {
        if (c < 0x10000) {
            *o++ = (unsigned char)(0xe0 | c >> 12);
        } else {
            *o++ = (unsigned char)(0xf0 | c >> 18);
            *o++ = (unsigned char)(0x80 | (c >> 12 & 63));
        }
        *o++ = (unsigned char)(0x80 | (c >> 6 & 63));
        *o++ = (unsigned char)(0x80 | (c & 63));
    }
    return o;
}

#define WRITE(type)                                                                                \
    for (const type *c = s->data; i < s->len && (all || c[i] >> 11 != 0x1b); i++) o = put(o, c[i]);

size_t py_utf8_write(const struct py_str *s, size_t *at, bool all, unsigned char *out)
{
    unsigned char *o = out;
    size_t i = *at;
    if (s->width == 1) WRITE(uint8_t)
    else if (s->width == 2) WRITE(uint16_t)
    else WRITE(uint32_t)
    *at = i;
    return (size_t)(o - out);
}
