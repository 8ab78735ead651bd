// The table of search engines. Sources are their references: api-dashboard.search.brave.com,
// serper.dev, serpapi.com/search-api, docs.exa.ai, docs.tavily.com, docs.searxng.org.
#include "tool/web/engines.h"

#include <stddef.h>

#include "base/str.h"
#include "tool/web/web.h"

static const struct sa_web_engine engines[] = {
    {.name = "duckduckgo",
     .url = "https://html.duckduckgo.com/html/",
     .query = "q={q}",
     .most = 30},
    {.name = "brave",
     .url = "https://api.search.brave.com/res/v1/web/search",
     .query = "q={q}&count={n}",
     .key = "BRAVE_API_KEY",
     .header = "X-Subscription-Token: %s",
     .list = "web.results",
     .title = "title",
     .link = "url",
     .snippet = "description",
     .date = "age",
     .refusal = "error.detail",
     .most = 20},
    {.name = "serper",
     .url = "https://google.serper.dev/search",
     .body = "{\"q\":{q},\"num\":{n}}",
     .key = "SERPER_API_KEY",
     .header = "X-API-KEY: %s",
     .list = "organic",
     .title = "title",
     .link = "link",
     .snippet = "snippet",
     .date = "date",
     .refusal = "message",
     .most = 100},
    {.name = "serpapi",
     .url = "https://serpapi.com/search.json",
     .query = "engine=google&q={q}&num={n}&api_key={key}",
     .key = "SERPAPI_API_KEY",
     .list = "organic_results",
     .title = "title",
     .link = "link",
     .snippet = "snippet",
     .date = "date",
     .refusal = "error",
     .most = 100},
    {.name = "exa",
     .url = "https://api.exa.ai/search",
     .body = "{\"query\":{q},\"numResults\":{n},\"contents\":{\"text\":{\"maxCharacters\":500}}}",
     .key = "EXA_API_KEY",
     .header = "x-api-key: %s",
     .list = "results",
     .title = "title",
     .link = "url",
     .snippet = "text",
     .date = "publishedDate",
     .refusal = "error",
     .most = 100},
    {.name = "tavily",
     .url = "https://api.tavily.com/search",
     .body = "{\"query\":{q},\"max_results\":{n}}",
     .key = "TAVILY_API_KEY",
     .header = "Authorization: Bearer %s",
     .list = "results",
     .title = "title",
     .link = "url",
     .snippet = "content",
     .date = "published_date",
     .refusal = "detail.error",
     .most = 20},
    {.name = "searxng",
     .path = "/search",
     .query = "q={q}&format=json",
     .list = "results",
     .title = "title",
     .link = "url",
     .snippet = "content",
     .date = "publishedDate",
     .refusal = "error",
     .most = 100},
    {.name = NULL},
};

const struct sa_web_engine *sa_web_engine_find(const char *name)
{
    const struct sa_web_engine *e = engines;
    if (!name) return e;
    while (e->name && !sa_streq(e->name, name)) e++;
    return e->name ? e : NULL;
}

const char *sa_web_engine_key(size_t i)
{
    const struct sa_web_engine *e = engines;
    for (; i && e->name; i--) e++;
    if (!e->name) return NULL;
    return e->key ? e->key : "";
}
