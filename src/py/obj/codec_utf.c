// UTF-8, UTF-16 and UTF-32, with the error positions and reasons of CPython.
#include "codec_int.h"
#include "str_int.h"

// Length of the valid sequence at p, or 0 with *bad the bytes to blame and *reason.
static int utf8_step(const unsigned char *p, size_t left, uint32_t *c, size_t *bad,
                     const char **reason)
{
    unsigned lead = p[0], lo = 0x80, hi = 0xbf;
    *bad = 1;
    *reason = "invalid start byte";
    if (lead < 0x80) {
        *c = lead;
        return 1;
    }
    if (lead < 0xc2 || lead > 0xf4) return 0;
    int n = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (lead == 0xe0) lo = 0xa0;
    else if (lead == 0xed) hi = 0x9f;
    else if (lead == 0xf0) lo = 0x90;
    else if (lead == 0xf4) hi = 0x8f;
    *c = lead & (0x7fu >> n);
    for (int i = 1; i < n; i++, lo = 0x80, hi = 0xbf) {
        *bad = (size_t)i;
        if ((size_t)i >= left) {
            *reason = "unexpected end of data";
            return 0;
        }
        if (p[i] < lo || p[i] > hi) {
            *reason = "invalid continuation byte";
            return 0;
        }
        *c = *c << 6 | (p[i] & 63u);
    }
    return n;
}

// Is what was refused at p only cut off? A surrogate counts as such: its handler wants it whole.
static bool may_go_on(const unsigned char *p, size_t left, size_t bad, const char *reason)
{
    if (left == 2 && p[0] == 0xed && p[1] >> 5 == 5) return true;
    return bad == left && !strncmp(reason, "unexpected", 10);
}

bool py_decode_utf8(struct py_dec *d)
{
    d->unit = 1;
    for (size_t i = 0, n = 0; i < d->len;) {
        size_t run = i, bad;
        uint32_t c = 0;
        const char *reason;
        if (!py_codec_tick(d->iso, n++)) return false;
        for (; run < d->len && d->p[run] < 0x80; run++)
            if (!py_codec_tick(d->iso, run)) return false;
        if (run > i) py_sb_ascii(&d->out, (const char *)d->p + i, run - i);
        i = run;
        if (i == d->len) break;
        int bytes = utf8_step(d->p + i, d->len - i, &c, &bad, &reason);
        if (bytes) {
            py_sb_char(&d->out, c);
            i += (size_t)bytes;
        } else if (d->partial && may_go_on(d->p + i, d->len - i, bad, reason)) {
            d->used = i;
            break;
        } else if (!py_dec_error(d, i, i + bad, reason, &i)) {
            return false;
        }
    }
    return true;
}

bool py_decode_utf8_sig(struct py_dec *d)
{
    static const char mark[] = "\xef\xbb\xbf";
    if (d->partial && d->len < 3 && !memcmp(d->p, mark, d->len)) {
        d->used = 0;
        return true;
    }
    if (d->len < 3 || memcmp(d->p, mark, 3) != 0) return py_decode_utf8(d);
    d->p += 3;
    d->len -= 3;
    d->used -= 3;
    d->obj = py_bytes_new(d->iso, d->p, d->len);
    if (!d->obj || !py_decode_utf8(d)) return false;
    d->used += 3;
    return true;
}

static bool is_surrogate(uint32_t c)
{
    return c >= 0xd800 && c <= 0xdfff;
}

// *i: the end of the run of surrogates there.
static bool surrogate_run(struct py_isolate *iso, const struct py_str *s, size_t *i)
{
    for (; *i < s->len && is_surrogate(py_str_at(s, *i)); ++*i)
        if (!py_codec_tick(iso, *i)) return false;
    return true;
}

bool py_encode_utf8_sig(struct py_enc *e)
{
    py_bb_add(&e->out, "\xef\xbb\xbf", 3);
    return py_encode_utf8(e);
}

bool py_encode_utf8(struct py_enc *e)
{
    const struct py_str *s = py_str(e->s);
    e->unit = 1;
    if (!py_tick(e->iso, s->len / 4)) return false;
    for (size_t i = 0, n = 0; i < s->len;) {
        size_t room = py_utf8_room(s, s->len - i);
        unsigned char *out = py_bb_room(&e->out, room);
        if (!out) return false;
        e->out.len -= room - py_utf8_write(s, &i, false, out);
        if (i == s->len) break;
        size_t end = i;
        if (!py_codec_tick(e->iso, n++) || !surrogate_run(e->iso, s, &end) ||
            !py_enc_error(e, i, end, "surrogates not allowed", &i))
            return false;
    }
    return true;
}

// Finds the byte order by a byte order mark; bytes of the mark go to *skip. Native order: little.
static int find_order(const struct py_dec *d, int size, size_t *skip)
{
    *skip = 0;
    if (d->len < (size_t)size) return -1;
    *skip = (size_t)size;
    if (size == 2 && d->p[0] == 0xff && d->p[1] == 0xfe) return -1;
    if (size == 2 && d->p[0] == 0xfe && d->p[1] == 0xff) return 1;
    if (size == 4 && !memcmp(d->p, "\xff\xfe\0\0", 4)) return -1;
    if (size == 4 && !memcmp(d->p, "\0\0\xfe\xff", 4)) return 1;
    *skip = 0;
    return -1;
}

static uint32_t unit16(const unsigned char *p, int order)
{
    return order < 0 ? (uint32_t)p[0] | (uint32_t)p[1] << 8 : (uint32_t)p[1] | (uint32_t)p[0] << 8;
}

// What is cut at the end waits for more, where more may come.
static bool cut(struct py_dec *d, size_t i, const char *reason, size_t *resume)
{
    if (!d->partial) return py_dec_error(d, i, d->len, reason, resume);
    d->used = i;
    *resume = d->len;
    return true;
}

bool py_decode_utf16(struct py_dec *d)
{
    size_t i = 0;
    if (d->partial && !d->order && d->len < 2) return cut(d, 0, "", &i);
    int order = d->order ? d->order : find_order(d, 2, &i);
    if (i) d->order = order;
    d->name = order < 0 ? "utf-16-le" : "utf-16-be";
    d->unit = order < 0 ? 2 : -2;
    for (size_t n = 0; i < d->len;) {
        if (!py_codec_tick(d->iso, n++)) return false;
        if (d->len - i < 2) {
            if (!cut(d, i, "truncated data", &i)) return false;
            continue;
        }
        uint32_t c = unit16(d->p + i, order);
        if (!is_surrogate(c)) {
            py_sb_char(&d->out, c);
            i += 2;
        } else if (c >= 0xdc00) {
            if (!py_dec_error(d, i, i + 2, "illegal encoding", &i)) return false;
        } else if (d->len - i < 4) {
            if (!cut(d, i, "unexpected end of data", &i)) return false;
        } else {
            uint32_t low = unit16(d->p + i + 2, order);
            if (low >= 0xdc00 && low <= 0xdfff) {
                py_sb_char(&d->out, 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff)));
                i += 4;
            } else if (!py_dec_error(d, i, i + 2, "illegal UTF-16 surrogate", &i)) {
                return false;
            }
        }
    }
    return true;
}

bool py_decode_utf32(struct py_dec *d)
{
    size_t i = 0;
    if (d->partial && !d->order && d->len < 4) return cut(d, 0, "", &i);
    int order = d->order ? d->order : find_order(d, 4, &i);
    if (i) d->order = order;
    d->name = order < 0 ? "utf-32-le" : "utf-32-be";
    d->unit = order < 0 ? 4 : -4;
    for (size_t n = 0; i < d->len;) {
        const char *reason = NULL;
        size_t end = i + 4;
        uint32_t c = 0;
        if (!py_codec_tick(d->iso, n++)) return false;
        if (d->len - i < 4) {
            if (!cut(d, i, "truncated data", &i)) return false;
            continue;
        } else {
            for (int k = 0; k < 4; k++)
                c |= (uint32_t)d->p[i + (size_t)k] << 8 * (order < 0 ? k : 3 - k);
            if (c > 0x10ffff) reason = "code point not in range(0x110000)";
            else if (is_surrogate(c))
                reason = "code point in surrogate code point range(0xd800, 0xe000)";
        }
        if (reason) {
            if (!py_dec_error(d, i, end, reason, &i)) return false;
        } else {
            py_sb_char(&d->out, c);
            i += 4;
        }
    }
    return true;
}

static void put_unit(struct py_enc *e, uint32_t c)
{
    int size = abs(e->unit);
    for (int i = 0; i < size; i++)
        py_bb_byte(&e->out, (int)(c >> (e->unit < 0 ? 8 * (size - 1 - i) : 8 * i) & 255));
}

bool py_encode_utf16(struct py_enc *e)
{
    const struct py_str *s = py_str(e->s);
    e->unit = e->order <= 0 ? 2 : -2;
    if (!e->order) put_unit(e, 0xfeff);
    for (size_t i = 0, n = 0; i < s->len;) {
        uint32_t c = py_str_at(s, i);
        if (!py_codec_tick(e->iso, n++)) return false;
        if (is_surrogate(c)) {
            if (!py_enc_error(e, i, i + 1, "surrogates not allowed", &i)) return false;
            continue;
        }
        i++;
        if (c < 0x10000) {
            put_unit(e, c);
        } else {
            put_unit(e, 0xd800 | (c - 0x10000) >> 10);
            put_unit(e, 0xdc00 | ((c - 0x10000) & 0x3ff));
        }
    }
    return true;
}

bool py_encode_utf32(struct py_enc *e)
{
    const struct py_str *s = py_str(e->s);
    e->unit = e->order <= 0 ? 4 : -4;
    if (!e->order) put_unit(e, 0xfeff);
    for (size_t i = 0, n = 0; i < s->len;) {
        uint32_t c = py_str_at(s, i);
        if (!py_codec_tick(e->iso, n++)) return false;
        if (!is_surrogate(c)) {
            put_unit(e, c);
            i++;
        } else if (!py_enc_error(e, i, i + 1, "surrogates not allowed", &i)) {
            return false;
        }
    }
    return true;
}
