// What the host sends to a worker in a session, and how it interrupts one.
#include <errno.h>
#include <unistd.h>

#include "base/clock.h"
#include "exec/proto/session.h"

#define GRACE_NS SA_NS_PER_S // after an interrupt

void sa_exec_session_interrupt(struct sa_exec_session *t)
{
    const uint64_t one = 1;
    int saved = errno;
    ssize_t n = write(t->wake, &one, sizeof one);
    (void)n; // the counter is not going to overflow
    errno = saved;
}

// From now on the worker has a moment left; false: that was so before.
static bool begin_interrupt(struct sa_exec_session *t)
{
    uint64_t count;
    ssize_t n = read(t->wake, &count, sizeof count);
    (void)n;
    if (t->interrupted) return false;
    t->deadline = sa_clock_monotonic() + GRACE_NS;
    return t->interrupted = true;
}

static void put_interrupt(struct sa_exec_session *t)
{
    size_t start = sa_frame_begin(&t->out, "interrupt");
    sa_frame_end(&t->out, start);
}

enum sa_exec_session_end sa_exec_session_send(struct sa_exec_session *t)
{
    for (;;) {
        switch (sa_channel_send(&t->channel, &t->out, t->wake, t->deadline)) {
        case SA_SENT_ALL: return SA_SESSION_DONE;
        case SA_SENT_END: return SA_SESSION_DIED;
        case SA_SENT_LATE: sa_buf_clear(&t->out); return SA_SESSION_SILENT;
        case SA_SENT_WOKEN:
            if (begin_interrupt(t)) put_interrupt(t); // after the frame that is under way
        }
    }
}

enum sa_exec_session_end sa_exec_session_send_interrupt(struct sa_exec_session *t)
{
    if (!begin_interrupt(t)) return SA_SESSION_DONE;
    put_interrupt(t);
    return sa_exec_session_send(t);
}
