// The inside of the jail of a shell. This process locks itself in before it starts anything, and
// takes all that the shell has started with it when it ends: it is the first of its pid namespace,
// or leads the process group that nothing of the shell's may leave.
#include "tool/shell.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/spawn.h"
#include "base/xalloc.h"
#include "jail/jail.h"

enum { CHANNEL = 10, MOST = 1 << 20, NOT_STARTED = 127 };

static bool read_exactly(void *to, size_t len)
{
    for (char *at = to; len;) {
        ssize_t n = read(CHANNEL, at, len);
        if (n <= 0 && !(n < 0 && errno == EINTR)) return false;
        if (n > 0) at += n, len -= (size_t)n;
    }
    return true;
}

// The channel goes out of the shell's way.
static bool move_channel(void)
{
    return dup3(SA_JAIL_CHANNEL, CHANNEL, O_CLOEXEC) == CHANNEL && !close(SA_JAIL_CHANNEL) &&
           open("/dev/null", O_RDONLY) == 0;
}

// The granted folders, as the host has named them; the first is where it starts.
static const char **granted_of(const struct sa_shell_hello *hello, const char *folders)
{
    size_t count = 0;
    for (size_t i = 0; i < hello->folders_len; i++) count += !folders[i];
    const char **granted = sa_xcalloc(count + 1, sizeof *granted); // stays
    for (size_t i = 0; i < count; i++, folders += strlen(folders) + 1) granted[i] = folders;
    return granted;
}

static bool enter(const struct sa_shell_hello *hello, const char *folders)
{
    const char **granted = granted_of(hello, folders);
    const struct sa_jail_view view = {.paths = sa_jail_system,
                                      .programs = sa_jail_system,
                                      .devices = sa_jail_devices,
                                      .granted = granted[0] ? granted : NULL,
                                      .scratch = hello->max_disk,
                                      .folder = granted[0] ? granted[0] + 1 : SA_JAIL_SCRATCH,
                                      .family = true};
    const struct sa_jail_limits limits = {
        .max_memory = hello->max_memory, .namespaces = hello->namespaces, .view = &view};
    struct sa_jail_report report;
    char go;
    sa_jail_enter(&limits, &report);
    return sa_fs_write_all(CHANNEL, &report, sizeof report) && read_exactly(&go, 1);
}

// Waits without a pid namespace: the end of the host would end this process, and not what it has
// started. All signals are blocked since before this program was executed.
static int wait_in_group(pid_t shell)
{
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, SIGTERM);
    prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
    for (int status, sent = 0; sent != SIGTERM; sigwait(&awaited, &sent))
        for (pid_t pid; (pid = sa_spawn_bury(&status, false)) > 0;)
            if (pid == shell) return status;
    return kill(0, SIGKILL);
}

// Its wait status. Orphans are buried here.
static int run(const char *command, bool namespace)
{
    static const char *const env[] = {"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
                                      "HOME=" SA_JAIL_SCRATCH,
                                      "TMPDIR=" SA_JAIL_SCRATCH,
                                      "LANG=C.UTF-8",
                                      "TERM=dumb",
                                      NULL};
    static const int fds[] = {0, 1, 2};
    const char *const argv[] = {"sh", "-c", command, NULL};
    const struct sa_spawn s = {.program = "/bin/sh",
                               .argv = argv,
                               .env = env,
                               .fds = fds,
                               .fd_count = SA_COUNT(fds),
                               .group = namespace ? SA_SPAWN_SESSION : SA_SPAWN_OURS};
    pid_t shell, pid;
    int status;
    if (sa_spawn(&s, &shell)) return W_EXITCODE(NOT_STARTED, 0);
    if (!namespace) return wait_in_group(shell);
    while ((pid = sa_spawn_bury(&status, true)) > 0)
        if (pid == shell) return status;
    return W_EXITCODE(NOT_STARTED, 0);
}

int sa_tool_shell_inside(void)
{
    struct sa_shell_hello hello;
    if (!move_channel() || !read_exactly(&hello, sizeof hello) || hello.len > MOST ||
        hello.folders_len > MOST)
        return NOT_STARTED;
    SA_AUTO_FREE char *command = sa_xcalloc(hello.len + 1, 1);
    SA_AUTO_FREE char *folders = sa_xcalloc(hello.folders_len + 1, 1);
    if (!read_exactly(command, hello.len) || !read_exactly(folders, hello.folders_len) ||
        !enter(&hello, folders))
        return NOT_STARTED;
    int status = run(command, hello.namespaces & 1u << SA_JAIL_PID);
    return sa_spawn_leave(sa_fs_write_all(CHANNEL, &status, sizeof status) ? 0 : NOT_STARTED);
}
