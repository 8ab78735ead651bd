// Shared by isolate.c, run.c, budget.c and the modules that face the host (sys, time).
#ifndef PY_RUN_INT_H
#define PY_RUN_INT_H

#include "native.h"

// Nanoseconds of the host's wall (0) or monotonic (1) clock; 0 without a hook.
int64_t py_now(struct py_isolate *iso, int clock);
// Ends the cell: sets iso->stop and the uncatchable exception. Returns NULL (false).
void *py_stop_now(struct py_isolate *iso, enum py_stop why);
void py_budget_refill(struct py_isolate *iso); // next chunk of ticks
uint64_t py_ops(const struct py_isolate *iso); // ticks spent by this cell

// Output, buffered in the isolate. False: the cell was ended.
bool py_write(struct py_isolate *iso, int fd, const char *text, size_t len);
bool py_write_flush(struct py_isolate *iso, int fd);

// types person's start of the type table, builtin modules, __main__.
bool py_types_init(struct py_isolate *iso);
bool py_import_init(struct py_isolate *iso);
py_value py_import_name(struct py_isolate *iso, py_value name, py_value fromlist, int level);

// A function of the host (host_call.c): `stub` is a Python function that gives its signature.
py_value py_host_function_new(struct py_isolate *iso, const char *name, py_value stub,
                              py_host_fn fn, void *ctx);

extern const struct py_native_row py_final_answer_row;

// Brackets around work outside a cell (definitions): fresh budget, C stack bounds from `here`.
void py_setup_begin(struct py_isolate *iso, char *here);
// Fills *result (may be NULL) from the pending state and clears it.
void py_result_of_setup(struct py_isolate *iso, bool ok, struct py_result *result);

#endif
