// Pictures of files and tools, made fit for a model: read by the child that is locked in
// (reader.h), which turns them upright and scales them down where they are larger than a model
// looks at.
#ifndef SA_TOOL_WEB_PICTURE_H
#define SA_TOOL_WEB_PICTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/image.h"
#include "jail/jail.h"

struct sa_err;
struct sa_stop;

enum { SA_PICTURE_BYTES = 32 << 20 }; // most of a file

// "image/png", "image/jpeg" or "image/webp", by how the bytes begin; NULL: none of these.
const char *sa_picture_media(const void *data, size_t len);

struct sa_picture {
    const void *data;
    size_t len;
    struct sa_image_bounds bounds;
    enum sa_jail_mode sandbox;
    struct sa_stop *stop; // may be NULL
};

// *image gets the picture, or what was made of it, its data malloc'd; *width and *height what it
// had before. 0, or -1 with err: code 7 when a layer of the jail is missing, else 10.
int sa_picture_read(const struct sa_picture *picture, struct sa_image *image, unsigned *width,
                    unsigned *height, struct sa_err *err);

#endif
