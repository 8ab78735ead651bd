// Shared by the C parts of module csv: lines to fields (_csv.c) and readers (csv_reader.c).
#ifndef PY_CSV_INT_H
#define PY_CSV_INT_H

#include "../native.h"

enum { PY_CSV_QUOTED = 2 }; // the state of an unfinished record between quotes

// The list of a line's fields. When the record goes on, a tuple (fields, state, text of the last
// one, it is a number) to pass with the next line; unfinished NULL: a new record.
py_value py_csv_scan(struct py_isolate *iso, py_value line, py_value rules, size_t limit,
                     py_value unfinished);
// Raises csv.Error, which the rules hold.
py_value py_csv_error(struct py_isolate *iso, py_value rules, const char *text);
bool py_csv_is_strict(py_value rules);

extern const struct py_typedef py_csv_reader_def;
PY_NATIVE(py_csv_reader);

#endif
