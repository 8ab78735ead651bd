// The stop flag: an atomic reason, an eventfd for pollers and one interrupt hook. Nothing here
// allocates or locks, so that a signal handler may call sa_stop_request.
#include "base/stop.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

void sa_stop_init(struct sa_stop *stop)
{
    atomic_init(&stop->reason, 0);
    atomic_init(&stop->target, NULL);
    atomic_init(&stop->firing, 0);
    stop->interrupt = NULL;
    stop->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

void sa_stop_release(struct sa_stop *stop)
{
    if (stop->fd >= 0) close(stop->fd);
    stop->fd = -1;
}

static void fire(struct sa_stop *stop)
{
    atomic_fetch_add(&stop->firing, 1);
    void *target = atomic_load(&stop->target);
    if (target) stop->interrupt(target);
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

void sa_stop_target(struct sa_stop *stop, void (*interrupt)(void *), void *target)
{
    atomic_store(&stop->target, NULL);
    while (atomic_load(&stop->firing)) { // on another thread, with what was registered before
    }
    stop->interrupt = interrupt;
    atomic_store(&stop->target, target);
    if (target && sa_stop_reason(stop)) interrupt(target);
}
