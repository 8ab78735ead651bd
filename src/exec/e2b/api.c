// Sandboxes of E2B: created, kept alive, killed. The API is JSON over HTTPS; a self-hosted one is
// found by its domain. What may be asked twice is asked again when the network fails; a sandbox
// whose creation was not answered is looked for by its metadata before the end.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/json.h"
#include "base/log.h"
#include "base/secret.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "exec/e2b/e2b_int.h"

#define SANDBOXES "/v2/sandboxes"
#define MARK "smolagent" // the name of our row of metadata

// Dollars a second of a processor and of a GiB (https://e2b.dev/docs/billing).
#define CPU_PRICE 0.000014
#define GIB_PRICE 0.0000045

enum {
    DAEMON_PORT = 49983,
    CONNECT_MS = 10000,
    ANSWER_MS = 30000,
    RETRY_MS = 300,
    TRIES = 4,
    REPLY_MAX = 1 << 20,
    NAME_LONGEST = 1024,
};

// E2B's own domains: sandboxes share an address there, and prices are known.
static const char *const own_domains[] = {SA_E2B_DOMAIN, "e2b.dev", "e2b.pro"};

static bool is_own(const char *domain)
{
    for (size_t i = 0; i < SA_COUNT(own_domains); i++)
        if (sa_streq(domain, own_domains[i])) return true;
    return false;
}

static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value && value[0] ? value : NULL;
}

// A URL without the slash that may end it; NULL for none.
static char *setting_url(const char *name)
{
    const char *value = setting(name);
    char *url = value ? sa_xstrdup(value) : NULL;
    for (size_t n = url ? strlen(url) : 0; n && url[n - 1] == '/'; n--) url[n - 1] = 0;
    return url;
}

static void make_mark(struct sa_e2b *e)
{
    unsigned char random[sizeof e->mark / 2];
    sa_random_bytes(random, sizeof random);
    for (size_t i = 0; i < sizeof random; i++) snprintf(e->mark + 2 * i, 3, "%02x", random[i]);
}

int sa_e2b_open(struct sa_e2b *e, const struct sa_e2b_options *o, struct sa_err *err)
{
    const char *key = setting("E2B_API_KEY"),
               *domain = o->domain ? o->domain : setting("E2B_DOMAIN");
    *e = (struct sa_e2b){.options = {.connect_ms = CONNECT_MS,
                                     .idle_ms = ANSWER_MS,
                                     .total_ms = ANSWER_MS,
                                     .retries = TRIES - 1,
                                     .retry_ms = RETRY_MS}};
    if (!key)
        return sa_err_set(
                   err, SA_E_AUTH,
                   "--executor e2b needs a key of E2B in E2B_API_KEY (or of a server of your "
                   "own, with --e2b-domain)"),
               -1;
    sa_secret_add(key);
    e->key = sa_xasprintf("X-API-Key: %s", key);
    e->domain = sa_xstrdup(domain ? domain : SA_E2B_DOMAIN);
    e->api = setting_url("E2B_API_URL");
    if (!e->api) e->api = sa_xasprintf("https://api.%s", e->domain);
    e->place = setting_url("E2B_SANDBOX_URL");
    e->http = sa_http_new(&e->options);
    make_mark(e);
    return 0;
}

void sa_e2b_release(struct sa_e2b *e)
{
    sa_http_free(e->http);
    for (char **header = e->headers; *header; header++) free(*header);
    free(e->domain), free(e->api), free(e->place), free(e->key);
    free(e->id), free(e->url);
}

// --- calls

// What an answer that is no success means: {"code": 404, "message": "..."}.
static int refused(const struct sa_http_response *r, struct sa_err *err)
{
    static const struct {
        int status, code;
        const char *what;
    } rows[] = {
        {400, SA_E_CONFIG, "E2B does not accept the request"},
        {401, SA_E_AUTH, "E2B refuses the key in E2B_API_KEY"},
        {403, SA_E_AUTH, "E2B does not allow this with the key in E2B_API_KEY"},
        {404, SA_E_CONFIG, "E2B knows no such thing"},
        {429, SA_E_PROVIDER, "E2B's limit of sandboxes or requests is reached"},
    };
    struct sa_err none = SA_ERR_INIT;
    cJSON *body = sa_json_parse(sa_buf_text(&r->body), r->body.len, &none);
    const char *message = sa_json_str(body, "message", "");
    size_t i = 0;
    while (i < SA_COUNT(rows) && rows[i].status != r->status) i++;
    bool known = i < SA_COUNT(rows);
    sa_err_set(err, known ? rows[i].code : SA_E_PROVIDER, "%s%s%.400s (status %d)",
               known ? rows[i].what : "E2B fails", *message ? ": " : "", message, r->status);
    if (err) {
        err->http_status = r->status;
        err->retryable = r->status == 408 || r->status == 429 || r->status >= 500;
    }
    cJSON_Delete(body);
    return -1;
}

// How a request is made: once, or again when it may work then.
typedef int (*send_fn)(struct sa_http *http, const struct sa_http_request *request,
                       struct sa_http_response *response, struct sa_err *err);

// 0 for a 2xx answer, its body in *reply (NULL: dropped; an object or array, to be deleted); -1
// with *err. *wait_ms, when not NULL, is what the server asks to be waited.
static int call(struct sa_e2b *e, send_fn send, const char *method, const char *path,
                const char *body, struct sa_stop *stop, cJSON **reply, int64_t *wait_ms,
                struct sa_err *err)
{
    SA_AUTO_FREE char *url = sa_xasprintf("%s%s", e->api, path);
    const char *const headers[] = {body ? "Content-Type: application/json" : NULL, NULL};
    const char *const secret[] = {e->key, NULL};
    const struct sa_http_credential credential = {secret, e->api, "E2B_API_KEY"};
    const struct sa_http_request request = {.method = method,
                                            .url = url,
                                            .headers = headers,
                                            .credential = &credential,
                                            .body = body,
                                            .body_len = body ? strlen(body) : 0,
                                            .max_body = REPLY_MAX,
                                            .stop = stop};
    struct sa_http_response r;
    int rc = send(e->http, &request, &r, err);
    if (wait_ms) *wait_ms = rc ? -1 : r.retry_after_ms;
    if (!rc && (r.status < 200 || r.status > 299)) rc = refused(&r, err);
    if (!rc && reply) {
        struct sa_err bad = SA_ERR_INIT;
        *reply = sa_json_parse(sa_buf_text(&r.body), r.body.len, &bad);
        if (!*reply)
            rc = -1, sa_err_set(err, SA_E_PROVIDER, "E2B's answer is no JSON: %s", bad.message);
    }
    sa_http_response_release(&r);
    return rc;
}

// --- creating

// A text of the answer that goes into a URL or a header, malloc'd; NULL unless all its characters
// are letters, digits or among `also`.
static char *take_name(const cJSON *answer, const char *member, const char *also)
{
    const char *text = sa_json_str(answer, member, ""), *p = text;
    while (isalnum((unsigned char)*p) || (*p && strchr(also, *p))) p++;
    return p > text && !*p && p - text <= NAME_LONGEST ? sa_xstrdup(text) : NULL;
}

static void add_header(struct sa_e2b *e, const char *name, const char *value)
{
    size_t n = 0;
    while (e->headers[n]) n++;
    if (value && n < SA_E2B_HEADERS) e->headers[n] = sa_xasprintf("%s: %s", name, value);
}

// Daemons before 0.4 want to be told whose the processes are.
static bool wants_user(const char *version)
{
    int major = 0, minor = 0;
    return sscanf(version, "%d.%d", &major, &minor) == 2 && major == 0 && minor < 4;
}

static int take_sandbox(struct sa_e2b *e, const cJSON *answer, struct sa_err *err)
{
    SA_AUTO_FREE char *domain = take_name(answer, "domain", "-.:");
    SA_AUTO_FREE char *token = take_name(answer, "envdAccessToken", "-._~+/=");
    const char *place = domain ? domain : e->domain;
    e->id = take_name(answer, "sandboxID", "-_");
    e->doubtful |= !e->id;
    if (!e->id)
        return sa_err_set(err, SA_E_PROVIDER, "E2B's answer names no sandbox that could be"), -1;
    e->url = e->place        ? sa_xstrdup(e->place)
             : is_own(place) ? sa_xasprintf("https://sandbox.%s", place)
                             : sa_xasprintf("https://%d-%s.%s", DAEMON_PORT, e->id, place);
    char port[8];
    snprintf(port, sizeof port, "%d", DAEMON_PORT);
    sa_secret_add(token);
    add_header(e, "E2b-Sandbox-Id", e->id);
    add_header(e, "E2b-Sandbox-Port", port);
    add_header(e, "X-Access-Token", token);
    if (wants_user(sa_json_str(answer, "envdVersion", "")))
        add_header(e, "Authorization", "Basic dXNlcjo="); // "user:"
    return 0;
}

static void put_sandbox(struct sa_buf *body, const struct sa_e2b *e, const struct sa_e2b_options *o)
{
    sa_buf_appendc(body, '{');
    sa_json_put_str(body, "templateID", o->template_id ? o->template_id : SA_E2B_TEMPLATE);
    sa_json_put_int(body, "timeout", SA_E2B_LIFE_S);
    sa_json_put_bool(body, "allow_internet_access", o->internet);
    sa_json_key(body, "metadata");
    sa_buf_appendc(body, '{');
    sa_json_put_str(body, MARK, e->mark);
    sa_buf_appends(body, "}}");
}

int sa_e2b_create(struct sa_e2b *e, const struct sa_e2b_options *o, struct sa_stop *stop,
                  struct sa_err *err)
{
    struct sa_buf body = SA_BUF_INIT(SA_BUF_SMALL);
    cJSON *answer = NULL;
    int rc = -1;
    put_sandbox(&body, e, o);
    for (int attempt = 1; rc && attempt <= TRIES; attempt++) {
        struct sa_err why = SA_ERR_INIT;
        int64_t wait;
        e->since = sa_clock_monotonic();
        rc = call(e, sa_http_perform, "POST", SANDBOXES, sa_buf_text(&body), NULL, &answer, &wait,
                  &why);
        if (!rc) break;
        e->doubtful |= !why.http_status || why.http_status >= 500;
        *err = why;
        if (!why.retryable || attempt == TRIES) break;
        if (wait < 0 || wait > ANSWER_MS) wait = sa_http_backoff(RETRY_MS, attempt);
        sa_warn("e2b: %s; trying again", why.message);
        if (!sa_http_wait(stop, wait)) break;
    }
    if (rc && err->http_status == 404)
        sa_err_prefix(err, "--e2b-template %s", o->template_id ? o->template_id : SA_E2B_TEMPLATE);
    if (!rc) rc = take_sandbox(e, answer, err);
    cJSON_Delete(answer);
    sa_buf_release(&body);
    return rc;
}

// --- its life

int sa_e2b_check(struct sa_e2b *e, struct sa_err *err)
{
    return call(e, sa_http_perform, "GET", SANDBOXES "?limit=1", NULL, NULL, NULL, NULL, err);
}

void sa_e2b_extend(struct sa_e2b *e, struct sa_stop *stop)
{
    struct sa_err err = SA_ERR_INIT;
    SA_AUTO_FREE char *path = sa_xasprintf("/sandboxes/%s/timeout", e->id);
    SA_AUTO_FREE char *body = sa_xasprintf("{\"timeout\":%d}", SA_E2B_LIFE_S);
    if (call(e, sa_http_send, "POST", path, body, stop, NULL, NULL, &err) && !sa_stop_reason(stop))
        sa_warn("e2b: the sandbox's time was not extended: %s", err.message);
}

void sa_e2b_measure(struct sa_e2b *e, struct sa_stop *stop)
{
    struct sa_err none = SA_ERR_INIT;
    cJSON *answer = NULL;
    SA_AUTO_FREE char *path = sa_xasprintf("/sandboxes/%s", e->id);
    if (!is_own(e->domain) ||
        call(e, sa_http_perform, "GET", path, NULL, stop, &answer, NULL, &none))
        return;
    e->price = sa_json_num(answer, "cpuCount", 0) * CPU_PRICE +
               sa_json_num(answer, "memoryMB", 0) / 1024 * GIB_PRICE;
    cJSON_Delete(answer);
}

// --- killing

static int kill_one(struct sa_e2b *e, const char *id, struct sa_err *err)
{
    struct sa_err why = SA_ERR_INIT;
    SA_AUTO_FREE char *path = sa_xasprintf("/sandboxes/%s", id);
    if (!call(e, sa_http_send, "DELETE", path, NULL, NULL, NULL, NULL, &why) ||
        why.http_status == 404)
        return 0;
    *err = why;
    return -1;
}

// Those with our mark.
static int kill_marked(struct sa_e2b *e, struct sa_err *err)
{
    cJSON *list = NULL;
    const cJSON *item;
    SA_AUTO_FREE char *path = sa_xasprintf(SANDBOXES "?metadata=" MARK "%%3D%s", e->mark);
    int rc = call(e, sa_http_send, "GET", path, NULL, NULL, &list, NULL, err);
    cJSON_ArrayForEach(item, list)
    {
        SA_AUTO_FREE char *id = take_name(item, "sandboxID", "-_");
        const char *mark = sa_json_str(sa_json_get(item, "metadata"), MARK, "");
        if (id && sa_streq(mark, e->mark)) rc |= kill_one(e, id, err);
    }
    cJSON_Delete(list);
    return rc;
}

bool sa_e2b_kill(struct sa_e2b *e, struct sa_err *err)
{
    int rc = e->id ? kill_one(e, e->id, err) : 0;
    if (e->doubtful) rc |= kill_marked(e, err);
    return rc == 0;
}
