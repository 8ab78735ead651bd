// The texts of prompts/, embedded at build (build/gen/prompts.c).
#ifndef SA_PROMPT_EMBEDDED_H
#define SA_PROMPT_EMBEDDED_H

#include <stddef.h>

struct sa_embedded {
    const char *name; // file name below prompts/, extension included
    const char *text; // NUL-terminated
    size_t len;
};

// A row with name NULL ends the table.
extern const struct sa_embedded sa_prompts[];
extern const size_t sa_prompts_count;

#endif
