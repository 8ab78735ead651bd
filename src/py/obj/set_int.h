// Private parts of set: what set.c and set_type.c share. Names follow the steps of CPython's
// algorithm, because the order of iteration is visible and must be the same.
#ifndef PY_SET_INT_H
#define PY_SET_INT_H

#include "dict_int.h"

static inline bool py_is_set(py_value v)
{
    return py_is_kind(v, PY_K_SET);
}

static inline bool py_set_live(const struct py_set_entry *e)
{
    return e->key && e->key != PY_UNSET;
}

// --- finding the next element in a large table that is nearly empty (set_pop.c) ---
// Behind the slots lies a bit for each block of them, which is set where an element may be. It is
// kept from the first long search on, which PY_F_USER1 tells, until the table is replaced.
enum { PY_SET_BLOCK = 64, PY_SET_INDEXED = PY_SET_BLOCK * 64 };
static inline size_t py_set_index_bytes(uint64_t slots)
{
    return slots < PY_SET_INDEXED ? 0 : slots / PY_SET_INDEXED * sizeof(uint64_t);
}
static inline uint64_t *py_set_index(const struct py_set *s)
{
    return (uint64_t *)(s->e + s->mask + 1);
}
static inline void py_set_drop_index(struct py_set *s)
{
    py_obj_clear_flag(&s->h, PY_F_USER1);
}
// To be called wherever an element is put into a slot that held none.
static inline void py_set_note(struct py_set *s, const struct py_set_entry *e)
{
    if (!(py_obj_flags(&s->h) & PY_F_USER1)) return;
    uint64_t block = (uint64_t)(e - s->e) / PY_SET_BLOCK;
    py_set_index(s)[block / 64] |= (uint64_t)1 << block % 64;
}
// The first element at slot `from` or, around the end, behind it. The set is not empty. False: a
// limit ended the cell.
bool py_set_first(struct py_isolate *iso, struct py_set *s, uint64_t from, uint64_t *at);

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
uint64_t py_set_frozen_hash(struct py_isolate *iso, struct py_set *s);

#endif
