// The texts of prompts/ inside the binary; the table is generated at build (src/gen/embed.c).
// Private to src/prompt.
#ifndef SA_PROMPT_EMBEDDED_H
#define SA_PROMPT_EMBEDDED_H

#include "base/embedded.h"

extern const struct sa_embedded sa_prompts[]; // ends in a row of NULLs
extern const size_t sa_prompts_count;

#endif
