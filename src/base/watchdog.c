// The thread sleeps in poll() until the deadline, a stop or a change of what it is to watch. The
// lock is held while `last` runs: who would come back meanwhile waits for the end of the process.
#include "base/watchdog.h"

#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/stop.h"
#include "base/xalloc.h"

#define GRACE_NS (2 * SA_NS_PER_S)
#define MOMENT_NS (200 * SA_NS_PER_MS) // after somebody insisted

struct sa_watchdog {
    pthread_t thread;
    pthread_mutex_t lock; // of all that is not atomic
    bool quit;
    int64_t deadline, grace, stopped; // stopped: when the stop was first seen; 0: not yet
    atomic_bool watching, insisted;
    _Atomic int64_t lap;  // when what computes must have been heard of
    _Atomic int64_t next; // what the thread sleeps until
    int wake;             // eventfd
    struct sa_stop *stop;
    void (*last)(void *ctx, int reason);
    void *ctx;
};

// Does what is due now and returns when something is due next.
static int64_t attend(struct sa_watchdog *w, int64_t now)
{
    if (!w->watching) return INT64_MAX;
    if (now >= w->deadline) sa_stop_request(w->stop, SA_STOP_TIMEOUT);
    int64_t lap = w->lap;
    if (now >= lap) sa_stop_request(w->stop, SA_STOP_STEP);
    int reason = sa_stop_reason(w->stop);
    if (!reason) return lap < w->deadline ? lap : w->deadline;
    if (!w->stopped) w->stopped = now;
    if (!w->last) return INT64_MAX;
    int64_t due = w->stopped + (w->insisted && w->grace > MOMENT_NS ? MOMENT_NS : w->grace);
    if (now >= due) w->last(w->ctx, reason);
    return due;
}

static int poll_ms(int64_t until, int64_t now)
{
    int64_t ms = until == INT64_MAX ? -1 : (until - now + SA_NS_PER_MS - 1) / SA_NS_PER_MS;
    return ms > INT_MAX ? INT_MAX : (int)ms;
}

static void *watch(void *ctx)
{
    struct sa_watchdog *w = ctx;
    uint64_t count;
    for (;;) {
        pthread_mutex_lock(&w->lock);
        int64_t now = sa_clock_monotonic(), until = w->quit ? now : attend(w, now);
        // A stop stays readable: once seen it is no news.
        struct pollfd fds[2] = {{w->wake, POLLIN, 0},
                                {w->watching && !w->stopped ? w->stop->fd : -1, POLLIN, 0}};
        bool quit = w->quit;
        w->next = until;
        bool sooner = !w->stopped && w->watching && w->lap < until; // set meanwhile
        pthread_mutex_unlock(&w->lock);
        if (quit) return NULL;
        if (sooner) continue;
        poll(fds, 2, poll_ms(until, now));
        if (fds[0].revents && read(w->wake, &count, sizeof count) < 0) continue;
    }
}

static void wake(struct sa_watchdog *w)
{
    const uint64_t one = 1;
    ssize_t n = write(w->wake, &one, sizeof one);
    (void)n; // the counter does not overflow
}

// Signals stay with the main thread, whose system calls they must interrupt.
static bool start(struct sa_watchdog *w)
{
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    bool ok = pthread_create(&w->thread, NULL, watch, w) == 0;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    return ok;
}

struct sa_watchdog *sa_watchdog_new(struct sa_stop *stop, void (*last)(void *ctx, int reason),
                                    void *ctx)
{
    struct sa_watchdog *w = sa_xcalloc(1, sizeof *w);
    w->stop = stop;
    w->last = last;
    w->ctx = ctx;
    w->grace = GRACE_NS;
    w->lap = w->next = INT64_MAX;
    pthread_mutex_init(&w->lock, NULL);
    w->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (w->wake >= 0 && start(w)) return w;
    if (w->wake >= 0) close(w->wake);
    pthread_mutex_destroy(&w->lock);
    free(w);
    return NULL;
}

static void change(struct sa_watchdog *w, bool watching, int64_t deadline)
{
    pthread_mutex_lock(&w->lock);
    w->watching = watching;
    w->insisted = false;
    w->deadline = deadline;
    w->lap = INT64_MAX;
    w->stopped = 0;
    pthread_mutex_unlock(&w->lock);
    wake(w);
}

void sa_watchdog_begin(struct sa_watchdog *w, int64_t timeout_ns)
{
    int64_t now = sa_clock_monotonic();
    if (w)
        change(w, true,
               timeout_ns > 0 && timeout_ns < INT64_MAX - now ? now + timeout_ns : INT64_MAX);
}

void sa_watchdog_end(struct sa_watchdog *w)
{
    if (w) change(w, false, INT64_MAX);
}

void sa_watchdog_lap(struct sa_watchdog *w, int64_t ns)
{
    if (!w) return;
    int64_t now = ns == INT64_MAX ? 0 : sa_clock_monotonic();
    int64_t lap = ns < INT64_MAX - now ? now + ns : INT64_MAX;
    w->lap = lap;
    if (lap < w->next) wake(w);
}

void sa_watchdog_grace(struct sa_watchdog *w, int64_t ns)
{
    if (!w) return;
    pthread_mutex_lock(&w->lock);
    w->grace = ns;
    pthread_mutex_unlock(&w->lock);
}

bool sa_watchdog_insist(struct sa_watchdog *w)
{
    if (!w || !w->watching) return false;
    w->insisted = true;
    wake(w);
    return true;
}

void sa_watchdog_free(struct sa_watchdog *w)
{
    if (!w) return;
    pthread_mutex_lock(&w->lock);
    w->quit = true;
    pthread_mutex_unlock(&w->lock);
    wake(w);
    pthread_join(w->thread, NULL);
    pthread_mutex_destroy(&w->lock);
    close(w->wake);
    free(w);
}
