// A child process and whatever it starts, in any session or process group: all of it ends with its
// keeper, a process of ours between this one and the child, to which processes fall whose parent
// has ended. The keeper ends when it is told to, and when this process is gone.
#ifndef SA_BASE_KEEP_H
#define SA_BASE_KEEP_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/spawn.h"

struct sa_keep {
    pid_t keeper;
    int line; // to the keeper, readable when there is news; -1: there is none
};

// sa_spawn under a keeper: 0, or an errno and no keeper.
int sa_keep_start(struct sa_keep *keep, const struct sa_spawn *spawn);
// Once, when `line` is readable: whether the child has ended, with its wait status.
bool sa_keep_ended(struct sa_keep *keep, int *status);
void sa_keep_signal(struct sa_keep *keep, int sig); // to the child's group, while the child lives
// Kills what there is left of the child and its offspring, and waits for their end.
void sa_keep_end(struct sa_keep *keep);

#endif
