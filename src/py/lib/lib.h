// Modules of the standard library that are written in Python: src/py/lib/**/*.py, embedded at build
// (build/gen/pylib.c). "a/b.py" is module "a.b"; "a/__init__.py" is package "a".
#ifndef PY_LIB_H
#define PY_LIB_H

#include <stddef.h>

struct py_lib_source {
    const char *name; // dotted module name
    const char *text; // UTF-8 source, NUL-terminated
    size_t len;
};

// Sorted by file path; a row with name NULL ends the table.
extern const struct py_lib_source py_lib_sources[];
extern const size_t py_lib_sources_count;

#endif
