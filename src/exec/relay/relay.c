// Starting and ending a relay (relay.h).
#include "exec/relay/relay.h"

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
#include "base/keep.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { LEAVE_MS = 15000 }; // for a relay to take everything down

// --- its words

void sa_relay_add(struct sa_relay_words *w, const char *name, const char *value)
{
    if (!value) return;
    SA_GROW(w->items, w->cap, w->count + 3);
    if (!w->count) w->items[w->count++] = sa_xstrdup("smolagent");
    w->items[w->count++] = name ? sa_xasprintf("%s=%s", name, value) : sa_xstrdup(value);
    w->items[w->count] = NULL;
}

void sa_relay_add_list(struct sa_relay_words *w, const char *name, const char *const *values)
{
    for (; values && *values; values++) sa_relay_add(w, name, *values);
}

const char *sa_relay_word(int count, char **words, const char *name, int *at)
{
    size_t len = strlen(name);
    int first = 0;
    if (!at) at = &first;
    while (*at < count) {
        const char *word = words[(*at)++];
        if (!strncmp(word, name, len) && word[len] == '=') return word + len + 1;
    }
    return NULL;
}

// --- on its side

static struct sa_stop stop;

static void on_signal(int sig)
{
    sa_stop_request(&stop, sig);
}

struct sa_stop *sa_relay_begin(struct sa_channel *host, struct sa_frame *hello)
{
    const char *why;
    sa_keep_secluded();
    sa_stop_init(&stop);
    signal(SIGTERM, on_signal);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    sa_log_set_level(SA_LOG_INFO);
    sa_channel_init(host, SA_JAIL_CHANNEL, false);
    bool well = sa_channel_read(host, -1, 0, hello, &why) == SA_GOT_FRAME &&
                !strcmp(hello->type, "hello");
    return well ? &stop : NULL;
}

// --- its process

// In a session of its own: signals of the terminal are for the host, whose end it sees by itself.
static int start_process(const struct sa_relay_program *program, int channel, pid_t *pid)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, all;
    sigemptyset(&none), sigfillset(&all);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, channel, SA_JAIL_CHANNEL);
    if (program->answers_on_1) posix_spawn_file_actions_adddup2(&files, channel, STDOUT_FILENO);
    else posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&how);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &all);
    posix_spawnattr_setflags(&how,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    int error = posix_spawn(pid, program->path, &files, &how, program->words, program->env);
    posix_spawnattr_destroy(&how);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

static void release(struct sa_relay_words *w)
{
    for (size_t i = 0; i < w->count; i++) free(w->items[i]);
    free(w->items);
}

int sa_relay_spawn_program(struct sa_jail_child *child, const struct sa_relay_program *program,
                           struct sa_err *err)
{
    int pair[2];
    *child = (struct sa_jail_child){.channel = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        return sa_err_set(err, SA_E_SANDBOX, "socketpair: %s", strerror(errno)), -1;
    int error = start_process(program, pair[1], &child->pid);
    close(pair[1]);
    child->channel = pair[0];
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    if (!error) return 0;
    child->pid = 0;
    sa_jail_reap(child);
    return sa_err_set(err, SA_E_SANDBOX, "cannot start the worker: %s", strerror(error)), -1;
}

int sa_relay_spawn(struct sa_jail_child *child, struct sa_relay_words *words, struct sa_err *err)
{
    const struct sa_relay_program program = {
        .path = "/proc/self/exe", .words = words->items, .env = environ};
    int rc = sa_relay_spawn_program(child, &program, err);
    release(words);
    return rc;
}

int sa_relay_reap(struct sa_jail_child *child)
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
