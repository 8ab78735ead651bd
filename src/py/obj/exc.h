// Exceptions beyond native.h: what the compiler, the VM and the traceback printer need.
#ifndef PY_EXC_H
#define PY_EXC_H

#include "../native.h"

// Sets the fields of an exception of these args, as its __init__ would (exc_init.c).
bool py_exc_set_args(struct py_isolate *iso, py_value exc, py_value args);
// BaseException.__init__ and those of its builtin subclasses: a raw call.
bool py_exc_do_init(struct py_isolate *iso, py_value self, py_value *a, int n, py_value kw);
// Are the arguments of this subclass of OSError for its __init__ (true) or for __new__?
bool py_exc_os_late(struct py_isolate *iso, const struct py_type *t);

// Gives a warning of class `category` through module warnings (warn.c); false: it became an
// exception. The first at a line of a file, the other where the running code is.
bool py_warn_explicit(struct py_isolate *iso, enum py_type_id category, const char *filename,
                      int line, py_value message);
bool py_warn_running(struct py_isolate *iso, enum py_type_id category, const char *format, ...);
// For `method` (__int__, __index__, ...) that returned r, an instance of a subclass of `type`.
bool py_warn_subclass(struct py_isolate *iso, const char *method, const char *type, py_value r);

// The builtin class whose fields instances of t have (OSError.errno), NULL: none but every
// exception's. All exceptions share one C layout, but what a field holds differs by class.
const struct py_type *py_exc_fields_of(const struct py_type *t);

// exc_group.c
bool py_exc_group_check(struct py_isolate *iso, struct py_exc *e);
// A group as `orig`, with its traceback, cause, context and notes, of the exceptions in `list`;
// None when that is empty. What derive() of a user's class may return is checked.
py_value py_exc_group_subset(struct py_isolate *iso, py_value orig, py_value list);
extern const struct py_native_row py_exc_group_methods[];

// ExceptionGroup is the one builtin exception with two bases. Call once, after py_types_init.
bool py_exc_init(struct py_isolate *iso);

#endif
