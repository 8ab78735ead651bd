// OpenAI's chat completions, the wire format that nearly every server speaks.
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "model/wire.h"

// ---- the request

static void put_calls(const struct sa_server *sv, const struct sa_message *m, struct sa_buf *out)
{
    const struct sa_content *p;
    for (size_t n = 0; (p = sa_wire_part(sv, m, SA_CONTENT_CALL, n)); n++) {
        sa_buf_appends(out, n ? ",{" : ",\"tool_calls\":[{");
        sa_json_put_str(out, "id", p->id);
        sa_json_put_str(out, "type", "function");
        sa_buf_appends(out, ",\"function\":{");
        sa_json_put_str(out, "name", p->name);
        sa_json_put_strn(out, "arguments", p->text, p->len);
        sa_buf_appends(out, "}}");
    }
    if (sa_wire_part(sv, m, SA_CONTENT_CALL, 0)) sa_buf_appendc(out, ']');
}

// A message of its own for each, before what else the user says.
static void put_results(const struct sa_server *sv, const struct sa_message *m, struct sa_buf *out)
{
    const struct sa_content *p;
    for (size_t n = 0; (p = sa_wire_part(sv, m, SA_CONTENT_RESULT, n)); n++) {
        sa_buf_appendc(out, '{');
        sa_json_put_str(out, "role", "tool");
        sa_json_put_str(out, "tool_call_id", p->id);
        sa_json_key(out, "content");
        sa_wire_put_text(out, p->text, p->len);
        sa_buf_appends(out, "},");
    }
}

// Results alone are all that the user says.
static bool is_silent(const struct sa_server *sv, const struct sa_message *m)
{
    const struct sa_content *text = sa_wire_part(sv, m, SA_CONTENT_TEXT, 0);
    return !(text && text->len) && sa_wire_part(sv, m, SA_CONTENT_RESULT, 0) &&
           !sa_wire_part(sv, m, SA_CONTENT_IMAGE, 0);
}

// Text alone is a string, which every server takes; with images it is the first of the parts.
static void put_content(const struct sa_server *sv, const struct sa_message *m,
                        const struct sa_content *before, struct sa_buf *out)
{
    const struct sa_content *p = sa_wire_part(sv, m, SA_CONTENT_TEXT, 0), *image;
    bool parts = sa_wire_part(sv, m, SA_CONTENT_IMAGE, 0);
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    if (before) {
        sa_buf_append(&text, before->text, before->len);
        sa_buf_appends(&text, "\n\n");
    }
    if (p) sa_buf_append(&text, p->text, p->len);
    sa_json_key(out, "content");
    if (parts) sa_buf_appends(out, "[{\"type\":\"text\",\"text\":");
    sa_wire_put_text(out, sa_buf_text(&text), text.len);
    if (parts) sa_buf_appendc(out, '}');
    for (size_t n = 0; (image = sa_wire_part(sv, m, SA_CONTENT_IMAGE, n)); n++) {
        sa_buf_appends(out, ",{\"type\":\"image_url\",\"image_url\":{\"url\":");
        sa_wire_put_image_url(out, &image->image);
        sa_buf_appends(out, "}}");
    }
    if (parts) sa_buf_appendc(out, ']');
    sa_buf_release(&text);
}

// A system message that the model does not know begins the one after it.
static bool put_message(const struct sa_server *sv, const struct sa_model_request *q, size_t i,
                        struct sa_buf *out)
{
    static const char *const roles[] = {"system", "user", "assistant"};
    const struct sa_message *m = &q->messages[i];
    bool merge = sv->quirks & SA_QUIRK_NO_SYSTEM;
    if (merge && m->role == SA_ROLE_SYSTEM && i + 1 < q->count) return false;
    bool after = merge && i && m[-1].role == SA_ROLE_SYSTEM;
    const struct sa_content *whole = sa_wire_whole(sv, m);
    if (whole) return sa_wire_put_items(whole, out), true;
    put_results(sv, m, out);
    if (is_silent(sv, m)) return sa_buf_truncate(out, out->len - 1), true;
    sa_buf_appendc(out, '{');
    sa_json_put_str(out, "role", roles[m->role]);
    put_content(sv, m, after ? sa_wire_part(sv, m - 1, SA_CONTENT_TEXT, 0) : NULL, out);
    put_calls(sv, m, out);
    const struct sa_content *kept = sa_wire_part(sv, m, SA_CONTENT_KEPT, 0);
    if (kept) sa_json_put_raw(out, "reasoning_details", kept->text);
    sa_buf_appendc(out, '}');
    return true;
}

static void put_request(struct sa_server *sv, const struct sa_model_request *q, struct sa_buf *out)
{
    static const struct sa_tool_form form = {"{\"type\":\"function\",\"function\":{",
                                             "parameters",
                                             "}}",
                                             "\"required\"",
                                             "\"none\"",
                                             SA_STRICT_LIMITED,
                                             false};
    if (sa_wire_is_ours(sv, "model")) sa_json_put_str(out, "model", sv->base.name);
    sa_wire_put_tools(sv, q, &form, out);
    sa_wire_put_messages(sv, q, "messages", out);
    bool stream = sa_wire_streams(sv);
    if (stream && sa_wire_is_ours(sv, "stream")) sa_json_put_bool(out, "stream", true);
    if (stream && !(sv->quirks & SA_QUIRK_NO_STREAM_OPTIONS) &&
        sa_wire_is_ours(sv, "stream_options"))
        sa_json_put_raw(out, "stream_options", "{\"include_usage\":true}");
    sa_wire_put_format(sv, q, out);
    sa_wire_put_stops(sv, q, "stop", out);
    sa_wire_put_sampling(sv, out);
    sa_wire_put_effort(sv, out);
    const char *max = sv->quirks & SA_QUIRK_MAX_COMPLETION_TOKENS ? "max_completion_tokens"
                                                                  : "max_tokens";
    if (sv->max_reply_tokens > 0 && sa_wire_is_ours(sv, max))
        sa_json_put_int(out, max, sv->max_reply_tokens);
}

// ---- the reply

// Some servers (Gemini's, xAI's) count thoughts apart from what was written: the total has them.
static void take_usage(struct sa_reply *reply, const cJSON *usage)
{
    if (!cJSON_IsObject(usage)) return;
    struct sa_usage *u = &reply->usage;
    const cJSON *in = sa_json_get(usage, "prompt_tokens_details");
    const cJSON *out = sa_json_get(usage, "completion_tokens_details");
    u->input = sa_reply_tokens(usage, "prompt_tokens", u->input);
    u->output = sa_reply_tokens(usage, "completion_tokens", u->output);
    u->cached = sa_reply_tokens(in, "cached_tokens",
                                sa_reply_tokens(usage, "prompt_cache_hit_tokens", u->cached));
    u->written = sa_reply_tokens(in, "cache_write_tokens", u->written);
    u->reasoning = sa_reply_tokens(out, "reasoning_tokens", u->reasoning);
    int64_t beyond = sa_reply_tokens(usage, "total_tokens", 0) - u->input - u->output;
    if (beyond > 0 && (!u->reasoning || beyond == u->reasoning))
        u->reasoning = beyond, u->output += beyond;
    reply->has_usage = true;
}

// Content is a string, or a list of parts with text.
static bool take_content(struct sa_reply *reply, const cJSON *content)
{
    if (cJSON_IsString(content))
        return sa_reply_text(reply, content->valuestring, strlen(content->valuestring));
    const cJSON *part;
    cJSON_ArrayForEach(part, content)
    {
        const char *text = sa_json_str(part, "text", NULL);
        if (text && !sa_reply_text(reply, text, strlen(text))) return false;
    }
    return true;
}

// Members of a call that this program does not know, such as signatures of thoughts.
static void keep_members(struct sa_reply *reply, struct sa_native_call *c, const cJSON *call)
{
    static const char *const known[] = {"index", "id", "type", "function"};
    const cJSON *member;
    cJSON_ArrayForEach(member, call)
    {
        bool ours = cJSON_IsNull(member);
        for (size_t i = 0; i < SA_COUNT(known); i++) ours |= !strcmp(member->string, known[i]);
        if (!ours) sa_reply_copy_member(reply, &c->more, member);
    }
}

// Calls arrive whole, or in pieces that say which call they belong to.
static void take_calls(struct sa_reply *reply, const cJSON *delta)
{
    const cJSON *calls = sa_json_get(delta, "tool_calls"), *call;
    int64_t at = 0;
    cJSON_ArrayForEach(call, calls)
    {
        const cJSON *f = sa_json_get(call, "function");
        int64_t index = sa_json_int(call, "index", at++);
        if (index < 0) continue;
        const cJSON *object = sa_json_get(f, "arguments");
        struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
        if (cJSON_IsObject(object)) sa_json_print(&text, object);
        struct sa_native_call *c = sa_reply_call(
            reply, (size_t)index, sa_json_str(call, "id", NULL), sa_json_str(f, "name", NULL),
            text.len ? text.data : sa_json_str(f, "arguments", NULL));
        if (c && sa_reply_offers(reply)) keep_members(reply, c, call);
        sa_buf_release(&text);
    }
    const cJSON *single = sa_json_get(delta, "function_call");
    if (single)
        sa_reply_call(reply, 0, NULL, sa_json_str(single, "name", NULL),
                      sa_json_str(single, "arguments", NULL));
}

// The choice that is read: the first by its number, which need not come first.
static const cJSON *first_choice(const cJSON *root)
{
    const cJSON *choice;
    cJSON_ArrayForEach(choice, sa_json_get(root, "choices"))
    {
        if (sa_json_int(choice, "index", 0) == 0) return choice;
    }
    return NULL;
}

static bool is_reply(const cJSON *root)
{
    return first_choice(root) != NULL;
}

// What of the message this program does not read goes back with it.
static void take_more(struct sa_reply *reply, const cJSON *delta)
{
    static const char *const ours[] = {"role",        "content", "tool_calls", "function_call",
                                       "annotations", "refusal", "audio",      "reasoning_details"};
    const cJSON *member;
    cJSON_ArrayForEach(member, delta)
    {
        bool known = false;
        for (size_t i = 0; i < SA_COUNT(ours); i++) known |= !strcmp(member->string, ours[i]);
        if (!known) sa_reply_more(reply, member);
    }
}

static bool take_delta(struct sa_reply *reply, const cJSON *delta)
{
    const char *thought = sa_json_str(delta, "reasoning_content", NULL);
    if (!thought) thought = sa_json_str(delta, "reasoning", NULL);
    if (thought && *thought && !sa_reply_reasoning(reply, thought, strlen(thought))) return false;
    const cJSON *detail;
    cJSON_ArrayForEach(detail, sa_json_get(delta, "reasoning_details"))
    {
        sa_reply_keep_piece(reply, detail); // OpenRouter's way
    }
    take_calls(reply, delta);
    if (sa_reply_offers(reply)) take_more(reply, delta);
    const char *refusal = sa_json_str(delta, "refusal", NULL); // instead of content
    if (refusal) reply->refusal = true;
    if (refusal && !sa_reply_text(reply, refusal, strlen(refusal))) return false;
    return take_content(reply, sa_json_get(delta, "content"));
}

// A chunk of the stream and a whole reply differ in one member's name.
static bool take(struct sa_call *call, const cJSON *root, bool whole)
{
    struct sa_reply *reply = &call->reply;
    take_usage(reply, sa_json_get(root, "usage"));
    reply->usage.cached = sa_reply_tokens(sa_json_get(root, "timings"),
                                          "cache_n", // llama.cpp's way
                                          reply->usage.cached);
    const cJSON *choice = first_choice(root);
    const char *why = sa_json_str(choice, "finish_reason", NULL);
    if (sa_streq(why, "error")) {
        sa_freep(&call->error);
        call->error = sa_xstrdup("the server ended the reply with an error");
        call->lost = true;
        return false;
    }
    if (why) sa_reply_end(reply, why);
    return take_delta(reply, sa_json_get(choice, whole ? "message" : "delta"));
}

// ---- what goes back

static void add_call(cJSON *list, struct sa_native_call *c)
{
    cJSON *call = cJSON_CreateObject();
    cJSON_AddStringToObject(call, "id", c->id);
    cJSON_AddStringToObject(call, "type", "function");
    cJSON *f = cJSON_AddObjectToObject(call, "function");
    cJSON_AddStringToObject(f, "name", sa_buf_text(&c->name));
    cJSON_AddStringToObject(f, "arguments", sa_buf_text(&c->args));
    sa_reply_move_members(c->more, call);
    cJSON_AddItemToArray(list, call);
}

// The message as the whole of it would have come.
static bool seal(struct sa_reply *reply)
{
    cJSON *message = cJSON_CreateObject(), *calls = NULL;
    cJSON_AddStringToObject(message, "role", "assistant");
    cJSON_AddStringToObject(message, "content", sa_buf_text(&reply->text));
    for (size_t i = 0; i < reply->call_count; i++) {
        if (!reply->calls[i].name.len) continue;
        if (!calls) calls = cJSON_AddArrayToObject(message, "tool_calls");
        add_call(calls, &reply->calls[i]);
    }
    sa_reply_put_more(reply, message);
    sa_reply_keep_end(reply);
    if (reply->kept) cJSON_AddItemToObject(message, "reasoning_details", reply->kept);
    reply->kept = NULL;
    sa_reply_keep_only(reply, message);
    return true;
}

const struct sa_wire sa_wire_chat = {
    .name = "chat",
    .reply_name = "chat completion",
    .path = "/chat/completions",
    .list_path = "/models",
    .key_header = "Authorization: Bearer ",
    .quirks = SA_QUIRK_NO_STOP | SA_QUIRK_NO_STREAM_OPTIONS | SA_QUIRK_MAX_COMPLETION_TOKENS |
              SA_QUIRK_NO_TEMPERATURE | SA_QUIRK_NO_STREAM | SA_QUIRK_NO_IMAGES |
              SA_QUIRK_NO_SYSTEM | SA_QUIRK_NO_KEPT | SA_QUIRK_NO_TOOL_CHOICE,
    .sampling = {"top_p",
                 "seed",
                 "reasoning_effort",
                 {"\"none\"", "\"minimal\"", "\"low\"", "\"medium\"", "\"high\"", "\"xhigh\""}},
    .format = {"response_format", "{\"type\":\"json_schema\",\"json_schema\":{", "}}", true},
    .has_ids = true,
    .put_request = put_request,
    .put_message = put_message,
    .is_reply = is_reply,
    .take = take,
    .seal = seal,
};
