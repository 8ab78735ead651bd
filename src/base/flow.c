// See flow.h.
#include "base/flow.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { PIECE = 64 << 10, SLICE_MS = 1000, LONGEST_MS = 3600 * 1000 };

enum sa_flow_wait sa_flow_wait(struct pollfd *fds, nfds_t count, int64_t deadline)
{
    int most = fds[0].fd < 0 ? SLICE_MS : LONGEST_MS;
    int64_t left = deadline == INT64_MAX ? INT64_MAX : deadline - sa_clock_monotonic();
    int ms = left <= 0 ? 0 : left / SA_NS_PER_MS >= most ? most : (int)(left / SA_NS_PER_MS) + 1;
    int n = poll(fds, count, ms);
    for (nfds_t i = 0; n < 0 && i < count; i++) fds[i].revents = 0;
    if (n > 0) return fds[0].revents ? SA_FLOW_WOKEN : SA_FLOW_READY;
    return n == 0 && left <= (int64_t)ms * SA_NS_PER_MS ? SA_FLOW_LATE : SA_FLOW_READY;
}

bool sa_flow_readable(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, 0) > 0;
}

enum sa_flow_end sa_flow_judge(ssize_t n)
{
    if (n > 0) return SA_FLOW_MOVED;
    return n < 0 && (errno == EAGAIN || errno == EINTR) ? SA_FLOW_NOT_NOW : SA_FLOW_OVER;
}

// ---- the queue --------------------------------------------------------------------------------

void sa_flow_init(struct sa_flow *f, size_t ceiling)
{
    sa_buf_init(&f->buf, ceiling);
    f->at = 0;
}

void sa_flow_release(struct sa_flow *f)
{
    sa_buf_release(&f->buf);
    f->at = 0;
}

void sa_flow_clear(struct sa_flow *f)
{
    sa_buf_clear(&f->buf);
    f->at = 0;
}

size_t sa_flow_len(const struct sa_flow *f)
{
    return f->buf.len - f->at;
}

const char *sa_flow_data(const struct sa_flow *f)
{
    return sa_buf_text(&f->buf) + f->at;
}

size_t sa_flow_room(const struct sa_flow *f)
{
    return f->buf.max - sa_flow_len(f);
}

// What has gone is forgotten when it is the larger part, so that each byte is moved once or so.
void sa_flow_gone(struct sa_flow *f, size_t len)
{
    f->at += len;
    if (f->at == f->buf.len) sa_flow_clear(f);
    else if (f->at > f->buf.len / 2) sa_buf_remove(&f->buf, 0, f->at), f->at = 0;
}

char *sa_flow_reserve(struct sa_flow *f, size_t *len)
{
    size_t room = sa_flow_room(f);
    if (*len > room) *len = room;
    if (*len > f->buf.max - f->buf.len) sa_buf_remove(&f->buf, 0, f->at), f->at = 0;
    return *len ? sa_buf_reserve(&f->buf, *len) : NULL;
}

void sa_flow_added(struct sa_flow *f, size_t len)
{
    sa_buf_added(&f->buf, len);
}

bool sa_flow_put(struct sa_flow *f, const void *data, size_t len)
{
    size_t room = len;
    char *to = sa_flow_reserve(f, &room);
    if (room < len) return false;
    if (len) memcpy(to, data, len), sa_flow_added(f, len);
    return true;
}

enum sa_flow_end sa_flow_read(struct sa_flow *f, int fd)
{
    size_t len = PIECE;
    char *to = sa_flow_reserve(f, &len);
    if (!to) return SA_FLOW_NOT_NOW;
    ssize_t n = read(fd, to, len);
    if (n > 0) sa_flow_added(f, (size_t)n);
    return sa_flow_judge(n);
}

// A write whose SIGPIPE, if it raises one, is taken back before anybody sees it.
static ssize_t write_quietly(int fd, const char *data, size_t len)
{
    const struct timespec now = {0, 0};
    sigset_t pipe_set, old;
    sigemptyset(&pipe_set);
    sigaddset(&pipe_set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_set, &old);
    ssize_t n = write(fd, data, len);
    int error = errno;
    while (n < 0 && error == EPIPE && sigtimedwait(&pipe_set, NULL, &now) < 0 && errno == EINTR)
        continue;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = error;
    return n;
}

enum sa_flow_end sa_flow_write(struct sa_flow *f, int fd)
{
    if (!sa_flow_len(f)) return SA_FLOW_NOT_NOW;
    ssize_t n = write_quietly(fd, sa_flow_data(f), sa_flow_len(f));
    if (n > 0) sa_flow_gone(f, (size_t)n);
    return sa_flow_judge(n);
}
