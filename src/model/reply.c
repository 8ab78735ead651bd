// A model's reply: its beginning and its end. What comes between them is in reply_grow.c, its calls
// in reply_calls.c.
#include <stdlib.h>
#include <string.h>

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
    sa_reply_drop_calls(reply);
    for (size_t i = 0; i < SA_COUNT(reply->growing); i++) {
        free(reply->growing[i].name);
        sa_buf_release(&reply->growing[i].text);
    }
    for (size_t i = 0; i < SA_COUNT(reply->members); i++) {
        free(reply->members[i].name);
        sa_buf_release(&reply->members[i].text);
    }
    cJSON_Delete(reply->kept);
    cJSON_Delete(reply->more);
}

void sa_reply_end(struct sa_reply *reply, const char *why)
{
    sa_freep(&reply->finish_reason);
    reply->finish_reason = sa_xstrdup(why);
}

int64_t sa_reply_tokens(const cJSON *usage, const char *name, int64_t otherwise)
{
    static const int64_t most = INT64_C(1000000000000);
    int64_t n = sa_json_int(usage, name, otherwise);
    return n < 0 ? 0 : n > most ? most : n;
}

void sa_reply_finish(struct sa_reply *reply, struct sa_model_result *result)
{
    bool refused = reply->refused;
    sa_reply_end_half(&reply->text_half, &reply->text);
    sa_reply_give_calls(reply, result);
    sa_reply_hand_on(reply, true);
    sa_reply_keep_end(reply);
    struct sa_buf fixed = SA_BUF_INIT(SA_BUF_TEXT);
    sa_utf8_repair(&fixed, sa_buf_text(&reply->text), reply->text.len);
    result->text = sa_buf_take(&fixed, &result->len);
    if (cJSON_GetArraySize(reply->kept)) {
        struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
        sa_json_print(&json, reply->kept);
        result->kept = sa_buf_take(&json, NULL);
        result->whole = reply->whole;
    }
    if (reply->reasoning.len) result->reasoning = sa_buf_take(&reply->reasoning, NULL);
    result->finish_reason = reply->refusal ? sa_xstrdup("refusal") : reply->finish_reason;
    if (!reply->refusal) reply->finish_reason = NULL;
    result->ended_early = refused;
    result->usage = reply->usage;
}
