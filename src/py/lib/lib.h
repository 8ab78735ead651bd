// Modules of the standard library that are written in Python: src/py/lib/**/*.py, compiled and
// embedded at build (src/gen/freeze.c). "a/b.py" is module "a.b"; "a/__init__.py" is package "a".
#ifndef PY_LIB_H
#define PY_LIB_H

#include "../vm/import.h"

// Sorted by file path; a row with name NULL ends the table.
extern const struct py_lib_module py_lib_modules[];

#endif
