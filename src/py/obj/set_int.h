// Private parts of set: what set.c and set_type.c share. Names follow the steps of CPython's
// algorithm, because the order of iteration is visible and must be the same.
#ifndef PY_SET_INT_H
#define PY_SET_INT_H

#include "dict_int.h"

static inline bool py_is_set(py_value v)
{
    return py_is_kind(v, PY_K_SET);
}

struct py_set *py_set_make(struct py_isolate *iso, struct py_type *cls); // empty instance of cls
// The type set or frozenset.
struct py_type *py_set_base_type(struct py_isolate *iso, const struct py_set *s);
int py_set_contains_hash(struct py_isolate *iso, struct py_set *s, py_value key, uint64_t hash);
// A copy of an iterable as a set of that class.
struct py_set *py_set_from(struct py_isolate *iso, struct py_type *cls, py_value iterable);
// The same elements in the same table: copy(), and what the operators start with.
struct py_set *py_set_copy(struct py_isolate *iso, struct py_set *s);
struct py_set *py_set_intersect(struct py_isolate *iso, struct py_set *s, py_value other);
struct py_set *py_set_difference(struct py_isolate *iso, struct py_set *s, py_value other);
bool py_set_subtract(struct py_isolate *iso, struct py_set *s, py_value other);
// s ^= other
bool py_set_toggle(struct py_isolate *iso, struct py_set *s, py_value other);
void py_set_swap(struct py_isolate *iso, struct py_set *a, struct py_set *b);
int py_set_subset(struct py_isolate *iso, struct py_set *a, struct py_set *b); // 1, 0, -1
py_value py_set_take(struct py_isolate *iso, struct py_set *s); // pop(); NULL: empty, no exception
uint64_t py_set_frozen_hash(struct py_set *s);

#endif
