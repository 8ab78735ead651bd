// Integers for the rest of the engine. "Any int" is what py_is_anyint accepts: small, bigint, bool
// or an instance of a subclass; "plain" is small or bigint (py_int_plain). Results are plain.
#ifndef PY_INT_H
#define PY_INT_H

#include "../native.h"

// Slow paths of the VM after small overflow, and everybody else's arithmetic. Any ints. Large
// operations are charged to the tick budget and checked against memory before they start.
py_value py_int_add(struct py_isolate *iso, py_value a, py_value b);
py_value py_int_sub(struct py_isolate *iso, py_value a, py_value b);
py_value py_int_mul(struct py_isolate *iso, py_value a, py_value b);
py_value py_int_floordiv(struct py_isolate *iso, py_value a, py_value b); // ZeroDivisionError
py_value py_int_mod(struct py_isolate *iso, py_value a, py_value b);
// Both at once, each pointer may be NULL. False: exception.
bool py_int_divmod(struct py_isolate *iso, py_value a, py_value b, py_value *quot, py_value *rem);
py_value py_int_truediv(struct py_isolate *iso, py_value a, py_value b); // float, correctly rounded
py_value py_int_pow(struct py_isolate *iso, py_value a, py_value b);     // float for negative b
py_value py_int_powmod(struct py_isolate *iso, py_value a, py_value b, py_value m); // pow(a, b, m)
py_value py_int_shift(struct py_isolate *iso, py_value a, int64_t left); // negative: right, floor
// Any operation on any two ints.
py_value py_int_binary(struct py_isolate *iso, enum py_binop op, py_value a, py_value b);
py_value py_int_neg(struct py_isolate *iso, py_value a);
py_value py_int_abs(struct py_isolate *iso, py_value a);
py_value py_int_gcd(struct py_isolate *iso, py_value a, py_value b);
py_value py_int_isqrt(struct py_isolate *iso, py_value a); // floor of the root; a >= 0

// Any ints, no exceptions.
int py_int_cmp(py_value a, py_value b); // <0, 0, >0
py_value py_number_text(struct py_isolate *iso, const unsigned char *data, size_t len);
int py_int_cmp_double(py_value a, double d); // exact; d not NaN
int py_int_sign(py_value a);
bool py_int_get64(py_value a, int64_t *out);              // false: does not fit
bool py_int_get_u128(py_value a, unsigned __int128 *out); // of a plain int; false: not within
py_value py_int_from_u128(struct py_isolate *iso, unsigned __int128 u);
uint64_t py_int_bits(py_value a); // bit_length()
uint64_t py_int_hash(py_value a);
bool py_int_is_odd(py_value a);
// Nearest double, ties to even; *overflow set (and +-inf given) when it is too large.
double py_int_double(py_value a, bool *overflow);
// m * 2**e with |m| in [0.5, 1), for logarithms; 0 gives 0.
double py_int_frexp(py_value a, int64_t *e);
bool py_int_to_double(struct py_isolate *iso, py_value a, double *out); // OverflowError

// Int from an untrusted str value as int(s, base) reads it; `shown` is named in the ValueError.
py_value py_int_from_str(struct py_isolate *iso, py_value s, int base, py_value shown);
// Digits in any base 2..36, no limit on their number; out of ASCII digits already validated.
py_value py_int_from_digits(struct py_isolate *iso, const char *digits, size_t n, int base);
// |a|'s digits in `base` into buf (any int below 2**63 in size); returns their number.
size_t py_u64_digits(uint64_t u, int base, char buf[64]);
// Little-endian bytes of |a|, n of them at least holding it.
void py_int_abs_bytes(py_value a, unsigned char *out, size_t n);
py_value py_int_from_abs_bytes(struct py_isolate *iso, const unsigned char *le, size_t n, bool neg);
// int(v) for a value of any type, without a base.
py_value py_int_of(struct py_isolate *iso, py_value v);
// Value v as an instance of cls (int itself: v; a subclass: wrapped).
py_value py_int_wrap(struct py_isolate *iso, struct py_type *cls, py_value v);
py_value py_int_round(struct py_isolate *iso, py_value a, py_value ndigits); // ndigits NULL: none

// sys.set_int_max_str_digits: 0 no limit.
int py_int_digit_limit(const struct py_isolate *iso);
void py_int_set_digit_limit(struct py_isolate *iso, int digits);

#endif
