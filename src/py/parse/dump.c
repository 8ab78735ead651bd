// dump.c: the tree as text, in the form of CPython's ast.dump; for debugging and for tests that
// compare.
#include "ast.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct dump {
    void (*write)(void *ctx, const char *s, size_t n);
    void *ctx;
    bool attributes;
};

static void put(struct dump *d, const char *s)
{
    d->write(d->ctx, s, strlen(s));
}

static void put_int(struct dump *d, long long v)
{
    char text[32];
    d->write(d->ctx, text, (size_t)snprintf(text, sizeof text, "%lld", v));
}

// Bytes as in b'...', or WTF-8 text as ascii() would show it, so that the dump is plain ASCII.
static void put_text(struct dump *d, const struct py_const *c)
{
    const unsigned char *s = (const unsigned char *)c->s;
    bool bytes = c->kind == PY_CONST_BYTES, single = memchr(s, '\'', c->len) != NULL;
    char quote = single && !memchr(s, '"', c->len) ? '"' : '\'', text[16];
    if (bytes) put(d, "b");
    d->write(d->ctx, &quote, 1);
    for (uint32_t i = 0; i < c->len;) {
        uint32_t ch = s[i];
        int n = 1;
        if (!bytes && ch >= 0x80) {
            n = ch < 0xE0 ? 2 : ch < 0xF0 ? 3 : 4;
            ch &= 0x3Fu >> (n - 1);
            for (int k = 1; k < n; k++) ch = ch << 6 | (s[i + (uint32_t)k] & 0x3F);
        }
        i += (uint32_t)n;
        const char *esc = ch == '\n' ? "\\n" : ch == '\r' ? "\\r" : ch == '\t' ? "\\t" : NULL;
        if (esc) put(d, esc);
        else if (ch == (unsigned char)quote || ch == '\\') {
            text[0] = '\\';
            text[1] = (char)ch;
            d->write(d->ctx, text, 2);
        } else if (ch >= 0x20 && ch < 0x7F) {
            text[0] = (char)ch;
            d->write(d->ctx, text, 1);
        } else {
            snprintf(text, sizeof text,
                     ch < 0x100     ? "\\x%02x"
                     : ch < 0x10000 ? "\\u%04x"
                                    : "\\U%08x",
                     ch);
            put(d, text);
        }
    }
    d->write(d->ctx, &quote, 1);
}

// repr() of a finite or infinite non-negative double: the shortest digits that read back.
static void put_float(struct dump *d, double f)
{
    char text[40], out[80];
    if (f > 1.7976931348623157e308) {
        put(d, "inf");
        return;
    }
    int digits = 1;
    for (; digits < 17; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, f);
        if (strtod(text, NULL) == f) break;
    }
    snprintf(text, sizeof text, "%.*e", digits - 1, f);
    int exponent = (int)strtol(strchr(text, 'e') + 1, NULL, 10);
    if (exponent < -4 || exponent >= 16) {
        char *e = strchr(text, 'e');
        *e = 0;
        snprintf(out, sizeof out, "%se%c%02d", text, exponent < 0 ? '-' : '+', abs(exponent));
    } else {
        snprintf(out, sizeof out, "%.*f", digits - 1 > exponent ? digits - 1 - exponent : 1, f);
    }
    put(d, out);
}

static void put_const(struct dump *d, const struct py_const *c)
{
    static const char *const words[] = {[PY_CONST_NONE] = "None",
                                        [PY_CONST_TRUE] = "True",
                                        [PY_CONST_FALSE] = "False",
                                        [PY_CONST_ELLIPSIS] = "Ellipsis"};
    char out[64];
    switch (c->kind) {
    case PY_CONST_INT:
        if (c->is_small) {
            snprintf(out, sizeof out, "%llu", (unsigned long long)c->u64);
            put(d, out);
            break;
        }
        put(d, c->base == 16 ? "0x" : c->base == 8 ? "0o" : c->base == 2 ? "0b" : "");
        put(d, c->s);
        break;
    case PY_CONST_FLOAT: put_float(d, c->f); break;
    case PY_CONST_IMAG:
        if (c->f < 1e16 && c->f == (double)(long long)c->f) {
            put_int(d, (long long)c->f);
        } else {
            put_float(d, c->f);
        }
        put(d, "j");
        break;
    case PY_CONST_STR:
    case PY_CONST_BYTES: put_text(d, c); break;
    default: put(d, words[c->kind]); break;
    }
}

static void dump_node(struct dump *d, const struct py_node *n);

static void put_quoted(struct dump *d, const char *s)
{
    struct py_const c = {.kind = PY_CONST_STR, .s = s, .len = (uint32_t)strlen(s)};
    put_text(d, &c);
}

static void put_field(struct dump *d, const struct py_field_info *f, const void *at)
{
    static const char *const contexts[] = {"Load()", "Store()", "Del()"};
    switch (f->type) {
    case PY_FIELD_ID: put_quoted(d, *(const char *const *)at); break;
    case PY_FIELD_NODE: dump_node(d, *(struct py_node *const *)at); break;
    case PY_FIELD_INT: put_int(d, *(const int *)at); break;
    case PY_FIELD_OP:
        put(d, py_op_names[*(const enum py_ast_op *)at]);
        put(d, "()");
        break;
    case PY_FIELD_CTX: put(d, contexts[*(const enum py_ctx *)at]); break;
    case PY_FIELD_CONST: put_const(d, at); break;
    default: break;
    }
}

static void put_list(struct dump *d, const struct py_field_info *f, const void *at)
{
    const struct py_nodes *nodes = at;
    const struct py_idents *ids = at;
    const struct py_ops *ops = at;
    int n = f->type == PY_FIELD_LIST ? nodes->n : f->type == PY_FIELD_IDS ? ids->n : ops->n;
    put(d, "[");
    for (int i = 0; i < n; i++) {
        if (i) put(d, ", ");
        if (f->type == PY_FIELD_LIST) dump_node(d, nodes->v[i]);
        else if (f->type == PY_FIELD_IDS) put_quoted(d, ids->v[i]);
        else {
            put(d, py_op_names[ops->v[i]]);
            put(d, "()");
        }
    }
    put(d, "]");
}

static bool is_absent(const struct py_field_info *f, const void *at)
{
    return f->type == PY_FIELD_NONE ||
           ((f->type == PY_FIELD_ID || f->type == PY_FIELD_NODE) && !*(const void *const *)at);
}

static void dump_node(struct dump *d, const struct py_node *n)
{
    if (!n) {
        put(d, "None");
        return;
    }
    const struct py_node_info *info = &py_node_infos[n->kind];
    put(d, info->name);
    put(d, "(");
    const char *sep = "";
    for (int i = 0; i < info->nfields; i++) {
        const struct py_field_info *f = &info->fields[i];
        const void *at = (const char *)n + f->offset;
        if (is_absent(f, at)) continue;
        put(d, sep);
        sep = ", ";
        put(d, f->name);
        put(d, "=");
        if (f->type == PY_FIELD_LIST || f->type == PY_FIELD_IDS || f->type == PY_FIELD_OPS)
            put_list(d, f, at);
        else put_field(d, f, at);
    }
    if (n->kind == PY_AST_Module) put(d, ", type_ignores=[]");
    if (n->kind == PY_AST_Constant && n->Constant.value.u_prefix) put(d, ", kind='u'");
    if (d->attributes && info->category != PY_CAT_MOD && info->category != PY_CAT_PLAIN) {
        const int values[] = {n->line, n->col, n->end_line, n->end_col};
        static const char *const names[] = {
            "lineno=", "col_offset=", "end_lineno=", "end_col_offset="};
        for (int i = 0; i < 4; i++) {
            put(d, sep);
            sep = ", ";
            put(d, names[i]);
            put_int(d, values[i]);
        }
    }
    put(d, ")");
}

void py_ast_dump(const struct py_node *node, bool attributes,
                 void (*write)(void *ctx, const char *s, size_t n), void *ctx)
{
    struct dump d = {write, ctx, attributes};
    dump_node(&d, node);
}
