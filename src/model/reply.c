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
    struct sa_buf fixed = SA_BUF_INIT(SA_BUF_TEXT);
    sa_utf8_repair(&fixed, sa_buf_text(&reply->text), reply->text.len);
    result->text = sa_buf_take(&fixed, &result->len);
    if (reply->reasoning.len) result->reasoning = sa_buf_take(&reply->reasoning, NULL);
    result->finish_reason = reply->refusal ? sa_xstrdup("refusal") : reply->finish_reason;
    if (!reply->refusal) reply->finish_reason = NULL;
    result->ended_early = refused;
    result->usage = reply->usage;
}
