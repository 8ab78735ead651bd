// Writing the audit trail. A trail that cannot be written ends the run: what is not recorded does
// not happen.
#include "agent/audit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/audit_int.h"
#include "base/clock.h"
#include "base/err.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { LAST_LINE = 1 << 20 }; // the longest last line that a chain is taken up from

struct sa_audit {
    int fd, head_fd; // head_fd -1: a trail of one run needs no FILE.head
    int64_t n;
    char head[SA_AUDIT_HASH + 1];
    char *path;
    struct sa_events *events;
};

// ---- opening ----------------------------------------------------------------------------------

// Number and hash of the last line of an existing trail. False: it is none.
static bool take_up(struct sa_audit *a, off_t size)
{
    if (!size) return true;
    size_t len = size < LAST_LINE ? (size_t)size : LAST_LINE;
    SA_AUTO_FREE char *tail = sa_xmalloc(len);
    if (pread(a->fd, tail, len, size - (off_t)len) != (ssize_t)len || tail[len - 1] != '\n')
        return false;
    size_t start = len - 1;
    while (start && tail[start - 1] != '\n') start--;
    struct sa_audit_line line;
    return sa_audit_read_line(tail + start, len - 1 - start, &line) &&
           (a->n = line.n, memcpy(a->head, line.hash, sizeof a->head), true);
}

// The trail has to reach at least to where FILE.head says that it once did; one that was not there
// at all (`made`) begins anew.
static int open_head(struct sa_audit *a, bool made, struct sa_err *err)
{
    SA_AUTO_FREE char *path = sa_xasprintf("%s" SA_AUDIT_HEAD, a->path);
    struct sa_audit_line seen;
    struct stat st;
    if (!made && sa_audit_read_head(a->path, &seen) &&
        (a->n < seen.n || (a->n == seen.n && strcmp(a->head, seen.hash))))
        return sa_err_set(
            err, SA_E_CONFIG,
            "--audit: %s was cut or changed: it had %lld lines, as %s says; move both "
            "away to begin a new trail",
            a->path, (long long)seen.n, path);
    a->head_fd = sa_fs_open_write(path, O_WRONLY | O_NONBLOCK);
    if (a->head_fd >= 0 && fstat(a->head_fd, &st) == 0 && S_ISREG(st.st_mode)) return SA_OK;
    return sa_err_set(err, SA_E_CONFIG, "--audit: cannot write %s: %s", path,
                      a->head_fd < 0 ? strerror(errno) : "not a regular file");
}

// Always of one length, so that a write over the one before is all it takes.
static bool put_head(struct sa_audit *a)
{
    char line[32 + SA_AUDIT_HASH];
    int len = snprintf(line, sizeof line, "%020lld %s\n", (long long)a->n, a->head);
    return a->head_fd < 0 || pwrite(a->head_fd, line, (size_t)len, 0) == len;
}

struct sa_audit *sa_audit_open(const char *path, struct sa_events *events, struct sa_err *err)
{
    struct sa_audit *a = sa_xcalloc(1, sizeof *a);
    struct stat st;
    SA_AUTO_FREE char *name = sa_xasprintf("%s.jsonl", events->run);
    bool folder = sa_ends_with(path, "/") || sa_fs_is_dir(path);
    a->events = events;
    a->fd = a->head_fd = -1;
    a->path = folder ? sa_fs_join(path, name) : sa_xstrdup(path);
    memset(a->head, '0', SA_AUDIT_HASH);
    if (folder && sa_fs_mkdirs(path, err)) {
        sa_err_prefix(err, "--audit");
        return sa_audit_close(a), NULL;
    }
    bool made = !sa_fs_exists(a->path);
    a->fd = sa_fs_open_write(a->path, O_RDWR | O_APPEND | O_NONBLOCK);
    if (a->fd < 0 || fstat(a->fd, &st))
        sa_err_set(err, SA_E_CONFIG, "--audit: cannot open %s: %s", a->path, strerror(errno));
    else if (!S_ISREG(st.st_mode))
        sa_err_set(err, SA_E_CONFIG, "--audit: %s is not a regular file", a->path);
    else if (flock(a->fd, LOCK_EX | LOCK_NB))
        sa_err_set(err, SA_E_CONFIG, "--audit: %s is being written by another run", a->path);
    else if (fstat(a->fd, &st) || !take_up(a, st.st_size))
        sa_err_set(err, SA_E_CONFIG, "--audit: %s does not end in a whole audit line", a->path);
    else if (folder || !open_head(a, made, err)) return a;
    sa_audit_close(a);
    return NULL;
}

void sa_audit_close(struct sa_audit *a)
{
    if (!a) return;
    if (a->fd >= 0) close(a->fd);
    if (a->head_fd >= 0) close(a->head_fd);
    free(a->path);
    free(a);
}

// ---- writing ----------------------------------------------------------------------------------

static void put(struct sa_audit *a, const struct sa_event *event, const char *what,
                const cJSON *data)
{
    struct sa_buf line = SA_BUF_INIT(SA_BUF_HUGE);
    char when[32], hash[SA_AUDIT_HASH + 1];
    sa_clock_rfc3339(event->ts_ns, when, sizeof when);
    sa_buf_appendc(&line, '{');
    sa_json_put_int(&line, "v", 1);
    sa_json_put_int(&line, "n", a->n + 1);
    sa_json_put_str(&line, "ts", when);
    sa_json_put_str(&line, "run", event->run);
    sa_json_put_str(&line, "what", what);
    sa_json_key(&line, "data");
    sa_json_print(&line, data);
    sa_json_put_str(&line, "prev", a->head);
    sa_digest(sa_buf_text(&line), line.len, hash);
    sa_json_put_str(&line, "hash", hash);
    sa_buf_appends(&line, "}\n");
    bool end = event->type == SA_EV_RUN_END && !event->below, ok = !line.full;
    bool start = event->type == SA_EV_RUN_START && !event->below;
    if (ok && (ok = sa_fs_append(a->fd, line.data, line.len))) {
        a->n++;
        memcpy(a->head, hash, sizeof hash);
        if (end || start) ok = put_head(a);
        if (ok && end) ok = fsync(a->fd) == 0;
    }
    sa_buf_release(&line);
    if (ok) return;
    struct sa_err err = SA_ERR_INIT;
    sa_err_set(&err, SA_E_CONFIG, "--audit: cannot write %s: %s", a->path, strerror(errno));
    sa_events_fail(a->events, err.code, err.message);
}

// Errors that are the sandbox's doing: a limit that ended a cell, something that was not granted.
static const char *error_record(const cJSON *data)
{
    const char *kind = sa_json_str(data, "kind", ""), *type = sa_json_str(data, "error_type", "");
    const char *message = sa_json_str(data, "message", "");
    if (sa_streq(kind, "limit")) return "limit";
    bool import = sa_streq(type, "ImportError") || sa_streq(type, "ModuleNotFoundError");
    if (sa_streq(type, "PermissionError") || (import && strstr(message, "authori")))
        return "denied";
    return NULL;
}

// Which events are recorded, as what, with which of their members.
static const struct {
    enum sa_event_type type;
    const char *what;
    const char *members[11];
} records[] = {
    {SA_EV_RUN_START,
     "start",
     {"name", "agent_file", "task", "model", "executor", "executor_why", "tools", "imports",
      "max_steps", "beside"}},
    {SA_EV_ATTACHED, "attached", {"name", "kind", "media", "bytes", "sha256"}},
    {SA_EV_PLAN, "plan", {"step", "kind", "steps_left", "text"}},
    {SA_EV_CODE, "cell", {"step", "code"}},
    {SA_EV_IMAGE, "image", {"step", "width", "height", "bytes", "sha256", "file"}},
    {SA_EV_APPROVAL,
     "approval",
     {"step", "kind", "name", "allowed", "by", "rule", "reason", "plan", "ends"}},
    {SA_EV_HOOK, "hook", {"step", "name", "on", "action", "tool", "reason", "duration_ms"}},
    {SA_EV_TOOL_CALL, "tool", {"step", "name", "args"}},
    {SA_EV_TOOL_RESULT, "tool.end", {"step", "name", "ok", "error", "duration_ms"}},
    {SA_EV_ACCESS, "access", {"step", "kind", "target", "allowed", "more"}},
    {SA_EV_CHECK, "check", {"step", "name", "ok", "action", "message"}},
    {SA_EV_ERROR, NULL, {"step", "kind", "error_type", "message"}},
    {SA_EV_RUN_END, "end", {"status", "exit_code", "error", "metrics"}},
};

void sa_audit_event(void *ctx, const struct sa_event *event)
{
    size_t i = 0;
    while (i < SA_COUNT(records) && records[i].type != event->type) i++;
    if (i == SA_COUNT(records)) return;
    const char *what = records[i].what ? records[i].what : error_record(event->data);
    if (!what) return;
    cJSON *data = cJSON_CreateObject();
    for (const char *const *name = records[i].members; *name; name++) {
        const cJSON *item = sa_json_get(event->data, *name);
        if (item) cJSON_AddItemToObject(data, *name, cJSON_Duplicate(item, true));
    }
    put(ctx, event, what, data);
    cJSON_Delete(data);
}
