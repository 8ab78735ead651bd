// Host side: the worker's birth and end, in as many namespaces as the kernel grants.
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/spawn.h"
#include "base/xalloc.h"
#include "jail/jail_int.h"

enum { NOBODY = 65534 };

static const struct {
    enum sa_jail_layer layer;
    int flag;
} namespaces[] = {{SA_JAIL_USER, CLONE_NEWUSER},
                  {SA_JAIL_PID, CLONE_NEWPID},
                  {SA_JAIL_NET, CLONE_NEWNET},
                  {SA_JAIL_MOUNT, CLONE_NEWNS},
                  {SA_JAIL_IPC, CLONE_NEWIPC}};

#define ALL (CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWNS | CLONE_NEWIPC)
// Tried in this order: all; all for root without user namespaces; all but one, as an administrator
// can limit each kind of its own (/proc/sys/user/max_*_namespaces); none.
static const int attempts[] = {ALL,
                               ALL & ~CLONE_NEWUSER,
                               ALL & ~CLONE_NEWIPC,
                               ALL & ~CLONE_NEWNET,
                               ALL & ~CLONE_NEWPID,
                               ALL & ~CLONE_NEWNS,
                               0};

// 0 or an errno.
static int write_proc(pid_t pid, const char *name, const char *line)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) return errno;
    int error = sa_fs_write_all(fd, line, strlen(line)) ? 0 : errno;
    close(fd);
    return error;
}

// Makes id 0 of the namespace this one outside. 0 or an errno.
static int map(pid_t pid, const char *name, unsigned outside)
{
    char line[32];
    snprintf(line, sizeof line, "0 %u 1\n", outside);
    return write_proc(pid, name, line);
}

// Id 0 of the namespace is nobody outside, or this user who is not root. Where root may not map
// nobody (in a user namespace that has no such id, or without the capability), it is root itself,
// and the layer is missing. An errno of that; without any map the worker has no id at all.
static int write_maps(pid_t pid)
{
    bool root = geteuid() == 0;
    if (!root) write_proc(pid, "setgroups", "deny");
    int error = map(pid, "uid_map", root ? NOBODY : (unsigned)geteuid());
    int group = map(pid, "gid_map", root ? NOBODY : (unsigned)getegid());
    if (!root) return error ? error : group;
    if (error) map(pid, "uid_map", 0);
    if (group && write_proc(pid, "setgroups", "deny") + map(pid, "gid_map", (unsigned)getegid()))
        return group;
    return error ? error : group;
}

static int start_worker(struct sa_spawn *s, struct sa_jail_child *child)
{
    struct sa_jail_report *report = &child->report;
    int first_error = 0, error = -1;
    for (size_t i = 0; i < SA_COUNT(attempts) && error; i++) {
        s->namespaces = attempts[i];
        error = sa_spawn_with_channel(s, &child->pid, &child->channel);
        if (error && !first_error) first_error = error;
        for (size_t k = 0; k < SA_COUNT(namespaces); k++) {
            bool asked = attempts[i] & namespaces[k].flag;
            if (!error && asked) report->enforced |= 1u << namespaces[k].layer;
            else if (!asked || error) report->error[namespaces[k].layer] = first_error;
        }
    }
    bool mapped = !error && report->enforced & 1u << SA_JAIL_USER;
    report->error[SA_JAIL_IDENTITY] = mapped ? write_maps(child->pid) : 0;
    if (mapped && !report->error[SA_JAIL_IDENTITY]) report->enforced |= 1u << SA_JAIL_IDENTITY;
    return error;
}

int sa_jail_spawn(const char *program, const char *const *argv, struct sa_jail_child *child,
                  struct sa_err *err)
{
    return sa_jail_spawn_with(program, argv, NULL, 0, child, err);
}

// It has no other descriptors, its environment is empty, and all signals stay blocked.
int sa_jail_spawn_with(const char *program, const char *const *argv, const int *streams,
                       size_t count, struct sa_jail_child *child, struct sa_err *err)
{
    static const char *const no_environment[] = {NULL};
    int fds[SA_JAIL_CHANNEL + 3] = {[SA_JAIL_CHANNEL] = SA_SPAWN_CHANNEL};
    for (size_t i = 0; i < count; i++) fds[SA_JAIL_CHANNEL + 1 + i] = streams[i];
    struct sa_spawn s = {.program = program ? program : "/proc/self/exe",
                         .argv = argv,
                         .env = no_environment,
                         .fds = fds,
                         .fd_count = SA_JAIL_CHANNEL + 1 + count,
                         .blocked = true,
                         .own = true,
                         .hook = sa_jail_keep_capabilities};
    *child = (struct sa_jail_child){.channel = -1};
    int error = start_worker(&s, child);
    if (error == ENOENT && !program) { // a sandbox of our own has no /proc
        s.program = (const char *)(uintptr_t)getauxval(AT_EXECFN);
        error = start_worker(&s, child);
    }
    if (!error) return 0;
    return sa_err_set(err, SA_E_SANDBOX, "cannot start the worker: %s", strerror(error)), -1;
}

int sa_jail_end(struct sa_jail_child *child, int ask, int64_t timeout_ns)
{
    if (child->channel >= 0) close(child->channel);
    child->channel = -1;
    return sa_spawn_reap(&child->pid, ask, timeout_ns);
}

int sa_jail_reap(struct sa_jail_child *child)
{
    return sa_jail_end(child, 0, 0);
}
