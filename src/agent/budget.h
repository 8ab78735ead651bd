// What runs may spend: model calls in steps, tokens and money, tool calls, time. Each run has a
// budget of its own caps; above it may stand one that it shares with others, and above that
// another: what a run spends counts in every one, and the first to be used up ends whichever run
// looks next; runs that go on at the same time below it are stopped at once. Safe to use from the
// threads of several runs.
#ifndef SA_AGENT_BUDGET_H
#define SA_AGENT_BUDGET_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stop.h"
#include "model/model.h"

// 0: no limit.
struct sa_limits {
    int64_t max_steps;
    int64_t max_tokens; // input + output
    int64_t max_tool_calls;
    double max_cost;    // dollars
    int64_t timeout_ns; // from sa_budget_init on; looked at between steps
};

struct sa_spent {
    int64_t steps, tool_calls;
    struct sa_usage usage;
};

struct sa_budget {
    struct sa_limits limits;
    struct sa_budget *above; // borrowed, outlives this one; NULL: none
    int64_t started;         // monotonic ns
    struct sa_spent spent;   // read it with sa_budget_spent
    pthread_mutex_t lock;    // of this one and all below, where nothing is above

    struct sa_budget *first, *next; // of those below; of those that have the same above
    struct sa_stop *stop;           // sa_budget_stops
    bool over;                      // used up: the others have been told
};

void sa_budget_init(struct sa_budget *budget, const struct sa_limits *limits,
                    struct sa_budget *above);
void sa_budget_release(struct sa_budget *budget); // after those below it
// The stop of whoever spends it, requested (SA_STOP_SPENT) when one above is used up by another's
// tokens or cost; it lives as long.
void sa_budget_stops(struct sa_budget *budget, struct sa_stop *stop);

// These count here and above: a step, a model call.
void sa_budget_take_step(struct sa_budget *budget);
void sa_budget_spend(struct sa_budget *budget, const struct sa_usage *usage);
// Counts a tool call if it is allowed here and above: 0; else the limit that it would exceed.
int64_t sa_budget_take_call(struct sa_budget *budget);
// Steps that may still be taken, here and above; INT64_MAX: any number.
int64_t sa_budget_steps_left(struct sa_budget *budget);
// So far, by all who share it.
struct sa_spent sa_budget_spent(struct sa_budget *budget);
// Does a cost count, here or above?
bool sa_budget_has_cost(const struct sa_budget *budget);

// Is one used up, here or above? SPENT: `why` says which limit; LATE: *timeout_ns is it.
enum sa_budget_state { SA_BUDGET_LEFT, SA_BUDGET_SPENT, SA_BUDGET_LATE };
enum sa_budget_state sa_budget_state(struct sa_budget *budget, char *why, size_t size,
                                     int64_t *timeout_ns);

#endif
