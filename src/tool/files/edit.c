// The built-in tools that work on one file: read_file, write_file, edit_file.
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/files/tools.h"

static void output_is(struct sa_tool *tool, const char *type, const char *returns)
{
    tool->output = cJSON_CreateObject();
    cJSON_AddStringToObject(tool->output, "type", type);
    tool->returns = sa_xstrdup(returns);
}

static void run_read(struct sa_files *f)
{
    size_t len;
    int64_t start = sa_json_int(f->args, "start", 1), lines = sa_json_int(f->args, "lines", -1);
    SA_AUTO_FREE char *text = sa_files_read(f, sa_json_str(f->args, "path", ""), &len);
    if (!text) return;
    const char *from = text, *end = text + len;
    for (int64_t i = 1; i < start && from < end; i++) {
        const char *next = memchr(from, '\n', (size_t)(end - from));
        from = next ? next + 1 : end;
    }
    const char *to = lines < 0 ? end : from;
    for (int64_t i = 0; i < lines && to < end; i++) {
        const char *next = memchr(to, '\n', (size_t)(end - to));
        to = next ? next + 1 : end;
    }
    sa_files_give(f, from, (size_t)(to - from));
}

struct sa_tool *sa_tool_read_file(const struct sa_builtin_setup *setup)
{
    struct sa_tool *tool = sa_files_tool(
        setup, "read_file", "Read a text file, or some lines of it.", SA_FILE_READ, run_read);
    sa_builtin_input(tool, "path", SA_FILES_PATH);
    sa_builtin_input(tool, "start",
                     "{\"type\": \"integer\", \"minimum\": 1, \"default\": 1, \"description\": "
                     "\"the first line\"}");
    sa_builtin_input(tool, "lines",
                     "{\"type\": [\"integer\", \"null\"], \"minimum\": 0, \"default\": null, "
                     "\"description\": \"how many at most; None: all\"}");
    output_is(tool, "string", "the text");
    return tool;
}

static void run_write(struct sa_files *f)
{
    const char *text = sa_json_str(f->args, "text", "");
    size_t len = strlen(text);
    if (sa_files_write(f, sa_json_str(f->args, "path", ""), text, len))
        f->result->json = sa_xasprintf("%zu", len);
}

struct sa_tool *sa_tool_write_file(const struct sa_builtin_setup *setup)
{
    struct sa_tool *tool = sa_files_tool(
        setup, "write_file", "Write a text file; one that is there is replaced as a whole.",
        SA_FILE_WRITE, run_write);
    sa_builtin_input(tool, "path", SA_FILES_PATH);
    sa_builtin_input(tool, "text", "{\"type\": \"string\"}");
    output_is(tool, "integer", "how many bytes were written");
    return tool;
}

static size_t count(const char *text, size_t len, const char *part, size_t part_len)
{
    size_t n = 0;
    for (const char *p = text; (p = sa_memfind(p, len - (size_t)(p - text), part, part_len)); n++)
        p += part_len;
    return n;
}

static void run_edit(struct sa_files *f)
{
    size_t len;
    const char *path = sa_json_str(f->args, "path", ""), *old = sa_json_str(f->args, "old", ""),
               *new = sa_json_str(f->args, "new", "");
    if (!*old) return sa_files_fail(f, "ValueError", "old is empty: give the text to replace");
    SA_AUTO_FREE char *text = sa_files_read(f, path, &len);
    if (!text) return;
    size_t found = count(text, len, old, strlen(old));
    if (!found)
        return sa_files_fail(f, "ValueError",
                             "old is not in '%.300s': it has to be there letter for letter, with "
                             "its blanks and line ends; read the file again",
                             path);
    if (found > 1)
        return sa_files_fail(f, "ValueError",
                             "old is in '%.300s' %zu times: give more of the text around the one "
                             "that is meant",
                             path, found);
    const char *at = sa_memfind(text, len, old, strlen(old));
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    sa_buf_append(&out, text, (size_t)(at - text));
    sa_buf_appends(&out, new);
    sa_buf_append(&out, at + strlen(old), len - (size_t)(at - text) - strlen(old));
    if (sa_files_write(f, path, sa_buf_text(&out), out.len))
        f->result->json = sa_xasprintf("%zu", out.len);
    sa_buf_release(&out);
}

struct sa_tool *sa_tool_edit_file(const struct sa_builtin_setup *setup)
{
    struct sa_tool *tool = sa_files_tool(
        setup, "edit_file", "Replace a piece of a text file, which has to be in it exactly once.",
        SA_FILE_READ | SA_FILE_WRITE, run_edit);
    sa_builtin_input(tool, "path", SA_FILES_PATH);
    sa_builtin_input(tool, "old",
                     "{\"type\": \"string\", \"description\": \"the piece, letter for letter\"}");
    sa_builtin_input(tool, "new", "{\"type\": \"string\"}");
    output_is(tool, "integer", "how many bytes the file has now");
    return tool;
}
