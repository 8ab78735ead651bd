// The event-stream parser. Lines are collected byte by byte into a capped buffer; a blank line
// dispatches what the `data:` lines have gathered.
#include "http/sse.h"

#include <string.h>

#include "base/str.h"

void sa_sse_init(struct sa_sse *sse, size_t max_event)
{
    memset(sse, 0, sizeof *sse);
    sa_buf_init(&sse->line, max_event);
    sa_buf_init(&sse->data, max_event);
    sse->retry_ms = -1;
}

void sa_sse_release(struct sa_sse *sse)
{
    sa_buf_release(&sse->line);
    sa_buf_release(&sse->data);
}

static bool dispatch(struct sa_sse *sse, sa_sse_fn fn, void *ctx)
{
    bool go = true;
    memcpy(sse->id, sse->next_id, sizeof sse->id);
    if (sse->has_data)
        go = fn(ctx, sse->name[0] ? sse->name : "message", sa_buf_text(&sse->data), sse->data.len);
    sse->has_data = false;
    sse->name[0] = 0;
    sa_buf_clear(&sse->data);
    return go;
}

static bool field_is(struct sa_str line, const char *name, struct sa_str *value)
{
    size_t n = strlen(name);
    if (line.len < n || memcmp(line.data, name, n) != 0) return false;
    if (line.len > n && line.data[n] != ':') return false;
    *value = (struct sa_str){line.data + n, line.len - n};
    if (value->len) value->data++, value->len--; // the colon
    if (value->len && value->data[0] == ' ') value->data++, value->len--;
    return true;
}

// One that cannot be kept whole, or sent back in a header, is as good as none.
static void take_id(struct sa_sse *sse, struct sa_str value)
{
    bool fits = value.len < sizeof sse->next_id;
    for (size_t i = 0; i < value.len && fits; i++) fits = (unsigned char)value.data[i] >= ' ';
    size_t n = fits ? value.len : 0;
    memcpy(sse->next_id, value.data, n);
    sse->next_id[n] = 0;
}

static void take_retry(struct sa_sse *sse, struct sa_str value)
{
    char digits[12];
    int64_t ms;
    if (value.len >= sizeof digits) return;
    memcpy(digits, value.data, value.len);
    digits[value.len] = 0;
    if (digits[strspn(digits, "0123456789")] == 0 && sa_parse_i64(digits, &ms)) sse->retry_ms = ms;
}

// A whole line, without its end.
static bool take_line(struct sa_sse *sse, sa_sse_fn fn, void *ctx)
{
    struct sa_str line = {sa_buf_text(&sse->line), sse->line.len}, value;
    if (!line.len) return dispatch(sse, fn, ctx);
    if (field_is(line, "data", &value)) {
        if (sse->has_data) sa_buf_appendc(&sse->data, '\n');
        sse->has_data = true;
        if (!sa_buf_append(&sse->data, value.data, value.len)) return !(sse->too_large = true);
    } else if (field_is(line, "event", &value)) {
        size_t n = value.len < sizeof sse->name - 1 ? value.len : sizeof sse->name - 1;
        memcpy(sse->name, value.data, n);
        sse->name[n] = 0;
    } else if (field_is(line, "id", &value)) {
        take_id(sse, value);
    } else if (field_is(line, "retry", &value)) {
        take_retry(sse, value);
    }
    sa_buf_clear(&sse->line);
    return true;
}

bool sa_sse_feed(struct sa_sse *sse, const char *bytes, size_t len, sa_sse_fn fn, void *ctx)
{
    size_t i = 0;
    while (i < len) {
        if (sse->after_cr && bytes[i] == '\n') { // CRLF split between two pieces
            sse->after_cr = false;
            i++;
            continue;
        }
        sse->after_cr = false;
        size_t end = i;
        while (end < len && bytes[end] != '\n' && bytes[end] != '\r') end++;
        if (!sa_buf_append(&sse->line, bytes + i, end - i)) return !(sse->too_large = true);
        if (sse->seen == 0 && sse->line.len >= 3 && !memcmp(sse->line.data, "\xEF\xBB\xBF", 3))
            sa_buf_remove(&sse->line, 0, 3);
        i = end;
        if (end == len) break;
        sse->seen++;
        sse->after_cr = bytes[i++] == '\r';
        if (!take_line(sse, fn, ctx)) return false;
    }
    return true;
}

bool sa_sse_finish(struct sa_sse *sse, sa_sse_fn fn, void *ctx)
{
    bool partial = sse->line.len > 0; // no end of line: something may be missing
    if (partial && !take_line(sse, fn, ctx)) return true;
    dispatch(sse, fn, ctx);
    return partial;
}
