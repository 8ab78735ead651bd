// Reading and writing the members of frames. Values stay JSON text: Python values cross untouched
// (big integers, floats), and only strings that the host itself needs are decoded.
#include "exec/proto/frame.h"

#include <stdlib.h>

#include "base/base64.h"
#include "base/json.h"
#include "base/xalloc.h"

enum { HEAD = 4 };

size_t sa_frame_begin(struct sa_buf *out, const char *type)
{
    size_t start = out->len;
    sa_buf_append(out, "\0\0\0\0{", HEAD + 1);
    sa_json_put_str(out, "t", type);
    return start;
}

static bool close_frame(struct sa_buf *out, size_t start)
{
    size_t len = out->len - start - HEAD;
    if (out->full || len > SA_FRAME_MAX) {
        out->full = false;
        sa_buf_truncate(out, start);
        return false;
    }
    for (int i = 0; i < HEAD; i++) out->data[start + (size_t)i] = (char)(len >> (24 - 8 * i));
    return true;
}

bool sa_frame_end(struct sa_buf *out, size_t start)
{
    sa_buf_appendc(out, '}');
    return close_frame(out, start);
}

bool sa_frame_end_with(struct sa_buf *out, size_t start, struct sa_str tail)
{
    sa_buf_append(out, "}", 2); // its NUL is the one between
    sa_buf_append(out, tail.data, tail.len);
    return close_frame(out, start);
}

static bool add_field(struct sa_frame *f, const char *name, struct sa_str value, const char **why)
{
    *why = "too many members";
    if (f->count == SA_FRAME_FIELDS) return false;
    *why = "a member twice";
    if (sa_frame_raw(f, name).data) return false;
    *why = "a member's name is too long";
    if (!sa_strcopy(f->fields[f->count].name, SA_FRAME_NAME, name)) return false;
    f->fields[f->count++].value = value;
    return true;
}

bool sa_frame_parse_object(struct sa_frame *f, struct sa_str text, const char **why)
{
    f->count = 0;
    f->type[0] = 0;
    f->tail = (struct sa_str){NULL, 0};
    *why = "not a JSON object";
    if (!text.len || text.data[0] != '{' || !sa_json_check(text.data, text.len, NULL)) return false;
    size_t at = 0;
    char *name;
    struct sa_str value;
    bool ok = true;
    while (ok && sa_json_next_member(text.data, text.len, &at, &name, &value.data, &value.len)) {
        ok = add_field(f, name, sa_str_trim(value), why);
        free(name);
    }
    return ok;
}

bool sa_frame_parse(struct sa_frame *f, const char *text, size_t len, const char **why)
{
    const char *nul = memchr(text, 0, len);
    size_t head = nul ? (size_t)(nul - text) : len;
    if (!sa_frame_parse_object(f, (struct sa_str){text, head}, why)) return false;
    if (nul) f->tail = (struct sa_str){nul + 1, len - head - 1};
    struct sa_buf type = SA_BUF_INIT(SA_FRAME_NAME - 1);
    *why = "no type";
    bool ok = sa_frame_text(f, "t", &type) && !type.full &&
              sa_strcopy(f->type, sizeof f->type, sa_buf_text(&type));
    sa_buf_release(&type);
    return ok;
}

struct sa_str sa_frame_raw(const struct sa_frame *f, const char *name)
{
    for (size_t i = 0; i < f->count; i++)
        if (!strcmp(f->fields[i].name, name)) return f->fields[i].value;
    return (struct sa_str){NULL, 0};
}

int64_t sa_frame_int(const struct sa_frame *f, const char *name, int64_t fallback)
{
    struct sa_str s = sa_frame_raw(f, name);
    char digits[24];
    int64_t value;
    if (!s.data || s.len >= sizeof digits) return fallback;
    memcpy(digits, s.data, s.len);
    digits[s.len] = 0;
    return sa_parse_i64(digits, &value) ? value : fallback;
}

bool sa_frame_bool(const struct sa_frame *f, const char *name)
{
    return sa_str_equals(sa_frame_raw(f, name), "true");
}

bool sa_frame_text(const struct sa_frame *f, const char *name, struct sa_buf *out)
{
    struct sa_str s = sa_frame_raw(f, name);
    if (!s.data || s.data[0] != '"') return false;
    sa_json_unquote(s.data, s.len, out);
    return true;
}

void sa_frame_put_bytes(struct sa_buf *out, const char *name, const void *data, size_t len)
{
    sa_json_key(out, name);
    sa_buf_appendc(out, '"');
    sa_base64_put(out, data, len);
    sa_buf_appendc(out, '"');
}

bool sa_frame_bytes(const struct sa_frame *f, const char *name, struct sa_buf *out)
{
    struct sa_str s = sa_frame_raw(f, name);
    if (s.len < 2 || s.data[0] != '"') return false;
    return sa_base64_take(out, s.data + 1, s.len - 2);
}

bool sa_frame_data(const struct sa_frame *f, const char *name, struct sa_buf *out)
{
    if (!f->tail.data) return sa_frame_bytes(f, name, out);
    return sa_buf_append(out, f->tail.data, f->tail.len);
}
