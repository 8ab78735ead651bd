// Private parts of dict: what dict.c, dict_type.c, dict_view.c and set.c share.
#ifndef PY_DICT_INT_H
#define PY_DICT_INT_H

#include "../native.h"
#include "../gc/heap_inline.h"

#define PY_HASH_MODULUS (((int64_t)1 << 61) - 1)

// CPython's hash of an int: modulo 2^61 - 1, sign kept, -1 becomes -2.
static inline uint64_t py_small_hash(int64_t i)
{
    if (i >= 0 && i < PY_HASH_MODULUS) return (uint64_t)i;
    int64_t h = i % PY_HASH_MODULUS;
    return (uint64_t)(h == -1 ? -2 : h);
}

static inline bool py_key_hash(struct py_isolate *iso, py_value key, uint64_t *hash)
{
    if (py_is_int(key)) {
        *hash = py_small_hash(py_small(key));
        return true;
    }
    if (py_is_exact(key, PY_K_STR)) {
        *hash = py_str_hash(iso, py_str(key));
        return true;
    }
    return py_hash(iso, key, hash);
}

// Are two tuples of ints and strs equal? As py_keys_quick.
static inline int py_tuples_quick(const struct py_tuple *a, const struct py_tuple *b)
{
    if (a->n != b->n) return 0;
    for (uint64_t i = 0; i < a->n; i++) {
        py_value x = a->v[i], y = b->v[i];
        if (x == y) continue;
        if (py_are_ints(x, y)) return 0;
        if (!py_is_exact(x, PY_K_STR) || !py_is_exact(y, PY_K_STR)) return -1;
        if (py_str(x)->len > PY_STR_LONG) return -1;
        if (!py_str_equal(py_str(x), py_str(y))) return 0;
    }
    return 1;
}

enum { QUICK_ITEMS = 8 };

// Are two different keys of the same hash surely unequal or equal, without running code?
// 1 equal, 0 not, -1 ask py_eq.
static inline int py_keys_quick(py_value a, py_value b)
{
    if (py_is_exact(a, PY_K_STR) && py_is_exact(b, PY_K_STR))
        return py_str(a)->len > PY_STR_LONG ? -1 : py_str_equal(py_str(a), py_str(b));
    if (py_is_exact(a, PY_K_BYTES) && py_is_exact(b, PY_K_BYTES)) {
        const struct py_bytes *x = (const struct py_bytes *)a, *y = (const struct py_bytes *)b;
        return x->len > PY_STR_LONG ? -1 : x->len == y->len && !memcmp(x->b, y->b, x->len);
    }
    if (py_is_exact(a, PY_K_TUPLE) && py_is_exact(b, PY_K_TUPLE) && py_tuple(a)->n <= QUICK_ITEMS)
        return py_tuples_quick(py_tuple(a), py_tuple(b));
    return py_are_ints(a, b) ? 0 : -1;
}

enum { PY_DICT_ABSENT = -1, PY_DICT_ERROR = -2 };
// Index of the entry of key, or PY_DICT_ABSENT, PY_DICT_ERROR (exception pending).
int64_t py_dict_find(struct py_isolate *iso, struct py_dict *d, py_value key, uint64_t hash);
// Adds an entry for a key that is not there, as py_dict_find has just found.
bool py_dict_insert(struct py_isolate *iso, struct py_dict *d, py_value key, uint64_t hash,
                    py_value v);
// The hash of the key of entry i, which is not deleted.
uint64_t py_dict_hash_at(const struct py_dict_table *t, uint64_t i);
// Removes the entry at that index.
void py_dict_remove_at(struct py_isolate *iso, struct py_dict *d, int64_t at);
// Makes the entry at that index the first or the last, in constant time on average. False:
// exception, nothing was moved.
bool py_dict_move(struct py_isolate *iso, struct py_dict *d, uint64_t at, bool to_front);
// Makes room for n entries in all.
bool py_dict_reserve(struct py_isolate *iso, struct py_dict *d, uint64_t n);
// A new dict of class cls, empty.
struct py_dict *py_dict_make(struct py_isolate *iso, struct py_type *cls);
// d.update(src) with src a mapping or an iterable of pairs.
bool py_dict_update(struct py_isolate *iso, struct py_dict *d, py_value src);
// Iterator over keys, values or items.
py_value py_dictiter_new(struct py_isolate *iso, struct py_dict *d, enum py_dictwhat what,
                         bool reverse);
py_value py_dictview_new(struct py_isolate *iso, struct py_dict *d, enum py_dictwhat what);

#endif
