// Calls of slots from C: the only way to make one. A slot can run Python code, which can come back
// to the place that called it, so the C stack is looked at before each: no cycle of such calls is
// without a guard (tests/lint/callgraph.py). py_slot_NAME(iso, slots, ...) calls slots->NAME, which
// must be there; a RecursionError comes back as the slot's own errors do.
#ifndef PY_SLOT_H
#define PY_SLOT_H

#include "../native.h"

#define PY_SLOT(result, failed, slot, params, ...)                                                 \
    static inline result py_slot_##slot params                                                     \
    {                                                                                              \
        return __builtin_expect(py_stack_left(iso), 1) ? s->slot(iso, __VA_ARGS__) : failed;       \
    }
#define PY_SLOT_OF struct py_isolate *iso, const struct py_slots *s
#define PY_SLOT_RAW py_value *a, int n, py_value kw

PY_SLOT(py_value, NULL, make, (PY_SLOT_OF, struct py_type *cls, PY_SLOT_RAW), cls, a, n, kw)
PY_SLOT(bool, false, init, (PY_SLOT_OF, py_value o, PY_SLOT_RAW), o, a, n, kw)
PY_SLOT(py_value, NULL, call, (PY_SLOT_OF, py_value o, PY_SLOT_RAW), o, a, n, kw)
PY_SLOT(py_value, NULL, repr, (PY_SLOT_OF, py_value o), o)
PY_SLOT(py_value, NULL, str, (PY_SLOT_OF, py_value o), o)
PY_SLOT(bool, false, hash, (PY_SLOT_OF, py_value o, uint64_t *out), o, out)
PY_SLOT(py_value, NULL, compare, (PY_SLOT_OF, py_value a, py_value b, enum py_cmp op), a, b, op)
PY_SLOT(int, -1, truth, (PY_SLOT_OF, py_value o), o)
PY_SLOT(int64_t, -1, length, (PY_SLOT_OF, py_value o), o)
PY_SLOT(py_value, NULL, getitem, (PY_SLOT_OF, py_value o, py_value k), o, k)
PY_SLOT(bool, false, setitem, (PY_SLOT_OF, py_value o, py_value k, py_value v), o, k, v)
PY_SLOT(int, -1, contains, (PY_SLOT_OF, py_value o, py_value v), o, v)
PY_SLOT(py_value, NULL, iter, (PY_SLOT_OF, py_value o), o)
PY_SLOT(py_value, NULL, next, (PY_SLOT_OF, py_value o), o)
PY_SLOT(py_value, NULL, getattr, (PY_SLOT_OF, py_value o, py_value name), o, name)
PY_SLOT(bool, false, setattr, (PY_SLOT_OF, py_value o, py_value name, py_value v), o, name, v)
PY_SLOT(py_value, NULL, binary, (PY_SLOT_OF, enum py_binop op, py_value a, py_value b), op, a, b)
PY_SLOT(py_value, NULL, inplace, (PY_SLOT_OF, enum py_binop op, py_value a, py_value b), op, a, b)
PY_SLOT(py_value, NULL, unary, (PY_SLOT_OF, enum py_unop op, py_value a), op, a)
PY_SLOT(py_value, NULL, index, (PY_SLOT_OF, py_value o), o)
PY_SLOT(py_value, NULL, descr_get, (PY_SLOT_OF, py_value d, py_value o, struct py_type *t), d, o, t)
PY_SLOT(bool, false, descr_set, (PY_SLOT_OF, py_value d, py_value o, py_value v), d, o, v)
PY_SLOT(py_value, NULL, await, (PY_SLOT_OF, py_value o), o)
PY_SLOT(py_value, NULL, aiter, (PY_SLOT_OF, py_value o), o)
PY_SLOT(py_value, NULL, anext, (PY_SLOT_OF, py_value o), o)

#undef PY_SLOT
#undef PY_SLOT_OF
#undef PY_SLOT_RAW

#endif
