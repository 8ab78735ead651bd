// Ollama's own format: streams are lines of JSON, and the size of the context window can be asked
// for, which the chat completions of the same server cannot do.
#include <string.h>

#include "base/str.h"
#include "model/wire.h"

// ---- the request

static void put_images(const struct sa_server *sv, const struct sa_message *m, struct sa_buf *out)
{
    const struct sa_content *p;
    for (size_t n = 0; (p = sa_wire_part(sv, m, SA_CONTENT_IMAGE, n)); n++) {
        sa_buf_appends(out, n ? "," : ",\"images\":[");
        sa_wire_put_image(out, &p->image);
    }
    if (sa_wire_part(sv, m, SA_CONTENT_IMAGE, 0)) sa_buf_appendc(out, ']');
}

static void put_calls(const struct sa_server *sv, const struct sa_message *m, struct sa_buf *out)
{
    const struct sa_content *p;
    for (size_t n = 0; (p = sa_wire_part(sv, m, SA_CONTENT_CALL, n)); n++) {
        sa_buf_appends(out, n ? ",{\"function\":{" : ",\"tool_calls\":[{\"function\":{");
        sa_json_put_str(out, "name", p->name);
        sa_json_put_raw(out, "arguments", p->text);
        sa_buf_appends(out, "}}");
    }
    if (sa_wire_part(sv, m, SA_CONTENT_CALL, 0)) sa_buf_appendc(out, ']');
}

static void put_results(const struct sa_server *sv, const struct sa_message *m, struct sa_buf *out)
{
    const struct sa_content *p;
    for (size_t n = 0; (p = sa_wire_part(sv, m, SA_CONTENT_RESULT, n)); n++) {
        sa_buf_appendc(out, '{');
        sa_json_put_str(out, "role", "tool");
        if (p->name) sa_json_put_str(out, "tool_name", p->name);
        sa_json_key(out, "content");
        sa_wire_put_text(out, p->text, p->len);
        sa_buf_appends(out, "},");
    }
}

static bool put_message(const struct sa_server *sv, const struct sa_model_request *q, size_t i,
                        struct sa_buf *out)
{
    static const char *const roles[] = {"system", "user", "assistant"};
    const struct sa_message *m = &q->messages[i];
    const struct sa_content *text = sa_wire_part(sv, m, SA_CONTENT_TEXT, 0);
    const struct sa_content *whole = sa_wire_whole(sv, m);
    if (whole) return sa_wire_put_items(whole, out), true;
    put_results(sv, m, out);
    bool silent = !(text && text->len) && !sa_wire_part(sv, m, SA_CONTENT_IMAGE, 0);
    if (silent && sa_wire_part(sv, m, SA_CONTENT_RESULT, 0))
        return sa_buf_truncate(out, out->len - 1), true;
    sa_buf_appendc(out, '{');
    sa_json_put_str(out, "role", roles[m->role]);
    sa_json_key(out, "content");
    sa_wire_put_text(out, text ? text->text : "", text ? text->len : 0);
    put_images(sv, m, out);
    put_calls(sv, m, out);
    sa_buf_appendc(out, '}');
    return true;
}

static void put_request(struct sa_server *sv, const struct sa_model_request *q, struct sa_buf *out)
{
    static const struct sa_tool_form form = {"{\"type\":\"function\",\"function\":{",
                                             "parameters",
                                             "}}",
                                             NULL,
                                             NULL,
                                             SA_STRICT_NOT,
                                             false};
    if (sa_wire_is_ours(sv, "model")) sa_json_put_str(out, "model", sv->base.name);
    sa_wire_put_tools(sv, q, &form, out);
    sa_wire_put_messages(sv, q, "messages", out);
    if (sa_wire_is_ours(sv, "stream")) sa_json_put_bool(out, "stream", sa_wire_streams(sv));
    sa_wire_put_format(sv, q, out);
    sa_wire_put_effort(sv, out);
    if (!sa_wire_is_ours(sv, "options")) return;
    struct sa_buf options = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appendc(&options, '{');
    if (sv->max_context > 0) sa_json_put_int(&options, "num_ctx", sv->max_context);
    if (sv->max_reply_tokens > 0) sa_json_put_int(&options, "num_predict", sv->max_reply_tokens);
    sa_wire_put_sampling(sv, &options);
    sa_wire_put_stops(sv, q, "stop", &options);
    sa_buf_appendc(&options, '}');
    sa_json_put_raw(out, "options", sa_buf_text(&options));
    sa_buf_release(&options);
}

// ---- the reply

static void take_calls(struct sa_reply *reply, const cJSON *message)
{
    const cJSON *call;
    cJSON_ArrayForEach(call, sa_json_get(message, "tool_calls"))
    {
        const cJSON *f = sa_json_get(call, "function");
        struct sa_buf args = SA_BUF_INIT(SA_BUF_TEXT);
        sa_json_print(&args, sa_json_get(f, "arguments"));
        struct sa_native_call *c = sa_reply_call(reply, reply->call_count, NULL,
                                                 sa_json_str(f, "name", NULL), sa_buf_text(&args));
        if (c && sa_reply_offers(reply)) c->more = cJSON_Duplicate(call, true);
        sa_buf_release(&args);
    }
}

// Each line is a reply of its own form; the last one has the counts.
static bool take(struct sa_call *call, const cJSON *root, bool whole)
{
    struct sa_reply *reply = &call->reply;
    const cJSON *message = sa_json_get(root, "message");
    const char *thought = sa_json_str(message, "thinking", ""),
               *text = sa_json_str(message, "content", "");
    (void)whole;
    if (sa_json_bool(root, "done", false)) {
        reply->usage.input = sa_reply_tokens(root, "prompt_eval_count", 0);
        reply->usage.output = sa_reply_tokens(root, "eval_count", 0);
        reply->has_usage = sa_json_get(root, "eval_count") != NULL;
        sa_reply_end(reply, sa_json_str(root, "done_reason", "stop"));
        call->done = true;
    }
    take_calls(reply, message);
    if (*thought && !sa_reply_reasoning(reply, thought, strlen(thought))) return false;
    return sa_reply_text(reply, text, strlen(text));
}

static bool is_reply(const cJSON *root)
{
    return cJSON_IsObject(sa_json_get(root, "message"));
}

// The message with its thought, its text and its calls as they came.
static bool seal(struct sa_reply *reply)
{
    cJSON *message = cJSON_CreateObject(), *calls = NULL;
    cJSON_AddStringToObject(message, "role", "assistant");
    cJSON_AddStringToObject(message, "content", sa_buf_text(&reply->text));
    if (reply->reasoning.len)
        cJSON_AddStringToObject(message, "thinking", sa_buf_text(&reply->reasoning));
    for (size_t i = 0; i < reply->call_count; i++) {
        struct sa_native_call *c = &reply->calls[i];
        if (!c->name.len || !c->more) continue;
        if (!calls) calls = cJSON_AddArrayToObject(message, "tool_calls");
        cJSON *f = cJSON_GetObjectItemCaseSensitive(c->more, "function");
        sa_reply_set_member(f, "arguments", cJSON_CreateRaw(sa_buf_text(&c->args)));
        cJSON_AddItemToArray(calls, c->more);
        c->more = NULL;
    }
    sa_reply_keep_only(reply, message);
    return true;
}

const struct sa_wire sa_wire_ollama = {
    .name = "ollama",
    .reply_name = "reply of Ollama",
    .path = "/api/chat",
    .list_path = "/api/tags",
    .not_in_base = "/v1",
    .key_header = "Authorization: Bearer ",
    .quirks = SA_QUIRK_NO_STOP | SA_QUIRK_NO_TEMPERATURE | SA_QUIRK_NO_IMAGES,
    .lines = true,
    .sampling = {"top_p",
                 "seed",
                 "think",
                 {"false", NULL, "\"low\"", "\"medium\"", "\"high\"", NULL}},
    .format = {"format", NULL, NULL, false},
    .put_request = put_request,
    .put_message = put_message,
    .is_reply = is_reply,
    .take = take,
    .seal = seal,
};
