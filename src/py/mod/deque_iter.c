// Iterators over a deque, forwards and backwards: they end with an error when its length has
// changed.
#include "../obj/args.h"
#include "../obj/iter_int.h"
#include "deque_int.h"

py_value py_deque_iter_new(struct py_isolate *iso, py_value d, enum py_collections_type_id type)
{
    struct py_deque_iter *it = py_new(iso, py_collections_type(iso, type), sizeof *it);
    if (!it) return NULL;
    it->d = PY_DEQUE(d);
    it->state = PY_DEQUE(d)->state;
    return (py_value)it;
}

static void iter_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct py_deque_iter *)o)->d);
}

static py_value iter_make(struct py_isolate *iso, struct py_type *cls, py_value *a, int n,
                          py_value kw)
{
    bool back = cls == py_collections_type(iso, PY_COLL_DEQUE_REVITER);
    const char *name = back ? "_deque_reverse_iterator" : "_deque_iterator";
    int64_t index = 0;
    if (!py_args_no_kw(iso, name, kw) || !py_args_count(iso, name, n, 1, 2)) return NULL;
    if (!py_type_fits(py_type_of(iso, a[0]), py_collections_type(iso, PY_COLL_DEQUE)))
        return py_raise_type_error(iso, "%s() argument 1 must be collections.deque, not %T", name,
                                   a[0]);
    if (n == 2 && !py_as_int64(iso, a[1], &index)) return NULL;
    struct py_deque_iter *it = (struct py_deque_iter *)py_deque_iter_new(
        iso, a[0], back ? PY_COLL_DEQUE_REVITER : PY_COLL_DEQUE_ITER);
    if (it && index > 0) it->i = (uint64_t)index < it->d->n ? (uint64_t)index : it->d->n;
    return (py_value)it;
}

static py_value step(struct py_isolate *iso, struct py_deque_iter *it, bool back)
{
    struct py_deque *d = it->d;
    if (!d) return NULL;
    if (it->i >= d->n && it->state == d->state) {
        it->d = NULL;
        return NULL;
    }
    if (it->state != d->state) {
        it->d = NULL;
        return py_raise(iso, PY_T_RuntimeError, "deque mutated during iteration");
    }
    uint64_t i = it->i++;
    return *py_deque_slot(d, back ? d->n - 1 - i : i);
}

static py_value iter_next(struct py_isolate *iso, py_value self)
{
    return step(iso, (struct py_deque_iter *)self, false);
}
static py_value reviter_next(struct py_isolate *iso, py_value self)
{
    return step(iso, (struct py_deque_iter *)self, true);
}

static PY_NATIVE(iter_hint)
{
    const struct py_deque_iter *it = (const struct py_deque_iter *)a[0];
    return py_int_from_u64(iso, it->d && it->i < it->d->n ? it->d->n - it->i : 0);
}

static const struct py_native_row iter_methods[] = {
    PY_ROW("__length_hint__", iter_hint, "", "How many items are still to come."), {0}};

const struct py_typedef py_deque_iter_def = {
    .name = "_deque_iterator",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_deque_iter),
    .final = true,
    .trace = iter_trace,
    .methods = iter_methods,
    .slots = {.make = iter_make, .iter = py_iter_self, .next = iter_next}};
const struct py_typedef py_deque_reviter_def = {
    .name = "_deque_reverse_iterator",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct py_deque_iter),
    .final = true,
    .trace = iter_trace,
    .methods = iter_methods,
    .slots = {.make = iter_make, .iter = py_iter_self, .next = reviter_next}};
