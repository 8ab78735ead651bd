// Argument helpers for the natives that get raw calls: constructors (make slots) and initialisers.
// Messages as CPython's argument parsers give them.
#ifndef PY_ARGS_H
#define PY_ARGS_H

#include "../native.h"

// True when no keyword was given, else TypeError "fn() takes no keyword arguments".
bool py_args_no_kw(struct py_isolate *iso, const char *fn, py_value kw);
// The same for __new__ and __init__ of `base`, where a subclass with the other one of the two may
// take keywords.
bool py_args_no_kw_make(struct py_isolate *iso, const struct py_type *cls, enum py_type_id base,
                        py_value kw);
bool py_args_no_kw_init(struct py_isolate *iso, py_value self, enum py_type_id base, py_value kw);
// The same for __new__ of a class that has the __init__ of object, for its subclasses with their
// own.
bool py_args_no_kw_plain(struct py_isolate *iso, const struct py_type *cls, const char *fn,
                         py_value kw);
// PyArg_UnpackTuple: "fn expected at least 1 argument, got 0".
bool py_args_count(struct py_isolate *iso, const char *fn, int n, int min, int max);
// Lays a raw call out in out[0..count) by parameter name, NULL where absent. The first `posonly`
// parameters take no keyword, those from `maxpos` on are keyword-only, the first `min` are
// required.
struct py_args_spec {
    const char *fn;
    const char *names[13];
    int count, posonly, maxpos, min;
};
bool py_args_take(struct py_isolate *iso, const struct py_args_spec *s, py_value *a, int n,
                  py_value kw, py_value *out);

#endif
