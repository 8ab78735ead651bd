// Calls of tools that are concurrent with the code, so that several are under way at once: each on
// a thread of its own. All functions are for one thread, the one that runs the agent.
#ifndef SA_TOOL_CALLS_H
#define SA_TOOL_CALLS_H

#include "tool/tool.h"

enum {
    SA_CALLS_AT_ONCE = 64,     // running, or ended and not yet taken; others wait for their turn
    SA_CALLS_MAX = 1000,       // all of them
    SA_CALLS_BYTES = 64 << 20, // of their arguments together
};

struct sa_calls;

// One that ended. Whoever took it releases the result, and frees the arguments.
struct sa_call_ended {
    int64_t number;
    const struct sa_tool *tool;
    char *args;
    int64_t duration_ns; // 0: it never had its turn
    struct sa_tool_result result;
};

// A request of `stop` (may be NULL), which outlives them, is one to each call.
struct sa_calls *sa_calls_new(struct sa_stop *stop);
// Cancels what is under way and waits for its end.
void sa_calls_free(struct sa_calls *calls);

// Begins a call; `number` is the caller's name for it, `tool` is borrowed until it has been taken.
// NULL, or why it cannot be.
const char *sa_calls_start(struct sa_calls *calls, int64_t number, struct sa_tool *tool,
                           const char *args_json);

// Takes one that ended, in the order of their ends. False: none did within timeout_ns (under 0:
// however long) or before `stop` (may be NULL) was requested, or none is under way.
bool sa_calls_wait(struct sa_calls *calls, int64_t timeout_ns, const struct sa_stop *stop,
                   struct sa_call_ended *ended);

// It ends as soon as its tool can be stopped, and is taken like the others.
void sa_calls_cancel(struct sa_calls *calls, int64_t number);
// All of them, for the reason of a stop (base/stop.h); 0: none.
void sa_calls_cancel_all(struct sa_calls *calls, int reason);

#endif
