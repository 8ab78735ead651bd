// What is known of models from runs before: what their servers refuse of a request, how much they
// write and hold. Kept in the user's state folder, so that no run begins with a request that is
// refused. Whatever the file says, it can do no more than leave parts of requests out.
#ifndef SA_MODEL_TRAIT_H
#define SA_MODEL_TRAIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct sa_traits {
    unsigned left_out; // SA_QUIRK_*: what the server refused
    int64_t reply_cap; // tokens that it writes at most; 0: not known
    int64_t window;    // tokens that it holds; 0: not known
};

// The name of one bit of left_out, as the file has it; NULL: it is not kept.
const char *sa_trait_name(unsigned bit);

// What is known of the model `id` ("wire URL name"); nothing where the file is missing, damaged,
// too old, or not the user's own.
struct sa_traits sa_traits_load(const char *id);

// Keeps it beside what is known of others. 0, or a code with *err filled.
int sa_traits_save(const char *id, const struct sa_traits *traits, struct sa_err *err);

// The file; malloc'd, NULL: there is no place for it.
char *sa_traits_file(void);

#endif
