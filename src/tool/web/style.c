// Inline styles of HTML elements, read as browsers do as far as hiding the element goes: markdown.c
// leaves out what a person who looks at the page cannot see.
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "tool/web/child.h"

// Reads \HEX or \c behind a backslash; bytes used. Only ASCII matters here.
static size_t read_escape(const char *s, char *c)
{
    unsigned long code = 0;
    size_t n = 0;
    for (; n < 6 && s[n] && strchr("0123456789abcdefABCDEF", s[n]); n++) {
        char digit[] = {s[n], 0};
        code = code * 16 + strtoul(digit, NULL, 16);
    }
    if (!n) return *c = *s, *s != 0;
    *c = code && code < 0x80 ? (char)code : '?';
    return n + (s[n] && strchr(" \t\n\r\f", s[n]) != NULL);
}

// The style in lower case, without comments and white space, with its escapes decoded.
static char *normalize(const char *style)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    while (*style) {
        char c = *style++;
        if (c == '/' && *style == '*') {
            const char *end = strstr(style + 1, "*/");
            if (!end) break;
            style = end + 2;
            continue;
        }
        if (c == '\\') style += read_escape(style, &c);
        if (c >= 'A' && c <= 'Z') c = (char)(c + ('a' - 'A'));
        if ((unsigned char)c > ' ') sa_buf_appendc(&out, c);
    }
    return sa_buf_take(&out, NULL);
}

// A number that is 0, whatever its unit.
static bool is_zero(const char *value)
{
    char *end;
    return strtod(value, &end) == 0 && end != value;
}

static const struct {
    const char *name, *value; // NULL: any number that is 0
} hiding[] = {
    {"display", "none"},
    {"visibility", "hidden"},
    {"visibility", "collapse"},
    {"content-visibility", "hidden"},
    {"opacity", NULL},
    {"font-size", NULL},
    {"color", "transparent"},
    {"clip", "rect(0"},
    {"clip", "rect(1px,1px,1px,1px)"},
    {"clip-path", "inset(50%)"},
    {"clip-path", "inset(100%)"},
    {"clip-path", "circle(0"},
};

static bool hides(struct sa_str name, const char *value)
{
    for (size_t i = 0; i < SA_COUNT(hiding); i++) {
        if (!sa_str_equals(name, hiding[i].name)) continue;
        if (hiding[i].value ? sa_starts_with(value, hiding[i].value) : is_zero(value)) return true;
    }
    return false;
}

bool sa_style_hides(const char *style)
{
    SA_AUTO_FREE char *normal = normalize(style);
    struct sa_str rest = sa_str_of(normal), one;
    while (sa_str_next_part(&rest, ';', &one)) {
        const char *colon = memchr(one.data, ':', one.len);
        if (!colon) continue;
        size_t len = (size_t)(colon - one.data);
        SA_AUTO_FREE char *value = sa_xstrndup(colon + 1, one.len - len - 1);
        if (hides((struct sa_str){one.data, len}, value)) return true;
    }
    return false;
}
