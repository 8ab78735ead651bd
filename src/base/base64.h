// Base64 with the standard alphabet, to and from buffers.
#ifndef SA_BASE_BASE64_H
#define SA_BASE_BASE64_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

void sa_base64_put(struct sa_buf *out, const void *data, size_t len);
// Appends the bytes that the text, up to its padding, stands for; false where it is no base64.
bool sa_base64_take(struct sa_buf *out, const char *text, size_t len);

#endif
