// Shared by float.c and float_methods.c.
#ifndef PY_FLOAT_INT_H
#define PY_FLOAT_INT_H

#include "float.h"

extern const struct py_native_row py_float_methods[];
extern const struct py_getset_row py_float_getset[];

#endif
