// Our MCP server over HTTP ("streamable HTTP"): libmicrohttpd has one thread for all connections,
// which looks at what comes (serve_look.h) and hands it to the sessions (serve_hub.h); who waits
// for an answer, or reads a stream, is suspended until there is something to be told.
#include <errno.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/flow.h"
#include "base/json.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "mcp/daemon.h"
#include "mcp/mcp_int.h"
#include "mcp/serve.h"
#include "mcp/serve_callers.h"
#include "mcp/serve_guard.h"
#include "mcp/serve_hub.h"
#include "mcp/serve_look.h"

enum {
    MAX_CONNECTIONS = 256,
    MAX_URL = 128,
    MAX_STREAMS = 4,              // of a session, that wait for what the server tells by itself
    MAX_BODIES = 256 << 20,       // bytes, of all requests that come in
    MAX_UNREAD = 256 << 20,       // bytes, of all replies
    CONNECTION_MEMORY = 32 << 10, // for the headers of a request, and more
    IDLE_S = 60,                  // of a connection
};
#define KEEP_ALIVE_NS (15 * SA_NS_PER_S) // a stream tells nothing for so long at most

struct request {
    struct request *next, *previous;
    struct server *server;
    struct MHD_Connection *connection;
    struct sa_hub_session *session; // that it uses; NULL: none
    struct sa_exchange *x;          // that it reads; NULL: none
    size_t at;                      // up to there
    struct sa_buf body;
    struct sa_look look; // at its head
    bool suspended, nudged;
};

struct server {
    struct sa_daemon api;
    struct sa_guard guard;
    struct sa_session_hub hub; // whose lock is also that of the requests
    struct request *first;
    size_t bodies; // bytes
    struct sa_callers callers;
};

// ---- answers -----------------------------------------------------------------------------------

static enum MHD_Result queue(struct request *r, unsigned status, struct MHD_Response *response,
                             const char *type)
{
    const struct sa_daemon *api = &r->server->api;
    if (!response) return MHD_NO;
    if (type) api->MHD_add_response_header(response, "Content-Type", type);
    api->MHD_add_response_header(response, "Cache-Control", "no-store");
    if (r->session && r->look.verb == SA_VERB_POST)
        api->MHD_add_response_header(response, "Mcp-Session-Id", r->session->id);
    if (status == MHD_HTTP_UNAUTHORIZED)
        api->MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
    if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
        api->MHD_add_response_header(response, "Allow", "GET, POST, DELETE");
    if (r->look.unclear) api->MHD_add_response_header(response, "Connection", "close");
    enum MHD_Result done = api->MHD_queue_response(r->connection, status, response);
    api->MHD_destroy_response(response);
    return done;
}

static enum MHD_Result say(struct request *r, unsigned status, struct sa_buf *text)
{
    size_t len = 0;
    char *data = text ? sa_buf_take(text, &len) : sa_xstrdup("");
    struct MHD_Response *response = r->server->api.MHD_create_response_from_buffer(
        len, data, MHD_RESPMEM_MUST_FREE);
    if (!response) free(data);
    return queue(r, status, response, text ? "application/json" : NULL);
}

static enum MHD_Result refuse(struct request *r, unsigned status, const char *why)
{
    struct sa_buf text = SA_BUF_INIT(SA_BUF_SMALL);
    SA_AUTO_FREE char *refusal = sa_rpc_refusal("null", -32000, why);
    sa_buf_appends(&text, refusal);
    return say(r, status, &text);
}

static enum MHD_Result say_answers(struct request *r)
{
    struct sa_exchange *x = r->x;
    struct sa_buf text = SA_BUF_INIT(SA_BUF_HUGE);
    if (x->text.full)
        return refuse(r, MHD_HTTP_INTERNAL_SERVER_ERROR, "the answers are larger than they may be");
    if (!x->messages) return say(r, MHD_HTTP_ACCEPTED, NULL);
    if (x->batch) sa_buf_appendc(&text, '[');
    sa_buf_append(&text, sa_buf_text(&x->text), x->text.len);
    if (x->batch) sa_buf_appendc(&text, ']');
    return say(r, x->bad && x->messages == 1 ? MHD_HTTP_BAD_REQUEST : MHD_HTTP_OK, &text);
}

// ---- waiting -----------------------------------------------------------------------------------

// With the lock of the hub, as the two below: nobody wakes it before it sleeps.
static void suspend(struct request *r)
{
    r->suspended = true;
    r->server->api.MHD_suspend_connection(r->connection);
}

static void wake(struct request *r)
{
    if (!r->suspended) return;
    r->suspended = false;
    r->server->api.MHD_resume_connection(r->connection);
}

static void hang_up(struct request *r)
{
    const union MHD_ConnectionInfo *info = r->server->api.MHD_get_connection_info(
        r->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info) shutdown(info->connect_fd, SHUT_RDWR);
}

static void stir(void *ctx, const struct sa_hub_session *session, const struct sa_exchange *x)
{
    struct server *server = ctx;
    for (struct request *r = server->first; r; r = r->next) {
        if (r->session != session || (x && r->x != x)) continue;
        if (x && x->cut) hang_up(r);
        wake(r);
    }
}

static bool is_over(const struct request *r)
{
    return r->session->gone || r->server->hub.closing;
}

static ssize_t read_events(void *ctx, uint64_t position, char *out, size_t max)
{
    struct request *r = ctx;
    ssize_t len = 0;
    (void)position;
    pthread_mutex_lock(&r->server->hub.lock);
    const struct sa_exchange *x = r->x;
    size_t left = x->cut ? 0 : x->text.len - r->at;
    if (x->cut) {
        len = MHD_CONTENT_READER_END_WITH_ERROR;
    } else if (left) {
        len = (ssize_t)(left < max ? left : max);
        memcpy(out, x->text.data + r->at, (size_t)len);
        r->at += (size_t)len;
    } else if (sa_exchange_ended(x) || is_over(r)) {
        len = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (r->nudged && max >= 3) { // where nobody reads any more it is found out
        memcpy(out, ":\n\n", 3);
        len = 3;
    } else {
        suspend(r);
    }
    r->nudged = false;
    pthread_mutex_unlock(&r->server->hub.lock);
    return len;
}

static enum MHD_Result begin_stream(struct request *r)
{
    struct MHD_Response *response = r->server->api.MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, 1 << 15, read_events, r, NULL);
    if (response) r->server->api.MHD_add_response_header(response, "X-Accel-Buffering", "no");
    return queue(r, MHD_HTTP_OK, response, "text/event-stream");
}

// ---- what is asked -----------------------------------------------------------------------------

static bool is_initialize(const struct sa_buf *body)
{
    cJSON *message = sa_json_parse(sa_buf_text(body), body->len, NULL);
    bool is = sa_streq(sa_json_str(message, "method", NULL), "initialize") &&
              sa_json_get(message, "id");
    cJSON_Delete(message);
    return is;
}

static void free_body(struct request *r)
{
    r->server->bodies -= r->body.len;
    sa_buf_release(&r->body);
}

// The message is there: who asks gets an answer now, or a stream, or has to wait.
static enum MHD_Result take_message(struct request *r)
{
    struct sa_err err = SA_ERR_INIT;
    static const char wish[] = "\"progressToken\""; // within a string its quotes are escaped
    if (!r->session) {
        if (!is_initialize(&r->body))
            return refuse(r, MHD_HTTP_BAD_REQUEST,
                          "Mcp-Session-Id is missing: a session begins with 'initialize'");
        r->session = sa_hub_open(&r->server->hub, &err);
        if (!r->session) return refuse(r, MHD_HTTP_SERVICE_UNAVAILABLE, err.message);
    }
    bool told = sa_memfind(sa_buf_text(&r->body), r->body.len, wish, strlen(wish)) != NULL;
    bool streams = r->look.accepts == SA_ACCEPTS_EVENTS ||
                   (told && r->look.accepts & SA_ACCEPTS_EVENTS);
    r->x = sa_hub_take(r->session, &r->body, streams, r->look.newer);
    free_body(r);
    return MHD_YES;
}

static enum MHD_Result post(struct request *r)
{
    if (!r->x) {
        enum MHD_Result refused = take_message(r);
        if (!r->x) return refused;
    }
    pthread_mutex_lock(&r->server->hub.lock);
    enum MHD_Result done = MHD_YES;
    // A message that only tells something needs no stream.
    bool nothing = sa_exchange_ended(r->x) && !r->x->messages;
    if (r->x->cut) done = MHD_NO; // the connection ends
    else if (r->x->streams && !nothing) done = begin_stream(r);
    else if (sa_exchange_ended(r->x)) done = say_answers(r);
    else if (is_over(r)) done = refuse(r, MHD_HTTP_NOT_FOUND, sa_look_gone);
    else suspend(r);
    pthread_mutex_unlock(&r->server->hub.lock);
    return done;
}

static enum MHD_Result get(struct request *r)
{
    const char *last = r->server->api.MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND,
                                                                  "Last-Event-ID");
    pthread_mutex_lock(&r->server->hub.lock);
    struct sa_exchange *own = &r->session->own;
    if (last && *last) r->x = sa_hub_resume(r->session, last, &r->at);
    else if (own->readers < MAX_STREAMS) r->x = own, own->readers++;
    pthread_mutex_unlock(&r->server->hub.lock);
    if (r->x) return begin_stream(r);
    return last && *last ? refuse(r, MHD_HTTP_BAD_REQUEST, "that event is not known any more")
                         : refuse(r, MHD_HTTP_CONFLICT, "the session has its streams already");
}

static enum MHD_Result end_session(struct request *r)
{
    sa_hub_end(r->session);
    return say(r, MHD_HTTP_NO_CONTENT, NULL);
}

static enum MHD_Result (*const answers[])(struct request *r) = {
    [SA_VERB_POST] = post, [SA_VERB_GET] = get, [SA_VERB_DELETE] = end_session};

static enum MHD_Result take_bytes(struct request *r, const char *data, size_t len)
{
    if (r->look.refused) return MHD_YES;
    if (r->server->bodies + len > MAX_BODIES || !sa_buf_append(&r->body, data, len))
        return MHD_NO; // one that did not say how long it is: the connection ends
    r->server->bodies += len;
    return MHD_YES;
}

// ---- connections -------------------------------------------------------------------------------

static void on_connection(void *ctx, struct MHD_Connection *connection, void **state,
                          enum MHD_ConnectionNotificationCode code)
{
    struct server *server = ctx;
    if (code != MHD_CONNECTION_NOTIFY_STARTED) {
        sa_caller_close(&server->callers, *state);
        *state = NULL;
        return;
    }
    const union MHD_ConnectionInfo *info = server->api.MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    *state = sa_caller_open(&server->callers, info ? info->connect_fd : -1);
    sa_hub_call(&server->hub); // it has to show its token in time
}

static struct sa_caller *caller_of(const struct server *server, struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = server->api.MHD_get_connection_info(
        connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

// ---- requests ----------------------------------------------------------------------------------

static struct request *begin_request(struct server *server, struct MHD_Connection *connection)
{
    struct request *r = sa_xcalloc(1, sizeof *r);
    *r = (struct request){
        .server = server,
        .connection = connection,
        .body = SA_BUF_INIT(SA_MCP_MAX_MESSAGE),
        .look = {.api = &server->api, .guard = &server->guard, .hub = &server->hub}};
    pthread_mutex_lock(&server->hub.lock);
    r->next = server->first;
    if (r->next) r->next->previous = r;
    server->first = r;
    pthread_mutex_unlock(&server->hub.lock);
    return r;
}

static void end_request(void *ctx, struct MHD_Connection *connection, void **state,
                        enum MHD_RequestTerminationCode code)
{
    struct server *server = ctx;
    struct request *r = *state;
    (void)code;
    if (!r) return;
    free_body(r);
    pthread_mutex_lock(&server->hub.lock);
    if (r->next) r->next->previous = r->previous;
    if (r->previous) r->previous->next = r->next;
    else server->first = r->next;
    if (r->x) sa_hub_close(r->session, r->x);
    pthread_mutex_unlock(&server->hub.lock);
    if (r->session) sa_hub_leave(r->session);
    free(r);
    *state = NULL;
    sa_caller_mark(&server->callers, caller_of(server, connection), sa_clock_monotonic());
}

static enum MHD_Result on_request(void *ctx, struct MHD_Connection *connection, const char *url,
                                  const char *method, const char *version, const char *data,
                                  size_t *len, void **state)
{
    struct request *r = *state;
    (void)version;
    if (!r) {
        *state = r = begin_request(ctx, connection);
        r->session = sa_look(&r->look, connection, url, method);
        if (r->look.known) sa_caller_know(&r->server->callers, caller_of(ctx, connection));
        return r->look.now ? refuse(r, r->look.refused, r->look.why) : MHD_YES;
    }
    if (*len) {
        enum MHD_Result taken = take_bytes(r, data, *len);
        *len = 0;
        return taken;
    }
    sa_caller_mark(&r->server->callers, caller_of(ctx, connection), 0);
    if (r->look.refused) return refuse(r, r->look.refused, r->look.why);
    return answers[r->look.verb](r);
}

// ---- the server --------------------------------------------------------------------------------

// Streams say that they are there, and whose request does not come is sent away.
static void look_after(struct server *server)
{
    sa_callers_drop_slow(&server->callers);
    pthread_mutex_lock(&server->hub.lock);
    for (struct request *r = server->first; r; r = r->next) {
        if (!r->x || !r->x->streams) continue;
        r->nudged = true;
        wake(r);
    }
    pthread_mutex_unlock(&server->hub.lock);
}

static void put_url(const struct sa_guard *g, char *url, size_t size)
{
    char host[INET6_ADDRSTRLEN] = "";
    const struct sockaddr_in *four = (const struct sockaddr_in *)&g->address;
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)&g->address;
    bool is_six = g->address.ss_family == AF_INET6;
    const void *bits = is_six ? (const void *)&six->sin6_addr : (const void *)&four->sin_addr;
    inet_ntop(g->address.ss_family, bits, host, sizeof host);
    snprintf(url, size, is_six ? "http://[%s]:%d/mcp" : "http://%s:%d/mcp", host,
             ntohs(is_six ? six->sin6_port : four->sin_port));
}

static int open_socket(struct sa_guard *g, struct sa_err *err)
{
    const int on = 1;
    const struct sockaddr *address = (const struct sockaddr *)&g->address;
    int fd = socket(g->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0) setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (fd >= 0 && !bind(fd, address, g->address_len) && !listen(fd, MAX_CONNECTIONS) &&
        !getsockname(fd, (struct sockaddr *)&g->address, &g->address_len))
        return fd;
    int why = errno;
    char url[MAX_URL];
    put_url(g, url, sizeof url);
    sa_err_set(err, SA_E_CONFIG, "cannot listen at %s: %s%s", url, strerror(why),
               why == EADDRINUSE ? "; --listen 0 takes a free port" : "");
    if (fd >= 0) close(fd);
    return -1;
}

static void serve(struct server *server, struct sa_stop *stop)
{
    int64_t keep_alive = sa_clock_monotonic() + KEEP_ALIVE_NS;
    while (!sa_stop_reason(stop)) {
        int64_t next = sa_hub_sweep(&server->hub),
                greet = sa_callers_drop_unknown(&server->callers);
        struct pollfd p[] = {{stop->fd, POLLIN, 0}, {server->hub.fd, POLLIN, 0}};
        if (greet < next) next = greet;
        sa_flow_wait(p, 2, next < keep_alive ? next : keep_alive);
        if (sa_clock_monotonic() < keep_alive) continue;
        look_after(server);
        keep_alive = sa_clock_monotonic() + KEEP_ALIVE_NS;
    }
    pthread_mutex_lock(&server->hub.lock);
    server->hub.closing = true;
    for (struct request *r = server->first; r; r = r->next) wake(r);
    pthread_mutex_unlock(&server->hub.lock);
}

// Signals are for the thread that waits for the stop.
static struct MHD_Daemon *start(struct server *server, int fd)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    struct MHD_Daemon *daemon = server->api.MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, server,
        MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT, (unsigned)MAX_CONNECTIONS,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)CONNECTION_MEMORY, MHD_OPTION_NOTIFY_COMPLETED, end_request, server,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, server, MHD_OPTION_END);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return daemon;
}

int sa_serve_http(const struct sa_serve_offer *offer, const struct sa_serve_http *http,
                  struct sa_stop *stop, struct sa_err *err)
{
    struct server server = {.guard = {.token = http->token, .hosts = http->hosts}};
    int fd, code = sa_guard_listen(&server.guard, http->listen, err);
    if (code || (code = sa_daemon_open(&server.api, err))) return code;
    fd = open_socket(&server.guard, err);
    if (fd < 0) return err->code;
    sa_callers_init(&server.callers, http->greet_ns);
    sa_hub_init(&server.hub, offer);
    server.hub.max_sessions = http->max_sessions;
    server.hub.idle_ns = http->idle_ns;
    server.hub.max_held = http->max_unread ? http->max_unread : MAX_UNREAD;
    server.hub.stir = stir;
    server.hub.ctx = &server;
    struct MHD_Daemon *daemon = start(&server, fd);
    if (daemon) {
        char url[MAX_URL];
        put_url(&server.guard, url, sizeof url);
        http->ready(url);
        serve(&server, stop);
        server.api.MHD_stop_daemon(daemon); // which closes the socket
    } else {
        close(fd);
        code = sa_err_set(err, SA_E_INTERNAL, "libmicrohttpd does not start");
    }
    sa_hub_release(&server.hub);
    sa_callers_release(&server.callers);
    return code;
}
