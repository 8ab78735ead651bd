// The command executor: a worker of the user's own, which is any program that speaks the worker
// protocol (docs/worker-protocol.md) on its standard input and output. Nothing of ours locks it
// in: where the code runs, and what it reaches there, is that program's affair.

#include "base/clock.h"
#include "base/err.h"
#include "base/outside.h"
#include "base/proc.h"
#include "base/xalloc.h"
#include "exec/command.h"
#include "exec/relay/relay.h"

#define TIMEOUT_NS (60 * SA_NS_PER_S) // it may be on another machine
#define LEAVE_NS (2 * SA_NS_PER_S)    // for a program whose standard input has ended

// Its environment is that of tools: no key of ours is in it unless --env names it.
static char **environment(const char *const *names)
{
    struct sa_buf list = SA_BUF_INIT(SA_BUF_SMALL);
    for (; names && *names; names++) sa_buf_appendf(&list, "%s%s", list.len ? "," : "", *names);
    char **env = sa_proc_env(list.len ? sa_buf_text(&list) : NULL);
    sa_buf_release(&list);
    return env;
}

static int spawn(struct sa_remote *x, struct sa_err *err)
{
    const char *const words[] = {"sh", "-c", x->program, NULL};
    if (sa_outside_check(words, NULL, NULL, err)) return -1;
    char **env = environment(x->options.env);
    const struct sa_relay_program program = {
        .path = "/bin/sh", .words = words, .env = (const char *const *)env, .answers_on_1 = true};
    int rc = sa_relay_spawn_program(&x->child, &program, err);
    sa_proc_env_free(env);
    return rc;
}

// First it is left to end by itself.
static int reap(struct sa_jail_child *child)
{
    return sa_jail_end(child, 0, LEAVE_NS);
}

static const struct sa_remote_kind kind = {.spawn = spawn, .reap = reap, .timeout_ns = TIMEOUT_NS};

static int command_open(const struct sa_exec_options *o, struct sa_exec **out, struct sa_err *err)
{
    const struct sa_command_options *own = sa_exec_own(o, &sa_exec_command);
    if (!own || !own->worker)
        return sa_err_set(err, SA_E_USAGE,
                          "--executor command needs --worker COMMAND, a program that speaks the "
                          "worker protocol"),
               -1;
    return sa_remote_open(&sa_exec_command, &kind, sa_xstrdup(own->worker), o, out, err);
}

const struct sa_exec_ops sa_exec_command = {.name = "command", .open = command_open, SA_REMOTE_OPS};
