// When to ask again, and after how long: what a status says, and lost connections, with doubling
// waits or what the server asks for (wait.c). A reply of which something was already handed on is
// never retried.
#include <poll.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/stop.h"
#include "base/str.h"
#include "base/xalloc.h"
#include "http/http_int.h"

enum { MAX_BACKOFF_MS = 30000, MAX_RETRY_AFTER_MS = 120000 };

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

bool sa_http_is_passing(int status)
{
    // Besides what the standard has: 425 too early, 498 no room at Groq, 499 given up by a proxy.
    static const int statuses[] = {408, 409, 425, 429, 498, 499};
    for (size_t i = 0; i < SA_COUNT(statuses); i++)
        if (statuses[i] == status) return true;
    return status >= 500;
}

// What is said with such a status too, and no waiting mends.
static bool is_final(const struct sa_buf *body)
{
    static const char *const words[] = {"insufficient_quota", "context_length_exceeded",
                                        "exceed_context_size", "System role not supported"};
    for (size_t i = 0; i < SA_COUNT(words); i++)
        if (sa_memfind(sa_buf_text(body), body->len, words[i], strlen(words[i]))) return true;
    return false;
}

int sa_http_send(struct sa_http *http, const struct sa_http_request *request,
                 struct sa_http_response *response, struct sa_err *err)
{
    for (int attempt = 1;; attempt++) {
        struct sa_err why = SA_ERR_INIT;
        int rc = sa_http_perform(http, request, response, &why);
        bool again = rc ? why.retryable && !response->received
                        : sa_http_is_passing(response->status) && !is_final(&response->body);
        if (again && !rc && response->retry_after_ms < 0)
            response->retry_after_ms = sa_http_wait_in(sa_buf_text(&response->body),
                                                       response->body.len);
        int64_t wait = response->retry_after_ms;
        if (wait < 0) wait = sa_http_backoff(http->options.retry_ms, attempt);
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
