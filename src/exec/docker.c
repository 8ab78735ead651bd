// The docker executor: a worker in a container of Docker or Podman. The worker is reached through a
// process of our own that has the container (docker_relay.c), so that everything else is shared
// with the executors that have a worker here, and nothing of ours has to live for the container to
// go.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/docker.h"
#include "exec/remote.h"

#define PATIENCE_NS (30 * 60 * SA_NS_PER_S) // images are fetched and built
enum { LEAVE_MS = 15000 };                  // for the relay to remove its container

// --- the words of the relay

struct words {
    char **items; // NULL-terminated
    size_t count, cap;
};

static void add(struct words *w, const char *name, const char *value)
{
    if (!value) return;
    SA_GROW(w->items, w->cap, w->count + 2);
    w->items[w->count++] = name ? sa_xasprintf("%s=%s", name, value) : sa_xstrdup(value);
    w->items[w->count] = NULL;
}

static void add_list(struct words *w, const char *name, const char *const *values)
{
    for (; values && *values; values++) add(w, name, *values);
}

static struct words words_of(const struct sa_exec_options *o)
{
    struct words w = {0};
    add(&w, NULL, "smolagent");
    add(&w, NULL, SA_EXEC_DOCKER_WORKER);
    add(&w, "image", o->docker.image);
    add(&w, "dockerfile", o->docker.dockerfile);
    add(&w, "python", o->docker.python);
    add_list(&w, "install", o->docker.install);
    add_list(&w, "env", o->docker.env);
    return w;
}

// --- its process

// In a session of its own: signals of the terminal are for the host, whose end it sees by itself.
static int start_process(char *const *words, int channel, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, all;
    sigemptyset(&none), sigfillset(&all);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, channel, SA_JAIL_CHANNEL);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &all);
    posix_spawnattr_setflags(&how,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    int error = posix_spawn(pid, "/proc/self/exe", &files, &how, words, environ);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static int spawn(struct sa_remote *x, struct sa_err *err)
{
    int pair[2];
    x->child = (struct sa_jail_child){.channel = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        return sa_err_set(err, SA_E_SANDBOX, "socketpair: %s", strerror(errno)), -1;
    struct words w = words_of(&x->options);
    int error = start_process(w.items, pair[1], &x->child.pid);
    for (size_t i = 0; i < w.count; i++) free(w.items[i]);
    free(w.items);
    close(pair[1]);
    x->child.channel = pair[0];
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    if (!error) return 0;
    x->child.pid = 0;
    sa_jail_reap(&x->child);
    return sa_err_set(err, SA_E_SANDBOX, "cannot start the worker: %s", strerror(error)), -1;
}

// Waits for it to have removed the container.
static int reap(struct sa_jail_child *child)
{
    int status;
    if (child->channel >= 0) close(child->channel);
    child->channel = -1;
    if (child->pid > 0) kill(child->pid, SIGTERM); // ends what it is waiting for
    for (int i = 0; child->pid > 0 && i < LEAVE_MS; i++) {
        if (waitpid(child->pid, &status, WNOHANG) == child->pid) return child->pid = 0, status;
        sa_sleep(SA_NS_PER_MS);
    }
    return sa_jail_reap(child);
}

// The container is the sandbox: no layer of our jail has to hold as well, though those that need no
// privilege do.
static const struct sa_remote_kind kind = {
    .spawn = spawn, .reap = reap, .announces = true, .patience_ns = PATIENCE_NS};

static int docker_open(const struct sa_exec_options *o, struct sa_exec **out, struct sa_err *err)
{
    if (o->docker.image && o->docker.dockerfile)
        return sa_err_set(err, SA_E_USAGE, "--image and --dockerfile exclude each other"), -1;
    bool python = sa_docker_has_python(&o->docker);
    char *program = python ? sa_xasprintf("%s of the image",
                                          o->docker.python ? o->docker.python : "python3")
                           : NULL;
    return sa_remote_open(&sa_exec_docker, &kind, program, o, out, err);
}

// --- for `smolagent doctor`

int sa_exec_docker_report(char **what, struct sa_err *err)
{
    struct sa_engine engine = {0};
    int rc = sa_docker_worker_check(err) || sa_engine_open(&engine, err) ? -1 : 0;
    if (!rc)
        *what = sa_xasprintf("%s at %s, API %s", engine.name ? engine.name : "an engine",
                             engine.where, engine.version);
    sa_engine_release(&engine);
    return rc;
}

int sa_exec_docker_prune(struct sa_err *err)
{
    struct sa_engine engine = {0};
    int removed = sa_engine_open(&engine, err) ? -1 : sa_container_prune(&engine, err);
    sa_engine_release(&engine);
    return removed;
}

const struct sa_exec_ops sa_exec_docker = {.name = "docker", .open = docker_open, SA_REMOTE_OPS};
