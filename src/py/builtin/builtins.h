// What the functions of module builtins share with the rest of the engine.
#ifndef PY_BUILTINS_H
#define PY_BUILTINS_H

#include "../native.h"
#include "../vm/fold.h"

extern const struct py_moddef py_mod_builtins;
extern const struct py_fold_row py_builtin_folds[]; // vm/fold.h

// The files sys.stdin, sys.stdout, sys.stderr and open() give: fd 0, 1, 2, or text in memory.
py_value py_textfile_std(struct py_isolate *iso, int fd);
// A granted file. `how`: encoding, errors and newline as open() takes them, NULL or None for none.
py_value py_open_file(struct py_isolate *iso, py_value path, const char *mode, bool binary,
                      const py_value how[3]);

#endif
