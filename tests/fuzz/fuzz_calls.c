// Fuzz driver: replies of servers that were offered tools. The first byte says the wire format, how
// the rest is cut into pieces and whether it is a stream; the rest is what the server sends.
// Whatever it is, calls have names, ids of their own and JSON objects for arguments, what goes back
// with the next request has those calls and no others, and that request is JSON. Takes in the
// provider's file to reach its inside.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "model/server.c"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool on_delta(void *ctx, enum sa_delta_kind kind, const char *text, size_t len)
{
    (void)ctx;
    SA_CHECK(kind != SA_DELTA_CALL || sa_utf8_valid(text, len));
    return true;
}

static void check_usage(const struct sa_usage *u)
{
    const int64_t counts[] = {u->input, u->output, u->cached, u->written, u->reasoning};
    for (size_t i = 0; i < SA_COUNT(counts); i++)
        SA_CHECK(counts[i] >= 0 && counts[i] < INT64_MAX / 1000000);
}

static void check_calls(const struct sa_model_result *r)
{
    for (size_t i = 0; i < r->call_count; i++) {
        const struct sa_model_call *c = &r->calls[i];
        SA_CHECK(c->id && *c->id && c->name && *c->name && sa_utf8_valid(c->name, strlen(c->name)));
        SA_CHECK(c->args[0] == '{' && sa_json_valid(c->args, strlen(c->args)));
        for (size_t k = 0; k < i; k++) SA_CHECK(strcmp(c->id, r->calls[k].id) != 0);
    }
}

// An item of what is kept: is it a call of that format, and of which id?
static bool is_call(const struct sa_wire *wire, const cJSON *item, const char **id)
{
    bool uses = wire == &sa_wire_messages;
    *id = sa_json_str(item, uses ? "id" : "call_id", NULL);
    return sa_streq(sa_json_str(item, "type", ""), uses ? "tool_use" : "function_call");
}

static void check_kept(const struct sa_wire *wire, const struct sa_model_result *r)
{
    cJSON *kept = sa_json_parse(r->kept, strlen(r->kept), NULL);
    bool message = wire == &sa_wire_chat || wire == &sa_wire_ollama;
    size_t n = 0;
    SA_CHECK(cJSON_IsArray(kept));
    const cJSON *list = message ? sa_json_get(kept->child, "tool_calls") : kept, *item;
    cJSON_ArrayForEach(item, list)
    {
        const char *id = message ? sa_json_str(item, "id", NULL) : NULL;
        if (!message && !is_call(wire, item, &id)) continue;
        SA_CHECK(n < r->call_count);
        bool found = !wire->has_ids;
        for (size_t i = 0; i < r->call_count; i++) found |= sa_streq(id, r->calls[i].id);
        SA_CHECK(found);
        n++;
    }
    SA_CHECK(n == r->call_count);
    cJSON_Delete(kept);
}

// The request that brings the results.
static void check_next(struct sa_server *server, const struct sa_model_request *asked,
                       const struct sa_model_result *r)
{
    struct sa_content *said = sa_xcalloc(r->call_count + 2, sizeof *said),
                      *results = sa_xcalloc(r->call_count + 1, sizeof *results);
    size_t n = 0;
    if (r->whole)
        said[n++] = (struct sa_content){.kind = SA_CONTENT_WHOLE,
                                        .text = r->kept,
                                        .len = strlen(r->kept),
                                        .name = server->kept_by};
    said[n++] = (struct sa_content){.kind = SA_CONTENT_TEXT, .text = r->text, .len = r->len};
    for (size_t i = 0; i < r->call_count; i++) {
        const struct sa_model_call *c = &r->calls[i];
        said[n++] = (struct sa_content){.kind = SA_CONTENT_CALL,
                                        .text = c->args,
                                        .id = c->id,
                                        .len = strlen(c->args),
                                        .name = c->name};
        results[i] = (struct sa_content){.kind = SA_CONTENT_RESULT,
                                         .text = c->name,
                                         .id = c->id,
                                         .len = strlen(c->name),
                                         .name = c->name};
    }
    const struct sa_message messages[] = {{SA_ROLE_ASSISTANT, said, n},
                                          {SA_ROLE_USER, results, r->call_count}};
    struct sa_model_request next = *asked;
    struct sa_buf body = SA_BUF_INIT(SA_BUF_HUGE);
    next.messages = messages, next.count = 2;
    put_body(server, &next, &body);
    SA_CHECK(sa_json_valid(sa_buf_text(&body), body.len));
    sa_buf_release(&body);
    free(said), free(results);
}

static void feed(struct sa_call *call, const uint8_t *data, size_t size, size_t piece)
{
    for (size_t i = 0; i < size; i += piece)
        if (!on_data(call, (const char *)data + i, size - i < piece ? size - i : piece)) return;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct sa_model_tool tools[] = {
        {.name = "f", .description = "F.", .parameters = "{}"},
        {.name = "final_answer", .description = "", .parameters = "{}", .strict = SA_STRICT_PLAIN}};
    static const char *const wires[] = {"chat", "responses", "messages", "ollama"};
    static char url[] = "http://host/v1", kept_by[] = "us", name[] = "m";
    if (size < 1) return 0;
    struct sa_server server = {.endpoint.url = url,
                               .kept_by = kept_by,
                               .base.name = name,
                               .stream = !(data[0] & 4),
                               .wire = sa_wire_find(wires[data[0] & 3]),
                               .built = SA_BUF_INIT(SA_BUF_HUGE),
                               .sampling = {-1, -1, -1, NULL}};
    const struct sa_model_request q = {.tools = tools, .tool_count = 2, .on_delta = on_delta};
    const struct sa_http_response response = {.status = 200, .received = size - 1};
    struct sa_err err = SA_ERR_INIT;
    struct sa_call call;
    struct sa_model_result result = {0};
    call_init(&call, &server, &q);
    feed(&call, data + 1, size - 1, (size_t)(data[0] >> 3) * 7 + 1);
    if (!check_reply(&call, &response, &err)) {
        keep_whole(&server, &call.reply);
        sa_reply_finish(&call.reply, &result);
        check_calls(&result);
        check_usage(&result.usage);
        if (result.whole) check_kept(server.wire, &result);
        check_next(&server, &q, &result);
    }
    sa_model_result_release(&result);
    call_release(&call);
    sa_buf_release(&server.built);
    return 0;
}
