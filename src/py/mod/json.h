// The embedder's JSON bridge on the engine's own JSON reader and writer (mod/json*.c).
#ifndef PY_MOD_JSON_H
#define PY_MOD_JSON_H

#include "../native.h"

// The value of a JSON text (objects become dicts, big ints stay exact). NULL: ValueError pending.
py_value py_json_parse(struct py_isolate *iso, const char *text, size_t len);
// Appends v as JSON (ASCII, separators ", " and ": "). lenient: what JSON cannot say becomes its
// str() (sets and tuples become arrays, instances of dataclasses objects, other keys their str(),
// NaN and infinities strings). False: exception.
bool py_json_write(struct py_isolate *iso, py_value v, struct py_sb *out, bool lenient);

#endif
