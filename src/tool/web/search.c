// web_search: asks the chosen engine, once a second at most, and gives its results as a list.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/xalloc.h"
#include "http/url.h"
#include "tool/web/engines.h"
#include "tool/web/web_int.h"

enum { APART_MS = 1000 };

struct search {
    struct sa_web web;
    const struct sa_web_engine *engine; // NULL: the name is of none
    pthread_mutex_t lock;
    int64_t next; // when it may be asked again, monotonic
};

static void free_search(void *data)
{
    struct search *s = data;
    pthread_mutex_destroy(&s->lock);
    free(s);
}

// Waits for this call's turn; false: cancelled.
static bool wait_turn(struct search *s, struct sa_stop *stop)
{
    pthread_mutex_lock(&s->lock);
    int64_t now = sa_clock_monotonic(), turn = s->next > now ? s->next : now;
    s->next = turn + APART_MS * SA_NS_PER_MS;
    pthread_mutex_unlock(&s->lock);
    return sa_http_wait(stop, (turn - now + SA_NS_PER_MS - 1) / SA_NS_PER_MS);
}

// A row's text with {q}, {n} and {key} filled in.
static char *fill(const char *pattern, const char *query, const char *key, int n, bool json)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_TEXT);
    for (const char *p = pattern; *p;) {
        if (sa_starts_with(p, "{q}")) {
            if (json) sa_json_quote(&out, query, strlen(query));
            else sa_http_url_escape(&out, query);
            p += 3;
        } else if (sa_starts_with(p, "{n}")) {
            sa_buf_appendf(&out, "%d", n);
            p += 3;
        } else if (sa_starts_with(p, "{key}")) {
            sa_http_url_escape(&out, key);
            p += 5;
        } else {
            sa_buf_appendc(&out, *p++);
        }
    }
    return sa_buf_take(&out, NULL);
}

// The user's address of searxng may be that of the site, or of its search.
static char *base_url(const struct search *s)
{
    const struct sa_web_engine *e = s->engine;
    const char *base = s->web.search_url;
    if (!base) return sa_xstrdup(e->url);
    size_t len = strlen(base);
    while (e->path && len && base[len - 1] == '/') len--;
    char *cut = sa_xstrndup(base, len);
    if (!e->path || sa_ends_with(cut, e->path)) return cut;
    char *whole = sa_xasprintf("%s%s", cut, e->path);
    free(cut);
    return whole;
}

static char *make_url(const struct search *s, const char *base, const char *query, const char *key,
                      int n)
{
    if (!s->engine->query) return sa_xstrdup(base);
    SA_AUTO_FREE char *rest = fill(s->engine->query, query, key, n, false);
    return sa_xasprintf("%s%c%s", base, strchr(base, '?') ? '&' : '?', rest);
}

// ---- answers ----------------------------------------------------------------------------------

static const char *member(const cJSON *item, const char *name)
{
    return name ? sa_json_str(item, name, "") : "";
}

static void put_result(const struct sa_web_engine *e, const cJSON *item, struct sa_buf *json)
{
    sa_buf_appends(json, json->data[json->len - 1] == '[' ? "{" : ",{");
    sa_json_put_str(json, "title", member(item, e->title));
    sa_json_put_str(json, "url", member(item, e->link));
    sa_json_put_str(json, "snippet", member(item, e->snippet));
    if (*member(item, e->date)) sa_json_put_str(json, "date", member(item, e->date));
    sa_buf_appendc(json, '}');
}

static void give(const struct sa_web_engine *e, const cJSON *list, int n,
                 struct sa_tool_result *result)
{
    struct sa_buf json = SA_BUF_INIT(SA_BUF_TEXT);
    const cJSON *item;
    sa_buf_appendc(&json, '[');
    cJSON_ArrayForEach(item, list)
    {
        if (!*member(item, e->link)) continue;
        if (n-- <= 0) break;
        put_result(e, item, &json);
    }
    sa_buf_appendc(&json, ']');
    result->json = sa_buf_take(&json, NULL);
}

// What it says, and what may be done about it.
static void refuse(const struct sa_tool *tool, const struct sa_web_engine *e,
                   const struct sa_web_reply *reply, struct sa_tool_result *result)
{
    int status = reply->http.status;
    struct sa_buf said = SA_BUF_INIT(SA_BUF_SMALL);
    const struct sa_buf *body = &reply->http.body;
    cJSON *answer = sa_json_parse(sa_buf_text(body), body->len, NULL);
    const cJSON *why = e->refusal ? sa_json_path(answer, e->refusal) : NULL;
    if (cJSON_IsString(why)) sa_buf_appendf(&said, ": %.300s", why->valuestring);
    else if (e->list) sa_web_quote_body(&said, body);
    if ((status == 401 || status == 403) && e->key)
        sa_buf_appendf(&said, "; is the key in %s right?", e->key);
    if (status == 429 || (!e->list && status == 202))
        sa_buf_appends(&said, "; it was asked too often: wait, or set another --search-engine");
    if (status == 403 && !e->key && e->path)
        sa_buf_appends(&said, "; does it allow the format json (search.formats)?");
    sa_web_fail(tool, result, NULL, "%s answers with status %d%s", e->name, status,
                sa_buf_text(&said));
    sa_buf_release(&said);
    cJSON_Delete(answer);
}

static void read_json(const struct sa_tool *tool, const struct sa_web_reply *reply, int n,
                      struct sa_tool_result *result)
{
    const struct search *s = tool->data;
    const struct sa_web_engine *e = s->engine;
    const struct sa_buf *body = &reply->http.body;
    struct sa_err err = SA_ERR_INIT;
    cJSON *answer = sa_json_parse(sa_buf_text(body), body->len, &err);
    const cJSON *list = sa_json_path(answer, e->list), *why = sa_json_path(answer, e->refusal);
    if (!answer)
        sa_web_fail(tool, result, NULL, "%s: its answer is no JSON: %s", e->name, err.message);
    else if (!cJSON_IsArray(list) && cJSON_IsString(why))
        sa_web_fail(tool, result, NULL, "%s: %.300s", e->name, why->valuestring);
    else give(e, list, n, result); // an answer without the list has no results
    cJSON_Delete(answer);
}

static void read_html(const struct sa_tool *tool, const struct sa_web_reply *reply, int n,
                      struct sa_stop *stop, struct sa_tool_result *result)
{
    static const struct sa_web_engine ours = {
        .title = "title", .link = "url", .snippet = "snippet"};
    const struct search *s = tool->data;
    const struct sa_web_read read = {.kind = SA_WEB_RESULTS,
                                     .charset = "utf-8",
                                     .url = reply->url,
                                     .data = sa_buf_text(&reply->http.body),
                                     .len = reply->http.body.len,
                                     .sandbox = s->web.sandbox,
                                     .stop = stop};
    struct sa_buf text = SA_BUF_INIT(SA_BUF_TEXT);
    if (sa_web_text(tool, &read, &text, result)) return;
    cJSON *answer = sa_json_parse(sa_buf_text(&text), text.len, NULL);
    if (sa_json_bool(answer, "blocked", false))
        sa_web_fail(tool, result, NULL,
                    "%s takes this for a machine and gives no results: wait, or set another "
                    "--search-engine",
                    s->engine->name);
    else give(&ours, sa_json_get(answer, "results"), n, result);
    cJSON_Delete(answer);
    sa_buf_release(&text);
}

// ---- asking -----------------------------------------------------------------------------------

// May it be asked? Else the error says what to set.
static bool is_set_up(const struct sa_tool *tool, const char *key, struct sa_tool_result *result)
{
    const struct search *s = tool->data;
    const struct sa_web_engine *e = s->engine;
    if (!e) sa_web_fail(tool, result, NULL, "there is no search engine '%s'", s->web.engine);
    else if (e->key && !*key)
        sa_web_fail(tool, result, NULL,
                    "%s needs a key in the environment variable %s; --search-engine sets another",
                    e->name, e->key);
    else if (!e->url && !s->web.search_url)
        sa_web_fail(tool, result, NULL, "%s needs its address: set --search-url", e->name);
    else if (strpbrk(key, "\r\n"))
        sa_web_fail(tool, result, NULL, "the key in %s holds a newline", e->key);
    else return true;
    return false;
}

static void ask(struct sa_tool *tool, const char *query, const char *key, int n,
                struct sa_stop *stop, struct sa_tool_result *result)
{
    struct search *s = tool->data;
    const struct sa_web_engine *e = s->engine;
    if (n > e->most) n = e->most;
    SA_AUTO_FREE char *base = base_url(s);
    SA_AUTO_FREE char *url = make_url(s, base, query, key, n);
    SA_AUTO_FREE char *body = e->body ? fill(e->body, query, key, n, true) : NULL;
    SA_AUTO_FREE char *header = e->header ? sa_xasprintf(e->header, key) : NULL;
    const char *headers[] = {"User-Agent: Mozilla/5.0 (compatible; smolagent)",
                             body ? "Content-Type: application/json" : "Accept: */*", NULL};
    const char *const secret[] = {header, NULL};
    const struct sa_http_credential credential = {secret, base, e->key};
    const struct sa_web_ask question = {.web = &s->web,
                                        .url = url,
                                        .headers = headers,
                                        .credential = &credential,
                                        .body = body,
                                        .body_len = body ? strlen(body) : 0,
                                        .max_body = SA_WEB_TEXT_MAX,
                                        .shown = e->name,
                                        .own = true,
                                        .own_reach = s->web.search_url ? SA_REACH_HOST
                                                                       : SA_REACH_PUBLIC,
                                        .stop = stop};
    struct sa_web_reply reply;
    if (!wait_turn(s, stop)) return sa_web_fail(tool, result, NULL, "cancelled");
    if (sa_web_fetch(tool, &question, &reply, result)) return;
    if (reply.http.status != 200) refuse(tool, e, &reply, result);
    else if (e->list) read_json(tool, &reply, n, result);
    else read_html(tool, &reply, n, stop, result);
    sa_web_reply_release(&reply);
}

static void call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                 struct sa_tool_result *result)
{
    const struct search *s = tool->data;
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL);
    const char *query = sa_json_str(args, "query", "");
    const char *name = s->engine ? s->engine->key : NULL, *key = name ? getenv(name) : NULL;
    if (!query[strspn(query, " \t\n")])
        sa_web_fail(tool, result, "ValueError", "the query is empty");
    result->refused = result->error || !is_set_up(tool, key ? key : "", result);
    if (!result->refused)
        ask(tool, query, key ? key : "", (int)sa_json_int(args, "n", 10), stop, result);
    cJSON_Delete(args);
}

struct sa_tool *sa_web_search_tool(const struct sa_builtin_setup *setup)
{
    struct sa_tool *tool = sa_web_new(setup, sizeof(struct search), "web_search", "Search the web.",
                                      call);
    struct search *s = tool->data;
    s->engine = sa_web_engine_find(s->web.engine);
    pthread_mutex_init(&s->lock, NULL);
    tool->free_data = free_search;
    sa_builtin_input(tool, "query", "{\"type\": \"string\"}");
    sa_builtin_input(tool, "n",
                     "{\"type\": \"integer\", \"default\": 10, \"minimum\": 1, \"maximum\": 100, "
                     "\"description\": \"how many results at most\"}");
    sa_web_output(tool,
                  "{\"type\": \"array\", \"items\": {\"type\": \"object\", \"properties\": {"
                  "\"title\": {\"type\": \"string\"}, \"url\": {\"type\": \"string\"}, "
                  "\"snippet\": {\"type\": \"string\"}, \"date\": {\"type\": \"string\"}}, "
                  "\"required\": [\"title\", \"url\", \"snippet\"]}}",
                  "the results: title, url, snippet, and a date where the engine gives one");
    return tool;
}
