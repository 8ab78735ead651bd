// The budget of the running cell, for what faces the host: its clock, and what ends the cell. What
// all natives need of it (py_tick and its kin) is in native.h.
#ifndef PY_BUDGET_H
#define PY_BUDGET_H

#include "native.h"

// Nanoseconds of the host's wall (0) or monotonic (1) clock; 0 without a hook.
int64_t py_now(struct py_isolate *iso, int clock);
// Ends the cell: sets iso->stop and the uncatchable exception. Returns NULL (false).
void *py_stop_now(struct py_isolate *iso, enum py_stop why);
void py_budget_refill(struct py_isolate *iso); // next chunk of ticks
uint64_t py_ops(const struct py_isolate *iso); // ticks spent by this cell

#endif
