// lit_str.c: runs of string tokens as one Constant or JoinedStr: escapes, concatenation, and the
// parts of f-strings, positioned and folded as CPython 3.12 does.
#include "gram.h"

struct text {
    char *s;
    size_t n;
};

static size_t put_utf8(char *to, uint32_t c)
{
    if (c < 0x80) {
        to[0] = (char)c;
        return 1;
    }
    int extra = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const unsigned char lead[] = {0, 0xC0, 0xE0, 0xF0};
    to[0] = (char)(lead[extra] | c >> (6 * extra));
    for (int i = 1; i <= extra; i++) to[i] = (char)(0x80 | (c >> (6 * (extra - i)) & 0x3F));
    return (size_t)extra + 1;
}

// CPython decodes a copy in which every non-ASCII character has become a 10-byte escape; positions
// in its messages count that copy's bytes.
static int copy_position(const char *s, const char *to)
{
    int n = 0;
    for (; s < to; s++) {
        if (s[0] == '\\' && (unsigned char)s[1] >= 0x80) n += 6;
        else if (s[0] == '\\' && s[1] != 0 && s + 1 < to) n += 2, s++;
        else if ((unsigned char)*s < 0x80) n++;
        else if ((*s & 0xC0) != 0x80) n += 10;
    }
    return n;
}

static void *bad_escape(struct py_parser *p, struct py_pos at, const char *s, const char *from,
                        const char *to, const char *why)
{
    int a = copy_position(s, from), b = a + (int)(to - from) - 1;
    if (a == b)
        return raise_at(p, at,
                        "(unicode error) 'unicodeescape' codec can't decode byte 0x5c in "
                        "position %d: %s",
                        a, why);
    return raise_at(
        p, at, "(unicode error) 'unicodeescape' codec can't decode bytes in position %d-%d: %s", a,
        b, why);
}

static const char *const simple_from = "\\'\"abfnrtv";
static const char *const simple_to = "\\'\"\a\b\f\n\r\t\v";

static int hex_value(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

struct decoder {
    struct py_parser *p;
    const char *all, *s, *end;
    struct py_pos at;
    int line, col; // of all, for warnings
};

// s at the x, u or U; returns the code point or -1 (raised).
static int64_t hex_escape(struct decoder *d, bool bytes)
{
    const char *from = d->s - 1;
    char kind = *d->s++;
    int want = kind == 'x' ? 2 : kind == 'u' ? 4 : 8;
    uint32_t c = 0;
    for (int i = 0; i < want; i++, d->s++) {
        int v = d->s < d->end ? hex_value(*d->s) : -1;
        if (v < 0 && bytes) {
            raise_at(d->p, d->at, "(value error) invalid \\x escape at position %d",
                     (int)(from - d->all));
            return -1;
        }
        if (v < 0) {
            bad_escape(d->p, d->at, d->all, from, d->s,
                       kind == 'x'   ? "truncated \\xXX escape"
                       : kind == 'u' ? "truncated \\uXXXX escape"
                                     : "truncated \\UXXXXXXXX escape");
            return -1;
        }
        c = c << 4 | (uint32_t)v;
    }
    if (c > 0x10FFFF) {
        bad_escape(d->p, d->at, d->all, from, d->s, "illegal Unicode character");
        return -1;
    }
    return c;
}

// s at the N.
enum { NAME_COST = 8192 }; // of a name: a search through all of them

static int64_t name_escape(struct decoder *d)
{
    const char *from = d->s - 1, *why = "malformed \\N character escape";
    d->s++;
    if (d->s < d->end && *d->s == '{') {
        const char *name = ++d->s;
        while (d->s < d->end && *d->s != '}') d->s++;
        size_t n = (size_t)(d->s - name);
        if (d->s < d->end && n) {
            d->s++;
            const struct py_parse_alloc *a = d->p->alloc;
            int32_t c = a->unicode_by_name ? a->unicode_by_name(a->ctx, name, n) : -1;
            if (!py_parse_tick(d->p, NAME_COST)) return -1;
            if (c >= 0) return c;
            why = "unknown Unicode character name";
        }
    }
    bad_escape(d->p, d->at, d->all, from, d->s, why);
    return -1;
}

static uint32_t octal_escape(struct decoder *d)
{
    const char *from = d->s;
    uint32_t c = 0;
    for (int i = 0; i < 3 && d->s < d->end && *d->s >= '0' && *d->s <= '7'; i++)
        c = c * 8 + (uint32_t)(*d->s++ - '0');
    if (c > 0xFF)
        py_parse_warn(d->p, d->line, d->col, "invalid octal escape sequence '\\%.3s'", from);
    return c;
}

// s behind a backslash; appends what the escape means.
static bool decode_escape(struct decoder *d, struct text *out, bool bytes)
{
    int64_t c;
    if (d->s >= d->end) {
        out->s[out->n++] = '\\';
        return true;
    }
    const char *simple = *d->s ? strchr(simple_from, *d->s) : NULL;
    if (simple) {
        out->s[out->n++] = simple_to[simple - simple_from];
        d->s++;
        return true;
    }
    switch (*d->s) {
    case '\n': d->s++; return true;
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
        c = octal_escape(d);
        if (bytes) c &= 0xFF;
        break;
    case 'u':
    case 'U':
        if (bytes) goto unknown;
        c = hex_escape(d, false);
        break;
    case 'x': c = hex_escape(d, bytes); break;
    case 'N':
        if (bytes) goto unknown;
        c = name_escape(d);
        break;
    default:
    unknown:
        if ((unsigned char)(*d->s - 1) < 0x7f)
            py_parse_warn(d->p, d->line, d->col, "invalid escape sequence '\\%c'", *d->s);
        out->s[out->n++] = '\\';
        return true;
    }
    if (c < 0) return false;
    if (bytes) out->s[out->n++] = (char)c;
    else out->n += put_utf8(out->s + out->n, (uint32_t)c);
    return true;
}

// Text of a literal's body into out (room for n bytes is enough: escapes shrink).
static bool decode(struct py_parser *p, const char *s, size_t n, bool raw, bool bytes,
                   const struct py_token *t, struct py_pos at, struct text *out)
{
    struct decoder d = {p, s, s, s + n, at, t->line, t->col};
    while (d.s < d.end) {
        const char *slash = raw ? NULL : memchr(d.s, '\\', (size_t)(d.end - d.s));
        size_t plain = (size_t)((slash ? slash : d.end) - d.s);
        memcpy(out->s + out->n, d.s, plain);
        out->n += plain;
        d.s += plain;
        if (!slash) return true;
        d.s++;
        if (!decode_escape(&d, out, bytes)) return false;
    }
    return true;
}

static struct py_node *text_node(struct py_parser *p, struct text t, struct py_pos pos)
{
    struct py_node *node = py_node_new(p, PY_AST_Constant, pos);
    if (!node) return NULL;
    node->Constant.value = (struct py_const){.kind = PY_CONST_STR, .s = t.s, .len = (uint32_t)t.n};
    return node;
}

// A whole STRING token.
static struct py_node *plain_string(struct py_parser *p, const struct py_token *t)
{
    const char *s = p->src + t->start, *end = p->src + t->end;
    bool raw = false, bytes = false, u = *s == 'u';
    for (; *s != '"' && *s != '\''; s++) {
        raw |= (*s | 0x20) == 'r';
        bytes |= (*s | 0x20) == 'b';
    }
    int quotes = end - s >= 6 && s[1] == s[0] && s[2] == s[0] ? 3 : 1;
    s += quotes;
    end -= quotes;
    size_t n = (size_t)(end - s);
    for (size_t i = 0; bytes && i < n; i++)
        if ((unsigned char)s[i] >= 0x80)
            return raise_at(p, py_tok_pos(t), "bytes can only contain ASCII literal characters");
    struct text out = {py_parse_mem(p, n + 1), 0};
    if (!out.s || !decode(p, s, n, raw, bytes, t, py_tok_pos(t), &out)) return NULL;
    struct py_node *node = text_node(p, out, py_tok_pos(t));
    if (!node) return NULL;
    node->Constant.value.u_prefix = u;
    if (bytes) node->Constant.value.kind = PY_CONST_BYTES;
    return node;
}

// An FMIDDLE token; errors are reported at `at`.
static struct py_node *middle(struct py_parser *p, const struct py_token *t, bool raw,
                              struct py_pos at)
{
    size_t n = (size_t)(t->end - t->start);
    struct text out = {py_parse_mem(p, n + 1), 0};
    if (!out.s || !decode(p, p->src + t->start, n, raw, false, t, at, &out)) return NULL;
    return text_node(p, out, py_tok_pos(t));
}

// Source between the brace and `to` without comments, escapes decoded like those outside: the text
// that `{x = }` shows.
static struct py_node *debug_text(struct py_parser *p, const struct py_token *brace, int to,
                                  bool raw, struct py_pos pos)
{
    int from = brace->end;
    size_t room = (size_t)(to - from) + 1;
    struct text out = {py_parse_mem(p, room), 0}, shown = {py_parse_mem(p, room), 0};
    if (!out.s || !shown.s) return NULL;
    char quote = 0;
    for (int i = from; i < to; i++) {
        char c = p->src[i];
        if (quote ? c == quote : c == '"' || c == '\'') quote = quote ? 0 : c;
        if (c == '#' && !quote) {
            while (i < to && p->src[i] != '\n') i++;
            if (i >= to) break;
            c = '\n';
        }
        out.s[out.n++] = c;
    }
    if (!decode(p, out.s, out.n, raw, false, brace, pos, &shown)) return NULL;
    return text_node(p, shown, pos);
}

static bool fstring_parts(struct py_parser *p, bool raw, int end_token, bool spec);

// The first error CPython's invalid_replacement_field would raise; p->pos behind the '{'.
static void *field_error(struct py_parser *p)
{
    static const struct {
        uint8_t type;
        char shown;
    } early[] = {{TOK_EQUAL, '='}, {TOK_EXCL, '!'}, {TOK_COLON, ':'}, {TOK_RBRACE, '}'}};
    for (size_t i = 0; i < sizeof early / sizeof early[0]; i++)
        if (at(p, (enum py_tok)early[i].type))
            return raise_at(p, py_tok_pos(tok(p)),
                            "f-string: valid expression required before '%c'", early[i].shown);
    int first = p->pos;
    struct py_node *value = py_gram_yield_or_star(p);
    if (p->failed) return NULL;
    const char *want = NULL;
    if (!value) p->pos = first, want = "f-string: expecting a valid expression after '{'";
    else if (accept(p, TOK_EQUAL)) {
        if (!at(p, TOK_EXCL) && !at(p, TOK_COLON) && !at(p, TOK_RBRACE))
            want = "f-string: expecting '!', or ':', or '}'";
    } else if (!at(p, TOK_EXCL) && !at(p, TOK_COLON) && !at(p, TOK_RBRACE))
        want = "f-string: expecting '=', or '!', or ':', or '}'";
    if (!want && accept(p, TOK_EXCL)) {
        if (at(p, TOK_COLON) || at(p, TOK_RBRACE)) want = "f-string: missing conversion character";
        else if (!accept(p, TOK_NAME)) want = "f-string: invalid conversion character";
        else if (!at(p, TOK_COLON) && !at(p, TOK_RBRACE)) want = "f-string: expecting ':' or '}'";
    }
    if (!want) {
        bool spec = accept(p, TOK_COLON);
        int mark = p->sp;
        if (spec && !fstring_parts(p, false, 0, true) && p->failed) return NULL;
        p->sp = mark;
        want = spec ? "f-string: expecting '}', or format specs" : "f-string: expecting '}'";
    }
    return raise_at(p, py_tok_pos(tok(p)), "%s", want);
}

// p->pos behind '!'. NULL: failed.
static const struct py_token *conversion(struct py_parser *p)
{
    const struct py_token *mark = &p->toks[p->pos - 1], *t = tok(p);
    if (t->type != TOK_NAME) return NULL;
    if (t->start != mark->end)
        return raise_at(p, join(py_tok_pos(mark), py_tok_pos(t)),
                        "f-string: conversion type must come right after the exclamanation mark");
    p->pos++;
    return t;
}

static int conversion_char(struct py_parser *p, const struct py_token *t)
{
    if (t->name[1] == 0 && strchr("sra", t->name[0])) return t->name[0];
    raise_at(p, py_tok_pos(t),
             "f-string: invalid conversion character '%s': expected 's', 'r', or 'a'", t->name);
    return 0;
}

// p->pos behind ':'; the JoinedStr starts at the colon.
static struct py_node *format_spec(struct py_parser *p)
{
    int start = p->pos - 1, mark = p->sp;
    if (!fstring_parts(p, false, 0, true)) return NULL;
    struct py_node *spec = node_at(p, PY_AST_JoinedStr, start);
    if (!spec) return NULL;
    if (p->sp == mark + 1 && p->stack[mark]->kind == PY_AST_Constant &&
        p->stack[mark]->Constant.value.len == 0)
        p->sp = mark;
    return py_parse_list_take(p, mark, &spec->JoinedStr.values) ? spec : NULL;
}

// '{' expression ['='] ['!' conversion] [':' spec] '}': pushes the text of '=' and the value.
static bool replacement_field(struct py_parser *p, bool raw)
{
    int start = p->pos++, conv = -1;
    if (at(p, TOK_EXCL) || at(p, TOK_COLON) || at(p, TOK_EQUAL) || at(p, TOK_RBRACE)) return false;
    struct py_node *value = py_gram_yield_or_star(p), *spec = NULL;
    if (!value) return false;
    bool debug = accept(p, TOK_EQUAL);
    const struct py_token *converter = NULL;
    const struct py_token *stop = tok(p); // ends the text that '=' shows
    int debug_line = stop->end_line, debug_col = stop->end_col - 1;
    if (accept(p, TOK_EXCL)) {
        converter = conversion(p);
        if (!converter) return false;
        debug_line = p->toks[p->pos - 1].line;
        debug_col = p->toks[p->pos - 1].col - 1;
    }
    if (accept(p, TOK_COLON)) {
        const struct py_token *colon = &p->toks[p->pos - 1];
        if (!converter) debug_line = colon->line, debug_col = colon->col;
        spec = format_spec(p);
        if (!spec) return false;
    }
    if (!accept(p, TOK_RBRACE)) return false;
    if (converter && !(conv = conversion_char(p, converter))) return false;
    if (debug && conv < 0 && !spec) conv = 'r';
    struct py_node *field = node_at(p, PY_AST_FormattedValue, start);
    if (!field) return false;
    field->FormattedValue.value = value;
    field->FormattedValue.conversion = conv;
    field->FormattedValue.format_spec = spec;
    if (debug) {
        const struct py_token *brace = &p->toks[start];
        struct py_pos pos = {brace->line, brace->col + 1, debug_line, debug_col};
        struct py_node *shown = debug_text(p, brace, stop->start, raw, pos);
        if (!shown || !py_list_push(p, shown)) return false;
    }
    return py_list_push(p, field);
}

// Pushes the parts up to (not including) FEND, or '}' of a format specification.
static bool fstring_parts(struct py_parser *p, bool raw, int end_token, bool spec)
{
    for (;;) {
        const struct py_token *t = tok(p);
        if (t->type == TOK_FMIDDLE) {
            p->pos++;
            struct py_pos err = py_tok_pos(end_token ? &p->toks[end_token] : t);
            struct py_node *part = middle(p, t, raw, err);
            if (!part) return false;
            if (!spec && part->Constant.value.len == 0) continue;
            if (!py_list_push(p, part)) return false;
        } else if (t->type == TOK_LBRACE) {
            int start = p->pos;
            if (!replacement_field(p, raw)) {
                if (hooks_on(p)) {
                    p->pos = start + 1;
                    field_error(p);
                }
                return false;
            }
        } else {
            return true;
        }
    }
}

// FSTART ... FEND: pushes its parts.
static bool fstring(struct py_parser *p)
{
    bool raw = tok(p)->raw;
    int end = p->pos, depth = 0;
    do {
        depth += p->toks[end].type == TOK_FSTART;
        depth -= p->toks[end].type == TOK_FEND;
        end++;
    } while (depth && p->toks[end].type > TOK_ERROR);
    p->pos++;
    return fstring_parts(p, raw, depth ? 0 : end - 1, false) && accept(p, TOK_FEND);
}

// Joins the constants v[0..n), n >= 1, into one.
static struct py_node *join_constants(struct py_parser *p, struct py_node **v, int n)
{
    if (n == 1) return v[0];
    size_t total = 0;
    for (int i = 0; i < n; i++) total += v[i]->Constant.value.len;
    struct text out = {py_parse_mem(p, total + 1), 0};
    if (!out.s) return NULL;
    for (int i = 0; i < n; i++) {
        memcpy(out.s + out.n, v[i]->Constant.value.s, v[i]->Constant.value.len);
        out.n += v[i]->Constant.value.len;
    }
    struct py_node *node = text_node(p, out, join(py_node_pos(v[0]), py_node_pos(v[n - 1])));
    if (!node) return NULL;
    node->Constant.value.kind = v[0]->Constant.value.kind;
    node->Constant.value.u_prefix = v[0]->Constant.value.u_prefix;
    return node;
}

// Replaces runs of constants on the stack from mark on by one each; empty ones vanish.
static bool fold(struct py_parser *p, int mark)
{
    int to = mark;
    for (int i = mark; i < p->sp;) {
        int n = 0;
        while (i + n < p->sp && p->stack[i + n]->kind == PY_AST_Constant) n++;
        if (!n) {
            p->stack[to++] = p->stack[i++];
            continue;
        }
        struct py_node *node = join_constants(p, p->stack + i, n);
        if (!node) return false;
        i += n;
        if (node->Constant.value.len) p->stack[to++] = node;
    }
    p->sp = to;
    return true;
}

struct py_node *py_gram_strings(struct py_parser *p)
{
    int start = p->pos, mark = p->sp, bytes = 0, text = 0;
    bool has_f = false;
    while (at(p, TOK_STRING) || at(p, TOK_FSTART)) {
        if (at(p, TOK_FSTART)) {
            has_f = true;
            if (!fstring(p)) return NULL;
            continue;
        }
        struct py_node *node = plain_string(p, tok(p));
        p->pos++;
        if (!node || !py_list_push(p, node)) return NULL;
        bool is_bytes = node->Constant.value.kind == PY_CONST_BYTES;
        bytes += is_bytes;
        text += !is_bytes;
    }
    if (bytes && (text || has_f))
        return raise_at(p, py_gram_last_pos(p), "cannot mix bytes and nonbytes literals");
    if (!has_f) {
        struct py_node *node = join_constants(p, p->stack + mark, p->sp - mark);
        p->sp = mark;
        return node;
    }
    struct py_node *joined = node_at(p, PY_AST_JoinedStr, start);
    if (!joined || !fold(p, mark)) return NULL;
    return py_parse_list_take(p, mark, &joined->JoinedStr.values) ? joined : NULL;
}
