// Starting workers as their kind says: until one has said hello, with what the jail gave it, and is
// ready. The first starts before the model is asked, so that one that cannot start ends the run
// there. And the spare one that waits for the end of another.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/log.h"
#include "base/spawn.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/proto/remote.h"

enum { PYTHON_MAJOR = 3, PYTHON_MINOR = 8 }; // the oldest that exec/python/worker runs in

static void interrupt_worker(void *target)
{
    sa_exec_session_interrupt(&((struct sa_remote *)target)->session);
}

bool sa_remote_heed_stop(struct sa_remote *x, bool on)
{
    bool before = x->heeds_stop;
    x->heeds_stop = on;
    if (x->options.stop)
        sa_stop_target(x->options.stop, on ? interrupt_worker : NULL, on ? x : NULL);
    return before;
}

int64_t sa_remote_timeout(const struct sa_remote *x)
{
    return x->started && x->kind->again_ns ? x->kind->again_ns : x->kind->timeout_ns;
}

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

// What a worker says that could not start, or what is known of its end. `layers`: those of its jail
// are in force, or it has none, so that its program is what failed.
static int not_started(struct sa_remote *x, enum sa_exec_session_end end, bool layers,
                       struct sa_err *err)
{
    int status = x->kind->reap(&x->child), lost = x->session.lost_status;
    int code = layers && x->program ? SA_E_CONFIG : SA_E_SANDBOX;
    if (end == SA_SESSION_FAILED) return sa_exec_session_failure(&x->session, err), -1;
    if (lost >= 0) status = lost; // of a program behind the worker
    bool silent = end == SA_SESSION_SILENT, killed = WIFSIGNALED(status);
    const char *how = silent   ? "it was silent for"
                      : killed ? "ended by signal"
                               : "it ended with status";
    int number = silent   ? (int)(sa_remote_timeout(x) / SA_NS_PER_S)
                 : killed ? WTERMSIG(status)
                          : WEXITSTATUS(status);
    return sa_err_set(err, code, "the sandbox worker did not start (%s %d%s)%s%s", how, number,
                      silent ? " s" : "", x->program ? "; its program is " : "",
                      x->program ? x->program : ""),
           -1;
}

// Waits for a frame that the worker's start is known by; a request to stop ends the wait.
static enum sa_exec_session_end
await(struct sa_remote *x,
      enum sa_exec_session_end (*wait)(struct sa_exec_session *session, int64_t timeout_ns))
{
    bool heard = sa_remote_heed_stop(x, true);
    enum sa_exec_session_end end = wait(&x->session, sa_remote_timeout(x));
    sa_remote_heed_stop(x, heard);
    return end;
}

// What a Python is too old for, or lacks. 0, or -1 with *err.
static int judge_python(struct sa_remote *x, struct sa_err *err)
{
    struct sa_buf version = SA_BUF_INIT(sizeof x->version - 1), module = SA_BUF_INIT(SA_BUF_SMALL);
    int major = 0, minor = 0;
    bool lacks = sa_frame_text(&x->session.frame, "missing", &module);
    sa_frame_text(&x->session.frame, "python", &version);
    sa_strcopy(x->version, sizeof x->version, sa_buf_text(&version));
    bool old = sscanf(x->version, "%d.%d", &major, &minor) != 2 || major < PYTHON_MAJOR ||
               (major == PYTHON_MAJOR && minor < PYTHON_MINOR);
    if (old)
        sa_err_set(err, SA_E_CONFIG, "%s is Python %s; %d.%d or later is needed", x->program,
                   x->version, PYTHON_MAJOR, PYTHON_MINOR);
    else if (lacks)
        sa_err_set(err, SA_E_CONFIG,
                   "the module '%.100s' that --imports names is missing from %s: install it there, "
                   "or take another with --python",
                   sa_buf_text(&module), x->program);
    sa_buf_release(&version), sa_buf_release(&module);
    return old || lacks ? -1 : 0;
}

// Waits until the worker can be asked. An interpreter that is too old says so and no more.
static int await_ready(struct sa_remote *x, struct sa_err *err)
{
    if (!x->kind->announces) return 0;
    enum sa_exec_session_end end = await(x, sa_exec_session_ready);
    if (end != SA_SESSION_DONE) return not_started(x, end, true, err);
    return x->program ? judge_python(x, err) : 0;
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
                    sa_clock_monotonic() + sa_remote_timeout(x)); // else it will not answer
    sa_buf_clear(&x->session.out);
    sa_channel_release(&channel);
    return 0;
}

void sa_remote_keep_spare(struct sa_remote *x)
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

int sa_remote_start_any(struct sa_remote *x, struct sa_err *err)
{
    if (!take_spare(x)) {
        if (spawn_greeted(x, err)) return -1;
        enum sa_exec_session_end end = await_hello(x);
        if (end != SA_SESSION_DONE) return not_started(x, end, !x->kind->jailed, err);
    }
    read_report(x);
    return 0;
}

// A missing layer below the floor is an error, any other a warning to the user, once.
static int judge(const struct sa_remote *x, bool first, struct sa_err *err)
{
    if (!x->kind->jailed) return 0;
    const char *nested = x->options.nested;
    unsigned vital = nested ? 1u << SA_JAIL_MOUNT : 0;
    if (sa_jail_judge(&x->report, x->options.sandbox, vital, err)) {
        if (nested && sa_jail_lacks(&x->report, SA_JAIL_MOUNT))
            sa_err_prefix(err,
                          "%s is in a folder granted with :rw and needs a mount namespace to stay "
                          "read-only",
                          nested);
        return -1;
    }
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    sa_jail_missing(&x->report, &text);
    if (first && text.len)
        sa_warn("the sandbox lacks: %s; its filter denies what these layers would have prevented",
                sa_buf_text(&text));
    sa_buf_release(&text);
    return 0;
}

int sa_remote_start(struct sa_remote *x, struct sa_err *err)
{
    bool spare = x->spare.pid > 0;
    if (!sa_remote_start_any(x, err) && !judge(x, !x->started, err) && !await_ready(x, err)) {
        x->started = true;
        return 0;
    }
    x->kind->reap(&x->child);
    if (!spare || x->session.interrupted) return -1;
    sa_err_clear(err);
    return sa_remote_start(x, err); // a fresh one
}
