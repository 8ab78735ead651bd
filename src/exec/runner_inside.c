// The inner side of a runner in the jail. The first process of the sandbox locks itself in, makes
// the gate's socket, starts the runner as its child, and stays: it passes signals on, collects
// orphans, and takes everything down with it when the runner ends.
#include "exec/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/fs.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/relay.h"

enum { STREAMS = 3, CHANNEL = 10 }; // the channel makes room for standard input

// The system's programs and libraries, and what those look at that says nothing of this machine's
// people.
static const char *const system_paths[] = {"/usr",
                                           "/bin",
                                           "/sbin",
                                           "/lib",
                                           "/lib32",
                                           "/lib64",
                                           "/etc/ld.so.cache",
                                           "/etc/alternatives",
                                           "/etc/localtime",
                                           "/etc/terminfo",
                                           "/etc/mime.types"};
static const char *const devices[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                      "/dev/random", "/dev/urandom", NULL};

struct inside {
    char **words; // "NAME=VALUE"
    int count;
    struct sa_runner_end end;
};

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

static bool take_words(struct inside *in, size_t len)
{
    char *text = sa_xmalloc(len + 1); // stays
    size_t cap = 0;
    if (!read_exactly(CHANNEL, text, len)) return false;
    for (char *p = text; p < text + len; p += strlen(p) + 1) {
        SA_GROW(in->words, cap, (size_t)in->count + 1);
        in->words[in->count++] = p;
    }
    return true;
}

static const char *word(const struct inside *in, const char *name)
{
    return sa_relay_word(in->count, in->words, name, NULL);
}

// Appends the values of a name; the list ends with NULL, `count` is without that.
static const char **add_list(const struct inside *in, const char *name, const char **list,
                             size_t *count)
{
    const char *value;
    list = sa_xreallocarray(list, *count + (size_t)in->count + 1, sizeof *list);
    for (int at = 0; (value = sa_relay_word(in->count, in->words, name, &at));)
        list[(*count)++] = value;
    list[*count] = NULL;
    return list;
}

// --- locking in

static void enter(const struct inside *in, const struct sa_runner_hello *hello,
                  struct sa_jail_report *report)
{
    size_t readable = SA_COUNT(system_paths), writable = 0;
    const char **paths = sa_xmemdup(system_paths, sizeof system_paths);
    paths = add_list(in, "program", paths, &readable);
    paths = add_list(in, "read", paths, &readable);
    const struct sa_jail_view view = {.paths = paths,
                                      .programs = paths,
                                      .scratch = hello->max_disk,
                                      .writable = add_list(in, "write", NULL, &writable),
                                      .devices = devices,
                                      .folder = word(in, "folder"),
                                      .family = true};
    const struct sa_jail_limits limits = {
        .max_memory = hello->max_memory, .namespaces = hello->namespaces, .view = &view};
    sa_jail_enter(&limits, report);
    free(view.writable ? (void *)(uintptr_t)view.writable : NULL);
    free(paths);
}

// What was granted has to be there for whom the runner is.
static bool grants_hold(struct inside *in)
{
    static const struct {
        const char *name, *what;
        int mode;
    } grants[] = {{"read", "read", R_OK}, {"write", "written", R_OK | W_OK | X_OK}};
    const char *path;
    for (size_t i = 0; i < SA_COUNT(grants); i++) {
        for (int at = 0; (path = sa_relay_word(in->count, in->words, grants[i].name, &at));) {
            if (!access(path, grants[i].mode)) continue;
            snprintf(in->end.problem, sizeof in->end.problem,
                     "%s cannot be %s inside the sandbox: %s", path, grants[i].what,
                     strerror(errno));
            return false;
        }
    }
    return true;
}

static bool write_config(struct inside *in)
{
    struct sa_err err = SA_ERR_INIT;
    const char *text = word(in, "config");
    if (!text || !sa_fs_write_atomic(SA_RUNNER_CONFIG, text, strlen(text), &err)) return true;
    sa_strcopy(in->end.problem, sizeof in->end.problem, err.message);
    return false;
}

static bool open_gate(void)
{
    char byte;
    if (!read_exactly(CHANNEL, &byte, 1)) return false;
    int listener = sa_gate_socket(SA_RUNNER_GATE, true);
    bool sent = listener >= 0 && sa_runner_send(CHANNEL, &byte, 1, &listener, 1);
    if (listener >= 0) close(listener);
    return sent;
}

// --- the runner

static void become_runner(const struct inside *in)
{
    static const char *const own_env[] = {"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:"
                                          "/sbin:/bin",
                                          "HOME=" SA_JAIL_SCRATCH, SA_GATE_ENV "=" SA_RUNNER_GATE};
    size_t argc = 1, env_count = SA_COUNT(own_env);
    const char *program = word(in, "program");
    const char **argv = sa_xcalloc(1, sizeof *argv), **env = sa_xmemdup(own_env, sizeof own_env);
    argv[0] = "smolagent";
    argv = add_list(in, "arg", argv, &argc);
    env = add_list(in, "env", env, &env_count);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(program, (char *const *)argv, (char *const *)env);
    dprintf(STDERR_FILENO, "smolagent: cannot be started inside the sandbox: %s\n",
            strerror(errno));
    _exit(SA_E_SANDBOX);
}

static volatile pid_t runner;

static void pass_on(int sig)
{
    kill(runner, sig);
}

// All signals are blocked since before this program was executed.
static int run(const struct inside *in)
{
    static const int passed[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH};
    sigset_t set;
    sigemptyset(&set);
    setsid(); // the terminal's signals and its input queue are for the outer side
    runner = fork();
    if (runner == 0) become_runner(in);
    if (runner < 0) return W_EXITCODE(SA_E_SANDBOX, 0);
    for (size_t i = 0; i < SA_COUNT(passed); i++) {
        signal(passed[i], pass_on);
        sigaddset(&set, passed[i]);
    }
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    for (;;) {
        int status;
        pid_t pid = wait(&status);
        if (pid == runner) return status;
        if (pid < 0 && errno != EINTR) return W_EXITCODE(SA_E_INTERNAL, 0);
    }
}

int sa_runner_inside(void)
{
    struct inside in = {0};
    struct sa_runner_hello hello;
    struct sa_jail_report report;
    if (!take_streams(&hello) || !take_words(&in, hello.len)) return 1;
    enter(&in, &hello, &report);
    if (!sa_runner_send(CHANNEL, &report, sizeof report, NULL, 0) || !open_gate()) return 1;
    if (grants_hold(&in) && write_config(&in)) in.end.status = run(&in);
    return sa_runner_send(CHANNEL, &in.end, sizeof in.end, NULL, 0) ? 0 : 1;
}
