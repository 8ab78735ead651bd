// Defence against what servers send: JSON with broken UTF-8, raw control characters or NULs, and
// error pages in whatever form. Nothing here can fail; bad bytes become U+FFFD.
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "model/model_int.h"

static long hex4(const char *s)
{
    long value = 0;
    for (int i = 0; i < 4; i++) {
        char c = s[i], *end;
        char digit[2] = {c, 0};
        long d = strtol(digit, &end, 16);
        if (end == digit) return -1;
        value = value * 16 + d;
    }
    return value;
}

// s points at a backslash. Appends the escape, mended where needed; bytes consumed.
static size_t clean_escape(struct sa_buf *out, const char *s, size_t len, bool halves)
{
    long unit = len >= 6 && s[1] == 'u' ? hex4(s + 2) : -1;
    if (unit < 0 || (unit != 0 && (unit < 0xD800 || unit > 0xDFFF))) {
        size_t n = len >= 2 ? 2 : len;
        sa_buf_append(out, s, n);
        return n;
    }
    long low = unit >= 0xD800 && unit < 0xDC00 && len >= 12 && s[6] == '\\' && s[7] == 'u'
                   ? hex4(s + 8)
                   : -1;
    if (low >= 0xDC00 && low <= 0xDFFF) {
        sa_buf_append(out, s, 12);
        return 12;
    }
    if (halves && unit) {
        sa_buf_appends(out, SA_HALF_MARK);
        sa_buf_append_utf8(out, SA_HALF_BASE + ((unsigned)unit - 0xD800));
    } else {
        sa_buf_appends(out, "\\ufffd");
    }
    return 6;
}

static void clean_json(struct sa_buf *out, const char *text, size_t len, bool halves)
{
    struct sa_buf fixed = SA_BUF_INIT(SA_BUF_TEXT);
    if (!sa_utf8_valid(text, len)) {
        sa_utf8_repair(&fixed, text, len);
        text = sa_buf_text(&fixed), len = fixed.len;
    }
    bool in_string = false;
    for (size_t i = 0; i < len;) {
        char c = text[i];
        if (in_string && c == '\\') {
            i += clean_escape(out, text + i, len - i, halves);
            continue;
        }
        if (c == '"') in_string = !in_string;
        if ((unsigned char)c >= 0x20) sa_buf_appendc(out, c);
        else if (in_string) c ? sa_buf_appendf(out, "\\u%04x", c) : sa_buf_appends(out, "\\ufffd");
        else sa_buf_appendc(out, ' ');
        i++;
    }
    sa_buf_release(&fixed);
}

void sa_clean_json(struct sa_buf *out, const char *text, size_t len)
{
    clean_json(out, text, len, false);
}

void sa_clean_delta(struct sa_buf *out, const char *text, size_t len)
{
    clean_json(out, text, len, true);
}

// Text of an HTML page: its title when it has one, else the text between tags.
static void html_text(struct sa_buf *out, const char *body, size_t len)
{
    const char *title = sa_memfind(body, len, "<title>", 7);
    const char *p = title ? title + 7 : body, *end = body + len;
    bool tag = false;
    sa_buf_appends(out, "an HTML page: ");
    for (; p < end && out->len < 200; p++) {
        if (title && *p == '<') break;
        if (*p == '<') tag = true;
        if (!tag) sa_buf_appendc(out, *p);
        if (*p == '>') tag = false;
    }
}

static const char *json_message(const cJSON *root)
{
    static const char *const paths[] = {"error.message", "error",        "message",
                                        "detail",        "error.detail", "0.error.message"};
    for (size_t i = 0; i < SA_COUNT(paths); i++) {
        const cJSON *item = sa_json_path(root, paths[i]);
        if (cJSON_IsString(item) && item->valuestring[0]) return item->valuestring;
    }
    return NULL;
}

void sa_error_text(struct sa_buf *out, const char *body, size_t len)
{
    struct sa_buf clean = SA_BUF_INIT(SA_BUF_TEXT), raw = SA_BUF_INIT(SA_BUF_TEXT);
    struct sa_str text = sa_str_trim((struct sa_str){body, len});
    sa_clean_json(&clean, body, len);
    cJSON *root = sa_json_parse(sa_buf_text(&clean), clean.len, NULL);
    const char *message = json_message(root);
    if (message) sa_buf_appends(&raw, message);
    else if (!text.len) sa_buf_appends(&raw, "empty reply");
    else if (text.data[0] == '<') html_text(&raw, text.data, text.len);
    else sa_utf8_repair(&raw, text.data, text.len);
    bool space = false; // one line, single spaces, at most 300 bytes
    size_t cut = sa_utf8_floor(sa_buf_text(&raw), raw.len, 300);
    for (size_t i = 0; i < cut; i++) {
        bool blank = (unsigned char)raw.data[i] <= ' ';
        if (!blank) {
            if (space && out->len) sa_buf_appendc(out, ' ');
            sa_buf_appendc(out, raw.data[i]);
        }
        space = blank;
    }
    if (cut < raw.len) sa_buf_appends(out, "...");
    cJSON_Delete(root);
    sa_buf_release(&clean);
    sa_buf_release(&raw);
}
