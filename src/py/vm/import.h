// Imports: sys.modules and what an import statement finds.
#ifndef PY_IMPORT_H
#define PY_IMPORT_H

#include "../native.h"

struct py_lib_module {
    const char *name;          // dotted module name
    const unsigned char *code; // of its body: obj/frozen.h
};

// All modules there are; NULL, or a row whose name is NULL, ends a table. One of a name in both has
// a C and a Python part.
struct py_library {
    const struct py_moddef *const *defs;
    const struct py_lib_module *frozen;
};

py_value py_import_module(struct py_isolate *iso, const char *name); // py_import
// The part of py_isolate_new that makes sys.modules, builtins and __main__. False: memory is out.
bool py_import_init(struct py_isolate *iso);
// The module of a (dotted) name that the library was given, as if the program had imported it.
py_value py_import_program(struct py_isolate *iso, py_value name);
// Could the program import this module of the library? It is there, and authorised.
bool py_import_offers(struct py_isolate *iso, const char *name);
// The import statement: `name` (dotted), seen from code with these `globals`, and what is taken
// `fromlist` it, None for a plain import.
py_value py_import_name(struct py_isolate *iso, struct py_dict *globals, py_value name,
                        py_value fromlist, int level);

#endif
