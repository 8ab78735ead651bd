// Programs behind `smolagent python -m`: see programs.c.
#ifndef SA_CLI_PROGRAMS_H
#define SA_CLI_PROGRAMS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/embedded.h"
#include "base/err.h"

extern const struct sa_embedded sa_cli_programs[]; // src/cli/programs, made by the build
extern const size_t sa_cli_programs_count;

struct sa_runnable {
    const struct sa_embedded *text;
    bool input;         // it reads standard input
    const char **files; // NULL-terminated, that it may read, besides those of --file; yours to free
    const char *folder; // a file in the folder whose modules it may import, ".": here; NULL: none
};

// The program of that module, run with these words. 0, or a code with *err saying what there is.
int sa_runnable_find(const char *name, char **words, int count, struct sa_runnable *p,
                     struct sa_err *err);

void sa_runnable_names(struct sa_buf *out); // of all, with blanks between

#endif
