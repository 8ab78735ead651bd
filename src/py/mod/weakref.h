// What modules gc and weakref share.
#ifndef PY_WEAKREF_H
#define PY_WEAKREF_H

#include "../native.h"

// A full collection, then the callbacks of weak references whose target died. False: cell ended.
bool py_collect_now(struct py_isolate *iso);

#endif
