// Shared by the C parts of module decimal: values, contexts and the arithmetic of finite numbers.
// Infinities, NaNs, trapped signals and everything rarely used are functions of lib/decimal.py,
// which hands those that C calls over at import (py_decimal_call).
#ifndef PY_DECIMAL_INT_H
#define PY_DECIMAL_INT_H

#include "../obj/int.h"

enum py_decimal_kind { PY_DEC_FINITE, PY_DEC_INF, PY_DEC_QNAN, PY_DEC_SNAN };

// (-1)**sign * c * 10**e; c is a plain int >= 0. A NaN's payload is its c.
struct py_decimal {
    struct py_obj h;
    struct py_attrs at; // of instances of subclasses
    py_value c;         // NULL in a value not filled yet
    int64_t e;          // within PY_DEC_FAR
    uint8_t sign, kind;
};
// No exponent lies farther from 0; two of them and the digits of a coefficient add up in 64 bits.
#define PY_DEC_FAR ((int64_t)4000000000000000000)

enum py_decimal_rounding {
    PY_DEC_UP,
    PY_DEC_DOWN,
    PY_DEC_CEILING,
    PY_DEC_FLOOR,
    PY_DEC_HALF_UP,
    PY_DEC_HALF_DOWN,
    PY_DEC_HALF_EVEN,
    PY_DEC_05UP,
    PY_DEC_ROUNDINGS
};

struct py_decimal_context {
    struct py_obj h;
    struct py_attrs at;
    int64_t prec, emin, emax;
    int64_t top;    // the largest exponent at which a full coefficient does not overflow
    py_value limit; // 10**prec; NULL when that is too large to keep
    py_value flags; // list [status bits, trapped bits], which contexts may share
    uint8_t rounding, capitals, clamp;
};

#define PY_DECIMAL(v) ((struct py_decimal *)(v))
#define PY_DECIMAL_CONTEXT(v) ((struct py_decimal_context *)(v))

// Status bits, as lib/decimal.py names them.
enum {
    PY_DEC_CLAMPED = 1,
    PY_DEC_DIVZERO = 4,
    PY_DEC_IMPOSSIBLE = 8,
    PY_DEC_UNDEFINED = 16,
    PY_DEC_INEXACT = 64,
    PY_DEC_INVALID = 256,
    PY_DEC_OVERFLOW = 2048,
    PY_DEC_ROUNDED = 4096,
    PY_DEC_SUBNORMAL = 8192,
    PY_DEC_UNDERFLOW = 16384,
    PY_DEC_CHANGED = PY_DEC_INEXACT | PY_DEC_ROUNDED
};

// Items of the tuple iso->module_state[PY_MS_DECIMAL]. From PY_DEC_GETCONTEXT on they are what
// lib/decimal.py connects, in the order of its call of _connect.
enum {
    PY_DEC_TYPE,
    PY_DEC_CONTEXT_TYPE,
    PY_DEC_POWERS,  // list: 10**i, None where not asked for yet
    PY_DEC_HALVES,  // list: 10**i / 2, the same
    PY_DEC_TASK,    // contextvars' context and, next,
    PY_DEC_CURRENT, // the decimal context in it, as last looked up; NULL: look
    PY_DEC_GETCONTEXT,
    PY_DEC_RAISE,     // (context, bits): raises the first trapped signal
    PY_DEC_SPECIAL,   // (operator, a, b, context): not both finite, or an operator not here
    PY_DEC_SIGNED,    // (operator, a, context): the same of one operand
    PY_DEC_CONSTRUCT, // (value, context): a Decimal of any other value
    PY_DEC_COMPARE,   // (a, b, operator): with NaNs or other types
    PY_DEC_QUANTIZE,  // (a, b, rounding, context)
    PY_DEC_TEXT,      // (a): str() of any value
    PY_DEC_INT,       // (a): int() of an infinity or NaN
    PY_DEC_FLOAT,     // (a): float() that needs more than one division
    PY_DEC_FORMAT,    // (a, spec, override)
    PY_DEC_TASKS,     // list: the contexts that contextvars has entered
    PY_DEC_ITEMS
};
static inline py_value *py_decimal_state(struct py_isolate *iso)
{
    return py_tuple(iso->module_state[PY_MS_DECIMAL])->v;
}
static inline struct py_type *py_decimal_type(struct py_isolate *iso, int which)
{
    return (struct py_type *)py_decimal_state(iso)[which];
}
py_value py_decimal_call(struct py_isolate *iso, int which, py_value *a, int n);

// A new value of class Decimal. c NULL passes an error on.
py_value py_decimal_new(struct py_isolate *iso, bool sign, py_value c, int64_t e,
                        enum py_decimal_kind kind);

// --- contexts (decimal_context.c) ---
extern const struct py_typedef py_decimal_context_def;
static inline bool py_decimal_is_context(struct py_isolate *iso, py_value v)
{
    return py_type_issub(py_type_of(iso, v), py_decimal_type(iso, PY_DEC_CONTEXT_TYPE));
}
struct py_decimal_context *py_decimal_current(struct py_isolate *iso); // getcontext()
int py_decimal_rounding_of(py_value name); // an enum py_decimal_rounding; -1: none
bool py_decimal_set_prec(struct py_isolate *iso, struct py_decimal_context *ctx, int64_t prec);
// Sets flags; false: one was trapped and is raised.
bool py_decimal_signal(struct py_isolate *iso, struct py_decimal_context *ctx, int64_t bits);

// --- arithmetic (decimal_arith.c) ---
enum { PY_DEC_WORD_DIGITS = 19 };
extern const uint64_t py_decimal_tens[PY_DEC_WORD_DIGITS + 1]; // 10**n below 2**64
py_value py_decimal_ten(struct py_isolate *iso, int64_t n);    // 10**n, n >= 0
int64_t py_decimal_digits(struct py_isolate *iso, py_value c); // of c >= 0, 1 for 0; -1 exception
// Whether a quotient whose last digit is `last`, with a remainder that is less than (half < 0), as
// much as or more than half a unit, is rounded away from zero.
static inline bool py_decimal_goes_up(unsigned last, int half, bool sign, int rounding)
{
    switch (rounding) {
    case PY_DEC_UP: return true;
    case PY_DEC_DOWN: return false;
    case PY_DEC_CEILING: return !sign;
    case PY_DEC_FLOOR: return sign;
    case PY_DEC_HALF_UP: return half >= 0;
    case PY_DEC_HALF_DOWN: return half > 0;
    case PY_DEC_HALF_EVEN: return half > 0 || (half == 0 && last % 2);
    default: return last % 5 == 0; // PY_DEC_05UP
    }
}
// c without its n last digits, rounded; *changed: whether that is another value.
py_value py_decimal_drop(struct py_isolate *iso, bool sign, py_value c, int64_t n, int rounding,
                         bool *changed);
// The value as the context allows it: the end of every operation.
py_value py_decimal_fix(struct py_isolate *iso, bool sign, py_value c, int64_t e,
                        struct py_decimal_context *ctx);
// The same of c > 0, after work that has set these flags already.
py_value py_decimal_fix_flagged(struct py_isolate *iso, bool sign, py_value c, int64_t e,
                                struct py_decimal_context *ctx, int64_t bits);
// a op b of finite values; op PY_BIN_ADD, PY_BIN_SUB, PY_BIN_MUL or PY_BIN_DIV.
py_value py_decimal_arith(struct py_isolate *iso, enum py_binop op, const struct py_decimal *a,
                          const struct py_decimal *b, struct py_decimal_context *ctx);
// The same where every coefficient on the way fits 128 bits (decimal_wide.c); false: it does not.
bool py_decimal_wide(struct py_isolate *iso, enum py_binop op, const struct py_decimal *a,
                     const struct py_decimal *b, struct py_decimal_context *ctx, py_value *result);
// -1, 0, 1 for values that are no NaNs, of magnitudes only or with signs; -2 exception.
int py_decimal_cmp(struct py_isolate *iso, const struct py_decimal *a, const struct py_decimal *b,
                   bool magnitude);
py_value py_decimal_quantize(struct py_isolate *iso, const struct py_decimal *a, int64_t e,
                             int rounding, struct py_decimal_context *ctx);
bool py_decimal_hash(struct py_isolate *iso, const struct py_decimal *d, uint64_t *out);

// --- whole numbers (decimal_whole.c) ---
// a op b of finite values, b not 0; op PY_BIN_FLOORDIV, PY_BIN_MOD or PY_BIN_DIVMOD.
py_value py_decimal_divide(struct py_isolate *iso, enum py_binop op, const struct py_decimal *a,
                           const struct py_decimal *b, struct py_decimal_context *ctx);
// Whether a ** b is one for py_decimal_power, and its exponent.
bool py_decimal_small_power(struct py_isolate *iso, const struct py_decimal *a,
                            const struct py_decimal *b, int64_t *n);
py_value py_decimal_power(struct py_isolate *iso, const struct py_decimal *a, int64_t n,
                          struct py_decimal_context *ctx);
py_value py_decimal_int(struct py_isolate *iso, const struct py_decimal *d); // of a finite value
// format() by '.2f' and ',.2f'; NULL without exception: another specification or no such value.
py_value py_decimal_format_fixed(struct py_isolate *iso, const struct py_decimal *d,
                                 const struct py_str *spec, struct py_decimal_context *ctx);

// --- text (decimal_text.c) ---
// Plain ASCII numerals; NULL without exception: not one, or too large for here.
py_value py_decimal_parse(struct py_isolate *iso, py_value text);
py_value py_decimal_text(struct py_isolate *iso, py_value d); // str(d)
// A coefficient's digits as str; NULL without exception: too many for here.
py_value py_decimal_digits_text(struct py_isolate *iso, py_value c);

#endif
