// What every executor does whose worker is a process reached by the worker protocol: starting it as
// its kind says, the requests. A worker that dies, goes silent or
// breaks the protocol is replaced (recover.c).
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/json.h"
#include "base/log.h"
#include "base/spawn.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/proto/host.h"
#include "exec/proto/remote.h"

enum { PYTHON_MAJOR = 3, PYTHON_MINOR = 8 }; // the oldest that worker.py runs in

static void interrupt_worker(void *target)
{
    sa_exec_session_interrupt(&((struct sa_remote *)target)->session);
}

// Whether a request to stop ends what is waited for; as it was before. A worker may be started, and
// its state made again, in the middle of a cell.
static bool heed_stop(struct sa_remote *x, bool on)
{
    bool before = x->heeds_stop;
    x->heeds_stop = on;
    if (x->options.stop)
        sa_stop_target(x->options.stop, on ? interrupt_worker : NULL, on ? x : NULL);
    return before;
}

// --- starting a worker

// The worker's own account of the layers; the namespaces are what the host saw granted.
static void read_report(struct sa_remote *x)
{
    struct sa_frame layers;
    const char *why;
    x->report = x->child.report;
    if (!sa_frame_parse_object(&layers, sa_frame_raw(&x->session.frame, "layers"), &why)) return;
    for (int i = 0; i < SA_JAIL_LAYER_COUNT; i++) {
        int64_t state = sa_frame_int(&layers, sa_jail_layer_name(i), 1);
        bool granted = i > SA_JAIL_IPC || x->child.report.enforced & 1u << i;
        if (state == 0 && granted) {
            x->report.enforced |= 1u << i;
        } else {
            x->report.enforced &= ~(1u << i);
            if (granted) x->report.error[i] = (int)(state - 1);
        }
    }
    x->report.landlock_abi = (int)sa_frame_int(&x->session.frame, "landlock_abi", 0);
}

// What a worker says that could not start, or what is known of its end.
static int not_started(struct sa_remote *x, enum sa_exec_session_end end, struct sa_err *err)
{
    int status = x->kind->reap(&x->child);
    if (end == SA_SESSION_FAILED) return sa_exec_session_failure(&x->session, err), -1;
    bool silent = end == SA_SESSION_SILENT, killed = WIFSIGNALED(status);
    const char *how = silent   ? "it was silent for"
                      : killed ? "ended by signal"
                               : "it ended with status";
    int number = silent   ? (int)(x->kind->timeout_ns / SA_NS_PER_S)
                 : killed ? WTERMSIG(status)
                          : WEXITSTATUS(status);
    return sa_err_set(err, SA_E_SANDBOX, "the sandbox worker did not start (%s %d%s)%s%s", how,
                      number, silent ? " s" : "", x->program ? "; its program is " : "",
                      x->program ? x->program : ""),
           -1;
}

// Waits for a frame that the worker's start is known by; a request to stop ends the wait.
static enum sa_exec_session_end
await(struct sa_remote *x,
      enum sa_exec_session_end (*wait)(struct sa_exec_session *session, int64_t timeout_ns))
{
    bool heard = heed_stop(x, true);
    enum sa_exec_session_end end = wait(&x->session, x->kind->timeout_ns);
    heed_stop(x, heard);
    return end;
}

// An interpreter that is too old says so and no more.
int sa_remote_ready(struct sa_remote *x, struct sa_err *err)
{
    struct sa_buf version = SA_BUF_INIT(sizeof x->version - 1);
    int major = 0, minor = 0;
    if (!x->starting) return 0;
    x->starting = false;
    enum sa_exec_session_end end = await(x, sa_exec_session_ready);
    if (end != SA_SESSION_DONE) return not_started(x, end, err);
    if (!x->program) return 0;
    sa_frame_text(&x->session.frame, "python", &version);
    sa_strcopy(x->version, sizeof x->version, sa_buf_text(&version));
    sa_buf_release(&version);
    if (sscanf(x->version, "%d.%d", &major, &minor) == 2 &&
        (major > PYTHON_MAJOR || (major == PYTHON_MAJOR && minor >= PYTHON_MINOR)))
        return 0;
    x->kind->reap(&x->child);
    return sa_err_set(err, SA_E_CONFIG, "%s is Python %s; %d.%d or later is needed", x->program,
                      x->version, PYTHON_MAJOR, PYTHON_MINOR),
           -1;
}

// Starts a worker as x->child and sends it the hello.
static int spawn_greeted(struct sa_remote *x, struct sa_err *err)
{
    struct sa_channel channel;
    if (x->kind->spawn(x, err)) return -1;
    sa_buf_clear(&x->session.out);
    sa_exec_session_put_hello(&x->session, x->child.report.enforced);
    sa_channel_init(&channel, x->child.channel, true);
    sa_channel_send(&channel, &x->session.out, x->session.wake,
                    sa_clock_monotonic() + x->kind->timeout_ns); // else it will not answer
    sa_buf_clear(&x->session.out);
    sa_channel_release(&channel);
    return 0;
}

// The worker that will take over when this one is lost starts meanwhile, if its kind has that.
static void keep_spare(struct sa_remote *x)
{
    struct sa_err none = SA_ERR_INIT;
    const struct sa_jail_child current = x->child;
    if (!x->kind->spares || x->spare.pid > 0 || current.pid <= 0) return;
    if (!spawn_greeted(x, &none)) x->spare = x->child;
    x->child = current;
}

static enum sa_exec_session_end await_hello(struct sa_remote *x)
{
    sa_exec_session_attach(&x->session, x->child.channel);
    return await(x, sa_exec_session_hello);
}

// False when there is none, or it has died meanwhile.
static bool take_spare(struct sa_remote *x)
{
    if (x->spare.pid <= 0) return false;
    x->child = x->spare;
    x->spare = (struct sa_jail_child){.channel = -1};
    if (!sa_spawn_ended(x->child.pid, 0) && await_hello(x) == SA_SESSION_DONE) return true;
    x->kind->reap(&x->child);
    return false;
}

const void *sa_exec_own(const struct sa_exec_options *options, const struct sa_exec_ops *ops)
{
    return options->own && options->own->of == ops ? options->own : NULL;
}

int sa_remote_start_any(struct sa_remote *x, struct sa_err *err)
{
    if (!take_spare(x)) {
        if (spawn_greeted(x, err)) return -1;
        enum sa_exec_session_end end = await_hello(x);
        if (end != SA_SESSION_DONE) return not_started(x, end, err);
    }
    read_report(x);
    x->starting = x->kind->announces;
    return 0;
}

// Missing layers are an error, or with any_sandbox a warning to the user, once.
static int judge(const struct sa_remote *x, bool first, struct sa_err *err)
{
    struct sa_jail_report report = x->report;
    report.enforced |= SA_JAIL_ALL & ~x->kind->layers;
    if (report.enforced == SA_JAIL_ALL) return 0;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_jail_missing(&report, &text);
    int code = SA_OK;
    if (!x->options.any_sandbox)
        code = sa_err_set(err, SA_E_SANDBOX,
                          "the jail lacks: %s; --sandbox auto runs with the layers there are",
                          sa_buf_text(&text));
    else if (first) sa_warn("the jail lacks: %s", sa_buf_text(&text));
    sa_buf_release(&text);
    return code ? -1 : 0;
}

int sa_remote_start(struct sa_remote *x, struct sa_err *err)
{
    bool first = !x->started;
    x->started = true;
    if (!sa_remote_start_any(x, err) && !judge(x, first, err)) return 0;
    x->kind->reap(&x->child);
    x->starting = false;
    return -1;
}

void sa_remote_close(struct sa_exec *exec)
{
    struct sa_remote *x = (struct sa_remote *)exec;
    x->kind->reap(&x->child);
    x->kind->reap(&x->spare);
    sa_buf_release(&x->message);
    sa_exec_session_release(&x->session);
    free(x->program);
    free(x);
}

int sa_remote_open(const struct sa_exec_ops *ops, const struct sa_remote_kind *kind, char *program,
                   const struct sa_exec_options *o, struct sa_exec **out, struct sa_err *err)
{
    struct sa_remote *x = sa_xcalloc(1, sizeof *x);
    x->base.ops = ops;
    x->kind = kind;
    x->program = program;
    x->options = *o;
    x->child.channel = x->spare.channel = -1;
    if (!x->options.max_memory) x->options.max_memory = SA_EXEC_MEMORY;
    if (!o->strict_seed) sa_random_bytes(&x->options.seed, sizeof x->options.seed);
    sa_buf_init(&x->message, SA_BUF_SMALL);
    if (sa_exec_session_init(&x->session, &x->options)) {
        sa_remote_close(&x->base);
        return sa_err_set(err, SA_E_SANDBOX, "eventfd: %s", strerror(errno)), -1;
    }
    // An agent asks its model first: meanwhile the interpreter starts.
    if (sa_remote_start(x, err) || (o->mode != SA_EXEC_AGENT && sa_remote_ready(x, err))) {
        sa_remote_close(&x->base);
        return -1;
    }
    *out = &x->base;
    return 0;
}

// --- operations

// Before a request that needs a worker with all that was defined: waits for one that is still
// starting; when the last one was lost for good, and that was told, asks for another.
static void settle(struct sa_remote *x)
{
    struct sa_err err = SA_ERR_INIT;
    bool gone = x->child.pid <= 0 && !x->untold;
    if (x->playing || (!gone && !x->starting)) return;
    bool heard = heed_stop(x, true);
    sa_buf_clear(&x->message);
    if ((gone && sa_remote_start(x, &err)) || sa_remote_ready(x, &err)) {
        sa_buf_appendf(&x->message, "WorkerError: %s\n", err.message);
    } else if (!sa_remote_play(x, false)) {
        x->kind->reap(&x->child);
        sa_buf_appends(&x->message, "WorkerError: the worker could not take a variable or tool "
                                    "that was defined (is --max-memory large enough?)\n");
    }
    heed_stop(x, heard);
}

static size_t begin(struct sa_remote *x, const char *type)
{
    sa_buf_clear(&x->session.out);
    return sa_frame_begin(&x->session.out, type);
}

// Ends the request begun at `start`; false, with *result filled, when it is too large.
static bool ended(struct sa_remote *x, size_t start, struct py_result *result)
{
    if (sa_frame_end(&x->session.out, start)) return true;
    static const char text[] = "ValueError: the request is " SA_FRAME_TOO_LARGE_IN "\n";
    *result = (struct py_result){.status = PY_EXCEPTION,
                                 .error_type = "ValueError",
                                 .error_text = text,
                                 .error_text_len = sizeof text - 1};
    return false;
}

// The cell under way is no part of the state.
static void lose(struct sa_remote *x)
{
    if (x->options.journal) x->options.journal->lose(x->options.journal);
}

// While the journal plays: what goes wrong is found out by it.
static enum sa_exec_session_end ask_again(struct sa_remote *x, struct py_result *result)
{
    enum sa_exec_session_end end = sa_exec_session_ask(&x->session, result);
    if (end == SA_SESSION_DONE)
        end = sa_exec_session_listen(&x->session); // what broke the protocol does again
    if (end != SA_SESSION_DONE)
        *result = (struct py_result){
            .status = PY_INTERRUPTED, .error_type = "WorkerError", .error_text = ""};
    return end;
}

// Sends the ended request; *result is filled in any case.
static enum sa_exec_session_end ask(struct sa_remote *x, struct py_result *result)
{
    if (x->playing) return ask_again(x, result);
    if (x->child.pid <= 0) {
        if (!x->message.len)
            sa_buf_appends(&x->message, "WorkerError: there is no sandbox worker to run this\n");
        *result = (struct py_result){.status = PY_EXCEPTION,
                                     .error_type = "WorkerError",
                                     .error_text = sa_buf_text(&x->message),
                                     .error_text_len = x->message.len};
        lose(x);
        return SA_SESSION_DIED;
    }
    enum sa_exec_session_end end = sa_exec_session_ask(&x->session, result);
    if (end == SA_SESSION_DONE) return end;
    lose(x);
    sa_remote_lost(x, end, result);
    x->loss = *result;
    x->untold = true;
    return end;
}

// Sends a definition. To a worker that is still starting it comes later, from the journal.
static int define(struct sa_remote *x, const char *name, size_t start, struct sa_err *err)
{
    struct py_result r;
    if (!ended(x, start, &r)) return sa_exec_refused(name, &r, err);
    if (x->starting && x->options.journal) return sa_buf_clear(&x->session.out), 0;
    ask(x, &r);
    return r.status == PY_OK ? 0 : sa_exec_refused(name, &r, err);
}

static size_t begin_define(struct sa_remote *x, const char *name, const char *kind)
{
    size_t start = begin(x, "define");
    sa_json_put_str(&x->session.out, "name", name);
    sa_json_put_str(&x->session.out, "kind", kind);
    return start;
}

int sa_remote_define_json(struct sa_exec *exec, const char *name, const char *json, size_t len,
                          struct sa_err *err)
{
    struct sa_remote *x = (struct sa_remote *)exec;
    struct sa_err bad = SA_ERR_INIT;
    if (len > SA_FRAME_MAX)
        return sa_err_set(err, SA_E_USAGE, "variable '%s' is " SA_FRAME_TOO_LARGE_IN, name), -1;
    if (!sa_json_check(json, len, &bad))
        return sa_err_set(err, SA_E_USAGE, "variable '%s': %s", name, bad.message), -1;
    size_t start = begin_define(x, name, "json");
    sa_json_key(&x->session.out, "value");
    sa_buf_append(&x->session.out, json, len);
    return define(x, name, start, err);
}

int sa_remote_define_stream(struct sa_exec *exec, const char *name, sa_exec_pull_fn pull, void *ctx,
                            struct sa_err *err)
{
    struct sa_remote *x = (struct sa_remote *)exec;
    sa_exec_session_allow_stream(&x->session, name, pull, ctx);
    return define(x, name, begin_define(x, name, "stream"), err);
}

int sa_remote_define_tool(struct sa_exec *exec, const char *name, const char *stub,
                          struct sa_err *err)
{
    struct sa_remote *x = (struct sa_remote *)exec;
    size_t start = begin_define(x, name, "tool");
    sa_json_put_str(&x->session.out, "stub", stub);
    sa_exec_session_allow_tool(&x->session, name);
    return define(x, name, start, err);
}

static size_t begin_code(struct sa_remote *x, const char *type, const char *code, size_t len,
                         const char *filename)
{
    settle(x);
    size_t start = begin(x, type);
    sa_json_put_strn(&x->session.out, "code", code ? code : "", len);
    if (filename) sa_json_put_str(&x->session.out, "file", filename);
    return start;
}

void sa_remote_run(struct sa_exec *exec, const char *code, size_t len, const char *filename,
                   struct py_result *result)
{
    struct sa_remote *x = (struct sa_remote *)exec;
    bool keeps = x->options.journal, again = x->playing;
    if (x->untold && !again) {
        x->untold = false;
        *result = x->loss;
        lose(x);
        return;
    }
    if (!ended(x, begin_code(x, "run", code, len, filename), result)) {
        lose(x);
        return;
    }
    if (!again) heed_stop(x, true);
    x->session.keeps = keeps;
    ask(x, result);
    x->session.keeps = false;
    if (again) return;
    x->untold = false;
    if (keeps && result->status != PY_FINAL) keep_spare(x); // else that may be all
    heed_stop(x, false);
}

char *sa_remote_disassemble(struct sa_exec *exec, const char *code, size_t len,
                            const char *filename, struct py_result *result)
{
    struct sa_remote *x = (struct sa_remote *)exec;
    struct py_result r;
    enum sa_exec_session_end end = SA_SESSION_DIED;
    // A worker that is lost here says nothing of the code: the fresh one is asked.
    for (int i = 0; i < 2 && end != SA_SESSION_DONE; i++) {
        size_t start = begin_code(x, "compile", code, len, filename);
        sa_json_put_bool(&x->session.out, "text", result != NULL);
        if (!ended(x, start, &r)) break;
        end = ask(x, &r);
    }
    if (result) *result = r;
    return r.status == PY_OK ? sa_xstrdup(r.value_text ? r.value_text : "") : NULL;
}

bool sa_remote_incomplete(struct sa_exec *exec, const char *code, size_t len)
{
    struct sa_remote *x = (struct sa_remote *)exec;
    struct py_result r;
    if (ended(x, begin_code(x, "incomplete", code, len, NULL), &r)) ask(x, &r);
    return r.status == PY_OK && sa_streq(r.value_json, "true");
}

const char *sa_remote_describe(struct sa_exec *exec, size_t *len)
{
    struct sa_remote *x = (struct sa_remote *)exec;
    struct py_result r;
    settle(x);
    if (ended(x, begin(x, "describe"), &r)) ask(x, &r);
    *len = r.value_text ? r.value_text_len : 0;
    return r.value_text ? r.value_text : "";
}

void sa_remote_interrupt(struct sa_exec *exec)
{
    interrupt_worker(exec);
}
