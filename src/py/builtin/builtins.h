// What the functions of module builtins share with the rest of the engine.
#ifndef PY_BUILTINS_H
#define PY_BUILTINS_H

#include "../native.h"
#include "../vm/code.h"

extern const struct py_moddef py_mod_builtins;
enum { PY_BUILTIN_NAMES = 160 }; // room for the names of the module

// From the lead (run.c, vm/): buffered output to hooks.write with the output cap (false: cell
// ended), and namespaces of the running Python frame.
bool py_write(struct py_isolate *iso, int fd, const char *text, size_t len);
bool py_write_flush(struct py_isolate *iso, int fd);
struct py_dict *py_current_globals(struct py_isolate *iso);
py_value py_current_locals(struct py_isolate *iso);
py_value py_import_name(struct py_isolate *iso, py_value name, py_value fromlist, int level);

// id(): a small number per object, the same for its whole life, that tells nothing about addresses.
int64_t py_id(struct py_isolate *iso, py_value v);

// The files sys.stdin, sys.stdout, sys.stderr and open() give: fd 0, 1, 2, or text in memory.
py_value py_textfile_std(struct py_isolate *iso, int fd);
py_value py_open_file(struct py_isolate *iso, py_value path, const char *mode, bool binary);

// dir(o) as a sorted list; vars of help.
py_value py_dir(struct py_isolate *iso, py_value o);

#endif
