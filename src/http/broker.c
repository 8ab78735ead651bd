// The broker's side outside of the sandbox. Whatever a connection sends, it costs at most one
// thread for a bounded time and one request of the list.
#include "http/broker.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/json.h"
#include "base/secret.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"

enum { THREADS = 4 };
#define ASK_NS (60 * SA_NS_PER_S)  // for a whole request to come in
#define GIVE_NS (60 * SA_NS_PER_S) // for a piece of the reply to be taken

struct sa_broker {
    struct sa_broker_options options;
    int listener;
    atomic_uint_fast64_t requests;
    pthread_t threads[THREADS];
    size_t thread_count;
};

// One request on its way.
struct passage {
    struct sa_broker *broker;
    int fd;
    const struct sa_broker_rule *rule;
    struct sa_http_response response;
    struct sa_redactor redactor; // a server may quote what it was sent
    struct sa_buf clean;
    bool head_sent;
};

static bool put(struct passage *p, char kind, const void *data, size_t len)
{
    return sa_broker_write(p->fd, p->broker->options.stop, sa_clock_monotonic() + GIVE_NS, kind,
                           data, len);
}

static void fail(struct passage *p, const struct sa_err *err)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appendc(&out, '{');
    sa_json_put_str(&out, "message", err->message);
    sa_json_put_int(&out, "code", err->code);
    sa_json_put_bool(&out, "retryable", err->retryable);
    sa_buf_appendc(&out, '}');
    put(p, SA_BROKER_FAILED, out.data, out.len);
    sa_buf_release(&out);
}

// --- what is asked

static size_t before_query(const char *url)
{
    return strcspn(url, "?#");
}

static const struct sa_broker_rule *find_rule(const struct sa_broker *g, const char *url)
{
    size_t len = before_query(url);
    for (size_t i = 0; i < g->options.rule_count; i++) {
        const char *shown = g->options.rules[i].shown;
        if (before_query(shown) == len && !memcmp(shown, url, len)) return &g->options.rules[i];
    }
    return NULL;
}

static bool count_request(struct sa_broker *g, struct sa_err *err)
{
    uint64_t max = g->options.max_requests;
    if (atomic_fetch_add(&g->requests, 1) < max || !max) return true;
    sa_err_set(err, SA_E_CAP,
               "the sandbox has made its %llu requests (raise it with "
               "--max-requests)",
               (unsigned long long)max);
    return false;
}

// Reads URL and body; false with *err when the request is none, or not allowed.
static bool receive(struct passage *p, struct sa_buf *body, struct sa_err *err)
{
    struct sa_stop *stop = p->broker->options.stop;
    int64_t deadline = sa_clock_monotonic() + ASK_NS;
    struct sa_buf url = SA_BUF_INIT(SA_BROKER_URL_MAX);
    char kind = 0;
    bool well = sa_broker_read(p->fd, stop, deadline, &kind, &url, SA_BROKER_URL_MAX) &&
                kind == SA_BROKER_URL && strlen(sa_buf_text(&url)) == url.len;
    if (well) p->rule = find_rule(p->broker, sa_buf_text(&url));
    if (well && !p->rule) {
        sa_err_set(err, SA_E_DENIED,
                   "%.300s: from inside the sandbox only the model's own address is reached",
                   sa_buf_text(&url));
    }
    sa_buf_release(&url);
    if (well && !p->rule) return false;
    while (well && kind != SA_BROKER_GO)
        well = sa_broker_read(p->fd, stop, deadline, &kind, body, SA_BROKER_PIECE) &&
               (kind == SA_BROKER_BODY || kind == SA_BROKER_GO);
    if (!well) sa_err_set(err, SA_E_DENIED, "the broker of the sandbox was asked in a wrong way");
    return well && count_request(p->broker, err);
}

// --- what is answered

static bool put_head(struct passage *p)
{
    const struct sa_http_response *r = &p->response;
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    sa_buf_appendc(&out, '{');
    sa_json_put_int(&out, "status", r->status);
    sa_json_put_str(&out, "type", r->content_type);
    sa_json_put_str(&out, "location", r->location);
    sa_json_put_int(&out, "retry_after_ms", r->retry_after_ms);
    sa_buf_appendc(&out, '}');
    if (out.len) out.len = sa_secret_redact_known(out.data, out.len);
    p->head_sent = true;
    bool sent = put(p, SA_BROKER_HEAD, out.data, out.len);
    sa_buf_release(&out);
    return sent;
}

static bool put_clean(struct passage *p)
{
    bool sent = true;
    for (size_t at = 0; sent && at < p->clean.len; at += SA_BROKER_PIECE) {
        size_t n = p->clean.len - at;
        sent = put(p, SA_BROKER_DATA, p->clean.data + at,
                   n < SA_BROKER_PIECE ? n : SA_BROKER_PIECE);
    }
    sa_buf_clear(&p->clean);
    return sent;
}

static bool on_data(void *ctx, const char *data, size_t len)
{
    struct passage *p = ctx;
    if (!p->head_sent && !put_head(p)) return false;
    sa_redactor_feed(&p->redactor, data, len, &p->clean);
    return put_clean(p);
}

static void finish(struct passage *p)
{
    struct sa_buf *body = &p->response.body; // of an error
    if (!p->head_sent && !put_head(p)) return;
    if (body->len) sa_redactor_feed(&p->redactor, body->data, body->len, &p->clean);
    sa_redactor_finish(&p->redactor, &p->clean);
    if (put_clean(p)) put(p, SA_BROKER_END, NULL, 0);
}

// The real URL may hold what is not to be seen inside.
static void hide_url(const struct sa_broker_rule *rule, struct sa_err *err)
{
    size_t len = strlen(rule->url);
    if (strncmp(err->message, rule->url, len)) return;
    SA_AUTO_FREE char *rest = sa_xstrdup(err->message + len);
    sa_err_set(err, err->code, "%s%s", rule->shown, rest);
}

static void pass(struct passage *p, struct sa_http *http, const struct sa_buf *body)
{
    const struct sa_http_request q = {.method = "POST",
                                      .url = p->rule->url,
                                      .credential = &p->rule->credential,
                                      .body = sa_buf_text(body),
                                      .body_len = body->len,
                                      .on_data = on_data,
                                      .ctx = p,
                                      .stop = p->broker->options.stop};
    struct sa_err err = SA_ERR_INIT;
    if (!sa_http_perform(http, &q, &p->response, &err)) {
        finish(p);
    } else {
        bool retryable = err.retryable;
        hide_url(p->rule, &err);
        err.retryable = retryable;
        fail(p, &err);
    }
}

void sa_broker_serve(struct sa_broker *broker, struct sa_http *http, int fd)
{
    struct passage p = {.broker = broker, .fd = fd, .clean = SA_BUF_INIT(SA_BUF_TEXT)};
    struct sa_buf body = SA_BUF_INIT(SA_BROKER_BODY_MAX);
    struct sa_err err = SA_ERR_INIT;
    if (receive(&p, &body, &err)) pass(&p, http, &body);
    else fail(&p, &err);
    sa_buf_release(&body), sa_buf_release(&p.clean);
    sa_redactor_release(&p.redactor);
    sa_http_response_release(&p.response);
}

// --- its life

static int next_connection(const struct sa_broker *g)
{
    int fd = -1;
    if (!g->options.handed) return accept4(g->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    return read(g->listener, &fd, sizeof fd) == sizeof fd ? fd : -1;
}

static void *serve_all(void *ctx)
{
    struct sa_broker *g = ctx;
    struct sa_stop *stop = g->options.stop;
    struct sa_http *http = sa_http_new(g->options.http);
    while (!sa_stop_reason(stop)) {
        struct pollfd p[2] = {{.fd = g->listener, .events = POLLIN},
                              {.fd = stop->fd, .events = POLLIN}};
        if (poll(p, 2, -1) < 0 && errno != EINTR) break;
        int fd = next_connection(g);
        if (fd >= 0) sa_broker_serve(g, http, fd), close(fd);
        else if (p[0].revents & (POLLHUP | POLLERR | POLLNVAL)) break;
    }
    sa_http_free(http);
    return NULL;
}

struct sa_broker *sa_broker_new(const struct sa_broker_options *options, int listener)
{
    struct sa_broker *g = sa_xcalloc(1, sizeof *g);
    sigset_t all, old;
    g->options = *options;
    g->listener = listener;
    sigfillset(&all); // signals belong to the main thread
    pthread_sigmask(SIG_SETMASK, &all, &old);
    while (listener >= 0 && g->thread_count < THREADS &&
           !pthread_create(&g->threads[g->thread_count], NULL, serve_all, g))
        g->thread_count++;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    if (listener < 0 || g->thread_count) return g;
    free(g);
    return NULL;
}

void sa_broker_free(struct sa_broker *g)
{
    if (!g) return;
    for (size_t i = 0; i < g->thread_count; i++) pthread_join(g->threads[i], NULL);
    if (g->listener >= 0) close(g->listener);
    free(g);
}

uint64_t sa_broker_requests(const struct sa_broker *g)
{
    return atomic_load(&g->requests);
}
