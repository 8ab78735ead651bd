// The host's side of pictures: what the child says is a line, "MEDIA WIDTH HEIGHT", the size
// before, and the new bytes; none where the picture is fine as it is.
#include "tool/web/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/web/reader.h"

static const char *const medias[] = {"image/png", "image/jpeg", "image/webp"};

const char *sa_picture_media(const void *data, size_t len)
{
    const char *p = data;
    if (len >= 8 && !memcmp(p, "\x89PNG\r\n\x1a\n", 8)) return medias[0];
    if (len >= 3 && !memcmp(p, "\xFF\xD8\xFF", 3)) return medias[1];
    if (len >= 12 && !memcmp(p, "RIFF", 4) && !memcmp(p + 8, "WEBP", 4)) return medias[2];
    return NULL;
}

static const char *known_media(const char *name)
{
    for (size_t i = 0; i < SA_COUNT(medias); i++)
        if (!strcmp(medias[i], name)) return medias[i];
    return NULL;
}

// The child read what strangers wrote, so what it says is judged like that.
static bool take(const struct sa_picture *p, const struct sa_buf *said, struct sa_image *image,
                 unsigned *width, unsigned *height)
{
    char media[16] = "";
    int at = 0;
    const char *text = sa_buf_text(said);
    bool told = sscanf(text, "%15s %9u %9u %9u %9u%n", media, &image->width, &image->height, width,
                       height, &at) == 5 &&
                text[at] == '\n' && (image->media = known_media(media));
    if (!told) return false;
    const char *data = text + at + 1;
    size_t len = said->len - (size_t)at - 1;
    if (!len) data = p->data, len = p->len;
    if (!image->width || !image->height || image->width > p->bounds.side ||
        image->height > p->bounds.side || len > p->bounds.bytes ||
        !sa_streq(sa_picture_media(data, len), image->media))
        return false;
    image->data = sa_xmemdup(data, len);
    image->len = len;
    return true;
}

int sa_picture_read(const struct sa_picture *p, struct sa_image *image, unsigned *width,
                    unsigned *height, struct sa_err *err)
{
    SA_AUTO_FREE char *bounds = sa_xasprintf("%u %zu", p->bounds.side, p->bounds.bytes);
    const struct sa_web_read read = {.kind = SA_WEB_PICTURE,
                                     .charset = bounds,
                                     .url = "",
                                     .data = p->data,
                                     .len = p->len,
                                     .sandbox = p->sandbox,
                                     .stop = p->stop};
    struct sa_buf said = SA_BUF_INIT(SA_WEB_TEXT_MAX + SA_BUF_SMALL);
    *image = (struct sa_image){0};
    int rc = sa_web_read(&read, &said, err);
    if (rc && err->code == SA_E_PROVIDER) err->code = SA_E_CONFIG;
    if (!rc && !take(p, &said, image, width, height)) {
        sa_err_set(err, SA_E_CONFIG, "what reads it says nothing that can be used");
        rc = -1;
    }
    sa_buf_release(&said);
    return rc;
}
