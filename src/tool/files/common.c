// What the file tools share: operations with errors that a model can act on, reading and writing
// whole files.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/files/tools.h"

enum { FILE_MAX = 32 << 20, PATH_MOST = 4096, TRIES = 20 };

struct data {
    const struct sa_folders *folders;
    void (*run)(struct sa_files *f);
};

void sa_files_fail(struct sa_files *f, const char *type, const char *format, ...)
{
    char text[600];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    free(f->result->error);
    f->result->error = sa_xstrdup(text);
    f->result->error_type = type;
}

void sa_files_give(struct sa_files *f, const char *text, size_t len)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    sa_json_quote(&json, text, len);
    f->result->json = sa_buf_take(&json, NULL);
}

static const char *type_of(int error)
{
    static const struct {
        int error;
        const char *type;
    } types[] = {{ENOENT, "FileNotFoundError"},   {EACCES, "PermissionError"},
                 {EPERM, "PermissionError"},      {EEXIST, "FileExistsError"},
                 {ENOTDIR, "NotADirectoryError"}, {EISDIR, "IsADirectoryError"},
                 {ENOMEM, "MemoryError"}};
    for (size_t i = 0; i < SA_COUNT(types); i++)
        if (types[i].error == error) return types[i].type;
    return "OSError";
}

static void do_one(struct sa_files *f, const struct py_file_call *call, struct py_file_reply *reply)
{
    const struct sa_folders_ask ask = {.call = call, .limit = FILE_MAX};
    *reply = (struct py_file_reply){.error = ENAMETOOLONG, .message = "File name too long"};
    if (strlen(call->path) < PATH_MOST && (!call->to || strlen(call->to) < PATH_MOST)) {
        *reply = (struct py_file_reply){0};
        sa_folders_do(f->folders, &ask, reply);
    }
}

bool sa_files_do(struct sa_files *f, struct py_file_call call, struct py_file_reply *reply)
{
    if (!f->folders || !f->folders->count) {
        sa_files_fail(f, "PermissionError",
                      "no folder was granted: the user grants one with --folder PATH[:rw]");
        return false;
    }
    do_one(f, &call, reply);
    if (!reply->error) return true;
    free(reply->data);
    sa_files_fail(f, type_of(reply->error), "%s: '%.300s'", reply->message,
                  f->shown ? f->shown : call.path);
    return false;
}

char *sa_files_try(struct sa_files *f, const char *path, size_t *len)
{
    struct py_file_reply reply;
    do_one(f, &(struct py_file_call){.op = PY_FILE_READ, .path = path, .count = -1}, &reply);
    *len = reply.len;
    if (!reply.error && !memchr(reply.data, 0, reply.len)) return reply.data;
    free(reply.data);
    return NULL;
}

char *sa_files_read(struct sa_files *f, const char *path, size_t *len)
{
    struct py_file_reply reply;
    if (!sa_files_do(f, (struct py_file_call){.op = PY_FILE_READ, .path = path, .count = -1},
                     &reply))
        return NULL;
    *len = reply.len;
    if (!memchr(reply.data, 0, reply.len)) return reply.data;
    free(reply.data);
    sa_files_fail(f, "ValueError", "'%.300s' is no text file: it has zero bytes", path);
    return NULL;
}

// The path behind all links, so that the file is replaced and not a link to it. malloc'd.
static char *real_path(struct sa_files *f, const char *path)
{
    struct py_file_reply reply;
    if (!sa_files_do(f, (struct py_file_call){.op = PY_FILE_RESOLVE, .path = path}, &reply))
        return NULL;
    return reply.data;
}

// A new file beside `path`; malloc'd, NULL as above.
static char *make_beside(struct sa_files *f, const char *path)
{
    struct py_file_reply reply;
    const char *slash = strrchr(path, '/');
    uint64_t number;
    for (int i = 0; i < TRIES; i++) {
        sa_random_bytes(&number, sizeof number);
        char *name = sa_xasprintf("%.*s.%016llx.tmp", (int)(slash ? slash + 1 - path : 0), path,
                                  (unsigned long long)number);
        const struct py_file_call call = {
            .op = PY_FILE_OPEN, .path = name, .at = PY_FILE_EXCLUSIVE};
        if (sa_files_do(f, call, &reply)) return free(reply.data), name;
        free(name);
    }
    return NULL;
}

// What may not be replaced by a file: a folder, or what is no file. Else its mode, -1: it is new.
static bool look_at(struct sa_files *f, const char *path, long *mode)
{
    struct py_file_reply reply;
    *mode = -1;
    do_one(f, &(struct py_file_call){.op = PY_FILE_LSTAT, .path = path}, &reply);
    if (reply.error == ENOENT) return true;
    if (!reply.error) *mode = strtol(reply.data, NULL, 10);
    free(reply.data);
    if (*mode >= 0 && S_ISREG((mode_t)*mode)) return true;
    bool folder = *mode >= 0 && S_ISDIR((mode_t)*mode);
    sa_files_fail(f, folder ? "IsADirectoryError" : "PermissionError", "%s: '%.300s'",
                  reply.error ? reply.message
                  : folder    ? "it is a folder"
                              : "it is no regular file",
                  path);
    return false;
}

bool sa_files_write(struct sa_files *f, const char *path, const char *text, size_t len)
{
    struct py_file_reply reply;
    long mode = -1;
    f->shown = path; // not the file that is made beside it
    SA_AUTO_FREE char *real = real_path(f, path);
    SA_AUTO_FREE char *made = real && look_at(f, real, &mode) ? make_beside(f, real) : NULL;
    if (!made) return false;
    struct py_file_call write = {.op = PY_FILE_WRITE, .path = made, .data = text, .len = len},
                        rights = {.op = PY_FILE_CHMOD, .path = made, .at = mode & 0777},
                        rename = {.op = PY_FILE_RENAME, .path = made, .to = real};
    bool well = sa_files_do(f, write, &reply) && (mode < 0 || sa_files_do(f, rights, &reply)) &&
                sa_files_do(f, rename, &reply);
    if (!well) do_one(f, &(struct py_file_call){.op = PY_FILE_REMOVE, .path = made}, &reply);
    return well;
}

bool sa_files_may_reach(const struct sa_files *f, const char *path, unsigned act)
{
    const struct sa_tool_env *env = f->tool->env;
    bool judged = env && env->agent && env->may_reach;
    return !judged || env->may_reach(env->agent, f->tool, f->args, path, act);
}

const char *sa_file_tool_of(unsigned act, size_t i)
{
    static const struct {
        unsigned act;
        const char *name;
    } rows[] = {{SA_FILE_READ, "read_file"},
                {SA_FILE_WRITE, "write_file"},
                {SA_FILE_WRITE, "edit_file"},
                {SA_FILE_LIST, "list_files"}};
    for (size_t k = 0; k < SA_COUNT(rows); k++)
        if (rows[k].act == act && !i--) return rows[k].name;
    return NULL;
}

bool sa_files_next(const struct py_file_reply *reply, size_t *at, struct sa_files_row *row)
{
    if (*at >= reply->len) return false;
    *row = (struct sa_files_row){reply->data[*at], reply->data + *at + 1};
    *at += strlen(row->name) + 2;
    return true;
}

// What stands behind the folder; NULL: the path is not in it.
static const char *behind(const char *path, const char *folder)
{
    size_t len = sa_streq(folder, "/") ? 0 : strlen(folder);
    bool is_in = !strncmp(path, folder, len) && (path[len] == '/' || !path[len]);
    return is_in ? path + len : NULL;
}

// Where a path leads, links followed; malloc'd, NULL: nowhere in the granted folders.
static char *place_of(const struct sa_folders *folders, const char *path)
{
    struct sa_walk w;
    int error = sa_walk_to(&w, folders, path, SA_WALK_FOLLOW);
    char *text = error ? NULL : sa_walk_text(&w);
    sa_walk_release(&w);
    return text;
}

// Relative to the current folder of the code where it is in that, the real path, then by each name
// of each folder, as far as that name leads there too.
static char *spell(const struct sa_tool *tool, const char *path, size_t i)
{
    const struct sa_folders *folders = ((const struct data *)tool->data)->folders;
    SA_AUTO_FREE char *real = folders && folders->count ? place_of(folders, path) : NULL;
    if (!real || i >= 2 + 2 * folders->count) return NULL;
    const struct sa_folder *f = &folders->items[i < 2 ? 0 : (i - 2) / 2];
    const char *rest = behind(real, f->path);
    if (i == 0 && rest) return sa_xstrdup(*rest && rest[1] ? rest + 1 : ".");
    if (i < 2 || !rest) return sa_xstrdup(real);
    char *named = sa_xasprintf("%s%s", i % 2 ? f->given : f->plain, rest);
    SA_AUTO_FREE char *there = place_of(folders, named);
    if (sa_streq(there, real)) return named;
    free(named);
    return sa_xstrdup(real);
}

static void call_tool(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                      struct sa_tool_result *result)
{
    const struct data *d = tool->data;
    struct sa_files f = {.tool = tool,
                         .folders = d->folders,
                         .stop = stop,
                         .args = sa_json_parse(args_json, strlen(args_json), NULL),
                         .result = result};
    d->run(&f);
    cJSON_Delete(f.args);
    if (!result->error) return;
    free(result->json);
    result->json = NULL;
}

struct sa_tool *sa_files_tool(const struct sa_builtin_setup *setup, const char *name,
                              const char *about, unsigned acts, void (*run)(struct sa_files *f))
{
    unsigned effects = acts & SA_FILE_WRITE ? SA_TOOL_WRITES : SA_TOOL_READS;
    struct sa_tool *tool = sa_builtin_new(name, about, effects, call_tool);
    struct data *d = tool->data = sa_xcalloc(1, sizeof *d);
    tool->free_data = free;
    tool->spell = spell;
    tool->acts = acts;
    *d = (struct data){setup->folders, run};
    return tool;
}
