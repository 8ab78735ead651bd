// Starting and ending a relay (relay.h).
#include "exec/relay/relay.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/spawn.h"
#include "base/str.h"
#include "base/xalloc.h"

#define LEAVE_NS (15 * SA_NS_PER_S) // for a relay to take everything down
#define SELF "/proc/self/exe"

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

#include "base/spawn.h"
// --- its process

// In a session of its own: signals of the terminal are for the host, whose end it sees by itself.
int sa_relay_spawn_program(struct sa_jail_child *child, const struct sa_relay_program *program,
                           struct sa_err *err)
{
    const int fds[] = {SA_SPAWN_CHANNEL, program->answers_on_1 ? SA_SPAWN_CHANNEL : SA_SPAWN_NULL,
                       STDERR_FILENO};
    const struct sa_spawn spawn = {.program = program->path,
                                   .argv = program->words,
                                   .env = program->env,
                                   .fds = fds,
                                   .fd_count = SA_COUNT(fds),
                                   .group = SA_SPAWN_SESSION,
                                   .own = program->own};
    *child = (struct sa_jail_child){.channel = -1};
    int error = sa_spawn_with_channel(&spawn, &child->pid, &child->channel);
    if (!error) return 0;
    bool no_proc = error == ENOENT && sa_streq(program->path, SELF);
    return sa_err_set(err, SA_E_SANDBOX, "cannot start the worker: %s",
                      no_proc ? "/proc is not mounted" : strerror(error)),
           -1;
}

static void release(struct sa_relay_words *w)
{
    for (size_t i = 0; i < w->count; i++) free(w->items[i]);
    free(w->items);
}

int sa_relay_spawn(struct sa_jail_child *child, struct sa_relay_words *words, struct sa_err *err)
{
    const struct sa_relay_program program = {
        .path = SELF, .words = (const char *const *)words->items, .own = true};
    int rc = sa_relay_spawn_program(child, &program, err);
    release(words);
    return rc;
}

int sa_relay_reap(struct sa_jail_child *child)
{
    return sa_jail_end(child, SIGTERM, LEAVE_NS); // the signal ends what it is waiting for
}
