// The command that a case is about: a process whose output is kept, and which may be sent a signal.
// Test code.
#ifndef TEST_COMMAND_H
#define TEST_COMMAND_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "talk.h"

struct child {
    pid_t pid;
    int out, err; // -1: closed, or not captured
    struct sa_buf out_text, err_text;
    int status;
    bool ended, signalled;
    int64_t signal_time, end_time;
};

static inline void die(const char *what)
{
    perror(what);
    exit(2);
}

extern char **environ;

static inline void start_child(struct child *c, char *const *argv, const char *folder, bool capture,
                               int input)
{
    int out[2] = {-1, -1}, err[2] = {-1, -1};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attr;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attr);
    sigset_t ours; // ignored here, not in the command
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGPIPE);
    posix_spawnattr_setsigdefault(&attr, &ours);
    posix_spawnattr_setflags(
        &attr, (short)(POSIX_SPAWN_SETSIGDEF | (capture ? POSIX_SPAWN_SETPGROUP : 0)));
    if (capture) {
        if (pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC)) die("pipe");
        posix_spawn_file_actions_adddup2(&actions, input, 0);
        posix_spawn_file_actions_adddup2(&actions, out[1], 1);
        posix_spawn_file_actions_adddup2(&actions, err[1], 2);
        posix_spawn_file_actions_addchdir_np(&actions, folder);
    }
    memset(c, 0, sizeof *c);
    errno = posix_spawnp(&c->pid, argv[0], &actions, &attr, argv, environ);
    if (errno) die(argv[0]);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attr);
    if (capture) close(out[1]), close(err[1]);
    c->out = out[0], c->err = err[0];
    sa_buf_init(&c->out_text, (size_t)256 << 20);
    sa_buf_init(&c->err_text, (size_t)256 << 20);
}

static inline void drain(int *fd, struct sa_buf *into)
{
    char piece[65536];
    ssize_t n = read(*fd, piece, sizeof piece);
    if (n > 0) {
        sa_buf_append(into, piece, (size_t)n);
    } else if (n == 0 || errno != EINTR) {
        close(*fd);
        *fd = -1;
    }
}

// Has the command written what this section waits for? One whose output is its own never has.
static inline bool has_written(const struct child *c, const struct section *s)
{
    SA_AUTO_FREE char *text = case_key(s, "output");
    return !text || sa_memfind(sa_buf_text(&c->out_text), c->out_text.len, text, strlen(text));
}

static inline void maybe_signal(const struct talk *t, struct child *c)
{
    static const struct {
        const char *name;
        int number;
    } names[] = {{"INT", SIGINT}, {"TERM", SIGTERM}, {"PIPE", SIGPIPE}};
    const struct section *s = case_find(t->c, "signal");
    if (!s || c->signalled || !t->count || !has_come(t, s) || !has_written(c, s)) return;
    c->signalled = true;
    c->signal_time = sa_clock_monotonic();
    for (size_t i = 0; i < SA_COUNT(names); i++)
        if (sa_starts_with(s->words, names[i].name)) kill(-c->pid, names[i].number);
}

static inline int exit_status(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

#endif
