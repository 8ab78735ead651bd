// wikipedia_search: the article that fits best, by the API of MediaWiki (action=query, extracts).
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/xalloc.h"
#include "http/url.h"
#include "tool/web/web_int.h"

// What is asked of it: the first result of its search, as plain text, with its address.
#define QUERY                                                                                      \
    "action=query&format=json&formatversion=2&redirects=1&generator=search&gsrlimit=1"             \
    "&prop=extracts%7Cinfo&explaintext=1&exsectionformat=wiki&exlimit=1&inprop=url&gsrsearch="

static bool is_language(const char *text)
{
    size_t len = strlen(text);
    for (const char *p = text; *p; p++)
        if (!islower((unsigned char)*p) && !(*p == '-' && p > text && p[1])) return false;
    return len >= 2 && len <= 20;
}

static char *make_url(const struct sa_web *web, const char *query, const char *language)
{
    const char *api = web->wikipedia_url ? web->wikipedia_url
                                         : "https://{language}.wikipedia.org/w/api.php";
    const char *hole = strstr(api, "{language}");
    struct sa_buf url = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_append(&url, api, hole ? (size_t)(hole - api) : strlen(api));
    if (hole) sa_buf_appendf(&url, "%s%s", language, hole + strlen("{language}"));
    sa_buf_appendc(&url, strchr(sa_buf_text(&url), '?') ? '&' : '?');
    sa_buf_appends(&url, QUERY);
    sa_http_url_escape(&url, query);
    return sa_buf_take(&url, NULL);
}

static void put_article(const struct sa_tool *tool, const char *query, const cJSON *page,
                        struct sa_tool_result *result)
{
    const char *text = sa_json_str(page, "extract", NULL);
    struct sa_buf json = SA_BUF_INIT(SA_BUF_HUGE);
    if (!text || !*text)
        return sa_web_fail(tool, result, "ValueError",
                           "there is no article for '%.100s'; try other words", query);
    sa_buf_appendc(&json, '{');
    sa_json_put_str(&json, "title", sa_json_str(page, "title", ""));
    sa_json_put_str(&json, "url", sa_json_str(page, "fullurl", ""));
    sa_json_put_str(&json, "text", text);
    sa_buf_appendc(&json, '}');
    result->json = sa_buf_take(&json, NULL);
}

static void read_reply(const struct sa_tool *tool, const char *query,
                       const struct sa_web_reply *reply, struct sa_tool_result *result)
{
    const struct sa_buf *body = &reply->http.body;
    struct sa_err err = SA_ERR_INIT;
    cJSON *answer = reply->http.status == 200 ? sa_json_parse(sa_buf_text(body), body->len, &err)
                                              : NULL;
    const cJSON *refused = sa_json_get(answer, "error");
    struct sa_buf said = SA_BUF_INIT(SA_BUF_SMALL);
    if (!answer && reply->http.status != 200) {
        sa_web_quote_body(&said, body);
        sa_web_fail(tool, result, NULL, "Wikipedia answers with status %d%s", reply->http.status,
                    sa_buf_text(&said));
    } else if (!answer) {
        sa_web_fail(tool, result, NULL, "Wikipedia's answer is no JSON: %s", err.message);
    } else if (refused) {
        sa_web_fail(tool, result, NULL, "Wikipedia refuses: %.300s",
                    sa_json_str(refused, "info", "it does not say why"));
    } else {
        const cJSON *pages = sa_json_path(answer, "query.pages");
        put_article(tool, query, cJSON_IsArray(pages) ? pages->child : NULL, result);
    }
    sa_buf_release(&said);
    cJSON_Delete(answer);
}

static void call(struct sa_tool *tool, const char *args_json, struct sa_stop *stop,
                 struct sa_tool_result *result)
{
    static const char *const headers[] = {
        "User-Agent: smolagent (a tool of an agent; https://www.mediawiki.org/wiki/API:Etiquette)",
        NULL};
    const struct sa_web *web = tool->data;
    cJSON *args = sa_json_parse(args_json, strlen(args_json), NULL);
    const char *query = sa_json_str(args, "query", "");
    const char *language = sa_json_str(args, "language", "en");
    struct sa_web_reply reply;
    if (!is_language(language)) {
        sa_web_fail(tool, result, "ValueError", "'%.40s' is no language like en, de, zh-yue",
                    language);
        return cJSON_Delete(args);
    }
    SA_AUTO_FREE char *url = make_url(web, query, language);
    const struct sa_web_ask ask = {.web = web,
                                   .url = url,
                                   .headers = headers,
                                   .shown = "Wikipedia",
                                   .own = true,
                                   .own_reach = web->wikipedia_url ? SA_REACH_HOST
                                                                   : SA_REACH_PUBLIC,
                                   .stop = stop};
    if (!sa_web_fetch(tool, &ask, &reply, result)) {
        read_reply(tool, query, &reply, result);
        sa_web_reply_release(&reply);
    }
    cJSON_Delete(args);
}

struct sa_tool *sa_web_wikipedia_tool(const struct sa_builtin_setup *setup)
{
    struct sa_tool *tool = sa_web_new(
        setup, sizeof(struct sa_web), "wikipedia_search",
        "Get the Wikipedia article that fits a query best, as plain text.", call);
    sa_builtin_input(tool, "query", "{\"type\": \"string\"}");
    sa_builtin_input(tool, "language",
                     "{\"type\": \"string\", \"default\": \"en\", \"description\": \"of which "
                     "Wikipedia, such as de\"}");
    sa_web_output(tool,
                  "{\"type\": \"object\", \"properties\": {\"title\": {\"type\": \"string\"}, "
                  "\"url\": {\"type\": \"string\"}, \"text\": {\"type\": \"string\"}}}",
                  "title, url and text of the article");
    return tool;
}
