// What the inner sides of a runner share, in a jail (inside.c) and in a container
// (contained.c): what the outer side told them, and the start. Private to src/exec.
#ifndef SA_EXEC_RUNNER_INT_H
#define SA_EXEC_RUNNER_INT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "exec/runner/runner.h"

// "NAME=VALUE": program (path to execute), arg (with argv[0]), env, config, folder, read, write.
struct sa_runner_words {
    char **items;
    int count;
};

// Appends the words of the options, each with a NUL, but for those named first.
void sa_runner_put_words(const struct sa_runner_options *options, struct sa_buf *out);
void sa_runner_put(struct sa_buf *out, const char *name, const char *const *values);

// Takes them apart; they stay in `text`.
void sa_runner_split(struct sa_runner_words *words, char *text, size_t len);
const char *sa_runner_word(const struct sa_runner_words *words, const char *name);
// Appends the values of a name to a list (malloc'd, may be NULL) of *count that ends with NULL.
const char **sa_runner_list(const struct sa_runner_words *words, const char *name,
                            const char **list, size_t *count);

// Is what was granted there for whom the runner is? Writes the configuration. False with what is
// wrong.
bool sa_runner_prepare(const struct sa_runner_words *words, struct sa_runner_end *end);
// Starts it with these as its standard streams; folder NULL: here. 0: it could not be started, as
// its error stream says.
pid_t sa_runner_spawn(const struct sa_runner_words *words, const char *folder, const int fds[3]);

// signals.c, outside: catches those that end programs, and SIGWINCH. They go to the process
// `pid`; 0: into sa_runner_caught.
void sa_runner_catch(pid_t pid);
void sa_runner_forget(void); // there is no process any more
int sa_runner_caught(void);  // the next one; 0: none
int sa_runner_leaving(void); // the one that ends the runner for good; 0: none so far

#endif
