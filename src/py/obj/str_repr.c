// repr() and ascii() of str: quotes and escapes as CPython chooses them.
#include "str_type.h"
#include "text_int.h"

static void put_hex(struct py_sb *b, uint32_t c)
{
    static const char digits[] = "0123456789abcdef";
    char text[10] = "\\";
    int width = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8;
    text[1] = width == 2 ? 'x' : width == 4 ? 'u' : 'U';
    for (int i = 0; i < width; i++) text[2 + i] = digits[c >> (4 * (width - 1 - i)) & 15];
    py_sb_ascii(b, text, (size_t)width + 2);
}

static void put_escaped(struct py_sb *b, uint32_t c)
{
    const char *text = c == '\t' ? "\\t" : c == '\n' ? "\\n" : c == '\r' ? "\\r" : NULL;
    if (text) {
        py_sb_ascii(b, text, 2);
    } else if (c == '\'' || c == '"' || c == '\\') {
        py_sb_char(b, '\\');
        py_sb_char(b, c);
    } else {
        put_hex(b, c);
    }
}

enum { PART = 1 << 16 }; // characters between two ticks

// The end of the run of characters from i on, as far as `end`, that need no escape.
static size_t plain_run(const struct py_str *s, size_t i, size_t end, uint32_t quote, bool ascii)
{
    for (; i < end; i++) {
        uint32_t c = py_str_at(s, i);
        if (c < ' ' || c == 0x7f || c == quote || c == '\\') break;
        if (c > 0x7f && (ascii || !py_char_is(c, PY_U_PRINT))) break;
    }
    return i;
}

// appends repr(s)
static bool str_repr_to(struct py_sb *b, const struct py_str *s, bool ascii)
{
    struct py_isolate *iso = b->iso;
    bool single = false, dbl = false;
    if (s->width == 1) {
        single = memchr(s->data, '\'', s->len) != NULL;
        dbl = single && memchr(s->data, '"', s->len) != NULL;
    }
    for (size_t i = 0; s->width > 1 && i < s->len && !dbl; i++) {
        uint32_t c = py_str_at(s, i);
        if (c == '\'') single = true;
        else if (c == '"') dbl = true;
        if (i % PART == PART - 1 && !py_tick(iso, PART / 8)) return !(b->failed = true);
    }
    uint32_t quote = single && !dbl ? '"' : '\'';
    py_sb_char(b, quote);
    for (size_t i = 0; i < s->len && !b->failed;) {
        size_t end = s->len - i > PART ? i + PART : s->len;
        size_t run = plain_run(s, i, end, quote, ascii);
        if (!py_tick(iso, (run - i) / 8 + 1)) return !(b->failed = true);
        if (run > i) py_sb_slice(b, (py_value)s, i, run);
        if ((i = run) < end) put_escaped(b, py_str_at(s, i++));
    }
    py_sb_char(b, quote);
    return !b->failed;
}

py_value py_str_repr(struct py_isolate *iso, py_value s, bool ascii)
{
    struct py_sb b;
    py_sb_init(&b, iso);
    str_repr_to(&b, py_str(s), ascii);
    return py_sb_finish(&b);
}

py_value py_ascii(struct py_isolate *iso, py_value v)
{
    py_value r = py_repr(iso, v);
    if (!r || py_str(r)->ascii) return r;
    struct py_sb b;
    py_sb_init(&b, iso);
    for (size_t i = 0, run; i < py_str(r)->len; i++) {
        for (run = i; run < py_str(r)->len && py_str_at(py_str(r), run) < 0x80;) run++;
        if (run > i) py_sb_slice(&b, r, i, run);
        if (run == py_str(r)->len) break;
        put_hex(&b, py_str_at(py_str(r), i = run));
    }
    return py_tick(iso, py_str(r)->len) ? py_sb_finish(&b) : NULL;
}
