// What executors share whose worker is elsewhere - in a container, on another machine: it is
// reached through the relay, a process of our own that holds what the worker is in, carries the
// frames, and takes it down when the host closes the channel - which the host does by dying, too.
// Private to src/exec.
#ifndef SA_EXEC_RELAY_H
#define SA_EXEC_RELAY_H

#include <stddef.h>

#include "exec/proto/remote.h"

// The command line of a relay: the word that makes this program one, then "NAME=VALUE".
struct sa_relay_words {
    char **items; // NULL-terminated, owned
    size_t count, cap;
};

// A word without a name has no "="; a value that is NULL is left out.
void sa_relay_add(struct sa_relay_words *words, const char *name, const char *value);
void sa_relay_add_list(struct sa_relay_words *words, const char *name, const char *const *values);

// On the other side: the value of the first word with this name, NULL when there is none. Those of
// a list come one by one, with *at 0 before the first; else `at` is NULL.
const char *sa_relay_word(int count, char **words, const char *name, int *at);

// Any program in a session of its own, with the worker's end of the channel as its descriptor 0.
// 0, or -1 with *err.
struct sa_relay_program {
    const char *path;
    const char *const *words, *const *env; // NULL-terminated; no env: ours
    bool answers_on_1;                     // descriptor 1 is the channel as well, else /dev/null
    bool own;                              // it is this one
};
int sa_relay_spawn_program(struct sa_jail_child *child, const struct sa_relay_program *program,
                           struct sa_err *err);
// Starts the relay; releases the words. 0, or -1 with *err.
int sa_relay_spawn(struct sa_jail_child *child, struct sa_relay_words *words, struct sa_err *err);
// Waits for it to have taken everything down: its wait status, -1 when there was none.
int sa_relay_reap(struct sa_jail_child *child);

#endif
