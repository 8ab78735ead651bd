// MODE=ticks: counts the edges of control flow that the engine's own code passes, and aborts where
// more went by since the last tick than it paid for, or too many since the last look at the clock:
// a loop over the program's data that does not tick in proportion to its work. The compiler calls
// __sanitizer_cov_trace_pc at every edge. In other builds there is nothing here.
#include "native.h"

#ifdef PY_EDGES
#include <execinfo.h>

#include "base/xalloc.h"

enum {
    UNPAID_EDGES = 1000000,    // about a millisecond
    EDGES_PER_TICK = 64,       // what one unit of work pays for, beforehand
    EDGES_PER_LOOK = 60000000, // about a tenth of a second
    DEPTH = 40,
    STDERR = 2
};

// Of the thread, because the hook is not told of the isolate: the only state outside it, and no
// part of any build that is used.
static _Thread_local int64_t unpaid; // since the last tick, less what was paid for
static _Thread_local uint64_t since_look;
static _Thread_local bool paused;

#define PY_UNCOUNTED __attribute__((no_sanitize_coverage))

void __sanitizer_cov_trace_pc(void);

// Places as the file and offsets in it, for addr2line.
PY_UNCOUNTED static void fail(const char *since)
{
    void *at[DEPTH];
    backtrace_symbols_fd(at, backtrace(at, DEPTH), STDERR);
    SA_BUG("too many edges of control flow since the last %s", since);
}

PY_UNCOUNTED void __sanitizer_cov_trace_pc(void)
{
    if (paused) return;
    since_look++;
    if (++unpaid > UNPAID_EDGES) fail("tick");
}

PY_UNCOUNTED void py_edges_charged(uint64_t n)
{
    unpaid -= (int64_t)(n < INT32_MAX ? n : INT32_MAX) * EDGES_PER_TICK;
}

PY_UNCOUNTED void py_edges_ticked(const struct py_isolate *iso, uint64_t n)
{
    unpaid = 0;
    py_edges_charged(n);
    if (iso->tick_chunk > PY_TICK_CHUNK) since_look = 0; // no limit, no looks: the engine's start
    if (since_look > EDGES_PER_LOOK) fail("look at the clock");
}

PY_UNCOUNTED void py_edges_pause(bool on)
{
    paused = on;
}

PY_UNCOUNTED void py_edges_looked(void)
{
    since_look = 0;
}
#endif
