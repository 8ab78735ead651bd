// Pictures that a cell showed: they are told as events, saved where the user wants them, and go to
// the model with the observation.
#include <stdlib.h>

#include "agent/agent_int.h"
#include "agent/audit_int.h"
#include "base/base64.h"
#include "base/fs.h"
#include "base/image.h"
#include "base/xalloc.h"

// DIR/step-3-1.png; NULL when nothing is to be saved, or that failed.
static char *save(struct sa_agent *a, const struct sa_image *image)
{
    if (!a->o.save_images) return NULL;
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *name = sa_xasprintf(
        "step-%lld-%zu.png", (long long)(a->steps_before + a->run->step), a->run->image_count);
    char *path = sa_fs_join(a->o.save_images, name);
    if (!sa_fs_write_atomic(path, image->png, image->len, &err)) return path;
    sa_err_prefix(&err, "--save-images");
    sa_events_fail(a->o.events, err.code, err.message);
    free(path);
    return NULL;
}

static void emit(struct sa_agent *a, const struct sa_image *image, const char *path)
{
    char hash[SA_AUDIT_HASH + 1];
    sa_audit_hash(image->png, image->len, hash);
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "media", SA_IMAGE_MEDIA);
    cJSON_AddNumberToObject(data, "width", image->width);
    cJSON_AddNumberToObject(data, "height", image->height);
    cJSON_AddNumberToObject(data, "bytes", (double)image->len);
    cJSON_AddStringToObject(data, "sha256", hash);
    if (path) {
        cJSON_AddStringToObject(data, "file", path);
    } else {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
        sa_base64_put(&text, image->png, image->len);
        cJSON_AddStringToObject(data, "data", sa_buf_text(&text));
        sa_buf_release(&text);
    }
    sa_agent_emit(a, SA_EV_IMAGE, data);
}

void sa_agent_on_image(void *ctx, const struct sa_image *image)
{
    struct sa_agent *a = ctx;
    struct sa_run *run = a->run;
    if (!run || run->image_count == SA_IMAGES_OF_CELL) return;
    struct sa_image *own = &run->images[run->image_count++];
    *own = *image;
    own->png = sa_xmemdup(image->png, image->len);
    sa_agent_flush_prints(a);
    SA_AUTO_FREE char *path = save(a, image);
    emit(a, image, path);
}

void sa_agent_drop_images(struct sa_agent *a)
{
    for (size_t i = 0; i < a->run->image_count; i++) free(a->run->images[i].png);
    a->run->image_count = 0;
}
