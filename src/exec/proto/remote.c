// What every executor does whose worker is a process reached by the worker protocol: opening and
// closing, the requests. Workers start in remote_start.c; one that
// dies, goes silent or breaks the protocol is replaced (recover.c).
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/proto/host.h"
#include "exec/proto/remote.h"

const void *sa_exec_own(const struct sa_exec_options *options, const struct sa_exec_ops *ops)
{
    return options->own && options->own->of == ops ? options->own : NULL;
}

void sa_remote_close(struct sa_exec *exec)
{
    struct sa_remote *x = (struct sa_remote *)exec;
    x->kind->reap(&x->child);
    x->kind->reap(&x->spare);
    sa_buf_release(&x->message);
    sa_exec_session_release(&x->session);
    free(x->program);
    free(x->nested);
    free(x);
}

int sa_remote_open(const struct sa_exec_ops *ops, const struct sa_remote_kind *kind, char *program,
                   const struct sa_exec_options *o, struct sa_exec **out, struct sa_err *err)
{
    struct sa_remote *x = sa_xcalloc(1, sizeof *x);
    x->base.ops = ops;
    x->kind = kind;
    if (kind->jailed) x->base.layers = &x->report;
    x->program = program;
    x->options = *o;
    x->options.nested = x->nested = o->nested ? sa_xstrdup(o->nested) : NULL;
    x->child.channel = x->spare.channel = -1;
    if (!x->options.max_memory) x->options.max_memory = SA_EXEC_MEMORY;
    if (!o->strict_seed) sa_random_bytes(&x->options.seed, sizeof x->options.seed);
    sa_buf_init(&x->message, SA_BUF_SMALL);
    if (sa_exec_session_init(&x->session, &x->options)) {
        sa_remote_close(&x->base);
        return sa_err_set(err, SA_E_SANDBOX, "eventfd: %s", strerror(errno)), -1;
    }
    if (sa_remote_start(x, err)) {
        sa_remote_close(&x->base);
        return -1;
    }
    // An agent asks its model first: meanwhile the worker may import modules.
    x->behind = kind->announces && o->mode == SA_EXEC_AGENT && o->journal;
    *out = &x->base;
    return 0;
}

// --- operations

// Before a request that needs a worker with all that was defined: defines what waits for that. A
// worker that is lost meanwhile, or was before and that was reported, is replaced once.
static void settle(struct sa_remote *x)
{
    struct sa_err *err = &x->base.lost;
    bool gone = x->child.pid <= 0 && !x->untold;
    if (x->playing || (!gone && !x->behind)) return;
    bool heard = sa_remote_heed_stop(x, true);
    sa_buf_clear(&x->message);
    sa_err_clear(err);
    if ((gone || sa_remote_play(x, false, err)) && !sa_remote_rebuild(x, false)) {
        x->kind->reap(&x->child);
        sa_buf_appendf(&x->message, "WorkerError: %s\n", err->message);
    }
    sa_remote_heed_stop(x, heard);
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

// Sends a definition, or leaves it to the journal.
static int define(struct sa_remote *x, const char *name, size_t start, struct sa_err *err)
{
    struct py_result r;
    if (!ended(x, start, &r)) return sa_exec_refused(name, &r, err);
    if (x->behind) return sa_buf_clear(&x->session.out), 0;
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
    if (!again) sa_remote_heed_stop(x, true);
    x->session.keeps = keeps;
    ask(x, result);
    x->session.keeps = false;
    if (again) return;
    x->untold = false;
    if (keeps && result->status != PY_FINAL) sa_remote_keep_spare(x); // else that may be all
    sa_remote_heed_stop(x, false);
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
    sa_exec_session_interrupt(&((struct sa_remote *)exec)->session);
}
