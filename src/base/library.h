// Shared libraries of others, opened when they are first needed: linking them would make every
// start slower, and impossible where one is missing.
#ifndef SA_BASE_LIBRARY_H
#define SA_BASE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"

struct sa_library {
    const char *name, *package; // Debian's package
    const char *use;            // what does not work without it
    int mode;                   // of dlopen
    const char *files[4];       // its names in distributions, the usual one first
};

enum sa_library_id {
    SA_LIBRARY_CURL,
    SA_LIBRARY_XML2,
    SA_LIBRARY_MD4C,
    SA_LIBRARY_MICROHTTPD,
    SA_LIBRARY_COUNT
};

extern const struct sa_library sa_libraries[SA_LIBRARY_COUNT];

// A function, and the offset in a struct of the pointer to it.
struct sa_symbol {
    const char *name;
    size_t offset;
};

// Opens the first of the files that exists and has all symbols, and stores these in `api`. The
// library is never closed again: one with thread-local state does not survive that. 0, or a code
// (10) with *err filled.
int sa_library_open(const struct sa_library *library, const struct sa_symbol *symbols, size_t count,
                    void *api, struct sa_err *err);

#endif
