// When a worker is lost: why, a fresh one, and its state. The journal of what was
// defined and run, with the answers the host gave, is run again; where that does not lead to the
// same end, the state is reset, and the model is told so.
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/spawn.h"
#include "base/xalloc.h"
#include "exec/proto/remote.h"

enum { JOURNAL_MAX = SA_REPLIES_MAX }; // bytes of cells and answers kept for a replay
#define REPLAY_NS (30 * SA_NS_PER_S)   // longest replay
#define DYING_NS (50 * SA_NS_PER_MS)   // from the end of its channel to its own

void sa_journal_add(struct sa_remote *x, struct sa_str request, bool cell, enum py_status status,
                    struct sa_replies *replies)
{
    size_t bytes = cell ? request.len + (replies ? replies->bytes : 0) : 0;
    bool lost = x->cells_lost || (replies && replies->lost) || x->bytes + bytes > JOURNAL_MAX;
    if (cell && lost) {
        x->cells_lost = true;
        free((char *)(uintptr_t)request.data);
        if (replies) sa_replies_release(replies);
        return;
    }
    x->bytes += bytes;
    x->cells += cell;
    SA_GROW(x->entries, x->cap, x->count + 1);
    x->entries[x->count++] = (struct sa_journal_entry){request, cell, status,
                                                       replies ? *replies : (struct sa_replies){0}};
}

static bool replay_entry(struct sa_remote *x, const struct sa_journal_entry *e)
{
    struct sa_replies copy = e->replies;
    struct py_result r;
    sa_buf_append(&x->talk.out, e->request.data, e->request.len);
    x->talk.replay = &copy;
    enum sa_talk_end end = sa_talk_ask(&x->talk, &r);
    if (end == SA_TALK_DONE) end = sa_talk_listen(&x->talk); // what broke the protocol does again
    bool all = x->talk.replayed == copy.count;
    x->talk.replay = NULL;
    return end == SA_TALK_DONE && r.status == e->status && all;
}

bool sa_journal_replay(struct sa_remote *x, bool with_cells)
{
    int64_t until = sa_clock_monotonic() + REPLAY_NS;
    for (size_t i = 0; i < x->count; i++) {
        if (x->entries[i].cell && !with_cells) continue;
        if (sa_clock_monotonic() > until || !replay_entry(x, &x->entries[i])) return false;
    }
    return true;
}

// A fresh worker with everything defined and, with_cells, every earlier cell run again; else none.
static bool rebuild(struct sa_remote *x, bool with_cells)
{
    struct sa_err err = SA_ERR_INIT;
    x->kind->reap(&x->child);
    if (!sa_remote_start(x, &err) && !sa_remote_ready(x, &err) && sa_journal_replay(x, with_cells))
        return true;
    x->kind->reap(&x->child);
    return false;
}

static void release_entry(struct sa_journal_entry *e)
{
    free((char *)(uintptr_t)e->request.data);
    sa_replies_release(&e->replies);
}

void sa_journal_release(struct sa_remote *x)
{
    for (size_t i = 0; i < x->count; i++) release_entry(&x->entries[i]);
    free(x->entries);
}

static void forget_cells(struct sa_remote *x)
{
    size_t kept = 0;
    for (size_t i = 0; i < x->count; i++) {
        if (x->entries[i].cell) release_entry(&x->entries[i]);
        else x->entries[kept++] = x->entries[i];
    }
    x->count = kept;
    x->bytes = x->cells = 0;
    x->cells_lost = false;
}

// After a worker was lost: what the model is told about its state.
static void recover(struct sa_remote *x)
{
    struct sa_buf *m = &x->message;
    if (x->options.manner == SA_EXEC_SCRIPT) return; // nothing will run in a fresh one
    if (!x->cells_lost && rebuild(x, true)) {
        if (x->cells)
            sa_buf_appendf(m,
                           "; a fresh worker ran the %zu earlier cells again (with the same "
                           "tool results; random numbers and times may differ)",
                           x->cells);
        return;
    }
    bool had = x->cells || x->cells_lost;
    forget_cells(x);
    if (!rebuild(x, false))
        sa_buf_appends(m, "; no new worker could be had: the next cell asks for one again");
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
    int status = x->talk.lost_status;
    if (status >= 0) return status; // of a worker that is not our child
    if (x->child.pid > 0) sa_spawn_ended(x->child.pid, DYING_NS);
    return x->kind->reap(&x->child); // which may have to know how it ended
}

void sa_remote_lost(struct sa_remote *x, enum sa_talk_end end, struct py_result *r)
{
    struct sa_buf *m = &x->message;
    *r = (struct py_result){.status = PY_EXCEPTION, .error_type = "WorkerError"};
    sa_buf_clear(m);
    if (end == SA_TALK_SILENT && x->talk.interrupted) {
        r->status = PY_INTERRUPTED;
        sa_buf_appends(m, "WorkerError: the sandbox worker did not stop when interrupted");
    } else if (end == SA_TALK_SILENT) {
        r->status = PY_LIMIT;
        r->limit = PY_LIMIT_TIME;
        r->error_type = "LimitError";
        sa_buf_appendf(m,
                       "LimitError: time limit of %g s reached; the worker did not stop by "
                       "itself and was ended",
                       (double)x->options.step_timeout_ns / 1e9);
    } else {
        sa_buf_appends(m, "WorkerError: the sandbox worker ");
        if (end == SA_TALK_HOSTILE)
            sa_buf_appendf(m, "broke the protocol (%s) and was ended", x->talk.why);
        else describe_death(x, last_status(x));
    }
    x->kind->reap(&x->child);
    recover(x);
    sa_buf_appendc(m, '\n');
    r->error_text = sa_buf_text(m);
    r->error_text_len = m->len;
}
