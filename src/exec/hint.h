// Hints after failures: a line for the model, which can change its code, and one for the user, who
// can change the settings. One table has them all; tests/cli/hints.bats follows the advice of each
// and expects it to work.
#ifndef SA_EXEC_HINT_H
#define SA_EXEC_HINT_H

#include "base/buf.h"
#include "exec/exec.h"

struct sa_tools;

// What failed, and where. Everything is borrowed.
struct sa_failure {
    const struct py_result *result;
    const struct sa_exec_ops *executor;
    bool automatic; // the executor was chosen by --executor auto
    const struct sa_exec_options *options;
    const struct sa_tools *tools; // that the code can call; NULL: none
    bool program;                 // a program of the user's, not a cell of an agent
    bool file_refused;            // the code asked for a file that it was not granted
};

// Appends one line without newline, or nothing.
void sa_hint_for_model(struct sa_buf *out, const struct sa_failure *failure);
void sa_hint_for_user(struct sa_buf *out, const struct sa_failure *failure);

#endif
