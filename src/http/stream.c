// Upgraded connections: libcurl connects (socket or TLS), the request and the head of the reply are
// ours, and what follows is a stream in both directions.
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/json.h"
#include "base/str.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "http/http_int.h"

enum { HEAD_MAX = 16 << 10, PIECE = 4096 };

struct sa_http_stream {
    const struct sa_curl *api;
    CURL *easy;
    int fd;
    struct sa_buf early; // what came together with the head
};

int sa_http_stream_fd(const struct sa_http_stream *s)
{
    return s->fd;
}

// errno for what libcurl says, and the result of read(2).
static ssize_t result(CURLcode code, size_t n)
{
    if (code == CURLE_OK) return (ssize_t)n;
    errno = code == CURLE_AGAIN ? EAGAIN : EIO;
    return -1;
}

ssize_t sa_http_stream_read(struct sa_http_stream *s, char *buf, size_t cap)
{
    size_t n = s->early.len < cap ? s->early.len : cap;
    if (!n) {
        CURLcode code = s->api->curl_easy_recv(s->easy, buf, cap, &n);
        return result(code, n);
    }
    memcpy(buf, s->early.data, n);
    sa_buf_remove(&s->early, 0, n);
    return (ssize_t)n;
}

ssize_t sa_http_stream_write(struct sa_http_stream *s, const char *data, size_t len)
{
    size_t n = 0;
    CURLcode code = s->api->curl_easy_send(s->easy, data, len, &n);
    return result(code, n);
}

void sa_http_stream_free(struct sa_http_stream *s)
{
    if (!s) return;
    if (s->easy) s->api->curl_easy_cleanup(s->easy);
    sa_buf_release(&s->early);
    free(s);
}

static bool wait_for(const struct sa_http_stream *s, short events, int64_t until)
{
    struct pollfd p = {.fd = s->fd, .events = events};
    int64_t left = (until - sa_clock_monotonic()) / SA_NS_PER_MS;
    return left > 0 && (poll(&p, 1, (int)left) >= 0 || errno == EINTR);
}

static bool send_request(struct sa_http_stream *s, const char *url, int64_t until)
{
    const char *host = strstr(url, "://"), *path = host ? strchr(host + 3, '/') : NULL;
    if (!path) return false;
    SA_AUTO_FREE char *text = sa_xasprintf(
        "POST %s HTTP/1.1\r\nHost: %.*s\r\nUser-Agent: smolagent\r\n"
        "Connection: Upgrade\r\nUpgrade: tcp\r\nContent-Length: 0\r\n\r\n",
        path, (int)(path - host - 3), host + 3);
    size_t done = 0, len = strlen(text);
    while (done < len) {
        ssize_t n = sa_http_stream_write(s, text + done, len - done);
        if (n > 0) done += (size_t)n;
        else if (n == 0 || errno != EAGAIN || !wait_for(s, POLLOUT, until)) return false;
    }
    return true;
}

// The length of the reply's head, which is then at the start of s->early; 0 when none came.
static size_t read_head(struct sa_http_stream *s, int64_t until)
{
    while (s->early.len < HEAD_MAX) {
        const char *end = sa_memfind(s->early.data, s->early.len, "\r\n\r\n", 4);
        if (end) return (size_t)(end - s->early.data) + 4;
        size_t n = 0;
        char *room = sa_buf_reserve(&s->early, PIECE);
        CURLcode code = s->api->curl_easy_recv(s->easy, room, PIECE, &n);
        if (code == CURLE_OK && n) sa_buf_added(&s->early, n);
        else if (code != CURLE_AGAIN || !wait_for(s, POLLIN, until)) return 0;
    }
    return 0;
}

static int status_of(const struct sa_buf *head)
{
    const char *space = memchr(head->data, ' ', head->len);
    return space ? (int)strtol(space + 1, NULL, 10) : 0;
}

static int converse(struct sa_http_stream *s, const char *url, int64_t until, struct sa_err *err)
{
    size_t head = send_request(s, url, until) ? read_head(s, until) : 0;
    if (!head) return sa_err_set(err, SA_E_PROVIDER, "no reply to the upgrade"), -1;
    int status = status_of(&s->early);
    sa_buf_remove(&s->early, 0, head);
    if (status == 101 || status == 200) return 0;
    struct sa_err none = SA_ERR_INIT;
    cJSON *body = sa_json_parse(sa_buf_text(&s->early), s->early.len, &none);
    SA_AUTO_FREE char *why = sa_xstrdup(sa_json_str(body, "message", sa_buf_text(&s->early)));
    cJSON_Delete(body);
    sa_utf8_drop_escapes(why, strlen(why));
    sa_err_set(err, SA_E_PROVIDER, "not upgraded, status %d: %.600s", status, why);
    if (err) err->http_status = status;
    return -1;
}

int sa_http_upgrade(struct sa_http *http, const char *url, struct sa_http_stream **out,
                    struct sa_err *err)
{
    if (sa_http_broker())
        return sa_err_set(err, SA_E_DENIED, "%s: there is no network in the sandbox", url), -1;
    struct sa_http_stream *s = sa_xcalloc(1, sizeof *s);
    const struct sa_curl *api = http->api = s->api = sa_curl_get(err);
    sa_buf_init(&s->early, HEAD_MAX + PIECE);
    s->easy = api ? api->curl_easy_init() : NULL;
    if (!s->easy) return sa_http_stream_free(s), -1;
    int64_t until = sa_clock_monotonic() + http->options.connect_ms * SA_NS_PER_MS;
    sa_http_set_connection(http, s->easy);
    api->curl_easy_setopt(s->easy, CURLOPT_URL, url);
    api->curl_easy_setopt(s->easy, CURLOPT_CONNECT_ONLY, 1L);
    CURLcode code = api->curl_easy_perform(s->easy);
    curl_socket_t fd = CURL_SOCKET_BAD;
    if (code == CURLE_OK) api->curl_easy_getinfo(s->easy, CURLINFO_ACTIVESOCKET, &fd);
    s->fd = fd;
    int rc = fd != CURL_SOCKET_BAD ? converse(s, url, until, err) : -1;
    if (fd == CURL_SOCKET_BAD) sa_err_set(err, SA_E_PROVIDER, "%s", api->curl_easy_strerror(code));
    if (rc) return sa_http_stream_free(s), -1;
    *out = s;
    return 0;
}
