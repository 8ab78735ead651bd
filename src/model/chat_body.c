// The request of a chat completion, and what of it this server has refused so far.
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/base64.h"
#include "base/image.h"
#include "base/log.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "model/chat_int.h"

static const struct {
    const char *word;
    unsigned quirk;
} quirk_words[] = {
    {"stream_options", SA_CHAT_NO_STREAM_OPTIONS},
    {"max_completion_tokens", SA_CHAT_MAX_COMPLETION_TOKENS},
    {"temperature", SA_CHAT_NO_TEMPERATURE},
    {"\"stream\"", SA_CHAT_NO_STREAM},
    {"'stream'", SA_CHAT_NO_STREAM},
    {"streaming", SA_CHAT_NO_STREAM},
    {"stop", SA_CHAT_NO_STOP},
};

// What servers say whose model knows no system message.
static const char *const system_words[] = {
    "system role not supported", "system role is not", "system message is not supported",
    "does not support system", "developer instruction is not"};

// What servers say when they are sent images that their model does not take.
static const char *const image_words[] = {"image", "multimodal", "multi-modal", "must be a string"};

// A JSON string; NULs, which would stop many servers, become U+FFFD.
static void put_text(struct sa_buf *out, const char *text, size_t len)
{
    struct sa_buf clean = SA_BUF_INIT(SA_BUF_HUGE);
    if (len && memchr(text, 0, len)) {
        sa_utf8_repair_nuls(&clean, text, len);
        text = clean.data, len = clean.len;
    }
    sa_json_quote(out, text, len);
    sa_buf_release(&clean);
}

static void put_image(struct sa_buf *out, const struct sa_image *image)
{
    sa_buf_appends(out, ",{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:" SA_IMAGE_MEDIA
                        ";base64,");
    sa_base64_put(out, image->png, image->len);
    sa_buf_appends(out, "\"}}");
}

// Text alone is a string, which every server takes; with images it is the first of the parts.
static void put_message(const struct chat *c, struct sa_buf *out, const struct sa_message *m,
                        const struct sa_message *first)
{
    static const char *const roles[] = {"system", "user", "assistant"};
    bool parts = m->image_count && !(c->quirks & SA_CHAT_NO_IMAGES);
    sa_buf_appendf(out, "{\"role\":\"%s\",\"content\":", roles[m->role]);
    if (parts) sa_buf_appends(out, "[{\"type\":\"text\",\"text\":");
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    if (first) {
        sa_buf_append(&text, first->text, first->len);
        sa_buf_appends(&text, "\n\n");
        sa_buf_append(&text, m->text, m->len);
    }
    put_text(out, first ? sa_buf_text(&text) : m->text, first ? text.len : m->len);
    sa_buf_release(&text);
    if (parts) sa_buf_appendc(out, '}');
    for (size_t i = 0; parts && i < m->image_count; i++) put_image(out, &m->images[i]);
    sa_buf_appends(out, parts ? "]}" : "}");
}

// Message number i. A system message that the model does not know begins the one after it.
static void put_nth(const struct chat *c, struct sa_buf *out, const struct sa_model_request *q,
                    size_t i)
{
    const struct sa_message *m = &q->messages[i];
    bool merge = c->quirks & SA_CHAT_NO_SYSTEM;
    if (merge && m->role == SA_ROLE_SYSTEM && i + 1 < q->count) return;
    bool after = merge && i && m[-1].role == SA_ROLE_SYSTEM;
    put_message(c, out, m, after ? m - 1 : NULL);
    if (i + 1 < q->count) sa_buf_appendc(out, ',');
}

static void put_messages(struct chat *c, struct sa_buf *out, const struct sa_model_request *q)
{
    bool known = q->conversation && q->conversation == c->conversation && q->stamp == c->stamp &&
                 c->built_count < q->count;
    if (!known) sa_buf_clear(&c->built), c->built_count = 0;
    c->conversation = q->conversation;
    c->stamp = q->stamp;
    for (; c->built_count + 1 < q->count; c->built_count++)
        put_nth(c, &c->built, q, c->built_count);
    sa_json_key(out, "messages");
    sa_buf_appendc(out, '[');
    sa_buf_append(out, c->built.data, c->built.len);
    out->full |= c->built.full;
    if (q->count) put_nth(c, out, q, q->count - 1);
    sa_buf_appendc(out, ']');
}

static void put_stops(struct sa_buf *out, const struct sa_model_request *q)
{
    if (!q->stops || !*q->stops) return;
    sa_json_key(out, "stop");
    for (const char *const *s = q->stops; *s; s++) {
        sa_buf_appendc(out, s == q->stops ? '[' : ',');
        sa_json_quote(out, *s, strlen(*s));
    }
    sa_buf_appendc(out, ']');
}

// A built-in member is left out when --extra-body sets it.
static bool ours(const struct chat *c, const char *name)
{
    return !sa_json_get(c->extra, name);
}

void sa_chat_body(struct chat *c, const struct sa_model_request *q, struct sa_buf *out)
{
    sa_buf_appendc(out, '{');
    if (ours(c, "model")) sa_json_put_str(out, "model", c->base.name);
    put_messages(c, out, q);
    bool stream = c->stream && !(c->quirks & SA_CHAT_NO_STREAM);
    if (stream && ours(c, "stream")) sa_json_put_bool(out, "stream", true);
    if (stream && !(c->quirks & SA_CHAT_NO_STREAM_OPTIONS) && ours(c, "stream_options"))
        sa_json_put_raw(out, "stream_options", "{\"include_usage\":true}");
    if (!(c->quirks & SA_CHAT_NO_STOP) && ours(c, "stop")) put_stops(out, q);
    if (c->temperature >= 0 && !(c->quirks & SA_CHAT_NO_TEMPERATURE) && ours(c, "temperature"))
        sa_json_put_num(out, "temperature", c->temperature);
    const char *max = c->quirks & SA_CHAT_MAX_COMPLETION_TOKENS ? "max_completion_tokens"
                                                                : "max_tokens";
    if (c->max_reply_tokens > 0 && ours(c, max)) sa_json_put_int(out, max, c->max_reply_tokens);
    for (const cJSON *item = c->extra ? c->extra->child : NULL; item; item = item->next) {
        sa_json_key(out, item->string);
        sa_json_print(out, item);
    }
    sa_buf_appendc(out, '}');
}

// ---- what the server refuses

static bool says(const struct sa_http_response *r, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcasestr(sa_buf_text(&r->body), words[i])) return true;
    return false;
}

static bool refuses_images(const struct chat *c, const struct sa_model_request *q,
                           const struct sa_http_response *r)
{
    static const int statuses[] = {400, 404, 413, 415, 422, 500, 501};
    bool sent = false, known = false, named = r->status == 413;
    for (size_t i = 0; i < q->count && !(c->quirks & SA_CHAT_NO_IMAGES); i++)
        sent |= q->messages[i].image_count > 0;
    for (size_t i = 0; i < SA_COUNT(statuses); i++) known |= statuses[i] == r->status;
    return sent && known && (named || says(r, image_words, SA_COUNT(image_words)));
}

static bool refuses_system(const struct chat *c, const struct sa_model_request *q,
                           const struct sa_http_response *r)
{
    bool sent = q->count > 1 && q->messages[0].role == SA_ROLE_SYSTEM &&
                !(c->quirks & SA_CHAT_NO_SYSTEM);
    return sent && r->status >= 400 && says(r, system_words, SA_COUNT(system_words));
}

bool sa_chat_learn(struct chat *c, const struct sa_model_request *q,
                   const struct sa_http_response *r)
{
    if (refuses_system(c, q, r)) {
        sa_info("%s takes no system message: its text begins the task from now on", c->base.id);
        c->quirks |= SA_CHAT_NO_SYSTEM;
        c->conversation = NULL; // what was built holds it
        return true;
    }
    if (refuses_images(c, q, r)) {
        sa_info("%s does not accept images: left out from now on", c->base.id);
        c->quirks |= SA_CHAT_NO_IMAGES;
        c->conversation = NULL; // what was built holds them
        return true;
    }
    if (r->status != 400 && r->status != 422) return false;
    for (size_t i = 0; i < SA_COUNT(quirk_words); i++) {
        unsigned quirk = quirk_words[i].quirk;
        if (c->quirks & quirk) continue;
        if (quirk == SA_CHAT_NO_TEMPERATURE && c->temperature < 0) continue;
        if (quirk == SA_CHAT_NO_STREAM && !c->stream) continue;
        if (quirk == SA_CHAT_MAX_COMPLETION_TOKENS && c->max_reply_tokens <= 0) continue;
        const char *w = quirk_words[i].word;
        if (!sa_memfind(sa_buf_text(&r->body), r->body.len, w, strlen(w))) continue;
        sa_info("%s does not accept %s: left out from now on", c->base.id, w);
        c->quirks |= quirk;
        return true;
    }
    return false;
}
