// Shared by the parts of module math.
#ifndef PY_MATH_INT_H
#define PY_MATH_INT_H

#include "../native.h"

// The argument as a double: "must be real number, not X".
bool py_math_arg(struct py_isolate *iso, py_value v, double *out);

// math_gamma.c: NaN and infinities as the C library gives them.
double py_math_gamma(double x);
double py_math_lgamma(double x);

#define PY_MATH_FN(name) py_value name(struct py_isolate *iso, py_value *a, int n, py_value kw)
// math_ints.c
PY_MATH_FN(py_math_gcd);
PY_MATH_FN(py_math_lcm);
PY_MATH_FN(py_math_comb);
PY_MATH_FN(py_math_perm);
PY_MATH_FN(py_math_factorial);
PY_MATH_FN(py_math_isqrt);
// math_sums.c
PY_MATH_FN(py_math_fsum);
PY_MATH_FN(py_math_prod);
PY_MATH_FN(py_math_sumprod);
PY_MATH_FN(py_math_dist);
PY_MATH_FN(py_math_hypot);

#endif
