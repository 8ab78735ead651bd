// Imports: sys.modules and what an import statement finds.
#ifndef PY_IMPORT_H
#define PY_IMPORT_H

#include "../native.h"

// The part of py_isolate_new that makes sys.modules, builtins and __main__. False: memory is out.
bool py_import_init(struct py_isolate *iso);
// The import statement: `name` (dotted) and what is taken `fromlist` it, None for a plain import.
py_value py_import_name(struct py_isolate *iso, py_value name, py_value fromlist, int level);

#endif
