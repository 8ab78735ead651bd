// Messages over HTTP ("streamable HTTP"): each is a POST, whose reply is JSON or a stream of
// events; another stream, of a GET, has what the server tells by itself. A stream that breaks off
// is taken up again where it was. Who asks carries its own request, so that any number go on at
// once.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/flow.h"
#include "base/json.h"
#include "base/log.h"
#include "base/stop.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "http/http.h"
#include "http/sse.h"
#include "mcp/mcp_int.h"

enum {
    MAX_IDLE = 8,     // connections kept
    MAX_RESUMED = 20, // times in a row that a stream is taken up again and brings nothing
    RESUME_MS = 1000, // before that, where the server does not say
    MAX_RESUME_MS = 60000,
    MAX_HEADERS = 48,
};

#define DAY_MS (INT64_C(24) * 3600 * 1000)
#define DELETE_NS (2 * SA_NS_PER_S)
#define HEARD_NS (SA_NS_PER_S / 4)

struct link {
    pthread_mutex_t lock;
    char *session; // NULL: none
    char *token;   // NULL: none
    struct sa_http *idle[MAX_IDLE];
    size_t idle_count;
    struct sa_stop closing;
    pthread_t listener;
    bool listens;
    int heard; // eventfd: the server has begun to answer the listener
};

// One POST or GET and what comes back.
struct exchange {
    struct sa_mcp_server *server;
    struct sa_rpc_wait *wait; // NULL: nothing is waited for
    struct sa_http_response response;
    struct sa_sse sse;
    struct sa_buf body;
    char *session;   // that the reply names
    const char *bad; // why what came is no message
    size_t events;
    int heard;        // to be told of the beginning of an answer; -1: nobody is
    int64_t deadline; // of what is under way, as the stop
    struct sa_stop *stop;
};

// ---- connections -------------------------------------------------------------------------------

static struct sa_http *take_http(struct sa_mcp_server *s)
{
    struct link *l = s->link;
    struct sa_http *http = NULL;
    pthread_mutex_lock(&l->lock);
    if (l->idle_count) http = l->idle[--l->idle_count];
    pthread_mutex_unlock(&l->lock);
    const struct sa_http_options o = {
        .idle_ms = DAY_MS, .total_ms = DAY_MS, .ca_file = s->all->o.ca_file};
    return http ? http : sa_http_new(&o);
}

static void leave_http(struct link *l, struct sa_http *http)
{
    pthread_mutex_lock(&l->lock);
    if (l->idle_count < MAX_IDLE) l->idle[l->idle_count++] = http, http = NULL;
    pthread_mutex_unlock(&l->lock);
    sa_http_free(http);
}

// ---- what comes back ---------------------------------------------------------------------------

static void on_header(void *ctx, struct sa_str name, struct sa_str value)
{
    struct exchange *x = ctx;
    static const char session[] = "mcp-session-id";
    const uint64_t one = 1;
    if (x->heard >= 0 && write(x->heard, &one, sizeof one) > 0) x->heard = -1;
    if (name.len != sizeof session - 1 || strncasecmp(name.data, session, name.len)) return;
    free(x->session);
    x->session = sa_xstrndup(value.data, value.len);
}

static bool is_type(const struct exchange *x, const char *type)
{
    size_t len = strlen(type);
    const char *have = x->response.content_type;
    return !strncasecmp(have, type, len) && (!have[len] || strchr("; \t", have[len]));
}

// Else the reply is there: nothing more is needed of this stream.
static bool goes_on(const struct exchange *x)
{
    return !x->wait || !sa_rpc_settled(&x->server->rpc, x->wait);
}

static bool on_event(void *ctx, const char *name, const char *data, size_t len)
{
    struct exchange *x = ctx;
    const char *why;
    x->events++;
    if (!len || !sa_streq(name, "message")) return true; // says where to go on, or keeps alive
    if (!sa_mcp_server_take(x->server, data, len, &why)) x->bad = why;
    // What the server asked meanwhile may have taken its time.
    bool over = sa_stop_reason(x->stop) || sa_clock_monotonic() >= x->deadline;
    return goes_on(x) && !over;
}

static bool on_data(void *ctx, const char *data, size_t len)
{
    struct exchange *x = ctx;
    if (is_type(x, "text/event-stream")) return sa_sse_feed(&x->sse, data, len, on_event, x);
    return sa_buf_append(&x->body, data, len);
}

// ---- a request ---------------------------------------------------------------------------------

struct headers {
    const char *lines[MAX_HEADERS + 1];
    const char *secret[MAX_HEADERS + 1]; // the user's, and the token
    char *own[MAX_HEADERS];
    size_t count, secrets, owned;
};

static void add_own(struct headers *h, char *line)
{
    h->own[h->owned++] = line;
    h->lines[h->count++] = line;
}

static void add_secrets(struct sa_mcp_server *s, const char *token, struct headers *h)
{
    if (token) {
        h->own[h->owned] = sa_xasprintf("Authorization: Bearer %s", token);
        h->secret[h->secrets++] = h->own[h->owned++];
    }
    for (char **p = s->set.headers; p && *p && h->secrets < MAX_HEADERS; p++)
        h->secret[h->secrets++] = *p;
    h->secret[h->secrets] = NULL;
}

// `last` is the event after which a stream is to go on; "": none.
static void fill_headers(struct sa_mcp_server *s, bool post, const char *last, struct headers *h)
{
    struct link *l = s->link;
    char version[16];
    sa_mcp_get_version(s, version);
    h->count = h->secrets = h->owned = 0;
    if (post) h->lines[h->count++] = "Content-Type: application/json";
    h->lines[h->count++] = post ? "Accept: application/json, text/event-stream"
                                : "Accept: text/event-stream";
    if (version[0]) add_own(h, sa_xasprintf("MCP-Protocol-Version: %s", version));
    if (*last) add_own(h, sa_xasprintf("Last-Event-ID: %s", last));
    pthread_mutex_lock(&l->lock);
    if (l->session) add_own(h, sa_xasprintf("Mcp-Session-Id: %s", l->session));
    add_secrets(s, l->token, h);
    pthread_mutex_unlock(&l->lock);
    h->lines[h->count] = NULL;
}

static void begin(struct exchange *x, struct sa_mcp_server *s, struct sa_rpc_wait *wait)
{
    *x = (struct exchange){.server = s, .wait = wait, .heard = -1};
    sa_sse_init(&x->sse, SA_MCP_MAX_MESSAGE);
    sa_buf_init(&x->body, SA_MCP_MAX_MESSAGE);
}

static void finish(struct exchange *x)
{
    sa_sse_release(&x->sse);
    sa_buf_release(&x->body);
    free(x->session);
}

// 0: the server answered somehow.
static int perform(struct exchange *x, const char *method, const char *body, const char *last,
                   int64_t deadline, struct sa_stop *stop, struct sa_err *err)
{
    struct sa_mcp_server *s = x->server;
    struct headers h;
    int64_t left = deadline == INT64_MAX ? DAY_MS
                                         : (deadline - sa_clock_monotonic()) / SA_NS_PER_MS + 1;
    if (left <= 0) return sa_err_set(err, SA_E_TOOL, "there is no time left"), -1;
    x->deadline = deadline;
    x->stop = stop;
    fill_headers(s, body != NULL, last, &h);
    const struct sa_http_credential credential = {h.secret, s->set.url, s->set.token_env};
    const struct sa_http_request q = {.method = method,
                                      .url = s->set.url,
                                      .headers = h.lines,
                                      .credential = &credential,
                                      .body = body,
                                      .body_len = body ? strlen(body) : 0,
                                      .max_body = SIZE_MAX / 2, // events have their own ceiling
                                      .total_ms = left,
                                      .on_data = on_data,
                                      .on_header = on_header,
                                      .ctx = x,
                                      .stop = stop};
    struct sa_http *http = take_http(s);
    int rc = sa_http_perform(http, &q, &x->response, err);
    leave_http(s->link, http);
    for (size_t i = 0; i < h.owned; i++) free(h.own[i]);
    if (rc && err && err->unreachable) sa_err_append(err, "; is the server running there?");
    return rc;
}

static bool too_large(const struct exchange *x, struct sa_err *err)
{
    if (!x->sse.too_large && !x->body.full) return false;
    sa_err_set(err, SA_E_TOOL, "the server sent a message of more than %d MiB",
               SA_MCP_MAX_MESSAGE >> 20);
    return true;
}

static void describe_status(const struct exchange *x, struct sa_err *err)
{
    int status = x->response.status;
    cJSON *page = sa_json_parse(sa_buf_text(&x->response.body), x->response.body.len, NULL);
    const char *said = sa_json_str(sa_json_get(page, "error"), "message", NULL);
    struct sa_buf text = SA_BUF_INIT(300);
    if (!said)
        sa_utf8_repair(&text, sa_buf_text(&x->response.body),
                       x->response.body.len < 200 ? x->response.body.len : 200);
    sa_err_set(err, SA_E_TOOL, "%s: HTTP status %d%s%s%s", x->server->set.url, status,
               status == 401 || status == 403 ? " (token_env or key_command give a token)" : "",
               said || text.len ? ": " : "", said ? said : sa_buf_text(&text));
    if (status >= 300 && status < 400 && x->response.location[0])
        sa_err_append(err, "; it leads to %s, which is not followed", x->response.location);
    sa_buf_release(&text);
    cJSON_Delete(page);
}

// ---- streams that go on ------------------------------------------------------------------------

// Waits before a stream is taken up again.
static bool pause_before(const struct exchange *x, int64_t deadline, struct sa_stop *stop)
{
    int64_t ms = x->sse.retry_ms < 0 ? RESUME_MS : x->sse.retry_ms;
    if (ms > MAX_RESUME_MS) ms = MAX_RESUME_MS;
    if (deadline != INT64_MAX) {
        int64_t left = (deadline - sa_clock_monotonic()) / SA_NS_PER_MS;
        if (ms > left) ms = left > 0 ? left : 0;
    }
    return sa_http_wait(stop, ms) && sa_clock_monotonic() < deadline;
}

// For the next request of the same stream: what stays is where it was.
static void again(struct exchange *x)
{
    sa_http_response_release(&x->response);
    sa_buf_clear(&x->sse.line);
    sa_buf_clear(&x->sse.data);
    x->sse.has_data = x->sse.after_cr = false;
    x->sse.name[0] = 0;
    memcpy(x->sse.next_id, x->sse.id, sizeof x->sse.id);
}

// A stream that ended before the reply is taken up after its last event.
static enum sa_mcp_sent resume(struct exchange *x, int64_t deadline, struct sa_stop *stop,
                               struct sa_err *err)
{
    size_t tries = 0, before = x->events;
    while (goes_on(x)) {
        struct sa_err why = SA_ERR_INIT;
        if (!x->sse.id[0] || tries++ >= MAX_RESUMED)
            return sa_err_set(err, SA_E_TOOL, "the stream ended without the reply%s%s",
                              x->bad ? "; what came was " : "", x->bad ? x->bad : ""),
                   SA_MCP_LOST;
        if (!pause_before(x, deadline, stop))
            return sa_err_set(err, SA_E_TOOL, "the stream ended without the reply"), SA_MCP_LOST;
        again(x);
        int rc = perform(x, "GET", NULL, x->sse.id, deadline, stop, &why);
        if (too_large(x, err)) return SA_MCP_LOST;
        if (!rc && x->response.status != 200 && !sa_http_is_passing(x->response.status))
            return describe_status(x, err), SA_MCP_LOST;
        if (x->events > before) tries = 0, before = x->events;
    }
    return SA_MCP_SENT;
}

// ---- sending -----------------------------------------------------------------------------------

static void keep_session(struct link *l, struct exchange *x)
{
    if (!x->session) return;
    for (const char *p = x->session; *p; p++)
        if (*p <= ' ' || *p > '~') return; // no id that may be sent back
    pthread_mutex_lock(&l->lock);
    free(l->session);
    l->session = x->session;
    x->session = NULL;
    pthread_mutex_unlock(&l->lock);
}

static bool has_session(struct link *l)
{
    pthread_mutex_lock(&l->lock);
    bool has = l->session != NULL;
    pthread_mutex_unlock(&l->lock);
    return has;
}

static enum sa_mcp_sent read_body(struct exchange *x, struct sa_err *err)
{
    const char *why = NULL;
    if (!x->body.len) why = "the reply is empty";
    else if (!is_type(x, "application/json"))
        why = "the reply is neither JSON nor a stream of events";
    else if (sa_mcp_server_take(x->server, x->body.data, x->body.len, &why) && goes_on(x))
        why = "the reply is to something else";
    if (!why) return SA_MCP_SENT;
    return sa_err_set(err, SA_E_TOOL, "%s: %s", x->server->set.url, why), SA_MCP_LOST;
}

static enum sa_mcp_sent read_answer(struct exchange *x, bool had_session, int64_t deadline,
                                    struct sa_stop *stop, struct sa_err *err)
{
    int status = x->response.status;
    if (status == 404 && had_session)
        return sa_err_set(err, SA_E_TOOL, "the server does not know the session any more"),
               SA_MCP_GONE;
    if (status < 200 || status >= 300) return describe_status(x, err), SA_MCP_LOST;
    if (!had_session) keep_session(x->server->link, x); // which a late reply would bring back
    if (!x->wait) return SA_MCP_SENT;
    if (is_type(x, "text/event-stream")) return resume(x, deadline, stop, err);
    return read_body(x, err);
}

static enum sa_mcp_sent post(struct sa_mcp_server *s, const char *text, struct sa_rpc_wait *wait,
                             int64_t deadline, struct sa_stop *stop, struct sa_err *err)
{
    struct exchange x;
    enum sa_mcp_sent sent = SA_MCP_LOST;
    bool had_session = has_session(s->link);
    begin(&x, s, wait);
    int rc = perform(&x, "POST", text, "", deadline, stop, err);
    bool stream = is_type(&x, "text/event-stream") && x.response.status == 200;
    // A stream that was begun can be taken up again; a request that had no answer cannot.
    if (too_large(&x, err)) sent = SA_MCP_LOST;
    else if (!rc || (stream && wait && x.sse.id[0] && !sa_stop_reason(stop)))
        sent = read_answer(&x, had_session, deadline, stop, err);
    sa_http_response_release(&x.response);
    finish(&x);
    return sent;
}

// ---- listening ---------------------------------------------------------------------------------

// What the server tells by itself, as long as it offers to.
static void *listen_on(void *ctx)
{
    struct sa_mcp_server *s = ctx;
    struct link *l = s->link;
    struct exchange x;
    size_t tries = 0, before = 0;
    begin(&x, s, NULL);
    x.heard = l->heard;
    while (!sa_stop_reason(&l->closing)) {
        struct sa_err why = SA_ERR_INIT;
        int rc = perform(&x, "GET", NULL, x.sse.id, INT64_MAX, &l->closing, &why);
        bool over = !rc && x.response.status != 200 && !sa_http_is_passing(x.response.status);
        if (x.events > before) tries = 0, before = x.events;
        if (over || x.sse.too_large || tries++ >= MAX_RESUMED ||
            !pause_before(&x, INT64_MAX, &l->closing))
            break;
        again(&x);
    }
    sa_http_response_release(&x.response);
    finish(&x);
    return NULL;
}

static void stop_listening(struct link *l)
{
    if (!l->listens) return;
    sa_stop_request(&l->closing, SIGTERM);
    pthread_join(l->listener, NULL);
    sa_stop_clear(&l->closing);
    l->listens = false;
}

// Returns when the server has begun to answer, so that it sees this stream before what is asked
// next; one that keeps silent until it has something to tell is not waited for.
static void start_listening(struct sa_mcp_server *s)
{
    const struct sa_stop *stop = s->all->o.stop;
    struct link *l = s->link;
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    l->listens = pthread_create(&l->listener, NULL, listen_on, s) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    struct pollfd p[] = {{.fd = stop ? stop->fd : -1, .events = POLLIN},
                         {.fd = l->listens ? l->heard : -1, .events = POLLIN}};
    uint64_t count;
    sa_flow_wait(p, SA_COUNT(p), sa_clock_monotonic() + HEARD_NS);
    if (p[1].revents && read(l->heard, &count, sizeof count) < 0) return;
}

// ---- its life ----------------------------------------------------------------------------------

static int open_http(struct sa_mcp_server *s, struct sa_err *err)
{
    char *token;
    if (sa_mcp_find_token(s, &token, err)) return -1;
    struct link *l = s->link;
    if (!l) {
        l = sa_xcalloc(1, sizeof *l);
        pthread_mutex_init(&l->lock, NULL);
        sa_stop_init(&l->closing);
        l->heard = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        s->link = l;
    }
    stop_listening(l);
    pthread_mutex_lock(&l->lock);
    free(l->token);
    l->token = token;
    sa_freep(&l->session);
    pthread_mutex_unlock(&l->lock);
    return 0;
}

static void end_http(struct sa_mcp_server *s)
{
    struct link *l = s->link;
    if (!l) return;
    stop_listening(l);
    if (!has_session(l)) return;
    struct exchange x;
    struct sa_err why = SA_ERR_INIT;
    begin(&x, s, NULL);
    if (perform(&x, "DELETE", NULL, "", sa_clock_monotonic() + DELETE_NS, NULL, &why))
        sa_debug("mcp %s: %s", s->name, why.message);
    sa_http_response_release(&x.response);
    finish(&x);
    pthread_mutex_lock(&l->lock);
    sa_freep(&l->session);
    pthread_mutex_unlock(&l->lock);
}

static void free_http(struct sa_mcp_server *s)
{
    struct link *l = s->link;
    end_http(s);
    if (!l) return;
    while (l->idle_count) sa_http_free(l->idle[--l->idle_count]);
    sa_stop_release(&l->closing);
    if (l->heard >= 0) close(l->heard);
    pthread_mutex_destroy(&l->lock);
    free(l->token);
    free(l);
    s->link = NULL;
}

const struct sa_mcp_transport sa_mcp_http = {"http", open_http, start_listening,
                                             post,   end_http,  free_http};
