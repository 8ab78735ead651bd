// What a model server says in each wire format: OpenAI's chat completions and responses,
// Anthropic's messages, Ollama's chat. The official clients read them too (tests/server/clients).
// Test code.
#ifndef TEST_FORMATS_H
#define TEST_FORMATS_H

#include "base/json.h"
#include "base/utf8.h"
#include "casefile.h"

// One reply: its section, and those that stood before it.
enum { SAY_CALLS = 8 };
struct say {
    const struct section *reply, *reasoning; // the latter NULL: none
    const struct section *calls[SAY_CALLS];  // in their order
    size_t call_count;
};

struct format {
    const char *path; // in the request line
    const char *stream_type;
    bool (*streams)(const char *request);
    void (*put_stream)(struct sa_buf *out, const struct say *say);
    void (*put_plain)(struct sa_buf *out, const struct say *say);
};

// usage=IN,OUT[,CACHED[,WRITTEN[,REASONING]]]: IN holds the two after OUT, which holds the last.
struct counts {
    long in, out, cached, written, reasoning;
};

// usage=counted: what the server (modelserver.c) has counted of the request that is answered.
static struct counts counted;

static inline struct counts counts_of(const struct section *s)
{
    struct counts c = {100, 20, 0, 0, 0};
    char *usage = case_key(s, "usage");
    if (usage && !strcmp(usage, "counted")) c = counted;
    if (usage)
        sscanf(usage, "%ld,%ld,%ld,%ld,%ld", &c.in, &c.out, &c.cached, &c.written, &c.reasoning);
    free(usage);
    return c;
}

// The next piece of a text: about `chunk` bytes, cut between characters.
static inline size_t next_piece(const struct section *s, size_t at)
{
    size_t chunk = (size_t)case_number(s, "chunk", 12);
    size_t n = sa_utf8_floor(s->text + at, s->len - at, chunk);
    return n ? n : sa_utf8_prefix(s->text + at, s->len - at, 1);
}

// finish=: "stop" when it says nothing, NULL for none. The caller frees it.
static inline char *finish_of(const struct section *s)
{
    char *finish = case_key(s, "finish");
    if (!finish) return sa_xstrdup("stop");
    if (strcmp(finish, "none")) return finish;
    free(finish);
    return NULL;
}

static inline bool asks_for_stream(const char *request)
{
    return strstr(request, "\"stream\":true") != NULL;
}

// The name of call i: the first word of its head line.
static inline char *call_name(const struct say *say, size_t i)
{
    const char *words = say->calls[i]->words;
    return sa_xstrndup(words, strcspn(words, " "));
}

// id=, or PREFIX and its number.
static inline char *call_id(const struct say *say, size_t i, const char *prefix)
{
    char *id = case_key(say->calls[i], "id");
    return id ? id : sa_xasprintf("%s%zu", prefix, i + 1);
}

// ---- chat completions

#define CHUNK                                                                                      \
    "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\","

static inline void put_delta(struct sa_buf *out, const char *member, const char *text, size_t len,
                             const char *finish)
{
    sa_buf_appends(out, CHUNK "\"choices\":"
                              "[{\"index\":0,\"delta\":{");
    if (member) {
        sa_json_key(out, member);
        sa_json_quote(out, text, len);
    }
    sa_buf_appends(out, "},\"finish_reason\":");
    if (finish) sa_json_quote(out, finish, strlen(finish));
    else sa_buf_appends(out, "null");
    sa_buf_appends(out, "}]}\n\n");
}

static inline void put_usage(struct sa_buf *out, const struct section *s)
{
    struct counts c = counts_of(s);
    sa_buf_appendf(out,
                   "\"usage\":{\"prompt_tokens\":%ld,\"completion_tokens\":%ld,"
                   "\"total_tokens\":%ld,\"prompt_tokens_details\":{\"cached_tokens\":%ld},"
                   "\"completion_tokens_details\":{\"reasoning_tokens\":%ld}}",
                   c.in, c.out, c.in + c.out + case_number(s, "thoughts", 0), c.cached,
                   c.reasoning);
}

static inline void put_deltas(struct sa_buf *out, const char *member, const struct section *s)
{
    for (size_t i = 0; i < s->len;) {
        size_t n = next_piece(s, i);
        put_delta(out, member, s->text + i, n, NULL);
        i += n;
    }
}

// Call i with these bytes of its arguments; `first`: with all that comes only once.
static inline void chat_call(struct sa_buf *out, const struct say *say, size_t i, size_t from,
                             size_t len, bool first)
{
    SA_AUTO_FREE char *name = call_name(say, i), *id = call_id(say, i, "call_");
    SA_AUTO_FREE char *extra = case_key(say->calls[i], "extra");
    sa_buf_appendf(out, "{\"index\":%zu", i);
    if (first) sa_json_put_str(out, "id", id), sa_json_put_str(out, "type", "function");
    if (first && extra) sa_json_put_raw(out, "extra_content", extra);
    sa_buf_appends(out, ",\"function\":{");
    if (first) sa_json_put_str(out, "name", name);
    sa_json_put_strn(out, "arguments", say->calls[i]->text + from, len);
    sa_buf_appends(out, "}}");
}

static inline void chat_call_chunk(struct sa_buf *out, const struct say *say, size_t i, size_t from,
                                   size_t len, bool first)
{
    sa_buf_appends(out, CHUNK "\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[");
    chat_call(out, say, i, from, len, first);
    sa_buf_appends(out, "]},\"finish_reason\":null}]}\n\n");
}

static inline void chat_calls_stream(struct sa_buf *out, const struct say *say)
{
    for (size_t i = 0; i < say->call_count; i++) {
        const struct section *s = say->calls[i];
        chat_call_chunk(out, say, i, 0, 0, true);
        for (size_t at = 0, n; at < s->len; at += n) {
            n = next_piece(s, at);
            chat_call_chunk(out, say, i, at, n, false);
        }
    }
}

static inline char *chat_finish(const struct say *say)
{
    char *finish = finish_of(say->reply);
    if (!say->call_count || !sa_streq(finish, "stop")) return finish;
    free(finish);
    return sa_xstrdup("tool_calls");
}

static inline void chat_stream(struct sa_buf *out, const struct say *say)
{
    const struct section *s = say->reply;
    char *finish = chat_finish(say);
    sa_buf_appends(out, ": hello\n\n");
    put_delta(out, "role", "assistant", 9, NULL);
    if (say->reasoning) put_deltas(out, "reasoning_content", say->reasoning);
    put_deltas(out, "content", s);
    chat_calls_stream(out, say);
    if (case_is(s, "fault", "badutf8"))
        sa_buf_appends(out, "data: {\"choices\":[{\"delta\":{\"content\":\"\xff\xfe\"}}]}\n\n");
    if (case_is(s, "fault", "nul")) {
        static const char nul[] = "data: {\"choices\":[{\"delta\":{\"content\":\"\0";
        sa_buf_append(out, nul, sizeof nul - 1);
        sa_buf_appends(out, "\\u0000\\ud800\"}}]}\r\n\r\n");
    }
    if (case_is(s, "fault", "cut")) {
        sa_buf_appends(out, "data: {\"choices\":[{\"delta\":{\"con");
    } else if (!case_is(s, "fault", "nodone")) {
        if (finish) put_delta(out, NULL, NULL, 0, finish);
        sa_buf_appends(out, CHUNK "\"choices\":[],");
        put_usage(out, s);
        sa_buf_appends(out, "}\n\ndata: [DONE]\n\n");
    }
    free(finish);
}

static inline void chat_plain(struct sa_buf *out, const struct say *say)
{
    const struct section *s = say->reply;
    char *finish = chat_finish(say);
    sa_buf_appends(out, "{\"id\":\"c1\",\"object\":\"chat.completion\",\"choices\":[{\"index\":0,"
                        "\"message\":{\"role\":\"assistant\"");
    sa_json_put_strn(out, "content", s->text, s->len);
    if (say->reasoning)
        sa_json_put_strn(out, "reasoning_content", say->reasoning->text, say->reasoning->len);
    for (size_t i = 0; i < say->call_count; i++) {
        sa_buf_appends(out, i ? "," : ",\"tool_calls\":[");
        chat_call(out, say, i, 0, say->calls[i]->len, true);
    }
    if (say->call_count) sa_buf_appendc(out, ']');
    sa_buf_appends(out, "}");
    sa_json_put_str(out, "finish_reason", finish);
    sa_buf_appends(out, "}],");
    put_usage(out, s);
    sa_buf_appends(out, "}");
    free(finish);
}

// ---- Anthropic's messages

static inline void messages_usage(struct sa_buf *out, const struct section *s, bool all)
{
    struct counts c = counts_of(s);
    sa_buf_appendf(out, "\"usage\":{\"output_tokens\":%ld", all ? c.out : 1);
    sa_buf_appendf(out,
                   ",\"input_tokens\":%ld,\"cache_read_input_tokens\":%ld,"
                   "\"cache_creation_input_tokens\":%ld}",
                   c.in - c.cached - c.written, c.cached, c.written);
}

static inline void messages_reason(struct sa_buf *out, const struct say *say)
{
    SA_AUTO_FREE char *finish = finish_of(say->reply);
    const char *why = finish;
    if (sa_streq(finish, "stop")) why = say->call_count ? "tool_use" : "end_turn";
    if (sa_streq(finish, "length")) why = "max_tokens";
    sa_json_put_str(out, "stop_reason", why);
    sa_json_put_str(out, "stop_sequence", NULL);
}

static inline void put_event(struct sa_buf *out, const char *name, const char *members)
{
    sa_buf_appendf(out, "event: %s\ndata: {\"type\":\"%s\"%s}\n\n", name, name, members);
}

// One block of a stream: its start, a delta for each piece, its end.
static inline void messages_block(struct sa_buf *out, int index, const char *start,
                                  const char *delta, const char *member, const struct section *s)
{
    struct sa_buf m = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appendf(&m, ",\"index\":%d,\"content_block\":%s", index, start);
    put_event(out, "content_block_start", m.data);
    for (size_t i = 0; i < s->len;) {
        size_t n = next_piece(s, i);
        sa_buf_clear(&m);
        sa_buf_appendf(&m, ",\"index\":%d,\"delta\":{\"type\":\"%s\"", index, delta);
        sa_json_put_strn(&m, member, s->text + i, n);
        sa_buf_appendc(&m, '}');
        put_event(out, "content_block_delta", m.data);
        i += n;
    }
    if (!strcmp(delta, "thinking_delta")) {
        sa_buf_clear(&m);
        sa_buf_appendf(&m,
                       ",\"index\":%d,\"delta\":{\"type\":\"signature_delta\",\"signature\":"
                       "\"c2ln\"}",
                       index);
        put_event(out, "content_block_delta", m.data);
    }
    sa_buf_clear(&m);
    sa_buf_appendf(&m, ",\"index\":%d", index);
    put_event(out, "content_block_stop", m.data);
    sa_buf_release(&m);
}

static inline void messages_stream(struct sa_buf *out, const struct say *say)
{
    struct sa_buf m = SA_BUF_INIT(SA_BUF_TEXT);
    int index = 0;
    sa_buf_appends(&m, ",\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\","
                       "\"model\":\"m\",\"content\":[],\"stop_reason\":null,"
                       "\"stop_sequence\":null,");
    messages_usage(&m, say->reply, false);
    sa_buf_appendc(&m, '}');
    put_event(out, "message_start", m.data);
    put_event(out, "ping", "");
    if (say->reasoning)
        messages_block(out, index++, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}",
                       "thinking_delta", "thinking", say->reasoning);
    if (say->reply->len)
        messages_block(out, index++, "{\"type\":\"text\",\"text\":\"\"}", "text_delta", "text",
                       say->reply);
    for (size_t i = 0; i < say->call_count; i++) {
        SA_AUTO_FREE char *name = call_name(say, i), *id = call_id(say, i, "toolu_");
        sa_buf_clear(&m);
        sa_buf_appends(&m, "{\"type\":\"tool_use\",\"input\":{}");
        sa_json_put_str(&m, "id", id);
        sa_json_put_str(&m, "name", name);
        sa_buf_appendc(&m, '}');
        messages_block(out, index++, m.data, "input_json_delta", "partial_json", say->calls[i]);
    }
    if (case_is(say->reply, "fault", "overloaded")) {
        put_event(out, "error",
                  ",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}");
    } else if (!case_is(say->reply, "fault", "nodone")) {
        sa_buf_clear(&m);
        sa_buf_appends(&m, ",\"delta\":{");
        messages_reason(&m, say);
        sa_buf_appends(&m, "},");
        messages_usage(&m, say->reply, true);
        put_event(out, "message_delta", m.data);
        put_event(out, "message_stop", "");
    }
    sa_buf_release(&m);
}

static inline void messages_plain(struct sa_buf *out, const struct say *say)
{
    const struct section *thought = say->reasoning;
    sa_buf_appends(out,
                   "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\","
                   "\"content\":[");
    if (thought) {
        sa_buf_appends(out, "{\"type\":\"thinking\",\"signature\":\"c2ln\"");
        sa_json_put_strn(out, "thinking", thought->text, thought->len);
        sa_buf_appendc(out, '}');
    }
    if (say->reply->len) {
        sa_buf_appends(out, thought ? ",{\"type\":\"text\"" : "{\"type\":\"text\"");
        sa_json_put_strn(out, "text", say->reply->text, say->reply->len);
        sa_buf_appendc(out, '}');
    }
    for (size_t i = 0; i < say->call_count; i++) {
        SA_AUTO_FREE char *name = call_name(say, i), *id = call_id(say, i, "toolu_");
        sa_buf_appends(out, thought || say->reply->len || i ? ",{" : "{");
        sa_buf_appends(out, "\"type\":\"tool_use\"");
        sa_json_put_str(out, "id", id);
        sa_json_put_str(out, "name", name);
        sa_json_put_raw(out, "input", say->calls[i]->text);
        sa_buf_appendc(out, '}');
    }
    sa_buf_appendc(out, ']');
    messages_reason(out, say);
    sa_buf_appendc(out, ',');
    messages_usage(out, say->reply, true);
    sa_buf_appendc(out, '}');
}

// ---- OpenAI's responses

static inline void responses_usage(struct sa_buf *out, const struct section *s)
{
    struct counts c = counts_of(s);
    sa_buf_appendf(
        out,
        "\"usage\":{\"input_tokens\":%ld,\"input_tokens_details\":{\"cached_tokens\":%ld},"
        "\"output_tokens\":%ld,\"output_tokens_details\":{\"reasoning_tokens\":%ld},"
        "\"total_tokens\":%ld}",
        c.in, c.cached, c.out, c.reasoning, c.in + c.out);
}

// s: NULL before anything of it has come.
static inline void responses_reasoning(struct sa_buf *out, const struct section *s)
{
    sa_buf_appends(out, "{\"type\":\"reasoning\",\"id\":\"rs_1\",\"encrypted_content\":\"ZW5j\","
                        "\"summary\":[");
    if (s) {
        sa_buf_appends(out, "{\"type\":\"summary_text\"");
        sa_json_put_strn(out, "text", s->text, s->len);
        sa_buf_appendc(out, '}');
    }
    sa_buf_appends(out, "]}");
}

static inline void responses_text(struct sa_buf *out, const struct section *s)
{
    sa_buf_appends(out, "{\"type\":\"message\",\"id\":\"msg_1\",\"role\":\"assistant\",\"status\":"
                        "\"completed\",\"content\":[{\"type\":\"output_text\",\"annotations\":[]");
    sa_json_put_strn(out, "text", s->text, s->len);
    sa_buf_appends(out, "}]}");
}

static inline void responses_call(struct sa_buf *out, const struct say *say, size_t i, bool whole)
{
    SA_AUTO_FREE char *name = call_name(say, i), *id = call_id(say, i, "call_");
    sa_buf_appendf(out, "{\"type\":\"function_call\",\"id\":\"fc_%zu\"", i + 1);
    sa_json_put_str(out, "call_id", id);
    sa_json_put_str(out, "name", name);
    sa_json_put_strn(out, "arguments", say->calls[i]->text, whole ? say->calls[i]->len : 0);
    sa_buf_appendc(out, '}');
}

// The response object; `items`: with what it says.
static inline void responses_object(struct sa_buf *out, const struct say *say, const char *status,
                                    bool items)
{
    sa_buf_appends(out,
                   "{\"id\":\"resp_1\",\"object\":\"response\",\"created_at\":1,\"model\":\"m\","
                   "\"error\":null");
    sa_json_put_str(out, "status", status);
    sa_json_put_raw(out, "incomplete_details",
                    strcmp(status, "incomplete") ? NULL : "{\"reason\":\"max_output_tokens\"}");
    sa_json_key(out, "output");
    sa_buf_appendc(out, '[');
    size_t start = out->len;
    if (items && say->reasoning) responses_reasoning(out, say->reasoning);
    if (items && say->reply->len) {
        if (out->len > start) sa_buf_appendc(out, ',');
        responses_text(out, say->reply);
    }
    for (size_t i = 0; items && i < say->call_count; i++) {
        if (out->len > start) sa_buf_appendc(out, ',');
        responses_call(out, say, i, true);
    }
    sa_buf_appends(out, "],");
    responses_usage(out, say->reply);
    sa_buf_appendc(out, '}');
}

static inline const char *responses_status(const struct say *say)
{
    return case_is(say->reply, "finish", "length") ? "incomplete" : "completed";
}

static inline void responses_deltas(struct sa_buf *out, const char *event, int index,
                                    const struct section *s)
{
    struct sa_buf m = SA_BUF_INIT(SA_BUF_TEXT);
    for (size_t i = 0; i < s->len;) {
        size_t n = next_piece(s, i);
        sa_buf_clear(&m);
        sa_buf_appendf(&m,
                       ",\"item_id\":\"i\",\"output_index\":%d,\"content_index\":0,"
                       "\"summary_index\":0,\"sequence_number\":1,\"logprobs\":[]",
                       index);
        sa_json_put_strn(&m, "delta", s->text + i, n);
        put_event(out, event, m.data);
        i += n;
    }
    sa_buf_release(&m);
}

// An item begins or is done.
static inline void responses_item(struct sa_buf *out, const char *event, int index,
                                  const struct sa_buf *item)
{
    struct sa_buf m = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appendf(&m, ",\"sequence_number\":1,\"output_index\":%d,\"item\":%s", index, item->data);
    put_event(out, event, m.data);
    sa_buf_release(&m);
}

// A part of an item begins.
static inline void responses_part(struct sa_buf *out, const char *event, int index,
                                  const char *part)
{
    struct sa_buf m = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appendf(&m,
                   ",\"sequence_number\":1,\"item_id\":\"i\",\"output_index\":%d,"
                   "\"content_index\":0,\"summary_index\":0,\"part\":%s",
                   index, part);
    put_event(out, event, m.data);
    sa_buf_release(&m);
}

static inline void responses_event(struct sa_buf *out, const char *event, const struct say *say,
                                   const char *status, bool items)
{
    struct sa_buf m = SA_BUF_INIT(SA_BUF_TEXT);
    sa_buf_appends(&m, ",\"sequence_number\":1,\"response\":");
    responses_object(&m, say, status, items);
    put_event(out, event, m.data);
    sa_buf_release(&m);
}

static inline void responses_stream(struct sa_buf *out, const struct say *say)
{
    struct sa_buf item = SA_BUF_INIT(SA_BUF_TEXT);
    int index = 0;
    responses_event(out, "response.created", say, "in_progress", false);
    if (say->reasoning) {
        responses_reasoning(&item, NULL);
        responses_item(out, "response.output_item.added", index, &item);
        responses_part(out, "response.reasoning_summary_part.added", index,
                       "{\"type\":\"summary_text\",\"text\":\"\"}");
        responses_deltas(out, "response.reasoning_summary_text.delta", index, say->reasoning);
        sa_buf_clear(&item);
        responses_reasoning(&item, say->reasoning);
        responses_item(out, "response.output_item.done", index++, &item);
        sa_buf_clear(&item);
    }
    if (say->reply->len) {
        sa_buf_appends(&item, "{\"type\":\"message\",\"id\":\"msg_1\",\"role\":\"assistant\","
                              "\"status\":\"in_progress\",\"content\":[]}");
        responses_item(out, "response.output_item.added", index, &item);
        responses_part(out, "response.content_part.added", index,
                       "{\"type\":\"output_text\",\"text\":\"\",\"annotations\":[]}");
        responses_deltas(out, "response.output_text.delta", index, say->reply);
        sa_buf_clear(&item);
        responses_text(&item, say->reply);
        responses_item(out, "response.output_item.done", index++, &item);
        sa_buf_clear(&item);
    }
    for (size_t i = 0; i < say->call_count; i++, index++) {
        sa_buf_clear(&item);
        responses_call(&item, say, i, false);
        responses_item(out, "response.output_item.added", index, &item);
        responses_deltas(out, "response.function_call_arguments.delta", index, say->calls[i]);
        sa_buf_clear(&item);
        responses_call(&item, say, i, true);
        responses_item(out, "response.output_item.done", index, &item);
    }
    const char *status = responses_status(say);
    if (case_is(say->reply, "fault", "overloaded"))
        put_event(
            out, "error",
            ",\"sequence_number\":1,\"code\":\"server_error\",\"message\":\"Overloaded\",\"param\":null");
    else if (!case_is(say->reply, "fault", "nodone"))
        responses_event(out,
                        strcmp(status, "completed") ? "response.incomplete" : "response.completed",
                        say, status, true);
    sa_buf_release(&item);
}

static inline void responses_plain(struct sa_buf *out, const struct say *say)
{
    responses_object(out, say, responses_status(say), true);
}

// ---- Ollama's chat

static inline void ollama_line(struct sa_buf *out, const char *member, const char *text, size_t len)
{
    sa_buf_appends(out, "{\"model\":\"m\",\"created_at\":\"2026-01-01T00:00:00Z\",\"message\":{"
                        "\"role\":\"assistant\"");
    if (strcmp(member, "content")) sa_json_put_str(out, "content", "");
    if (strcmp(member, "tool_calls")) sa_json_put_strn(out, member, text, len);
    else sa_json_put_raw(out, member, text);
    sa_buf_appendc(out, '}');
}

static inline void ollama_pieces(struct sa_buf *out, const char *member, const struct section *s)
{
    for (size_t i = 0; i < s->len;) {
        size_t n = next_piece(s, i);
        ollama_line(out, member, s->text + i, n);
        sa_buf_appends(out, ",\"done\":false}\n");
        i += n;
    }
}

// A line of each.
static inline void ollama_calls(struct sa_buf *out, const struct say *say)
{
    for (size_t i = 0; i < say->call_count; i++) {
        SA_AUTO_FREE char *name = call_name(say, i);
        struct sa_buf calls = SA_BUF_INIT(SA_BUF_TEXT);
        sa_buf_appends(&calls, "[{\"function\":{");
        sa_json_put_str(&calls, "name", name);
        sa_json_put_raw(&calls, "arguments", say->calls[i]->text);
        sa_buf_appends(&calls, "}}]");
        ollama_line(out, "tool_calls", calls.data, calls.len);
        sa_buf_appends(out, ",\"done\":false}\n");
        sa_buf_release(&calls);
    }
}

static inline void ollama_end(struct sa_buf *out, const struct section *s)
{
    SA_AUTO_FREE char *finish = finish_of(s);
    struct counts c = counts_of(s);
    sa_json_put_bool(out, "done", true);
    sa_json_put_str(out, "done_reason", finish);
    sa_json_put_int(out, "prompt_eval_count", c.in);
    sa_json_put_int(out, "eval_count", c.out);
    sa_buf_appends(out, "}\n");
}

static inline void ollama_stream(struct sa_buf *out, const struct say *say)
{
    if (say->reasoning) ollama_pieces(out, "thinking", say->reasoning);
    ollama_pieces(out, "content", say->reply);
    ollama_calls(out, say);
    if (case_is(say->reply, "fault", "overloaded")) {
        sa_buf_appends(out, "{\"error\":\"server overloaded, 503 Service Unavailable\"}\n");
    } else if (!case_is(say->reply, "fault", "nodone")) {
        ollama_line(out, "content", "", 0);
        ollama_end(out, say->reply);
    }
}

static inline void ollama_plain(struct sa_buf *out, const struct say *say)
{
    ollama_line(out, "content", say->reply->text, say->reply->len);
    ollama_end(out, say->reply);
}

static inline bool ollama_streams(const char *request)
{
    return strstr(request, "\"stream\":false") == NULL;
}

// ---- which

static const struct format formats[] = {
    {"/messages", "text/event-stream", asks_for_stream, messages_stream, messages_plain},
    {"/responses", "text/event-stream", asks_for_stream, responses_stream, responses_plain},
    {"/api/chat", "application/x-ndjson", ollama_streams, ollama_stream, ollama_plain},
    {"/", "text/event-stream", asks_for_stream, chat_stream, chat_plain},
};

static inline const struct format *format_of(const char *request)
{
    size_t line = strcspn(request, "\r\n");
    for (size_t i = 0;; i++)
        if (i + 1 == SA_COUNT(formats) ||
            sa_memfind(request, line, formats[i].path, strlen(formats[i].path)))
            return &formats[i];
}

#endif
