// The Python programs inside the binary; the table is generated at build (src/gen/embed.c), in the
// order of SCRIPTS in the Makefile. Private to src/exec.
#ifndef SA_EXEC_SCRIPTS_H
#define SA_EXEC_SCRIPTS_H

#include "base/embedded.h"

enum {
    SA_SCRIPT_WORKER,     // worker.py
    SA_SCRIPT_RUNNER_SHIM // runner_shim.py
};
extern const struct sa_embedded sa_exec_scripts[];

#endif
