// Between secret.c, which keeps the list, and secret_source.c, which knows where secrets come from.
#ifndef SA_BASE_SECRET_INT_H
#define SA_BASE_SECRET_INT_H

#include <stddef.h>

// Registers a value and what stands for it in other encodings.
void sa_secret_put(const char *value, size_t len);

#endif
