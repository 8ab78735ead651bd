// The broker's side inside of the sandbox (broker.h): a request that goes out as records, a reply
// that comes back as if from the network. Neither libcurl nor a key is needed here.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/json.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "http/broker.h"
#include "http/http_int.h"

struct way {
    int fd;
    struct sa_stop *stop;
    int64_t end; // of the whole request, monotonic
    struct sa_http *http;
    struct sa_intake *in;
};

static int64_t deadline(const struct way *w)
{
    int64_t idle = sa_clock_monotonic() + sa_http_timeout(w->http, w->in) * SA_NS_PER_MS;
    return idle < w->end ? idle : w->end;
}

static bool put(struct way *w, char kind, const char *data, size_t len)
{
    return sa_broker_write(w->fd, w->stop, deadline(w), kind, data, len);
}

// A broker that refuses says so without having read all of it: its word counts, not that of the
// write.
static void ask(struct way *w)
{
    const struct sa_http_request *q = w->in->request;
    bool sent = put(w, SA_BROKER_URL, q->url, strlen(q->url));
    for (size_t at = 0; sent && at < q->body_len; at += SA_BROKER_PIECE) {
        size_t n = q->body_len - at;
        sent = put(w, SA_BROKER_BODY, q->body + at, n < SA_BROKER_PIECE ? n : SA_BROKER_PIECE);
    }
    if (sent) put(w, SA_BROKER_GO, NULL, 0);
}

static int take_failure(const cJSON *said, struct sa_err *err)
{
    sa_err_set(err, (int)sa_json_int(said, "code", SA_E_PROVIDER), "%s",
               sa_json_str(said, "message", "refused by the broker of the sandbox"));
    if (err) err->retryable = sa_json_bool(said, "retryable", false);
    return -1;
}

static void take_head(struct sa_http_response *r, const cJSON *said)
{
    r->status = (int)sa_json_int(said, "status", 0);
    sa_strcopy(r->content_type, sizeof r->content_type, sa_json_str(said, "type", ""));
    sa_strcopy(r->location, sizeof r->location, sa_json_str(said, "location", ""));
    r->retry_after_ms = sa_json_int(said, "retry_after_ms", -1);
}

static int lost(struct way *w, struct sa_err *err)
{
    const char *url = sa_http_shown(w->in);
    if (sa_stop_reason(w->stop)) return sa_err_set(err, SA_E_PROVIDER, "request cancelled"), -1;
    if (!sa_http_timeout(w->http, w->in)) return sa_http_silent(w->http, w->in, err);
    if (sa_http_grace(w->in) >= 0) return 0;
    sa_err_set(err, SA_E_PROVIDER, "%s: connection lost at the broker of the sandbox", url);
    if (err) err->retryable = true;
    return -1;
}

static int answer(struct way *w, struct sa_err *err)
{
    struct sa_http_response *r = w->in->response;
    struct sa_buf piece = SA_BUF_INIT(SA_BROKER_PIECE + SA_BUF_SMALL);
    char kind = 0;
    int rc = 1; // goes on
    while (rc == 1) {
        sa_buf_clear(&piece);
        if (!sa_broker_read(w->fd, w->stop, deadline(w), &kind, &piece, SA_BROKER_PIECE)) {
            rc = lost(w, err);
            break;
        }
        w->in->last = sa_clock_monotonic();
        bool object = kind == SA_BROKER_HEAD || kind == SA_BROKER_FAILED;
        cJSON *said = object ? sa_json_parse(sa_buf_text(&piece), piece.len, NULL) : NULL;
        if (kind == SA_BROKER_END) rc = 0;
        else if (kind == SA_BROKER_FAILED) rc = take_failure(said, err);
        else if (kind == SA_BROKER_HEAD) take_head(r, said);
        else if (!sa_http_take(w->in, sa_buf_text(&piece), piece.len))
            rc = r->ended_early ? 0 : sa_http_too_large(w->in, err);
        cJSON_Delete(said);
    }
    sa_buf_release(&piece);
    if (!r->first_ns) r->first_ns = sa_clock_monotonic() - w->in->started;
    return rc;
}

int sa_http_brokered(struct sa_http *http, struct sa_intake *in, struct sa_err *err)
{
    struct way w = {.fd = sa_broker_socket(sa_http_broker(), false),
                    .stop = in->request->stop,
                    .http = http,
                    .end = in->started + http->options.total_ms * SA_NS_PER_MS,
                    .in = in};
    if (w.fd < 0)
        return sa_err_set(err, SA_E_PROVIDER, "%s: the broker of the sandbox is not there (%s)",
                          sa_http_shown(in), strerror(errno)),
               -1;
    ask(&w);
    int rc = answer(&w, err);
    close(w.fd);
    return rc;
}
