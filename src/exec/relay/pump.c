// See pump.h. Two buffers, one a direction; reading stops while one is full, and what is written is
// what the other side takes.
#include "exec/relay/pump.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"

enum { PIECE = 64 << 10, FULL = 1 << 20, LAST_MS = 5000 };

struct direction {
    struct sa_pump_end *from, *to;
    struct sa_buf waiting;
    bool more; // reading stopped before the source was empty
};

static ssize_t plain_read(struct sa_pump_end *end, char *buf, size_t cap)
{
    return read(end->in, buf, cap);
}

static ssize_t plain_write(struct sa_pump_end *end, const char *data, size_t len)
{
    return write(end->out, data, len);
}

void sa_pump_plain(struct sa_pump_end *end, int in, int out)
{
    *end = (struct sa_pump_end){in, out, plain_read, plain_write, NULL};
    fcntl(in, F_SETFL, fcntl(in, F_GETFL) | O_NONBLOCK);
    fcntl(out, F_SETFL, fcntl(out, F_GETFL) | O_NONBLOCK);
}

static bool again(ssize_t n)
{
    return n < 0 && (errno == EAGAIN || errno == EINTR);
}

// Takes what there is, as far as there is room; false at the end of the source.
static bool fill(struct direction *d)
{
    ssize_t n = 1;
    while (n > 0 && d->waiting.len < FULL) {
        char *room = sa_buf_reserve(&d->waiting, PIECE);
        n = d->from->read(d->from, room, PIECE);
        if (n > 0) sa_buf_added(&d->waiting, (size_t)n);
    }
    d->more = n > 0;
    return n > 0 || again(n);
}

// Gives what the target takes; false when it takes nothing any more.
static bool drain(struct direction *d)
{
    size_t done = 0;
    ssize_t n = 1;
    while (n > 0 && done < d->waiting.len) {
        n = d->to->write(d->to, d->waiting.data + done, d->waiting.len - done);
        if (n > 0) done += (size_t)n;
    }
    sa_buf_remove(&d->waiting, 0, done);
    return n >= 0 || again(n);
}

static void drain_last(struct direction *d)
{
    struct pollfd p = {.fd = d->to->out, .events = POLLOUT};
    int64_t until = sa_clock_monotonic() + LAST_MS * SA_NS_PER_MS;
    while (d->waiting.len && drain(d) && d->waiting.len && sa_clock_monotonic() < until)
        poll(&p, 1, LAST_MS);
}

static int carry(struct direction *down, struct direction *up)
{
    for (;;) {
        bool room_down = down->waiting.len < FULL, room_up = up->waiting.len < FULL;
        // The host's end is looked at even when there is no room: it may hang up.
        struct pollfd p[4] = {{.fd = down->from->in, .events = room_down ? POLLIN : 0},
                              {.fd = up->to->out, .events = up->waiting.len ? POLLOUT : 0},
                              {.fd = room_up ? up->from->in : -1, .events = POLLIN},
                              {.fd = down->waiting.len ? down->to->out : -1, .events = POLLOUT}};
        bool more = (room_down && down->more) || (room_up && up->more);
        if (poll(p, 4, more ? 0 : -1) < 0 && errno != EINTR) return 0;
        if (p[1].revents & (POLLERR | POLLHUP)) return 0;
        if (!room_down && p[0].revents & (POLLERR | POLLHUP)) return 0;
        if (room_down && (p[0].revents || down->more) && !fill(down)) return 0;
        if (room_up && (p[2].revents || up->more) && !fill(up)) return 1;
        if (down->waiting.len && !drain(down)) sa_buf_clear(&down->waiting); // it is ending
        if (up->waiting.len && !drain(up)) return 0;
    }
}

int sa_pump(struct sa_pump_end *host, struct sa_pump_end *worker)
{
    struct direction down = {host, worker, SA_BUF_INIT(FULL + PIECE), false};
    // What was read ahead, below the worker's descriptor, is not seen by poll.
    struct direction up = {worker, host, SA_BUF_INIT(FULL + PIECE), true};
    int over = carry(&down, &up);
    if (over == 1) drain_last(&up);
    sa_buf_release(&down.waiting);
    sa_buf_release(&up.waiting);
    return over;
}
