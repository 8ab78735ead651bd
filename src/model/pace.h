// The rate of requests to a provider (requests_per_minute), which all connections to it keep
// together: whoever is to send takes the next turn. Counted by who holds it; any thread.
#ifndef SA_MODEL_PACE_H
#define SA_MODEL_PACE_H

#include <stdbool.h>
#include <stdint.h>

struct sa_pace;

struct sa_pace *sa_pace_new(void);
struct sa_pace *sa_pace_join(struct sa_pace *pace);
void sa_pace_leave(struct sa_pace *pace); // NULL is allowed

// Takes a turn: how long to wait for it, in ns; the next one is `gap_ns` later.
int64_t sa_pace_take(struct sa_pace *pace, int64_t gap_ns);

#endif
