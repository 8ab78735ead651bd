// The stop flag: an atomic reason, an eventfd for pollers and one interrupt hook. Nothing here
// allocates or locks, so that a signal handler may call sa_stop_request.
#include "base/stop.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

void sa_stop_init(struct sa_stop *stop)
{
    atomic_init(&stop->reason, 0);
    atomic_init(&stop->target, NULL);
    atomic_init(&stop->links, NULL);
    atomic_init(&stop->firing, 0);
    pthread_mutex_init(&stop->linking, NULL);
    stop->interrupt = NULL;
    stop->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void sa_stop_release(struct sa_stop *stop)
{
    if (stop->fd >= 0) close(stop->fd);
    stop->fd = -1;
    pthread_mutex_destroy(&stop->linking);
}

static void fire(struct sa_stop *stop)
{
    atomic_fetch_add(&stop->firing, 1);
    void *target = atomic_load(&stop->target);
    if (target) stop->interrupt(target);
    for (struct sa_stop_link *l = atomic_load(&stop->links); l; l = atomic_load(&l->next))
        sa_stop_request(l->to, atomic_load(&stop->reason));
    atomic_fetch_sub(&stop->firing, 1);
}

void sa_stop_request(struct sa_stop *stop, int reason)
{
    int saved = errno, none = 0;
    if (atomic_compare_exchange_strong(&stop->reason, &none, reason) && stop->fd >= 0) {
        const uint64_t one = 1;
        ssize_t n = write(stop->fd, &one, sizeof one);
        (void)n; // the counter cannot overflow; the flag is set in any case
    }
    fire(stop);
    errno = saved;
}

int sa_stop_reason(const struct sa_stop *stop)
{
    return stop ? atomic_load(&stop->reason) : 0;
}

void sa_stop_clear(struct sa_stop *stop)
{
    uint64_t count;
    if (stop->fd >= 0) {
        ssize_t n = read(stop->fd, &count, sizeof count);
        (void)n;
    }
    atomic_store(&stop->reason, 0);
}

// On another thread, with what was there before.
static void await_fired(const struct sa_stop *stop)
{
    while (atomic_load(&stop->firing)) {
    }
}

void sa_stop_target(struct sa_stop *stop, void (*interrupt)(void *), void *target)
{
    atomic_store(&stop->target, NULL);
    await_fired(stop);
    stop->interrupt = interrupt;
    atomic_store(&stop->target, target);
    if (target && sa_stop_reason(stop)) interrupt(target);
}

void sa_stop_link(struct sa_stop_link *link, struct sa_stop *from, struct sa_stop *to)
{
    link->from = from;
    link->to = to;
    pthread_mutex_lock(&from->linking);
    atomic_init(&link->next, atomic_load(&from->links));
    atomic_store(&from->links, link);
    pthread_mutex_unlock(&from->linking);
    if (sa_stop_reason(from)) sa_stop_request(to, sa_stop_reason(from));
}

void sa_stop_unlink(struct sa_stop_link *link)
{
    struct sa_stop *from = link->from;
    pthread_mutex_lock(&from->linking);
    _Atomic(struct sa_stop_link *) *at = &from->links;
    while (atomic_load(at) != link) at = &atomic_load(at)->next;
    atomic_store(at, atomic_load(&link->next));
    pthread_mutex_unlock(&from->linking);
    await_fired(from);
}

bool sa_stop_lock(const struct sa_stop *stop, pthread_mutex_t *lock)
{
    enum { LOOK_NS = 20000000, SECOND_NS = 1000000000 };
    while (!sa_stop_reason(stop)) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += LOOK_NS;
        until.tv_sec += until.tv_nsec / SECOND_NS;
        until.tv_nsec %= SECOND_NS;
        int code = pthread_mutex_timedlock(lock, &until);
        if (code != ETIMEDOUT) return !code;
    }
    return false;
}
