// Module _codecs: encodings as functions, and their registry, for module codecs.
#include "../obj/exc.h"
#include "../obj/codec.h"
#include "../native.h"

#define FN(name) static PY_NATIVE(name)

// errors: a str, or None for strict.
static bool take_errors(struct py_isolate *iso, const char *function, py_value v, py_value *errors)
{
    *errors = v && v != PY_NONE ? v : NULL;
    if (!*errors || py_is_str(v)) return true;
    return py_raise_type_error(iso, "%s() argument 2 must be str or None, not %A", function, v);
}

static py_value result(struct py_isolate *iso, py_value v, size_t used)
{
    return v ? py_tuple_pack(iso, 2, v, py_int_new(iso, (int64_t)used)) : NULL;
}

// --- the registry --------------------------------------------------------------------------------

FN(register_)
{
    return py_codec_register(iso, a[0]) ? PY_NONE : NULL;
}

FN(unregister)
{
    return py_codec_unregister(iso, a[0]) ? PY_NONE : NULL;
}

static bool need_str(struct py_isolate *iso, const char *function, py_value v, const char *which)
{
    if (py_is_str(v)) return true;
    return py_raise_type_error(iso, "%s() argument%s must be str, not %A", function, which, v);
}

FN(lookup)
{
    return need_str(iso, "lookup", a[0], "") ? py_codec_lookup(iso, a[0]) : NULL;
}

FN(register_error)
{
    if (!need_str(iso, "register_error", a[0], " 1")) return NULL;
    return py_codec_set_handler(iso, a[0], a[1]) ? PY_NONE : NULL;
}

FN(lookup_error)
{
    return need_str(iso, "lookup_error", a[0], "") ? py_codec_handler(iso, a[0]) : NULL;
}

static py_value code(struct py_isolate *iso, py_value *a, bool encode)
{
    const char *function = encode ? "encode" : "decode";
    py_value encoding = a[1] ? a[1] : py_str_z(iso, "utf-8");
    if (!encoding || !need_str(iso, function, encoding, " 'encoding'")) return NULL;
    if (a[2] && !need_str(iso, function, a[2], " 'errors'")) return NULL;
    py_value info = py_codec_lookup(iso, encoding);
    return info ? py_codec_call(iso, info, a[0], encoding, a[2], encode) : NULL;
}

FN(encode)
{
    return code(iso, a, true);
}

FN(decode)
{
    return code(iso, a, false);
}

// form(name): how lib/codecs.py is to make a CodecInfo: (name, whether it is written in C).
FN(form)
{
    struct py_codec c;
    if (!need_str(iso, "_form", a[0], "")) return NULL;
    const char *other = py_codec_python_name(a[0]);
    if (other) return py_tuple_pack(iso, 2, py_str_z(iso, other), PY_FALSE);
    if (!py_codec_find(a[0], &c)) return PY_NONE;
    return py_tuple_pack(iso, 2, py_str_z(iso, c.name), PY_TRUE);
}

FN(names)
{
    return py_codec_names_of(iso);
}

// The encodings that were looked up, by name: encodings._cache.
FN(cache)
{
    return py_codec_cache(iso);
}

// --- one encoding --------------------------------------------------------------------------------

static py_value encode_by(struct py_isolate *iso, const char *function, const struct py_codec *c,
                          py_value text, py_value errors)
{
    struct py_enc e = {.iso = iso, .s = text};
    if (!py_is_str(text))
        return py_raise_type_error(iso, "%s() argument 1 must be str, not %A", function, text);
    if (!take_errors(iso, function, errors, &e.errors) || !py_tick(iso, py_str(text)->len / 16 + 1))
        return NULL;
    return result(iso, py_codec_encode(c, &e), py_str(text)->len);
}

static py_value decode_by(struct py_isolate *iso, const char *function, const struct py_codec *c,
                          py_value data, py_value errors, py_value final, struct py_dec *d)
{
    int whole = final ? py_truth(iso, final) : 0;
    *d = (struct py_dec){.iso = iso, .obj = data, .partial = !whole, .order = d->order};
    if (whole < 0 || !take_errors(iso, function, errors, &d->errors)) return NULL;
    if (!py_bytes_view(iso, data, &d->p, &d->len) || !py_tick(iso, d->len / 16 + 1)) return NULL;
    return py_codec_decode(c, d);
}

static bool codec_named(struct py_isolate *iso, py_value name, struct py_codec *c)
{
    if (!name) return false;
    if (!py_is_str(name) || !py_codec_find(name, c))
        return py_raise(iso, PY_T_LookupError, "unknown encoding: %S", name);
    return true;
}

// encode_as(name, text, errors) and decode_as(name, data, errors, final): of any written in C.
FN(encode_as)
{
    struct py_codec c;
    return codec_named(iso, a[0], &c) ? encode_by(iso, "encode", &c, a[1], a[2]) : NULL;
}

FN(decode_as)
{
    struct py_codec c;
    struct py_dec d = {0};
    if (!codec_named(iso, a[0], &c)) return NULL;
    py_value text = decode_by(iso, "decode", &c, a[1], a[2], a[3], &d);
    return result(iso, text, d.used);
}

// final: whether nothing follows; of those that have no such parameter it always holds.
#define BOTH(id, codec, text_too, final)                                                           \
    FN(id##_encode)                                                                                \
    {                                                                                              \
        struct py_codec c;                                                                         \
        if (!codec_named(iso, py_str_z(iso, codec), &c)) return NULL;                              \
        return encode_by(iso, #id "_encode", &c, a[0], a[1]);                                      \
    }                                                                                              \
    FN(id##_decode)                                                                                \
    {                                                                                              \
        struct py_codec c;                                                                         \
        struct py_dec d = {0};                                                                     \
        py_value data = a[0];                                                                      \
        if (!codec_named(iso, py_str_z(iso, codec), &c)) return NULL;                              \
        if (text_too && py_is_str(data) && !(data = py_encode(iso, data, NULL, NULL)))             \
            return NULL;                                                                           \
        py_value text = decode_by(iso, #id "_decode", &c, data, a[1], final, &d);                  \
        return result(iso, text, d.used);                                                          \
    }
BOTH(utf_7, "utf-7", false, a[2])
BOTH(utf_8, "utf-8", false, a[2])
BOTH(utf_16, "utf-16", false, a[2])
BOTH(utf_16_le, "utf-16-le", false, a[2])
BOTH(utf_16_be, "utf-16-be", false, a[2])
BOTH(utf_32, "utf-32", false, a[2])
BOTH(utf_32_le, "utf-32-le", false, a[2])
BOTH(utf_32_be, "utf-32-be", false, a[2])
BOTH(ascii, "ascii", false, PY_TRUE)
BOTH(latin_1, "latin-1", false, PY_TRUE)
BOTH(unicode_escape, "unicode_escape", true, a[2] ? a[2] : PY_TRUE)
BOTH(raw_unicode_escape, "raw_unicode_escape", true, a[2] ? a[2] : PY_TRUE)

// With the order of bytes: (text, used, order).
static py_value ex_decode(struct py_isolate *iso, const char *function, const char *codec,
                          py_value *a)
{
    struct py_codec c;
    struct py_dec d = {0};
    int64_t order = 0;
    if (a[2] && !py_as_c_int(iso, a[2], &order)) return NULL;
    d.order = order < 0 ? -1 : order > 0;
    if (!codec_named(iso, py_str_z(iso, codec), &c)) return NULL;
    py_value text = decode_by(iso, function, &c, a[0], a[1], a[3], &d);
    return text ? py_tuple_pack(iso, 3, text, py_int_new(iso, (int64_t)d.used),
                                py_int_new(iso, d.order))
                : NULL;
}

FN(utf_16_ex_decode)
{
    return ex_decode(iso, "utf_16_ex_decode", "utf-16", a);
}

FN(utf_32_ex_decode)
{
    return ex_decode(iso, "utf_32_ex_decode", "utf-32", a);
}

// --- by a mapping of the program -----------------------------------------------------------------

static const char undefined[] = "character maps to <undefined>";

// What mapping has for a number; PY_NONE: nothing.
static py_value mapped(struct py_isolate *iso, py_value mapping, int64_t key)
{
    py_value v = py_getitem(iso, mapping, py_int_new(iso, key));
    if (v || !py_error_is(iso, PY_T_LookupError)) return v;
    py_error_clear(iso);
    return PY_NONE;
}

// A code for c. 1: written, 0: none, -1: exception.
static int put_mapped(struct py_enc *e, uint32_t c)
{
    int64_t code = 0;
    py_value v = mapped(e->iso, e->mapping, c);
    if (!v) return -1;
    if (v == PY_NONE) return 0;
    if (py_is_kind(v, PY_K_BYTES)) {
        py_bb_add(&e->out, py_bytes(v)->b, py_bytes(v)->len);
        return 1;
    }
    if (!py_is_anyint(v)) {
        py_raise_type_error(e->iso, "character mapping must return integer, bytes or None, not %T",
                            v);
        return -1;
    }
    if (!py_is_int(v) || (code = py_small(v)) < 0 || code > 255) {
        py_raise_type_error(e->iso, "character mapping must be in range(256)");
        return -1;
    }
    py_bb_byte(&e->out, (int)code);
    return 1;
}

static bool encode_mapped(struct py_enc *e)
{
    e->put = put_mapped;
    for (size_t i = 0, end; i < py_str(e->s)->len;) {
        for (end = i; end < py_str(e->s)->len; end++) {
            // Those without a code are reported together; the first with one is written behind.
            size_t mark = e->out.len;
            int put = py_tick(e->iso, 1) ? put_mapped(e, py_str_at(py_str(e->s), end)) : -1;
            if (put < 0) return false;
            if (put && end > i) e->out.len = mark;
            if (put) break;
        }
        if (end > i && !py_enc_error(e, i, end, undefined, &i)) return false;
        else if (end == i) i++;
    }
    return true;
}

FN(charmap_encode)
{
    struct py_codec c = {"charmap", "charmap", NULL, encode_mapped, 0, NULL};
    struct py_enc e = {.iso = iso, .s = a[0], .mapping = a[2]};
    if (!a[2] || a[2] == PY_NONE) py_codec_find(py_str_z(iso, "latin-1"), &c);
    if (!py_is_str(a[0]))
        return py_raise_type_error(iso, "charmap_encode() argument 1 must be str, not %A", a[0]);
    if (!take_errors(iso, "charmap_encode", a[1], &e.errors)) return NULL;
    return result(iso, py_codec_encode(&c, &e), py_str(a[0])->len);
}

// The text of a byte by mapping, a str or a mapping of numbers. 1: written, 0: none, -1: exception.
static int take_mapped(struct py_dec *d, py_value mapping, unsigned byte)
{
    int64_t c = 0xfffe;
    if (py_is_str(mapping)) {
        if (byte < py_str(mapping)->len) c = py_str_at(py_str(mapping), byte);
        if (c == 0xfffe) return 0;
        py_sb_char(&d->out, (uint32_t)c);
        return 1;
    }
    py_value v = mapped(d->iso, mapping, byte);
    if (!v) return -1;
    if (v == PY_NONE) return 0;
    if (py_is_str(v)) {
        if (py_str(v)->len == 1 && py_str_at(py_str(v), 0) == 0xfffe) return 0;
        py_sb_str(&d->out, v);
        return 1;
    }
    if (!py_is_anyint(v)) {
        py_raise_type_error(d->iso, "character mapping must return integer, None or str");
        return -1;
    }
    if (!py_is_int(v) || (c = py_small(v)) < 0 || c > 0x10ffff) {
        py_raise_type_error(d->iso, "character mapping must be in range(0x110000)");
        return -1;
    }
    if (c == 0xfffe) return 0;
    py_sb_char(&d->out, (uint32_t)c);
    return 1;
}

FN(charmap_decode)
{
    struct py_dec d = {.iso = iso, .obj = a[0], .name = "charmap"};
    if (!take_errors(iso, "charmap_decode", a[1], &d.errors) ||
        !py_bytes_view(iso, a[0], &d.p, &d.len))
        return NULL;
    if (!a[2] || a[2] == PY_NONE) return result(iso, py_str_from_width(iso, d.p, d.len, 1), d.len);
    // The mapping may run code that changes a bytearray: its bytes are taken first.
    d.obj = py_bytes_new(iso, d.p, d.len);
    if (!d.obj) return NULL;
    d.p = py_bytes(d.obj)->b;
    size_t len = d.len;
    py_sb_init(&d.out, iso);
    for (size_t i = 0; i < d.len;) {
        int took = py_tick(iso, 1) ? take_mapped(&d, a[2], d.p[i]) : -1;
        if (took < 0) return NULL;
        if (took) i++;
        else if (!py_dec_error(&d, i, i + 1, undefined, &i)) return NULL;
    }
    return result(iso, py_sb_finish(&d.out), len);
}

// charmap_build(text): the mapping that encodes what text, the characters of the bytes, decodes.
FN(charmap_build)
{
    if (!need_str(iso, "charmap_build", a[0], "")) return NULL;
    py_value d = py_dict_new(iso);
    for (size_t i = 0; d && i < py_str(a[0])->len && i < 256; i++) {
        uint32_t c = py_str_at(py_str(a[0]), i);
        if (c != 0xfffe &&
            !py_dict_set(iso, py_dict(d), py_int_new(iso, c), py_int_new(iso, (int64_t)i)))
            return NULL;
    }
    return d;
}

// --- escapes of bytes literals -------------------------------------------------------------------

FN(escape_encode)
{
    if (!py_is_kind(a[0], PY_K_BYTES))
        return py_raise_type_error(iso, "escape_encode() argument 1 must be bytes, not %A", a[0]);
    struct py_bb b;
    const struct py_bytes *s = py_bytes(a[0]);
    py_bb_init(&b, iso);
    for (size_t i = 0; i < s->len; i++) {
        static const char from[] = "\\'\t\n\r", to[] = "\\'tnr", hex[] = "0123456789abcdef";
        int c = s->b[i];
        const char *at = c ? strchr(from, c) : NULL;
        if (!py_codec_tick(iso, i)) return NULL;
        if (at || c < ' ' || c >= 0x7f) py_bb_byte(&b, '\\');
        if (at) {
            py_bb_byte(&b, to[at - from]);
        } else if (c < ' ' || c >= 0x7f) {
            py_bb_byte(&b, 'x');
            py_bb_byte(&b, hex[c >> 4]);
            py_bb_byte(&b, hex[c & 15]);
        } else {
            py_bb_byte(&b, c);
        }
    }
    return result(iso, py_bb_finish(&b, false), s->len);
}

static int hex_digit(int c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 32;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// \xHH at *i; errors strict, ignore or replace.
static bool byte_escape(struct py_isolate *iso, struct py_bb *b, const struct py_bytes *s,
                        size_t *i, py_value errors)
{
    size_t at = *i + 2;
    int high = at < s->len ? hex_digit(s->b[at]) : -1;
    int low = high >= 0 && at + 1 < s->len ? hex_digit(s->b[at + 1]) : -1;
    if (low >= 0) {
        py_bb_byte(b, high << 4 | low);
        *i = at + 2;
        return true;
    }
    if (!errors || py_str_is(errors, "strict"))
        return py_raise_value_error(iso, "invalid \\x escape at position %zu", *i);
    if (py_str_is(errors, "replace")) py_bb_byte(b, '?');
    else if (!py_str_is(errors, "ignore"))
        return py_raise_value_error(iso, "decoding error; unknown error handling code: %U", errors);
    *i = at + (high >= 0);
    return true;
}

static bool escape_at(struct py_isolate *iso, struct py_bb *b, const struct py_bytes *s, size_t *i,
                      py_value errors, bool *warned)
{
    static const char from[] = "\\'\"bftnrva", to[] = "\\'\"\b\f\t\n\r\v\a";
    if (*i + 1 == s->len) return py_raise_value_error(iso, "Trailing \\ in string");
    int c = s->b[*i + 1];
    const char *at = c ? strchr(from, c) : NULL;
    if (c == 'x') return byte_escape(iso, b, s, i, errors);
    if (c >= '0' && c <= '7') {
        int v = 0, k = 0;
        for (++*i; k < 3 && *i < s->len && s->b[*i] >= '0' && s->b[*i] <= '7'; k++)
            v = v * 8 + s->b[(*i)++] - '0';
        py_bb_byte(b, v & 255);
        if (v < 256 || *warned) return true;
        *warned = true;
        return py_warn_running(iso, PY_T_DeprecationWarning, "invalid octal escape sequence '\\%o'",
                               v);
    }
    if (at) py_bb_byte(b, to[at - from]);
    *i += at || c == '\n' ? 2 : 1;
    if (at || c == '\n') return true;
    py_bb_byte(b, '\\');
    if (*warned) return true;
    *warned = true;
    return py_warn_running(iso, PY_T_DeprecationWarning, "invalid escape sequence '\\%c'", c);
}

FN(escape_decode)
{
    py_value errors, data = a[0];
    if (!take_errors(iso, "escape_decode", a[1], &errors)) return NULL;
    if (py_is_str(data) && !(data = py_encode(iso, data, NULL, NULL))) return NULL;
    const unsigned char *p;
    size_t len;
    if (!py_bytes_view(iso, data, &p, &len) || !(data = py_bytes_new(iso, p, len))) return NULL;
    const struct py_bytes *s = py_bytes(data);
    struct py_bb b;
    bool warned = false;
    py_bb_init(&b, iso);
    for (size_t i = 0, steps = 0; i < s->len;) {
        if (!py_codec_tick(iso, steps++)) return NULL;
        if (s->b[i] != '\\') py_bb_byte(&b, s->b[i++]);
        else if (!escape_at(iso, &b, s, &i, errors, &warned)) return NULL;
    }
    return result(iso, py_bb_finish(&b, false), len);
}

FN(readbuffer_encode)
{
    py_value data = a[0];
    const unsigned char *p;
    size_t len;
    if (py_is_str(data) && !(data = py_encode(iso, data, NULL, NULL))) return NULL;
    if (!py_bytes_view(iso, data, &p, &len)) return NULL;
    return result(iso, py_bytes_new(iso, p, len), len);
}

#define DECODE_SIG "data, errors=None, final=False, /"
#define PAIR(id, what, sig)                                                                        \
    PY_ROW(#id "_encode", id##_encode, "str, errors=None, /",                                      \
           "The " what " of text, and its length."),                                               \
        PY_ROW(#id "_decode", id##_decode, sig,                                                    \
               "The text of " what ", and how many bytes it took.")
static const struct py_native_row functions[] = {
    PY_ROW("register", register_, "search_function, /",
           "Add a function that finds encodings by name."),
    PY_ROW("unregister", unregister, "search_function, /", "Take such a function out again."),
    PY_ROW("lookup", lookup, "encoding, /", "The CodecInfo of an encoding."),
    PY_ROW("register_error", register_error, "errors, handler, /", "Name a handler of errors."),
    PY_ROW("lookup_error", lookup_error, "errors, /", "The handler of errors of that name."),
    PY_ROW("encode", encode, "obj, encoding='utf-8', errors='strict'", "Encode by any codec."),
    PY_ROW("decode", decode, "obj, encoding='utf-8', errors='strict'", "Decode by any codec."),
    PY_ROW("_form", form, "name, /", NULL),
    PY_ROW("_names", names, "", NULL),
    PY_ROW("_cached", cache, "", NULL),
    PY_ROW("_encode_as", encode_as, "name, text, errors=None, /", NULL),
    PY_ROW("_decode_as", decode_as, "name, data, errors=None, final=False, /", NULL),
    PAIR(utf_7, "UTF-7", DECODE_SIG),
    PAIR(utf_8, "UTF-8", DECODE_SIG),
    PAIR(utf_16, "UTF-16", DECODE_SIG),
    PAIR(utf_16_le, "little-endian UTF-16", DECODE_SIG),
    PAIR(utf_16_be, "big-endian UTF-16", DECODE_SIG),
    PAIR(utf_32, "UTF-32", DECODE_SIG),
    PAIR(utf_32_le, "little-endian UTF-32", DECODE_SIG),
    PAIR(utf_32_be, "big-endian UTF-32", DECODE_SIG),
    PAIR(ascii, "ASCII", "data, errors=None, /"),
    PAIR(latin_1, "Latin-1", "data, errors=None, /"),
    PAIR(unicode_escape, "escapes", "data, errors=None, final=True, /"),
    PAIR(raw_unicode_escape, "raw escapes", "data, errors=None, final=True, /"),
    PY_ROW("utf_16_ex_decode", utf_16_ex_decode, "data, errors=None, byteorder=0, final=False, /",
           "Text, bytes taken and byte order of UTF-16."),
    PY_ROW("utf_32_ex_decode", utf_32_ex_decode, "data, errors=None, byteorder=0, final=False, /",
           "Text, bytes taken and byte order of UTF-32."),
    PY_ROW("charmap_encode", charmap_encode, "str, errors=None, mapping=None, /",
           "Encode by a mapping of characters to bytes."),
    PY_ROW("charmap_decode", charmap_decode, "data, errors=None, mapping=None, /",
           "Decode by a mapping of bytes to characters."),
    PY_ROW("charmap_build", charmap_build, "map, /", "The mapping that undoes a decoding table."),
    PY_ROW("escape_encode", escape_encode, "data, errors=None, /", "Bytes as in a literal."),
    PY_ROW("escape_decode", escape_decode, "data, errors=None, /", "The bytes of a literal."),
    PY_ROW("readbuffer_encode", readbuffer_encode, "data, errors=None, /", "A copy of bytes."),
    {0}};

const struct py_moddef py_mod__codecs = {
    .name = "_codecs", .functions = functions, .doc = "Encodings for module codecs."};
