// Inside of module functools.
#ifndef PY_FUNCTOOLS_INT_H
#define PY_FUNCTOOLS_INT_H

#include "../native.h"

extern const struct py_typedef py_partial_def, py_lru_def;

#endif
