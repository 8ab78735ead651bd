// A picture on its way from code to the model and to the user: always a PNG that was checked
// (exec/proto/png.h).
#ifndef SA_BASE_IMAGE_H
#define SA_BASE_IMAGE_H

#include <stddef.h>

enum {
    SA_IMAGE_BYTES = 3 << 20, // at most; as base64 it stays below what providers take
    SA_IMAGE_SIDE = 4096,     // pixels, at most
    SA_IMAGES_OF_CELL = 8,    // at most
};
#define SA_IMAGE_MEDIA "image/png"

struct sa_image {
    void *png; // len bytes
    size_t len;
    unsigned width, height; // pixels
};

#endif
