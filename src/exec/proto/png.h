// Pictures that a worker sends: nothing of them is trusted.
#ifndef SA_EXEC_PNG_H
#define SA_EXEC_PNG_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/image.h"

// Appends to `out` the picture in a PNG file and nothing else: its size, palette, transparency and
// pixels; texts and other extras stay behind. False when it is no whole picture within the limits
// of base/image.h, in which every checksum and every row is right and after which nothing comes:
// *why (static storage).
bool sa_png_take(const void *data, size_t len, struct sa_buf *out, unsigned *width,
                 unsigned *height, const char **why);

#endif
