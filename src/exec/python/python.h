// The python executor's interpreter: where it is, and how it becomes a worker. Private to src/exec.
#ifndef SA_EXEC_PYTHON_H
#define SA_EXEC_PYTHON_H

#include "exec/exec.h"

// Absolute path of the interpreter meant by --python (NULL: the first python3 in PATH that is a
// program), malloc'd; NULL with *err when there is none.
char *sa_python_find(const char *wanted, struct sa_err *err);

#endif
