// Views and iterators of OrderedDict, which have names and errors of their own, and what it can do
// with its order. The type is in odict_type.c.
#include "../obj/dict_int.h"
#include "../obj/iter_int.h"
#include "collections_int.h"

// --- the iterator -------------------------------------------------------------------------------

// Knows the next item when it gives one: a change behind the last one goes unnoticed, as in
// CPython.
struct iter {
    struct py_obj h;
    struct py_dict *d; // NULL: exhausted
    int64_t at;        // index of the next entry, -1: there is none
    uint64_t version;  // of d, which any change but of values renews
    enum py_dictwhat what;
    bool reverse;
};

static void iter_trace(struct py_isolate *iso, struct py_obj *o)
{
    py_mark_obj(iso, ((struct iter *)o)->d);
}

// The first live entry from index i on, or down from it; -1: none.
static int64_t live_from(struct py_isolate *iso, const struct py_dict *d, int64_t i, bool reverse)
{
    for (; i >= 0 && i < (int64_t)d->used; i += reverse ? -1 : 1) {
        if (d->t->e[i].key) return i;
        py_charge_gap(iso, (uint64_t)i);
    }
    return -1;
}

static py_value iter_new(struct py_isolate *iso, struct py_dict *d, enum py_dictwhat what,
                         bool reverse)
{
    struct iter *it = py_new(iso, py_collections_type(iso, PY_COLL_ODICT_ITER), sizeof *it);
    if (!it) return NULL;
    it->d = d;
    it->version = d->version;
    it->what = what;
    it->reverse = reverse;
    it->at = live_from(iso, d, reverse ? (int64_t)d->used - 1 : (int64_t)d->first, reverse);
    return (py_value)it;
}

static py_value iter_next(struct py_isolate *iso, py_value self)
{
    struct iter *it = (struct iter *)self;
    struct py_dict *d = it->d;
    if (!d) return NULL;
    if (it->at < 0) {
        it->d = NULL;
        return NULL;
    }
    if (it->version != d->version) {
        if (!d->t) // cleared: the error stays
            return py_raise(iso, PY_T_RuntimeError, "OrderedDict changed size during iteration");
        it->d = NULL;
        return py_raise(iso, PY_T_RuntimeError, "OrderedDict mutated during iteration");
    }
    py_value pair[2] = {d->t->e[it->at].key, d->t->e[it->at].value};
    it->at = live_from(iso, d, it->at + (it->reverse ? -1 : 1), it->reverse);
    return it->what == PY_DICT_ITEMS ? py_tuple_from(iso, pair, 2)
                                     : pair[it->what == PY_DICT_VALUES];
}

// For copy: the items still to come, as iter(list).
static PY_NATIVE(iter_reduce)
{
    struct iter *it = (struct iter *)a[0], before = *it;
    py_value list = py_list_of(iso, a[0]), iter = py_iter_maker(iso, false);
    it->d = before.d;
    it->at = before.at;
    py_value args = list && iter ? py_tuple_pack(iso, 1, list) : NULL;
    return args ? py_tuple_pack(iso, 2, iter, args) : NULL;
}

static const struct py_native_row iter_methods[] = {
    PY_ROW("__reduce__", iter_reduce, "", "What copies are made of."), {0}};

const struct py_typedef py_odict_iter_def = {
    .name = "odict_iterator",
    .kind = PY_K_NATIVE,
    .size = sizeof(struct iter),
    .final = true,
    .trace = iter_trace,
    .methods = iter_methods,
    .slots = {.iter = py_iter_self, .next = iter_next},
};

// --- views --------------------------------------------------------------------------------------

static py_value view_iter(struct py_isolate *iso, py_value self)
{
    const struct py_dictview *v = (const struct py_dictview *)self;
    return iter_new(iso, v->d, (enum py_dictwhat)v->what, false);
}

static PY_NATIVE(view_reversed)
{
    const struct py_dictview *v = (const struct py_dictview *)a[0];
    return iter_new(iso, v->d, (enum py_dictwhat)v->what, true);
}

static const struct py_native_row view_methods[] = {
    PY_ROW("__reversed__", view_reversed, "", "From the last item to the first."), {0}};

#define VIEW_DEF(what)                                                                             \
    const struct py_typedef py_odict_##what##_def = {.name = "odict_" #what,                       \
                                                     .kind = PY_K_DICTVIEW,                        \
                                                     .size = sizeof(struct py_dictview),           \
                                                     .final = true,                                \
                                                     .methods = view_methods,                      \
                                                     .slots = {.iter = view_iter}}
VIEW_DEF(keys);
VIEW_DEF(values);
VIEW_DEF(items);

static py_value view_new(struct py_isolate *iso, py_value od, enum py_dictwhat what)
{
    struct py_type *type = py_collections_type(
        iso, (enum py_collections_type_id)(PY_COLL_ODICT_KEYS + (unsigned)what));
    struct py_dictview *v = py_new_fast(iso, type, PY_K_DICTVIEW, sizeof *v);
    if (!v) return NULL;
    v->d = py_dict(od);
    v->what = what;
    return (py_value)v;
}

PY_NATIVE(py_od_keys)
{
    return view_new(iso, a[0], PY_DICT_KEYS);
}
PY_NATIVE(py_od_values)
{
    return view_new(iso, a[0], PY_DICT_VALUES);
}
PY_NATIVE(py_od_items)
{
    return view_new(iso, a[0], PY_DICT_ITEMS);
}
PY_NATIVE(py_od_reversed)
{
    return iter_new(iso, py_dict(a[0]), PY_DICT_KEYS, true);
}
py_value py_od_iter(struct py_isolate *iso, py_value self)
{
    return iter_new(iso, py_dict(self), PY_DICT_KEYS, false);
}

// --- the operations on order that dict lacks ----------------------------------------------------

PY_NATIVE(py_od_move_to_end)
{
    struct py_dict *d = py_dict(a[0]);
    uint64_t hash;
    int last = a[2] ? py_truth(iso, a[2]) : 1;
    if (last < 0 || !py_hash(iso, a[1], &hash)) return NULL;
    int64_t at = py_dict_find(iso, d, a[1], hash);
    if (at < 0) return iso->exc ? NULL : py_raise_key_error(iso, a[1]);
    if (at == live_from(iso, d, last ? (int64_t)d->used - 1 : (int64_t)d->first, last))
        return PY_NONE;
    return py_dict_move(iso, d, (uint64_t)at, !last) ? PY_NONE : NULL;
}

PY_NATIVE(py_od_popitem)
{
    struct py_dict *d = py_dict(a[0]);
    int last = a[1] ? py_truth(iso, a[1]) : 1;
    if (last < 0) return NULL;
    if (!d->n) {
        py_value text = py_str_z(iso, "dictionary is empty");
        return text ? py_raise_key_error(iso, text) : NULL;
    }
    int64_t i = live_from(iso, d, last ? (int64_t)d->used - 1 : (int64_t)d->first, last);
    py_value pair = py_tuple_pack(iso, 2, d->t->e[i].key, d->t->e[i].value);
    if (!pair) return NULL;
    py_dict_remove_at(iso, d, i);
    if (last) { // the dead slots behind it too, so that popping everything is linear
        d->used = (uint64_t)i;
        if (d->first > d->used) d->first = d->used;
    }
    return pair;
}

py_value py_od_repr(struct py_isolate *iso, py_value self)
{
    py_value name = py_type_of(iso, self)->name;
    if (!py_dict(self)->n) return py_str_format(iso, "%U()", name);
    int cycle = py_repr_enter(iso, self);
    if (cycle) return cycle < 0 ? NULL : py_str_z(iso, "...");
    py_value items = py_call_method(iso, self, py_name(iso, PY_N_items), NULL, 0);
    py_value d = items ? py_call1(iso, (py_value)py_t(iso, PY_T_DICT), items) : NULL;
    py_value shown = d ? py_str_format(iso, "%U(%R)", name, d) : NULL;
    py_repr_leave(iso, self);
    return shown;
}
