// Frames over a socket, for both ends: the host polls with deadlines, the worker simply waits.
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/flow.h"
#include "base/json.h"
#include "exec/proto/frame.h"

enum { HEAD = 4, PIECE = 64 << 10, KEPT = 1 << 20 };

void sa_channel_init(struct sa_channel *c, int fd, bool nonblocking)
{
    *c = (struct sa_channel){.fd = fd, .nonblocking = nonblocking};
    sa_buf_init(&c->in, SA_FRAME_MAX + HEAD + 2 * PIECE);
}

void sa_channel_release(struct sa_channel *c)
{
    sa_buf_release(&c->in);
}

static bool late(int64_t deadline)
{
    return deadline && sa_clock_monotonic() >= deadline;
}

// Until the descriptor is ready.
static enum sa_flow_wait await(const struct sa_channel *c, short events, int wake, int64_t deadline)
{
    struct pollfd p[2] = {{.fd = wake, .events = POLLIN}, {.fd = c->fd, .events = events}};
    enum sa_flow_wait how = SA_FLOW_READY;
    do {
        if (late(deadline)) return SA_FLOW_LATE;
        how = sa_flow_wait(p, 2, deadline ? deadline : INT64_MAX);
    } while (how == SA_FLOW_READY && !p[1].revents);
    return how;
}

bool sa_channel_pending(const struct sa_channel *c)
{
    return c->in.len > c->used || sa_flow_readable(c->fd);
}

// A whole frame in the buffer: its length, 0 when there is more to come, -1 when it is too long.
static int64_t complete(const struct sa_channel *c)
{
    if (c->in.len < HEAD) return 0;
    const unsigned char *p = (const unsigned char *)c->in.data;
    size_t len = (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3];
    if (len > SA_FRAME_MAX || len == 0) return -1;
    return c->in.len - HEAD >= len ? (int64_t)len : 0;
}

// Forgets the frame returned last.
static void discard(struct sa_channel *c)
{
    if (c->used == c->in.len && c->in.cap > KEPT) sa_buf_release(&c->in);
    else sa_buf_remove(&c->in, 0, c->used);
    c->used = 0;
}

enum sa_got sa_channel_read(struct sa_channel *c, int wake, int64_t deadline,
                            struct sa_frame *frame, const char **why)
{
    if (c->used) discard(c);
    if (c->nonblocking && late(deadline)) return SA_GOT_LATE;
    if (c->nonblocking && sa_flow_readable(wake)) return SA_GOT_WOKEN;
    for (;;) {
        int64_t len = complete(c);
        *why = "a frame too long, or empty";
        if (len < 0) return SA_GOT_BAD;
        if (len > 0) {
            c->used = HEAD + (size_t)len;
            return sa_frame_parse(frame, c->in.data + HEAD, (size_t)len, why) ? SA_GOT_FRAME
                                                                              : SA_GOT_BAD;
        }
        if (c->nonblocking) {
            enum sa_flow_wait how = await(c, POLLIN, wake, deadline);
            if (how != SA_FLOW_READY) return how == SA_FLOW_WOKEN ? SA_GOT_WOKEN : SA_GOT_LATE;
        }
        char *room = sa_buf_reserve(&c->in, PIECE);
        ssize_t n = room ? read(c->fd, room, PIECE) : 0;
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n <= 0) return SA_GOT_END;
        sa_buf_added(&c->in, (size_t)n);
    }
}

// Bytes taken; 0: none just now, -1: none any more.
static ssize_t put(const struct sa_channel *c, const char *from, size_t len)
{
    ssize_t n = c->nonblocking ? send(c->fd, from, len, MSG_NOSIGNAL) : write(c->fd, from, len);
    return n > 0 ? n : n < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

static void empty(struct sa_buf *out)
{
    if (out->cap > KEPT) sa_buf_release(out);
    else sa_buf_clear(out);
}

bool sa_channel_write(struct sa_channel *c, struct sa_buf *out)
{
    size_t done = 0;
    ssize_t n = 0;
    for (; n >= 0 && done<out->len; done += n> 0 ? (size_t)n : 0)
        n = put(c, out->data + done, out->len - done);
    empty(out);
    return n >= 0;
}

bool sa_channel_say(struct sa_channel *c, const char *type, const char *error, int code)
{
    struct sa_buf out = SA_BUF_INIT(SA_BUF_SMALL);
    size_t start = sa_frame_begin(&out, type);
    sa_json_put_int(&out, "version", SA_FRAME_NEWEST);
    sa_json_put_raw(&out, "layers", "{}");
    if (error) sa_json_put_str(&out, "error", error);
    if (error && code) sa_json_put_int(&out, "code", code);
    bool sent = sa_frame_end(&out, start) && sa_channel_write(c, &out);
    sa_buf_release(&out);
    return sent;
}

enum sa_sent sa_channel_send(struct sa_channel *c, struct sa_buf *out, int wake, int64_t deadline)
{
    size_t done = 0;
    enum sa_flow_wait how = SA_FLOW_READY;
    while (how == SA_FLOW_READY && done < out->len) {
        ssize_t n = put(c, out->data + done, out->len - done);
        if (n < 0) return empty(out), SA_SENT_END;
        done += (size_t)n;
        if (n == 0) how = await(c, POLLOUT, wake, deadline);
    }
    if (done == out->len) return empty(out), SA_SENT_ALL;
    sa_buf_remove(out, 0, done);
    return how == SA_FLOW_WOKEN ? SA_SENT_WOKEN : SA_SENT_LATE;
}
