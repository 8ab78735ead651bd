// When a worker is lost: why, a fresh one, and its state. The journal of what was defined and run,
// with the answers the host gave, is asked to play; where that does not lead to the same end, the
// state is reset, and the model is told so.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/json.h"
#include "base/spawn.h"
#include "base/xalloc.h"
#include "exec/proto/remote.h"

#define DYING_NS (50 * SA_NS_PER_MS) // from the end of its channel to its own

// Waits until a fresh worker has imported what it imports ahead, whatever the time limit of cells.
// False: it was lost.
static bool await_imports(struct sa_remote *x)
{
    struct py_result r;
    sa_buf_clear(&x->session.out);
    size_t start = sa_frame_begin(&x->session.out, "incomplete");
    sa_json_put_str(&x->session.out, "code", "");
    x->session.timeout_ns = sa_remote_timeout(x);
    return sa_frame_end(&x->session.out, start) &&
           sa_exec_session_ask(&x->session, &r) == SA_SESSION_DONE;
}

int sa_remote_play(struct sa_remote *x, bool with_cells, struct sa_err *err)
{
    struct sa_exec_journal *j = x->options.journal;
    if (!j) return 0;
    x->behind = false;
    x->playing = true;
    bool alive = !x->kind->announces || await_imports(x);
    bool well = alive && j->play(j, &x->base, with_cells);
    x->playing = false;
    if (well) return 0;
    return sa_err_set(err, SA_E_CONFIG,
                      alive ? "the worker could not take a variable or tool that was defined (is "
                              "--max-memory large enough?)"
                            : "the worker was lost before it answered; it imports numpy, pandas "
                              "and matplotlib first"),
           -1;
}

bool sa_remote_rebuild(struct sa_remote *x, bool with_cells)
{
    struct sa_err *err = &x->base.lost;
    x->kind->reap(&x->child);
    sa_err_clear(err);
    return !sa_remote_start(x, err) && !sa_remote_play(x, with_cells, err);
}

// After a worker was lost: what the model is told about its state.
static void recover(struct sa_remote *x)
{
    struct sa_buf *m = &x->message;
    struct sa_exec_journal *j = x->options.journal;
    if (!j) return; // nothing will run in a fresh one
    bool whole = !j->cells_lost;
    if (whole && sa_remote_rebuild(x, true)) {
        if (j->cells)
            sa_buf_appendf(m,
                           "; a fresh worker ran the %zu earlier cells again (with the same "
                           "tool results; random numbers and times may differ)",
                           j->cells);
        return;
    }
    bool had = j->cells || j->cells_lost, starts = !whole || x->child.pid > 0;
    j->forget(j);
    if (!starts || !sa_remote_rebuild(x, false)) {
        x->kind->reap(&x->child);
        sa_buf_appendf(m, "; no new worker could be started: %s", x->base.lost.message);
    }
    if (had)
        sa_buf_appends(m, "; the state was reset: variables, functions and imports of earlier "
                          "cells are gone");
}

static void describe_death(struct sa_remote *x, int status)
{
    struct sa_buf *m = &x->message;
    int sig = status >= 0 && WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    int code = status >= 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    bool memory = sig == SIGKILL || code == SA_EXIT_NO_MEMORY;
    if (sig == SIGSYS)
        sa_buf_appends(m, "was killed by the kernel for a system call that is not allowed");
    else if (sig == SIGKILL) sa_buf_appends(m, "was killed, most likely for lack of memory");
    else if (sig) sa_buf_appendf(m, "crashed (%s)", strsignal(sig));
    else if (memory) sa_buf_appends(m, "ran out of memory");
    else if (code == SA_EXIT_BUG) sa_buf_appends(m, "ended by an internal error");
    else sa_buf_appends(m, "ended without an answer");
    if (memory)
        sa_buf_appendf(m,
                       ": the system gave it less than the memory limit of %zu bytes allows "
                       "(--max-memory)",
                       x->options.max_memory);
}

// A closed channel is nearly always a worker that has just died: its status says why.
static int last_status(struct sa_remote *x)
{
    int status = x->session.lost_status;
    if (status >= 0) return status; // of a worker that is not our child
    if (x->child.pid > 0) sa_spawn_ended(x->child.pid, DYING_NS);
    return x->kind->reap(&x->child); // which may have to know how it ended
}

void sa_remote_lost(struct sa_remote *x, enum sa_exec_session_end end, struct py_result *r)
{
    struct sa_buf *m = &x->message;
    *r = (struct py_result){.status = PY_EXCEPTION, .error_type = "WorkerError"};
    sa_buf_clear(m);
    if (end == SA_SESSION_SILENT && x->session.interrupted) {
        r->status = PY_INTERRUPTED;
        sa_buf_appends(m, "WorkerError: the sandbox worker did not stop when interrupted");
    } else if (end == SA_SESSION_SILENT) {
        r->status = PY_LIMIT;
        r->limit = PY_LIMIT_TIME;
        r->error_type = "LimitError";
        sa_buf_appendf(m,
                       "LimitError: time limit of %g s reached; the worker did not stop by "
                       "itself and was ended",
                       (double)x->options.step_timeout_ns / 1e9);
    } else {
        sa_buf_appends(m, "WorkerError: the sandbox worker ");
        if (end == SA_SESSION_HOSTILE)
            sa_buf_appendf(m, "broke the protocol (%s) and was ended", x->session.why);
        else describe_death(x, last_status(x));
    }
    x->kind->reap(&x->child);
    recover(x);
    sa_buf_appendc(m, '\n');
    r->error_text = sa_buf_text(m);
    r->error_text_len = m->len;
}
