// A picture on its way to the model and to the user. Those that code shows are PNGs that were
// checked (exec/proto/png.h); those of files and tools may be JPEG and WebP, too
// (tool/web/reader.h).
#ifndef SA_BASE_IMAGE_H
#define SA_BASE_IMAGE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SA_IMAGE_BYTES = 3 << 20, // at most; as base64 it stays below what providers take
    SA_IMAGE_SIDE = 4096,     // pixels, at most
    SA_IMAGES_OF_CELL = 8,    // at most
};
#define SA_IMAGE_MEDIA "image/png" // of what code shows

struct sa_image {
    void *data; // len bytes
    size_t len;
    unsigned width, height; // pixels
    const char *media;      // static: "image/png", "image/jpeg", "image/webp"
    bool asked;             // the user wants the model to see it: it is not left out silently
};

// What a model takes of an image: pixels of its longer side, bytes before base64.
struct sa_image_bounds {
    unsigned side;
    size_t bytes;
};

#endif
