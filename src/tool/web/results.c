// The results in DuckDuckGo's HTML page: links and texts by their classes.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/web/child.h"

enum { RESULTS_MAX = 100, FIELD_MAX = 4000 };

struct result {
    char *url;
    struct sa_buf title, snippet;
};

struct sa_results {
    struct result items[RESULTS_MAX];
    size_t count;
    struct sa_buf *field; // that text goes to; NULL: none
    unsigned depth;       // open elements within it
    bool blocked;         // the page asks for a person
};

static unsigned hex(char c)
{
    return isdigit((unsigned char)c) ? (unsigned)(c - '0')
                                     : (unsigned)(tolower((unsigned char)c) - 'a' + 10);
}

// The address behind a link of theirs (/l/?uddg=...), malloc'd.
static char *target(const char *href)
{
    const char *at = strstr(href, "uddg=");
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    if (!at) return sa_xasprintf("%s%s", sa_starts_with(href, "//") ? "https:" : "", href);
    for (at += 5; *at && *at != '&'; at++) {
        bool coded = *at == '%' && isxdigit((unsigned char)at[1]) && isxdigit((unsigned char)at[2]);
        sa_buf_appendc(&out, coded ? (char)(hex(at[1]) << 4 | hex(at[2])) : *at);
        if (coded) at += 2;
    }
    return sa_buf_take(&out, NULL);
}

// Advertisements lead over a script of theirs.
static bool is_ad(const char *href)
{
    return strstr(href, "duckduckgo.com/y.js") || strstr(href, "ad_domain=");
}

static void begin(struct sa_results *r, const char *href)
{
    if (r->count == RESULTS_MAX || is_ad(href)) return;
    struct result *item = &r->items[r->count++];
    item->url = target(href);
    sa_buf_init(&item->title, FIELD_MAX);
    sa_buf_init(&item->snippet, FIELD_MAX);
    r->field = &item->title;
}

static void on_start(void *sink, const char *name, const char **attributes)
{
    struct sa_results *r = sink;
    const char *href = sa_html_attribute(attributes, "href");
    (void)name;
    if (r->field) {
        r->depth++;
    } else if (href && sa_html_has_class(attributes, "result__a")) {
        begin(r, href);
    } else if (r->count && sa_html_has_class(attributes, "result__snippet")) {
        struct sa_buf *snippet = &r->items[r->count - 1].snippet;
        if (!snippet->len) r->field = snippet;
    } else if (sa_html_has_class(attributes, "anomaly-modal__title")) {
        r->blocked = true;
    }
}

static void on_end(void *sink, const char *name)
{
    struct sa_results *r = sink;
    (void)name;
    if (!r->field) return;
    if (r->depth) r->depth--;
    else r->field = NULL;
}

static void on_text(void *sink, const char *text, size_t len)
{
    struct sa_results *r = sink;
    if (r->field) sa_buf_append(r->field, text, len);
}

const struct sa_web_sink sa_results_sink = {on_start, on_end, on_text};

struct sa_results *sa_results_new(void)
{
    return sa_xcalloc(1, sizeof(struct sa_results));
}

static void put_field(struct sa_buf *out, const char *name, const struct sa_buf *text)
{
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(text), text->len});
    sa_json_put_strn(out, name, s.data, s.len);
}

void sa_results_end(struct sa_results *r, struct sa_buf *out)
{
    sa_buf_appends(out, "{\"results\":[");
    for (size_t i = 0; i < r->count; i++) {
        struct result *item = &r->items[i];
        sa_buf_appends(out, i ? ",{" : "{");
        put_field(out, "title", &item->title);
        sa_json_put_str(out, "url", item->url);
        put_field(out, "snippet", &item->snippet);
        sa_buf_appendc(out, '}');
        sa_buf_release(&item->title);
        sa_buf_release(&item->snippet);
        free(item->url);
    }
    sa_buf_appends(out, "]");
    sa_json_put_bool(out, "blocked", r->blocked);
    sa_buf_appendc(out, '}');
    free(r);
}
