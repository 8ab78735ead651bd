// A model's reply while it arrives. Three things happen on the way: reasoning that a server leaves
// in the text as <think>...</think> is set apart, stop sequences end the reply even when the server
// ignores them, and pieces are handed on only once they cannot be part of a stop sequence.
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
}

bool sa_reply_reasoning(struct sa_reply *reply, const char *text, size_t len)
{
    sa_buf_append(&reply->reasoning, text, len);
    const struct sa_model_request *q = reply->request;
    if (len && q->on_delta && !q->on_delta(q->ctx, SA_DELTA_REASONING, text, len))
        reply->refused = true;
    return !reply->refused;
}

// Bytes at the end of the text that could be the start of a stop sequence.
static size_t held_back(const struct sa_reply *reply)
{
    size_t most = sa_utf8_partial_tail(reply->text.data, reply->text.len);
    const char *const *stops = reply->request->stops;
    for (; stops && *stops; stops++) {
        size_t n = strlen(*stops) - 1;
        if (n > reply->text.len) n = reply->text.len;
        for (; n > most; n--)
            if (!memcmp(reply->text.data + reply->text.len - n, *stops, n)) most = n;
    }
    return most;
}

static bool hand_on(struct sa_reply *reply, bool all)
{
    const struct sa_model_request *q = reply->request;
    size_t upto = reply->text.len;
    if (!upto) return true;
    if (!all) upto -= held_back(reply);
    if (!q->on_delta || reply->refused || upto <= reply->handed) return !reply->refused;
    size_t from = reply->handed;
    reply->handed = upto;
    if (!q->on_delta(q->ctx, SA_DELTA_TEXT, reply->text.data + from, upto - from))
        reply->refused = true;
    return !reply->refused;
}

// Cuts the text at the first stop sequence, looking from `from` on.
static void enforce_stops(struct sa_reply *reply, size_t from)
{
    const char *const *stops = reply->request->stops;
    size_t longest = 0;
    for (const char *const *s = stops; s && *s; s++)
        if (strlen(*s) > longest) longest = strlen(*s);
    from = from > longest ? from - longest : 0;
    size_t cut = reply->text.len;
    for (; stops && *stops; stops++) {
        const char *hit = sa_memfind(reply->text.data + from, reply->text.len - from, *stops,
                                     strlen(*stops));
        if (hit && (size_t)(hit - reply->text.data) < cut) cut = (size_t)(hit - reply->text.data);
    }
    if (cut == reply->text.len) return;
    sa_buf_truncate(&reply->text, cut);
    reply->at_stop = true;
}

// Moves a leading <think> block out of the text. True when the rest is ordinary text.
static bool split_thinking(struct sa_reply *reply)
{
    static const char open[] = "<think>", close[] = "</think>";
    struct sa_buf *text = &reply->text;
    if (reply->think == SA_THINK_UNKNOWN) {
        size_t start = 0, have;
        while (start < text->len && strchr(" \r\n\t", text->data[start])) start++;
        have = text->len - start;
        if (have >= strlen(open) && !memcmp(text->data + start, open, strlen(open))) {
            sa_buf_remove(text, 0, start + strlen(open));
            reply->think = SA_THINK_INSIDE;
        } else if (have < strlen(open) && !memcmp(sa_buf_text(text) + start, open, have)) {
            return false; // still undecided
        } else {
            reply->think = SA_THINK_NONE;
        }
    }
    if (reply->think == SA_THINK_NONE) return true;
    const char *end = sa_memfind(sa_buf_text(text), text->len, close, strlen(close));
    size_t keep = strlen(close) - 1;
    size_t n = end ? (size_t)(end - text->data) : text->len > keep ? text->len - keep : 0;
    if (!end) n = sa_utf8_floor(sa_buf_text(text), text->len, n);
    if (n) sa_reply_reasoning(reply, text->data, n);
    sa_buf_remove(text, 0, end ? n + strlen(close) : n);
    if (end) reply->think = SA_THINK_NONE;
    return end != NULL;
}

bool sa_reply_text(struct sa_reply *reply, const char *text, size_t len)
{
    if (reply->at_stop || reply->refused) return false;
    size_t before = reply->text.len;
    if (!sa_buf_append(&reply->text, text, len)) {
        reply->too_large = true;
        return false;
    }
    if (reply->think != SA_THINK_NONE) {
        before = 0;
        if (!split_thinking(reply)) return !reply->refused;
    }
    enforce_stops(reply, before);
    return hand_on(reply, reply->at_stop) && !reply->at_stop;
}

void sa_reply_finish(struct sa_reply *reply, struct sa_model_result *result)
{
    if (reply->think == SA_THINK_INSIDE) { // never closed: all of it was reasoning
        sa_reply_reasoning(reply, sa_buf_text(&reply->text), reply->text.len);
        sa_buf_clear(&reply->text);
    }
    hand_on(reply, true);
    struct sa_buf fixed = SA_BUF_INIT(SA_BUF_TEXT);
    sa_utf8_repair(&fixed, sa_buf_text(&reply->text), reply->text.len);
    result->text = sa_buf_take(&fixed, &result->len);
    if (reply->reasoning.len) result->reasoning = sa_buf_take(&reply->reasoning, NULL);
    result->finish_reason = reply->finish_reason;
    reply->finish_reason = NULL;
    result->at_stop = reply->at_stop;
    result->usage = reply->usage;
}
