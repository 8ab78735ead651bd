// The inner side of a runner in the jail. The first process of the sandbox locks itself in, makes
// the broker's socket, starts the runner as its child, and stays: it passes signals on, collects
// orphans, and takes everything down with it when the runner ends.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/spawn.h"
#include "base/xalloc.h"
#include "exec/runner/runner_int.h"

enum { STREAMS = 3, CHANNEL = 10 }; // the channel makes room for standard input

// --- what the outer side sends

static bool read_exactly(int fd, char *to, size_t len)
{
    while (len) {
        ssize_t n = read(fd, to, len);
        if (n <= 0 && !(n < 0 && errno == EINTR)) return false;
        if (n > 0) to += n, len -= (size_t)n;
    }
    return true;
}

// Moves the channel away, and the outer side's streams to their places.
static bool take_streams(struct sa_runner_hello *hello)
{
    int streams[STREAMS];
    if (!sa_runner_receive(SA_JAIL_CHANNEL, hello, sizeof *hello, streams, STREAMS)) return false;
    if (dup3(SA_JAIL_CHANNEL, CHANNEL, O_CLOEXEC) < 0) return false;
    bool well = true; // they lie in each other's places
    for (int i = 0; i < STREAMS; i++)
        well = well && fcntl(streams[i], F_DUPFD_CLOEXEC, CHANNEL + 1 + i) == CHANNEL + 1 + i;
    for (int i = 0; i < STREAMS; i++) well = well && dup2(CHANNEL + 1 + i, i) == i;
    for (int fd = STREAMS; fd <= CHANNEL + STREAMS; fd++)
        if (fd != CHANNEL) close(fd);
    return well;
}

static bool take_words(struct sa_runner_words *words, size_t len)
{
    char *text = sa_xmalloc(len + 1); // stays
    if (!read_exactly(CHANNEL, text, len)) return false;
    sa_runner_split(words, text, len);
    return true;
}

// --- locking in

static void enter(const struct sa_runner_words *words, const struct sa_runner_hello *hello,
                  struct sa_jail_report *report)
{
    size_t readable = sa_jail_count(sa_jail_system), writable = 0;
    const char **paths = sa_xmemdup(sa_jail_system, readable * sizeof *paths);
    paths = sa_runner_list(words, "program", paths, &readable);
    paths = sa_runner_list(words, "read", paths, &readable);
    const struct sa_jail_view view = {.paths = paths,
                                      .programs = paths,
                                      .scratch = hello->max_disk,
                                      .writable = sa_runner_list(words, "write", NULL, &writable),
                                      .devices = sa_jail_devices,
                                      .folder = sa_runner_word(words, "folder"),
                                      .family = true};
    const struct sa_jail_limits limits = {
        .max_memory = hello->max_memory, .namespaces = hello->namespaces, .view = &view};
    sa_jail_enter(&limits, report);
    free(view.writable ? (void *)(uintptr_t)view.writable : NULL);
    free(paths);
}

static bool open_broker(void)
{
    char byte;
    if (!read_exactly(CHANNEL, &byte, 1)) return false;
    int listener = sa_broker_socket(SA_RUNNER_BROKER, true);
    bool sent = listener >= 0 && sa_runner_send(CHANNEL, &byte, 1, &listener, 1);
    if (listener >= 0) close(listener);
    return sent;
}

// --- the runner

static volatile pid_t runner;

static void pass_on(int sig)
{
    kill(runner, sig);
}

// All signals are blocked since before this program was executed.
static int run(const struct sa_runner_words *words)
{
    static const int passed[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};
    sigset_t set;
    sigemptyset(&set);
    setsid(); // the terminal's signals and its input queue are for the outer side
    runner = sa_runner_spawn(words, NULL, (const int[]){0, 1, 2});
    if (!runner) return W_EXITCODE(SA_E_SANDBOX, 0);
    for (size_t i = 0; i < SA_COUNT(passed); i++) {
        signal(passed[i], pass_on);
        sigaddset(&set, passed[i]);
    }
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    for (;;) {
        int status;
        pid_t pid = sa_spawn_bury(&status, true);
        if (pid == runner) return status;
        if (pid < 0) return W_EXITCODE(SA_E_INTERNAL, 0);
    }
}

int sa_runner_inside(void)
{
    struct sa_runner_words words = {0};
    struct sa_runner_end end = {0};
    struct sa_runner_hello hello;
    struct sa_jail_report report;
    if (!take_streams(&hello) || !take_words(&words, hello.len)) return 1;
    enter(&words, &hello, &report);
    // A filter that stands in for a missing layer lets no message through, but what is written.
    if (!sa_fs_write_all(CHANNEL, &report, sizeof report) || !open_broker()) return 1;
    if (sa_runner_prepare(&words, &end)) end.status = run(&words);
    return sa_runner_send(CHANNEL, &end, sizeof end, NULL, 0) ? 0 : 1;
}
