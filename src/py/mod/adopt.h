// Native classes whose rarely used parts are Python: a class statement in the module's Python part
// holds them, and its contents become part of the native class.
#ifndef PY_ADOPT_H
#define PY_ADOPT_H

#include "../native.h"

// Puts what a class statement (a heap class) or a dict holds into the dict of a native class, but
// for what every class has of its own. Before instances or subclasses exist.
bool py_adopt(struct py_isolate *iso, struct py_type *t, py_value from);
// Drops methods that the one slot of all operators suggests but this class has not. The names end
// with NULL.
bool py_adopt_without(struct py_isolate *iso, struct py_type *t, const char *const *names);

#endif
