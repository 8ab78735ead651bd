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

bool sa_reply_reasoning(struct sa_reply *reply, const char *text, size_t len)
{
    sa_buf_append(&reply->reasoning, text, len);
    const struct sa_model_request *q = reply->request;
    if (len && q->on_delta && !q->on_delta(q->ctx, SA_DELTA_REASONING, text, len))
        reply->refused = true;
    return !reply->refused;
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
    if (!sa_buf_append(&reply->text, text, len)) {
        reply->too_large = true;
        return false;
    }
    return hand_on(reply, false);
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
