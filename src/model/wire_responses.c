// OpenAI's Responses: items instead of messages, nothing stored at the server, so that thoughts
// come encrypted and go back with what they led to.
#include <string.h>

#include "base/str.h"
#include "model/wire.h"

// ---- the request

static void next(struct sa_buf *out, size_t start)
{
    if (out->len > start) sa_buf_appendc(out, ',');
}

static void put_result(const struct sa_content *p, struct sa_buf *out)
{
    sa_buf_appendc(out, '{');
    sa_json_put_str(out, "type", "function_call_output");
    sa_json_put_str(out, "call_id", p->id);
    sa_json_key(out, "output");
    sa_wire_put_text(out, p->text, p->len);
    sa_buf_appendc(out, '}');
}

static void put_call(const struct sa_content *p, struct sa_buf *out)
{
    sa_buf_appendc(out, '{');
    sa_json_put_str(out, "type", "function_call");
    sa_json_put_str(out, "call_id", p->id);
    sa_json_put_str(out, "name", p->name);
    sa_json_put_strn(out, "arguments", p->text, p->len);
    sa_buf_appendc(out, '}');
}

static void put_said(const struct sa_server *sv, const struct sa_message *m, struct sa_buf *out)
{
    static const char *const roles[] = {"system", "user", "assistant"};
    const struct sa_content *text = sa_wire_part(sv, m, SA_CONTENT_TEXT, 0), *image;
    sa_buf_appendc(out, '{');
    sa_json_put_str(out, "role", roles[m->role]);
    sa_buf_appends(out, ",\"content\":[{");
    sa_json_put_str(out, "type", m->role == SA_ROLE_ASSISTANT ? "output_text" : "input_text");
    sa_json_key(out, "text");
    sa_wire_put_text(out, text ? text->text : "", text ? text->len : 0);
    sa_buf_appendc(out, '}');
    for (size_t n = 0; (image = sa_wire_part(sv, m, SA_CONTENT_IMAGE, n)); n++) {
        sa_buf_appends(out, ",{\"type\":\"input_image\",\"image_url\":");
        sa_wire_put_image_url(out, &image->image);
        sa_buf_appendc(out, '}');
    }
    sa_buf_appends(out, "]}");
}

static bool put_message(const struct sa_server *sv, const struct sa_model_request *q, size_t i,
                        struct sa_buf *out)
{
    const struct sa_message *m = &q->messages[i];
    const struct sa_content *p, *text = sa_wire_part(sv, m, SA_CONTENT_TEXT, 0);
    const struct sa_content *kept = sa_wire_part(sv, m, SA_CONTENT_KEPT, 0);
    const struct sa_content *whole = sa_wire_whole(sv, m);
    size_t start = out->len;
    if (whole) return sa_wire_put_items(whole, out), out->len > start;
    for (size_t n = 0; (p = sa_wire_part(sv, m, SA_CONTENT_RESULT, n)); n++)
        next(out, start), put_result(p, out);
    if (kept && kept->len > 2) next(out, start), sa_wire_put_items(kept, out);
    if ((text && text->len) || sa_wire_part(sv, m, SA_CONTENT_IMAGE, 0))
        next(out, start), put_said(sv, m, out);
    for (size_t n = 0; (p = sa_wire_part(sv, m, SA_CONTENT_CALL, n)); n++)
        next(out, start), put_call(p, out);
    return out->len > start;
}

static void put_request(struct sa_server *sv, const struct sa_model_request *q, struct sa_buf *out)
{
    static const struct sa_tool_form form = {
        "{\"type\":\"function\"", "parameters", "}", "\"required\"", "\"none\"",
        SA_STRICT_LIMITED,        true};
    if (sa_wire_is_ours(sv, "model")) sa_json_put_str(out, "model", sv->base.name);
    sa_wire_put_tools(sv, q, &form, out);
    sa_wire_put_messages(sv, q, "input", out);
    if (sa_wire_is_ours(sv, "store")) sa_json_put_bool(out, "store", false);
    if (!(sv->quirks & SA_QUIRK_NO_KEPT) && sa_wire_is_ours(sv, "include"))
        sa_json_put_raw(out, "include", "[\"reasoning.encrypted_content\"]");
    if (sa_wire_streams(sv) && sa_wire_is_ours(sv, "stream")) sa_json_put_bool(out, "stream", true);
    sa_wire_put_format(sv, q, out);
    sa_wire_put_sampling(sv, out);
    sa_wire_put_effort(sv, out);
    if (sv->max_reply_tokens > 0 && sa_wire_is_ours(sv, "max_output_tokens"))
        sa_json_put_int(out, "max_output_tokens", sv->max_reply_tokens);
}

// ---- the reply

// A thought that cannot go back is of no use to anybody, and refused.
static bool is_kept(const struct sa_reply *reply, const cJSON *item)
{
    bool thought = sa_streq(sa_json_str(item, "type", NULL), "reasoning");
    return thought ? sa_json_str(item, "encrypted_content", NULL) != NULL : sa_reply_offers(reply);
}

// A call that is whole: its name and arguments may have come before, in pieces.
static void take_call(struct sa_reply *reply, const cJSON *item, size_t index)
{
    const struct sa_native_call *had = index < reply->call_count ? &reply->calls[index] : NULL;
    struct sa_native_call *c = sa_reply_call(
        reply, index, sa_json_str(item, "call_id", NULL),
        had && had->name.len ? NULL : sa_json_str(item, "name", NULL),
        had && had->args.len ? NULL : sa_json_str(item, "arguments", NULL));
    if (c) c->item = reply->open;
}

static bool take_item(struct sa_reply *reply, const cJSON *item, size_t index, bool whole)
{
    const char *type = sa_json_str(item, "type", "");
    const cJSON *part;
    if (is_kept(reply, item)) sa_reply_keep(reply, item);
    if (!strcmp(type, "function_call")) take_call(reply, item, index);
    if (!whole) return true; // what else it holds came in pieces
    bool thought = !strcmp(type, "reasoning");
    cJSON_ArrayForEach(part, sa_json_get(item, thought ? "summary" : "content"))
    {
        const char *text = sa_json_str(part, "text", NULL);
        const char *refusal = sa_json_str(part, "refusal", NULL);
        if (refusal) reply->refusal = true, text = refusal;
        size_t len = text ? strlen(text) : 0;
        if (len &&
            !(thought ? sa_reply_reasoning(reply, text, len) : sa_reply_text(reply, text, len)))
            return false;
    }
    return true;
}

// The response object: how it ended and what it took.
static void take_end(struct sa_reply *reply, const cJSON *response)
{
    const cJSON *usage = sa_json_get(response, "usage");
    const char *cut = sa_json_str(sa_json_get(response, "incomplete_details"), "reason", NULL);
    struct sa_usage *u = &reply->usage;
    if (cut) sa_reply_end(reply, !strcmp(cut, "max_output_tokens") ? "length" : cut);
    else sa_reply_end(reply, "stop");
    if (!cJSON_IsObject(usage)) return;
    u->input = sa_reply_tokens(usage, "input_tokens", 0);
    u->output = sa_reply_tokens(usage, "output_tokens", 0);
    u->cached = sa_reply_tokens(sa_json_get(usage, "input_tokens_details"), "cached_tokens", 0);
    u->reasoning = sa_reply_tokens(sa_json_get(usage, "output_tokens_details"), "reasoning_tokens",
                                   0);
    reply->has_usage = true;
}

static bool take_response(struct sa_call *call, const cJSON *response, bool whole)
{
    const cJSON *item, *output = whole ? sa_json_get(response, "output") : NULL;
    size_t index = 0;
    call->done = true;
    take_end(&call->reply, response);
    cJSON_ArrayForEach(item, output)
    {
        if (!take_item(&call->reply, item, index++, true)) return false;
    }
    return true;
}

static bool add_text(struct sa_reply *reply, const char *text)
{
    return sa_reply_text(reply, text, strlen(text));
}

static bool add_refusal(struct sa_reply *reply, const char *text)
{
    reply->refusal = true;
    return add_text(reply, text);
}

static bool add_thought(struct sa_reply *reply, const char *text)
{
    return sa_reply_reasoning(reply, text, strlen(text));
}

static const struct {
    const char *event;
    bool (*add)(struct sa_reply *reply, const char *text);
} deltas[] = {
    {"response.output_text.delta", add_text},
    {"response.refusal.delta", add_refusal},
    {"response.reasoning_text.delta", add_thought},
    {"response.reasoning_summary_text.delta", add_thought},
};

static bool take(struct sa_call *call, const cJSON *root, bool whole)
{
    struct sa_reply *reply = &call->reply;
    const char *type = sa_json_str(root, "type", ""), *text = sa_json_str(root, "delta", NULL);
    const cJSON *item = sa_json_get(root, "item"), *response = sa_json_get(root, "response");
    size_t index = (size_t)sa_json_int(root, "output_index", 0);
    if (whole) return take_response(call, root, true);
    for (size_t i = 0; text && i < SA_COUNT(deltas); i++)
        if (!strcmp(type, deltas[i].event)) return deltas[i].add(reply, text);
    if (!strcmp(type, "response.function_call_arguments.delta"))
        sa_reply_call(reply, index, NULL, NULL, text);
    if (!strcmp(type, "response.output_item.added") &&
        sa_streq(sa_json_str(item, "type", NULL), "function_call"))
        sa_reply_call(reply, index, sa_json_str(item, "call_id", NULL),
                      sa_json_str(item, "name", NULL), NULL);
    if (!strcmp(type, "response.output_item.done")) return take_item(reply, item, index, false);
    bool ended = !strcmp(type, "response.completed") || !strcmp(type, "response.incomplete") ||
                 !strcmp(type, "response.failed");
    return !ended || take_response(call, response, false);
}

static bool is_reply(const cJSON *root)
{
    return cJSON_IsArray(sa_json_get(root, "output"));
}

// Arguments that are no JSON would be refused.
static bool seal(struct sa_reply *reply)
{
    sa_reply_keep_end(reply);
    for (size_t i = 0; i < reply->call_count; i++) {
        const struct sa_native_call *c = &reply->calls[i];
        if (c->item)
            sa_reply_set_member(c->item, "arguments", cJSON_CreateString(sa_buf_text(&c->args)));
    }
    return sa_reply_keeps_calls(reply, "function_call", "call_id");
}

const struct sa_wire sa_wire_responses = {
    .name = "responses",
    .reply_name = "response",
    .path = "/responses",
    .list_path = "/models",
    .key_header = "Authorization: Bearer ",
    .quirks = SA_QUIRK_NO_TEMPERATURE | SA_QUIRK_NO_STREAM | SA_QUIRK_NO_IMAGES | SA_QUIRK_NO_KEPT |
              SA_QUIRK_NO_TOOL_CHOICE,
    .sampling = {"top_p",
                 NULL,
                 "reasoning",
                 {"{\"effort\":\"none\"}", "{\"effort\":\"minimal\"}", "{\"effort\":\"low\"}",
                  "{\"effort\":\"medium\"}", "{\"effort\":\"high\"}", "{\"effort\":\"xhigh\"}"}},
    .format = {"text", "{\"format\":{\"type\":\"json_schema\"", "}}", true},
    .has_ids = true,
    .put_request = put_request,
    .put_message = put_message,
    .is_reply = is_reply,
    .take = take,
    .seal = seal,
};
