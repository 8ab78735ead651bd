// Complex numbers for the rest of the engine.
#ifndef PY_COMPLEX_H
#define PY_COMPLEX_H

#include <complex.h>

#include "../native.h"

// x ** y; ZeroDivisionError and OverflowError as Python raises them.
py_value py_complex_pow(struct py_isolate *iso, double _Complex x, double _Complex y);
// x op y of two complex objects, without looking for what else they may be.
py_value py_complex_pair(struct py_isolate *iso, enum py_binop op, py_value x, py_value y);
// complex(v) for one argument of any type that has a value: complex, float, int, __complex__,
// __float__, __index__. False: TypeError "must be real number, not X" or what the method raised.
bool py_complex_of(struct py_isolate *iso, py_value v, double _Complex *out);
static inline double _Complex py_cmplx(double re, double im)
{
    double _Complex z;
    double parts[2] = {re, im}; // no arithmetic: keeps signed zeros, infinities and NaN as they are
    memcpy(&z, parts, sizeof z);
    return z;
}

#endif
