// The string builder and printf-like formatting of messages.
#include "str_int.h"

#include <stdio.h>

void py_sb_init(struct py_sb *b, struct py_isolate *iso)
{
    *b = (struct py_sb){.iso = iso, .width = 1};
}

static struct py_strbuf *text_of(const struct py_sb *b)
{
    return (struct py_strbuf *)b->buf->u.b;
}

// What was built so far is given back at once: a word left on the C stack may point at it.
static bool fail(struct py_sb *b)
{
    if (b->buf) py_buf_free(b->iso, b->buf);
    b->buf = NULL;
    b->failed = true;
    return false;
}

// Moves the text into a wider buffer.
static bool widen(struct py_sb *b, int width, size_t more)
{
    size_t want = (b->len + more) * (size_t)width;
    struct py_buf *to = py_buf_new(b->iso, PY_K_RAW, sizeof(struct py_strbuf) + want + want / 2);
    if (!to) return fail(b);
    if (b->buf) {
        py_str_look(b->iso, want);
        py_str_widen(((struct py_strbuf *)to->u.b)->text, width, 0, text_of(b)->text, b->width,
                     b->len);
        py_buf_free(b->iso, b->buf);
    }
    b->buf = to;
    b->width = (uint8_t)width;
    return true;
}

// Room for `more` code points of which `or_all` is the or.
static inline bool reserve(struct py_sb *b, size_t more, uint32_t or_all)
{
    if (b->failed) return false;
    int width = py_width_of(or_all);
    b->or_all |= or_all;
    if (width > b->width) return widen(b, width, more + 16);
    size_t want = sizeof(struct py_strbuf) + (b->len + more) * b->width;
    if (b->buf && want <= b->buf->cap) return true;
    if (want > (size_t)1 << 40) return py_raise_no_memory(b->iso), fail(b);
    struct py_buf *to = b->buf ? py_buf_resize(b->iso, b->buf, want + want / 2)
                               : py_buf_new(b->iso, PY_K_RAW, want < 100 ? 100 : want + want / 4);
    if (!to) return fail(b);
    b->buf = to;
    return true;
}

void py_sb_char(struct py_sb *b, uint32_t c)
{
    if (!reserve(b, 1, c)) return;
    py_char_put(text_of(b)->text, b->width, b->len++, c);
}

void py_sb_fill(struct py_sb *b, uint32_t c, size_t n)
{
    uint64_t bytes;
    if (__builtin_mul_overflow(n, b->width, &bytes)) bytes = UINT64_MAX;
    if (n > 1024 && !b->failed && (!py_mem_check(b->iso, bytes) || !py_tick(b->iso, n / 64)))
        fail(b);
    if (!n || !reserve(b, n, c)) return;
    if (b->width == 1) memset(text_of(b)->text + b->len, (int)c, n);
    else
        for (size_t i = 0; i < n; i++) py_char_put(text_of(b)->text, b->width, b->len + i, c);
    b->len += n;
}

void py_sb_ascii(struct py_sb *b, const char *s, size_t n)
{
    if (!n || !reserve(b, n, 0x7f)) return;
    py_str_look(b->iso, n);
    py_str_widen(text_of(b)->text, b->width, b->len, s, 1, n);
    b->len += n;
}

void py_sb_z(struct py_sb *b, const char *ascii)
{
    py_sb_ascii(b, ascii, strlen(ascii));
}

static void append(struct py_sb *b, const struct py_str *s, size_t start, size_t end,
                   uint32_t or_all)
{
    size_t n = end - start;
    if (!n || !reserve(b, n, or_all)) return;
    py_str_look(b->iso, n * b->width);
    if (s->width > b->width) // the part is narrower than the text it is cut from
        for (size_t i = 0; i < n; i++)
            py_char_put(text_of(b)->text, b->width, b->len + i, py_str_at(s, start + i));
    else
        py_str_widen(text_of(b)->text, b->width, b->len, (const char *)s->data + start * s->width,
                     s->width, n);
    b->len += n;
}

void py_sb_str(struct py_sb *b, py_value v)
{
    static const uint32_t top[] = {0, 0xff, 0xffff, 0, 0x10ffff};
    if (!v) b->failed = true;
    if (b->failed) return;
    const struct py_str *s = py_str(v);
    append(b, s, 0, s->len, s->ascii ? 0x7f : top[s->width]);
}

void py_sb_slice(struct py_sb *b, py_value v, size_t start, size_t end)
{
    if (!v) b->failed = true;
    if (b->failed) return;
    const struct py_str *s = py_str(v);
    if (end > s->len) end = s->len;
    if (start < end) py_str_look(b->iso, (end - start) * s->width);
    if (start < end)
        append(b, s, start, end, s->ascii ? 0x7f : py_str_or(s->data, s->width, start, end));
}

void py_sb_repr(struct py_sb *b, py_value v)
{
    if (!b->failed) py_sb_str(b, py_repr(b->iso, v));
}

py_value py_sb_take(struct py_sb *b, size_t from)
{
    if (b->failed || from >= b->len) return py_str_alloc(b->iso, 0, 0);
    size_t n = b->len - from;
    b->len = from;
    return py_str_from_width(b->iso, text_of(b)->text + from, n, 1);
}

py_value py_sb_finish(struct py_sb *b)
{
    // Whoever forgave an exception while building may have forgiven the builder's own with it.
    if (b->failed) return b->iso->exc ? NULL : py_raise_no_memory(b->iso);
    if (b->len == 0) return py_str_alloc(b->iso, 0, 0);
    bool ascii = b->or_all < 0x80;
    size_t bytes = b->len * b->width;
    if (bytes >= PY_STR_SHARE_MIN * 2 && bytes >= b->buf->cap / 2) {
        text_of(b)->used = bytes;
        return py_str_over(b->iso, b->buf, b->len, b->width, ascii);
    }
    if (b->len == 1 && b->width == 1) return py_str_char(b->iso, text_of(b)->text[0]);
    py_value v = py_str_alloc(b->iso, b->len, ascii ? 0x7f : b->width == 1 ? 0xff : b->or_all);
    if (v) memcpy(py_str(v)->data, text_of(b)->text, bytes);
    py_buf_free(b->iso, b->buf);
    b->buf = NULL;
    b->failed = true;
    return v;
}

// --- formats ------------------------------------------------------------------------------------

static void sb_utf8(struct py_sb *b, const char *s, size_t n)
{
    const unsigned char *p = (const unsigned char *)s, *end = p + n;
    while (p < end) {
        const unsigned char *run = p;
        while (p < end && *p < 0x80) p++;
        py_sb_ascii(b, (const char *)run, (size_t)(p - run));
        if (p < end) py_sb_char(b, py_utf8_next(&p, end));
    }
}

struct directive {
    char spec[24]; // "%05lld" without the conversion letter
    int spec_len;
    int prec;  // of strings, -1 none
    int longs; // 0 int, 1 long, 2 long long, 3 size_t
};

// Parses flags, width, precision and length after '%'. Returns the conversion letter's place.
static const char *parse_directive(const char *f, struct directive *d, va_list *ap)
{
    *d = (struct directive){.spec = "%", .spec_len = 1, .prec = -1};
    for (; *f && strchr("0123456789+- #.*", *f); f++) {
        if (*f == '*') {
            d->prec = va_arg(*ap, int);
            d->spec_len += snprintf(d->spec + d->spec_len, 12, "%d", d->prec);
        } else if (d->spec_len < 10) {
            d->spec[d->spec_len++] = *f;
        }
        if (*f >= '0' && *f <= '9' && d->prec >= 0) d->prec = d->prec * 10 + (*f - '0');
        if (*f == '.' && f[1] != '*') d->prec = 0;
    }
    for (; *f == 'l' || *f == 'z'; f++) {
        d->longs = *f == 'z' ? 3 : d->longs + 1;
        d->spec[d->spec_len++] = *f;
    }
    return f;
}

static void put_number(struct py_sb *b, struct directive *d, char conv, va_list *ap)
{
    char out[64];
    int n;
    d->spec[d->spec_len++] = conv;
    d->spec[d->spec_len] = 0;
    if (conv == 'g' || conv == 'f' || conv == 'e')
        n = snprintf(out, sizeof out, d->spec, va_arg(*ap, double));
    else if (d->longs == 0) n = snprintf(out, sizeof out, d->spec, va_arg(*ap, int));
    else if (d->longs == 1) n = snprintf(out, sizeof out, d->spec, va_arg(*ap, long));
    else if (d->longs == 2) n = snprintf(out, sizeof out, d->spec, va_arg(*ap, long long));
    else n = snprintf(out, sizeof out, d->spec, va_arg(*ap, size_t));
    py_sb_ascii(b, out, n < (int)sizeof out ? (size_t)n : sizeof out - 1);
}

static void put_text(struct py_sb *b, const struct directive *d, const char *s)
{
    if (!s) s = "(null)";
    sb_utf8(b, s, d->prec >= 0 ? strnlen(s, (size_t)d->prec) : strlen(s));
}

// The name as CPython's messages show it: types of C modules come with their module.
static void put_type(struct py_sb *b, const struct py_type *t)
{
    py_value module = NULL;
    if (t->flags & PY_TF_NATIVE)
        module = py_dict_get_str(b->iso, t->dict, py_name(b->iso, PY_N___module__));
    else if (!(t->flags & PY_TF_HEAP) && !t->def->plain_name && !py_str_is(t->module, "builtins"))
        module = t->module;
    if (module && py_is_str(module)) { // a program may set it
        py_sb_str(b, module);
        py_sb_char(b, '.');
    }
    py_sb_str(b, t->name);
}

static void put_value(struct py_sb *b, char conv, py_value v)
{
    if (b->failed) return;
    switch (conv) {
    case 'U': py_sb_str(b, v); break;
    case 'R': py_sb_repr(b, v); break;
    case 'S': py_sb_str(b, py_str_of(b->iso, v)); break;
    case 'A':
        if (v == PY_NONE) py_sb_z(b, "None");
        else put_type(b, py_type_of(b->iso, v));
        break;
    default: put_type(b, py_type_of(b->iso, v));
    }
}

static void sb_vformat(struct py_sb *b, const char *f, va_list *ap)
{
    struct directive d;
    for (;;) {
        const char *run = f;
        while (*f && *f != '%') f++;
        sb_utf8(b, run, (size_t)(f - run));
        if (!*f) return;
        f = parse_directive(f + 1, &d, ap);
        switch (*f) {
        case 's': put_text(b, &d, va_arg(*ap, const char *)); break;
        case 'c': py_sb_char(b, (uint32_t)va_arg(*ap, int)); break;
        case 'd':
        case 'i':
        case 'u':
        case 'x':
        case 'X':
        case 'g':
        case 'f':
        case 'e': put_number(b, &d, *f, ap); break;
        case 'U':
        case 'R':
        case 'S':
        case 'A':
        case 'T': put_value(b, *f, va_arg(*ap, py_value)); break;
        case 'N': put_type(b, va_arg(*ap, struct py_type *)); break;
        case 0: return;
        default: py_sb_char(b, (unsigned char)*f);
        }
        f++;
    }
}

void py_sb_format(struct py_sb *b, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    sb_vformat(b, fmt, &ap);
    va_end(ap);
}

py_value py_str_vformat(struct py_isolate *iso, const char *fmt, va_list ap)
{
    struct py_sb b;
    va_list copy;
    py_sb_init(&b, iso);
    va_copy(copy, ap);
    sb_vformat(&b, fmt, &copy);
    va_end(copy);
    return py_sb_finish(&b);
}

py_value py_str_format(struct py_isolate *iso, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    py_value v = py_str_vformat(iso, fmt, ap);
    va_end(ap);
    return v;
}
