// Calls: how arguments are laid out as parameters. What calls anything is in native.h.
#ifndef PY_CALL_H
#define PY_CALL_H

#include "../native.h"
#include "code.h"

// Parsed form of a row's signature.
struct py_sig {
    uint8_t raw;      // the function takes the raw call
    uint8_t no_kw;    // raw, positional arguments only
    uint8_t self;     // a[0] is a receiver besides the parameters
    uint8_t nparams;  // without self
    uint8_t nposonly; // leading parameters that take no keyword
    uint8_t npos;     // parameters that may be positional
    uint8_t nreq;     // leading required positional parameters
    uint64_t reqmask; // required parameters, keyword-only ones included
    py_value names[]; // interned
};
// Calls a native with a raw argument list, self (if its kind takes one) included in a[0..n).
py_value py_builtin_call(struct py_isolate *iso, struct py_builtin *b, py_value *a, int n,
                         py_value kw);
// Lays the arguments of a raw call out as parameters in base[0..nlocals). `a` may overlap base.
bool py_bind_args(struct py_isolate *iso, struct py_func *f, py_value *base, py_value *a, int n,
                  py_value kw);

#endif
