// What the two files of imports share: import.c loads modules, import_name.c finds out which.
#ifndef PY_IMPORT_INT_H
#define PY_IMPORT_INT_H

#include "import.h"

enum { PY_MODULE_NAME = 256 }; // bytes of a module's dotted name, its end included

bool py_import_has(const struct py_isolate *iso, const char *name); // has the library it?
bool py_import_is_own(py_value module); // of the program's own, not of the library
// ImportError or a kind of it, with `name`. NULL.
void *py_import_raise(struct py_isolate *iso, enum py_type_id type, py_value msg, const char *name);
// One part of what is imported: from sys.modules, of the program's own, of the library. `whole` is
// the name that the list of the options is asked about. *fresh: it was not there before. NULL: an
// exception, or there is none.
py_value py_import_part(struct py_isolate *iso, const char *name, const char *whole, bool program,
                        bool *fresh);
// Imports a dotted name part by part. *top gets the first module; the result is the last.
py_value py_import_dotted(struct py_isolate *iso, const char *full, bool program, py_value *top);

#endif
