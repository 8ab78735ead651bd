// Programs that run outside the sandbox for the user: command tools, hooks, checks, MCP servers,
// key commands, workers, editors. Code that may write to their files could have them do what the
// sandbox forbids. So each is added before any code runs, and none is started that has changed
// since in a place that code may write to, unless the user agrees. A file that was found changed
// counts as changed afterwards, so that code cannot try again by putting it back.
//
// What this does not cover:
// - What such a program reads of its own accord (imports, configuration) is not known here.
// - A binary is executed by the descriptor that was checked. A script is opened once more, by its
//   interpreter and by name: code that runs at the same time (a thread, another agent) can replace
//   it between the check and that. Passing a descriptor or a copy as /proc/self/fd/N would close
//   this, but a script finds its own folder by its name ($0, sys.path[0]), and the files beside it
//   could be replaced all the same.
#ifndef SA_BASE_OUTSIDE_H
#define SA_BASE_OUTSIDE_H

#include <stdbool.h>
#include <stddef.h>

struct sa_err;

// Remembers what the words (NULL-terminated) of a command name now: the program, and each argument
// that is a file; of "sh -c TEXT" the words of the text. `folder`: where it starts, NULL: here.
// `source` ("tool x") is for messages. Whatever was added before stays as it was.
void sa_outside_add(const char *source, const char *const *argv, const char *folder);
void sa_outside_add_text(const char *source, const char *text); // of sh -c
void sa_outside_add_file(const char *source, const char *path); // read by us, not started

// Warns of all that code may write to (base/grant.h).
void sa_outside_warn(void);

// How changed programs are treated. Without: they are not started.
struct sa_outside_policy {
    bool allowed; // the user has waived confirmation
    bool (*confirm)(void *ctx, const char *source, const char *path); // may be NULL
    void *ctx;
};
void sa_outside_set(const struct sa_outside_policy *policy);

// 0, or a code with *err where the command would run what has changed. *image (NULL: not wanted): a
// descriptor of the program for struct sa_spawn, to be closed; -1: it is started by its name, as
// code cannot write to it or it is a script.
int sa_outside_check(const char *const *argv, const char *folder, int *image, struct sa_err *err);

void sa_outside_release(void); // forgets everything

#endif
