// Replacement: templates ("\1", "\g<name>"), sub, subn and Match.expand. Bytes are handled as
// Latin-1 text and turned back at the end.
#include "../obj/text_int.h"
#include "re_int.h"

struct templ {
    struct py_isolate *iso;
    const struct py_re *re;
    py_value text, shown; // str, and as the program gave it
    const struct py_str *s;
    bool literal; // no backslash in it
    size_t i;
};

static bool fail(struct templ *t, size_t at, const char *fmt, py_value arg)
{
    py_value m = py_str_format(t->iso, fmt, arg);
    if (m) py_re_error(t->iso, m, t->shown, (int64_t)at);
    return false;
}

static py_value as_text(struct py_isolate *iso, py_value v)
{
    const unsigned char *p;
    size_t n;
    if (py_is_str(v)) return v;
    return py_bytes_view(iso, v, &p, &n) ? py_str_from_width(iso, p, n, 1) : NULL;
}

static bool templ_open(struct templ *t, struct py_isolate *iso, const struct py_re *re, py_value v)
{
    *t = (struct templ){.iso = iso, .re = re, .shown = v, .text = as_text(iso, v)};
    if (!t->text) return false;
    t->s = py_str(t->text);
    py_value slash = py_str_char(iso, '\\');
    t->literal = slash && py_str_find(iso, t->s, py_str(slash), 0, t->s->len) < 0;
    return slash && !py_error(iso);
}

static bool put_group(struct templ *t, struct py_sb *out, const struct py_re_subject *s,
                      const int64_t *regs, int64_t g)
{
    int64_t from = regs[2 * g], to = regs[2 * g + 1];
    if (from < 0) return true;
    if (py_is_str(s->v)) {
        py_sb_slice(out, s->v, (size_t)from, (size_t)to);
        return true;
    }
    if ((uint64_t)to > s->len) to = (int64_t)s->len; // a bytearray that shrank
    if (from >= to) return true;
    py_value part = py_str_from_width(t->iso, (const char *)s->data + from, (size_t)(to - from), 1);
    if (part) py_sb_str(out, part);
    return part != NULL;
}

// \g<name> or \g<number>; t->i stands behind the "g".
static bool named(struct templ *t, int64_t *group)
{
    if (t->i >= t->s->len || py_str_at(t->s, t->i) != '<') return fail(t, t->i, "missing <", NULL);
    size_t from = ++t->i;
    while (t->i < t->s->len && py_str_at(t->s, t->i) != '>')
        t->i += py_str_at(t->s, t->i) == '\\' ? 2 : 1; // as everywhere, an escape is one sign
    if (t->i >= t->s->len)
        return fail(t, from, t->i == from ? "missing group name" : "missing >, unterminated name",
                    NULL);
    if (t->i == from) return fail(t, from, "missing group name", NULL);
    py_value name = py_str_slice(t->iso, t->text, from, t->i++);
    if (!name) return false;
    uint64_t number = 0;
    bool digits = true;
    for (size_t k = 0; k < py_str(name)->len && digits; k++) {
        uint32_t c = py_str_at(py_str(name), k);
        digits = c >= '0' && c <= '9' && number < 100000000;
        number = number * 10 + c - '0';
    }
    if (digits) {
        *group = (int64_t)number;
        if (number <= t->re->groups) return true;
        return fail(t, from, "invalid group reference %R", py_small_new((int64_t)number));
    }
    if (!py_re_is_name(name, t->re->bytes)) {
        py_value shown = t->re->bytes ? py_ascii(t->iso, name) : py_repr(t->iso, name);
        return shown && fail(t, from, "bad character in group name %U", shown);
    }
    py_value v = py_dict_get_str(t->iso, py_dict(t->re->names), name);
    if (!v) {
        py_raise(t->iso, PY_T_IndexError, "unknown group name %R", name);
        return false;
    }
    *group = py_small(v);
    return true;
}

static bool octal(uint32_t c)
{
    return c >= '0' && c <= '7';
}

// A backslash and what follows. *group -1: *c is a character; -2: \c stays as two characters.
static bool escape(struct templ *t, int64_t *group, uint32_t *c)
{
    static const char from[] = "abfnrtv\\", to[] = "\a\b\f\n\r\t\v\\";
    size_t at = t->i - 1;
    *group = -1;
    if (t->i >= t->s->len) return fail(t, at, "bad escape (end of pattern)", NULL);
    uint32_t ch = py_str_at(t->s, t->i++), next = t->i < t->s->len ? py_str_at(t->s, t->i) : 0;
    const char *simple = ch && ch < 128 ? strchr(from, (int)ch) : NULL;
    *c = ch;
    if (ch == 'g') return named(t, group);
    if (simple) {
        *c = (unsigned char)to[simple - from];
        return true;
    }
    if (ch == '0') {
        for (*c = 0; t->i < t->s->len && t->i < at + 4 && octal(py_str_at(t->s, t->i)); t->i++)
            *c = *c * 8 + py_str_at(t->s, t->i) - '0';
        return true;
    }
    if (ch >= '1' && ch <= '9') {
        *group = ch - '0';
        if (next >= '0' && next <= '9') {
            t->i++;
            uint32_t third = t->i < t->s->len ? py_str_at(t->s, t->i) : 0;
            if (octal(ch) && octal(next) && octal(third)) {
                t->i++;
                *group = -1;
                *c = ((ch - '0') * 8 + next - '0') * 8 + third - '0';
                if (*c <= 0377) return true;
                return fail(t, at, "octal escape value %S outside of range 0-0o377",
                            py_str_slice(t->iso, t->text, at, t->i));
            }
            *group = *group * 10 + next - '0';
        }
        if (*group <= (int64_t)t->re->groups) return true;
        return fail(t, at + 1, "invalid group reference %R", py_small_new(*group));
    }
    if (ch < 128 && py_char_is(ch, PY_U_ALPHA))
        return fail(t, at, "bad escape \\%U", py_str_char(t->iso, ch));
    *group = -2;
    return true;
}

static bool expand(struct templ *t, struct py_sb *out, const struct py_re_subject *s,
                   const int64_t *regs)
{
    if (t->literal) {
        py_sb_str(out, t->text);
        return true;
    }
    for (t->i = 0; t->i < t->s->len;) {
        size_t from = t->i;
        while (t->i < t->s->len && py_str_at(t->s, t->i) != '\\') t->i++;
        py_sb_slice(out, t->text, from, t->i);
        if (t->i++ >= t->s->len) break;
        int64_t group;
        uint32_t c = 0;
        if (!escape(t, &group, &c)) return false;
        if (group >= 0) {
            if (!put_group(t, out, s, regs, group)) return false;
            continue;
        }
        if (group == -2) py_sb_char(out, '\\');
        py_sb_char(out, c);
    }
    return true;
}

static py_value back(struct py_isolate *iso, py_value text, bool bytes)
{
    if (!text || !bytes) return text;
    return py_bytes_new(iso, py_str(text)->data, py_str(text)->len);
}

py_value py_re_expand(struct py_isolate *iso, struct py_re_match *m, py_value v)
{
    struct templ t;
    struct py_re_subject s;
    struct py_sb out;
    if (!py_re_subject_of(iso, NULL, m->string, &s) || !templ_open(&t, iso, m->re, v)) return NULL;
    py_sb_init(&out, iso);
    return expand(&t, &out, &s, m->regs) ? back(iso, py_sb_finish(&out), m->re->bytes) : NULL;
}

struct subber {
    struct py_re *re;
    py_value callback, string;
    struct templ t;
    struct py_sb out;
};

static bool replace_one(struct py_isolate *iso, struct subber *b, const struct py_re_subject *s,
                        const int64_t *regs)
{
    if (!b->callback) return expand(&b->t, &b->out, s, regs);
    py_value m = py_re_match_new(iso, b->re, b->string, 0, (int64_t)s->len, regs);
    py_value r = m ? py_call1(iso, b->callback, m) : NULL;
    if (!r) return false;
    if (r == PY_NONE) return true;
    if (py_is_str(r) == b->re->bytes) {
        py_raise_type_error(iso,
                            b->re->bytes ? "sequence item 0: expected a bytes-like object, %T found"
                                         : "sequence item 0: expected str instance, %T found",
                            r);
        return false;
    }
    py_value text = as_text(iso, r);
    if (text) py_sb_str(&b->out, text);
    return text != NULL;
}

py_value py_re_sub(struct py_isolate *iso, struct py_re *re, py_value repl, py_value string,
                   int64_t count, int64_t *done)
{
    struct subber b = {.re = re, .string = string};
    struct py_re_subject s;
    int64_t small[64], *regs = small;
    size_t from = 0, last = 0;
    int how = 0;
    if (!py_re_subject_of(iso, re, string, &s)) return NULL;
    if (py_is_str(repl) || py_is_byteslike(repl) ||
        py_type_of(iso, repl) == py_t(iso, PY_T_MEMORYVIEW)) {
        if (py_is_str(repl) == re->bytes)
            return py_raise_type_error(
                iso,
                re->bytes ? "sequence item 0: expected a bytes-like object, str found"
                          : "expected str instance, %T found",
                repl);
        if (!templ_open(&b.t, iso, re, repl)) return NULL;
        if (!b.t.literal) { // its errors come before any match
            struct py_sb trash;
            int64_t none[2 * 64];
            for (int i = 0; i < 128; i++) none[i] = -1;
            py_sb_init(&trash, iso);
            if (re->groups < 64 && !expand(&b.t, &trash, &s, none)) return NULL;
        }
    } else if (!py_callable(iso, repl)) { // CPython makes a str of it
        return py_raise_type_error(iso, "decoding to str: need a bytes-like object, %T found",
                                   repl);
    } else {
        b.callback = repl;
    }
    if (2 * (re->groups + 1) > 64) {
        struct py_buf *buf = py_buf_new(iso, PY_K_RAW, 2 * (re->groups + 1) * sizeof *regs);
        if (!buf) return NULL;
        regs = (int64_t *)(void *)buf->u.b;
    }
    py_value text = as_text(iso, string);
    py_sb_init(&b.out, iso);
    for (*done = 0; text && (!count || *done < count); ++*done) {
        int rc = py_re_exec(iso, re, &s, from, s.len, how, regs);
        if (rc < 0) return NULL;
        if (!rc) break;
        py_sb_slice(&b.out, text, last, (size_t)regs[0]);
        from = last = (size_t)regs[1];
        how = regs[0] == regs[1] ? PY_RE_NOT_EMPTY : 0;
        if (!replace_one(iso, &b, &s, regs)) return NULL;
        if (b.callback && !py_re_subject_of(iso, re, string, &s)) return NULL;
        if (from > s.len) break;
    }
    if (!text) return NULL;
    if (*done == 0) return re->bytes ? back(iso, text, true) : py_str_exact(iso, string);
    py_sb_slice(&b.out, text, last, py_str(text)->len);
    return back(iso, py_sb_finish(&b.out), re->bytes);
}
