// Build-time program: compiles the library's Python modules and writes them as one C table of
// frozen code (py/obj/frozen.h). Linked with the engine, whose own table is empty here. What it
// writes it reads back and compares. Part of the build, not of the product. usage: freeze OUT BASE
// FILE...     module names are paths below BASE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/buf.h"
#include "../base/fs.h"
#include "../py/compile/compile.h"
#include "../py/obj/frozen.h"
#include "../py/lib/lib.h"
#include "../py/native.h"
#include "../py/obj/dict.h"
#include "../py/obj/str.h"

const struct py_lib_module py_lib_modules[] = {{0}};

enum { FROZEN_MAX = 64 << 20 };

struct writer {
    struct py_isolate *iso;
    struct sa_buf *out;
    const char *module; // for messages
};

static _Noreturn void die(const char *module, const char *what)
{
    fprintf(stderr, "freeze: %s: %s\n", module, what);
    exit(1);
}

static void number(struct writer *w, uint64_t v)
{
    for (; v > 127; v >>= 7) sa_buf_appendc(w->out, (char)(v | 128));
    sa_buf_appendc(w->out, (char)v);
}

static void signed_number(struct writer *w, int64_t v)
{
    number(w, (uint64_t)v << 1 ^ (uint64_t)(v >> 63));
}

static void run(struct writer *w, int tag, const void *data, size_t n)
{
    sa_buf_appendc(w->out, (char)tag);
    number(w, n);
    sa_buf_append(w->out, data, n);
}

static void text(struct writer *w, int tag, py_value s)
{
    size_t n;
    const char *utf8 = py_str_utf8(w->iso, s, &n);
    run(w, tag, utf8, n);
}

static void write_code(struct writer *w, const struct py_code *c);
static void value(struct writer *w, py_value v);

static void values(struct writer *w, int tag, const py_value *v, uint64_t n)
{
    sa_buf_appendc(w->out, (char)tag);
    number(w, n);
    for (uint64_t i = 0; i < n; i++) value(w, v[i]);
}

static int by_repr(const void *a, const void *b, void *iso)
{
    py_value x = py_repr(iso, *(const py_value *)a), y = py_repr(iso, *(const py_value *)b);
    return py_str_compare(py_str(x), py_str(y));
}

// The order inside a set depends on its history: the file's must not.
static void set(struct writer *w, py_value v)
{
    struct py_tuple *t = py_tuple(py_tuple_of(w->iso, v));
    qsort_r(t->v, t->n, sizeof *t->v, by_repr, w->iso);
    values(w, PY_FROZEN_FROZENSET, t->v, t->n);
}

static void nested(struct writer *w, const struct py_code *c)
{
    struct sa_buf inner = SA_BUF_INIT(FROZEN_MAX), *outer = w->out;
    w->out = &inner;
    write_code(w, c);
    w->out = outer;
    run(w, PY_FROZEN_CODE, inner.data, inner.len);
    sa_buf_release(&inner);
}

static void value(struct writer *w, py_value v)
{
    static const struct {
        py_value v;
        int tag;
    } fixed[] = {{NULL, PY_FROZEN_NULL},
                 {PY_NONE, PY_FROZEN_NONE},
                 {PY_FALSE, PY_FROZEN_FALSE},
                 {PY_TRUE, PY_FROZEN_TRUE},
                 {PY_ELLIPSIS, PY_FROZEN_ELLIPSIS}};
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (v == fixed[i].v) {
            sa_buf_appendc(w->out, (char)fixed[i].tag);
            return;
        }
    if (py_is_int(v)) {
        sa_buf_appendc(w->out, PY_FROZEN_INT);
        signed_number(w, py_small(v));
    } else if (py_is_bigint(v)) {
        text(w, PY_FROZEN_BIG, py_repr(w->iso, v));
    } else if (py_is_float(v)) {
        double d = py_float(v);
        sa_buf_appendc(w->out, PY_FROZEN_FLOAT);
        sa_buf_append(w->out, &d, sizeof d);
    } else if (py_is_kind(v, PY_K_COMPLEX)) {
        double d[2] = {((struct py_complex *)v)->re, ((struct py_complex *)v)->im};
        sa_buf_appendc(w->out, PY_FROZEN_COMPLEX);
        sa_buf_append(w->out, d, sizeof d);
    } else if (py_is_str(v)) {
        bool name = py_obj_flags(&py_str(v)->h) & PY_F_INTERNED;
        text(w, name ? PY_FROZEN_NAME : PY_FROZEN_STR, v);
    } else if (py_is_kind(v, PY_K_BYTES)) {
        run(w, PY_FROZEN_BYTES, py_bytes(v)->b, py_bytes(v)->len);
    } else if (py_is_kind(v, PY_K_TUPLE)) {
        values(w, PY_FROZEN_TUPLE, py_tuple(v)->v, py_tuple(v)->n);
    } else if (py_is_kind(v, PY_K_SET)) {
        set(w, v);
    } else if (py_is_kind(v, PY_K_CODE)) {
        nested(w, (const struct py_code *)v);
    } else {
        die(w->module, "a constant of a type that cannot be frozen");
    }
}

static void write_lines(struct writer *w, const struct py_code *c)
{
    uint32_t line = c->first_line;
    for (uint32_t i = 0, n; i < c->ninsns; i += n) {
        for (n = 1; i + n < c->ninsns && c->pos[i + n].line == c->pos[i].line;) n++;
        number(w, n);
        signed_number(w, (int64_t)c->pos[i].line - line);
        line = c->pos[i].line;
    }
}

static void write_code(struct writer *w, const struct py_code *c)
{
    const uint64_t head[] = {c->flags,    c->first_line, c->nregs, c->nlocals, c->nargs,
                             c->nposonly, c->nkwonly,    c->nfree, c->simple};
    const py_value texts[] = {c->name, c->varnames, c->freenames, c->cellnames, c->doc};
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) number(w, head[i]);
    // Rarely looked up by: reading it should not cost a search of the intern table.
    if (c->qualname == c->name) sa_buf_appendc(w->out, PY_FROZEN_NULL);
    else text(w, PY_FROZEN_STR, c->qualname);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) value(w, texts[i]);
    number(w, c->ninsns);
    for (uint32_t i = 0; i < c->ninsns; i++) {
        const uint64_t part[] = {c->insns[i].op, c->insns[i].a, c->insns[i].b, c->insns[i].c};
        for (int k = 0; k < 4; k++) number(w, part[k]);
    }
    write_lines(w, c);
    number(w, c->nhandlers);
    for (uint32_t i = 0; i < c->nhandlers; i++) {
        number(w, c->handlers[i].start);
        number(w, c->handlers[i].end);
        number(w, c->handlers[i].target);
    }
    number(w, c->nconsts);
    for (uint32_t i = 0; i < c->nconsts; i++) value(w, c->consts[i]);
    number(w, c->nics);
    for (uint32_t i = 0; i < c->nics; i++) value(w, c->ics[i].name);
}

// Reads every body of a tree of code objects.
static bool ready_all(struct py_isolate *iso, struct py_code *c)
{
    if (!py_code_ready(iso, c)) return false;
    for (uint32_t i = 0; i < c->nconsts; i++)
        if (py_is_kind(c->consts[i], PY_K_CODE) && !ready_all(iso, (struct py_code *)c->consts[i]))
            return false;
    return true;
}

// What was written must read back as code that passes the verifier and is written the same way.
static void check(struct writer *w, py_value filename)
{
    struct py_code *back = py_code_thaw(w->iso, (const unsigned char *)w->out->data, filename);
    if (!back || !ready_all(w->iso, back)) die(w->module, "does not read back");
    const char *bad = py_code_verify(back);
    if (bad) die(w->module, bad);
    struct sa_buf again = SA_BUF_INIT(FROZEN_MAX);
    write_code(&(struct writer){w->iso, &again, w->module}, back);
    if (again.len != w->out->len || memcmp(again.data, w->out->data, again.len))
        die(w->module, "reads back as other code");
    sa_buf_release(&again);
}

static void freeze(const char *path, const char *module, struct sa_buf *out)
{
    size_t len;
    struct sa_err err;
    char *source = sa_fs_read(path, 16u << 20, &len, &err);
    if (!source) die(path, "cannot be read");
    struct py_isolate *iso = py_isolate_new(&(struct py_options){.max_memory = (size_t)1 << 30});
    if (!iso) die(module, "no memory");
    char file[80];
    snprintf(file, sizeof file, "<frozen %s>", module);
    struct py_code *code = py_compile(iso, source, len, file, PY_MODE_EXEC | PY_MODE_LIBRARY);
    if (!code) {
        py_value msg = py_str_of(iso, py_error_take(iso));
        die(module, msg ? py_str_utf8(iso, msg, NULL) : "does not compile");
    }
    struct writer w = {iso, out, module};
    write_code(&w, code);
    check(&w, code->filename);
    py_isolate_free(iso);
    free(source);
}

// "BASE/a/b.py" is module "a.b", "BASE/a/__init__.py" package "a".
static void module_name(const char *path, const char *base, char *name, size_t size)
{
    size_t skip = strlen(base);
    snprintf(name, size, "%s", strncmp(path, base, skip) ? path : path + skip + 1);
    static const char *const ends[] = {".py", "/__init__"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t len = strlen(name), n = strlen(ends[i]);
        if (len > n && !strcmp(name + len - n, ends[i])) name[len - n] = '\0';
    }
    for (char *p = name; *p; p++)
        if (*p == '/') *p = '.';
}

// As string literals, which compilers read many times faster than lists of numbers.
static void write_bytes(FILE *f, const struct sa_buf *b)
{
    for (size_t i = 0; i < b->len; i++) {
        unsigned char c = (unsigned char)b->data[i];
        if (i % 64 == 0) fputs(i ? "\"\n    \"" : "\n    \"", f);
        if (c > 31 && c < 127 && !strchr("\"\\?", c)) putc(c, f);
        else fprintf(f, "\\%03o", c);
    }
    putc('"', f);
}

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    FILE *f = fopen(argv[1], "w");
    if (!f) return perror(argv[1]), 1;
    fputs("// Generated by src/gen/freeze.c.\n#include \"py/lib/lib.h\"\n", f);
    char name[256];
    for (int i = 3; i < argc; i++) {
        struct sa_buf code = SA_BUF_INIT(FROZEN_MAX);
        module_name(argv[i], argv[2], name, sizeof name);
        freeze(argv[i], name, &code);
        fprintf(f, "\nstatic const unsigned char code_%d[] =", i - 3);
        write_bytes(f, &code);
        fputs(";\n", f);
        sa_buf_release(&code);
    }
    fputs("\nconst struct py_lib_module py_lib_modules[] = {\n", f);
    for (int i = 3; i < argc; i++) {
        module_name(argv[i], argv[2], name, sizeof name);
        fprintf(f, "    {\"%s\", code_%d},\n", name, i - 3);
    }
    fputs("    {0, 0},\n};\n", f);
    return fclose(f) == 0 ? 0 : 1;
}
