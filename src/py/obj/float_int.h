// Shared by float.c and float_methods.c.
#ifndef PY_FLOAT_INT_H
#define PY_FLOAT_INT_H

#include "float.h"

extern const struct py_native_row py_float_methods[];
extern const struct py_getset_row py_float_getset[];
// d as an instance of cls (float or a subclass).
py_value py_float_wrap(struct py_isolate *iso, struct py_type *cls, double d);

#endif
