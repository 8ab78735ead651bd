// The core of str: making, comparing, hashing, slicing and joining text. Methods are in str_*.c.
#include <stdlib.h>
#include <wchar.h>

#include "seq_int.h"
#include "str_int.h"
#include "text_int.h"

// --- as UTF-8

const char *py_str_utf8(struct py_isolate *iso, py_value v, size_t *len)
{
    const struct py_str *s = py_str(v);
    if (s->ascii) {
        if (len) *len = s->len;
        if (!s->shared) return s->data;
        struct py_buf *own = py_strbuf_buf(s);
        size_t room = own->cap - sizeof(struct py_strbuf);
        if (s->len < room && !((const char *)s->data)[s->len]) return s->data;
    }
    if (!py_tick(iso, s->len / 16)) return NULL;
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, py_utf8_room(s, s->len) + 1);
    if (!b) return NULL;
    size_t at = 0, n = py_utf8_write(s, &at, true, b->u.b);
    b->u.b[n] = 0;
    if (len) *len = n;
    return (const char *)b->u.b;
}

// --- making -------------------------------------------------------------------------------------

py_value py_str_alloc(struct py_isolate *iso, size_t n, uint32_t maxchar)
{
    int width = py_width_of(maxchar);
    if (n == 0 && iso->empty_str) return iso->empty_str;
    if (n > 0xfffffff0u) return py_raise_no_memory(iso);
    struct py_type *t = py_t(iso, PY_T_STR);
    size_t size = PY_STR_INLINE + (n + 1) * (size_t)width;
    struct py_str *s = size <= PY_GC_FINE_MAX ? py_new_fast(iso, t, PY_K_STR, size)
                                              : py_new_text(iso, t, sizeof *s, size);
    if (!s) return NULL;
    s->len = (uint32_t)n;
    s->width = (uint8_t)width;
    s->ascii = maxchar < 0x80;
    s->data = s->inl;
    if (n == 0) iso->empty_str = (py_value)s;
    return (py_value)s;
}

py_value py_str_over(struct py_isolate *iso, struct py_buf *buf, size_t n, int width, bool ascii)
{
    if (n > 0xfffffff0u) return py_raise_no_memory(iso);
    struct py_str *s = py_new_fast(iso, py_t(iso, PY_T_STR), PY_K_STR, sizeof *s);
    if (!s) return NULL;
    s->len = (uint32_t)n;
    s->width = (uint8_t)width;
    s->ascii = ascii;
    s->shared = 1;
    s->data = ((struct py_strbuf *)buf->u.b)->text;
    return (py_value)s;
}

py_value py_str_char(struct py_isolate *iso, uint32_t c)
{
    if (c < 256 && iso->chars[c]) return iso->chars[c];
    py_value v = py_str_alloc(iso, 1, c);
    if (!v) return NULL;
    py_char_put(py_str(v)->data, py_str(v)->width, 0, c);
    if (c < 256) iso->chars[c] = v = py_str_intern_value(iso, v);
    return v;
}

static py_value new_ascii(struct py_isolate *iso, const char *s, size_t len)
{
    if (len == 1) return py_str_char(iso, (unsigned char)*s);
    py_value v = py_str_alloc(iso, len, 0x7f);
    if (v && len) memcpy(py_str(v)->data, s, len);
    return v;
}

py_value py_str_new(struct py_isolate *iso, const char *utf8, size_t len)
{
    py_str_look(iso, len);
    if (py_ascii_bytes(utf8, len)) return new_ascii(iso, utf8, len);
    const unsigned char *p = (const unsigned char *)utf8, *end = p + len;
    size_t n = 0;
    uint32_t or_all = 0;
    if (!py_tick(iso, len / 16)) return NULL;
    py_value valid = py_str_valid(iso, utf8, len);
    if (valid || py_error(iso)) return valid;
    while (p < end) {
        or_all |= py_utf8_next(&p, end);
        n++;
    }
    if (or_all > 0x10ffff) or_all = 0x10ffff;
    if (n == 1 && or_all < 256) return py_str_char(iso, or_all);
    py_value v = py_str_alloc(iso, n, or_all);
    if (!v) return NULL;
    struct py_str *s = py_str(v);
    p = (const unsigned char *)utf8;
    for (size_t i = 0; i < n; i++) py_char_put(s->data, s->width, i, py_utf8_next(&p, end));
    return v;
}

py_value py_str_z(struct py_isolate *iso, const char *utf8)
{
    return py_str_new(iso, utf8, strlen(utf8));
}

static uint32_t or_bytes(const uint8_t *p, size_t n)
{
    return py_ascii_bytes(p, n) ? 0x7f : 0xff;
}

uint32_t py_str_or(const void *data, int width, size_t start, size_t end)
{
    uint32_t acc = 0;
    if (width == 1) return or_bytes((const uint8_t *)data + start, end - start);
    if (width == 2)
        for (size_t i = start; i < end; i++) acc |= ((const uint16_t *)data)[i];
    else
        for (size_t i = start; i < end; i++) acc |= ((const uint32_t *)data)[i];
    return acc > 0x10ffff ? 0x10ffff : acc;
}

void py_str_widen(void *to, int to_width, size_t at, const void *from, int width, size_t n)
{
    if (to_width == width) {
        memcpy((char *)to + at * (size_t)width, from, n * (size_t)width);
    } else if (to_width == 2) {
        uint16_t *out = (uint16_t *)to + at;
        for (size_t i = 0; i < n; i++) out[i] = ((const uint8_t *)from)[i];
    } else if (width == 1) {
        uint32_t *out = (uint32_t *)to + at;
        for (size_t i = 0; i < n; i++) out[i] = ((const uint8_t *)from)[i];
    } else {
        uint32_t *out = (uint32_t *)to + at;
        for (size_t i = 0; i < n; i++) out[i] = ((const uint16_t *)from)[i];
    }
}

// Copies n code points that are known to fit `to_width`.
static void narrow(void *to, int to_width, const void *from, int width, size_t n)
{
    if (to_width == 1 && width == 2)
        for (size_t i = 0; i < n; i++) ((uint8_t *)to)[i] = (uint8_t)((const uint16_t *)from)[i];
    else if (to_width == 1)
        for (size_t i = 0; i < n; i++) ((uint8_t *)to)[i] = (uint8_t)((const uint32_t *)from)[i];
    else
        for (size_t i = 0; i < n; i++) ((uint16_t *)to)[i] = (uint16_t)((const uint32_t *)from)[i];
}

py_value py_str_from_width(struct py_isolate *iso, const void *data, size_t n, int width)
{
    py_str_look(iso, n * (size_t)width);
    uint32_t max = py_str_or(data, width, 0, n);
    if (n == 0) return py_str_alloc(iso, 0, 0);
    if (n == 1 && max < 256) {
        struct py_str one = {.width = (uint8_t)width, .data = (void *)(uintptr_t)data};
        return py_str_char(iso, py_str_at(&one, 0));
    }
    py_value v = py_str_alloc(iso, n, max);
    if (!v) return NULL;
    struct py_str *s = py_str(v);
    if (s->width == width) memcpy(s->data, data, n * (size_t)width);
    else narrow(s->data, s->width, data, width, n);
    return v;
}

py_value py_str_slice(struct py_isolate *iso, py_value v, size_t start, size_t end)
{
    const struct py_str *s = py_str(v);
    if (start >= end) return py_str_alloc(iso, 0, 0);
    if (start == 0 && end == s->len && py_is_exact(v, PY_K_STR)) return v;
    if (end - start == 1) return py_str_char(iso, py_str_at(s, start));
    if (!py_tick(iso, (end - start) / 32)) return NULL;
    const char *from = (const char *)s->data + start * s->width;
    if (!s->ascii) return py_str_from_width(iso, from, end - start, s->width);
    py_value out = py_str_alloc(iso, end - start, 0x7f);
    if (out) memcpy(py_str(out)->data, from, end - start);
    return out;
}

// --- comparing ----------------------------------------------------------------------------------

// memcmp() == 0; the short texts that keys are, without a call: two words that may overlap.
static inline bool same_bytes(const unsigned char *a, const unsigned char *b, size_t n)
{
    if (n < 4) {
        for (size_t i = 0; i < n; i++)
            if (a[i] != b[i]) return false;
        return true;
    }
    if (n > 16) return memcmp(a, b, n) == 0;
    uint64_t x = 0, y = 0, z = 0, w = 0;
    if (n < 8) {
        memcpy(&x, a, 4), memcpy(&y, b, 4);
        memcpy(&z, a + n - 4, 4), memcpy(&w, b + n - 4, 4);
    } else {
        memcpy(&x, a, 8), memcpy(&y, b, 8);
        memcpy(&z, a + n - 8, 8), memcpy(&w, b + n - 8, 8);
    }
    return x == y && z == w;
}

bool py_str_equal(const struct py_str *a, const struct py_str *b)
{
    if (a == b) return true;
    if (a->len != b->len || a->width != b->width) return false;
    if (py_obj_flags(&a->h) & py_obj_flags(&b->h) & PY_F_INTERNED) return false;
    if (a->hash && b->hash && a->hash != b->hash) return false;
    return same_bytes(a->data, b->data, (size_t)a->len * a->width);
}

int py_str_compare(const struct py_str *a, const struct py_str *b)
{
    size_t n = a->len < b->len ? a->len : b->len;
    if (a->width == 1 && b->width == 1) {
        int c = memcmp(a->data, b->data, n);
        if (c) return c;
    } else {
        for (size_t i = 0; i < n; i++) {
            uint32_t x = py_str_at(a, i), y = py_str_at(b, i);
            if (x != y) return x < y ? -1 : 1;
        }
    }
    return a->len < b->len ? -1 : a->len > b->len;
}

bool py_str_is(py_value v, const char *ascii)
{
    if (!py_is_str(v)) return false;
    const struct py_str *s = py_str(v);
    return s->ascii && strlen(ascii) == s->len && memcmp(s->data, ascii, s->len) == 0;
}

// --- hashing: SipHash-1-3 (Aumasson, Bernstein) over the stored bytes ---------------------------

#define ROTL(x, b) ((x) << (b) | (x) >> (64 - (b)))

static inline void sip_round(uint64_t v[4])
{
    v[0] += v[1], v[1] = ROTL(v[1], 13) ^ v[0], v[0] = ROTL(v[0], 32);
    v[2] += v[3], v[3] = ROTL(v[3], 16) ^ v[2];
    v[0] += v[3], v[3] = ROTL(v[3], 21) ^ v[0];
    v[2] += v[1], v[1] = ROTL(v[1], 17) ^ v[2], v[2] = ROTL(v[2], 32);
}

// The last n < 8 bytes, the first of them lowest.
static inline uint64_t tail_word(const unsigned char *p, size_t n)
{
    uint32_t four;
    uint64_t w = 0;
    unsigned at = 0;
    if (n & 4) {
        memcpy(&four, p, 4);
        w = four;
        at = 4;
    }
    for (; at < n; at++) w |= (uint64_t)p[at] << 8 * at;
    return w;
}

uint64_t py_hash_bytes(struct py_isolate *iso, const void *data, size_t n)
{
    if (!n) return 0; // as CPython, whatever the key
    uint64_t k0 = iso->hash_key[0], k1 = iso->hash_key[1];
    uint64_t v[4] = {k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d, k0 ^ 0x6c7967656e657261,
                     k1 ^ 0x7465646279746573};
    const unsigned char *p = data;
    uint64_t last = (uint64_t)n << 56, w;
    for (; n >= 8; p += 8, n -= 8) {
        memcpy(&w, p, 8);
        v[3] ^= w;
        sip_round(v);
        v[0] ^= w;
    }
    last |= tail_word(p, n);
    v[3] ^= last;
    sip_round(v);
    v[0] ^= last;
    v[2] ^= 0xff;
    for (int i = 0; i < 3; i++) sip_round(v);
    uint64_t h = v[0] ^ v[1] ^ v[2] ^ v[3];
    return h == 0 || h == UINT64_MAX ? 0x51ed270b : h;
}

uint64_t py_str_hash(struct py_isolate *iso, struct py_str *s)
{
    if (s->hash) return s->hash;
    size_t n = (size_t)s->len * s->width;
    if (n > 4096) py_charge(iso, n / 64); // checked by the next tick
    return s->hash = py_hash_bytes(iso, s->data, n);
}

// --- searching ----------------------------------------------------------------------------------

static int64_t find_char(const struct py_str *s, uint32_t c, size_t start, size_t end)
{
    if (s->width == 1) {
        if (c > 0xff) return -1;
        const char *at = memchr((const char *)s->data + start, (int)c, end - start);
        return at ? at - (const char *)s->data : -1;
    }
    if (s->width == 4) {
        _Static_assert(sizeof(wchar_t) == 4, "wmemchr searches code points");
        const wchar_t *text = s->data, *at = wmemchr(text + start, (wchar_t)c, end - start);
        return at ? at - text : -1;
    }
    const uint16_t *p = s->data;
    for (size_t i = start; i < end; i++)
        if (p[i] == c) return (int64_t)i;
    return -1;
}

// Searches the bytes; matches that straddle code units are passed over. Each such try is charged,
// so that crafted text cannot make it quadratic for free.
static int64_t find_wide(struct py_isolate *iso, const struct py_str *s, const void *needle,
                         size_t bytes, size_t start, size_t end)
{
    const char *base = s->data, *from = base + start * s->width, *stop = base + end * s->width;
    for (;;) {
        const char *at = memmem(from, (size_t)(stop - from), needle, bytes);
        if (!at) return -1;
        if ((at - base) % s->width == 0) return (at - base) / s->width;
        if (!py_tick(iso, 1 + bytes / 16)) return -1;
        from = at + 1;
    }
}

// The result `at` of a search of s[start..end), charged for what was looked at.
static int64_t found_at(struct py_isolate *iso, int64_t at, size_t start, size_t end)
{
    size_t seen = (at < 0 ? end : (size_t)at) - start;
    return seen > 1024 && !py_tick(iso, seen / 64) ? -1 : at;
}

int64_t py_str_find(struct py_isolate *iso, const struct py_str *s, const struct py_str *needle,
                    size_t start, size_t end)
{
    size_t n = needle->len;
    if (end > s->len) end = s->len;
    if (start > end || end - start < n) return -1;
    if (n == 0) return (int64_t)start;
    if (needle->width > s->width) return -1;
    if (n == 1) return found_at(iso, find_char(s, py_str_at(needle, 0), start, end), start, end);
    if (s->width == 1) {
        const char *base = s->data;
        const char *at = py_find_bytes(base + start, end - start, needle->data, n);
        return found_at(iso, at ? at - base : -1, start, end);
    }
    if (end - start > 1024 && !py_tick(iso, (end - start) / 64)) return -1;
    int64_t first = find_char(s, py_str_at(needle, 0), start, end - n + 1);
    if (first < 0) return -1;
    start = (size_t)first;
    if (needle->width == s->width) return find_wide(iso, s, needle->data, n * s->width, start, end);
    struct py_buf *b = py_buf_new(iso, PY_K_RAW, n * s->width);
    if (!b) return -1;
    py_str_widen(b->u.b, s->width, 0, needle->data, needle->width, n);
    int64_t at = find_wide(iso, s, b->u.b, n * s->width, start, end);
    py_buf_free(iso, b);
    return at;
}

// --- concatenation ------------------------------------------------------------------------------

// Both texts in a growable buffer with room to spare; s's own buffer when s is its tip and b fits.
static py_value concat_grow(struct py_isolate *iso, const struct py_str *a, const struct py_str *b,
                            int width)
{
    size_t have = (size_t)a->len * a->width, n = (size_t)a->len + b->len, bytes = n * (size_t)width;
    bool ascii = a->ascii && b->ascii;
    if (a->shared && a->width == width) {
        struct py_buf *buf = py_strbuf_buf(a);
        struct py_strbuf *sb = (struct py_strbuf *)buf->u.b;
        if (sb->used == have && buf->cap - sizeof *sb >= bytes) {
            py_value v = py_str_over(iso, buf, n, width, ascii);
            if (!v) return NULL;
            py_str_widen(sb->text, width, a->len, b->data, b->width, b->len);
            sb->used = bytes;
            return v;
        }
    }
    size_t spare = a->shared ? bytes / 2 : bytes / 4;
    if (!py_tick(iso, bytes / 64)) return NULL;
    if (!py_mem_check(iso, bytes)) return NULL;
    if (spare > iso->mem_cap / 16) spare = 0;
    struct py_buf *buf = py_buf_new(iso, PY_K_RAW, sizeof(struct py_strbuf) + bytes + spare);
    py_value v = buf ? py_str_over(iso, buf, n, width, ascii) : NULL;
    if (!v) return NULL;
    struct py_strbuf *sb = (struct py_strbuf *)buf->u.b;
    py_str_widen(sb->text, width, 0, a->data, a->width, a->len);
    py_str_widen(sb->text, width, a->len, b->data, b->width, b->len);
    sb->used = bytes;
    return v;
}

py_value py_str_concat(struct py_isolate *iso, py_value va, py_value vb)
{
    const struct py_str *a = py_str(va), *b = py_str(vb);
    if (b->len == 0 && py_is_exact(va, PY_K_STR)) return va;
    if (a->len == 0 && py_is_exact(vb, PY_K_STR)) return vb;
    int width = a->width > b->width ? a->width : b->width;
    size_t n = (size_t)a->len + b->len;
    if (a->len >= PY_STR_SHARE_MIN) return concat_grow(iso, a, b, width);
    if (!py_tick(iso, n / 32)) return NULL;
    uint32_t max = a->ascii && b->ascii ? 0x7f : width == 1 ? 0xff : width == 2 ? 0xffff : 0x10ffff;
    py_value v = py_str_alloc(iso, n, max);
    if (!v) return NULL;
    void *to = py_str(v)->data;
    py_str_widen(to, width, 0, a->data, a->width, a->len);
    py_str_widen(to, width, a->len, b->data, b->width, b->len);
    return v;
}

py_value py_str_repeat(struct py_isolate *iso, py_value v, int64_t n)
{
    const struct py_str *s = py_str(v);
    if (n <= 0 || s->len == 0) return py_str_alloc(iso, 0, 0);
    if (n == 1 && py_is_exact(v, PY_K_STR)) return v;
    if ((uint64_t)n > (uint64_t)INT64_MAX / s->len)
        return py_raise(iso, PY_T_OverflowError, "repeated string is too long");
    if ((uint64_t)n > 0xfffffff0u / s->len) return py_raise_no_memory(iso);
    size_t unit = (size_t)s->len * s->width, bytes = unit * (size_t)n;
    if (!py_mem_check(iso, bytes) || !py_tick(iso, bytes / 64)) return NULL;
    py_value out = py_str_alloc(iso, s->len * (size_t)n,
                                s->ascii        ? 0x7f
                                : s->width == 1 ? 0xff
                                : s->width == 2 ? 0xffff
                                                : 0x10ffff);
    if (!out) return NULL;
    char *to = py_str(out)->data;
    memcpy(to, s->data, unit);
    if (unit == 1) memset(to, *to, bytes);
    else py_repeat_bytes(to, unit, bytes);
    return out;
}

// Checks the items and finds length and width of the result. False: TypeError raised.
static bool join_measure(struct py_isolate *iso, const struct py_str *sep, py_value *items,
                         size_t n, size_t *len, uint32_t *max)
{
    static const uint32_t top[] = {0, 0xff, 0xffff, 0, 0x10ffff};
    uint64_t total = n > 1 ? (uint64_t)sep->len * (n - 1) : 0;
    if (n > 1 && !py_tick(iso, n)) return false;
    *max = n > 1 ? (sep->ascii ? 0x7f : top[sep->width]) : 0x7f;
    for (size_t i = 0; i < n; i++) {
        if (!py_is_str(items[i])) {
            py_raise_type_error(iso, "sequence item %zu: expected str instance, %T found", i,
                                items[i]);
            return false;
        }
        const struct py_str *s = py_str(items[i]);
        total += s->len;
        if (!s->ascii && top[s->width] > *max) *max = top[s->width];
    }
    *len = total;
    if (total > 0xfffffff0u) return py_raise_no_memory(iso);
    return py_mem_check(iso, total * (size_t)py_width_of(*max)) &&
           py_tick(iso, n / 2 + total / (*max < 0x80 ? 64 : 4));
}

py_value py_str_join(struct py_isolate *iso, py_value vsep, py_value *items, size_t n)
{
    const struct py_str *sep = py_str(vsep);
    size_t len, at = 0;
    uint32_t max;
    if (n == 1 && py_is_exact(items[0], PY_K_STR)) return items[0];
    if (!join_measure(iso, sep, items, n, &len, &max)) return NULL;
    py_value v = py_str_alloc(iso, len, max);
    if (!v) return NULL;
    struct py_str *out = py_str(v);
    for (size_t i = 0; i < n; i++) {
        const struct py_str *s = py_str(items[i]);
        if (i && sep->len) {
            py_str_widen(out->data, out->width, at, sep->data, sep->width, sep->len);
            at += sep->len;
        }
        py_str_widen(out->data, out->width, at, s->data, s->width, s->len);
        at += s->len;
    }
    return v;
}

// Exact strings have their text in themselves, unless it is shared.
void py_str_trace(struct py_isolate *iso, struct py_obj *o)
{
    struct py_str *s = (struct py_str *)o;
    if (s->shared) py_mark_interior(iso, s->data);
}
