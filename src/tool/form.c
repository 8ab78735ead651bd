// Normal forms of what arguments name (form.h), a row for each kind.
#include "tool/form.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "base/xalloc.h"
#include "http/url.h"
#include "tool/tool_int.h"

// ---- paths --------------------------------------------------------------------------------------

// A ".." takes the part before it away, unless that is not known: a star, another "..", or none.
static void put_part(struct sa_buf *out, struct sa_str part)
{
    if (!part.len || sa_str_equals(part, ".")) return;
    if (sa_str_equals(part, "..")) {
        const char *slash = out->len ? memrchr(out->data, '/', out->len) : NULL;
        size_t at = slash ? (size_t)(slash - out->data) : 0, begin = slash ? at + 1 : 0;
        struct sa_str last = {sa_buf_text(out) + begin, out->len - begin};
        if (slash && !last.len) return; // at the root
        bool known = last.len && !sa_str_equals(last, "..") && !memchr(last.data, '*', last.len);
        if (known) {
            sa_buf_truncate(out, slash == out->data ? 1 : at);
            return;
        }
    }
    if (out->len && out->data[out->len - 1] != '/') sa_buf_appendc(out, '/');
    sa_buf_append(out, part.data, part.len);
}

static char *path_form(const char *text)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    struct sa_str rest = sa_str_of(text), part;
    if (*text == '/') sa_buf_appendc(&out, '/');
    while (sa_str_next_part(&rest, '/', &part)) put_part(&out, part);
    if (!out.len && *text) sa_buf_appendc(&out, '.');
    return sa_buf_take(&out, NULL);
}

// ---- URLs ---------------------------------------------------------------------------------------

static int hex(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, tolower((unsigned char)c)) : NULL;
    return at ? (int)(at - digits) : -1;
}

// The byte that "%XX" at `p` stands for; -1: not an escape.
static int escaped(const char *p)
{
    int high = *p == '%' ? hex(p[1]) : -1, low = high < 0 ? -1 : hex(p[2]);
    return low < 0 ? -1 : high * 16 + low;
}

// RFC 3986 section 6.2.2: what needs no escape has none, what has one has it in upper case.
static char *plain_escapes(const char *text)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_HUGE);
    for (const char *p = text; *p; p++) {
        int c = escaped(p);
        if (c < 0 && *p == '\\') sa_buf_appends(&out, "%5C");
        else if (c < 0) sa_buf_appendc(&out, *p);
        else if (c < 0x80 && (isalnum(c) || (c && strchr("-._~", c))))
            sa_buf_appendc(&out, (char)c);
        else sa_buf_appendf(&out, "%%%02X", c);
        if (c >= 0) p += 2;
    }
    return sa_buf_take(&out, NULL);
}

// The URL as it is requested; NULL: not one that tools can request.
static char *parsed(const char *text)
{
    struct sa_http_url url;
    bool is_http = !strncasecmp(text, "http", 4); // else no libcurl is needed
    if (!is_http || sa_http_url_parse(NULL, text, &url, NULL)) return NULL;
    // The host as it will be connected to, and a port only where it is not the usual one.
    const char *rest = strchr(url.text, ':') + 3, *at = rest + strcspn(rest, "/?");
    bool usual = url.port == (url.tls ? 443 : 80), six = strchr(url.host, ':') != NULL;
    SA_AUTO_FREE char *port = usual ? NULL : sa_xasprintf(":%d", url.port);
    char *whole = url.userinfo ? sa_xstrdup(url.text)
                               : sa_xasprintf("%s://%s%s%s%s%s%s", url.tls ? "https" : "http",
                                              six ? "[" : "", url.host, six ? "]" : "",
                                              port ? port : "", *at == '/' ? "" : "/", at);
    sa_http_url_release(&url);
    return whole;
}

// What stands behind '#' is the caller's: it stays in the value, and rules do not see it.
static char *url_form(const char *text)
{
    SA_AUTO_FREE char *plain = plain_escapes(text);
    SA_AUTO_FREE char *whole = parsed(plain);
    return sa_xasprintf("%s%s", whole ? whole : plain, whole ? plain + strcspn(plain, "#") : "");
}

// As far as no star leaves open what it is: to the last slash before one, behind the host.
static char *url_pattern(const char *pattern)
{
    SA_AUTO_FREE char *plain = strchr(pattern, '\\') ? sa_xstrdup(pattern) : plain_escapes(pattern);
    size_t known = strcspn(plain, "*\\");
    if (!plain[known]) {
        plain[strcspn(plain, "#")] = 0;
        return url_form(plain);
    }
    const char *host = strstr(plain, "://");
    while (known && plain[known - 1] != '/') known--;
    bool whole = host && plain + known > host + strlen("://");
    SA_AUTO_FREE char *head = sa_xstrndup(plain, known);
    SA_AUTO_FREE char *normal = whole ? parsed(head) : NULL;
    if (normal) return sa_xasprintf("%s%s", normal, plain + known);
    char *text = sa_xstrdup(plain);
    size_t end = host ? (size_t)(host + 3 - plain) + strcspn(host + 3, "/?#") : 0;
    for (size_t i = 0; i < end; i++) text[i] = (char)tolower((unsigned char)text[i]);
    return text;
}

static char *host_form(const char *text)
{
    struct sa_http_url url;
    SA_AUTO_FREE char *whole = sa_xasprintf("http://%s/", text);
    if (strpbrk(text, "/?#@") || sa_http_url_parse(NULL, whole, &url, NULL))
        return sa_xstrdup(text);
    char *host = sa_xstrdup(strchr(text, ':') ? text : url.host);
    sa_http_url_release(&url);
    return host;
}

static char *host_pattern(const char *pattern)
{
    if (!strchr(pattern, '*')) return host_form(pattern);
    char *text = sa_xstrdup(pattern);
    for (char *p = text; *p; p++) *p = (char)tolower((unsigned char)*p);
    if (*text && sa_ends_with(text, ".")) text[strlen(text) - 1] = 0;
    return text;
}

static char *upper(const char *text)
{
    char *out = sa_xstrdup(text);
    for (char *p = out; *p; p++) *p = (char)toupper((unsigned char)*p);
    return out;
}

// ---- all of them --------------------------------------------------------------------------------

static const struct {
    const char *format;
    enum sa_form form;
} formats[] = {{"path", SA_FORM_PATH},   {"url", SA_FORM_URL},
               {"uri", SA_FORM_URL},     {"hostname", SA_FORM_HOST},
               {"shell", SA_FORM_SHELL}, {"http-method", SA_FORM_METHOD}};

static const struct {
    char *(*value)(const char *text), *(*pattern)(const char *pattern);
} forms[] = {
    [SA_FORM_TEXT] = {sa_xstrdup, sa_xstrdup}, [SA_FORM_PATH] = {path_form, path_form},
    [SA_FORM_URL] = {url_form, url_pattern},   [SA_FORM_HOST] = {host_form, host_pattern},
    [SA_FORM_METHOD] = {upper, upper},         [SA_FORM_SHELL] = {sa_xstrdup, sa_xstrdup},
};

enum sa_form sa_form_named(const char *format)
{
    for (size_t i = 0; i < SA_COUNT(formats); i++)
        if (!strcmp(formats[i].format, format)) return formats[i].form;
    return SA_FORM_TEXT;
}

char *sa_form_value(const struct sa_tool *tool, enum sa_form form, const char *text)
{
    char *place = form == SA_FORM_PATH && tool->spell ? tool->spell(tool, text, 0) : NULL;
    return place ? place : forms[form].value(text);
}

char *sa_form_spelling(const struct sa_tool *tool, enum sa_form form, const char *value, size_t i)
{
    char *place = form == SA_FORM_PATH && tool && tool->spell ? tool->spell(tool, value, i) : NULL;
    if (place || i) return place;
    char *text = forms[form].value(value);
    if (form == SA_FORM_URL) text[strcspn(text, "#")] = 0;
    return text;
}

char *sa_form_pattern(enum sa_form form, const char *pattern)
{
    return forms[form].pattern(pattern);
}

bool sa_form_climbs(const char *text, size_t len)
{
    SA_AUTO_FREE char *copy = sa_xstrndup(text, len);
    size_t dots = 0, others = 0; // of the part that is being read
    for (const char *p = copy;; p++) {
        int c = escaped(p) < 0 ? (unsigned char)*p : escaped(p);
        if (!c || strchr("/\\?#", c)) {
            if (dots == 2 && !others) return true;
            dots = others = 0;
        } else if (c == '.') {
            dots++;
        } else {
            others++;
        }
        if (!*p) return false;
        if (escaped(p) >= 0) p += 2;
    }
}
