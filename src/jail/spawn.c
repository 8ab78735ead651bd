// Host side: the worker's birth and end. The child shares our memory only until its exec, so that
// no page of ours (keys, conversations) is ever mapped in the worker.
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/xalloc.h"
#include "jail/jail_int.h"

enum { NOBODY = 65534, CHILD_STACK = 64 << 10 };

static const struct {
    enum sa_jail_layer layer;
    int flag;
} namespaces[] = {{SA_JAIL_USER, CLONE_NEWUSER},
                  {SA_JAIL_PID, CLONE_NEWPID},
                  {SA_JAIL_NET, CLONE_NEWNET},
                  {SA_JAIL_MOUNT, CLONE_NEWNS},
                  {SA_JAIL_IPC, CLONE_NEWIPC}};

// Tried in this order: all; all for root without user namespaces; none.
static const int attempts[] = {CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWNS |
                                   CLONE_NEWIPC,
                               CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWIPC, 0};

struct start {
    const char *program;
    char *const *argv;
    int channel;
    int error; // of the exec, written by the child
};

static int child_main(void *arg)
{
    struct start *s = arg;
    char *const no_environment[] = {NULL};
    if (dup2(s->channel, SA_JAIL_CHANNEL) < 0) return s->error = errno, 1;
    sa_fs_close_from(SA_JAIL_CHANNEL + 1);
    sa_jail_keep_capabilities();
    execve(s->program, s->argv, no_environment);
    s->error = errno;
    return 1;
}

// No handler of ours may run while the child borrows our memory; it keeps all signals blocked.
static pid_t clone_blocked(struct start *s, int flags)
{
    char *stack = sa_xmalloc(CHILD_STACK);
    sigset_t all, old;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &old);
    pid_t pid = clone(child_main, stack + CHILD_STACK, flags | CLONE_VM | CLONE_VFORK | SIGCHLD, s);
    int error = errno;
    sigprocmask(SIG_SETMASK, &old, NULL);
    free(stack);
    errno = error;
    return pid;
}

static void write_proc(pid_t pid, const char *name, const char *line)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return; // then the worker stays without a mapped id
    sa_fs_write_all(fd, line, strlen(line));
    close(fd);
}

// Id 0 of the namespace is nobody outside, or this user where it may not be anyone else.
static void write_maps(pid_t pid)
{
    bool root = geteuid() == 0;
    char line[32];
    if (!root) write_proc(pid, "setgroups", "deny");
    snprintf(line, sizeof line, "0 %u 1\n", root ? NOBODY : (unsigned)geteuid());
    write_proc(pid, "uid_map", line);
    snprintf(line, sizeof line, "0 %u 1\n", root ? NOBODY : (unsigned)getegid());
    write_proc(pid, "gid_map", line);
}

static pid_t start_worker(struct start *s, struct sa_jail_report *report)
{
    int first_error = 0;
    pid_t pid = -1;
    memset(report, 0, sizeof *report);
    for (size_t i = 0; i < SA_COUNT(attempts) && pid < 0; i++) {
        pid = clone_blocked(s, attempts[i]);
        if (pid < 0 && !first_error) first_error = errno;
        for (size_t k = 0; k < SA_COUNT(namespaces); k++) {
            bool asked = attempts[i] & namespaces[k].flag;
            if (pid >= 0 && asked) report->enforced |= 1u << namespaces[k].layer;
            else if (!asked || pid < 0) report->error[namespaces[k].layer] = first_error;
        }
    }
    if (pid > 0 && report->enforced & 1u << SA_JAIL_USER) write_maps(pid);
    return pid;
}

int sa_jail_spawn(const char *program, const char *const *argv, struct sa_jail_child *child,
                  struct sa_err *err)
{
    int pair[2];
    *child = (struct sa_jail_child){.channel = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        return sa_err_set(err, SA_E_SANDBOX, "socketpair: %s", strerror(errno)), -1;
    struct start s = {.program = program ? program : "/proc/self/exe",
                      .argv = (char *const *)argv,
                      .channel = pair[1]};
    child->pid = start_worker(&s, &child->report);
    int error = child->pid < 0 ? errno : s.error;
    close(pair[1]);
    child->channel = pair[0];
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    if (!error) return 0;
    if (child->pid < 0) child->pid = 0;
    sa_jail_reap(child);
    return sa_err_set(err, SA_E_SANDBOX, "cannot start the worker: %s", strerror(error)), -1;
}

int sa_jail_reap(struct sa_jail_child *child)
{
    int status = -1;
    if (child->channel >= 0) close(child->channel);
    child->channel = -1;
    if (child->pid <= 0) return -1;
    kill(child->pid, SIGKILL); // not reaped yet, so the number is still its own
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) {
    }
    child->pid = 0;
    return status;
}
