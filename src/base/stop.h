// The stop flag of a run: set from a signal handler or a watchdog thread, seen by everything that
// waits (HTTP, tools) through a descriptor and by running code through an interrupt hook. The first
// reason stays until cleared.
#ifndef SA_BASE_STOP_H
#define SA_BASE_STOP_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

// Reasons: 0 none, a signal number, or one of these; from SA_STOP_TIMEOUT on they are about time.
enum {
    SA_STOP_CANCEL = 500, // a program that embeds us wants no more of it
    SA_STOP_SPENT,        // others have used up what this one may spend as well
    SA_STOP_TIMEOUT = 1000,
    SA_STOP_STEP // a code cell does not end at its time limit
};
static inline bool sa_stop_is_late(int reason)
{
    return reason >= SA_STOP_TIMEOUT;
}

// Owned by whoever links, and stays where it is meanwhile.
struct sa_stop_link {
    struct sa_stop *from, *to;
    _Atomic(struct sa_stop_link *) next;
};

struct sa_stop {
    atomic_int reason;
    int fd; // readable while a stop is requested: poll it, never read it; -1: could not be made
    _Atomic(void *) target;
    void (*interrupt)(void *target);      // called with target when it is set; async-signal-safe
    _Atomic(struct sa_stop_link *) links; // those that hear of a request, too
    pthread_mutex_t linking;              // of who changes them; a request goes without
    atomic_int firing;                    // requests that are being told of
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

// Takes a lock that others may hold for long, such as one for asking a person. False: `stop` (may
// be NULL) was requested first, or the lock checks errors and this thread has it already.
bool sa_stop_lock(const struct sa_stop *stop, pthread_mutex_t *lock);

// While they are linked a request of `from` is one of `to`, too, also one from before. Any thread
// may link and unlink; `to` is not touched any more when sa_stop_unlink returns.
void sa_stop_link(struct sa_stop_link *link, struct sa_stop *from, struct sa_stop *to);
void sa_stop_unlink(struct sa_stop_link *link);

#endif
