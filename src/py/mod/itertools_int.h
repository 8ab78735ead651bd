// Shared by the parts of module itertools: one object layout serves all its iterators.
#ifndef PY_ITERTOOLS_INT_H
#define PY_ITERTOOLS_INT_H

#include "../obj/args.h"
#include "../obj/int.h"
#include "../obj/iter_int.h"

struct py_it {
    struct py_obj h;
    py_value a, b, c, d, e, f; // iterators, functions, saved values: by type
    struct py_buf *buf;        // indices of combinatoric iterators
    int64_t i, n, step;
    bool flag;
};
static inline struct py_it *py_it(py_value v)
{
    return (struct py_it *)v;
}
void py_it_trace(struct py_isolate *iso, struct py_obj *o);
struct py_it *py_it_new(struct py_isolate *iso, struct py_type *cls);

// A row of a type with the common layout.
#define PY_IT_TYPE(id, mk, nx, ...)                                                                \
    const struct py_typedef py_it_##id##_def = {                                                   \
        .name = #id,                                                                               \
        .kind = PY_K_NATIVE,                                                                       \
        .size = sizeof(struct py_it),                                                              \
        .attrs_off = sizeof(struct py_it),                                                         \
        .trace = py_it_trace,                                                                      \
        .slots = {.make = mk, .iter = py_iter_self, .next = nx},                                   \
        __VA_ARGS__}

// itertools_comb.c
extern const struct py_typedef py_it_combinations_def, py_it_permutations_def, py_it_product_def,
    py_it_combinations_with_replacement_def;
// itertools_group.c
extern const struct py_typedef py_it_groupby_def, py_it__grouper_def, py_it__tee_def,
    py_it_zip_longest_def, py_it_pairwise_def, py_it_batched_def, py_it_islice_def;
PY_NATIVE(py_itertools_tee);
enum { PY_IT_GROUPER, PY_IT_TEE }; // items of the tuple iso->module_state[PY_MS_ITERTOOLS]

#endif
