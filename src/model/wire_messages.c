// Anthropic's Messages: the system prompt apart, content in blocks, marks where the prompt's cache
// may end, thoughts that are signed and go back with the reply they led to.
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "model/wire.h"

// ---- the request

// The reply's length has to be said; what a model allows less of, its server tells (learn.c).
enum { USUAL_REPLY_TOKENS = 16384 };

static void put_mark(const struct sa_server *sv, bool mark, struct sa_buf *out)
{
    if (mark && !(sv->quirks & SA_QUIRK_NO_CACHE_MARKS))
        sa_json_put_raw(out, "cache_control", "{\"type\":\"ephemeral\"}");
}

static void put_text(const struct sa_server *sv, const struct sa_content *p, bool mark,
                     struct sa_buf *out)
{
    sa_buf_appendc(out, '{');
    sa_json_put_str(out, "type", "text");
    sa_json_key(out, "text");
    sa_wire_put_text(out, p->text, p->len);
    put_mark(sv, mark, out);
    sa_buf_appendc(out, '}');
}

// Of ids that another server gave, this one takes letters, digits, '_' and '-'.
static void put_id(struct sa_buf *out, const char *name, const char *id)
{
    SA_AUTO_FREE char *plain = sa_xstrdup(id);
    for (char *c = plain; c && *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '-') *c = '_';
    sa_json_put_str(out, name, plain);
}

static void put_call(const struct sa_content *p, struct sa_buf *out)
{
    sa_buf_appendc(out, '{');
    sa_json_put_str(out, "type", "tool_use");
    put_id(out, "id", p->id);
    sa_json_put_str(out, "name", p->name);
    sa_json_put_raw(out, "input", p->text);
    sa_buf_appendc(out, '}');
}

static void put_result(const struct sa_server *sv, const struct sa_content *p, bool mark,
                       struct sa_buf *out)
{
    sa_buf_appendc(out, '{');
    sa_json_put_str(out, "type", "tool_result");
    put_id(out, "tool_use_id", p->id);
    sa_json_key(out, "content");
    sa_wire_put_text(out, p->text, p->len);
    if (p->failed) sa_json_put_bool(out, "is_error", true);
    put_mark(sv, mark, out);
    sa_buf_appendc(out, '}');
}

static void put_image(const struct sa_content *p, struct sa_buf *out)
{
    sa_buf_appendf(
        out, "{\"type\":\"image\",\"source\":{\"type\":\"base64\",\"media_type\":\"%s\",\"data\":",
        p->image.media);
    sa_wire_put_image(out, &p->image);
    sa_buf_appends(out, "}}");
}

// Does this part end what of the prompt may be read from the cache? The last one that can say so.
static bool is_marked(const struct sa_server *sv, const struct sa_message *m,
                      const struct sa_content *p)
{
    const struct sa_content *text = sa_wire_part(sv, m, SA_CONTENT_TEXT, 0), *other, *last = NULL;
    if (text && text->len) return p == text;
    for (size_t n = 0; (other = sa_wire_part(sv, m, SA_CONTENT_RESULT, n)); n++) last = other;
    return p == last;
}

// The order in which blocks of a message have to stand.
static bool put_blocks(const struct sa_server *sv, const struct sa_message *m, bool mark,
                       struct sa_buf *out)
{
    static const enum sa_content_kind order[] = {
        SA_CONTENT_RESULT, SA_CONTENT_KEPT, SA_CONTENT_IMAGE, SA_CONTENT_TEXT, SA_CONTENT_CALL};
    const struct sa_content *p;
    size_t start = out->len;
    for (size_t i = 0; i < SA_COUNT(order); i++)
        for (size_t n = 0; (p = sa_wire_part(sv, m, order[i], n)); n++) {
            if (p->kind == SA_CONTENT_TEXT && !p->len) continue; // is refused
            if (out->len > start) sa_buf_appendc(out, ',');
            bool marked = mark && is_marked(sv, m, p);
            if (p->kind == SA_CONTENT_TEXT) put_text(sv, p, marked, out);
            else if (p->kind == SA_CONTENT_CALL) put_call(p, out);
            else if (p->kind == SA_CONTENT_RESULT) put_result(sv, p, marked, out);
            else if (p->kind == SA_CONTENT_IMAGE) put_image(p, out);
            else sa_wire_put_items(p, out);
        }
    return out->len > start;
}

static bool put_message(const struct sa_server *sv, const struct sa_model_request *q, size_t i,
                        struct sa_buf *out)
{
    const struct sa_message *m = &q->messages[i];
    if (m->role == SA_ROLE_SYSTEM) return false;
    sa_buf_appends(out, m->role == SA_ROLE_USER ? "{\"role\":\"user\",\"content\":["
                                                : "{\"role\":\"assistant\",\"content\":[");
    const struct sa_content *whole = sa_wire_whole(sv, m);
    if (whole) sa_wire_put_items(whole, out);
    bool some = whole || put_blocks(sv, m, i + 1 == q->count, out);
    sa_buf_appends(out, "]}");
    return some;
}

static void put_system(const struct sa_server *sv, const struct sa_model_request *q,
                       struct sa_buf *out)
{
    size_t start = out->len;
    for (size_t i = 0; i < q->count; i++) {
        const struct sa_content *p = sa_wire_part(sv, &q->messages[i], SA_CONTENT_TEXT, 0);
        if (q->messages[i].role != SA_ROLE_SYSTEM || !p || !p->len) continue;
        if (out->len == start) sa_json_key(out, "system"), sa_buf_appendc(out, '[');
        else sa_buf_appendc(out, ',');
        put_text(sv, p, true, out);
    }
    if (out->len > start) sa_buf_appendc(out, ']');
}

// Thoughts count as a part of the reply: where nobody has said how long that may be, they come on
// top of the usual.
static int64_t thinking_tokens(const struct sa_server *sv)
{
    cJSON *thinking = sv->effort ? sa_json_parse(sv->effort, strlen(sv->effort), NULL) : NULL;
    int64_t tokens = sa_json_int(thinking, "budget_tokens", 0);
    cJSON_Delete(thinking);
    return tokens;
}

static void put_request(struct sa_server *sv, const struct sa_model_request *q, struct sa_buf *out)
{
    static const struct sa_tool_form form = {
        "{",  "input_schema", "}", "{\"type\":\"any\"}", "{\"type\":\"none\"}", SA_STRICT_PLAIN,
        false};
    int64_t most = sv->reply_cap ? sv->reply_cap : USUAL_REPLY_TOKENS + thinking_tokens(sv);
    if (sa_wire_is_ours(sv, "model")) sa_json_put_str(out, "model", sv->base.name);
    if (sa_wire_is_ours(sv, "max_tokens"))
        sa_json_put_int(out, "max_tokens", sv->max_reply_tokens > 0 ? sv->max_reply_tokens : most);
    sa_wire_put_tools(sv, q, &form, out);
    if (sa_wire_is_ours(sv, "system")) put_system(sv, q, out);
    sa_wire_put_messages(sv, q, "messages", out);
    if (sa_wire_streams(sv) && sa_wire_is_ours(sv, "stream")) sa_json_put_bool(out, "stream", true);
    sa_wire_put_format(sv, q, out);
    sa_wire_put_stops(sv, q, "stop_sequences", out);
    sa_wire_put_sampling(sv, out);
    sa_wire_put_effort(sv, out);
}

// ---- the reply

// Input counts only what was neither read from the cache nor written to it.
static void take_usage(struct sa_reply *reply, const cJSON *usage)
{
    if (!cJSON_IsObject(usage)) return;
    struct sa_usage *u = &reply->usage;
    int64_t fresh = sa_reply_tokens(usage, "input_tokens", u->input - u->cached - u->written);
    u->cached = sa_reply_tokens(usage, "cache_read_input_tokens", u->cached);
    u->written = sa_reply_tokens(usage, "cache_creation_input_tokens", u->written);
    u->input = fresh + u->cached + u->written;
    u->output = sa_reply_tokens(usage, "output_tokens", u->output);
    reply->has_usage = true;
}

static void take_reason(struct sa_reply *reply, const cJSON *from)
{
    static const struct {
        const char *theirs, *ours;
    } reasons[] = {
        {"end_turn", "stop"},       {"stop_sequence", "stop"},
        {"pause_turn", "length"},   {"max_tokens", "length"},
        {"tool_use", "tool_calls"}, {"model_context_window_exceeded", "length"},
    };
    const char *why = sa_json_str(from, "stop_reason", NULL);
    if (!why) return;
    for (size_t i = 0; i < SA_COUNT(reasons); i++)
        if (!strcmp(why, reasons[i].theirs)) why = reasons[i].ours;
    sa_reply_end(reply, why);
}

static bool is_thought(const cJSON *block)
{
    const char *type = sa_json_str(block, "type", "");
    return !strcmp(type, "thinking") || !strcmp(type, "redacted_thinking");
}

// A text member of a delta or a block, handed to the one that takes such text.
static bool take_text(struct sa_reply *reply, const cJSON *from)
{
    const char *text = sa_json_str(from, "text", NULL);
    const char *thought = sa_json_str(from, "thinking", NULL);
    if (thought && *thought) return sa_reply_reasoning(reply, thought, strlen(thought));
    return !text || sa_reply_text(reply, text, strlen(text));
}

static bool start_block(struct sa_reply *reply, const cJSON *root, bool whole)
{
    const cJSON *block = sa_json_get(root, "content_block");
    int64_t index = sa_json_int(root, "index", 0);
    if (is_thought(block) || sa_reply_offers(reply)) sa_reply_keep(reply, block);
    reply->keeps_text = sa_reply_offers(reply);
    if (sa_streq(sa_json_str(block, "type", NULL), "tool_use") && index >= 0) {
        struct sa_buf args = SA_BUF_INIT(SA_BUF_TEXT);
        if (whole) sa_json_print(&args, sa_json_get(block, "input"));
        struct sa_native_call *c = sa_reply_call(reply, (size_t)index,
                                                 sa_json_str(block, "id", NULL),
                                                 sa_json_str(block, "name", NULL), args.data);
        if (c) c->item = reply->open;
        sa_buf_release(&args);
    }
    return take_text(reply, block);
}

static bool take_delta(struct sa_reply *reply, const cJSON *root)
{
    const cJSON *delta = sa_json_get(root, "delta");
    const char *args = sa_json_str(delta, "partial_json", NULL);
    int64_t index = sa_json_int(root, "index", 0);
    if (args && index >= 0) sa_reply_call(reply, (size_t)index, NULL, NULL, args);
    if (sa_reply_offers(reply) || sa_json_str(delta, "thinking", NULL) ||
        sa_json_str(delta, "signature", NULL))
        sa_reply_keep_more(reply, delta);
    return take_text(reply, delta);
}

static bool take_whole(struct sa_reply *reply, const cJSON *root)
{
    const cJSON *block;
    int index = 0;
    bool go = true;
    take_usage(reply, sa_json_get(root, "usage"));
    take_reason(reply, root);
    cJSON_ArrayForEach(block, sa_json_get(root, "content"))
    {
        cJSON *start = cJSON_CreateObject();
        cJSON_AddNumberToObject(start, "index", index++);
        cJSON_AddItemReferenceToObject(start, "content_block", (cJSON *)(uintptr_t)block);
        go = go && start_block(reply, start, true);
        cJSON_Delete(start);
    }
    return go;
}

static bool take(struct sa_call *call, const cJSON *root, bool whole)
{
    struct sa_reply *reply = &call->reply;
    const char *type = sa_json_str(root, "type", "");
    if (whole) return take_whole(reply, root);
    if (!strcmp(type, "message_start")) take_usage(reply, sa_json_path(root, "message.usage"));
    if (!strcmp(type, "content_block_start")) return start_block(reply, root, false);
    if (!strcmp(type, "content_block_delta")) return take_delta(reply, root);
    if (!strcmp(type, "message_delta")) {
        take_usage(reply, sa_json_get(root, "usage"));
        take_reason(reply, sa_json_get(root, "delta"));
    }
    if (!strcmp(type, "message_stop")) call->done = true;
    return true;
}

static bool is_reply(const cJSON *root)
{
    return cJSON_IsArray(sa_json_get(root, "content"));
}

// ---- what goes back

// Of a block whose input came in pieces of JSON.
static void set_input(struct sa_reply *reply, cJSON *block)
{
    cJSON *pieces = cJSON_DetachItemFromObjectCaseSensitive(block, "partial_json");
    const char *json = cJSON_IsString(pieces) ? pieces->valuestring : NULL;
    for (size_t i = 0; i < reply->call_count; i++)
        if (reply->calls[i].item == block) json = sa_buf_text(&reply->calls[i].args);
    if (json && sa_json_valid(json, strlen(json)))
        sa_reply_set_member(block, "input", cJSON_CreateRaw(json));
    cJSON_Delete(pieces);
}

// Blocks of text without any are refused.
static bool seal(struct sa_reply *reply)
{
    sa_reply_keep_end(reply);
    for (cJSON *block = reply->kept ? reply->kept->child : NULL, *next; block; block = next) {
        next = block->next;
        bool text = sa_streq(sa_json_str(block, "type", NULL), "text");
        if (text && !*sa_json_str(block, "text", ""))
            cJSON_Delete(cJSON_DetachItemViaPointer(reply->kept, block));
        else set_input(reply, block);
    }
    return sa_reply_keeps_calls(reply, "tool_use", "id");
}

#define THINKING(tokens) "{\"type\":\"enabled\",\"budget_tokens\":" #tokens "}"

static const char *const headers[] = {"anthropic-version: 2023-06-01", NULL};

const struct sa_wire sa_wire_messages = {
    .name = "messages",
    .reply_name = "message",
    .path = "/messages",
    .list_path = "/models",
    .list_query = "?limit=1000",
    .key_header = "x-api-key: ",
    .headers = headers,
    .quirks = SA_QUIRK_NO_STOP | SA_QUIRK_NO_TEMPERATURE | SA_QUIRK_NO_STREAM | SA_QUIRK_NO_IMAGES |
              SA_QUIRK_NO_CACHE_MARKS | SA_QUIRK_NO_TOOL_CHOICE,
    .sampling = {"top_p",
                 NULL,
                 "thinking",
                 {"{\"type\":\"disabled\"}", THINKING(1024), THINKING(4096), THINKING(10240),
                  THINKING(20480), THINKING(32768)}},
    .format = {"output_config", "{\"format\":{\"type\":\"json_schema\"", "}}", false},
    .has_ids = true,
    .put_request = put_request,
    .put_message = put_message,
    .is_reply = is_reply,
    .take = take,
    .seal = seal,
};
