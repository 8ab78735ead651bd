// Inside of module array.
#ifndef PY_ARRAY_INT_H
#define PY_ARRAY_INT_H

#include "../obj/item.h"

#define PY_ARRAY(v) ((struct py_array *)(v))

static inline int64_t py_array_len(const struct py_array *a)
{
    return (int64_t)a->base.len / a->size;
}
struct py_type *py_array_type(struct py_isolate *iso);
struct py_array *py_array_new(struct py_isolate *iso, struct py_type *t, char code, int64_t items);
unsigned char *py_array_at(const struct py_array *a, int64_t i); // item i, which must be there
py_value py_array_load(struct py_isolate *iso, const struct py_array *a, int64_t i);
// v as an item of that code. May run Python code: the array may have changed afterwards.
bool py_array_convert(struct py_isolate *iso, char code, py_value v, unsigned char item[8]);
bool py_array_append(struct py_isolate *iso, struct py_array *a, py_value v);
bool py_array_extend(struct py_isolate *iso, struct py_array *a, py_value items);
bool py_array_add_bytes(struct py_isolate *iso, struct py_array *a, const unsigned char *p,
                        size_t n); // n: whole items; p may be the array's own
bool py_array_add_text(struct py_isolate *iso, struct py_array *a, py_value text);
py_value py_array_text(struct py_isolate *iso, const struct py_array *a); // of code 'u', as str
// Replaces `old` items at `at` by `items` ones at p (NULL: left as they are).
bool py_array_splice(struct py_isolate *iso, struct py_array *a, int64_t at, int64_t old,
                     const unsigned char *p, int64_t items);
// Index of v in [from, to); -1 absent, -2 exception.
int64_t py_array_find(struct py_isolate *iso, struct py_array *a, py_value v, int64_t from,
                      int64_t to);
extern const struct py_native_row py_array_methods[];

#endif
