// See spawn.h. The child borrows this process's memory until it executes, so that nothing is copied
// and no page of ours (keys, conversations) is ever mapped in it.
#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fs.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define SPAWN_UNPOISON(at, len) __asan_unpoison_memory_region(at, len)
#else
#define SPAWN_UNPOISON(at, len) ((void)0)
#endif

enum { STACK = 64 << 10, SIGNALS = 64, NOT_STARTED = 127 };

// Set once, at the start.
static struct rlimit core_before;
static bool secluded;

void sa_spawn_seclude(void)
{
#ifndef __SANITIZE_ADDRESS__ // whose search for leaks is a kind of tracing
    if (getrlimit(RLIMIT_CORE, &core_before)) return;
    const struct rlimit none = {0, core_before.rlim_max};
    secluded = true;
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}

int sa_spawn_limit(const struct sa_spawn_limit *limits, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct rlimit old, now = {limits[i].most, limits[i].most};
        if (getrlimit(limits[i].resource, &old)) return errno;
        if (old.rlim_max < now.rlim_max) now.rlim_cur = now.rlim_max = old.rlim_max;
        if (setrlimit(limits[i].resource, &now)) return errno;
    }
    return 0;
}

// ---- in the child: async-signal-safe, and nothing is allocated --------------------------------

// What was ignored here would be ignored there; handlers end with the exec, or rather now, since
// they may no more run.
static void reset_signals(void)
{
    const struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t none;
    sigemptyset(&none);
    for (int sig = 1; sig <= SIGNALS; sig++) sigaction(sig, &usual, NULL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// All are moved out of the way first: they may lie in each other's places.
static int place(const struct sa_spawn *s, int channel)
{
    int from[SA_SPAWN_FDS];
    int n = s->fd_count < SA_SPAWN_FDS ? (int)s->fd_count : SA_SPAWN_FDS;
    for (int i = 0; i < n; i++) {
        int fd = s->fds[i] == SA_SPAWN_CHANNEL ? channel : s->fds[i];
        if (fd == SA_SPAWN_NULL) fd = open("/dev/null", O_RDWR | O_CLOEXEC);
        from[i] = fcntl(fd, F_DUPFD_CLOEXEC, n);
        if (from[i] < 0) return errno;
    }
    int image = s->image ? fcntl(s->image, F_DUPFD_CLOEXEC, 2 * n + 1) : 0;
    if (image < 0) return errno;
    for (int i = 0; i < n; i++)
        if (dup2(from[i], i) < 0) return errno;
    if (image && dup3(image, n, O_CLOEXEC) < 0) return errno;
    sa_fs_close_from(image ? n + 1 : n);
    return 0;
}

static int prepare(const struct sa_spawn *s, int channel)
{
    if (!s->blocked) reset_signals();
    if (s->group == SA_SPAWN_SESSION && setsid() < 0) return errno;
    if (s->group == SA_SPAWN_GROUP && setpgid(0, 0)) return errno;
    if (s->folder && chdir(s->folder)) return errno;
    int error = place(s, channel);
    if (!error) error = sa_spawn_limit(s->limits, s->limit_count);
    if (!error && secluded && !s->own && setrlimit(RLIMIT_CORE, &core_before)) error = errno;
    return !error && s->hook ? s->hook(s->ctx) : error;
}

// As execvp, which may need more stack than there is, and takes what is no program for a script.
static int execute(const char *program, const struct sa_spawn *s, const char *path)
{
    char *const *argv = (char *const *)s->argv;
    char *const *env = s->env ? (char *const *)s->env : environ;
    size_t len = strlen(program);
    char name[PATH_MAX];
    int error = ENOENT;
    if (s->image)
        return syscall(SYS_execveat, (int)s->fd_count, "", argv, env, AT_EMPTY_PATH), errno;
    if (!len || strchr(program, '/')) return execve(program, argv, env), errno;
    for (const char *end = path; *path; path = *end ? end + 1 : end) {
        end = strchrnul(path, ':');
        size_t n = (size_t)(end - path);
        if (n + len + 2 > sizeof name) continue;
        memcpy(name, path, n);
        if (n) name[n++] = '/'; // an empty one is the folder where it starts
        memcpy(name + n, program, len + 1);
        execve(name, argv, env);
        if (errno == EACCES) error = EACCES;
        else if (errno != ENOENT && errno != ENOTDIR) return errno;
    }
    return error;
}

struct birth {
    const struct sa_spawn *spawn;
    const char *path; // where programs are looked up
    int channel;      // the child's end
    int error;
};

static int child_main(void *arg)
{
    struct birth *b = arg;
    const struct sa_spawn *s = b->spawn;
    b->error = prepare(s, b->channel);
    if (!b->error) b->error = execute(s->program ? s->program : s->argv[0], s, b->path);
    return NOT_STARTED;
}

// ---- here -------------------------------------------------------------------------------------

static int spawn(struct birth *b, pid_t *pid)
{
    const int flags = b->spawn->namespaces | CLONE_VM | CLONE_VFORK | SIGCHLD;
    sigset_t all, old;
    *pid = 0;
    // No allocator: this may be a copy of a process whose other threads held its locks.
    char *stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack == MAP_FAILED) return errno;
    sigfillset(&all); // no handler of ours may run while the child borrows our memory
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pid_t child = clone(child_main, stack + STACK, flags, b);
    int error = child < 0 ? errno : b->error;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    SPAWN_UNPOISON(stack, STACK); // for who is next there: the child's frames never return
    munmap(stack, STACK);
    if (!error) *pid = child;
    else if (child > 0) sa_spawn_reap(&child, 0, 0);
    return error;
}

static const char *search_path(void)
{
    const char *path = getenv("PATH");
    return path ? path : "/bin:/usr/bin";
}

int sa_spawn(const struct sa_spawn *s, pid_t *pid)
{
    struct birth b = {.spawn = s, .path = search_path(), .channel = -1};
    return spawn(&b, pid);
}

int sa_spawn_with_channel(const struct sa_spawn *s, pid_t *pid, int *channel)
{
    int pair[2];
    *pid = 0, *channel = -1;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair)) return errno;
    struct birth b = {.spawn = s, .path = search_path(), .channel = pair[1]};
    int error = spawn(&b, pid);
    close(pair[1]);
    if (error) return close(pair[0]), error;
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    *channel = pair[0];
    return 0;
}

pid_t sa_spawn_copy(int (*main)(void *ctx), void *ctx)
{
    pid_t pid = fork();
    if (pid == 0) _exit(main(ctx));
    return pid;
}

bool sa_spawn_ended(pid_t pid, int64_t timeout_ns)
{
    int64_t until = sa_clock_monotonic() + timeout_ns;
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | WNOHANG) || info.si_pid)
            return true;
        if (sa_clock_monotonic() >= until) return false;
        sa_sleep(SA_NS_PER_MS);
    }
}

int sa_spawn_reap(pid_t *pid, int ask, int64_t timeout_ns)
{
    int status = -1;
    if (*pid <= 0) return -1;
    if (ask) kill(*pid, ask);
    if (timeout_ns != SA_SPAWN_FOREVER) {
        sa_spawn_ended(*pid, timeout_ns);
        kill(getpgid(*pid) == *pid ? -*pid : *pid, SIGKILL); // not reaped: the number is its own
    }
    while (waitpid(*pid, &status, 0) < 0 && errno == EINTR) continue;
    *pid = 0;
    return status;
}

pid_t sa_spawn_bury(int *status, bool wait)
{
    pid_t pid;
    do {
        pid = waitpid(-1, status, wait ? 0 : WNOHANG);
    } while (pid < 0 && errno == EINTR);
    return pid;
}

int sa_spawn_leave(int status)
{
    for (;;) syscall(SYS_exit_group, status);
}
