// Floats for the rest of the engine: text, parsing, powers.
#ifndef PY_FLOAT_H
#define PY_FLOAT_H

#include "../native.h"

// repr(d) in buf, at least 32 bytes; returns the length. No NUL.
size_t py_float_repr(double d, char *buf);
py_value py_float_pow(struct py_isolate *iso, double x, double y); // x ** y with Python's errors
// hash() of the number d in the object self: equal numbers of all types share it; NaN goes by
// identity, so that many of them do not fall on one place.
bool py_double_hash(struct py_isolate *iso, py_value self, double d, uint64_t *out);
// Reads a decimal literal (no sign rules, no underscores, no inf or nan: validated text) that ends
// at text + n. Correctly rounded. `text` need not be NUL-terminated. False: memory is out.
bool py_float_parse(struct py_isolate *iso, const char *text, size_t n, double *out);
// The whole of a str as float(s) reads it; `shown` is named in the ValueError.
bool py_float_from_str(struct py_isolate *iso, py_value s, py_value shown, double *out);
// The float that __float__ of v returned as r (NULL: it raised); false: raised.
bool py_float_result(struct py_isolate *iso, py_value v, py_value r, double *out);
// float(v) for a value of any type.
bool py_float_of(struct py_isolate *iso, py_value v, double *out);
// round(d, n), correctly rounded on the decimal expansion. OverflowError when it overflows.
bool py_float_round(struct py_isolate *iso, double d, int64_t n, double *out);
// a * 10**n rounded to the nearest integer, when that is small and certain (a >= 0, not near a
// tie).
bool py_float_scale(double a, int64_t n, uint64_t *out);
// Number operand as a double: 1 done, 0 not a real number, -1 OverflowError.
int py_float_operand(struct py_isolate *iso, py_value v, double *out);
// fmt is 'e', 'f' or 'g' as in printf ("alternate": '#'). The text stays in `small` when it fits,
// else in collected memory. NULL: exception.
const char *py_float_printf(struct py_isolate *iso, double d, char fmt, int64_t precision,
                            bool alternate, char *small, size_t cap, size_t *len);

// float_exact.c: doubles of ordinary size in exact integers. The least digits that read back as a
// > 0, and the power of ten of the first; false: not here. d as printf's "%.*f" or "%.*e" writes it
// in buf (64 bytes), its length; 0: not here.
bool py_float_shortest(double a, char digits[20], size_t *n, int *exp);
size_t py_float_exact(double d, char fmt, int64_t precision, char *buf);

#endif
