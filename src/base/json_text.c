// JSON as text: the strict scanner, the members and items of what has passed it, quoting.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_int.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"

static bool fail(struct sa_json_scan *c, const char *problem)
{
    if (!c->problem) c->problem = problem;
    return false;
}

void sa_json_skip_space(struct sa_json_scan *c)
{
    while (c->p < c->end && (*c->p == ' ' || *c->p == '\t' || *c->p == '\n' || *c->p == '\r'))
        c->p++;
}

static bool check_escape(struct sa_json_scan *c)
{
    if (c->p == c->end) return fail(c, "unterminated string");
    char kind = *c->p++;
    if (kind != 'u') return kind && strchr("\"\\/bfnrt", kind) ? true : fail(c, "bad escape");
    for (int i = 0; i < 4; i++, c->p++)
        if (c->p == c->end || !isxdigit((unsigned char)*c->p)) return fail(c, "bad \\u escape");
    return true;
}

bool sa_json_skip_string(struct sa_json_scan *c)
{
    c->p++;
    while (c->p < c->end && *c->p != '"') {
        if ((unsigned char)*c->p < 0x20) return fail(c, "control character in string");
        uint32_t cp;
        if (*c->p == '\\') {
            c->p++;
            if (!check_escape(c)) return false;
            continue;
        }
        size_t n = sa_utf8_decode(c->p, (size_t)(c->end - c->p), &cp);
        if (cp == 0xFFFD && n == 1) return fail(c, "invalid UTF-8");
        c->p += n;
    }
    if (c->p == c->end) return fail(c, "unterminated string");
    c->p++;
    return true;
}

bool sa_json_skip_digits(struct sa_json_scan *c)
{
    const char *start = c->p;
    while (c->p < c->end && isdigit((unsigned char)*c->p)) c->p++;
    return c->p > start;
}

bool sa_json_skip_number(struct sa_json_scan *c)
{
    if (*c->p == '-') c->p++;
    const char *start = c->p;
    if (!sa_json_skip_digits(c)) return fail(c, "value expected");
    if (*start == '0' && c->p - start > 1) return fail(c, "number with leading zero");
    if (c->p < c->end && *c->p == '.') {
        c->p++;
        if (!sa_json_skip_digits(c)) return fail(c, "digits expected");
    }
    if (c->p < c->end && (*c->p == 'e' || *c->p == 'E')) {
        c->p++;
        if (c->p < c->end && (*c->p == '+' || *c->p == '-')) c->p++;
        if (!sa_json_skip_digits(c)) return fail(c, "digits expected");
    }
    return true;
}

static bool check_word(struct sa_json_scan *c)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < SA_COUNT(words); i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(c->end - c->p) >= n && memcmp(c->p, words[i], n) == 0) return c->p += n, true;
    }
    return fail(c, "value expected");
}

static bool check_members(struct sa_json_scan *c, int depth, char close)
{
    c->p++;
    sa_json_skip_space(c);
    if (c->p < c->end && *c->p == close) return c->p++, true;
    for (;;) {
        if (close == '}') {
            sa_json_skip_space(c);
            if (c->p == c->end || *c->p != '"') return fail(c, "member name expected");
            if (!sa_json_skip_string(c)) return false;
            sa_json_skip_space(c);
            if (c->p == c->end || *c->p != ':') return fail(c, "':' expected");
            c->p++;
        }
        if (!sa_json_skip_value(c, depth + 1)) return false;
        if (c->p < c->end && *c->p == ',') {
            c->p++;
            continue;
        }
        if (c->p < c->end && *c->p == close) return c->p++, true;
        return fail(c, close == '}' ? "',' or '}' expected" : "',' or ']' expected");
    }
}

bool sa_json_skip_value(struct sa_json_scan *c, int depth)
{
    if (depth > SA_JSON_MAX_DEPTH) return fail(c, "nested too deeply");
    sa_json_skip_space(c);
    if (c->p == c->end) return fail(c, "value expected");
    bool ok;
    c->values++;
    switch (*c->p) {
    case '{': ok = check_members(c, depth, '}'); break;
    case '[': ok = check_members(c, depth, ']'); break;
    case '"': ok = sa_json_skip_string(c); break;
    case 't':
    case 'f':
    case 'n': ok = check_word(c); break;
    default: ok = sa_json_skip_number(c);
    }
    sa_json_skip_space(c);
    return ok;
}

bool sa_json_scan(struct sa_json_scan *c, const char *text, size_t len)
{
    *c = (struct sa_json_scan){.text = text, .p = text, .end = text + len};
    bool ok = sa_json_skip_value(c, 0) && c->p == c->end;
    return ok || fail(c, "text after the value");
}

bool sa_json_valid(const char *text, size_t len)
{
    struct sa_json_scan c;
    return len <= SA_JSON_MAX_BYTES && sa_json_scan(&c, text, len);
}

static uint32_t hex4(const char *p)
{
    uint32_t v = 0;
    for (int i = 0; i < 4; i++) {
        unsigned c = (unsigned char)p[i] | 0x20;
        v = v << 4 | (c <= '9' ? c - '0' : c - 'a' + 10);
    }
    return v;
}

// The escape at p, just after the backslash; returns its length. A lone surrogate becomes U+FFFD.
static size_t unescape(const char *p, const char *end, struct sa_buf *out)
{
    static const char letters[] = "bfnrt", codes[] = "\b\f\n\r\t";
    if (*p != 'u') {
        const char *letter = strchr(letters, *p);
        sa_buf_appendc(out, letter ? codes[letter - letters] : *p);
        return 1;
    }
    uint32_t cp = hex4(p + 1), low;
    size_t used = 5;
    if (cp >= 0xD800 && cp < 0xDC00 && end - p >= 11 && p[5] == '\\' && p[6] == 'u' &&
        (low = hex4(p + 7)) >= 0xDC00 && low < 0xE000) {
        cp = 0x10000 + ((cp - 0xD800) << 10) + (low - 0xDC00);
        used = 11;
    }
    sa_buf_append_utf8(out, cp >= 0xD800 && cp < 0xE000 ? 0xFFFD : cp);
    return used;
}

void sa_json_unquote(const char *literal, size_t len, struct sa_buf *out)
{
    const char *p = literal + 1, *end = literal + len - 1;
    while (p < end) {
        const char *slash = memchr(p, '\\', (size_t)(end - p)), *stop = slash ? slash : end;
        sa_buf_append(out, p, (size_t)(stop - p));
        p = slash ? slash + 1 + unescape(slash + 1, end, out) : end;
    }
}

// A value's length without the white space that sa_json_skip_value has passed behind it.
static size_t value_end(const char *value, const char *end)
{
    while (end > value && strchr(" \t\r\n", end[-1])) end--;
    return (size_t)(end - value);
}

bool sa_json_next_member(const char *text, size_t len, size_t *position, char **name,
                         const char **value, size_t *value_len)
{
    struct sa_json_scan c = {.text = text, .p = text + *position, .end = text + len};
    sa_json_skip_space(&c);
    if (c.p == c.end || *c.p == '}') return false;
    c.p++; // the opening bracket or a comma
    sa_json_skip_space(&c);
    if (c.p == c.end || *c.p != '"') return false;
    const char *start = c.p;
    sa_json_skip_string(&c);
    struct sa_buf key = SA_BUF_INIT(SA_JSON_MAX_BYTES);
    sa_json_unquote(start, (size_t)(c.p - start), &key);
    *name = sa_buf_take(&key, NULL);
    sa_json_skip_space(&c);
    c.p++;
    sa_json_skip_space(&c);
    *value = c.p;
    sa_json_skip_value(&c, 0);
    *value_len = value_end(*value, c.p);
    *position = (size_t)(c.p - text);
    return true;
}

bool sa_json_next_item(const char *text, size_t len, size_t *position, const char **value,
                       size_t *value_len)
{
    struct sa_json_scan c = {.text = text, .p = text + *position, .end = text + len};
    sa_json_skip_space(&c);
    if (c.p == c.end || *c.p == ']') return false;
    c.p++; // the opening bracket or a comma
    sa_json_skip_space(&c);
    if (c.p == c.end || *c.p == ']') return false;
    *value = c.p;
    sa_json_skip_value(&c, 0);
    *value_len = value_end(*value, c.p);
    *position = (size_t)(c.p - text);
    return true;
}

// Bytes that stand for themselves in a JSON string, counted from the start of text.
static size_t plain_run(const char *text, size_t len)
{
    size_t i = 0;
    while (i < len && (signed char)text[i] >= 0x20 && text[i] != '"' && text[i] != '\\' &&
           text[i] != 0x7F)
        i++;
    return i;
}

void sa_json_quote(struct sa_buf *out, const char *text, size_t len)
{
    static const char plain[] = "\b\f\n\r\t\"\\", letters[] = "bfnrt\"\\";
    sa_buf_appendc(out, '"');
    for (size_t i = 0; i < len;) {
        size_t run = plain_run(text + i, len - i);
        sa_buf_append(out, text + i, run);
        if ((i += run) == len) break;
        uint32_t cp;
        size_t n = sa_utf8_decode(text + i, len - i, &cp);
        const char *special = cp && cp < 0x80 ? strchr(plain, (int)cp) : NULL;
        if (special) {
            char pair[2] = {'\\', letters[special - plain]};
            sa_buf_append(out, pair, 2);
        } else if (cp < 0x20 || cp == 0x7F) {
            sa_buf_appendf(out, "\\u%04x", (unsigned)cp);
        } else if (cp == 0xFFFD && n == 1) {
            sa_buf_append_utf8(out, cp);
        } else {
            sa_buf_append(out, text + i, n);
        }
        i += n;
    }
    sa_buf_appendc(out, '"');
}

bool sa_json_holds_nul(const char *text, size_t len)
{
    static const char nul[] = "\\u0000";
    const char *end = text + len, *p = text;
    while ((p = memmem(p, (size_t)(end - p), nul, sizeof nul - 1))) {
        const char *first = p++; // of the backslashes, of which two are one that was escaped
        while (first > text && first[-1] == '\\') first--;
        if ((p - first) % 2) return true;
    }
    return false;
}

void sa_json_respace(struct sa_buf *out, const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        size_t start = i;
        if (c == '"') {
            for (i++; i < len && text[i] != '"'; i++) i += text[i] == '\\';
            sa_buf_append(out, text + start, (i < len ? i + 1 : len) - start);
        } else if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
            sa_buf_appendc(out, c);
            if (c == ',' || c == ':') sa_buf_appendc(out, ' ');
        }
    }
}
