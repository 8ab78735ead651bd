// The built-in tool shell, on this side of its jail: starts the inside, judges its layers, gathers
// what is printed, keeps the time, and ends everything with the call.
#include "tool/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/flow.h"
#include "base/json.h"
#include "base/stop.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "jail/jail.h"
#include "tool/files/folders.h"
#include "tool/tool_int.h"

enum {
    STREAMS = 2,
    MOST_OUTPUT = 256 << 10, // bytes of each stream
    MOST_COMMAND = 100000,   // the kernel takes 128 KiB as one argument
    MOST_SECONDS = 600,
};
#define MAX_MEMORY (UINT64_C(512) << 20) // of each process
#define MAX_DISK (UINT64_C(64) << 20)
#define START_NS (30 * SA_NS_PER_S) // for the inside to lock itself in, on a busy machine

static const char output_schema[] =
    "{\"type\": \"object\", \"required\": [\"status\", \"stdout\", \"stderr\"], "
    "\"properties\": {\"status\": {\"type\": \"integer\"}, \"stdout\": {\"type\": "
    "\"string\"}, \"stderr\": {\"type\": \"string\"}, \"note\": {\"type\": \"string\"}}}";

// What the tool was made with.
struct granted {
    const struct sa_folders *folders;
    enum sa_jail_mode sandbox;
};

struct run {
    const struct sa_folders *folders; // that were granted; NULL: none
    struct sa_jail_child child;
    int pipes[STREAMS];         // our ends; -1: at their end
    struct sa_buf out[STREAMS]; // standard output and error
    struct sa_stop *stop;
    enum sa_jail_mode sandbox;
    int64_t deadline;
    enum { RUNS, SAID, GONE, LATE, STOPPED, TOO_MUCH } end;
    int status; // of wait, when it was said
};

// ---- the channel --------------------------------------------------------------------------------

// All of it, until the deadline. False: not so.
static bool receive(struct run *r, void *to, size_t len)
{
    size_t have = 0;
    while (have < len) {
        struct pollfd p[2] = {{r->stop ? r->stop->fd : -1, POLLIN, 0},
                              {r->child.channel, POLLIN, 0}};
        enum sa_flow_wait wait = sa_flow_wait(p, 2, r->deadline);
        ssize_t n = p[1].revents ? read(r->child.channel, (char *)to + have, len - have) : -1;
        if (n > 0) have += (size_t)n;
        else if (n == 0 || sa_stop_reason(r->stop) || wait == SA_FLOW_LATE) return false;
    }
    return true;
}

// The same the other way; that nobody reads is no signal.
static bool deliver(struct run *r, const void *data, size_t len)
{
    for (const char *at = data; len;) {
        struct pollfd p[2] = {{r->stop ? r->stop->fd : -1, POLLIN, 0},
                              {r->child.channel, POLLOUT, 0}};
        ssize_t n = send(r->child.channel, at, len, MSG_NOSIGNAL);
        if (n > 0) at += n, len -= (size_t)n;
        else if (n < 0 && errno != EAGAIN && errno != EINTR) return false;
        else if (sa_flow_wait(p, 2, r->deadline) != SA_FLOW_READY) return false;
    }
    return true;
}

// Starts the inside, and lets it go on when every layer holds. 0, or -1 with *err.
static int start(struct run *r, const char *command, const int ends[STREAMS], struct sa_err *err)
{
    static const char *const argv[] = {"smolagent", SA_TOOL_SHELL_INSIDE, NULL};
    struct sa_jail_report report;
    if (sa_jail_spawn_with(NULL, argv, ends, STREAMS, &r->child, err)) return -1;
    struct sa_buf folders = SA_BUF_INIT(SA_BUF_TEXT);
    for (size_t i = 0; r->folders && i < r->folders->count; i++) {
        const struct sa_folder *folder = &r->folders->items[i];
        SA_AUTO_FREE char *place = sa_folder_place(folder);
        sa_buf_appendc(&folders, folder->writable ? 'w' : 'r');
        sa_buf_append(&folders, place, strlen(place) + 1);
    }
    const struct sa_shell_hello hello = {MAX_MEMORY, MAX_DISK, r->child.report.enforced,
                                         (uint32_t)strlen(command), (uint32_t)folders.len};
    r->deadline = sa_clock_monotonic() + START_NS;
    bool well = deliver(r, &hello, sizeof hello) && deliver(r, command, hello.len) &&
                deliver(r, folders.data, folders.len) && receive(r, &report, sizeof report);
    sa_buf_release(&folders);
    if (!well) return sa_err_set(err, SA_E_SANDBOX, "the jail ended while it was being made"), -1;
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++)
        if (!report.error[i]) report.error[i] = r->child.report.error[i];
    if (sa_jail_judge(&report, r->sandbox, 0, err)) return -1;
    if (deliver(r, "", 1)) return 0;
    return sa_err_set(err, SA_E_SANDBOX, "the sandbox ended while it was being made"), -1;
}

// ---- running ------------------------------------------------------------------------------------

// What there is of a stream now.
static void gather(struct run *r, int i)
{
    char bytes[16384];
    for (ssize_t n; r->pipes[i] >= 0;) {
        n = read(r->pipes[i], bytes, sizeof bytes);
        if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (n <= 0) {
            close(r->pipes[i]);
            r->pipes[i] = -1;
        } else if (!sa_buf_append(&r->out[i], bytes, (size_t)n)) {
            r->end = TOO_MUCH;
            return;
        }
    }
}

static void step(struct run *r)
{
    struct pollfd p[] = {{r->stop ? r->stop->fd : -1, POLLIN, 0},
                         {r->child.channel, POLLIN, 0},
                         {r->pipes[0], POLLIN, 0},
                         {r->pipes[1], POLLIN, 0}};
    enum sa_flow_wait wait = sa_flow_wait(p, SA_COUNT(p), r->deadline);
    for (int i = 0; i < STREAMS; i++)
        if (p[2 + i].revents) gather(r, i);
    if (r->end != RUNS) return;
    if (sa_stop_reason(r->stop)) r->end = STOPPED;
    else if (p[1].revents)
        r->end = read(r->child.channel, &r->status, sizeof r->status) == sizeof r->status ? SAID
                                                                                          : GONE;
    else if (wait == SA_FLOW_LATE) r->end = LATE;
}

// With the inside everything that it has started is gone, and what is left in the pipes is all.
static void run(struct run *r, int64_t timeout_ns)
{
    r->deadline = sa_clock_monotonic() + timeout_ns;
    while (r->end == RUNS) step(r);
    sa_jail_reap(&r->child);
    for (int i = 0; i < STREAMS && r->end != TOO_MUCH; i++) gather(r, i);
}

static bool make_pipes(struct run *r, int ends[STREAMS])
{
    int pair[2];
    for (int i = 0; i < STREAMS; i++) {
        if (pipe2(pair, O_CLOEXEC)) return false;
        r->pipes[i] = pair[0], ends[i] = pair[1];
        fcntl(pair[0], F_SETFL, O_NONBLOCK);
    }
    return true;
}

static int run_command(struct run *r, const char *command, int64_t timeout_ns, struct sa_err *err)
{
    int ends[STREAMS] = {-1, -1};
    int rc = make_pipes(r, ends) ? start(r, command, ends, err)
                                 : (sa_err_set(err, SA_E_INTERNAL, "%s", strerror(errno)), -1);
    for (int i = 0; i < STREAMS; i++)
        if (ends[i] >= 0) close(ends[i]);
    if (!rc) run(r, timeout_ns);
    else if (r->child.pid) sa_jail_reap(&r->child);
    for (int i = 0; i < STREAMS; i++)
        if (r->pipes[i] >= 0) close(r->pipes[i]);
    return rc;
}

// ---- the result ---------------------------------------------------------------------------------

static void put_stream(struct sa_buf *json, const char *name, const struct sa_buf *text)
{
    struct sa_buf clean = SA_BUF_INIT(SA_BUF_TEXT);
    sa_utf8_repair_nuls(&clean, sa_buf_text(text), text->len);
    sa_json_put_strn(json, name, sa_buf_text(&clean), clean.len);
    sa_buf_release(&clean);
}

// Was a program in a granted folder to be started by its name? The shell then ends with 126; make
// and the like end with a status of their own, and say ": ./NAME: Permission denied".
static bool was_not_started(const struct run *r, int status)
{
    static const char name[] = ": ./", denied[] = ": Permission denied";
    struct sa_str said = {sa_buf_text(&r->out[1]), r->out[1].len}, line;
    while (sa_str_next_line(&said, &line)) {
        const char *at = sa_memfind(line.data, line.len, name, sizeof name - 1);
        size_t rest = at ? line.len - (size_t)(at - line.data) : 0;
        if (at && sa_memfind(at, rest, denied, sizeof denied - 1)) return true;
    }
    return status == 126;
}

static void give(const struct run *r, struct sa_tool_result *result)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_TEXT);
    int status = WIFSIGNALED(r->status) ? 128 + WTERMSIG(r->status) : WEXITSTATUS(r->status);
    sa_buf_appendc(&json, '{');
    sa_json_put_int(&json, "status", status);
    put_stream(&json, "stdout", &r->out[0]);
    put_stream(&json, "stderr", &r->out[1]);
    if (was_not_started(r, status))
        sa_json_put_str(&json, "note",
                        "no program in a granted folder can be started by its name, whatever its "
                        "mode; run a script by its interpreter: sh run.sh, python3 main.py");
    sa_buf_appendc(&json, '}');
    result->json = sa_buf_take(&json, NULL);
}

// The end of what was printed, for a message.
static void put_end(struct sa_buf *text, const struct run *r)
{
    enum { SHOWN = 500 };
    const struct sa_buf *said = r->out[1].len ? &r->out[1] : &r->out[0];
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(said), said->len});
    size_t from = s.len > SHOWN ? s.len - SHOWN : 0;
    sa_buf_appends(text, s.len ? "; it printed: " : "; it printed nothing");
    if (from) sa_buf_appends(text, "...");
    sa_utf8_repair_nuls(text, s.data + from, s.len - from);
}

static void fail(const struct run *r, double seconds, struct sa_tool_result *result)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    if (r->end == LATE) sa_buf_appendf(&text, "shell: no end after %g s", seconds);
    else if (r->end == TOO_MUCH)
        sa_buf_appendf(&text,
                       "shell: more than %d bytes were printed; write them to a file, and "
                       "print a part",
                       MOST_OUTPUT);
    else sa_buf_appends(&text, r->end == STOPPED ? "shell: cancelled" : "shell: the jail is gone");
    if (r->end == LATE) result->error_type = "TimeoutError";
    if (r->end == LATE || r->end == GONE) put_end(&text, r);
    result->error = sa_buf_take(&text, NULL);
}

static void call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                 struct sa_tool_result *result)
{
    const struct granted *granted = tool->data;
    struct run r = {.folders = granted->folders,
                    .sandbox = granted->sandbox,
                    .child = {.channel = -1},
                    .pipes = {-1, -1},
                    .out = {SA_BUF_INIT(MOST_OUTPUT), SA_BUF_INIT(MOST_OUTPUT)},
                    .stop = stop};
    struct sa_err err = SA_ERR_INIT;
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL);
    const char *command = sa_json_str(args, "command", "");
    double seconds = sa_json_num(args, "timeout", 60);
    if (strlen(command) > MOST_COMMAND)
        result->error = sa_xasprintf("shell: a command has at most %d bytes; write a file in parts",
                                     MOST_COMMAND);
    else if (run_command(&r, command, (int64_t)(seconds * (double)SA_NS_PER_S), &err))
        result->error = sa_xasprintf("shell: %s", err.message);
    else if (r.end == SAID) give(&r, result);
    else fail(&r, seconds, result);
    cJSON_Delete(args);
    for (int i = 0; i < STREAMS; i++) sa_buf_release(&r.out[i]);
}

struct sa_tool *sa_tool_shell(const struct sa_builtin_setup *setup)
{
    struct sa_tool *tool = sa_builtin_new(
        "shell",
        "Run a command of /bin/sh in a sandbox: the system's programs, no network, and of the "
        "user's files only granted folders, in the first of which it starts, else in /tmp, which is "
        "empty and gone after the call. Standard input is empty.",
        SA_TOOL_READS | SA_TOOL_WRITES, call);
    struct granted *granted = tool->data = sa_xcalloc(1, sizeof *granted);
    *granted = (struct granted){setup->folders, setup->sandbox};
    sa_folders_warn_of_nobody(setup->folders, "the tool shell");
    tool->jailed = true;
    tool->vital = sa_folders_nested(setup->folders) ? 1u << SA_JAIL_MOUNT : 0;
    tool->free_data = free;
    sa_builtin_input(
        tool, "command",
        "{\"type\": \"string\", \"format\": \"shell\", \"description\": \"what sh -c runs\"}");
    char schema[160];
    snprintf(schema, sizeof schema,
             "{\"type\": \"number\", \"default\": 60, \"minimum\": 0.1, \"maximum\": %d, "
             "\"description\": \"seconds until it is ended\"}",
             MOST_SECONDS);
    sa_builtin_input(tool, "timeout", schema);
    tool->output = sa_json_parse(output_schema, sizeof output_schema - 1, NULL);
    tool->returns = sa_xstrdup("how it ended and what it printed; a status over 128 is a signal's");
    tool->raises = sa_xstrdup("TimeoutError, RuntimeError when the sandbox cannot be made or too "
                              "much is printed");
    return tool;
}
