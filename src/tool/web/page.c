// visit_webpage: a page as text, a part at a time. HTML becomes Markdown, PDF its text; text of
// other kinds stays as it is.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "tool/web/web_int.h"

enum { PART = 40000, SLACK = 2000 }; // bytes of a part; how much less it may be, to end at a line

struct page {
    struct sa_web web;
    pthread_mutex_t lock; // of what follows: calls may come on several threads
    char *url, *text;     // of the page visited last
};

static void free_page(void *data)
{
    struct page *p = data;
    pthread_mutex_destroy(&p->lock);
    free(p->url);
    free(p->text);
    free(p);
}

static const char *sniff(const struct sa_buf *body)
{
    struct sa_str s = sa_str_trim((struct sa_str){sa_buf_text(body), body->len});
    if (s.len > 4 && !memcmp(s.data, "%PDF-", 5)) return SA_WEB_PDF;
    if (s.len && *s.data == '<') return SA_WEB_HTML;
    bool binary = memchr(sa_buf_text(body), 0, body->len);
    return !binary && sa_utf8_valid(sa_buf_text(body), body->len) ? SA_WEB_TEXT : NULL;
}

// How to read it; NULL: there is no text in it.
static const char *kind_of(const char *type, const struct sa_buf *body)
{
    static const struct {
        const char *type, *kind;
    } rows[] = {
        {"text/html", SA_WEB_HTML},
        {"application/xhtml+xml", SA_WEB_HTML},
        {"application/pdf", SA_WEB_PDF},
        {"application/json", SA_WEB_TEXT},
        {"application/xml", SA_WEB_TEXT},
        {"application/javascript", SA_WEB_TEXT},
        {"application/x-ndjson", SA_WEB_TEXT},
        {"application/yaml", SA_WEB_TEXT},
    };
    for (size_t i = 0; i < SA_COUNT(rows); i++)
        if (!strcmp(type, rows[i].type)) return rows[i].kind;
    if (sa_starts_with(type, "text/") || sa_ends_with(type, "+json") || sa_ends_with(type, "+xml"))
        return SA_WEB_TEXT;
    if (!*type || !strcmp(type, "application/octet-stream")) return sniff(body);
    return NULL;
}

static bool is_readable(const struct sa_tool *tool, const struct sa_web_reply *reply,
                        const char *type, const char *kind, struct sa_tool_result *result)
{
    const struct sa_http_response *r = &reply->http;
    if (r->status < 200 || r->status >= 300) {
        SA_AUTO_FREE char *wait = r->retry_after_ms < 0
                                      ? NULL
                                      : sa_xasprintf("; it asks to come back after %lld s",
                                                     (long long)(r->retry_after_ms / 1000));
        sa_web_fail(tool, result, NULL, "%s: the server answers with status %d%s", reply->url,
                    r->status, wait ? wait : "");
        return false;
    }
    if (!kind) {
        sa_web_fail(tool, result, "ValueError", "%s: it is %s of %zu bytes, and no text",
                    reply->url, *type ? type : "something unknown", r->body.len);
        return false;
    }
    if (strcmp(kind, SA_WEB_PDF) != 0 || sa_web_pdf_program()) return true;
    sa_web_fail(tool, result, NULL,
                "%s: it is PDF of %zu bytes, and pdftotext is not installed here (Debian's package "
                "is poppler-utils)",
                reply->url, r->body.len);
    return false;
}

// The page's text, malloc'd; NULL with the error.
static char *visit(const struct sa_tool *tool, const cJSON *args, struct sa_stop *stop,
                   struct sa_tool_result *result)
{
    const char *url = sa_json_str(args, "url", "");
    static const char *const headers[] = {
        "Accept: text/html, application/xhtml+xml, text/*;q=0.9, application/pdf;q=0.9, */*;q=0.5",
        "User-Agent: Mozilla/5.0 (compatible; smolagent)", NULL};
    const struct page *p = tool->data;
    const struct sa_web_ask ask = {
        .web = &p->web, .url = url, .args = args, .headers = headers, .stop = stop};
    struct sa_web_reply reply;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    char type[64], charset[48];
    if (sa_web_fetch(tool, &ask, &reply, result)) return NULL;
    sa_web_content_type(reply.http.content_type, type, charset);
    const char *kind = kind_of(type, &reply.http.body);
    const struct sa_web_read read = {.kind = kind,
                                     .charset = charset,
                                     .url = reply.url,
                                     .data = sa_buf_text(&reply.http.body),
                                     .len = reply.http.body.len,
                                     .sandbox = p->web.sandbox,
                                     .stop = stop};
    bool good = is_readable(tool, &reply, type, kind, result) &&
                !sa_web_text(tool, &read, &text, result);
    if (good && !sa_str_trim((struct sa_str){sa_buf_text(&text), text.len}).len) {
        sa_buf_clear(&text);
        sa_buf_appendf(&text, "[there is no text in this %s]",
                       strcmp(kind, SA_WEB_HTML) ? "document" : "page; scripts may make it");
    }
    sa_web_reply_release(&reply);
    if (good) return sa_buf_take(&text, NULL);
    return sa_buf_release(&text), NULL;
}

// Where the part that begins at text[0] ends: at a line's end, if there is one near.
static size_t part_end(const char *text, size_t len)
{
    if (len <= PART) return len;
    size_t end = sa_utf8_floor(text, len, PART);
    for (size_t i = end; i > PART - SLACK; i--)
        if (text[i - 1] == '\n') return i;
    return end;
}

static void give_part(const struct sa_tool *tool, const char *text, int64_t wanted,
                      struct sa_tool_result *result)
{
    struct sa_buf part = SA_BUF_INIT(SA_BUF_TEXT), json = SA_BUF_INIT(SA_BUF_TEXT);
    size_t len = strlen(text);
    int64_t count = 0;
    for (size_t at = 0, end; at < len; at = end) {
        end = at + part_end(text + at, len - at);
        if (++count == wanted) sa_buf_append(&part, text + at, end - at);
    }
    if (wanted > count) {
        sa_web_fail(tool, result, "ValueError", "there is no page %lld: it has %lld",
                    (long long)wanted, (long long)count);
        return;
    }
    if (wanted < count)
        sa_buf_appendf(&part, "\n\n[page %lld of %lld; page=%lld has the next]", (long long)wanted,
                       (long long)count, (long long)wanted + 1);
    sa_json_quote(&json, sa_buf_text(&part), part.len);
    result->json = sa_buf_take(&json, NULL);
    sa_buf_release(&part);
}

// What was visited last, if it is this; malloc'd.
static char *recall(struct page *p, const char *url)
{
    pthread_mutex_lock(&p->lock);
    char *text = sa_streq(p->url, url) ? sa_xstrdup(p->text) : NULL;
    pthread_mutex_unlock(&p->lock);
    return text;
}

static void keep(struct page *p, const char *url, const char *text)
{
    pthread_mutex_lock(&p->lock);
    free(p->url);
    free(p->text);
    p->url = sa_xstrdup(url);
    p->text = sa_xstrdup(text);
    pthread_mutex_unlock(&p->lock);
}

static void call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                 struct sa_tool_result *result)
{
    struct page *p = tool->data;
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL);
    const char *url = sa_json_str(args, "url", "");
    int64_t wanted = sa_json_int(args, "page", 1);
    SA_AUTO_FREE char *text = wanted > 1 ? recall(p, url) : NULL;
    if (!text && (text = visit(tool, args, stop, result))) keep(p, url, text);
    if (text) give_part(tool, text, wanted, result);
    cJSON_Delete(args);
}

struct sa_tool *sa_web_page_tool(const struct sa_builtin_setup *setup)
{
    struct sa_tool *tool = sa_web_new(
        setup, sizeof(struct page), "visit_webpage",
        "Get the text of a web page: HTML as Markdown, PDF as text, others as they are.", call);
    struct page *p = tool->data;
    pthread_mutex_init(&p->lock, NULL);
    tool->free_data = free_page;
    sa_builtin_input(
        tool, "url",
        "{\"type\": \"string\", \"format\": \"url\", \"description\": \"with http:// or "
        "https://\"}");
    sa_builtin_input(tool, "page",
                     "{\"type\": \"integer\", \"default\": 1, \"minimum\": 1, \"maximum\": 10000, "
                     "\"description\": \"which part of a long text, of 40,000 characters each\"}");
    sa_web_output(tool, "{\"type\": \"string\"}", "the text");
    return tool;
}
