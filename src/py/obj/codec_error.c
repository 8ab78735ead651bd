// The handlers of encoding errors (strict, ignore, replace, ...) where a codec meets an error, and
// those that the program registered.
#include "exc.h"
#include "codec_int.h"
#include "str_int.h"

enum py_handler py_codec_handler_id(py_value errors)
{
    static const char *const names[PY_H_OWN] = {
        "strict",          "ignore",        "replace",    "backslashreplace", "xmlcharrefreplace",
        "surrogateescape", "surrogatepass", "namereplace"};
    if (!errors) return PY_H_STRICT;
    for (int i = 0; i < PY_H_OWN; i++)
        if (py_str_is(errors, names[i])) return (enum py_handler)i;
    return PY_H_OWN;
}

static py_value new_error(struct py_isolate *iso, enum py_type_id type, const char *enc,
                          py_value obj, size_t start, size_t end, const char *reason)
{
    py_value a[5] = {py_str_z(iso, enc), obj, py_small_new((int64_t)start),
                     py_small_new((int64_t)end), py_str_z(iso, reason)};
    return a[0] && a[1] && a[4] ? py_call(iso, (py_value)py_t(iso, type), a, 5) : NULL;
}

static py_value dec_exception(struct py_dec *d, size_t start, size_t end, const char *reason)
{
    py_value obj = py_is_exact(d->obj, PY_K_BYTES) ? d->obj : py_bytes_new(d->iso, d->p, d->len);
    return new_error(d->iso, PY_T_UnicodeDecodeError, d->name, obj, start, end, reason);
}

static bool dec_strict(struct py_dec *d, size_t start, size_t end, const char *reason)
{
    py_value e = dec_exception(d, start, end, reason);
    if (e) py_raise_value(d->iso, e);
    return false;
}

static bool enc_strict(struct py_enc *e, size_t start, size_t end, const char *reason)
{
    py_value x = new_error(e->iso, PY_T_UnicodeEncodeError, e->name, e->s, start, end, reason);
    if (x) py_raise_value(e->iso, x);
    return false;
}

// --- a registered handler ------------------------------------------------------------------------

// Where to go on, of a sequence of len.
static bool take_position(struct py_isolate *iso, py_value v, size_t len, size_t *resume)
{
    int64_t at;
    if (!py_as_int64(iso, v, &at)) return false;
    if (at < 0) at += (int64_t)len;
    if (at < 0 || (uint64_t)at > len) {
        py_raise(iso, PY_T_IndexError, "position %lld from error handler out of bounds",
                 (long long)at);
        return false;
    }
    *resume = (size_t)at;
    return true;
}

// (replacement, position) of the handler.
// A replacement character, in the target's width.
static void put(struct py_enc *e, uint32_t c)
{
    if (e->put) {
        if (!e->unmapped && e->put(e, c) <= 0) e->unmapped = true;
        return;
    }
    if (c >= e->limit) {
        e->unmapped = true;
        return;
    }
    int size = e->unit ? abs(e->unit) : 1;
    for (int i = 0; i < size; i++) {
        int shift = e->unit < 0 ? 8 * (size - 1 - i) : 8 * i;
        py_bb_byte(&e->out, (int)(c >> shift & 255));
    }
}

static struct py_tuple *ask(struct py_isolate *iso, py_value errors, py_value exc, bool encode)
{
    py_value f = exc ? py_codec_handler(iso, errors) : NULL, r = f ? py_call1(iso, f, exc) : NULL;
    if (!r) return NULL;
    struct py_tuple *t = py_is_kind(r, PY_K_TUPLE) ? py_tuple(r) : NULL;
    if (t && t->n == 2 && (py_is_str(t->v[0]) || (encode && py_is_kind(t->v[0], PY_K_BYTES))))
        return t;
    return py_raise_type_error(iso,
                               encode ? "encoding error handler must return (str/bytes, int) tuple"
                                      : "decoding error handler must return (str, int) tuple");
}

// The handler may give the exception other bytes, which are decoded from then on.
static bool dec_own(struct py_dec *d, size_t start, size_t end, const char *reason, size_t *resume)
{
    py_value exc = dec_exception(d, start, end, reason);
    struct py_tuple *t = ask(d->iso, d->errors, exc, false);
    if (!t) return false;
    py_value obj = py_getattr_s(d->iso, exc, "object");
    if (!obj) return false;
    if (!py_is_kind(obj, PY_K_BYTES))
        return py_raise_type_error(d->iso, "exception attribute object must be bytes");
    d->obj = obj;
    d->p = py_bytes(obj)->b;
    d->len = py_bytes(obj)->len;
    py_sb_str(&d->out, t->v[0]);
    return take_position(d->iso, t->v[1], d->len, resume) && py_tick(d->iso, 1);
}

static bool enc_own(struct py_enc *e, size_t start, size_t end, const char *reason, size_t *resume)
{
    py_value exc = new_error(e->iso, PY_T_UnicodeEncodeError, e->name, e->s, start, end, reason);
    struct py_tuple *t = ask(e->iso, e->errors, exc, true);
    if (!t || !take_position(e->iso, t->v[1], py_str(e->s)->len, resume) || !py_tick(e->iso, 1))
        return false;
    if (py_is_kind(t->v[0], PY_K_BYTES)) {
        const struct py_bytes *b = py_bytes(t->v[0]);
        if (e->unit && b->len % (size_t)abs(e->unit)) e->unmapped = true;
        else py_bb_add(&e->out, b->b, b->len);
    } else {
        const struct py_str *s = py_str(t->v[0]);
        for (size_t i = 0; i < s->len && !e->unmapped; i++) {
            if (!py_codec_tick(e->iso, i)) return false;
            put(e, py_str_at(s, i));
            if (e->iso->exc) return false;
        }
    }
    if (e->unmapped) py_raise_value(e->iso, exc);
    return !e->unmapped;
}

// --- decoding ------------------------------------------------------------------------------------

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
    size_t size = d->unit == 1 ? 3 : (size_t)abs(d->unit);
    if (!d->unit || d->len - start < size) return dec_strict(d, start, end, reason);
    uint32_t c = read_unit(d->p + start, d->unit);
    if (c < 0xd800 || c > 0xdfff) return dec_strict(d, start, end, reason);
    py_sb_char(&d->out, c);
    *resume = start + size;
    return true;
}

static bool dec_escape(struct py_dec *d, size_t start, size_t end, const char *reason,
                       size_t *resume)
{
    size_t i = start;
    while (i < end && i < start + 4 && d->p[i] >= 0x80) py_sb_char(&d->out, 0xdc00u + d->p[i++]);
    if (i == start) return dec_strict(d, start, end, reason);
    *resume = i;
    return true;
}

static bool dec_backslash(struct py_dec *d, size_t start, size_t end)
{
    static const char hex[] = "0123456789abcdef";
    for (size_t i = start; i < end; i++) {
        char t[4] = {'\\', 'x', hex[d->p[i] >> 4], hex[d->p[i] & 15]};
        if (!py_codec_tick(d->iso, i - start)) return false;
        py_sb_ascii(&d->out, t, 4);
    }
    return true;
}

void *py_codec_bad_class(struct py_isolate *iso, const char *name)
{
    return py_raise_type_error(iso, "don't know how to handle %s in error callback", name);
}

bool py_dec_handle(struct py_dec *d, enum py_handler handler, size_t start, size_t end,
                   const char *reason, size_t *resume)
{
    *resume = end;
    switch (handler) {
    case PY_H_IGNORE: return true;
    case PY_H_REPLACE: py_sb_char(&d->out, 0xfffd); return true;
    case PY_H_BACKSLASH: return dec_backslash(d, start, end);
    case PY_H_ESCAPE: return dec_escape(d, start, end, reason, resume);
    case PY_H_PASS: return dec_pass(d, start, end, reason, resume);
    case PY_H_CHARREF:
    case PY_H_NAME: return py_codec_bad_class(d->iso, "UnicodeDecodeError");
    case PY_H_OWN: return dec_own(d, start, end, reason, resume);
    default: return dec_strict(d, start, end, reason);
    }
}

bool py_dec_error(struct py_dec *d, size_t start, size_t end, const char *reason, size_t *resume)
{
    return py_dec_handle(d, py_codec_handler_id(d->errors), start, end, reason, resume);
}

// --- encoding ------------------------------------------------------------------------------------

static void enc_hex(struct py_enc *e, uint32_t c)
{
    int width = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8;
    put(e, '\\');
    put(e, width == 2 ? 'x' : width == 4 ? 'u' : 'U');
    while (width--) put(e, (unsigned char)"0123456789abcdef"[c >> (4 * width) & 15]);
}

// \N{PY_H_NAME} for a character that has a name.
static bool enc_name(struct py_enc *e, uint32_t c)
{
    py_value module = py_import(e->iso, "unicodedata");
    py_value a[2] = {py_str_char(e->iso, c), PY_NONE}, key = py_str_intern_z(e->iso, "name");
    py_value name = module && a[0] && key ? py_call_method(e->iso, module, key, a, 2) : NULL;
    if (!name) return false;
    if (!py_is_str(name)) {
        enc_hex(e, c);
        return true;
    }
    py_value text = py_str_format(e->iso, "\\N{%U}", name);
    for (size_t k = 0; text && k < py_str(text)->len; k++) {
        if (!py_codec_tick(e->iso, k)) return false;
        put(e, py_str_at(py_str(text), k));
    }
    return text != NULL;
}

static void enc_charref(struct py_enc *e, uint32_t c)
{
    char digits[12];
    int n = 0;
    do digits[n++] = (char)('0' + c % 10);
    while (c /= 10);
    put(e, '&');
    put(e, '#');
    while (n--) put(e, (unsigned char)digits[n]);
    put(e, ';');
}

// A lone surrogate as bytes. False: it cannot be.
static bool enc_surrogate(struct py_enc *e, uint32_t c, bool pass)
{
    if (!pass) {
        if (c < 0xdc80 || c > 0xdcff || (e->unit && e->unit != 1)) return false;
        py_bb_byte(&e->out, (int)(c - 0xdc00));
        return true;
    }
    if (!e->unit || c < 0xd800 || c > 0xdfff) return false;
    if (e->unit == 1) {
        unsigned char u[3] = {(unsigned char)(0xe0 | c >> 12),
                              (unsigned char)(0x80 | (c >> 6 & 63)),
                              (unsigned char)(0x80 | (c & 63))};
        py_bb_add(&e->out, u, 3);
        return true;
    }
    int size = abs(e->unit);
    for (int i = 0; i < size; i++)
        py_bb_byte(&e->out, (int)(c >> (e->unit < 0 ? 8 * (size - 1 - i) : 8 * i) & 255));
    return true;
}

bool py_enc_handle(struct py_enc *e, enum py_handler handler, uint32_t c)
{
    switch (handler) {
    case PY_H_REPLACE: put(e, '?'); return true;
    case PY_H_BACKSLASH: enc_hex(e, c); return true;
    case PY_H_CHARREF: enc_charref(e, c); return true;
    case PY_H_NAME: return enc_name(e, c);
    default:
        if (!enc_surrogate(e, c, handler == PY_H_PASS)) e->unmapped = true;
        return true;
    }
}

bool py_enc_error(struct py_enc *e, size_t start, size_t end, const char *reason, size_t *resume)
{
    enum py_handler handler = py_codec_handler_id(e->errors);
    *resume = end;
    e->unmapped = false;
    if (handler == PY_H_STRICT) return enc_strict(e, start, end, reason);
    if (handler == PY_H_OWN) return enc_own(e, start, end, reason, resume);
    for (size_t i = start; handler != PY_H_IGNORE && i < end; i++) {
        if (!py_codec_tick(e->iso, i - start) ||
            !py_enc_handle(e, handler, py_str_at(py_str(e->s), i)) || e->iso->exc)
            return false;
        // Those that could be carried are not to blame, except where a table says so.
        if (e->unmapped)
            return enc_strict(e, handler == PY_H_ESCAPE && !e->put ? i : start, end, reason);
    }
    return true;
}
