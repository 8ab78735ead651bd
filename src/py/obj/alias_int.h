// What list[int] (alias.c) and int | str (union.c) share: the type variables in their arguments.
#ifndef PY_ALIAS_INT_H
#define PY_ALIAS_INT_H

#include "../native.h"

static inline bool py_is_alias(struct py_isolate *iso, py_value v)
{
    return py_type_issub(py_type_of(iso, v), py_t(iso, PY_T_GENERIC_ALIAS));
}

// Appends what is not there; false: exception.
bool py_alias_add(struct py_isolate *iso, py_value list, py_value v);
// The type variables in args, in order of first use.
py_value py_alias_collect(struct py_isolate *iso, py_value args);
// args with each parameter replaced by its item.
py_value py_alias_substitute(struct py_isolate *iso, py_value args, py_value params,
                             py_value items);
// `key` as the tuple of what replaces params, each as its parameter wants it; v[key] is asked for.
py_value py_alias_items(struct py_isolate *iso, py_value v, py_value params, py_value key);
// The text of an argument.
void py_alias_put(struct py_isolate *iso, struct py_sb *b, py_value v);

#endif
