// The program inside a container: its first process, which stands between the host and the worker.
#ifndef SA_EXEC_CONTAIN_H
#define SA_EXEC_CONTAIN_H

#include <stdbool.h>

// Runs a worker as a child and carries frames between it and standard input and output, until the
// input ends: with the first process the container ends too, whatever its code is up to. `program`
// is the NULL-terminated start of a Python's command line; empty: the worker is our own. The result
// is the exit status.
int sa_exec_contain(char **program);

// contain_view.c: locks this process in, in a container with programs of others, for good; what may
// be changed is the scratch folder, if there is one, and the folders named. `program` may be
// executed, and what lies beside it, wherever that is; NULL: no such place. 0, or the errno of the
// filter of system calls, which has to hold.
int sa_contain_enter(bool scratch, const char *const *writable, const char *program);

#endif
