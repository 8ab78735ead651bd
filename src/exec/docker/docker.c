// The docker executor: a worker in a container of Docker or Podman. The worker is reached through a
// process of our own that has the container (relay.c), so that everything else is shared
// with the executors that have a worker here, and nothing of ours has to live for the container to
// go.
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/docker/docker_int.h"
#include "exec/relay/relay.h"

#define TIMEOUT_NS (SA_ENGINE_LONG_MS * SA_NS_PER_MS)
#define AGAIN_NS (120 * SA_NS_PER_S) // the image is there
#define MAKING_NS SA_NS_PER_S        // of a container

static const struct sa_docker_options *own(const struct sa_exec_options *o)
{
    static const struct sa_docker_options none;
    const struct sa_docker_options *own = sa_exec_own(o, &sa_exec_docker);
    return own ? own : &none;
}

static int spawn(struct sa_remote *x, struct sa_err *err)
{
    const struct sa_docker_options *o = own(&x->options);
    struct sa_relay_words w = {0};
    sa_relay_add(&w, NULL, SA_EXEC_DOCKER_WORKER);
    if (o->any_limits) sa_relay_add(&w, "limits", "any");
    sa_relay_add(&w, "image", o->image);
    sa_relay_add(&w, "dockerfile", o->dockerfile);
    sa_relay_add(&w, "python", x->options.python);
    sa_relay_add_list(&w, "install", o->install);
    sa_relay_add_list(&w, "env", x->options.env);
    return sa_relay_spawn(&x->child, &w, err);
}

// Twice: what the engine was making for it appears a moment later.
static void prune_now(void)
{
    struct sa_engine engine = {0};
    struct sa_err none = SA_ERR_INIT;
    if (!sa_engine_open(&engine, &none)) {
        sa_container_prune(&engine, &none);
        sa_sleep(MAKING_NS);
        sa_container_prune(&engine, &none);
    }
    sa_engine_release(&engine);
}

int sa_docker_reap(struct sa_jail_child *child)
{
    int status = sa_relay_reap(child);
    if (status >= 0 && WIFSIGNALED(status)) prune_now();
    return status;
}

// The container is the sandbox: no layer of our jail has to hold as well, though those that need no
// privilege do.
static const struct sa_remote_kind kind = {.spawn = spawn,
                                           .reap = sa_docker_reap,
                                           .announces = true,
                                           .timeout_ns = TIMEOUT_NS,
                                           .again_ns = AGAIN_NS};

static int docker_open(const struct sa_exec_options *o, struct sa_exec **out, struct sa_err *err)
{
    const struct sa_docker_options *d = own(o);
    if (d->image && d->dockerfile)
        return sa_err_set(err, SA_E_USAGE, "--image and --dockerfile exclude each other"), -1;
    const char *python = o->python ? o->python : "python3";
    char *program = sa_docker_has_python(d) ? sa_xasprintf("%s of the image", python) : NULL;
    return sa_remote_open(&sa_exec_docker, &kind, program, o, out, err);
}

// --- for `smolagent doctor`

int sa_exec_docker_report(char **what, struct sa_err *err)
{
    const struct sa_exec_options options = {.mode = SA_EXEC_SCRIPT};
    struct sa_engine engine = {0};
    struct sa_exec *exec = NULL;
    int rc = sa_docker_worker_check(err) || sa_engine_open(&engine, err) ||
                     docker_open(&options, &exec, err)
                 ? -1
                 : 0;
    if (!rc)
        *what = sa_xasprintf("%s at %s, API %s; a container starts and has its limits",
                             engine.name ? engine.name : "an engine", engine.where, engine.version);
    if (exec) exec->ops->close(exec);
    sa_engine_release(&engine);
    return rc;
}

int sa_exec_docker_prune(int *images, struct sa_err *err)
{
    struct sa_engine engine = {0};
    int removed = sa_engine_open(&engine, err) ? -1 : sa_container_prune(&engine, err);
    *images = removed < 0 ? -1 : sa_image_prune(&engine, err);
    if (*images < 0) removed = -1;
    sa_engine_release(&engine);
    return removed;
}

const struct sa_exec_ops sa_exec_docker = {.name = "docker", .open = docker_open, SA_REMOTE_OPS};
