// The server's side of the wire: one HTTP reply made from a `reply` section, in the format that the
// request's path asks for, streamed or plain, with the faults that real servers show. Test code.
#ifndef TEST_WIRE_H
#define TEST_WIRE_H

#include "formats.h"

static inline void put_chunked(struct sa_buf *out, const char *data, size_t len, size_t piece)
{
    for (size_t i = 0; i < len; i += piece) {
        size_t n = len - i < piece ? len - i : piece;
        sa_buf_appendf(out, "%zx\r\n", n);
        sa_buf_append(out, data + i, n);
        sa_buf_appends(out, "\r\n");
    }
}

// The whole reply, head included. *endless is set when the caller has to go on sending filler (a
// huge body) and *keep when it must leave the connection open and silent.
static inline void wire_reply(struct sa_buf *out, const struct say *say, const char *request,
                              bool *endless, bool *keep)
{
    const struct section *s = say->reply;
    const struct format *f = format_of(request);
    bool stream = f->streams(request);
    long status = case_number(s, "status", 200);
    char *type = case_key(s, "type"), *header = case_key(s, "header");
    bool raw = status != 200 || case_is(s, "form", "raw");
    bool sse = !raw && stream && !case_is(s, "form", "plain");
    struct sa_buf body = SA_BUF_INIT((size_t)64 << 20);
    if (raw) sa_buf_append(&body, s->text, s->len);
    else if (sse) f->put_stream(&body, say);
    else f->put_plain(&body, say);
    *endless = case_is(s, "fault", "huge");
    *keep = case_is(s, "fault", "hang");
    bool drop = case_is(s, "fault", "drop"), open = case_is(s, "fault", "open");
    const char *usual = sse ? f->stream_type : "application/json";
    sa_buf_appendf(out, "HTTP/1.1 %ld Test\r\nContent-Type: %s\r\n", status, type ? type : usual);
    if (!case_is(s, "connection", "keep")) sa_buf_appends(out, "Connection: close\r\n");
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
