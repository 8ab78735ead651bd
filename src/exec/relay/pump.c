// See pump.h. Two buffers, one a direction; reading stops while one is full, and what is written is
// what the other side takes.
#include "exec/relay/pump.h"

#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/flow.h"
#include "base/xalloc.h"

enum { PIECE = 64 << 10, FULL = 1 << 20 };
#define LAST_NS (5 * SA_NS_PER_S)

struct direction {
    struct sa_pump_end *from, *to;
    struct sa_flow waiting;
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

// Takes what there is, as far as there is room; false at the end of the source.
static bool fill(struct direction *d)
{
    ssize_t n = 1;
    d->more = false;
    while (n > 0) {
        size_t len = PIECE;
        char *room = sa_flow_reserve(&d->waiting, &len);
        d->more = room == NULL;
        if (!room) return true;
        n = d->from->read(d->from, room, len);
        if (n > 0) sa_flow_added(&d->waiting, (size_t)n);
    }
    return sa_flow_judge(n) != SA_FLOW_OVER;
}

// Gives what the target takes; false when it takes nothing any more.
static bool drain(struct direction *d)
{
    ssize_t n = 1;
    while (n > 0 && sa_flow_len(&d->waiting)) {
        n = d->to->write(d->to, sa_flow_data(&d->waiting), sa_flow_len(&d->waiting));
        if (n > 0) sa_flow_gone(&d->waiting, (size_t)n);
    }
    return n >= 0 || sa_flow_judge(n) != SA_FLOW_OVER;
}

static void drain_last(struct direction *d)
{
    struct pollfd p[2] = {{.fd = -1}, {.fd = d->to->out, .events = POLLOUT}};
    int64_t until = sa_clock_monotonic() + LAST_NS;
    while (sa_flow_len(&d->waiting) && drain(d) && sa_flow_len(&d->waiting) &&
           sa_clock_monotonic() < until)
        sa_flow_wait(p, 2, until);
}

static int carry(struct direction *down, struct direction *up)
{
    for (;;) {
        bool room_down = sa_flow_room(&down->waiting), room_up = sa_flow_room(&up->waiting);
        bool for_worker = sa_flow_len(&down->waiting), for_host = sa_flow_len(&up->waiting);
        // The host's end is looked at even when there is no room: it may hang up.
        struct pollfd p[] = {{.fd = -1},
                             {.fd = down->from->in, .events = room_down ? POLLIN : 0},
                             {.fd = up->to->out, .events = for_host ? POLLOUT : 0},
                             {.fd = room_up ? up->from->in : -1, .events = POLLIN},
                             {.fd = for_worker ? down->to->out : -1, .events = POLLOUT}};
        bool more = (room_down && down->more) || (room_up && up->more);
        sa_flow_wait(p, SA_COUNT(p), more ? 0 : INT64_MAX);
        if (p[2].revents & (POLLERR | POLLHUP)) return 0;
        if (!room_down && p[1].revents & (POLLERR | POLLHUP)) return 0;
        if (room_down && (p[1].revents || down->more) && !fill(down)) return 0;
        if (room_up && (p[3].revents || up->more) && !fill(up)) return 1;
        if (!drain(down)) sa_flow_clear(&down->waiting); // it is ending
        if (!drain(up)) return 0;
    }
}

int sa_pump(struct sa_pump_end *host, struct sa_pump_end *worker)
{
    struct direction down = {.from = host, .to = worker};
    // What was read ahead, below the worker's descriptor, is not seen by poll.
    struct direction up = {.from = worker, .to = host, .more = true};
    sa_flow_init(&down.waiting, FULL), sa_flow_init(&up.waiting, FULL);
    int over = carry(&down, &up);
    if (over == 1) drain_last(&up);
    sa_flow_release(&down.waiting);
    sa_flow_release(&up.waiting);
    return over;
}
