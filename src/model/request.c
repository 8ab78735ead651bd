// What the requests of all wire formats share: texts, images, the messages that were built before,
// and what the user adds.
#include <string.h>

#include "base/base64.h"
#include "base/str.h"
#include "base/utf8.h"
#include "model/wire.h"

bool sa_wire_is_ours(const struct sa_server *sv, const char *name)
{
    return !sa_json_get(sv->extra, name);
}

bool sa_wire_streams(const struct sa_server *sv)
{
    return sv->stream && !(sv->quirks & SA_QUIRK_NO_STREAM);
}

static void drop_tags(struct sa_buf *out, size_t from)
{
    if (out->len > from) out->len = from + sa_utf8_drop_tags(out->data + from, out->len - from);
}

void sa_wire_put_text(struct sa_buf *out, const char *text, size_t len)
{
    struct sa_buf clean = SA_BUF_INIT(SA_BUF_HUGE);
    if (len && memchr(text, 0, len)) {
        sa_utf8_repair_nuls(&clean, text, len);
        text = clean.data, len = clean.len;
    }
    size_t before = out->len;
    sa_json_quote(out, text, len);
    drop_tags(out, before);
    sa_buf_release(&clean);
}

void sa_wire_put_image(struct sa_buf *out, const struct sa_image *image)
{
    sa_buf_appendc(out, '"');
    sa_base64_put(out, image->data, image->len);
    sa_buf_appendc(out, '"');
}

void sa_wire_put_image_url(struct sa_buf *out, const struct sa_image *image)
{
    sa_buf_appendf(out, "\"data:%s;base64,", image->media);
    sa_base64_put(out, image->data, image->len);
    sa_buf_appendc(out, '"');
}

// Images stand in it in their order, as far as they are sent.
void sa_wire_put_shown(struct sa_buf *out, const struct sa_model_request *q, const char *body,
                       size_t len)
{
    struct sa_buf data = SA_BUF_INIT(SA_BUF_HUGE);
    for (size_t i = 0; i < q->count; i++)
        for (size_t n = 0; n < q->messages[i].count; n++) {
            const struct sa_content *p = &q->messages[i].parts[n];
            if (p->kind != SA_CONTENT_IMAGE) continue;
            sa_buf_clear(&data);
            sa_base64_put(&data, p->image.data, p->image.len);
            const char *at = memmem(body, len, data.data, data.len);
            if (!at) continue;
            sa_buf_append(out, body, (size_t)(at - body));
            sa_buf_appendf(out, "...%zu bytes of base64...", data.len);
            len -= (size_t)(at - body) + data.len;
            body = at + data.len;
        }
    sa_buf_append(out, body, len);
    sa_buf_release(&data);
}

const struct sa_content *sa_wire_part(const struct sa_server *sv, const struct sa_message *m,
                                      enum sa_content_kind kind, size_t nth)
{
    bool kept = kind == SA_CONTENT_KEPT || kind == SA_CONTENT_WHOLE;
    bool asked = kind == SA_CONTENT_IMAGE && (sv->quirks & SA_QUIRK_NO_IMAGES);
    if (kept && (sv->quirks & SA_QUIRK_NO_KEPT)) return NULL;
    for (size_t i = 0; i < m->count; i++) {
        const struct sa_content *p = &m->parts[i];
        if (p->kind != kind || (asked && !p->image.asked)) continue;
        if (kept && !sa_streq(p->name, sv->kept_by)) continue;
        if (!nth--) return p;
    }
    return NULL;
}

const struct sa_content *sa_wire_whole(const struct sa_server *sv, const struct sa_message *m)
{
    return sa_wire_part(sv, m, SA_CONTENT_WHOLE, 0);
}

void sa_wire_put_items(const struct sa_content *p, struct sa_buf *out)
{
    if (p->len > 2) sa_buf_append(out, p->text + 1, p->len - 2);
}

static bool is_strict(const struct sa_server *sv, const struct sa_tool_form *form,
                      const struct sa_model_tool *tool)
{
    return form->strict && tool->strict >= form->strict && !(sv->quirks & SA_QUIRK_NO_STRICT);
}

void sa_wire_put_tools(const struct sa_server *sv, const struct sa_model_request *q,
                       const struct sa_tool_form *form, struct sa_buf *out)
{
    const char *choice = q->choice == SA_CHOICE_CALL   ? form->call
                         : q->choice == SA_CHOICE_TEXT ? form->text
                                                       : NULL;
    if (!q->tool_count || !sa_wire_is_ours(sv, "tools")) return;
    size_t before = out->len;
    sa_json_key(out, "tools");
    for (size_t i = 0; i < q->tool_count; i++) {
        sa_buf_appends(out, i ? "," : "[");
        bool strict = is_strict(sv, form, &q->tools[i]);
        sa_buf_appends(out, form->open);
        if (strict || form->strict_else) sa_json_put_bool(out, "strict", strict);
        sa_json_put_str(out, "name", q->tools[i].name);
        sa_json_put_str(out, "description", q->tools[i].description);
        sa_json_put_raw(out, form->schema, q->tools[i].parameters);
        sa_buf_appends(out, form->close);
    }
    sa_buf_appendc(out, ']');
    drop_tags(out, before);
    if (choice && !(sv->quirks & SA_QUIRK_NO_TOOL_CHOICE) && sa_wire_is_ours(sv, "tool_choice"))
        sa_json_put_raw(out, "tool_choice", choice);
}

static void put_nth(const struct sa_server *sv, const struct sa_model_request *q, size_t i,
                    bool first, struct sa_buf *out)
{
    size_t before = out->len;
    if (!first) sa_buf_appendc(out, ',');
    if (!sv->wire->put_message(sv, q, i, out)) sa_buf_truncate(out, before);
}

void sa_wire_put_messages(struct sa_server *sv, const struct sa_model_request *q, const char *name,
                          struct sa_buf *out)
{
    bool known = q->conversation && q->conversation == sv->conversation && q->stamp == sv->stamp &&
                 sv->built_count < q->count;
    if (!known) sa_buf_clear(&sv->built), sv->built_count = 0;
    sv->conversation = q->conversation;
    sv->stamp = q->stamp;
    for (; sv->built_count + 1 < q->count; sv->built_count++)
        put_nth(sv, q, sv->built_count, !sv->built.len, &sv->built);
    sa_json_key(out, name);
    sa_buf_appendc(out, '[');
    sa_buf_append(out, sv->built.data, sv->built.len);
    out->full |= sv->built.full;
    if (q->count) put_nth(sv, q, q->count - 1, !sv->built.len, out);
    sa_buf_appendc(out, ']');
}

void sa_wire_put_format(const struct sa_server *sv, const struct sa_model_request *q,
                        struct sa_buf *out)
{
    const struct sa_wire_format *f = &sv->wire->format;
    if (!q->format || (sv->quirks & SA_QUIRK_NO_FORMAT) || !sa_wire_is_ours(sv, f->member)) return;
    if (!f->open) return sa_json_put_raw(out, f->member, q->format->schema);
    sa_json_key(out, f->member);
    sa_buf_appends(out, f->open);
    if (f->named) sa_json_put_str(out, "name", q->format->name);
    if (f->named) sa_json_put_bool(out, "strict", true);
    sa_json_put_raw(out, "schema", q->format->schema);
    sa_buf_appends(out, f->close);
}

void sa_wire_put_stops(const struct sa_server *sv, const struct sa_model_request *q,
                       const char *name, struct sa_buf *out)
{
    if ((sv->quirks & SA_QUIRK_NO_STOP) || !sa_wire_is_ours(sv, name) || !q->stops || !*q->stops)
        return;
    sa_json_key(out, name);
    for (const char *const *s = q->stops; *s; s++) {
        sa_buf_appendc(out, s == q->stops ? '[' : ',');
        sa_json_quote(out, *s, strlen(*s));
    }
    sa_buf_appendc(out, ']');
}

void sa_wire_put_extra(const struct sa_server *sv, struct sa_buf *out)
{
    for (const cJSON *item = sv->extra ? sv->extra->child : NULL; item; item = item->next) {
        sa_json_key(out, item->string);
        sa_json_print(out, item);
    }
}
