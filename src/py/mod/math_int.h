// Shared by the parts of module math.
#ifndef PY_MATH_INT_H
#define PY_MATH_INT_H

#include "../native.h"

// The argument as a double: "must be real number, not X".
bool py_math_arg(struct py_isolate *iso, py_value v, double *out);

// math_gamma.c: NaN and infinities as the C library gives them.
double py_math_gamma(double x);
double py_math_lgamma(double x);

// math_ints.c
PY_NATIVE_RAW(py_math_gcd);
PY_NATIVE_RAW(py_math_lcm);
PY_NATIVE(py_math_comb);
PY_NATIVE(py_math_perm);
PY_NATIVE(py_math_factorial);
PY_NATIVE(py_math_isqrt);
// math_sums.c
PY_NATIVE(py_math_fsum);
PY_NATIVE(py_math_prod);
PY_NATIVE(py_math_sumprod);
PY_NATIVE(py_math_dist);
PY_NATIVE_RAW(py_math_hypot);

#endif
