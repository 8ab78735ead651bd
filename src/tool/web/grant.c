// Grants are read by the parser of URLs, so that both sides of the comparison are spelled alike.
#include "tool/web/grant.h"

#include <arpa/inet.h>
#include <string.h>

#include "base/err.h"
#include "base/str.h"
#include "base/xalloc.h"

struct grant {
    bool any, below;        // every host; the subdomains of `url`
    bool port;              // there is one
    struct sa_http_url url; // not with `any`
};

static bool has_port(const char *text)
{
    const char *colon = strrchr(text, ':'), *bracket = strrchr(text, ']');
    bool six = !bracket && strchr(text, ':') != colon; // an address without brackets
    return colon && !six && (!bracket || colon > bracket);
}

static int read_grant(const char *text, struct grant *g, struct sa_err *err)
{
    memset(g, 0, sizeof *g);
    const char *name = text;
    g->port = has_port(text);
    g->any = text[0] == '*' && (!text[1] || text[1] == ':');
    g->below = sa_starts_with(text, "*.");
    if (g->any) name = g->port ? sa_xasprintf("any%s", text + 1) : sa_xstrdup("any");
    else if (!g->port && strchr(text, ':') && text[0] != '[') name = sa_xasprintf("[%s]", text);
    else name = sa_xstrdup(g->below ? text + 2 : text);
    SA_AUTO_FREE char *url = sa_xasprintf("http://%s", name);
    struct sa_err why = SA_ERR_INIT;
    int rc = sa_http_url_parse(NULL, url, &g->url, &why);
    bool bare = strcspn(name, "/?#@* \t") == strlen(name);
    sa_freep(&name);
    if (!rc && bare) return 0;
    sa_http_url_release(&g->url);
    if (rc && why.code != SA_E_USAGE && err) *err = why; // no libcurl
    else
        sa_err_set(err, SA_E_CONFIG,
                   "'%.200s' is no host to be granted: HOST, HOST:PORT, *.DOMAIN or *", text);
    return -1;
}

int sa_web_check_grants(const char *const *hosts, struct sa_err *err)
{
    for (; hosts && *hosts; hosts++) {
        struct grant g;
        if (read_grant(*hosts, &g, err)) return -1;
        sa_http_url_release(&g.url);
    }
    return 0;
}

static bool is_below(const char *host, const char *domain)
{
    size_t n = strlen(host), d = strlen(domain);
    return n > d + 1 && host[n - d - 1] == '.' && !strcmp(host + n - d, domain);
}

static bool matches(const struct grant *g, const struct sa_http_url *url)
{
    bool port = g->port ? url->port == g->url.port : url->port == 80 || url->port == 443;
    if (!port) return false;
    if (g->any) return true;
    return g->below ? is_below(url->host, g->url.host) : !strcmp(url->host, g->url.host);
}

static bool is_address(const char *host)
{
    unsigned char bytes[16];
    return inet_pton(AF_INET, host, bytes) == 1 || inet_pton(AF_INET6, host, bytes) == 1;
}

enum sa_http_reach sa_web_reach(const char *const *hosts, const struct sa_http_url *url,
                                bool *granted)
{
    enum sa_http_reach reach = SA_REACH_PUBLIC;
    bool any = false;
    for (; hosts && *hosts; hosts++) {
        struct grant g;
        if (read_grant(*hosts, &g, NULL)) continue;
        bool here = matches(&g, url), exact = here && !g.any && !g.below;
        bool host = exact && (!strcmp(url->host, "localhost") || is_address(url->host));
        any |= here;
        if (host) reach = SA_REACH_HOST;
        else if (exact && reach == SA_REACH_PUBLIC) reach = SA_REACH_NETWORK;
        sa_http_url_release(&g.url);
    }
    if (granted) *granted = any;
    return reach;
}
