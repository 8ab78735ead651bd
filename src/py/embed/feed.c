// A cell whose source arrives in pieces (py_feed): statements run as soon as they are complete.
#include <stdlib.h>

#include "../builtin/files.h"
#include "../compile/compile.h"
#include "../parse/parse.h"
#include "../vm/vm.h"
#include "embed_int.h"

static void feed_open(struct py_isolate *iso, const char *filename, char *here)
{
    py_cell_begin(iso, here);
    iso->feed = (struct py_feed){.open = true, .filename = strdup(filename)};
}

void py_feed_release(struct py_feed *f)
{
    free(f->text);
    free(f->filename);
    *f = (struct py_feed){0};
}

static bool feed_add(struct py_feed *f, const char *source, size_t len)
{
    if (f->len + len + 1 > f->cap) {
        size_t cap = (f->len + len + 1) * 2;
        char *p = realloc(f->text, cap);
        if (!p) return false;
        f->text = p;
        f->cap = cap;
    }
    memcpy(f->text + f->len, source, len);
    f->len += len;
    return true;
}

// Runs the text up to `end`. Lines keep their numbers: what has run is replaced by empty ones.
static bool feed_run(struct py_isolate *iso, struct py_feed *f, size_t end)
{
    char *copy = malloc(end + 1);
    if (!copy) return py_raise_no_memory(iso);
    size_t n = 0;
    for (size_t i = 0; i < f->done; i++)
        if (f->text[i] == '\n' || f->text[i] == '\r') copy[n++] = f->text[i];
    memcpy(copy + n, f->text + f->done, end - f->done);
    n += end - f->done;
    f->done = end;
    bool ok = py_cell_prepare(iso, f->text, f->len, f->filename);
    struct py_code *code = ok ? py_cell_compile(iso, copy, n, f->filename) : NULL;
    free(copy);
    iso->cell_value = NULL;
    return code && py_cell_run(iso, code);
}

// Takes another piece and runs what it completes. False: exception pending.
static bool feed_step(struct py_isolate *iso, struct py_feed *f, const char *source, size_t len)
{
    if (!f->filename || !feed_add(f, source, len)) return py_raise_no_memory(iso);
    if (f->len > PY_PARSE_MAX_SOURCE) return feed_run(iso, f, f->len); // says so
    struct py_parse_alloc alloc = py_compile_alloc(iso);
    size_t end = py_source_complete_prefix(&alloc, f->text, f->len);
    if (iso->exc) return false;
    return end <= f->done || feed_run(iso, f, end);
}

// Text without a statement: the value of the cell is that of the one before.
static bool is_blank(const char *s, size_t n)
{
    bool comment = false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == '\n' || s[i] == '\r') comment = false;
        else if (s[i] == '#') comment = true;
        else if (!comment && s[i] != ' ' && s[i] != '\t' && s[i] != '\f') return false;
    }
    return true;
}

bool py_feed(struct py_isolate *iso, const char *source, size_t len, const char *filename,
             struct py_result *result)
{
    char *here = __builtin_frame_address(0);
    struct py_feed *f = &iso->feed;
    memset(result, 0, sizeof *result);
    if (!f->open) feed_open(iso, filename, here);
    if (!py_cell_stack(iso, here)) f->ended = true;
    if (!f->ended) f->ended = !feed_step(iso, f, source, len);
    return !f->ended;
}

void py_feed_end(struct py_isolate *iso, struct py_result *result)
{
    char *here = __builtin_frame_address(0);
    struct py_feed *f = &iso->feed;
    memset(result, 0, sizeof *result);
    if (!f->open) feed_open(iso, "<cell>", here);
    if (!py_cell_stack(iso, here)) f->ended = true;
    bool rest = f->len > f->done && !is_blank(f->text + f->done, f->len - f->done);
    if (rest && !f->ended) feed_run(iso, f, f->len);
    py_feed_release(f);
    py_files_end(iso);
    py_cell_end(iso, result);
}
