// SHA-256 of bytes as 64 hexadecimal digits and a NUL.
#ifndef SA_BASE_DIGEST_H
#define SA_BASE_DIGEST_H

#include <stddef.h>

enum { SA_DIGEST = 64 };

void sa_digest(const void *data, size_t len, char *hex);

#endif
