// The Python programs inside the binary; the table is generated at build (src/gen/embed.c), in the
// order of SCRIPTS in the Makefile. Private to src/exec.
#ifndef SA_EXEC_SCRIPTS_H
#define SA_EXEC_SCRIPTS_H

#include <stdbool.h>

#include "base/embedded.h"

enum {
    SA_SCRIPT_RUNNER_SHIM, // runner_shim.py
    SA_SCRIPT_TOOL_LOAD,   // of toolfile/: load.py
    SA_SCRIPT_TOOL_RULES,  // rules.py
    SA_SCRIPT_SMOLAGENTS,  // smolagents.py
    SA_SCRIPT_REQUESTS     // requests.py
};
extern const struct sa_embedded sa_exec_scripts[];

// The parts of the worker in python3 (exec/python/worker), load.py first, in the order of WORKER in
// the Makefile.
extern const struct sa_embedded sa_exec_worker_parts[];

// The program that python3 -c takes to be a worker. With `far_folders` those which its hello grants
// are not on its machine. malloc'd.
char *sa_exec_worker_script(bool far_folders);

#endif
