// The e2b executor: a worker in a virtual machine of E2B's cloud, or of a server that speaks its
// API. E2B has a service that runs cells (the code interpreter's /execute), but what runs there can
// call nobody: a request a cell, and no way back. So exec/python/worker is started as a process in
// the sandbox, and speaks the worker protocol over that process's standard input and output; tools,
// the final answer, interrupts and limits are then those of every other executor. The process that
// has the sandbox is relay.c.
#include <stdlib.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/e2b/e2b_int.h"
#include "exec/relay/relay.h"

#define TIMEOUT_NS (120 * SA_NS_PER_S) // a busy server is asked again

static int spawn(struct sa_remote *x, struct sa_err *err)
{
    const struct sa_e2b_options *o = sa_exec_own(&x->options, &sa_exec_e2b);
    struct sa_relay_words w = {0};
    sa_relay_add(&w, NULL, SA_EXEC_E2B_WORKER);
    sa_relay_add(&w, "template", o ? o->template_id : NULL);
    sa_relay_add(&w, "domain", o ? o->domain : NULL);
    sa_relay_add(&w, "internet", o && o->internet ? "yes" : NULL);
    sa_relay_add(&w, "quiet", o && o->quiet ? "yes" : NULL);
    sa_relay_add(&w, "python", x->options.python);
    sa_relay_add_list(&w, "env", x->options.env);
    return sa_relay_spawn(&x->child, &w, err);
}

// The virtual machine is the sandbox.
static const struct sa_remote_kind kind = {
    .spawn = spawn, .reap = sa_relay_reap, .announces = true, .timeout_ns = TIMEOUT_NS};

static int e2b_open(const struct sa_exec_options *o, struct sa_exec **out, struct sa_err *err)
{
    const char *python = o->python ? o->python : "python3";
    return sa_remote_open(&sa_exec_e2b, &kind, sa_xasprintf("%s of the sandbox", python), o, out,
                          err);
}

// --- for `smolagent doctor`

int sa_exec_e2b_report(const struct sa_e2b_options *o, char **what, struct sa_err *err)
{
    struct sa_e2b e;
    int rc = sa_e2b_open(&e, o, err);
    if (!rc) rc = sa_e2b_check(&e, err);
    if (!rc)
        *what = sa_xasprintf("%s accepts the key; template %s", e.api,
                             o->template_id ? o->template_id : SA_E2B_TEMPLATE);
    sa_e2b_release(&e);
    return rc;
}

const struct sa_exec_ops sa_exec_e2b = {.name = "e2b", .open = e2b_open, SA_REMOTE_OPS};
