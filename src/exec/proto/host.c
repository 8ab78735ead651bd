// What executors that run our interpreter share: the grants (clocks, entropy, the files of --file)
// and the way into it.
#include "exec/proto/host.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/handle.h"
#include "tool/files/folders.h"
#include "tool/files/granted.h"

const char *const sa_exec_status_names[] = {[PY_OK] = "ok",
                                            [PY_FINAL] = "final",
                                            [PY_EXIT] = "exit",
                                            [PY_EXCEPTION] = "error",
                                            [PY_LIMIT] = "limit",
                                            [PY_INTERRUPTED] = "interrupted",
                                            NULL};

const char *const sa_exec_limit_names[] = {[PY_LIMIT_NONE] = "none",
                                           [PY_LIMIT_OPERATIONS] = "operations",
                                           [PY_LIMIT_TIME] = "time",
                                           [PY_LIMIT_MEMORY] = "memory",
                                           [PY_LIMIT_OUTPUT] = "output",
                                           [PY_LIMIT_TOOL_CALLS] = "tool_calls",
                                           NULL};

static const char *const tool_modules[] = {"functions", "tools", "default_api", NULL};
const struct py_agent sa_exec_agent = {.answer = "final_answer", .modules = tool_modules};

int64_t sa_exec_clock(void *ctx, int clock)
{
    (void)ctx;
    return clock == 0 ? sa_clock_wall() : clock == 1 ? sa_clock_monotonic() : sa_clock_cpu();
}

bool sa_exec_entropy(void *ctx, void *buf, size_t len)
{
    (void)ctx;
    return sa_random_bytes(buf, len);
}

int32_t sa_exec_utc_offset(void *ctx, int64_t t)
{
    (void)ctx;
    struct tm tm;
    time_t when = (time_t)t;
    return localtime_r(&when, &tm) ? (int32_t)tm.tm_gmtoff : 0;
}

// Parts of letters, digits, '_', '-' and '+' between slashes: nothing that leads out of the folder.
static bool is_zone_name(const char *name)
{
    for (const char *p = name; *p; p++) {
        bool letter = (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || strchr("_-+", *p) ||
                      (*p >= '0' && *p <= '9');
        if (!letter && (*p != '/' || p == name || p[-1] == '/' || !p[1])) return false;
    }
    return strlen(name) < 64;
}

char *sa_exec_zone_data(void *ctx, const char *name, size_t *len)
{
    static const char *const folders[] = {"/usr/share/zoneinfo", "/usr/lib/zoneinfo",
                                          "/usr/share/lib/zoneinfo", "/etc/zoneinfo"};
    (void)ctx;
    char path[128];
    for (size_t i = 0; is_zone_name(name) && i < SA_COUNT(folders); i++) {
        snprintf(path, sizeof path, "%s/%s", folders[i], *name ? name : "tzdata.zi");
        struct sa_err why = SA_ERR_INIT;
        char *data = sa_fs_is_dir(path) ? NULL : sa_fs_read(path, SA_ZONE_MAX, len, &why);
        if (data && (!*name || (*len > 4 && !memcmp(data, "TZif", 4)))) return data;
        free(data);
    }
    return NULL;
}

static bool is_there(const struct sa_folders *folders, const char *path)
{
    const struct py_file_call call = {.op = PY_FILE_STAT, .path = path};
    const struct sa_folders_ask ask = {.call = &call, .limit = 1 << 10};
    struct py_file_reply reply = {0};
    sa_folders_do(folders, &ask, &reply);
    free(reply.data);
    return !reply.error;
}

// A granted file of the last name that a path has, to be named where the path leads to none; it is
// never given in its place. NULL: there is none, or it is that path.
static char *find_namesake(const struct sa_exec_options *o, const char *path)
{
    const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
    if (o->mode != SA_EXEC_AGENT) return NULL; // a program gets CPython's errors
    for (size_t i = 0; *last && o->files && i < o->files->count; i++) {
        const char *given = o->files->items[i].given, *end = strrchr(given, '/');
        if (sa_streq(end ? end + 1 : given, last) && !sa_streq(given, path))
            return sa_xstrdup(given);
    }
    for (size_t i = 0; *last && o->folders && i < o->folders->count; i++) {
        SA_AUTO_FREE char *inside = sa_xasprintf("%s/%s", o->folders->items[i].plain, last);
        if (!sa_streq(inside, path) && is_there(o->folders, inside)) return sa_xstrdup(inside);
    }
    return NULL;
}

// The error with the namesake behind it, kept until the next one.
static const char *with_namesake(const struct sa_exec_options *o, const char *path,
                                 const char *error)
{
    static _Thread_local char told[SA_EXEC_TOLD];
    SA_AUTO_FREE char *name = error[0] == 'P' || error[0] == 'F' ? find_namesake(o, path) : NULL;
    int n = name ? snprintf(told, sizeof told, "%s: granted is '%s'", error, name) : -1;
    return n > 0 && (size_t)n < sizeof told ? told : error;
}

char *sa_exec_read_granted(const struct sa_exec_options *o, const char *path, size_t *len,
                           const char **error)
{
    char *text = NULL;
    if (o->journal && o->journal->recall_file(o->journal, path, &text, len, error)) {
        if (!text) *error = with_namesake(o, path, *error);
        return text;
    }
    *error = "PermissionError"; // also for files that are not there: say nothing about the disk
    if (strlen(path) >= PATH_MAX) return NULL;
    const struct sa_file *grant = sa_files_find(o->files, path);
    bool recorded = !o->on_file || o->on_file(o->ctx, grant ? grant->given : path, grant != NULL);
    if (grant && recorded)
        text = sa_file_read(grant, o->max_memory ? o->max_memory : SA_EXEC_MEMORY, len, error);
    if (o->journal) o->journal->keep_file(o->journal, path, text, text ? *len : 0, *error);
    if (!text) *error = with_namesake(o, path, *error);
    return text;
}

char *sa_exec_read_handle(const struct sa_exec_options *o, const char *name, size_t *len,
                          const char **error)
{
    char *data = NULL;
    SA_AUTO_FREE char *path = sa_xasprintf(SA_HANDLE_PATH "%s", name);
    if (o->journal && o->journal->recall_file(o->journal, path, &data, len, error)) return data;
    const struct sa_handle *h = sa_handles_find(o->handles, name);
    *error = "FileNotFoundError";
    if (h) {
        data = sa_xcalloc(1, h->len + 1);
        if (h->len) memcpy(data, h->data, h->len);
        *len = h->len;
    }
    if (o->journal) o->journal->keep_file(o->journal, path, data, h ? h->len : 0, *error);
    return data;
}

// What was asked, whole, so that a journal can tell it from all else.
static struct sa_str asked_text(struct sa_buf *b, const struct py_file_call *c)
{
    sa_buf_appendf(b, "%d %lld %lld %lld %s%c%s%c", (int)c->op, (long long)c->at,
                   (long long)c->count, (long long)c->file, c->path, 0, c->to ? c->to : "", 0);
    if (c->len) sa_buf_append(b, c->data, c->len);
    return (struct sa_str){sa_buf_text(b), b->len};
}

static void tell_namesake(const struct sa_exec_options *o, const char *path,
                          struct py_file_reply *reply)
{
    SA_AUTO_FREE char *name = find_namesake(o, path);
    size_t len = strlen(reply->message), noted = len && reply->message[len - 1] == ')';
    if (name && len + strlen(name) + sizeof " (granted is '')" < sizeof reply->message)
        snprintf(reply->message + len - noted, sizeof reply->message - len, "%s'%s')",
                 noted ? "; granted is " : " (granted is ", name);
}

void sa_exec_folder(const struct sa_exec_options *o, const struct py_file_call *call,
                    struct py_file_reply *reply)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_str asked = o->journal ? asked_text(&text, call) : (struct sa_str){0};
    const struct sa_folders_ask ask = {.call = call,
                                       .limit = o->max_memory ? o->max_memory : SA_EXEC_MEMORY,
                                       .tell = o->on_folder,
                                       .ctx = o->ctx};
    if (!o->journal || !o->journal->recall_folder(o->journal, asked, reply)) {
        sa_folders_do(o->folders, &ask, reply);
        if (o->journal) o->journal->keep_folder(o->journal, asked, reply);
    }
    sa_buf_release(&text);
    bool opens = call->op == PY_FILE_READ || (call->op == PY_FILE_OPEN && !call->at);
    bool missing = opens && reply->error == ENOENT;
    if (missing && sa_files_find(o->files, call->path))
        reply->outside = true; // a file that was granted by just this name
    else if (missing || (opens && reply->outside)) tell_namesake(o, call->path, reply);
}

void sa_exec_run(struct py_isolate *iso, enum sa_exec_mode mode, const char *code, size_t len,
                 const char *filename, struct py_result *result)
{
    static void (*const by_mode[])(struct py_isolate *, const char *, size_t, const char *,
                                   struct py_result *) = {
        [SA_EXEC_AGENT] = py_run, [SA_EXEC_SCRIPT] = py_run_script, [SA_EXEC_REPL] = py_run_typed};
    by_mode[mode](iso, code, len, filename, result);
}

int sa_exec_refused(const char *name, const struct py_result *r, struct sa_err *err)
{
    struct sa_str text = sa_str_trim((struct sa_str){r->error_text, r->error_text_len}),
                  line = text;
    while (sa_str_next_line(&text, &line)) {
    } // the last line of a traceback says what went wrong
    return sa_err_set(err, SA_E_USAGE, "variable '%s': %.*s", name, (int)line.len, line.data), -1;
}
