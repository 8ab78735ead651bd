// The Python programs inside the binary; the table is generated at build (src/gen/embed.c), in the
// order of SCRIPTS in the Makefile. Private to src/exec.
#ifndef SA_EXEC_SCRIPTS_H
#define SA_EXEC_SCRIPTS_H

#include "base/embedded.h"

struct sa_frame;

enum {
    SA_SCRIPT_WORKER,      // worker.py
    SA_SCRIPT_FOLDERS,     // folders.py
    SA_SCRIPT_RUNNER_SHIM, // runner_shim.py
    SA_SCRIPT_TOOL_LOAD,   // of toolfile/: load.py
    SA_SCRIPT_TOOL_RULES,  // rules.py
    SA_SCRIPT_SMOLAGENTS,  // smolagents.py
    SA_SCRIPT_REQUESTS     // requests.py
};
extern const struct sa_embedded sa_exec_scripts[];

// The program of a worker on a machine that does not have the folders which this hello grants:
// worker.py, behind folders.py where it grants some. malloc'd.
char *sa_exec_worker_script(const struct sa_frame *hello);

#endif
