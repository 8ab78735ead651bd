// ASCII, Latin-1, single-byte code pages, and the unicode_escape codecs.
#include "codec_int.h"

bool py_decode_ascii(struct py_dec *d)
{
    for (size_t i = 0, n = 0; i < d->len;) {
        if (!py_codec_tick(d->iso, n++)) return false;
        if (d->p[i] < 0x80) py_sb_char(&d->out, d->p[i++]);
        else if (!py_dec_error(d, i, i + 1, "ordinal not in range(128)", &i)) return false;
    }
    return true;
}

bool py_encode_narrow(struct py_enc *e, uint32_t limit)
{
    const struct py_str *s = py_str(e->s);
    const char *reason = limit == 128 ? "ordinal not in range(128)" : "ordinal not in range(256)";
    for (size_t i = 0, n = 0; i < s->len;) {
        uint32_t c = py_str_at(s, i);
        if (!py_codec_tick(e->iso, n++)) return false;
        if (c < limit) {
            py_bb_byte(&e->out, (int)c);
            i++;
            continue;
        }
        size_t end = i + 1;
        for (; end < s->len && py_str_at(s, end) >= limit; end++)
            if (!py_codec_tick(e->iso, end)) return false;
        if (!py_enc_error(e, i, end, reason, &i)) return false;
    }
    return true;
}

bool py_decode_table(struct py_dec *d, const uint16_t *high)
{
    for (size_t i = 0, n = 0; i < d->len;) {
        uint32_t c = d->p[i];
        if (!py_codec_tick(d->iso, n++)) return false;
        if (c >= 0x80) c = high[c - 0x80];
        if (c != 0xfffe) {
            py_sb_char(&d->out, c);
            i++;
        } else if (!py_dec_error(d, i, i + 1, "character maps to <undefined>", &i)) {
            return false;
        }
    }
    return true;
}

static int table_find(const uint16_t *high, uint32_t c)
{
    if (c < 0x80) return (int)c;
    for (int k = 0; k < 128; k++)
        if (high[k] == c && c != 0xfffe) return 128 + k;
    return -1;
}

bool py_encode_table(struct py_enc *e, const uint16_t *high)
{
    const struct py_str *s = py_str(e->s);
    e->name = "charmap";
    if (!py_tick(e->iso, s->len)) return false;
    for (size_t i = 0, n = 0; i < s->len;) {
        int byte = table_find(high, py_str_at(s, i));
        if (!py_codec_tick(e->iso, n++)) return false;
        if (byte >= 0) {
            py_bb_byte(&e->out, byte);
            i++;
            continue;
        }
        size_t end = i + 1;
        for (; end < s->len && table_find(high, py_str_at(s, end)) < 0; end++)
            if (!py_tick(e->iso, 1)) return false;
        if (!py_enc_error(e, i, end, "character maps to <undefined>", &i)) return false;
    }
    return true;
}

// --- unicode_escape -----------------------------------------------------------------------------

static int hex_value(int c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// \xHH \uHHHH \UHHHHHHHH at i (at the backslash).
static bool escape_hex(struct py_dec *d, size_t *i, int digits, const char *truncated)
{
    size_t start = *i, at = start + 2;
    uint32_t c = 0;
    int k = 0;
    for (; k < digits && at < d->len && hex_value(d->p[at]) >= 0; k++)
        c = c << 4 | (uint32_t)hex_value(d->p[at++]);
    if (k < digits) return py_dec_error(d, start, at, truncated, i);
    if (c > 0x10ffff) return py_dec_error(d, start, at, "illegal Unicode character", i);
    py_sb_char(&d->out, c);
    *i = at;
    return true;
}

static bool escape_one(struct py_dec *d, size_t *i)
{
    static const char from[] = "\\'\"bftnrva", to[] = "\\'\"\b\f\t\n\r\v\a";
    if (*i + 1 >= d->len) return py_dec_error(d, *i, d->len, "\\ at end of string", i);
    int c = d->p[*i + 1];
    const char *at = c ? strchr(from, c) : NULL;
    if (at) {
        py_sb_char(&d->out, (unsigned char)to[at - from]);
        *i += 2;
    } else if (c == '\n') {
        *i += 2;
    } else if (c == 'x') {
        return escape_hex(d, i, 2, "truncated \\xXX escape");
    } else if (c == 'u') {
        return escape_hex(d, i, 4,
                          "truncated \\uXX"
                          "XX escape");
    } else if (c == 'U') {
        return escape_hex(d, i, 8,
                          "truncated \\UXX"
                          "XX"
                          "XX"
                          "XX escape");
    } else if (c >= '0' && c <= '7') {
        uint32_t v = 0;
        size_t k = *i + 1;
        while (k < d->len && k < *i + 4 && d->p[k] >= '0' && d->p[k] <= '7')
            v = v << 3 | (uint32_t)(d->p[k++] - '0');
        py_sb_char(&d->out, v);
        *i = k;
    } else {
        py_sb_char(&d->out, '\\');
        *i += 1;
    }
    return true;
}

bool py_decode_escape(struct py_dec *d, bool raw)
{
    for (size_t i = 0, n = 0; i < d->len;) {
        bool slash = d->p[i] == '\\';
        if (!py_codec_tick(d->iso, n++)) return false;
        if (slash && raw) {
            size_t run = i;
            for (; run < d->len && d->p[run] == '\\'; run++)
                if (!py_codec_tick(d->iso, run)) return false;
            bool odd = (run - i) & 1, u = run < d->len && (d->p[run] == 'u' || d->p[run] == 'U');
            for (; i + (odd && u) < run; i++) {
                py_sb_char(&d->out, '\\');
                if (!py_codec_tick(d->iso, i)) return false;
            }
            if (!odd || !u) continue;
            bool big = d->p[run] == 'U';
            if (!escape_hex(d, &i, big ? 8 : 4,
                            big ? "truncated \\UXX"
                                  "XX"
                                  "XX"
                                  "XX escape"
                                : "truncated \\uXX"
                                  "XX escape"))
                return false;
        } else if (slash) {
            if (!escape_one(d, &i)) return false;
        } else {
            py_sb_char(&d->out, d->p[i++]);
        }
    }
    return true;
}

static void put_escape(struct py_enc *e, char kind, uint32_t c, int width)
{
    static const char hex[] = "0123456789abcdef";
    py_bb_byte(&e->out, '\\');
    py_bb_byte(&e->out, kind);
    while (width--) py_bb_byte(&e->out, hex[c >> (4 * width) & 15]);
}

bool py_encode_escape(struct py_enc *e, bool raw)
{
    const struct py_str *s = py_str(e->s);
    for (size_t i = 0; i < s->len; i++) {
        uint32_t c = py_str_at(s, i);
        if (!py_codec_tick(e->iso, i)) return false;
        if (c >= 0x10000) put_escape(e, 'U', c, 8);
        else if (c >= 0x100) put_escape(e, 'u', c, 4);
        else if (raw) py_bb_byte(&e->out, (int)c);
        else if (c == '\\') py_bb_add(&e->out, "\\\\", 2);
        else if (c == '\n') py_bb_add(&e->out, "\\n", 2);
        else if (c == '\r') py_bb_add(&e->out, "\\r", 2);
        else if (c == '\t') py_bb_add(&e->out, "\\t", 2);
        else if (c < ' ' || c >= 0x7f) put_escape(e, 'x', c, 2);
        else py_bb_byte(&e->out, (int)c);
    }
    return true;
}
