// Text encodings: the table of names, and the error handlers strict, ignore, replace, ...
#include "codec_int.h"
#include "str_int.h"

enum {
    C_UTF8,
    C_UTF8SIG,
    C_ASCII,
    C_LATIN1,
    C_UTF16,
    C_UTF16LE,
    C_UTF16BE,
    C_UTF32,
    C_UTF32LE,
    C_UTF32BE,
    C_CP1252,
    C_CP437,
    C_CP1251,
    C_LATIN9,
    C_UNICODE_ESCAPE,
    C_RAW_UNICODE_ESCAPE,
    C_COUNT
};

static const char *const canonical[C_COUNT] = {
    "utf-8",     "utf-8-sig",  "ascii",          "iso8859-1",         "utf-16", "utf-16-le",
    "utf-16-be", "utf-32",     "utf-32-le",      "utf-32-be",         "cp1252", "cp437",
    "cp1251",    "iso8859-15", "unicode_escape", "raw_unicode_escape"};

// Names as normalised: lower case, every run of other characters as one '_'.
static const struct {
    const char *name;
    int codec;
} names[] = {
    {"utf_8", C_UTF8},
    {"utf8", C_UTF8},
    {"u8", C_UTF8},
    {"utf", C_UTF8},
    {"cp65001", C_UTF8},
    {"utf8_ucs2", C_UTF8},
    {"utf8_ucs4", C_UTF8},
    {"utf_8_sig", C_UTF8SIG},
    {"utf8_sig", C_UTF8SIG},
    {"ascii", C_ASCII},
    {"us_ascii", C_ASCII},
    {"646", C_ASCII},
    {"us", C_ASCII},
    {"ansi_x3.4_1968", C_ASCII},
    {"latin_1", C_LATIN1},
    {"latin1", C_LATIN1},
    {"iso_8859_1", C_LATIN1},
    {"iso8859_1", C_LATIN1},
    {"8859", C_LATIN1},
    {"l1", C_LATIN1},
    {"latin", C_LATIN1},
    {"cp819", C_LATIN1},
    {"iso8859", C_LATIN1},
    {"utf_16", C_UTF16},
    {"utf16", C_UTF16},
    {"u16", C_UTF16},
    {"utf_16_le", C_UTF16LE},
    {"utf_16le", C_UTF16LE},
    {"utf16_le", C_UTF16LE},
    {"utf16le", C_UTF16LE},
    {"utf_16_be", C_UTF16BE},
    {"utf_16be", C_UTF16BE},
    {"utf16_be", C_UTF16BE},
    {"utf16be", C_UTF16BE},
    {"utf_32", C_UTF32},
    {"utf32", C_UTF32},
    {"u32", C_UTF32},
    {"utf_32_le", C_UTF32LE},
    {"utf_32le", C_UTF32LE},
    {"utf_32_be", C_UTF32BE},
    {"utf_32be", C_UTF32BE},
    {"cp1252", C_CP1252},
    {"windows_1252", C_CP1252},
    {"1252", C_CP1252},
    {"cp437", C_CP437},
    {"437", C_CP437},
    {"ibm437", C_CP437},
    {"cp1251", C_CP1251},
    {"windows_1251", C_CP1251},
    {"1251", C_CP1251},
    {"iso8859_15", C_LATIN9},
    {"iso_8859_15", C_LATIN9},
    {"latin_9", C_LATIN9},
    {"latin9", C_LATIN9},
    {"unicode_escape", C_UNICODE_ESCAPE},
    {"unicodeescape", C_UNICODE_ESCAPE},
    {"raw_unicode_escape", C_RAW_UNICODE_ESCAPE},
};

static int find_codec(py_value encoding)
{
    char text[32];
    size_t n = 0;
    if (!encoding) return C_UTF8;
    const struct py_str *s = py_str(encoding);
    if (s->len > 30) return -1;
    for (size_t i = 0; i < s->len; i++) {
        uint32_t c = py_str_at(s, i);
        if (c >= 0x80) return -1;
        bool word = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                    c == '.';
        if (word) text[n++] = (char)(c >= 'A' && c <= 'Z' ? c + 32 : c);
        else if (n && text[n - 1] != '_') text[n++] = '_';
    }
    text[n] = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i].name, text)) return names[i].codec;
    return -1;
}

// --- error handlers -----------------------------------------------------------------------------

static int find_handler(struct py_isolate *iso, py_value errors)
{
    static const char *const handlers[] = {
        "strict",          "ignore",        "replace",    "backslashreplace", "xmlcharrefreplace",
        "surrogateescape", "surrogatepass", "namereplace"};
    if (!errors) return PY_CE_STRICT;
    for (int i = 0; i < PY_CE_UNKNOWN; i++)
        if (py_str_is(errors, handlers[i])) return i;
    py_raise(iso, PY_T_LookupError, "unknown error handler name '%U'", errors);
    return PY_CE_UNKNOWN;
}

static bool raise_unicode(struct py_isolate *iso, enum py_type_id type, const char *enc,
                          py_value obj, size_t start, size_t end, const char *reason)
{
    py_value a[5] = {py_str_z(iso, enc), obj, py_small_new((int64_t)start),
                     py_small_new((int64_t)end), py_str_z(iso, reason)};
    if (!a[0] || !a[1] || !a[4]) return false;
    py_value e = py_call(iso, (py_value)py_t(iso, type), a, 5);
    if (e) py_raise_value(iso, e);
    return false;
}

static bool dec_strict(struct py_dec *d, size_t start, size_t end, const char *reason)
{
    py_value obj = py_is_exact(d->obj, PY_K_BYTES) ? d->obj : py_bytes_new(d->iso, d->p, d->len);
    return raise_unicode(d->iso, PY_T_UnicodeDecodeError, d->name, obj, start, end, reason);
}

static uint32_t read_unit(const unsigned char *p, int unit)
{
    switch (unit) {
    case 2: return (uint32_t)p[0] | (uint32_t)p[1] << 8;
    case -2: return (uint32_t)p[1] | (uint32_t)p[0] << 8;
    case 4:
        return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    case -4:
        return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 | (uint32_t)p[0] << 24;
    default:
        if ((p[0] & 0xf0) != 0xe0 || (p[1] & 0xc0) != 0x80 || (p[2] & 0xc0) != 0x80) return 0;
        return (uint32_t)(p[0] & 15) << 12 | (uint32_t)(p[1] & 63) << 6 | (p[2] & 63);
    }
}

static bool dec_pass(struct py_dec *d, size_t start, size_t end, const char *reason, size_t *resume)
{
    size_t size = d->unit == 1 ? 3 : (size_t)(d->unit < 0 ? -d->unit : d->unit);
    if (!d->unit || d->len - start < size) return dec_strict(d, start, end, reason);
    uint32_t c = read_unit(d->p + start, d->unit);
    if (c < 0xd800 || c > 0xdfff) return dec_strict(d, start, end, reason);
    py_sb_char(&d->out, c);
    *resume = start + size;
    return true;
}

bool py_dec_error(struct py_dec *d, size_t start, size_t end, const char *reason, size_t *resume)
{
    int handler = find_handler(d->iso, d->errors);
    *resume = end;
    switch (handler) {
    case PY_CE_UNKNOWN: return false;
    case PY_CE_IGNORE: return true;
    case PY_CE_REPLACE: py_sb_char(&d->out, 0xfffd); return true;
    case PY_CE_BACKSLASH:
        for (size_t i = start; i < end; i++) {
            static const char hex[] = "0123456789abcdef";
            char t[4] = {'\\', 'x', hex[d->p[i] >> 4], hex[d->p[i] & 15]};
            py_sb_ascii(&d->out, t, 4);
        }
        return true;
    case PY_CE_SURROGATEESCAPE: {
        size_t i = start;
        while (i < end && i < start + 4 && d->p[i] >= 0x80)
            py_sb_char(&d->out, 0xdc00u + d->p[i++]);
        if (i == start) return dec_strict(d, start, end, reason);
        *resume = i;
        return true;
    }
    case PY_CE_SURROGATEPASS: return dec_pass(d, start, end, reason, resume);
    case PY_CE_XMLCHARREF:
    case PY_CE_NAMEREPLACE:
        py_raise_type_error(d->iso,
                            "don't know how to handle UnicodeDecodeError in error callback");
        return false;
    default: return dec_strict(d, start, end, reason);
    }
}

static bool enc_strict(struct py_enc *e, size_t start, size_t end, const char *reason)
{
    return raise_unicode(e->iso, PY_T_UnicodeEncodeError, e->name, e->s, start, end, reason);
}

static bool enc_escape(struct py_enc *e, size_t start, size_t end)
{
    static const char hex[] = "0123456789abcdef";
    for (size_t i = start; i < end; i++) {
        uint32_t c = py_str_at(py_str(e->s), i);
        if (!py_codec_tick(e->iso, i - start)) return false;
        int width = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8;
        py_enc_unit(e, '\\');
        py_enc_unit(e, width == 2 ? 'x' : width == 4 ? 'u' : 'U');
        while (width--) py_enc_unit(e, (unsigned char)hex[c >> (4 * width) & 15]);
    }
    return true;
}

// \N{NAME} for characters that have a name.
static bool enc_name(struct py_enc *e, size_t start, size_t end)
{
    py_value module = py_import(e->iso, "unicodedata"), name;
    for (size_t i = start; module && i < end; i++) {
        py_value a[2] = {py_str_char(e->iso, py_str_at(py_str(e->s), i)), PY_NONE};
        name = a[0] ? py_call_method(e->iso, module, py_str_intern_z(e->iso, "name"), a, 2) : NULL;
        if (!name) return false;
        if (py_is_str(name)) {
            py_value text = py_str_format(e->iso, "\\N{%U}", name);
            for (size_t k = 0; text && k < py_str(text)->len; k++)
                py_enc_unit(e, py_str_at(py_str(text), k));
        } else {
            enc_escape(e, i, i + 1);
        }
    }
    return module != NULL;
}

static void enc_charref(struct py_enc *e, uint32_t c)
{
    char digits[12];
    int n = 0;
    do digits[n++] = (char)('0' + c % 10);
    while (c /= 10);
    py_enc_unit(e, '&');
    py_enc_unit(e, '#');
    while (n--) py_enc_unit(e, (unsigned char)digits[n]);
    py_enc_unit(e, ';');
}

static bool enc_surrogate(struct py_enc *e, size_t start, size_t end, const char *reason, bool pass)
{
    for (size_t i = start; i < end; i++) {
        uint32_t c = py_str_at(py_str(e->s), i);
        if (!py_codec_tick(e->iso, i - start)) return false;
        if (pass) {
            if (!e->unit || c < 0xd800 || c > 0xdfff) return enc_strict(e, start, end, reason);
            if (e->unit == 1) {
                unsigned char u[3] = {(unsigned char)(0xe0 | c >> 12),
                                      (unsigned char)(0x80 | (c >> 6 & 63)),
                                      (unsigned char)(0x80 | (c & 63))};
                py_bb_add(&e->out, u, 3);
            } else {
                py_enc_unit(e, c);
            }
        } else {
            if (c < 0xdc80 || c > 0xdcff || (e->unit && e->unit != 1))
                return enc_strict(e, start, end, reason);
            py_bb_byte(&e->out, (int)(c - 0xdc00));
        }
    }
    return true;
}

bool py_enc_error(struct py_enc *e, size_t start, size_t end, const char *reason, size_t *resume)
{
    int handler = find_handler(e->iso, e->errors);
    *resume = end;
    switch (handler) {
    case PY_CE_UNKNOWN: return false;
    case PY_CE_IGNORE: return true;
    case PY_CE_REPLACE:
        for (size_t i = start; i < end; i++) {
            if (!py_codec_tick(e->iso, i - start)) return false;
            py_enc_unit(e, '?');
        }
        return true;
    case PY_CE_BACKSLASH: return enc_escape(e, start, end);
    case PY_CE_NAMEREPLACE: return enc_name(e, start, end);
    case PY_CE_XMLCHARREF:
        for (size_t i = start; i < end; i++) {
            if (!py_codec_tick(e->iso, i - start)) return false;
            enc_charref(e, py_str_at(py_str(e->s), i));
        }
        return true;
    case PY_CE_SURROGATEESCAPE: return enc_surrogate(e, start, end, reason, false);
    case PY_CE_SURROGATEPASS: return enc_surrogate(e, start, end, reason, true);
    default: return enc_strict(e, start, end, reason);
    }
}

void py_enc_unit(struct py_enc *e, uint32_t c)
{
    int size = e->unit < 0 ? -e->unit : e->unit ? e->unit : 1;
    for (int i = 0; i < size; i++) {
        int shift = e->unit < 0 ? 8 * (size - 1 - i) : 8 * i;
        py_bb_byte(&e->out, (int)(c >> shift & 255));
    }
}

// --- entry points -------------------------------------------------------------------------------

static void *unknown(struct py_isolate *iso, py_value encoding)
{
    return py_raise(iso, PY_T_LookupError, "unknown encoding: %U", encoding);
}

static bool run_decoder(struct py_dec *d, int codec)
{
    static const char *const labels[C_COUNT] = {
        "utf-8",   "utf-8",   "ascii",         "latin-1",         "utf-16",  "utf-16",
        "utf-16",  "utf-32",  "utf-32",        "utf-32",          "charmap", "charmap",
        "charmap", "charmap", "unicodeescape", "rawunicodeescape"};
    d->name = labels[codec];
    switch (codec) {
    case C_UTF8SIG:
        if (d->len >= 3 && !memcmp(d->p, "\xef\xbb\xbf", 3)) {
            d->p += 3;
            d->len -= 3;
            d->obj = py_bytes_new(d->iso, d->p, d->len);
            if (!d->obj) return false;
        }
        return py_decode_utf8(d);
    case C_UTF8: return py_decode_utf8(d);
    case C_ASCII: return py_decode_ascii(d);
    case C_UTF16: return py_decode_utf16(d, 0);
    case C_UTF16LE: return py_decode_utf16(d, -1);
    case C_UTF16BE: return py_decode_utf16(d, 1);
    case C_UTF32: return py_decode_utf32(d, 0);
    case C_UTF32LE: return py_decode_utf32(d, -1);
    case C_UTF32BE: return py_decode_utf32(d, 1);
    case C_CP1252: return py_decode_table(d, py_cp1252_high);
    case C_CP437: return py_decode_table(d, py_cp437_high);
    case C_CP1251: return py_decode_table(d, py_cp1251_high);
    case C_LATIN9: return py_decode_table(d, py_latin9_high);
    default: return py_decode_escape(d, codec == C_RAW_UNICODE_ESCAPE);
    }
}

// Names of codecs and handlers go to C in CPython: they must be UTF-8 without NUL.
static bool valid_names(struct py_isolate *iso, py_value encoding, py_value errors)
{
    py_value v[2] = {encoding, errors};
    for (int i = 0; i < 2; i++) {
        if (!v[i] || !py_is_str(v[i])) continue;
        const struct py_str *s = py_str(v[i]);
        for (size_t k = 0; k < s->len; k++) {
            if (!py_str_at(s, k)) return py_raise_value_error(iso, "embedded null character");
            if (py_str_at(s, k) >> 11 == 0x1b) return py_encode(iso, v[i], NULL, NULL) != NULL;
        }
    }
    return true;
}

py_value py_decode(struct py_isolate *iso, py_value obj, py_value encoding, py_value errors)
{
    struct py_dec d = {.iso = iso, .obj = obj, .errors = errors};
    if (!valid_names(iso, encoding, errors) || !py_bytes_view(iso, obj, &d.p, &d.len)) return NULL;
    if (!d.len) return py_str_empty(iso); // whatever the encoding's name
    int codec = find_codec(encoding);
    if (codec < 0) return unknown(iso, encoding);
    if (!py_bytes_view(iso, obj, &d.p, &d.len) || !py_tick(iso, d.len / 16 + 1)) return NULL;
    if (codec == C_LATIN1) return py_str_from_width(iso, d.p, d.len, 1);
    if (codec <= C_ASCII && py_ascii_bytes(d.p, d.len))
        return py_str_new(iso, (const char *)d.p, d.len);
    py_value valid = codec == C_UTF8 ? py_str_valid(iso, (const char *)d.p, d.len) : NULL;
    if (valid || py_error(iso)) return valid;
    py_sb_init(&d.out, iso);
    return run_decoder(&d, codec) ? py_sb_finish(&d.out) : NULL;
}

py_value py_encode(struct py_isolate *iso, py_value s, py_value encoding, py_value errors)
{
    if (!valid_names(iso, encoding, errors)) return NULL;
    int codec = find_codec(encoding);
    if (codec < 0) return unknown(iso, encoding);
    const struct py_str *t = py_str(s);
    if (!py_tick(iso, t->len / 16 + 1)) return NULL;
    if (codec != C_UTF8SIG && codec <= C_LATIN1 && t->ascii)
        return py_bytes_new(iso, t->data, t->len);
    struct py_enc e = {.iso = iso, .s = s, .errors = errors, .name = canonical[codec]};
    bool ok;
    py_bb_init(&e.out, iso);
    switch (codec) {
    case C_UTF8SIG: py_bb_add(&e.out, "\xef\xbb\xbf", 3); // fall through
    case C_UTF8:
        e.name = "utf-8";
        e.unit = 1;
        ok = py_encode_utf8(&e);
        break;
    case C_ASCII: ok = py_encode_narrow(&e, 128); break;
    case C_LATIN1:
        e.name = "latin-1";
        ok = py_encode_narrow(&e, 256);
        break;
    case C_UTF16: ok = py_encode_utf16(&e, -1, true); break;
    case C_UTF16LE: ok = py_encode_utf16(&e, -1, false); break;
    case C_UTF16BE: ok = py_encode_utf16(&e, 1, false); break;
    case C_UTF32: ok = py_encode_utf32(&e, -1, true); break;
    case C_UTF32LE: ok = py_encode_utf32(&e, -1, false); break;
    case C_UTF32BE: ok = py_encode_utf32(&e, 1, false); break;
    case C_CP1252: ok = py_encode_table(&e, py_cp1252_high); break;
    case C_CP437: ok = py_encode_table(&e, py_cp437_high); break;
    case C_CP1251: ok = py_encode_table(&e, py_cp1251_high); break;
    case C_LATIN9: ok = py_encode_table(&e, py_latin9_high); break;
    default: ok = py_encode_escape(&e, codec == C_RAW_UNICODE_ESCAPE); break;
    }
    return ok ? py_bb_finish(&e.out, false) : NULL;
}
