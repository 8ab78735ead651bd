// See keep.h. The keeper is a copy of this process that executes nothing: what happens in it, until
// its end, is made of system calls, for there may have been other threads.
#include "base/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/flow.h"
#include "base/fs.h"

enum { LINE = 0, NUMBERS_MAX = 1 << 22 }; // of processes, as the kernel has it
#define LEAVE_NS (5 * SA_NS_PER_S)        // for what was killed to go

// ---- in the keeper ----------------------------------------------------------------------------

static bool say(int fd, int number)
{
    return send(fd, &number, sizeof number, MSG_NOSIGNAL) == sizeof number;
}

// Buries the dead. The child's end is told. False when nobody is left.
static bool bury(pid_t *child)
{
    int status;
    pid_t pid;
    while ((pid = sa_spawn_bury(&status, false)) > 0) {
        if (pid != *child) continue;
        *child = 0;
        say(LINE, status);
    }
    return pid == 0;
}

// What came of killing.
struct toll {
    int killed, refused; // another user's
};

static void kill_one(struct toll *t, pid_t pid)
{
    if (kill(pid, SIGKILL) == 0) t->killed++;
    else if (errno == EPERM) t->refused++;
}

// Our children by the kernel's list of them.
static void kill_listed(struct toll *t, int fd)
{
    char text[4096];
    pid_t pid = 0;
    for (ssize_t n; (n = read(fd, text, sizeof text)) > 0;) {
        for (ssize_t i = 0; i < n; i++) {
            bool digit = text[i] >= '0' && text[i] <= '9';
            if (!digit && pid) kill_one(t, pid);
            pid = digit ? 10 * pid + (text[i] - '0') : 0;
        }
    }
}

// The same where there is no such list: a number is a child's if it can be waited for.
static void kill_found(struct toll *t)
{
    for (pid_t pid = 2; pid < NUMBERS_MAX; pid++) {
        siginfo_t info;
        if (!waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT)) kill_one(t, pid);
    }
}

// False when there are some and none may be killed.
static bool kill_children(void)
{
    struct toll t = {0, 0};
    int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (fd < 0) kill_found(&t);
    else kill_listed(&t, fd), close(fd);
    return t.killed || !t.refused;
}

// Whose parents have ended by that become our children.
static void end_all(pid_t child)
{
    int64_t until = sa_clock_monotonic() + LEAVE_NS;
    if (child) kill(-child, SIGKILL);
    while (bury(&child) && kill_children() && sa_clock_monotonic() < until)
        if (bury(&child)) sa_sleep(SA_NS_PER_MS);
}

// A signal for the child's group; false when it is the end that is told.
static bool obey(pid_t child)
{
    int sig;
    if (recv(LINE, &sig, sizeof sig, 0) != sizeof sig) return false;
    if (child) kill(-child, sig);
    return true;
}

static void watch(pid_t child, int deaths)
{
    struct signalfd_siginfo info;
    struct pollfd p[2] = {{.fd = LINE, .events = POLLIN}, {.fd = deaths, .events = POLLIN}};
    while (!p[0].revents || obey(child)) {
        sa_flow_wait(p, 2, INT64_MAX);
        if (p[1].revents && read(deaths, &info, sizeof info) > 0) bury(&child);
    }
    end_all(child);
}

struct kept {
    const struct sa_spawn *spawn;
    int line;
};

static int keep(void *ctx)
{
    const struct kept *k = ctx;
    sigset_t death;
    pid_t child = 0;
    sigemptyset(&death);
    sigaddset(&death, SIGCHLD);
    setpgid(0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    signal(SIGCHLD, SIG_DFL);
    int error = sa_spawn(k->spawn, &child);
    int deaths = error ? -1 : signalfd(-1, &death, SFD_CLOEXEC);
    if (dup2(k->line, LINE) < 0 || dup2(deaths, LINE + 1) < 0)
        return !say(k->line, error ? error : errno);
    sa_fs_close_from(LINE + 2);
    say(LINE, 0);
    watch(child, LINE + 1);
    return 0;
}

// ---- here -------------------------------------------------------------------------------------

int sa_keep_start(struct sa_keep *k, const struct sa_spawn *spawn)
{
    int pair[2], error = EIO;
    sigset_t all, old;
    *k = (struct sa_keep){.line = -1};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) return errno;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old); // the keeper hears of none
    k->keeper = sa_spawn_copy(keep, &(struct kept){spawn, pair[1]});
    if (k->keeper < 0) error = errno;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    close(pair[1]);
    k->line = pair[0];
    while (k->keeper > 0 && recv(k->line, &error, sizeof error, 0) < 0 && errno == EINTR) continue;
    if (error) sa_keep_end(k);
    return error;
}

bool sa_keep_ended(struct sa_keep *k, int *status)
{
    ssize_t n = recv(k->line, status, sizeof *status, MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (n != sizeof *status) *status = SIGKILL; // of the keeper
    return true;
}

void sa_keep_signal(struct sa_keep *k, int sig)
{
    say(k->line, sig);
}

void sa_keep_end(struct sa_keep *k)
{
    if (k->line >= 0) close(k->line);
    k->line = -1;
    sa_spawn_reap(&k->keeper, 0, SA_SPAWN_FOREVER);
}
