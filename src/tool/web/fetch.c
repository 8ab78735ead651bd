// Redirects are followed here, not by libcurl, so that every hop passes the rule of grant.h.
#include "tool/web/fetch.h"

#include <ctype.h>
#include <stdlib.h>
#include <strings.h>

#include "base/clock.h"
#include "base/json.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "tool/web/grant.h"

enum { KEPT_HEADERS = 200, CONNECT_MS = 10000 };

struct hop {
    const struct sa_web_ask *ask;
    struct sa_http_url url;
    const char *method, *body;
    size_t body_len;
    const char *const *headers;
    enum sa_http_reach reach;
    int64_t deadline;
    char *location;
    cJSON *seen;
};

void sa_web_fail(const struct sa_tool *tool, struct sa_tool_result *result, const char *type,
                 const char *format, ...)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    va_list args;
    sa_buf_appendf(&text, "%s: ", tool->name);
    va_start(args, format);
    sa_buf_appendv(&text, format, args);
    va_end(args);
    free(result->error);
    result->error = sa_buf_take(&text, NULL);
    result->error_type = type;
}

static void on_header(void *ctx, struct sa_str name, struct sa_str value)
{
    struct hop *h = ctx;
    if (!name.len || cJSON_GetArraySize(h->seen) >= KEPT_HEADERS) return;
    SA_AUTO_FREE char *key = sa_xstrndup(name.data, name.len);
    SA_AUTO_FREE char *text = sa_xstrndup(value.data ? value.data : "", value.len);
    for (char *p = key; *p; p++) *p = (char)tolower((unsigned char)*p);
    if (!strcmp(key, "location") && !h->location) h->location = sa_xstrdup(text);
    cJSON *old = cJSON_GetObjectItemCaseSensitive(h->seen, key);
    if (!old) {
        cJSON_AddStringToObject(h->seen, key, text);
        return;
    }
    SA_AUTO_FREE char *both = sa_xasprintf("%s, %s", old->valuestring, text);
    cJSON_SetValuestring(old, both);
}

static const char *proxy_note(void)
{
    static const char *const names[] = {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
                                        "ALL_PROXY"};
    for (size_t i = 0; i < SA_COUNT(names); i++) {
        const char *value = getenv(names[i]);
        if (value && *value) return " (tools do not use the proxy that is set)";
    }
    return "";
}

static void describe(const struct sa_tool *tool, const struct hop *h, const struct sa_err *err,
                     struct sa_tool_result *result)
{
    const char *type = "ConnectionError";
    if (sa_stop_reason(h->ask->stop)) return sa_web_fail(tool, result, NULL, "cancelled");
    if (err->code == SA_E_DENIED) type = "PermissionError";
    else if (err->late) type = "TimeoutError";
    sa_web_fail(tool, result, type, "%s%s%s", err->message,
                err->code == SA_E_DENIED && !h->ask->own ? "; --allow-host grants hosts" : "",
                err->unreachable ? proxy_note() : "");
}

// May this place be asked? Sets how far the request may go.
static bool judge(const struct sa_tool *tool, struct hop *h, struct sa_tool_result *result)
{
    const struct sa_web_ask *ask = h->ask;
    bool granted = true;
    h->reach = ask->own ? ask->own_reach : sa_web_reach(ask->web->hosts, &h->url, &granted);
    if (h->url.userinfo && !ask->own) {
        sa_web_fail(tool, result, "ValueError",
                    "a URL must not hold a name or a password before its host");
        return false;
    }
    if (granted || !ask->granted_only) return true;
    bool usual = h->url.port == (h->url.tls ? 443 : 80);
    SA_AUTO_FREE char *port = usual ? NULL : sa_xasprintf(":%d", h->url.port);
    sa_web_fail(tool, result, "PermissionError", "%s%s is not granted; --allow-host %s%s does that",
                h->url.host, port ? port : "", h->url.host, port ? port : "");
    return false;
}

static int attempt(const struct sa_tool *tool, struct hop *h, struct sa_web_reply *reply,
                   struct sa_tool_result *result)
{
    const struct sa_web_ask *ask = h->ask;
    int64_t left = (h->deadline - sa_clock_monotonic()) / SA_NS_PER_MS;
    if (left < 1) left = 1;
    const struct sa_http_options options = {.connect_ms = left < CONNECT_MS ? left : CONNECT_MS,
                                            .idle_ms = left,
                                            .total_ms = left,
                                            .ca_file = ask->web->ca_file};
    const struct sa_http_request request = {.method = h->method,
                                            .url = h->url.text,
                                            .shown = ask->shown,
                                            .headers = h->headers,
                                            .credential = ask->credential,
                                            .body = h->body,
                                            .body_len = h->body_len,
                                            .max_body = ask->max_body ? ask->max_body : SA_WEB_BODY,
                                            .reach = h->reach,
                                            .on_header = on_header,
                                            .ctx = h,
                                            .stop = ask->stop};
    struct sa_err err = SA_ERR_INIT;
    struct sa_http *http = sa_http_new(&options);
    cJSON_Delete(h->seen);
    h->seen = cJSON_CreateObject();
    sa_freep(&h->location);
    sa_http_response_release(&reply->http);
    int rc = sa_http_perform(http, &request, &reply->http, &err);
    sa_http_free(http);
    if (rc) describe(tool, h, &err, result);
    return rc;
}

static bool is_redirect(int status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// What may go to another origin than the one it was meant for: how to answer, and nothing of who
// asks.
static const char **plain_headers(const char *const *headers)
{
    static const char *const plain[] = {
        "accept:", "accept-language:", "user-agent:", "content-type:"};
    const char **kept = NULL;
    size_t count = 0, cap = 0;
    for (; headers && *headers; headers++)
        for (size_t i = 0; i < SA_COUNT(plain); i++)
            if (!strncasecmp(*headers, plain[i], strlen(plain[i]))) {
                SA_GROW(kept, cap, count + 1);
                kept[count++] = *headers;
            }
    SA_GROW(kept, cap, count + 1);
    kept[count] = NULL;
    return kept;
}

// RFC 9110 section 15.4: what is asked for again, and how.
static void turn(struct hop *h, int status)
{
    bool post = h->body || sa_streq(h->method, "POST");
    bool to_get = (status == 303 && !sa_streq(h->method, "HEAD")) || (status < 303 && post);
    if (!to_get) return;
    h->method = NULL;
    h->body = NULL;
    h->body_len = 0;
}

// Each hop is judged as a call of its own would be: rules are about where a request goes.
static bool is_allowed(const struct sa_tool *tool, const struct hop *h)
{
    const struct sa_tool_env *env = tool->env;
    if (!h->ask->args || !env || !env->allows || !env->agent) return true;
    cJSON *args = cJSON_Duplicate(h->ask->args, true);
    cJSON_ReplaceItemInObjectCaseSensitive(args, "url", cJSON_CreateString(h->url.text));
    if (sa_json_get(args, "method"))
        cJSON_ReplaceItemInObjectCaseSensitive(args, "method",
                                               cJSON_CreateString(h->method ? h->method : "GET"));
    bool allowed = env->allows(env->agent, tool, args);
    cJSON_Delete(args);
    return allowed;
}

static bool follow(const struct sa_tool *tool, struct hop *h, int status, const char ***own_headers,
                   struct sa_tool_result *result)
{
    struct sa_http_url next;
    struct sa_err err = SA_ERR_INIT;
    if (sa_http_url_parse(h->url.text, h->location, &next, &err)) {
        sa_web_fail(tool, result, "ConnectionError", "the redirect cannot be followed: %s",
                    err.message);
        return false;
    }
    if (!sa_http_url_same_origin(&h->url, &next) && !*own_headers) {
        *own_headers = plain_headers(h->headers);
        h->headers = *own_headers;
    }
    turn(h, status);
    sa_http_url_release(&h->url);
    h->url = next;
    if (is_allowed(tool, h)) return judge(tool, h, result);
    sa_web_fail(tool, result, "PermissionError",
                "the redirect leads to %s, which no rule allows without a question; call that URL",
                h->url.text);
    return false;
}

static int walk(const struct sa_tool *tool, struct hop *h, struct sa_web_reply *reply,
                struct sa_tool_result *result)
{
    const char **own_headers = NULL;
    int rc = judge(tool, h, result) ? 0 : -1;
    result->refused = rc != 0;
    for (int hops = 0; !rc; hops++) {
        rc = attempt(tool, h, reply, result);
        result->refused = rc && !hops && sa_streq(result->error_type, "PermissionError");
        if (rc || h->ask->own || h->ask->stay || !is_redirect(reply->http.status) || !h->location)
            break;
        if (hops == SA_WEB_REDIRECTS) {
            sa_web_fail(tool, result, "ConnectionError", "%s: more than %d redirects", h->ask->url,
                        SA_WEB_REDIRECTS);
            rc = -1;
        } else if (!follow(tool, h, reply->http.status, &own_headers, result)) {
            rc = -1;
        }
    }
    free(own_headers);
    return rc;
}

int sa_web_fetch(const struct sa_tool *tool, const struct sa_web_ask *ask,
                 struct sa_web_reply *reply, struct sa_tool_result *result)
{
    struct sa_err err = SA_ERR_INIT;
    int64_t timeout = ask->timeout_ms ? ask->timeout_ms : SA_WEB_TIMEOUT_MS;
    struct hop h = {.ask = ask,
                    .method = ask->method,
                    .body = ask->body,
                    .body_len = ask->body_len,
                    .headers = ask->headers,
                    .deadline = sa_clock_monotonic() + timeout * SA_NS_PER_MS};
    memset(reply, 0, sizeof *reply);
    if (sa_http_url_parse(NULL, ask->url, &h.url, &err)) {
        sa_web_fail(tool, result, err.code == SA_E_USAGE ? "ValueError" : NULL, "%s", err.message);
        result->refused = true;
        return -1;
    }
    int rc = walk(tool, &h, reply, result);
    free(h.location);
    reply->headers = h.seen;
    reply->url = sa_xstrdup(h.url.text);
    sa_http_url_release(&h.url);
    if (rc) sa_web_reply_release(reply);
    return rc;
}

void sa_web_reply_release(struct sa_web_reply *reply)
{
    sa_freep(&reply->url);
    cJSON_Delete(reply->headers);
    sa_http_response_release(&reply->http);
    memset(reply, 0, sizeof *reply);
}

// A word at `text`, in lower case, as far as there is room.
static void take_word(const char *text, const char *ends, char *out, size_t room)
{
    size_t n = 0;
    for (; *text && !strchr(ends, *text) && n + 1 < room; text++)
        out[n++] = (char)tolower((unsigned char)*text);
    out[n] = 0;
}

void sa_web_content_type(const char *header, char type[64], char charset[48])
{
    take_word(header, "; \t,", type, 64);
    const char *at = strcasestr(header, "charset=");
    at = at ? at + strlen("charset=") : "";
    take_word(at + (*at == '"' || *at == '\''), "\"'; \t,", charset, 48);
}
