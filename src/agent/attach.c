// What the user attached to a task: texts behind it, quoted, and images beside them. It is sent
// once, and kept until the next task for the case that this one has to be told anew.
#include <stdlib.h>
#include <string.h>

#include "agent/agent_int.h"
#include "agent/audit_int.h"
#include "base/image.h"
#include "base/xalloc.h"

void sa_attachment_release(struct sa_attachment *x)
{
    free(x->name);
    free(x->text);
    free(x->image.data);
    *x = (struct sa_attachment){0};
}

void sa_agent_attach(struct sa_agent *a, struct sa_attachment *x)
{
    SA_GROW(a->attached, a->attached_cap, a->attached_count + 1);
    a->attached[a->attached_count++] = *x;
    *x = (struct sa_attachment){0};
}

void sa_agent_forget_attached(struct sa_agent *a)
{
    for (size_t i = 0; i < a->attached_told; i++) sa_attachment_release(&a->attached[i]);
    a->attached_count -= a->attached_told;
    if (a->attached_told)
        memmove(a->attached, a->attached + a->attached_told,
                a->attached_count * sizeof *a->attached);
    a->attached_told = 0;
}

// Quotes of a length that the text does not have.
static void put_fence(struct sa_buf *out, const struct sa_attachment *x)
{
    size_t longest = 2, run = 0;
    for (size_t i = 0; i < x->len; i++) {
        run = x->text[i] == '`' ? run + 1 : 0;
        if (run > longest) longest = run;
    }
    for (size_t i = 0; i <= longest; i++) sa_buf_appendc(out, '`');
}

static void put_text(struct sa_buf *out, const struct sa_attachment *x)
{
    sa_buf_appendf(out, "Attached file \"%s\":\n", x->name);
    put_fence(out, x);
    sa_buf_appendc(out, '\n');
    sa_buf_append(out, x->text, x->len);
    if (x->len && x->text[x->len - 1] != '\n') sa_buf_appendc(out, '\n');
    put_fence(out, x);
}

static void put_image(struct sa_buf *out, const struct sa_attachment *x)
{
    const struct sa_image *image = &x->image;
    sa_buf_appendf(out, "Attached image \"%s\": %u x %u pixels", x->name, image->width,
                   image->height);
    if (image->width != x->width || image->height != x->height)
        sa_buf_appendf(out, ", scaled down from %u x %u", x->width, x->height);
}

void sa_agent_push_attached(struct sa_agent *a)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    size_t first = a->attached_told, count = a->attached_count - first, images = 0;
    if (!count) return;
    struct sa_image *shown = sa_xcalloc(count, sizeof *shown);
    for (; a->attached_told < a->attached_count; a->attached_told++) {
        const struct sa_attachment *x = &a->attached[a->attached_told];
        if (text.len) sa_buf_appends(&text, "\n\n");
        if (x->text) {
            put_text(&text, x);
        } else {
            put_image(&text, x);
            shown[images] = x->image;
            shown[images++].data = sa_xmemdup(x->image.data, x->image.len);
        }
    }
    text.len = sa_secret_redact_known(text.data, text.len);
    sa_memory_push(&a->memory, SA_ROLE_USER, sa_buf_text(&text), text.len, false);
    sa_memory_add_images(&a->memory, shown, images);
    free(shown);
    sa_buf_release(&text);
}

void sa_agent_tell_attached(struct sa_agent *a)
{
    for (size_t i = a->attached_told; i < a->attached_count; i++) {
        const struct sa_attachment *x = &a->attached[i];
        const void *bytes = x->text ? x->text : x->image.data;
        size_t len = x->text ? x->len : x->image.len;
        char hash[SA_AUDIT_HASH + 1];
        cJSON *data = cJSON_CreateObject();
        sa_digest(bytes, len, hash);
        cJSON_AddStringToObject(data, "name", x->name);
        cJSON_AddStringToObject(data, "kind", x->text ? "text" : "image");
        cJSON_AddStringToObject(data, "media", x->text ? "text/plain" : x->image.media);
        if (!x->text) cJSON_AddNumberToObject(data, "width", x->image.width);
        if (!x->text) cJSON_AddNumberToObject(data, "height", x->image.height);
        cJSON_AddNumberToObject(data, "bytes", (double)len);
        cJSON_AddStringToObject(data, "sha256", hash);
        sa_agent_emit(a, SA_EV_ATTACHED, data);
    }
}
