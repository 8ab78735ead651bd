// Modules of the standard library that are written in Python: src/py/lib/**/*.py, compiled and
// embedded at build (src/gen/freeze.c). "a/b.py" is module "a.b"; "a/__init__.py" is package "a".
#ifndef PY_LIB_H
#define PY_LIB_H

#include <stddef.h>

struct py_lib_module {
    const char *name;          // dotted module name
    const unsigned char *code; // of its body: obj/frozen.h
};

// Sorted by file path; a row with name NULL ends the table.
extern const struct py_lib_module py_lib_modules[];
extern const size_t py_lib_modules_count;

#endif
