// Exceptions beyond native.h: what the compiler, the VM and the traceback printer need.
#ifndef PY_BUILTIN_EXC_H
#define PY_BUILTIN_EXC_H

#include "../native.h"

// The text CPython prints for an uncaught exception, causes and contexts included, ending in a
// newline (builtin/traceback.c).
py_value py_format_exception(struct py_isolate *iso, py_value exc);

// Sets the fields of an exception of these args, as its __init__ would.
bool py_exc_set_args(struct py_isolate *iso, py_value exc, py_value args);

// exc_group.c
bool py_exc_group_check(struct py_isolate *iso, struct py_exc *e);
extern const struct py_native_row py_exc_group_methods[];

// ExceptionGroup is the one builtin exception with two bases. Call once, after py_types_init.
bool py_exc_init(struct py_isolate *iso);

#endif
