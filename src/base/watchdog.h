// The clock of a run, and the end of one that does not end by itself. A thread requests the stop at
// the deadline, or when a lap takes too long; when what is watched has not come back a grace after
// a stop, whoever requested it, or a moment after somebody insisted, it calls `last`, which says
// what there is to say and ends the process.
#ifndef SA_BASE_WATCHDOG_H
#define SA_BASE_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

struct sa_stop;
struct sa_watchdog;

// `last` runs on the thread, with the reason of the stop, and must not return; NULL: what does not
// come back is waited for. NULL as the result: there is no thread to be had. All functions but
// sa_watchdog_insist are for the thread that is watched.
struct sa_watchdog *sa_watchdog_new(struct sa_stop *stop, void (*last)(void *ctx, int reason),
                                    void *ctx);
void sa_watchdog_free(struct sa_watchdog *w); // NULL is fine, as for those below

// What is watched begins, with so much time; 0: no deadline.
void sa_watchdog_begin(struct sa_watchdog *w, int64_t timeout_ns);
// It has come back. Does not return once `last` has been called.
void sa_watchdog_end(struct sa_watchdog *w);

// What computes now is to call this again within `ns`, or the stop is requested (SA_STOP_STEP);
// INT64_MAX: it may take its time. Cheap: no lock, and mostly no system call.
void sa_watchdog_lap(struct sa_watchdog *w, int64_t ns);

// How long it may take to come back after a stop; 2 s as long as nothing else is said.
void sa_watchdog_grace(struct sa_watchdog *w, int64_t ns);

// No grace any more. False: nothing is watched. Async-signal-safe.
bool sa_watchdog_insist(struct sa_watchdog *w);

#endif
