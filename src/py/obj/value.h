// A Python value in 64 bits. Small ints and most floats live in the word itself; None, True, False
// and a few marks are constants; everything else points to a heap object (struct py_obj).
//
//   ...xxx1   int, 63 bits, two's complement: value << 1 | 1
//   ...xx10   float: the double rotated left by 3 when its exponent is a usual one (Ruby's flonum)
//   ...x100   constant: None, True, False, Ellipsis, NotImplemented, PY_UNSET
//   ...x000   pointer to struct py_obj, 16-byte aligned; NULL means "no value / error"
//
// NULL is never a Python value: functions return it with an exception pending, and registers hold
// it for unbound locals. py_value is a pointer to an incomplete type so that the C compiler refuses
// to mix it with integers; == compares identity of objects and small ints.
#ifndef PY_VALUE_H
#define PY_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct py_any *py_value;
struct py_obj;

#define PY_BITS(v) ((uint64_t)(uintptr_t)(v))
#define PY_FROM_BITS(u) ((py_value)(uintptr_t)(u))

#define PY_CONST(i) PY_FROM_BITS(((uint64_t)(i) << 3) | 4)
#define PY_NONE PY_CONST(0)
#define PY_FALSE PY_CONST(1)
#define PY_TRUE PY_CONST(2)
#define PY_ELLIPSIS PY_CONST(3)
#define PY_NOTIMPL PY_CONST(4)
#define PY_UNSET PY_CONST(5) // internal mark, never visible to programs

#define PY_INT_MAX ((int64_t)0x3fffffffffffffff)
#define PY_INT_MIN (-PY_INT_MAX - 1)

static inline bool py_is_int(py_value v)
{
    return PY_BITS(v) & 1;
}
static inline bool py_are_ints(py_value a, py_value b)
{
    return PY_BITS(a) & PY_BITS(b) & 1;
}
static inline bool py_is_flonum(py_value v)
{
    return (PY_BITS(v) & 3) == 2;
}
static inline bool py_is_const(py_value v)
{
    return (PY_BITS(v) & 7) == 4;
}
static inline bool py_is_ptr(py_value v)
{
    return (PY_BITS(v) & 7) == 0 && v;
}
static inline bool py_is_bool(py_value v)
{
    return v == PY_TRUE || v == PY_FALSE;
}

// Small int payload; the value must satisfy py_is_int.
static inline int64_t py_small(py_value v)
{
    return (int64_t)PY_BITS(v) >> 1;
}
static inline bool py_fits_small(int64_t i)
{
    return i >= PY_INT_MIN && i <= PY_INT_MAX;
}
// Caller knows that i fits; py_int_new (native.h) takes any int64.
static inline py_value py_small_new(int64_t i)
{
    return PY_FROM_BITS(((uint64_t)i << 1) | 1);
}
static inline py_value py_bool(bool b)
{
    return b ? PY_TRUE : PY_FALSE;
}

// Flonum payload; the value must satisfy py_is_flonum.
static inline double py_flonum(py_value v)
{
    uint64_t u = PY_BITS(v);
    double d;
    if (u == 0x8000000000000002) return 0.0;
    u = (2 - (u >> 63)) | (u & ~(uint64_t)3);
    u = u >> 3 | u << 61;
    memcpy(&d, &u, 8);
    return d;
}

// The immediate form of d, or NULL when d needs a heap float (huge, tiny, -0.0, inf, nan).
static inline py_value py_flonum_try(double d)
{
    uint64_t u;
    memcpy(&u, &d, 8);
    int top = (int)(u >> 60) & 7;
    if (u != 0x3000000000000000 && (top == 3 || top == 4))
        return PY_FROM_BITS(((u << 3 | u >> 61) & ~(uint64_t)3) | 2);
    return u == 0 ? PY_FROM_BITS(0x8000000000000002) : NULL;
}

static inline struct py_obj *py_ptr(py_value v)
{
    return (struct py_obj *)v;
}

#endif
