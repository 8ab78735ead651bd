// Texts of exceptions and tracebacks, for run.c and the traceback module.
#ifndef PY_BUILTIN_TRACEBACK_H
#define PY_BUILTIN_TRACEBACK_H

#include "exc.h"
#include "../vm/code.h"

// The frames of a traceback as CPython prints them, each line ended; "" for NULL.
py_value py_format_stack(struct py_isolate *iso, const struct py_traceback *t);
// "Class: message", syntax error details and notes.
py_value py_format_exception_only(struct py_isolate *iso, py_value exc);
// suggest.c: ". Did you mean: 'x'?" and the like, or NULL (an exception may be pending: drop it).
py_value py_exc_hint(struct py_isolate *iso, struct py_exc *e);

#endif
