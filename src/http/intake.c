// A reply as it comes in, over the network or through the broker: what is taken of it, and how long
// is waited for more.
#include "base/clock.h"
#include "base/err.h"
#include "http/http_int.h"

enum { ERROR_RECEIVED_MAX = 1 << 20 }; // what is read of an error page before hanging up

const char *sa_http_shown(const struct sa_intake *in)
{
    return in->request->shown ? in->request->shown : in->request->url;
}

bool sa_http_take(struct sa_intake *in, const char *data, size_t len)
{
    struct sa_http_response *r = in->response;
    if (!r->received) r->first_ns = in->last - in->started;
    r->received += len;
    bool good = r->status >= 200 && r->status < 300;
    if (!good) { // enough of an error page to quote from
        size_t room = SA_HTTP_ERROR_BODY - r->body.len;
        sa_buf_append(&r->body, data, len < room ? len : room);
        r->ended_early = r->received > ERROR_RECEIVED_MAX;
        return !r->ended_early;
    }
    if (r->received > in->max_body) {
        in->too_large = true;
        return false;
    }
    if (!in->request->on_data) return sa_buf_append(&r->body, data, len);
    if (in->request->on_data(in->request->ctx, data, len)) return true;
    r->ended_early = true;
    return false;
}

int64_t sa_http_grace(const struct sa_intake *in)
{
    const struct sa_http_request *q = in->request;
    return q->on_whole ? q->on_whole(q->ctx) : -1;
}

// The longest silence that is borne now.
static int64_t silence(const struct sa_http *http, const struct sa_intake *in)
{
    const struct sa_http_options *o = &http->options;
    int64_t grace = sa_http_grace(in);
    if (grace >= 0) return grace < o->idle_ms ? grace : o->idle_ms;
    return in->response->received ? o->idle_ms : o->first_ms;
}

int64_t sa_http_timeout(const struct sa_http *http, const struct sa_intake *in)
{
    int64_t silent = (sa_clock_monotonic() - in->last) / SA_NS_PER_MS;
    int64_t left = silence(http, in) - silent;
    return left > 0 ? left : 0;
}

int sa_http_silent(const struct sa_http *http, struct sa_intake *in, struct sa_err *err)
{
    if (sa_http_grace(in) >= 0) {
        in->response->ended_early = true;
        return 0;
    }
    sa_err_set(err, SA_E_PROVIDER, "%s: no data for %lld s", sa_http_shown(in),
               (long long)(silence(http, in) / 1000));
    if (err) err->retryable = err->late = true;
    return -1;
}

int sa_http_too_large(const struct sa_intake *in, struct sa_err *err)
{
    sa_err_set(err, SA_E_PROVIDER, "%s: reply larger than %zu MiB", sa_http_shown(in),
               in->max_body >> 20);
    return -1;
}
