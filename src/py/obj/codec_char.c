// ASCII, Latin-1, single-byte code pages, and the unicode_escape codecs.
#include "exc.h"
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

bool py_decode_latin1(struct py_dec *d)
{
    py_value s = py_str_from_width(d->iso, d->p, d->len, 1);
    py_sb_str(&d->out, s);
    return s != NULL;
}

static bool encode_narrow(struct py_enc *e, const char *reason)
{
    const struct py_str *s = py_str(e->s);
    for (size_t i = 0, n = 0; i < s->len;) {
        uint32_t c = py_str_at(s, i);
        if (!py_codec_tick(e->iso, n++)) return false;
        if (c < e->limit) {
            py_bb_byte(&e->out, (int)c);
            i++;
            continue;
        }
        size_t end = i + 1;
        for (; end < s->len && py_str_at(s, end) >= e->limit; end++)
            if (!py_codec_tick(e->iso, end)) return false;
        if (!py_enc_error(e, i, end, reason, &i)) return false;
    }
    return true;
}

bool py_encode_ascii(struct py_enc *e)
{
    return encode_narrow(e, "ordinal not in range(128)");
}

bool py_encode_latin1(struct py_enc *e)
{
    e->limit = 256;
    return encode_narrow(e, "ordinal not in range(256)");
}

// --- code pages ----------------------------------------------------------------------------------

bool py_decode_table(struct py_dec *d)
{
    for (size_t i = 0, n = 0; i < d->len;) {
        uint32_t c = py_charmap_at(d->map, d->p[i]);
        if (!py_codec_tick(d->iso, n++)) return false;
        if (c != 0xfffe) {
            py_sb_char(&d->out, c);
            i++;
        } else if (!py_dec_error(d, i, i + 1, "character maps to <undefined>", &i)) {
            return false;
        }
    }
    return true;
}

// The bytes of characters: open addressing over twice as many slots.
struct reverse {
    const struct py_charmap *map;
    uint16_t slots[512]; // byte + 1
};

static size_t reverse_slot(const struct reverse *r, uint32_t c)
{
    size_t i = c * 40503u >> 4 & 511;
    while (r->slots[i] && py_charmap_at(r->map, r->slots[i] - 1u) != c) i = (i + 1) & 511;
    return i;
}

static void reverse_fill(struct reverse *r, const struct py_charmap *map)
{
    memset(r->slots, 0, sizeof r->slots);
    r->map = map;
    for (unsigned byte = map->first; byte < 256; byte++) {
        uint32_t c = py_charmap_at(map, byte);
        if (c != 0xfffe) r->slots[reverse_slot(r, c)] = (uint16_t)(byte + 1);
    }
}

// -1: it has none.
static int reverse_find(const struct reverse *r, uint32_t c)
{
    if (c > 0xffff) return -1;
    int found = r->slots[reverse_slot(r, c)] - 1;
    return found < 0 && c < r->map->first ? (int)c : found;
}

static int put_table(struct py_enc *e, uint32_t c)
{
    int byte = reverse_find(e->map, c);
    if (byte >= 0) py_bb_byte(&e->out, byte);
    return byte >= 0;
}

bool py_encode_table(struct py_enc *e)
{
    struct reverse r;
    const struct py_str *s = py_str(e->s);
    reverse_fill(&r, e->map);
    e->map = &r;
    e->put = put_table;
    if (!py_tick(e->iso, 64)) return false;
    for (size_t i = 0, n = 0; i < s->len;) {
        if (!py_codec_tick(e->iso, n++)) return false;
        if (put_table(e, py_str_at(s, i))) {
            i++;
            continue;
        }
        size_t end = i + 1;
        for (; end < s->len && reverse_find(&r, py_str_at(s, end)) < 0; end++)
            if (!py_tick(e->iso, 1)) return false;
        if (!py_enc_error(e, i, end, "character maps to <undefined>", &i)) return false;
    }
    return true;
}

// --- unicode_escape ------------------------------------------------------------------------------

static int hex_value(int c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// What the end cuts off waits for more, where more may come; otherwise it is wrong.
static bool wrong(struct py_dec *d, size_t start, size_t end, const char *reason, size_t *resume)
{
    if (!d->partial || end < d->len) return py_dec_error(d, start, end, reason, resume);
    d->used = start;
    *resume = d->len;
    return true;
}

// \xHH \uHHHH \UHHHHHHHH at i (at the backslash).
static bool escape_hex(struct py_dec *d, size_t *i)
{
    static const char *const truncated[] = {"truncated \\xXX escape",
                                            "truncated \\u"
                                            "XXXX escape",
                                            "truncated \\U"
                                            "XXXXXXXX escape"};
    size_t start = *i, at = start + 2;
    int kind = d->p[start + 1] == 'x' ? 0 : d->p[start + 1] == 'u' ? 1 : 2, digits = 2 << kind;
    uint32_t c = 0;
    int k = 0;
    for (; k < digits && at < d->len && hex_value(d->p[at]) >= 0; k++)
        c = c << 4 | (uint32_t)hex_value(d->p[at++]);
    if (k < digits) return wrong(d, start, at, truncated[kind], i);
    if (c > 0x10ffff) return py_dec_error(d, start, at, "illegal Unicode character", i);
    py_sb_char(&d->out, c);
    *i = at;
    return true;
}

enum { NAME_COST = 8192 }; // of a name: a search through all of them

// The character of that name; -1: there is none, -2: exception.
// \N{NAME} at i.
static bool escape_name(struct py_dec *d, size_t *i)
{
    size_t start = *i, name = start + 3, at = start + 2;
    const char *why = "malformed \\N character escape";
    if (at < d->len && d->p[at] == '{') {
        for (at++; at < d->len && d->p[at] != '}'; at++)
            if (!py_codec_tick(d->iso, at)) return false;
        if (at == d->len && d->partial) return wrong(d, start, at, why, i);
        if (at < d->len && at > name) {
            if (!py_tick(d->iso, NAME_COST)) return false;
            int32_t c = d->iso->up->unicode_by_name(d->iso, (const char *)d->p + name, at - name);
            at++;
            if (c >= 0) {
                py_sb_char(&d->out, (uint32_t)c);
                *i = at;
                return true;
            }
            why = "unknown Unicode character name";
        }
        return py_dec_error(d, start, at, why, i);
    }
    return wrong(d, start, at, why, i);
}

static bool escape_octal(struct py_dec *d, size_t *i)
{
    uint32_t v = 0;
    size_t k = *i + 1;
    while (k < d->len && k < *i + 4 && d->p[k] >= '0' && d->p[k] <= '7')
        v = v << 3 | (uint32_t)(d->p[k++] - '0');
    if (v > 0xff && !d->warned) {
        d->warned = true;
        if (!py_warn_running(d->iso, PY_T_DeprecationWarning,
                             "invalid octal escape sequence '\\%.*s'", (int)(k - *i - 1),
                             (const char *)d->p + *i + 1))
            return false;
    }
    py_sb_char(&d->out, v);
    *i = k;
    return true;
}

static bool escape_one(struct py_dec *d, size_t *i)
{
    static const char from[] = "\\'\"bftnrva", to[] = "\\'\"\b\f\t\n\r\v\a";
    if (*i + 1 >= d->len) return wrong(d, *i, d->len, "\\ at end of string", i);
    int c = d->p[*i + 1];
    const char *at = c ? strchr(from, c) : NULL;
    if (at) py_sb_char(&d->out, (unsigned char)to[at - from]);
    if (at || c == '\n') {
        *i += 2;
        return true;
    }
    if (c == 'x' || c == 'u' || c == 'U') return escape_hex(d, i);
    if (c == 'N') return escape_name(d, i);
    if (c >= '0' && c <= '7') return escape_octal(d, i);
    if (!d->warned) {
        d->warned = true;
        if (!py_warn_running(d->iso, PY_T_DeprecationWarning, "invalid escape sequence '\\%c'", c))
            return false;
    }
    py_sb_char(&d->out, '\\');
    *i += 1;
    return true;
}

bool py_decode_escape(struct py_dec *d)
{
    for (size_t i = 0, n = 0; i < d->len;) {
        if (!py_codec_tick(d->iso, n++)) return false;
        if (d->p[i] != '\\') py_sb_char(&d->out, d->p[i++]);
        else if (!escape_one(d, &i)) return false;
    }
    return true;
}

bool py_decode_raw_escape(struct py_dec *d)
{
    for (size_t i = 0, n = 0; i < d->len;) {
        if (!py_codec_tick(d->iso, n++)) return false;
        if (d->p[i] != '\\') {
            py_sb_char(&d->out, d->p[i++]);
        } else if (i + 1 == d->len && d->partial) {
            d->used = i;
            break;
        } else if (i + 1 < d->len && (d->p[i + 1] == 'u' || d->p[i + 1] == 'U')) {
            if (!escape_hex(d, &i)) return false;
        } else { // the backslash and what follows it, which may be another one
            py_sb_char(&d->out, d->p[i++]);
            if (i < d->len) py_sb_char(&d->out, d->p[i++]);
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

static bool encode_escape(struct py_enc *e, bool raw)
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

bool py_encode_escape(struct py_enc *e)
{
    return encode_escape(e, false);
}

bool py_encode_raw_escape(struct py_enc *e)
{
    return encode_escape(e, true);
}
