// The stop flag of a run: set from a signal handler or a watchdog thread, seen by everything that
// waits (HTTP, tools) through a descriptor and by running code through an interrupt hook. The first
// reason stays until cleared.
#ifndef SA_BASE_STOP_H
#define SA_BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>

// Reasons: 0 none, a signal number, or one of these, which are about time.
enum {
    SA_STOP_TIMEOUT = 1000,
    SA_STOP_STEP // a code cell does not end at its time limit
};
static inline bool sa_stop_is_late(int reason)
{
    return reason >= SA_STOP_TIMEOUT;
}

struct sa_stop {
    atomic_int reason;
    int fd; // readable while a stop is requested: poll it, never read it; -1: could not be made
    _Atomic(void *) target;
    void (*interrupt)(void *target); // called with target when it is set; async-signal-safe
    atomic_int firing;               // calls of it under way
};

void sa_stop_init(struct sa_stop *stop);
void sa_stop_release(struct sa_stop *stop);

// Async-signal-safe, callable from any thread. The first reason wins.
void sa_stop_request(struct sa_stop *stop, int reason);

// The reason, 0 when none; `stop` may be NULL.
int sa_stop_reason(const struct sa_stop *stop);

// Before the next turn of a chat.
void sa_stop_clear(struct sa_stop *stop);

// Registers what runs now; target NULL takes it back. A stop already requested fires at once. What
// was registered before is not touched any more when this returns.
void sa_stop_target(struct sa_stop *stop, void (*interrupt)(void *), void *target);

#endif
