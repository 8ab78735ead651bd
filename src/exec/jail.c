// The jail executor: our interpreter in a locked-in worker process (src/jail), reached by the
// worker protocol; and what every executor with such a worker does. A worker that dies, goes silent
// or breaks the protocol is replaced (recover.c).
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/json.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/host.h"
#include "exec/python.h"
#include "exec/recover.h"

#define DEFAULT_MEMORY ((size_t)256 << 20)

// --- starting a worker

// The worker's own account of the layers; the namespaces are what the host saw granted.
static void read_report(struct sa_jail_exec *j)
{
    struct sa_frame layers;
    const char *why;
    j->report = j->child.report;
    if (!sa_frame_parse_object(&layers, sa_frame_raw(&j->talk.frame, "layers"), &why)) return;
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++) {
        int64_t state = sa_frame_int(&layers, sa_jail_layer_name(i), 1);
        bool granted = i > SA_JAIL_IPC || j->child.report.enforced & 1u << i;
        if (state == 0 && granted) {
            j->report.enforced |= 1u << i;
        } else {
            j->report.enforced &= ~(1u << i);
            if (granted) j->report.error[i] = (int)(state - 1);
        }
    }
    j->report.landlock_abi = (int)sa_frame_int(&j->talk.frame, "landlock_abi", 0);
}

static int not_started(struct sa_jail_exec *j, struct sa_err *err)
{
    int status = sa_jail_reap(&j->child);
    return sa_err_set(err, SA_E_SANDBOX, "the sandbox worker did not start (wait status %#x)%s%s",
                      (unsigned)status, j->program ? "; its program is " : "",
                      j->program ? j->program : ""),
           -1;
}

// An interpreter that is too old says so and no more.
int sa_jail_exec_ready(struct sa_jail_exec *j, struct sa_err *err)
{
    struct sa_buf version = SA_BUF_INIT(sizeof j->version - 1);
    int major = 0, minor = 0;
    if (!j->starting) return 0;
    j->starting = false;
    if (sa_talk_ready(&j->talk) != SA_TALK_DONE) return not_started(j, err);
    sa_frame_text(&j->talk.frame, "python", &version);
    sa_strcopy(j->version, sizeof j->version, sa_buf_text(&version));
    sa_buf_release(&version);
    if (sscanf(j->version, "%d.%d", &major, &minor) == 2 &&
        (major > SA_PYTHON_MAJOR || (major == SA_PYTHON_MAJOR && minor >= SA_PYTHON_MINOR)))
        return 0;
    sa_jail_reap(&j->child);
    return sa_err_set(err, SA_E_CONFIG, "%s is Python %s; %d.%d or later is needed", j->program,
                      j->version, SA_PYTHON_MAJOR, SA_PYTHON_MINOR),
           -1;
}

static int start_worker(struct sa_jail_exec *j, struct sa_err *err)
{
    const char *const argv[] = {"smolagent", j->program ? SA_EXEC_PYTHON_WORKER : SA_EXEC_WORKER,
                                j->program, NULL};
    if (sa_jail_spawn(NULL, argv, &j->child, err)) return -1;
    sa_talk_attach(&j->talk, j->child.channel);
    if (sa_talk_hello(&j->talk, j->child.report.enforced) != SA_TALK_DONE)
        return not_started(j, err);
    read_report(j);
    j->starting = j->program != NULL;
    return 0;
}

// Missing layers are an error, or with any_sandbox a warning to the user, once.
static int judge(const struct sa_jail_exec *j, bool first, struct sa_err *err)
{
    struct sa_jail_report report = j->report;
    report.enforced |= SA_JAIL_ALL & ~j->layers;
    if (report.enforced == SA_JAIL_ALL) return 0;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_jail_missing(&report, &text);
    int code = SA_OK;
    if (!j->options.any_sandbox)
        code = sa_err_set(err, SA_E_SANDBOX,
                          "the jail lacks: %s; --sandbox auto runs with the layers there are",
                          sa_buf_text(&text));
    else if (first) sa_warn("the jail lacks: %s", sa_buf_text(&text));
    sa_buf_release(&text);
    return code ? -1 : 0;
}

int sa_jail_exec_start(struct sa_jail_exec *j, struct sa_err *err)
{
    bool first = !j->started;
    j->started = true;
    return start_worker(j, err) || judge(j, first, err) ? -1 : 0;
}

void sa_jail_exec_close(struct sa_exec *exec)
{
    struct sa_jail_exec *j = (struct sa_jail_exec *)exec;
    sa_jail_reap(&j->child);
    sa_journal_release(j);
    sa_buf_release(&j->message);
    sa_talk_release(&j->talk);
    free(j->program);
    free(j);
}

int sa_jail_exec_open(const struct sa_exec_ops *ops, char *program, const struct sa_exec_options *o,
                      struct sa_exec **out, struct sa_err *err)
{
    struct sa_jail_exec *j = sa_xcalloc(1, sizeof *j);
    j->base.ops = ops;
    j->program = program;
    j->layers = program ? SA_JAIL_ALL & ~(1u << SA_JAIL_DUMPABLE) : SA_JAIL_ALL;
    j->options = *o;
    j->child.channel = -1;
    if (!j->options.max_memory) j->options.max_memory = DEFAULT_MEMORY;
    if (!o->strict_seed) sa_random_bytes(&j->options.seed, sizeof j->options.seed);
    sa_buf_init(&j->message, SA_BUF_SMALL);
    if (sa_talk_init(&j->talk, &j->options)) {
        sa_jail_exec_close(&j->base);
        return sa_err_set(err, SA_E_SANDBOX, "eventfd: %s", strerror(errno)), -1;
    }
    // An agent asks its model first: meanwhile the interpreter starts.
    if (sa_jail_exec_start(j, err) || (o->manner != SA_EXEC_AGENT && sa_jail_exec_ready(j, err))) {
        sa_jail_exec_close(&j->base);
        return -1;
    }
    *out = &j->base;
    return 0;
}

static int jail_open(const struct sa_exec_options *o, struct sa_exec **out, struct sa_err *err)
{
    return sa_jail_exec_open(&sa_exec_jail, NULL, o, out, err);
}

int sa_exec_jail_report(struct sa_jail_report *report, struct sa_err *err)
{
    const struct sa_exec_options options = {.any_sandbox = true};
    struct sa_jail_exec *j = sa_xcalloc(1, sizeof *j);
    *j = (struct sa_jail_exec){.base.ops = &sa_exec_jail, .options = options, .child.channel = -1};
    int code = sa_talk_init(&j->talk, &j->options) || start_worker(j, err) ? -1 : 0;
    *report = j->report;
    sa_jail_exec_close(&j->base);
    return code;
}

static struct sa_str copy_request(const struct sa_buf *out)
{
    return (struct sa_str){sa_xmemdup(out->data, out->len), out->len};
}

// --- operations

// Before the first request that needs a worker which is still starting: what was defined is made.
static void settle(struct sa_jail_exec *j)
{
    struct sa_err err = SA_ERR_INIT;
    if (!j->starting) return;
    sa_buf_clear(&j->message);
    if (sa_jail_exec_ready(j, &err)) {
        sa_buf_appendf(&j->message, "WorkerError: %s\n", err.message);
    } else if (!sa_journal_replay(j, false)) {
        sa_jail_reap(&j->child);
        sa_buf_appends(&j->message, "WorkerError: the worker could not take a variable or tool "
                                    "that was defined (is --max-memory large enough?)\n");
    }
}

static size_t begin(struct sa_jail_exec *j, const char *type)
{
    sa_buf_clear(&j->talk.out);
    return sa_frame_begin(&j->talk.out, type);
}

// Ends the request begun at `start`; false, with *result filled, when it is too large.
static bool ended(struct sa_jail_exec *j, size_t start, struct py_result *result)
{
    if (sa_frame_end(&j->talk.out, start)) return true;
    static const char text[] = "ValueError: the request is " SA_FRAME_TOO_LARGE_IN "\n";
    *result = (struct py_result){.status = PY_EXCEPTION,
                                 .error_type = "ValueError",
                                 .error_text = text,
                                 .error_text_len = sizeof text - 1};
    return false;
}

// Sends the ended request; *result is filled in any case.
static enum sa_talk_end ask(struct sa_jail_exec *j, struct py_result *result)
{
    if (j->child.pid <= 0) {
        if (!j->message.len)
            sa_buf_appends(&j->message, "WorkerError: there is no sandbox worker to run this\n");
        *result = (struct py_result){.status = PY_EXCEPTION,
                                     .error_type = "WorkerError",
                                     .error_text = sa_buf_text(&j->message),
                                     .error_text_len = j->message.len};
        return SA_TALK_DIED;
    }
    enum sa_talk_end end = sa_talk_ask(&j->talk, result);
    if (end != SA_TALK_DONE) sa_jail_exec_lost(j, end, result);
    return end;
}

// Sends a definition; on success it becomes part of the journal.
static int define(struct sa_jail_exec *j, const char *name, size_t start, struct sa_err *err)
{
    struct py_result r;
    if (!ended(j, start, &r)) return sa_exec_refused(name, &r, err);
    struct sa_str request = copy_request(&j->talk.out);
    if (j->starting) { // it is sent later, from the journal
        sa_buf_clear(&j->talk.out);
        sa_journal_add(j, request, false, PY_OK, NULL);
        return 0;
    }
    ask(j, &r);
    if (r.status == PY_OK) return sa_journal_add(j, request, false, PY_OK, NULL), 0;
    free((char *)(uintptr_t)request.data);
    return sa_exec_refused(name, &r, err);
}

static size_t begin_define(struct sa_jail_exec *j, const char *name, const char *kind)
{
    size_t start = begin(j, "define");
    sa_json_put_str(&j->talk.out, "name", name);
    sa_json_put_str(&j->talk.out, "kind", kind);
    return start;
}

int sa_jail_exec_define_json(struct sa_exec *exec, const char *name, const char *json, size_t len,
                             struct sa_err *err)
{
    struct sa_jail_exec *j = (struct sa_jail_exec *)exec;
    struct sa_err bad = SA_ERR_INIT;
    if (len > SA_FRAME_MAX)
        return sa_err_set(err, SA_E_USAGE, "variable '%s' is " SA_FRAME_TOO_LARGE_IN, name), -1;
    if (!sa_json_check(json, len, &bad))
        return sa_err_set(err, SA_E_USAGE, "variable '%s': %s", name, bad.message), -1;
    size_t start = begin_define(j, name, "json");
    sa_json_key(&j->talk.out, "value");
    sa_buf_append(&j->talk.out, json, len);
    return define(j, name, start, err);
}

int sa_jail_exec_define_stream(struct sa_exec *exec, const char *name, sa_exec_pull_fn pull,
                               void *ctx, struct sa_err *err)
{
    struct sa_jail_exec *j = (struct sa_jail_exec *)exec;
    sa_talk_allow_stream(&j->talk, name, pull, ctx);
    return define(j, name, begin_define(j, name, "stream"), err);
}

int sa_jail_exec_define_tool(struct sa_exec *exec, const char *name, const char *stub,
                             struct sa_err *err)
{
    struct sa_jail_exec *j = (struct sa_jail_exec *)exec;
    size_t start = begin_define(j, name, "tool");
    sa_json_put_str(&j->talk.out, "stub", stub);
    sa_talk_allow_tool(&j->talk, name);
    return define(j, name, start, err);
}

static size_t begin_code(struct sa_jail_exec *j, const char *type, const char *code, size_t len,
                         const char *filename)
{
    settle(j);
    size_t start = begin(j, type);
    sa_json_put_strn(&j->talk.out, "code", code ? code : "", len);
    if (filename) sa_json_put_str(&j->talk.out, "file", filename);
    return start;
}

static void interrupt_jail(void *target)
{
    sa_talk_interrupt(&((struct sa_jail_exec *)target)->talk);
}

void sa_jail_exec_run(struct sa_exec *exec, const char *code, size_t len, const char *filename,
                      struct py_result *result)
{
    struct sa_jail_exec *j = (struct sa_jail_exec *)exec;
    struct sa_replies replies = {0};
    bool keeps = j->options.manner != SA_EXEC_SCRIPT;
    if (!ended(j, begin_code(j, "run", code, len, filename), result)) return;
    struct sa_str request = copy_request(&j->talk.out);
    if (j->options.stop) sa_stop_target(j->options.stop, interrupt_jail, j);
    j->talk.record = keeps ? &replies : NULL;
    enum sa_talk_end end = ask(j, result);
    j->talk.record = NULL;
    if (j->options.stop) sa_stop_target(j->options.stop, NULL, NULL);
    bool whole = result->status != PY_LIMIT && result->status != PY_INTERRUPTED;
    if (keeps && end == SA_TALK_DONE && whole) {
        sa_journal_add(j, request, true, result->status, &replies);
        return;
    }
    j->cells_lost |= end == SA_TALK_DONE; // it may have changed the state half-way
    free((char *)(uintptr_t)request.data);
    sa_replies_release(&replies);
}

char *sa_jail_exec_disassemble(struct sa_exec *exec, const char *code, size_t len,
                               const char *filename, struct py_result *result)
{
    struct sa_jail_exec *j = (struct sa_jail_exec *)exec;
    struct py_result r;
    size_t start = begin_code(j, "compile", code, len, filename);
    sa_json_put_bool(&j->talk.out, "text", result != NULL);
    if (ended(j, start, &r)) ask(j, &r);
    if (result) *result = r;
    return r.status == PY_OK ? sa_xstrdup(r.value_text ? r.value_text : "") : NULL;
}

bool sa_jail_exec_incomplete(struct sa_exec *exec, const char *code, size_t len)
{
    struct sa_jail_exec *j = (struct sa_jail_exec *)exec;
    struct py_result r;
    if (ended(j, begin_code(j, "incomplete", code, len, NULL), &r)) ask(j, &r);
    return r.status == PY_OK && sa_streq(r.value_json, "true");
}

const char *sa_jail_exec_describe(struct sa_exec *exec, size_t *len)
{
    struct sa_jail_exec *j = (struct sa_jail_exec *)exec;
    struct py_result r;
    settle(j);
    if (ended(j, begin(j, "describe"), &r)) ask(j, &r);
    *len = r.value_text ? r.value_text_len : 0;
    return r.value_text ? r.value_text : "";
}

void sa_jail_exec_interrupt(struct sa_exec *exec)
{
    interrupt_jail(exec);
}

const struct sa_exec_ops sa_exec_jail = {.name = "jail", .open = jail_open, SA_JAIL_EXEC_OPS};
