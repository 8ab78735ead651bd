// The built-in tools that work on folders: list_files, search_files. Links are named, not followed.
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/regex.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "tool/files/tools.h"

enum { NAMES_MAX = 10000, FOUND_MAX = 500, LINE_MAX_BYTES = 300, DEPTH_MAX = 64 };

struct names {
    char **items; // paths relative to where it began, folders with a slash
    size_t count, cap;
    bool too_many;
};

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void release(struct names *n)
{
    for (size_t i = 0; i < n->count; i++) free(n->items[i]);
    free(n->items);
}

static bool is_stopped(const struct sa_files *f)
{
    return sa_stop_reason(f->stop) != 0;
}

// All in `path`, and with depth in the folders below it, under `prefix`. False: the result has the
// error.
static bool collect(struct sa_files *f, struct names *n, const char *path, const char *prefix,
                    int depth)
{
    struct py_file_reply reply;
    struct sa_files_row row;
    bool well = true;
    if (!sa_files_do(f, (struct py_file_call){.op = PY_FILE_LIST, .path = path}, &reply))
        return *prefix != 0; // one that cannot be read, or is gone, is left out
    for (size_t at = 0; well && sa_files_next(&reply, &at, &row);) {
        bool folder = row.kind == 'd';
        if (n->count == NAMES_MAX || is_stopped(f)) {
            n->too_many = true;
            break;
        }
        SA_GROW(n->items, n->cap, n->count + 1);
        n->items[n->count++] = sa_xasprintf("%s%s%s", prefix, row.name, folder ? "/" : "");
        if (!folder || depth <= 0) continue;
        SA_AUTO_FREE char *inner = sa_xasprintf("%s/%s", path, row.name);
        if (!sa_files_may_reach(f, inner, SA_FILE_LIST)) continue;
        SA_AUTO_FREE char *below = sa_xasprintf("%s%s/", prefix, row.name);
        well = collect(f, n, inner, below, depth - 1);
    }
    free(reply.data);
    return well;
}

static bool gather(struct sa_files *f, struct names *n, const char *path, bool recursive)
{
    bool well = collect(f, n, path, "", recursive ? DEPTH_MAX : 0);
    if (well) free(f->result->error), f->result->error = NULL; // of a folder below
    if (n->count) qsort(n->items, n->count, sizeof *n->items, by_text);
    return well;
}

// Is it the name, or the path where the pattern has a slash?
static bool fits(const char *name, const char *pattern)
{
    SA_AUTO_FREE char *text = sa_xstrdup(name);
    size_t len = strlen(text);
    if (len && text[len - 1] == '/') text[len - 1] = 0;
    const char *slash = strrchr(text, '/');
    return !fnmatch(pattern, slash && !strchr(pattern, '/') ? slash + 1 : text, 0);
}

static void run_list(struct sa_files *f)
{
    struct names n = {0};
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    const char *pattern = sa_json_str(f->args, "pattern", NULL);
    if (gather(f, &n, sa_json_str(f->args, "path", "."),
               sa_json_bool(f->args, "recursive", false))) {
        sa_buf_appendc(&json, '[');
        for (size_t i = 0; i < n.count && !is_stopped(f); i++) {
            if (pattern && !fits(n.items[i], pattern)) continue;
            if (json.len > 1) sa_buf_appendc(&json, ',');
            sa_json_quote(&json, n.items[i], strlen(n.items[i]));
        }
        sa_buf_appendc(&json, ']');
        if (!n.too_many) f->result->json = sa_buf_take(&json, NULL);
        else
            sa_files_fail(f, "ValueError", "more than %d files: list a folder further down",
                          NAMES_MAX);
    }
    sa_buf_release(&json);
    release(&n);
}

struct sa_tool *sa_tool_list_files(const struct sa_builtin_setup *setup)
{
    struct sa_tool *tool = sa_files_tool(
        setup, "list_files", "List what is in a folder: paths from there, folders with a slash.",
        SA_FILE_LIST, run_list);
    sa_builtin_input(tool, "path",
                     "{\"type\": \"string\", \"format\": \"path\", \"default\": \".\"}");
    sa_builtin_input(tool, "pattern",
                     "{\"type\": [\"string\", \"null\"], \"maxLength\": 200, \"default\": null, "
                     "\"description\": \"such as '*.csv'\"}");
    sa_builtin_input(tool, "recursive",
                     "{\"type\": \"boolean\", \"default\": false, \"description\": \"the folders "
                     "below as well\"}");
    static const char shape[] = "{\"type\": \"array\", \"items\": {\"type\": \"string\"}}";
    tool->output = sa_json_parse(shape, sizeof shape - 1, NULL);
    return tool;
}

// ---- search_files ------------------------------------------------------------------------------

struct search {
    struct sa_files *f;
    struct sa_regex *re;
    struct sa_buf json;
    size_t found;
    bool too_hard;
};

static void put_found(struct search *s, const char *file, size_t line, struct sa_str text)
{
    size_t len = sa_utf8_floor(text.data, text.len, LINE_MAX_BYTES);
    sa_buf_appends(&s->json, s->found++ ? ",{\"file\":" : "{\"file\":");
    sa_json_quote(&s->json, file, strlen(file));
    sa_buf_appendf(&s->json, ",\"line\":%zu,\"text\":", line);
    sa_json_quote(&s->json, text.data, len);
    sa_buf_appendc(&s->json, '}');
}

static bool goes_on(const struct search *s)
{
    return s->found < FOUND_MAX && !s->too_hard && !is_stopped(s->f);
}

static void search_file(struct search *s, const char *path, const char *name)
{
    size_t len, number = 0;
    SA_AUTO_FREE char *text = sa_files_try(s->f, path, &len);
    struct sa_str rest = {text, text ? len : 0}, line;
    while (goes_on(s) && sa_str_next_line(&rest, &line)) {
        int found = sa_regex_search(s->re, line.data, line.len);
        number++;
        s->too_hard |= found < 0;
        if (found > 0) put_found(s, name, number, line);
    }
}

static void search_all(struct search *s, const char *path)
{
    struct names n = {0};
    struct py_file_reply reply;
    const struct py_file_call look = {.op = PY_FILE_STAT, .path = path};
    if (!sa_files_do(s->f, look, &reply)) return;
    bool folder = S_ISDIR((mode_t)strtoul(reply.data, NULL, 10));
    free(reply.data);
    if (!folder) search_file(s, path, path);
    else if (gather(s->f, &n, path, true)) {
        for (size_t i = 0; i < n.count && goes_on(s); i++) {
            SA_AUTO_FREE char *whole = sa_xasprintf("%s/%s", path, n.items[i]);
            if (sa_ends_with(whole, "/") || !sa_files_may_reach(s->f, whole, SA_FILE_READ))
                continue;
            search_file(s, whole, n.items[i]);
        }
        if (n.too_many)
            sa_files_fail(s->f, "ValueError", "more than %d files: search a folder further down",
                          NAMES_MAX);
    }
    release(&n);
}

// A plain text as a pattern.
static char *quoted(const char *text)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    for (; *text; text++) {
        if (strchr("\\^$.|?*+()[]{}#-", *text)) sa_buf_appendc(&out, '\\');
        sa_buf_appendc(&out, *text);
    }
    return sa_buf_take(&out, NULL);
}

static void run_search(struct sa_files *f)
{
    struct sa_err err = SA_ERR_INIT;
    const char *given = sa_json_str(f->args, "pattern", "");
    bool plain = sa_json_bool(f->args, "plain", false);
    SA_AUTO_FREE char *pattern = plain ? quoted(given) : sa_xstrdup(given);
    struct search s = {.f = f, .re = sa_regex_new(pattern, &err)};
    if (!s.re)
        return sa_files_fail(f, "ValueError", "%s (plain=True takes it as it is)", err.message);
    sa_buf_init(&s.json, SA_BUF_HUGE);
    sa_buf_appendc(&s.json, '[');
    search_all(&s, sa_json_str(f->args, "path", "."));
    sa_buf_appendc(&s.json, ']');
    if (s.too_hard)
        sa_files_fail(f, "ValueError", "the pattern takes too long on a line: make it simpler");
    f->result->json = sa_buf_take(&s.json, NULL);
    sa_regex_free(s.re);
}

struct sa_tool *sa_tool_search_files(const struct sa_builtin_setup *setup)
{
    struct sa_tool *tool = sa_files_tool(
        setup, "search_files", "Find the lines of text files that a regular expression fits.",
        SA_FILE_READ | SA_FILE_LIST, run_search);
    sa_builtin_input(tool, "pattern", "{\"type\": \"string\"}");
    sa_builtin_input(
        tool, "path",
        "{\"type\": \"string\", \"format\": \"path\", \"default\": \".\", \"description\": \"a file, or a "
        "folder with all below it\"}");
    sa_builtin_input(tool, "plain",
                     "{\"type\": \"boolean\", \"default\": false, \"description\": \"take pattern "
                     "as the text itself\"}");
    static const char shape[] = "{\"type\": \"array\", \"items\": {\"type\": \"object\"}}";
    tool->output = sa_json_parse(shape, sizeof shape - 1, NULL);
    tool->returns = sa_xstrdup("at most 500 of {\"file\", \"line\", \"text\"}");
    return tool;
}
