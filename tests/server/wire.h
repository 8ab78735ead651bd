// The server's side of the wire: one HTTP reply made from a `reply` section, in OpenAI's chat
// completions format, streamed or plain, with the faults that real servers show. Test code.
#ifndef TEST_WIRE_H
#define TEST_WIRE_H

#include "base/json.h"
#include "base/utf8.h"
#include "casefile.h"

static inline void put_chunked(struct sa_buf *out, const char *data, size_t len, size_t piece)
{
    for (size_t i = 0; i < len; i += piece) {
        size_t n = len - i < piece ? len - i : piece;
        sa_buf_appendf(out, "%zx\r\n", n);
        sa_buf_append(out, data + i, n);
        sa_buf_appends(out, "\r\n");
    }
}

static inline void put_delta(struct sa_buf *out, const char *member, const char *text, size_t len,
                             const char *finish)
{
    sa_buf_appends(out, "data: {\"id\":\"c1\",\"object\":\"chat.completion.chunk\",\"choices\":"
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
    char *usage = case_key(s, "usage"), *comma = usage ? strchr(usage, ',') : NULL;
    long in = usage ? strtol(usage, NULL, 10) : 100,
         done = comma ? strtol(comma + 1, NULL, 10) : 20;
    sa_buf_appendf(out,
                   "\"usage\":{\"prompt_tokens\":%ld,\"completion_tokens\":%ld,"
                   "\"total_tokens\":%ld}",
                   in, done, in + done);
    free(usage);
}

// Text in deltas of `chunk` bytes, cut between characters.
static inline void put_deltas(struct sa_buf *out, const char *member, const struct section *s,
                              size_t chunk)
{
    for (size_t i = 0; i < s->len;) {
        size_t n = sa_utf8_floor(s->text + i, s->len - i, chunk);
        if (!n) n = sa_utf8_prefix(s->text + i, s->len - i, 1);
        put_delta(out, member, s->text + i, n, NULL);
        i += n;
    }
}

static inline void put_stream(struct sa_buf *out, const struct section *s,
                              const struct section *reasoning)
{
    size_t chunk = (size_t)case_number(s, "chunk", 12);
    char *finish = case_key(s, "finish");
    bool none = finish && !strcmp(finish, "none");
    sa_buf_appends(out, ": hello\n\n");
    if (reasoning) put_deltas(out, "reasoning_content", reasoning, chunk);
    put_deltas(out, "content", s, chunk);
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
        if (!none) put_delta(out, NULL, NULL, 0, finish ? finish : "stop");
        sa_buf_appends(out, "data: {\"choices\":[],");
        put_usage(out, s);
        sa_buf_appends(out, "}\n\ndata: [DONE]\n\n");
    }
    free(finish);
}

static inline void put_plain(struct sa_buf *out, const struct section *s,
                             const struct section *reasoning)
{
    char *finish = case_key(s, "finish");
    sa_buf_appends(out, "{\"id\":\"c1\",\"object\":\"chat.completion\",\"choices\":[{\"index\":0,"
                        "\"message\":{\"role\":\"assistant\"");
    sa_json_put_strn(out, "content", s->text, s->len);
    if (reasoning) sa_json_put_strn(out, "reasoning_content", reasoning->text, reasoning->len);
    sa_buf_appends(out, "}");
    sa_json_put_str(out, "finish_reason", finish ? finish : "stop");
    sa_buf_appends(out, "}],");
    put_usage(out, s);
    sa_buf_appends(out, "}");
    free(finish);
}

// The whole reply, head included. *endless is set when the caller has to go on sending filler (a
// huge body) and *keep when it must leave the connection open and silent.
static inline void wire_reply(struct sa_buf *out, const struct section *s,
                              const struct section *reasoning, bool stream, bool *endless,
                              bool *keep)
{
    long status = case_number(s, "status", 200);
    char *type = case_key(s, "type"), *header = case_key(s, "header");
    bool raw = status != 200 || case_is(s, "form", "raw");
    bool sse = !raw && stream && !case_is(s, "form", "plain");
    struct sa_buf body = SA_BUF_INIT((size_t)64 << 20);
    if (raw) sa_buf_append(&body, s->text, s->len);
    else if (sse) put_stream(&body, s, reasoning);
    else put_plain(&body, s, reasoning);
    *endless = case_is(s, "fault", "huge");
    *keep = case_is(s, "fault", "hang");
    bool drop = case_is(s, "fault", "drop"), open = case_is(s, "fault", "open");
    const char *usual = sse ? "text/event-stream" : "application/json";
    sa_buf_appendf(out, "HTTP/1.1 %ld Test\r\nContent-Type: %s\r\nConnection: close\r\n", status,
                   type ? type : usual);
    if (header) sa_buf_appendf(out, "%s\r\n", header);
    if (*keep) {
        sa_buf_truncate(out, 0); // not even a head
    } else if (*endless || drop || open) {
        *keep = open;
        sa_buf_appends(out, "Content-Length: 1099511627776\r\n\r\n");
        sa_buf_append(out, body.data, body.len);
    } else {
        sa_buf_appends(out, "Transfer-Encoding: chunked\r\n\r\n");
        put_chunked(out, sa_buf_text(&body), body.len, (size_t)case_number(s, "wire", 1000));
        sa_buf_appends(out, "0\r\n\r\n");
    }
    sa_buf_release(&body);
    free(type);
    free(header);
}

#endif
