// One HTTP attempt on libcurl's multi interface: we poll ourselves, with the stop flag's descriptor
// among the sockets, so that Ctrl-C ends a request at once, also inside name resolution.
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <strings.h>
#include <time.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "http/curl_int.h"
#include "http/guard.h"
#include "http/http_int.h"

enum { DEFAULT_BODY_MAX = 32 << 20 };
enum { HEADERS_MAX = 256 << 10 }; // of one request's replies, interim ones and trailers too

struct transfer {
    struct sa_intake in;
    const struct sa_curl *api;
    CURL *easy;
    size_t headers;      // bytes of them so far
    bool exact;          // the wait asked for is in milliseconds
    const char *refused; // what the address was that is out of reach
};

struct sa_http *sa_http_new(const struct sa_http_options *options)
{
    struct sa_http *http = sa_xcalloc(1, sizeof *http);
    if (options) http->options = *options;
    struct sa_http_options *o = &http->options;
    if (!o->connect_ms) o->connect_ms = 10000;
    if (!o->idle_ms) o->idle_ms = SA_HTTP_IDLE_MS;
    if (!o->first_ms) o->first_ms = o->idle_ms;
    if (!o->total_ms) o->total_ms = 600000;
    if (!o->retry_ms) o->retry_ms = 500;
    if (!options || o->retries < 0) o->retries = 4;
    return http;
}

struct sa_http *sa_http_twin(const struct sa_http *http, const char *proxy, const char *ca_file)
{
    struct sa_http_options o = http->options;
    o.proxy = proxy;
    o.ca_file = ca_file;
    return sa_http_new(&o);
}

void sa_http_free(struct sa_http *http)
{
    if (!http) return;
    sa_http_settle();
    if (http->multi) http->api->curl_multi_cleanup(http->multi);
    free(http);
}

void sa_http_response_release(struct sa_http_response *response)
{
    sa_buf_release(&response->body);
}

static size_t on_header(char *data, size_t size, size_t count, void *ctx)
{
    struct transfer *t = ctx;
    const struct sa_http_request *q = t->in.request;
    struct sa_http_response *r = t->in.response;
    struct sa_str line = sa_str_trim((struct sa_str){data, size * count}), name;
    t->in.last = sa_clock_monotonic();
    if ((t->headers += size * count) > HEADERS_MAX) return 0;  // no more are wanted
    if (line.len > 5 && !strncasecmp(line.data, "HTTP/", 5)) { // a new reply after 1xx or a proxy
        r->content_type[0] = r->location[0] = 0;
        r->retry_after_ms = -1;
        t->exact = false;
        return size * count;
    }
    if (!sa_str_next_part(&line, ':', &name) || !line.data) return size * count;
    char value[512], key[32];
    line = sa_str_trim(line);
    if (q->on_header) q->on_header(q->ctx, sa_str_trim(name), line);
    SA_AUTO_FREE char *text = sa_xstrndup(line.data, line.len);
    sa_strcopy(value, sizeof value, text);
    SA_AUTO_FREE char *label = sa_xstrndup(name.data, name.len);
    sa_strcopy(key, sizeof key, label);
    if (sa_strcaseeq(key, "content-type"))
        sa_strcopy(r->content_type, sizeof r->content_type, value);
    else if (sa_strcaseeq(key, "location")) sa_strcopy(r->location, sizeof r->location, value);
    else if (sa_strcaseeq(key, "retry-after") && !t->exact)
        r->retry_after_ms = sa_http_retry_after(value, sa_clock_wall() / SA_NS_PER_S);
    double ms;
    if (sa_strcaseeq(key, "retry-after-ms") && sa_parse_double(value, &ms) && ms >= 0) {
        r->retry_after_ms = ms < 1e12 ? (int64_t)ms : INT64_C(1000000000000);
        t->exact = true;
    }
    return size * count;
}

static size_t on_body(char *data, size_t size, size_t count, void *ctx)
{
    struct transfer *t = ctx;
    struct sa_http_response *r = t->in.response;
    t->in.last = sa_clock_monotonic();
    if (!r->received) {
        long status = 0;
        t->api->curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
        r->status = (int)status;
    }
    return sa_http_take(&t->in, data, size * count) ? size * count : 0;
}

// Called with the address that is about to be connected to: after all resolving.
static curl_socket_t open_within_reach(void *ctx, curlsocktype purpose,
                                       struct curl_sockaddr *address)
{
    struct transfer *t = ctx;
    (void)purpose;
    const char *refused = sa_guard_refuses(&address->addr, address->addrlen, t->in.request->reach);
    if (refused) {
        t->refused = refused;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

// Else it is a proxy that the message speaks of.
static bool names_host(const char *message, const char *url)
{
    const char *host = strstr(url, "://");
    host = host ? host + 3 : url;
    SA_AUTO_FREE char *name = sa_xstrndup(host, strcspn(host, ":/?#"));
    return strstr(message, name) != NULL;
}

static int describe_failure(struct transfer *t, CURLcode code, const char *detail,
                            struct sa_err *err)
{
    static const struct {
        CURLcode code;
        bool retryable;
        const char *what;
    } rows[] = {
        {CURLE_COULDNT_RESOLVE_HOST, true, "cannot resolve the host name"},
        {CURLE_COULDNT_RESOLVE_PROXY, true, "cannot resolve the proxy's name"},
        {CURLE_COULDNT_CONNECT, true, "cannot connect"},
        {CURLE_OPERATION_TIMEDOUT, true, "timed out"},
        {CURLE_SSL_CONNECT_ERROR, true, "TLS handshake failed"},
        {CURLE_PEER_FAILED_VERIFICATION, false, "TLS certificate not accepted"},
        {CURLE_SSL_CACERT_BADFILE, false, "cannot read the CA file"},
        {CURLE_GOT_NOTHING, true, "the server closed the connection without a reply"},
        {CURLE_RECV_ERROR, true, "connection lost"},
        {CURLE_SEND_ERROR, true, "connection lost"},
        {CURLE_PARTIAL_FILE, true, "the reply was cut off"},
        {CURLE_HTTP2, true, "HTTP/2 error"},
        {CURLE_HTTP2_STREAM, true, "HTTP/2 stream error"},
        {CURLE_URL_MALFORMAT, false, "bad URL"},
        {CURLE_UNSUPPORTED_PROTOCOL, false, "unsupported protocol"},
    };
    const char *what = t->api->curl_easy_strerror(code);
    bool retryable = false;
    for (size_t i = 0; i < SA_COUNT(rows); i++) {
        if (rows[i].code != code) continue;
        what = rows[i].what;
        retryable = rows[i].retryable;
    }
    long chain = 0; // what is wrong with who vouches for the server; 0 where its name is
    if (code == CURLE_PEER_FAILED_VERIFICATION)
        t->api->curl_easy_getinfo(t->easy, CURLINFO_SSL_VERIFYRESULT, &chain);
    bool plain = code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST;
    if (plain && names_host(detail, t->in.request->url)) detail = ""; // says no more
    sa_err_set(err, SA_E_PROVIDER, "%s: %s%s%s%s%s", sa_http_shown(&t->in), what,
               *detail ? " (" : "", detail, *detail ? ")" : "",
               chain ? "; --ca-file FILE trusts the certificates in FILE" : "");
    if (err) err->retryable = retryable, err->unreachable = plain;
    if (err) err->late = code == CURLE_OPERATION_TIMEDOUT;
    return -1;
}

static struct curl_slist *add_lines(const struct sa_curl *api, struct curl_slist *list,
                                    const char *const *lines)
{
    for (; lines && *lines; lines++) list = api->curl_slist_append(list, *lines);
    return list;
}

// The only place where a credential meets a request.
static int add_headers(const struct sa_curl *api, const struct sa_http_request *q,
                       struct curl_slist **list, struct sa_err *err)
{
    const struct sa_http_credential *c = q->credential;
    if (c && *c->lines && sa_http_check_credential(c, q->url, err)) return -1;
    // No Expect: the extra round trip buys nothing with a model server.
    *list = api->curl_slist_append(NULL, "Expect:");
    *list = add_lines(api, *list, q->headers);
    if (c) *list = add_lines(api, *list, c->lines);
    return 0;
}

// The certificates to trust that the environment names, as for curl's own command; NULL: none.
static const char *environment_ca(void)
{
    static const char *const names[] = {"CURL_CA_BUNDLE", "SSL_CERT_FILE"};
    for (size_t i = 0; i < SA_COUNT(names); i++) {
        const char *file = getenv(names[i]);
        if (file && *file) return file;
    }
    return NULL;
}

void sa_http_set_connection(const struct sa_http *http, CURL *e)
{
    const struct sa_curl *api = http->api;
    const struct sa_http_options *o = &http->options;
    api->curl_easy_setopt(e, CURLOPT_NOSIGNAL, 1L);
    api->curl_easy_setopt(e, CURLOPT_QUICK_EXIT, 1L);
    api->curl_easy_setopt(e, CURLOPT_PROTOCOLS_STR, "http,https");
    api->curl_easy_setopt(e, CURLOPT_CONNECTTIMEOUT_MS, (long)o->connect_ms);
    api->curl_easy_setopt(e, CURLOPT_TCP_NODELAY, 1L);
    if (o->proxy) api->curl_easy_setopt(e, CURLOPT_PROXY, o->proxy);
    const char *ca_file = o->ca_file ? o->ca_file : environment_ca();
    if (ca_file) api->curl_easy_setopt(e, CURLOPT_CAINFO, ca_file);
    if (o->cert_file) api->curl_easy_setopt(e, CURLOPT_SSLCERT, o->cert_file);
    if (o->key_file) api->curl_easy_setopt(e, CURLOPT_SSLKEY, o->key_file);
    if (o->unix_socket) api->curl_easy_setopt(e, CURLOPT_UNIX_SOCKET_PATH, o->unix_socket);
}

static void set_options(struct sa_http *http, struct transfer *t, struct curl_slist *headers,
                        char *detail)
{
    const struct sa_curl *api = t->api;
    const struct sa_http_request *q = t->in.request;
    const struct sa_http_options *o = &http->options;
    CURL *e = t->easy;
    api->curl_easy_setopt(e, CURLOPT_URL, q->url);
    sa_http_set_connection(http, e);
    api->curl_easy_setopt(e, CURLOPT_USERAGENT, "smolagent");
    api->curl_easy_setopt(e, CURLOPT_ERRORBUFFER, detail);
    api->curl_easy_setopt(e, CURLOPT_HTTPHEADER, headers);
    api->curl_easy_setopt(e, CURLOPT_HEADERFUNCTION, on_header);
    api->curl_easy_setopt(e, CURLOPT_HEADERDATA, t);
    api->curl_easy_setopt(e, CURLOPT_WRITEFUNCTION, on_body);
    api->curl_easy_setopt(e, CURLOPT_WRITEDATA, t);
    api->curl_easy_setopt(e, CURLOPT_TIMEOUT_MS, (long)(q->total_ms ? q->total_ms : o->total_ms));
    api->curl_easy_setopt(e, CURLOPT_ACCEPT_ENCODING, "");
    if (q->reach != SA_REACH_ANY) {
        api->curl_easy_setopt(e, CURLOPT_OPENSOCKETFUNCTION, open_within_reach);
        api->curl_easy_setopt(e, CURLOPT_OPENSOCKETDATA, t);
        api->curl_easy_setopt(e, CURLOPT_PROXY, "");
        api->curl_easy_setopt(e, CURLOPT_FRESH_CONNECT, 1L); // none that was opened unchecked
    }
    if (q->body) {
        api->curl_easy_setopt(e, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)q->body_len);
        api->curl_easy_setopt(e, CURLOPT_POSTFIELDS, q->body);
    }
    if (q->method) api->curl_easy_setopt(e, CURLOPT_CUSTOMREQUEST, q->method);
    if (sa_streq(q->method, "HEAD")) api->curl_easy_setopt(e, CURLOPT_NOBODY, 1L);
}

static int stopped(const struct sa_http_request *request, struct sa_err *err)
{
    if (!sa_stop_reason(request->stop)) return 0;
    return sa_err_set(err, SA_E_PROVIDER, "request cancelled"), -1;
}

// Runs the transfer to its end: its result in *code, or -1 when stopped or silent for too long.
static int drive(struct sa_http *http, struct transfer *t, CURLcode *code, struct sa_err *err)
{
    const struct sa_curl *api = t->api;
    struct sa_stop *stop = t->in.request->stop;
    struct curl_waitfd wake = {.fd = stop ? stop->fd : -1, .events = CURL_WAIT_POLLIN};
    for (;;) {
        int running = 0, left;
        api->curl_multi_perform(http->multi, &running);
        CURLMsg *message = api->curl_multi_info_read(http->multi, &left);
        if (message && message->msg == CURLMSG_DONE) {
            *code = message->data.result;
            return 0;
        }
        if (stopped(t->in.request, err)) return -1;
        int64_t wait = sa_http_timeout(http, &t->in);
        if (!wait) {
            *code = CURLE_OK;
            return sa_http_silent(http, &t->in, err);
        }
        if (wait > 1000) wait = 1000;
        api->curl_multi_poll(http->multi, &wake, wake.fd >= 0 ? 1 : 0, (int)wait, NULL);
    }
}

static int finish(struct transfer *t, CURLcode code, const char *detail, struct sa_err *err)
{
    struct sa_http_response *r = t->in.response;
    long status = 0;
    t->api->curl_easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &status);
    r->status = (int)status;
    if (!r->first_ns) r->first_ns = sa_clock_monotonic() - t->in.started;
    if (code == CURLE_OK || r->ended_early) return 0;
    if (t->refused)
        return sa_err_set(err, SA_E_DENIED, "%s: leads to %s, which is not allowed",
                          sa_http_shown(&t->in), t->refused),
               -1;
    if (t->in.too_large) return sa_http_too_large(&t->in, err);
    if (sa_http_grace(&t->in) >= 0) return 0;
    // One that is too long libcurl does not hand on: it has no memory for it, as it says.
    if (t->headers > HEADERS_MAX || (code == CURLE_OUT_OF_MEMORY && !r->received))
        return sa_err_set(err, SA_E_PROVIDER, "%s: the headers of the reply are too large",
                          sa_http_shown(&t->in)),
               -1;
    return describe_failure(t, code, detail, err);
}

int sa_http_perform(struct sa_http *http, const struct sa_http_request *request,
                    struct sa_http_response *response, struct sa_err *err)
{
    memset(response, 0, sizeof *response);
    size_t max_body = request->max_body ? request->max_body : DEFAULT_BODY_MAX;
    sa_buf_init(&response->body, max_body > SA_HTTP_ERROR_BODY ? max_body : SA_HTTP_ERROR_BODY);
    response->retry_after_ms = -1;
    if (stopped(request, err)) return -1;
    int64_t now = sa_clock_monotonic();
    struct sa_intake in = {request, response, max_body, now, now, false};
    if (sa_http_broker()) return sa_http_brokered(http, &in, err);
    const struct sa_curl *api = http->api = sa_curl_get(err);
    struct curl_slist *headers = NULL;
    if (!api || add_headers(api, request, &headers, err)) return -1;
    if (!http->multi) http->multi = api->curl_multi_init();
    CURL *easy = http->multi ? api->curl_easy_init() : NULL;
    if (!easy) {
        api->curl_slist_free_all(headers);
        return sa_err_set(err, SA_E_INTERNAL, "libcurl: out of memory"), -1;
    }
    char detail[CURL_ERROR_SIZE] = "";
    struct transfer t = {.in = in, .api = api, .easy = easy};
    set_options(http, &t, headers, detail);
    api->curl_multi_add_handle(http->multi, easy);
    CURLcode code = CURLE_OK;
    int rc = drive(http, &t, &code, err);
    if (rc == 0) rc = finish(&t, code, detail, err);
    api->curl_multi_remove_handle(http->multi, easy);
    api->curl_easy_cleanup(easy);
    api->curl_slist_free_all(headers);
    return rc;
}
