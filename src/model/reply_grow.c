// A model's reply while it arrives: text and reasoning grow, and are handed on in whole characters;
// so does what goes back as it came. What in the text is thinking, code or the end is for the
// agent's reader to say.
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/xalloc.h"
#include "model/model_int.h"

void sa_reply_end_half(unsigned *half, struct sa_buf *out)
{
    if (*half) sa_buf_append_utf8(out, 0xFFFD);
    *half = 0;
}

static void take_half(unsigned *half, unsigned unit, struct sa_buf *out)
{
    bool second = unit >= 0xDC00;
    if (second && *half) {
        sa_buf_append_utf8(out, 0x10000 + ((*half - 0xD800) << 10 | (unit - 0xDC00)));
        *half = 0;
        return;
    }
    sa_reply_end_half(half, out);
    if (second) sa_buf_append_utf8(out, 0xFFFD);
    else *half = unit;
}

struct sa_str sa_reply_whole_text(unsigned *half, const char *text, size_t len, struct sa_buf *out)
{
    enum { MARK = sizeof SA_HALF_MARK - 1 };
    if (!len || (!*half && !sa_memfind(text, len, SA_HALF_MARK, MARK)))
        return (struct sa_str){text, len};
    const char *p = text, *end = text + len, *mark;
    while ((mark = sa_memfind(p, (size_t)(end - p), SA_HALF_MARK, MARK))) {
        uint32_t code = 0;
        size_t n = sa_utf8_decode(mark + MARK, (size_t)(end - mark) - MARK, &code);
        bool is_half = code >= SA_HALF_BASE && code < SA_HALF_BASE + 0x800;
        if (mark > p || !is_half) sa_reply_end_half(half, out);
        sa_buf_append(out, p, (size_t)(mark - p));
        if (is_half) take_half(half, code - SA_HALF_BASE + 0xD800, out);
        else sa_buf_appends(out, SA_HALF_MARK);
        p = mark + MARK + (is_half ? n : 0);
    }
    if (p < end) sa_reply_end_half(half, out);
    sa_buf_append(out, p, (size_t)(end - p));
    return (struct sa_str){sa_buf_text(out), out->len};
}

// ---- what goes back as it came ----------------------------------------------------------------

void sa_reply_keep_end(struct sa_reply *reply)
{
    for (size_t i = 0; i < SA_COUNT(reply->growing); i++) {
        struct sa_growing *g = &reply->growing[i];
        if (!g->name) continue;
        struct sa_buf whole = SA_BUF_INIT(SA_BUF_TEXT);
        unsigned half = 0;
        struct sa_str s = sa_reply_whole_text(&half, sa_buf_text(&g->text), g->text.len, &whole);
        SA_AUTO_FREE char *text = sa_xstrndup(s.data, s.len);
        cJSON_DeleteItemFromObjectCaseSensitive(reply->open, g->name);
        cJSON_AddStringToObject(reply->open, g->name, text);
        sa_buf_release(&whole);
        sa_buf_release(&g->text);
        sa_freep(&g->name);
    }
    reply->open = NULL;
    reply->keeps_text = false;
}

void sa_reply_keep(struct sa_reply *reply, const cJSON *item)
{
    sa_reply_keep_end(reply);
    if (!reply->kept) reply->kept = cJSON_CreateArray();
    reply->open = cJSON_Duplicate(item, true);
    cJSON_AddItemToArray(reply->kept, reply->open);
}

static struct sa_growing *growing(struct sa_reply *reply, const char *name)
{
    for (size_t i = 0; i < SA_COUNT(reply->growing); i++) {
        struct sa_growing *g = &reply->growing[i];
        if (g->name && !strcmp(g->name, name)) return g;
        if (g->name) continue;
        g->name = sa_xstrdup(name);
        sa_buf_init(&g->text, SA_BUF_TEXT);
        sa_buf_appends(&g->text, sa_json_str(reply->open, name, ""));
        return g;
    }
    return NULL;
}

void sa_reply_keep_more(struct sa_reply *reply, const cJSON *delta)
{
    static const char *const fixed[] = {"type", "format", "id"}; // said anew with every piece
    const cJSON *member;
    if (!reply->open) return;
    cJSON_ArrayForEach(member, delta)
    {
        bool grows = cJSON_IsString(member);
        for (size_t i = 0; i < SA_COUNT(fixed); i++) grows &= strcmp(member->string, fixed[i]) != 0;
        struct sa_growing *g = grows ? growing(reply, member->string) : NULL;
        if (g) sa_buf_appends(&g->text, member->valuestring);
    }
}

void sa_reply_keep_piece(struct sa_reply *reply, const cJSON *piece)
{
    const char *type = sa_json_str(piece, "type", "");
    bool more = reply->open && !strcmp(sa_json_str(reply->open, "type", ""), type) &&
                sa_json_int(reply->open, "index", 0) == sa_json_int(piece, "index", 0);
    if (more) sa_reply_keep_more(reply, piece);
    else sa_reply_keep(reply, piece);
}

// ---- members of a message that this program does not know ------------------------------------

static void grow(struct sa_reply *reply, const char *name, const char *text)
{
    for (size_t i = 0; i < SA_COUNT(reply->members); i++) {
        struct sa_growing *g = &reply->members[i];
        if (g->name && strcmp(g->name, name) != 0) continue;
        if (!g->name) {
            g->name = sa_xstrdup(name);
            sa_buf_init(&g->text, SA_BUF_TEXT);
        }
        reply->too_large |= !sa_buf_appends(&g->text, text);
        return;
    }
}

void sa_reply_more(struct sa_reply *reply, const cJSON *member)
{
    if (cJSON_IsNull(member)) return;
    if (cJSON_IsString(member)) {
        grow(reply, member->string, member->valuestring);
        return;
    }
    sa_reply_copy_member(reply, &reply->more, member);
}

void sa_reply_copy_member(struct sa_reply *reply, cJSON **to, const cJSON *member)
{
    enum { MOST = 100 };
    if (!*to) *to = cJSON_CreateObject();
    cJSON_DeleteItemFromObjectCaseSensitive(*to, member->string);
    if (cJSON_GetArraySize(*to) < MOST)
        cJSON_AddItemToObject(*to, member->string, cJSON_Duplicate(member, true));
    else reply->call_lost = true;
}

void sa_reply_set_member(cJSON *object, const char *name, cJSON *value)
{
    // Replacing what is not there loses the value.
    if (sa_json_get(object, name)) cJSON_ReplaceItemInObjectCaseSensitive(object, name, value);
    else if (!cJSON_IsObject(object) || !cJSON_AddItemToObject(object, name, value))
        cJSON_Delete(value);
}

void sa_reply_move_members(cJSON *from, cJSON *to)
{
    while (from && from->child) {
        cJSON *member = cJSON_DetachItemViaPointer(from, from->child);
        SA_AUTO_FREE char *name = sa_xstrdup(member->string);
        cJSON_AddItemToObject(to, name, member);
    }
}

void sa_reply_put_more(struct sa_reply *reply, cJSON *message)
{
    for (size_t i = 0; i < SA_COUNT(reply->members); i++) {
        struct sa_growing *g = &reply->members[i];
        struct sa_buf whole = SA_BUF_INIT(SA_BUF_TEXT);
        unsigned half = 0;
        if (!g->name || !g->text.len) continue;
        struct sa_str s = sa_reply_whole_text(&half, g->text.data, g->text.len, &whole);
        SA_AUTO_FREE char *text = sa_xstrndup(s.data, s.len);
        cJSON_AddStringToObject(message, g->name, text);
        sa_buf_release(&whole);
    }
    sa_reply_move_members(reply->more, message);
}

void sa_reply_keep_only(struct sa_reply *reply, cJSON *item)
{
    sa_reply_keep_end(reply);
    cJSON_Delete(reply->kept);
    reply->kept = cJSON_CreateArray();
    cJSON_AddItemToArray(reply->kept, item);
}

// ---- text and thought -------------------------------------------------------------------------

static bool add_reasoning(struct sa_reply *reply, const char *text, size_t len)
{
    sa_buf_append(&reply->reasoning, text, len);
    const struct sa_model_request *q = reply->request;
    if (len && q->on_delta && !q->on_delta(q->ctx, SA_DELTA_REASONING, text, len))
        reply->refused = true;
    return !reply->refused;
}

bool sa_reply_reasoning(struct sa_reply *reply, const char *text, size_t len)
{
    struct sa_buf whole = SA_BUF_INIT(SA_BUF_TEXT);
    struct sa_str s = sa_reply_whole_text(&reply->reasoning_half, text, len, &whole);
    bool go = add_reasoning(reply, s.data, s.len);
    sa_buf_release(&whole);
    return go;
}

bool sa_reply_hand_on(struct sa_reply *reply, bool all)
{
    const struct sa_model_request *q = reply->request;
    size_t upto = reply->text.len, from = reply->handed;
    if (!all) upto -= sa_utf8_partial_tail(sa_buf_text(&reply->text), upto);
    if (!q->on_delta || reply->refused || upto <= from) return !reply->refused;
    reply->handed = upto;
    if (!q->on_delta(q->ctx, SA_DELTA_TEXT, reply->text.data + from, upto - from))
        reply->refused = true;
    return !reply->refused;
}

bool sa_reply_text(struct sa_reply *reply, const char *text, size_t len)
{
    if (reply->refused) return false;
    if (len && reply->open && !reply->keeps_text) sa_reply_keep_end(reply);
    struct sa_buf whole = SA_BUF_INIT(SA_BUF_TEXT);
    struct sa_str s = sa_reply_whole_text(&reply->text_half, text, len, &whole);
    reply->too_large = !sa_buf_append(&reply->text, s.data, s.len);
    sa_buf_release(&whole);
    return !reply->too_large && sa_reply_hand_on(reply, false);
}
