// Server-sent events (WHATWG HTML, section 9.2): bytes in, whole events out. Tolerates CRLF, bare
// CR, comments, multi-line data and a byte-order mark; an event longer than the ceiling is an
// error.
#ifndef SA_HTTP_SSE_H
#define SA_HTTP_SSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

// One event: `name` is "message" unless the server gave one. Return false to stop.
typedef bool (*sa_sse_fn)(void *ctx, const char *name, const char *data, size_t len);

struct sa_sse {
    struct sa_buf line, data;
    char name[64];
    char id[256], next_id[256]; // of the last whole event; what the one under way says
    int64_t retry_ms;           // that the server asks for before a stream is taken up; -1: nothing
    bool has_data, after_cr, too_large;
    size_t seen; // bytes fed
};

void sa_sse_init(struct sa_sse *sse, size_t max_event);
void sa_sse_release(struct sa_sse *sse);
// False when fn said so or an event is too large.
bool sa_sse_feed(struct sa_sse *sse, const char *bytes, size_t len, sa_sse_fn fn, void *ctx);
// Call at the end of the stream: what has come of the last event is delivered, although its closing
// blank line is missing. True when it broke off inside a line: then it may well be incomplete.
bool sa_sse_finish(struct sa_sse *sse, sa_sse_fn fn, void *ctx);

#endif
