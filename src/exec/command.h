// The command executor: a worker of the user's own.
#ifndef SA_EXEC_COMMAND_H
#define SA_EXEC_COMMAND_H

#include "exec/exec.h"

extern const struct sa_exec_ops sa_exec_command;

struct sa_command_options {
    struct sa_exec_own own;
    const char *worker; // shell command, borrowed
};

#endif
