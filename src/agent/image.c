// Pictures that a cell showed, and those of tools whose handle is its last value or the result of
// the model's own call: they are told as events, saved where the user wants them, and go to the
// model with the observation.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/audit_int.h"
#include "base/base64.h"
#include "base/fs.h"
#include "base/image.h"
#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/handle.h"
#include "tool/web/picture.h"

// DIR/step-3-1.png, or what kind it is; NULL when nothing is to be saved, or that failed.
static char *save(struct sa_agent *a, const struct sa_image *image)
{
    if (!a->o.save_files) return NULL;
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *name = sa_xasprintf("step-%lld-%zu.%s",
                                           (long long)(a->steps_before + a->run->step),
                                           a->run->image_count, strrchr(image->media, '/') + 1);
    char *path = sa_fs_join(a->o.save_files, name);
    if (!sa_fs_write_atomic(path, image->data, image->len, &err)) return path;
    sa_err_prefix(&err, "--save-files");
    sa_events_fail(a->o.events, err.code, err.message);
    free(path);
    return NULL;
}

struct sa_handles *sa_agent_handles(const struct sa_agent *a)
{
    return a->o.tools && a->o.tools->env ? a->o.tools->env->handles : NULL;
}

static const char *extension(const char *mime)
{
    static const char *const rows[][2] = {{"image/jpeg", "jpeg"},
                                          {"audio/mpeg", "mp3"},
                                          {"text/plain", "txt"},
                                          {"audio/x-wav", "wav"}};
    const char *type = strrchr(mime, '/');
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        if (!strcmp(mime, rows[i][0])) return rows[i][1];
    type = type ? type + 1 : mime;
    return type[strspn(type, "abcdefghijklmnopqrstuvwxyz0123456789")] ? "bin" : type;
}

void sa_agent_save_handles(struct sa_agent *a)
{
    const struct sa_handle *h;
    struct sa_err err = SA_ERR_INIT;
    for (; (h = sa_handles_at(sa_agent_handles(a), a->handles_seen)); a->handles_seen++) {
        if (!a->o.save_files) continue;
        SA_AUTO_FREE char *name = sa_xasprintf("%.*s.%s", (int)strcspn(h->text, " "), h->text,
                                               extension(h->mime));
        SA_AUTO_FREE char *path = sa_fs_join(a->o.save_files, name);
        if (!sa_fs_write_atomic(path, h->data ? h->data : "", h->len, &err)) continue;
        sa_err_prefix(&err, "--save-files");
        sa_events_fail(a->o.events, err.code, err.message);
    }
}

static void emit(struct sa_agent *a, const struct sa_image *image, const char *path)
{
    char hash[SA_AUDIT_HASH + 1];
    sa_digest(image->data, image->len, hash);
    cJSON *data = cJSON_CreateObject();
    cJSON_AddStringToObject(data, "media", image->media);
    cJSON_AddNumberToObject(data, "width", image->width);
    cJSON_AddNumberToObject(data, "height", image->height);
    cJSON_AddNumberToObject(data, "bytes", (double)image->len);
    cJSON_AddStringToObject(data, "sha256", hash);
    if (path) {
        cJSON_AddStringToObject(data, "file", path);
    } else {
        struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
        sa_base64_put(&text, image->data, image->len);
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
    own->data = sa_xmemdup(image->data, image->len);
    sa_agent_flush_prints(a);
    SA_AUTO_FREE char *path = save(a, image);
    emit(a, image, path);
}

static void put_hindrance(struct sa_buf *out, const char *why)
{
    const char *gap = out->len && out->data[out->len - 1] != '\n' ? "\n" : "";
    sa_buf_appendf(out, "%s(this picture is not shown to you: %s)", gap, why);
}

// Its bytes are a stranger's.
static void show(struct sa_agent *a, const struct sa_handle *h, struct sa_buf *out)
{
    struct sa_image image;
    struct sa_err err = SA_ERR_INIT;
    unsigned width, height;
    const struct sa_picture picture = {.data = h->data,
                                       .len = h->len,
                                       .bounds = sa_model_image_bounds(a->o.model),
                                       .sandbox = a->o.exec.sandbox,
                                       .stop = a->stop};
    if (a->run->image_count == SA_IMAGES_OF_CELL) {
        put_hindrance(out, "there are enough of them in this step");
    } else if (!sa_picture_media(h->data, h->len)) {
        put_hindrance(out, "only PNG, JPEG and WebP are");
    } else if (sa_picture_read(&picture, &image, &width, &height, &err)) {
        put_hindrance(out, err.message);
    } else {
        sa_agent_on_image(a, &image);
        free(image.data);
    }
}

void sa_agent_show_value(struct sa_agent *a, const char *json, size_t len, struct sa_buf *out)
{
    enum { LONGEST = 512 }; // of a handle
    if (len > LONGEST) return;
    SA_AUTO_FREE char *value = sa_xstrndup(json, len);
    sa_handles_refer(sa_agent_handles(a), &value);
    const struct sa_handle *h = sa_handles_referred(sa_agent_handles(a), value);
    if (h && sa_streq(h->kind, "image")) show(a, h, out);
}

void sa_agent_drop_images(struct sa_agent *a)
{
    for (size_t i = 0; i < a->run->image_count; i++) free(a->run->images[i].data);
    a->run->image_count = 0;
}
