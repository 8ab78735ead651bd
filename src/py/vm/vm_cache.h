// Misses of the inline caches: do the operation the general way and, where it will pay, fill the
// cache and rewrite the instruction to its specialised form.
#ifndef PY_VM_CACHE_H
#define PY_VM_CACHE_H

#include "vm.h"

py_value py_cache_load_global(struct py_isolate *iso, struct py_frame *f, struct py_ic *ic,
                              struct py_insn *at);
bool py_cache_store_global(struct py_isolate *iso, struct py_frame *f, struct py_ic *ic,
                           struct py_insn *at, py_value v);
py_value py_cache_load_name(struct py_isolate *iso, struct py_frame *f, py_value name);
py_value py_cache_load_classderef(struct py_isolate *iso, struct py_frame *f, py_value name,
                                  int cell);
py_value py_cache_load_attr(struct py_isolate *iso, py_value o, struct py_ic *ic,
                            struct py_insn *at);
bool py_cache_store_attr(struct py_isolate *iso, py_value o, py_value v, struct py_ic *ic,
                         struct py_insn *at);
bool py_cache_load_method(struct py_isolate *iso, py_value *dst, py_value o, struct py_ic *ic,
                          struct py_insn *at);
// The __init__ of a plain class when it is a Python function and __new__ is object's; NULL
// otherwise.
py_value py_cache_python_init(struct py_isolate *iso, struct py_type *t);
// Name of the local held in the cell of register reg.
py_value py_cache_cell_name(const struct py_code *code, int reg);

#endif
