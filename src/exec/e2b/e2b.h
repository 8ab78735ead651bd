// The e2b executor: a worker in a sandbox of E2B's cloud.
#ifndef SA_EXEC_E2B_H
#define SA_EXEC_E2B_H

#include "exec/exec.h"

extern const struct sa_exec_ops sa_exec_e2b;

// Its sandbox. All borrowed.
struct sa_e2b_options {
    struct sa_exec_own own;
    const char *template_id; // NULL: E2B's own for code
    const char *domain;      // of a server; NULL: E2B's own
    bool internet;           // the code may reach it
    bool quiet;              // what it cost is not told
};

// The word that makes this program the process which has a sandbox of E2B, and what it then runs:
// `words` say how it is made. The result is the exit status.
#define SA_EXEC_E2B_WORKER "--e2b-worker"
int sa_exec_e2b_worker(int count, char **words);

// Where the executor would get its sandboxes: *what, malloc'd. 0, or -1 with *err: there is no key,
// or it is refused.
int sa_exec_e2b_report(const struct sa_e2b_options *options, char **what, struct sa_err *err);

#endif
