// A model's reply while it arrives: text and reasoning grow, and are handed on in whole characters.
// What in the text is thinking, code or the end is for the agent's reader to say.
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "model/model_int.h"

void sa_reply_init(struct sa_reply *reply, const struct sa_model_request *request)
{
    memset(reply, 0, sizeof *reply);
    reply->request = request;
    sa_buf_init(&reply->text, SA_BUF_TEXT);
    sa_buf_init(&reply->reasoning, SA_BUF_TEXT);
}

void sa_reply_release(struct sa_reply *reply)
{
    sa_buf_release(&reply->text);
    sa_buf_release(&reply->reasoning);
    sa_freep(&reply->finish_reason);
    for (size_t i = 0; i < reply->call_count; i++) {
        sa_buf_release(&reply->calls[i].name);
        sa_buf_release(&reply->calls[i].args);
    }
    free(reply->calls);
    for (size_t i = 0; i < SA_COUNT(reply->growing); i++) {
        free(reply->growing[i].name);
        sa_buf_release(&reply->growing[i].text);
    }
    cJSON_Delete(reply->kept);
}

void sa_reply_end(struct sa_reply *reply, const char *why)
{
    sa_freep(&reply->finish_reason);
    reply->finish_reason = sa_xstrdup(why);
}

// A unit that was ended by none of its kind.
static void give_up_half(unsigned *half, struct sa_buf *out)
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
    give_up_half(half, out);
    if (second) sa_buf_append_utf8(out, 0xFFFD);
    else *half = unit;
}

// The text with marked halves (sa_clean_delta) put together. It is itself where there are none.
static struct sa_str whole_text(unsigned *half, const char *text, size_t len, struct sa_buf *out)
{
    enum { MARK = sizeof SA_HALF_MARK - 1 };
    if (!len || (!*half && !sa_memfind(text, len, SA_HALF_MARK, MARK)))
        return (struct sa_str){text, len};
    const char *p = text, *end = text + len, *mark;
    while ((mark = sa_memfind(p, (size_t)(end - p), SA_HALF_MARK, MARK))) {
        uint32_t code = 0;
        size_t n = sa_utf8_decode(mark + MARK, (size_t)(end - mark) - MARK, &code);
        bool is_half = code >= SA_HALF_BASE && code < SA_HALF_BASE + 0x800;
        if (mark > p || !is_half) give_up_half(half, out);
        sa_buf_append(out, p, (size_t)(mark - p));
        if (is_half) take_half(half, code - SA_HALF_BASE + 0xD800, out);
        else sa_buf_appends(out, SA_HALF_MARK);
        p = mark + MARK + (is_half ? n : 0);
    }
    if (p < end) give_up_half(half, out);
    sa_buf_append(out, p, (size_t)(end - p));
    return (struct sa_str){sa_buf_text(out), out->len};
}

// ---- what goes back as it came ----------------------------------------------------------------

// The last item is whole: its members that came in pieces are put together.
static void close_kept(struct sa_reply *reply)
{
    for (size_t i = 0; i < SA_COUNT(reply->growing); i++) {
        struct sa_growing *g = &reply->growing[i];
        if (!g->name) continue;
        struct sa_buf whole = SA_BUF_INIT(SA_BUF_TEXT);
        unsigned half = 0;
        struct sa_str s = whole_text(&half, sa_buf_text(&g->text), g->text.len, &whole);
        SA_AUTO_FREE char *text = sa_xstrndup(s.data, s.len);
        cJSON_DeleteItemFromObjectCaseSensitive(reply->open, g->name);
        cJSON_AddStringToObject(reply->open, g->name, text);
        sa_buf_release(&whole);
        sa_buf_release(&g->text);
        sa_freep(&g->name);
    }
    reply->open = NULL;
}

void sa_reply_keep(struct sa_reply *reply, const cJSON *item)
{
    close_kept(reply);
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
    struct sa_str s = whole_text(&reply->reasoning_half, text, len, &whole);
    bool go = add_reasoning(reply, s.data, s.len);
    sa_buf_release(&whole);
    return go;
}

// Whole characters only.
static bool hand_on(struct sa_reply *reply, bool all)
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
    if (len && reply->open) close_kept(reply);
    struct sa_buf whole = SA_BUF_INIT(SA_BUF_TEXT);
    struct sa_str s = whole_text(&reply->text_half, text, len, &whole);
    reply->too_large = !sa_buf_append(&reply->text, s.data, s.len);
    sa_buf_release(&whole);
    return !reply->too_large && hand_on(reply, false);
}

void sa_reply_call(struct sa_reply *reply, size_t index, const char *name, const char *args)
{
    enum { MOST = 128 };
    if (index >= MOST) return;
    SA_GROW(reply->calls, reply->call_cap, index + 1);
    for (; reply->call_count <= index; reply->call_count++)
        reply->calls[reply->call_count] = (struct sa_native_call){SA_BUF_INIT(SA_BUF_SMALL),
                                                                  SA_BUF_INIT(SA_BUF_TEXT)};
    if (name) sa_buf_appends(&reply->calls[index].name, name);
    if (args) sa_buf_appends(&reply->calls[index].args, args);
}

// Native calls join the text in the form that the reader of replies knows.
static void write_calls(struct sa_reply *reply)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    for (size_t i = 0; i < reply->call_count; i++) {
        const struct sa_native_call *c = &reply->calls[i];
        if (!c->name.len) continue;
        sa_buf_appends(&out, "\n<tool_call>\n{");
        sa_json_put_strn(&out, "name", c->name.data, c->name.len);
        bool json = c->args.len && sa_json_check(c->args.data, c->args.len, NULL);
        if (json) sa_json_put_raw(&out, "arguments", c->args.data);
        else sa_json_put_strn(&out, "arguments", sa_buf_text(&c->args), c->args.len);
        sa_buf_appends(&out, "}\n</tool_call>\n");
    }
    if (out.len) sa_reply_text(reply, out.data, out.len);
    sa_buf_release(&out);
}

void sa_reply_finish(struct sa_reply *reply, struct sa_model_result *result)
{
    bool refused = reply->refused;
    give_up_half(&reply->text_half, &reply->text);
    if (reply->call_count) write_calls(reply);
    hand_on(reply, true);
    close_kept(reply);
    struct sa_buf fixed = SA_BUF_INIT(SA_BUF_TEXT);
    sa_utf8_repair(&fixed, sa_buf_text(&reply->text), reply->text.len);
    result->text = sa_buf_take(&fixed, &result->len);
    if (cJSON_GetArraySize(reply->kept)) {
        struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_print(&json, reply->kept);
        result->kept = sa_buf_take(&json, NULL);
    }
    if (reply->reasoning.len) result->reasoning = sa_buf_take(&reply->reasoning, NULL);
    result->finish_reason = reply->refusal ? sa_xstrdup("refusal") : reply->finish_reason;
    if (!reply->refusal) reply->finish_reason = NULL;
    result->ended_early = refused;
    result->usage = reply->usage;
}
