// Texts inside the binary: tables that src/gen/embed.c makes at build.
#ifndef SA_BASE_EMBEDDED_H
#define SA_BASE_EMBEDDED_H

#include <stddef.h>

struct sa_embedded {
    const char *name; // file name below the folder of the table
    const char *text;
    size_t len;
};

#endif
