// The jail executor: our interpreter in a locked-in worker process (src/jail), reached by the
// worker protocol. What it shares with other executors that have a worker is in remote.c.
#include "base/clock.h"
#include "base/err.h"
#include "base/xalloc.h"
#include "exec/proto/remote.h"

static int spawn(struct sa_remote *x, struct sa_err *err)
{
    static const char *const argv[] = {"smolagent", SA_EXEC_WORKER, NULL};
    return sa_jail_spawn(NULL, argv, &x->child, err);
}

static const struct sa_remote_kind kind = {.spawn = spawn,
                                           .reap = sa_jail_reap,
                                           .jailed = true,
                                           .timeout_ns = SA_REMOTE_TIMEOUT_NS,
                                           .again_ns = SA_REMOTE_AGAIN_NS};

static int jail_open(const struct sa_exec_options *o, struct sa_exec **out, struct sa_err *err)
{
    return sa_remote_open(&sa_exec_jail, &kind, NULL, o, out, err);
}

int sa_exec_jail_report(struct sa_jail_report *report, struct sa_err *err)
{
    const struct sa_exec_options options = {0};
    struct sa_remote *x = sa_xcalloc(1, sizeof *x);
    *x = (struct sa_remote){.base.ops = &sa_exec_jail,
                            .kind = &kind,
                            .options = options,
                            .child.channel = -1,
                            .spare.channel = -1};
    int code = sa_exec_session_init(&x->session, &x->options) || sa_remote_start_any(x, err) ? -1
                                                                                             : 0;
    *report = x->report;
    sa_remote_close(&x->base);
    return code;
}

const struct sa_exec_ops sa_exec_jail = {.name = "jail", .open = jail_open, SA_REMOTE_OPS};
