// When to ask again, and after how long: 408, 409, 429, 5xx and lost connections, with doubling
// waits or what Retry-After says. A reply of which something was already handed on is never
// retried.
#include <poll.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "http/http_int.h"

enum { MAX_BACKOFF_MS = 30000, MAX_RETRY_AFTER_MS = 120000 };

int64_t sa_http_retry_after(const char *value, int64_t now)
{
    double seconds;
    if (sa_parse_double(value, &seconds)) {
        if (!(seconds >= 0)) return -1;
        return seconds > 1e9 ? INT64_C(1000000000000) : (int64_t)(seconds * 1000);
    }
    // RFC 9110 section 5.6.7: IMF-fixdate, RFC 850 date, asctime date; all in GMT.
    static const char *const formats[] = {"%a, %d %b %Y %H:%M:%S", "%A, %d-%b-%y %H:%M:%S",
                                          "%a %b %d %H:%M:%S %Y"};
    for (size_t i = 0; i < SA_COUNT(formats); i++) {
        struct tm tm = {0};
        if (!strptime(value, formats[i], &tm)) continue;
        int64_t when = (int64_t)timegm(&tm);
        return when > now ? (when - now) * 1000 : 0;
    }
    return -1;
}

int64_t sa_http_backoff(int64_t base_ms, int attempt)
{
    int64_t wait = base_ms;
    for (int i = 1; i < attempt && wait < MAX_BACKOFF_MS; i++) wait *= 2;
    if (wait > MAX_BACKOFF_MS) wait = MAX_BACKOFF_MS;
    unsigned char r = 0;
    sa_random_bytes(&r, 1);
    return wait - wait * r / 1024;
}

bool sa_http_wait(struct sa_stop *stop, int64_t ms)
{
    int64_t until = sa_clock_monotonic() + ms * SA_NS_PER_MS;
    while (!sa_stop_reason(stop)) {
        int64_t left = (until - sa_clock_monotonic() + SA_NS_PER_MS - 1) / SA_NS_PER_MS;
        if (left <= 0) return true;
        struct pollfd p = {.fd = stop ? stop->fd : -1, .events = POLLIN};
        poll(&p, 1, left > 1000 ? 1000 : (int)left);
    }
    return false;
}

static bool status_is_retryable(int status)
{
    return status == 408 || status == 409 || status == 429 || status >= 500;
}

int sa_http_send(struct sa_http *http, const struct sa_http_request *request,
                 struct sa_http_response *response, struct sa_err *err)
{
    for (int attempt = 1;; attempt++) {
        struct sa_err why = SA_ERR_INIT;
        int rc = sa_http_perform(http, request, response, &why);
        bool again = rc ? why.retryable && !response->received
                        : status_is_retryable(response->status);
        int64_t wait = response->retry_after_ms;
        if (wait < 0) wait = sa_http_backoff(http->options.retry_ms, attempt);
        if (again && !rc &&
            sa_memfind(sa_buf_text(&response->body), response->body.len, "insufficient_quota", 18))
            again = false; // a 429 that no waiting mends
        if (!again || attempt > http->options.retries || wait > MAX_RETRY_AFTER_MS) {
            if (rc && err) *err = why;
            return rc;
        }
        if (!rc) sa_err_set(&why, SA_E_PROVIDER, "HTTP %d", response->status);
        if (request->on_retry) request->on_retry(request->ctx, why.message, attempt, wait);
        sa_http_response_release(response);
        if (!sa_http_wait(request->stop, wait))
            return sa_err_set(err, SA_E_PROVIDER, "request cancelled"), -1;
    }
}
