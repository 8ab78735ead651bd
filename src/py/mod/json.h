// The embedder's JSON bridge on the engine's own JSON reader and writer (mod/json*.c).
#ifndef PY_MOD_JSON_H
#define PY_MOD_JSON_H

#include "../native.h"

// The value of a JSON text (objects become dicts, big ints stay exact). NULL: ValueError pending.
py_value py_json_parse(struct py_isolate *iso, const char *text, size_t len);
// Appends v as JSON (ASCII, separators ", " and ": ") when it is made of what JSON has: None, bool,
// int, finite floats, str without lone surrogates, lists, tuples and dicts of these, not of their
// subclasses, keys str, at most 150 levels. False: an exception is pending, or *odd is true, for
// there is something else in it.
bool py_json_write(struct py_isolate *iso, py_value v, struct py_sb *out, bool *odd);

#endif
