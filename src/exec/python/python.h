// The python executor: the host's python3, locked in by the jail.
#ifndef SA_EXEC_PYTHON_H
#define SA_EXEC_PYTHON_H

#include "exec/exec.h"

extern const struct sa_exec_ops sa_exec_python;

// Absolute path of the interpreter meant by --python (NULL: of the programs python3 in PATH the
// first that has most of `imports` installed), malloc'd; NULL with *err when there is none.
// `imports`: modules, or patterns of modules, NULL-terminated; NULL: any will do.
char *sa_python_find(const char *wanted, const char *const *imports, struct sa_err *err);

// The word that makes this program the worker that becomes the python3 at `program`, and what it
// then runs; returns when that failed. The ids (sa_prefix_id) are those that the file behind it and
// its virtual environment have to have.
#define SA_EXEC_PYTHON_WORKER "--python-worker"
int sa_exec_python_worker(const char *program, const char *id, const char *environment_id);

// Starts the interpreter meant by `wanted` in the jail. *what, malloc'd, says which and what the
// sandbox lacks. 0, or -1 with *err: it does not run here.
int sa_exec_python_report(const char *wanted, char **what, struct sa_err *err);

#endif
