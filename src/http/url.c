// libcurl's URL parser behind url.h.
#include "http/url.h"

#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "http/curl_int.h"
#include "http/http.h"

// Of 7.88; where the library is older, the name stays as it was written.
#ifndef CURLU_PUNYCODE
#define CURLU_PUNYCODE (1 << 12)
#endif

// A part as a malloc'd string of ours; NULL: it has none.
static char *part(const struct sa_curl *api, CURLU *u, CURLUPart which, unsigned flags)
{
    char *text = NULL;
    if (api->curl_url_get(u, which, &text, flags)) return NULL;
    char *copy = sa_xstrdup(text);
    api->curl_free(text);
    return copy;
}

static void clean_host(char *host)
{
    size_t len = strlen(host);
    if (host[0] == '[') {
        memmove(host, host + 1, len);
        host[strcspn(host, "]%")] = 0;
        len = strlen(host);
    }
    for (char *p = host; *p; p++) *p = (char)tolower((unsigned char)*p);
    while (len > 1 && host[len - 1] == '.') host[--len] = 0;
}

static bool take_parts(const struct sa_curl *api, CURLU *u, struct sa_http_url *url)
{
    SA_AUTO_FREE char *scheme = part(api, u, CURLUPART_SCHEME, 0);
    SA_AUTO_FREE char *port = part(api, u, CURLUPART_PORT, CURLU_DEFAULT_PORT);
    SA_AUTO_FREE char *user = part(api, u, CURLUPART_USER, 0);
    SA_AUTO_FREE char *password = part(api, u, CURLUPART_PASSWORD, 0);
    int64_t number;
    api->curl_url_set(u, CURLUPART_FRAGMENT, NULL, 0);
    // The host in ASCII is had of the URL that is: asked for itself, 7.88 leaks the other one.
    url->text = part(api, u, CURLUPART_URL, CURLU_PUNYCODE);
    if (url->text) api->curl_url_set(u, CURLUPART_URL, url->text, 0);
    else url->text = part(api, u, CURLUPART_URL, 0);
    url->host = part(api, u, CURLUPART_HOST, 0);
    url->path = part(api, u, CURLUPART_PATH, 0);
    url->tls = sa_strcaseeq(scheme, "https");
    url->userinfo = user || password;
    if (!url->host || !url->path || !url->text || !port || !sa_parse_i64(port, &number))
        return false;
    url->port = (int)number;
    clean_host(url->host);
    return *url->host && (url->tls || sa_strcaseeq(scheme, "http"));
}

int sa_http_url_parse(const char *base, const char *text, struct sa_http_url *url,
                      struct sa_err *err)
{
    memset(url, 0, sizeof *url);
    if (!base && !strstr(text, "://"))
        return sa_err_set(err, SA_E_USAGE, "%.200s: write http:// or https:// before it", text), -1;
    const struct sa_curl *api = sa_curl_get(err);
    CURLU *u = api ? api->curl_url() : NULL;
    if (!u) return -1;
    const unsigned flags = CURLU_URLENCODE | CURLU_NON_SUPPORT_SCHEME;
    CURLUcode code = base ? api->curl_url_set(u, CURLUPART_URL, base, flags) : CURLUE_OK;
    if (code == CURLUE_OK) code = api->curl_url_set(u, CURLUPART_URL, text, flags);
    bool good = code == CURLUE_OK && take_parts(api, u, url);
    if (!good)
        sa_err_set(err, SA_E_USAGE, "%.200s: %s", text,
                   code != CURLUE_OK ? api->curl_url_strerror(code)
                                     : "only http:// and https:// with a host can be asked for");
    api->curl_url_cleanup(u);
    if (good) return 0;
    sa_http_url_release(url);
    return -1;
}

void sa_http_url_release(struct sa_http_url *url)
{
    sa_freep(&url->text);
    sa_freep(&url->host);
    sa_freep(&url->path);
}

bool sa_http_url_same_origin(const struct sa_http_url *a, const struct sa_http_url *b)
{
    return a->tls == b->tls && a->port == b->port && !strcmp(a->host, b->host);
}

int sa_http_check_credential(const struct sa_http_credential *c, const char *url,
                             struct sa_err *err)
{
    struct sa_http_url to, of;
    struct sa_err fault = SA_ERR_INIT;
    if (sa_http_url_parse(NULL, url, &to, &fault))
        return sa_err_set(err, SA_E_CONFIG, "%s", fault.message), -1;
    bool given = c->given_for && !sa_http_url_parse(NULL, c->given_for, &of, &fault);
    bool same = given && sa_http_url_same_origin(&to, &of);
    if (!same)
        sa_err_set(err, SA_E_CONFIG, "%s%s is not sent to %s://%s:%d: it was given for %s%s",
                   c->from ? "the key from " : "a request header", c->from ? c->from : "",
                   to.tls ? "https" : "http", to.host, to.port,
                   given ? (of.tls ? "https://" : "http://") : "no server", given ? of.host : "");
    sa_http_url_release(&to);
    if (given) sa_http_url_release(&of);
    return same ? 0 : -1;
}

void sa_http_url_escape(struct sa_buf *out, const char *text)
{
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        if (*p < 0x80 && (isalnum(*p) || strchr("-._~", *p))) sa_buf_appendc(out, (char)*p);
        else sa_buf_appendf(out, "%%%02X", *p);
    }
}
